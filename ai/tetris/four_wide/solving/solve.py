"""Value iteration: sweeps in the order of the bag's phase, and jumps along the slowest direction.

After some sweeps all change points in one direction and shrinks by the same share from sweep to sweep; then
the rest of the way is known, and the values jump to where the shrinking series ends. A certificate follows
from one exact step T: where |TV - V| <= e everywhere, no value is wrong by more than e * (1 + V), since a
value is itself the expected number of steps to come.
"""

from __future__ import annotations

import contextlib
import time
import zipfile
import zlib
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from itertools import permutations, product
from pathlib import Path
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from ai.tetris.four_wide.kernels.situations import FULL, Words, list_stored
from ai.tetris.four_wide.kernels.values import Draws, Values, sweep
from ai.tetris.four_wide.layout import Layout, lay_out
from game import saving
from game import saving as atomic

STEADY = 0.001  # how steady the shrinking is before a jump, as a share of what it lacks to 1
FINE = 1e-12  # the change of a sweep, as a share of the largest value, at which all is told
MOST_SWEEPS = 5_000
SAMPLE = 1_000_000  # values that tell how the change shrinks; of more than these, every second, third …
NO_FLOORS = np.zeros((0, 0))


class SolveState(NamedTuple):
    """State of a run between two sweeps. From here it goes on to the same last bit in any process.

    `share` is the share by which the change has shrunk last, `change` the last one in the sample.
    """

    iteration: int
    share: float
    change: Values
    values: Values


@dataclass(frozen=True, eq=False)
class Solution:
    """The value of every state: the clears still to come with best play, by `situation * fields + field`.

    `error` is a certified bound on how wrong any value is, `iterations` the number of sweeps.
    """

    layout: Layout
    values: Values
    error: float
    iterations: int

    def value(self, field: int, hold: int | None, queue: Sequence[int], bag: int) -> float:
        """The value of one state; `bag` is the rest of the bag as a set of bits, 0 where pieces are drawn alone."""
        number, mirror = self.layout.find(hold, queue, bag)
        place = self.layout.graph.number(field)
        return float(self.rows()[number, self.layout.graph.mirror[place] if mirror else place])

    def rows(self) -> Values:
        """Values by situation and field."""
        return self.values.reshape(len(self.layout.keys), self.layout.fields)


Report = Callable[
    [SolveState, float], object
]  # told after each sweep: where it stands, and the largest change


def solve(
    layout: Layout,
    report: Report = lambda *_: None,
    start: SolveState | None = None,
    floors: Values = NO_FLOORS,
) -> Solution:
    """The values of a model; from `start`, whose values are renewed in place, where an earlier run had come so far.

    `floors` as in `kernels.values`. `report` may raise to end it.
    """
    at = start or SolveState(0, 0.0, np.zeros(0), np.zeros(layout.states))
    values, before = at.values, np.empty(layout.states)
    while at.iteration < MOST_SWEEPS:
        before[:] = values
        largest = _over_all(layout, values, floors, values)
        if largest <= FINE * max(1.0, float(values.max())):
            break
        before -= values  # now the change, with its sign turned
        at = _led_on(at, before)
        report(at, largest)
    before[:] = values
    rest = _over_all(layout, values, floors, before)
    return Solution(layout, values, rest * (1.0 + float(values.max())) / (1.0 - rest), at.iteration + 1)


def _led_on(at: SolveState, fallen: Values) -> SolveState:
    """Return the state after a sweep by which the values have fallen so much; after a jump, if it is time for one."""
    sample = fallen[:: -(-len(fallen) // SAMPLE)].copy()
    length = float(at.change @ at.change) if len(at.change) else 0.0
    share = float(sample @ at.change) / length if length else 0.0
    if 0.2 < share < 1.0 and abs(share - at.share) < STEADY * (1.0 - share):
        fallen *= share / (1.0 - share)
        np.subtract(at.values, fallen, out=at.values)
        return SolveState(at.iteration + 1, 0.0, np.zeros(0), at.values)
    return SolveState(at.iteration + 1, share, sample, at.values)


def _over_all(layout: Layout, values: Values, floors: Values, renewed: Values) -> float:
    """The largest change of a step over all situations, in order; control comes back between slices."""
    room = np.zeros(2 * layout.fields)
    arrays = layout.draws, values, layout.continuations, floors, renewed, room
    return max(sweep(first, last, *arrays) for first, last in layout.slices())


# A game that begins with nothing in hold: one more layer on top of the solved one.
#
# The player may store the current piece, which brings up the next one; that one has to be placed, and storing
# earns nothing. Until he does he plays a game without hold, in which storing is a floor under every draw.


def with_empty_hold(solution: Solution) -> Solution:
    """The values of all states with nothing in hold, laid out as a game without hold. The solution is one with it.

    Its `error` covers that of the solution.
    """
    layout = lay_out(replace(solution.layout.model, hold=False))
    result = solve(layout, floors=worth_of_storing(solution, layout))
    return replace(result, error=result.error + solution.error)


def fresh_mean(solution: Solution) -> float:
    """The mean at the start field over the queues of a fresh start: with bags, those that begin a new one."""
    model = solution.layout.model
    if model.randomizer == "random":
        values = [
            solution.value(model.start, None, queue, 0) for queue in product(range(7), repeat=model.previews)
        ]
    else:
        values = [
            solution.value(
                model.start, None, queue, FULL & ~sum(1 << piece for piece in queue) if queue else 0
            )
            for queue in permutations(range(7), model.previews)
        ]
    return sum(values) / len(values)


def draws_after_storing(full: Layout, empty: Layout) -> Draws:
    """Return the draws that can follow when the current piece is stored, by branch of the layout with nothing in hold.

    As a layout has it: where the draws of each branch begin, what has to be placed then, and what follows in `full`.
    """
    branches = len(empty.pieces) // 2
    begins = np.zeros(branches + 1, np.int64)
    pieces, after = np.empty(14 * branches, np.int8), np.empty(14 * branches, np.int32)
    bagged = full.model.randomizer == "bag"
    list_stored(empty.keys, full.keys, full.model.previews, bagged, begins, pieces, after)
    return Draws(begins, pieces, after)


def worth_of_storing(solution: Solution, empty: Layout) -> Values:
    """Return the value of storing the current piece, by branch of the layout with nothing in hold, and field."""
    full = solution.layout
    branches, fields = len(empty.pieces) // 2, full.fields
    worth = np.zeros(branches * fields)
    draws, room = draws_after_storing(full, empty), np.zeros(2 * fields)
    sweep(0, branches, draws, solution.values, full.continuations, NO_FLOORS, worth, room)
    return worth.reshape(branches, fields)


# What is said of a solved model: means over the states of the full game, and the largest value.


@dataclass(frozen=True)
class Figures:
    """Means of the value, all states of hold and sequence equally weighted.

    `value` is that of the start field, `per_field` of every field, `mean` of all, `maximum` the largest of
    all; `fresh` is that of the start field where the queue is the beginning of a new bag, None without bags.
    """

    value: float
    mean: float
    maximum: float
    fresh: float | None
    per_field: dict[int, float]


def figures_of(solution: Solution) -> Figures:
    """The figures of a solution."""
    layout = solution.layout
    rows, mirrors = solution.rows(), (layout.places & 1).astype(bool)
    times, reflected = (
        np.bincount(layout.places[chosen] >> 1, minlength=len(layout.keys)) for chosen in (~mirrors, mirrors)
    )
    by_field = (times @ rows + (reflected @ rows)[layout.graph.mirror]) / len(layout.places)
    per_field = {field: float(mean) for field, mean in zip(layout.graph.fields, by_field, strict=True)}
    start = layout.model.start
    return Figures(
        per_field[start], float(by_field.mean()), float(solution.values.max()), _fresh(solution), per_field
    )


def _fresh(solution: Solution) -> float | None:
    model = solution.layout.model
    if model.randomizer != "bag":
        return None
    values = [
        solution.value(model.start, hold, queue, FULL & ~sum(1 << piece for piece in queue) if queue else 0)
        for queue in permutations(range(7), model.previews)
        for hold in (range(7) if model.hold else (None,))
    ]
    return sum(values) / len(values)


# What a long run leaves when it is ended: files from which it goes on to the same last bit.
#
# Two things take long: counting classes, of which the last round's signatures are kept, and the sweeps, of which
# the values are and how they have changed. A file that is cut off or was changed is not believed.

SAVED_EVERY = 20.0  # seconds between two savings at the least
SHARE = 20.0  # and this many times as long as one takes
_VERSION = 1
_BROKEN = (OSError, ValueError, KeyError, EOFError, zipfile.BadZipFile, zlib.error, RuntimeError)


class Unfinished:
    """The files of one model. A disk that is full or may not be written only costs the way back."""

    def __init__(self, folder: Path, layout: Layout) -> None:
        self._states = layout.states
        name = layout.model.name
        self._rounds, self._sweeps = folder / f"{name}.classes", folder / f"{name}.sweeps"
        self._due = time.monotonic() + SAVED_EVERY

    # -- what an earlier run has left --

    def counted(self) -> int:
        """The number of classes, if all were found and proved; 0 if not."""
        left = _read(self._rounds)
        return 0 if left is None or len(left["states"]) else int(left["count"])

    def round(self) -> tuple[int, Words] | None:
        """The last round: how many classes it found, and the signature of every state."""
        left = _read(self._rounds)
        if left is None or left["states"].shape != (self._states,) or left["states"].dtype != np.int64:
            return None
        return int(left["count"]), left["states"].view(np.int64)

    def standing(self) -> SolveState | None:
        """Return the state of the sweeps."""
        left = _read(self._sweeps)
        if left is None or left["states"].shape != (self._states,) or left["states"].dtype != np.float64:
            return None
        values, change = left["states"].view(np.float64), left["change"].astype(np.float64)
        return SolveState(int(left["count"]), float(left["share"]), change, values)

    # -- what this run leaves --

    def keep_round(self, count: int, signed: Words) -> None:
        """Keep a round of counting classes, if the last saving was long ago."""
        self._now_and_then(self._rounds, count, signed)

    def keep_count(self, count: int) -> None:
        """Keep the number of classes, all found and proved, if counting them took long."""
        if self._rounds.exists():
            self._due = 0.0
            self._now_and_then(self._rounds, count, np.zeros(0, np.int64))

    def keep_standing(self, at: SolveState, *, now: bool = False) -> None:
        """Keep where the sweeps stand, if the last saving was long ago, or `now`."""
        self._due = 0.0 if now else self._due
        self._now_and_then(self._sweeps, at.iteration, at.values, at.change, at.share)

    def forget(self) -> None:
        """All is finished."""
        for path in (self._rounds, self._sweeps):
            with contextlib.suppress(OSError):
                path.unlink(missing_ok=True)

    def _now_and_then(
        self,
        path: Path,
        count: int,
        states: NDArray[np.generic],
        change: NDArray[np.float64] | None = None,
        share: float = 0.0,
    ) -> None:
        if (started := time.monotonic()) < self._due:
            return
        changed = np.zeros(0) if change is None else change
        with contextlib.suppress(OSError), atomic.writing(path) as file:
            np.savez(file, version=_VERSION, count=count, share=share, states=states, change=changed)
        now = time.monotonic()
        self._due = now + max(SAVED_EVERY, SHARE * (now - started))


def _read(path: Path) -> dict[str, NDArray[np.generic]] | None:
    """Return the contents of a file; None where there is none, or none that can be believed."""
    try:
        with saving.opened(path) as file, np.load(file, allow_pickle=False) as content:
            results = {name: content[name] for name in ("version", "count", "share", "states", "change")}
    except _BROKEN:
        return None
    return results if int(results["version"]) == _VERSION else None
