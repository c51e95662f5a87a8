"""A model from its name to its file: what it needs is said first, and work goes on where it stopped."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

from ai.tetris.four_wide import policy_file
from ai.tetris.four_wide.layout import Layout, lay_out
from ai.tetris.four_wide.solving.minimize import Round, classes_of
from ai.tetris.four_wide.solving.size import bytes_to_solve, demand_memory
from ai.tetris.four_wide.solving.solve import Solution, Standing, solve
from ai.tetris.four_wide.solving.unfinished import Unfinished
from game import places
from game.errors import BadTable
from game.tetris.four_wide.model import Model

Told = Callable[[int, float], object]  # after a sweep: how many there were, and what the last one has changed


def folder() -> Path:
    """Where policy files are kept, and values that are not finished."""
    return places.cache_dir() / "four-wide"


def file_of(model: Model) -> Path:
    """The policy file of a model; it may not exist."""
    return folder() / f"{model.name}.policy"


def prepare(model: Model, need: Callable[[Model], int] = bytes_to_solve) -> Layout:
    """The layout of a model that `need` says fits into memory. Raises `BadInput` with the nearest that does."""
    demand_memory(model, need)
    return lay_out(model)


def counted(layout: Layout, told: Callable[[int], object] = lambda _: None) -> int:
    """The number of classes, proved, from where an earlier run stopped; `told` hears the count of each round."""
    left = Unfinished(folder(), layout)
    if not (count := left.counted()):

        def after_round(found: Round) -> None:
            left.keep_round(found.classes, found.signed)
            told(found.classes)

        count, _ = classes_of(layout, after_round, left.round())
        left.keep_count(count)
    return count


def solved(layout: Layout, told: Told = lambda *_: None) -> Solution:
    """The values of a model, from where an earlier run stopped; `told` may raise to stop, and nothing is lost."""
    left = Unfinished(folder(), layout)

    def after_sweep(at: Standing, change: float) -> None:
        left.keep_standing(at)
        try:
            told(at.iteration, change)
        except BaseException:
            left.keep_standing(at, now=True)
            raise

    return solve(layout, after_sweep, left.standing())


def finished(layout: Layout) -> None:
    """Forget what was kept to go on from."""
    Unfinished(folder(), layout).forget()


def build(model: Model, told: Told = lambda *_: None, path: Path | None = None) -> tuple[Path, Solution]:
    """Solve a model and write its policy file, whole or not at all. Raises `BadInput`, `BadTable`."""
    layout = prepare(model)
    solution = solved(layout, told)
    path = path or file_of(model)
    try:
        policy_file.write(path, solution)
    except OSError as error:
        raise BadTable(f"{path}: cannot be written: {error.strerror}") from None
    finished(layout)
    return path, solution
