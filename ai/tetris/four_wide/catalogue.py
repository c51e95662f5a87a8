"""Policies that are available at once; missing ones are made beside the game, once."""

from __future__ import annotations

import threading
from collections.abc import Callable, Iterator
from dataclasses import replace
from pathlib import Path

from ai.tetris.four_wide import policy
from ai.tetris.four_wide import walls as walls_file
from ai.tetris.four_wide.layout import Layout, lay_out
from ai.tetris.four_wide.policy import Policy
from ai.tetris.four_wide.solving.minimize import Round, classes_of
from ai.tetris.four_wide.solving.size import QUICK, bytes_for_profiles, bytes_to_solve, demand_memory
from ai.tetris.four_wide.solving.solve import Solution, SolveState, Unfinished, solve
from ai.tetris.four_wide.solving.walls import profiles_of
from ai.tetris.four_wide.walls import Walls
from game import places, words
from game.errors import BadTable, KibitzError
from game.tetris.four_wide.model import Model

# A model from its name to its file: what it needs is said first, and work goes on where it stopped.

Report = Callable[
    [int, float], object
]  # after a sweep: how many there were, and what the last one has changed


def folder() -> Path:
    """Return the folder of policy files and of unfinished values."""
    return places.cache_dir() / "four-wide"


def file_of(model: Model) -> Path:
    """The policy file of a model; it may not exist."""
    return folder() / f"{model.name}.policy"


def walls_of(model: Model) -> Path:
    """The file of what a model is worth between walls of finite height; it may not exist."""
    return folder() / f"{model.name}.walls"


def prepare(model: Model, need: Callable[[Model], int] = bytes_to_solve) -> Layout:
    """The layout of a model that `need` says fits into memory. Raises `BadInput` with the nearest that does."""
    demand_memory(model, need)
    return lay_out(model)


def counted(layout: Layout, report: Callable[[int], object] = lambda _: None) -> int:
    """The number of classes, proved, from where an earlier run stopped; `report` hears the count of each round."""
    left = Unfinished(folder(), layout)
    if not (count := left.counted()):

        def after_round(result: Round) -> None:
            left.keep_round(result.classes, result.signed)
            report(result.classes)

        count, _ = classes_of(layout, after_round, left.round())
        left.keep_count(count)
    return count


def solved(layout: Layout, report: Report = lambda *_: None) -> Solution:
    """The values of a model, from where an earlier run stopped; `report` may raise to stop, and nothing is lost."""
    left = Unfinished(folder(), layout)

    def after_sweep(at: SolveState, change: float) -> None:
        left.keep_standing(at)
        try:
            report(at.iteration, change)
        except BaseException:
            left.keep_standing(at, now=True)
            raise

    return solve(layout, after_sweep, left.standing())


def finished(layout: Layout) -> None:
    """Forget what was kept to go on from."""
    Unfinished(folder(), layout).forget()


def build(model: Model, report: Report = lambda *_: None, path: Path | None = None) -> tuple[Path, Solution]:
    """Solve a model and write its policy file, whole or not at all. Raises `BadInput`, `BadTable`."""
    layout = prepare(model)
    solution = solved(layout, report)
    path = path or file_of(model)
    try:
        policy.write(path, solution)
    except OSError as error:
        raise BadTable(f"{path}: cannot be written: {error.strerror}") from None
    finished(layout)
    return path, solution


def build_walls(
    policy: Policy, report: Callable[[int], object] = lambda _: None, path: Path | None = None
) -> Path:
    """Work out what a solved model is worth between walls of finite height, and write that file, whole or not at all.

    `report` hears each row of the walls. Raises `BadInput`, `BadTable`.
    """
    path = path or walls_of(policy.model)
    profiles = profiles_of(prepare(policy.model, bytes_for_profiles), policy.states, report)
    try:
        walls_file.write(path, policy.model, profiles)
    except OSError as error:
        raise BadTable(f"{path}: cannot be written: {error.strerror}") from None
    return path


FIRST = 2  # previews: solved in a third of a second, for the time until more is there


class PolicyCatalogue:
    """Policies by model, from their files. Nothing here waits for a game to be solved but `make`."""

    def __init__(self) -> None:
        self._read: dict[Model, Policy] = {}

    def nearest(self, model: Model, *, walls: bool = False) -> Policy | None:
        """The policy of a model, or of the same with fewer previews, as many as are there; None for none.

        With `walls` one that knows walls of finite height.
        """
        return next((policy for each in _down_from(model) if (policy := self._ready(each, walls))), None)

    def prepare(self, model: Model, *, walls: bool = False) -> str:
        """Let what this model needs be made by a thread; what is being made or has failed, in words.

        Empty where what is there is enough. `walls` as in `nearest`.
        """
        target, nearest = quick(model), self.nearest(model, walls=walls)
        if nearest is not None and nearest.model.previews >= target.previews:
            return ""
        return MAKER.wanted(target, walls)

    def wait(self, seconds: float) -> None:
        """Return when nothing is being made any more, or after so many seconds."""
        MAKER.wait(seconds)

    def failed(self, model: Model) -> bool:
        """Return True if what this model needs could not be made."""
        return MAKER.failed(quick(model))

    def make(self, model: Model) -> None:
        """Solve what this model needs now, walls of finite height included, if it is not there.

        Raises `BadInput`, `BadTable`.
        """
        target = quick(model)
        if self._ready(target, walls=True) is None:
            MAKER.make(target, walls=True)

    def _ready(self, model: Model, walls: bool) -> Policy | None:
        policy = self._read.get(model)
        if policy is None:
            policy = read(model)
        elif walls and policy.walls is None:
            policy = policy.with_walls(read_walls(model))
        if policy is None or (walls and policy.walls is None):
            return None
        self._read[model] = policy
        return policy


def read(model: Model) -> Policy | None:
    """The policy of a model from its files; None where there is none that can be believed: it is made anew."""
    path = file_of(model)
    try:
        policy = Policy.read(path) if path.exists() else None
    except BadTable:
        return None
    return policy.with_walls(read_walls(model)) if policy and policy.model == model else None


def read_walls(model: Model) -> Walls | None:
    """Return the values of a model between walls of finite height; None where there is no file that can be believed."""
    path = walls_of(model)
    try:
        return Walls.read(path) if path.exists() else None
    except BadTable:
        return None


def quick(model: Model) -> Model:
    """The model, or where solving it takes longer than seconds the one with the most previews that does not."""
    return replace(model, previews=min(model.previews, QUICK[model.residual]))


def words_of(model: Model) -> str:
    """A model as a person calls it."""
    pieces = "bags of seven" if model.randomizer == "bag" else "random pieces"
    return f"{pieces}, {'hold' if model.hold else 'no hold'}, {words.counted(model.previews, 'preview')}"


class _Maker:
    """Solves one game after the other, each once. What has failed is not tried again."""

    def __init__(self) -> None:
        self._lock = threading.Lock()  # held while something is solved
        self._wanted: list[tuple[Model, bool]] = []  # and whether between walls of finite height
        self._failed: dict[Model, str] = {}
        self._thread: threading.Thread | None = None

    def wanted(self, model: Model, walls: bool) -> str:
        """Begin to make it, something small before; what to tell a person."""
        if model in self._failed:
            return self._failed[model]
        if (model, walls) not in self._wanted:
            self._wanted.append((model, walls))
        if self._thread is None or not self._thread.is_alive():
            self._thread = threading.Thread(target=self._work, name="four-wide", daemon=True)
            self._thread.start()
        return f"the game with {words_of(model)} is being solved"

    def failed(self, model: Model) -> bool:
        """Return True if it could not be made."""
        return model in self._failed

    def wait(self, seconds: float) -> None:
        """Return when nothing is being made any more, or after so many seconds."""
        if self._thread is not None:
            self._thread.join(seconds)

    def make(self, model: Model, *, walls: bool) -> None:
        """Make now what is missing. Raises `BadInput`, `BadTable`."""
        with self._lock:
            policy = read(model)
            if policy is None:
                build(model)
                policy = Policy.read(file_of(model))
            if walls and policy.walls is None:
                build_walls(policy)

    def _work(self) -> None:
        while self._wanted:
            model, walls = self._wanted[0]
            try:
                for each in _steps_to(model):
                    self.make(each, walls=walls)
            except (KibitzError, OSError, MemoryError) as error:
                self._failed[model] = f"the game with {words_of(model)} could not be solved: {error}"
            self._wanted.remove((model, walls))


MAKER = _Maker()


def _down_from(model: Model) -> Iterator[Model]:
    return (replace(model, previews=previews) for previews in range(model.previews, -1, -1))


def _steps_to(model: Model) -> Iterator[Model]:
    """Something small first, where it is much quicker."""
    if model.previews > FIRST:
        yield replace(model, previews=FIRST)
    yield model
