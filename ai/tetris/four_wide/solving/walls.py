"""Four-wide between walls of finite height, solved from the end of the walls backwards.

Each clear takes a row of the walls along, so walls of H rows feed at most H clears. With W rows left a state is worth
the mean over draws of the best of what a placement earns and what the state after it is worth with the rows that are
left then; with none left the combo is over. A placement earns one clear, or the rows that it sends; or only the end of
the walls counts, and then the value is the chance to get there.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from ai.kernel import inlined, tight
from ai.tetris.four_wide.kernels.situations import Bytes, Numbers
from ai.tetris.four_wide.kernels.values import Continuations, Draws, Values
from ai.tetris.four_wide.layout import Layout
from ai.tetris.four_wide.solving.solve import NO_FLOORS, Solution, draws_after_storing, worth_of_storing
from game.tetris.four_wide.state import MOST_WALLS, Measure, chance, clears

# One step back from the end of the walls.
#
# Between walls of finite height the value of a state depends on the rows that are left. A step makes the values with W
# rows left of those with fewer: `nearer[0]` with W - 1, `nearer[1]` with W - 2. Layout, states, graph and `floors` are
# as in `kernels.values`.
#
# A `guide` says who plays: the placement whose guide is highest, of equals the one that `nearer` likes best. Its rows
# are as those of `nearer`, or one that stands for all. Without rows, `nearer` is the guide.

ALIKE = 1e-8  # guides that differ by less, as a share, are equal


class Clearing(NamedTuple):
    """The graph of fields (see `Continuations`), and how many rows each edge clears, 1 or 2."""

    graph: Continuations
    lines: Bytes


@inlined
def _raise(best: Values, piece: int, after: int, worth: Values, clearing: Clearing) -> None:
    """Let `best`, by field, be at least what placing `piece` leads to."""
    (edges, sources, targets), lines = clearing
    row, mirror = (after >> 1) * len(best), after & 1
    for edge in range(edges[piece], edges[piece + 1]):
        source = sources[edge]
        value = worth[min(lines[edge], len(worth)) - 1, row + targets[mirror, edge]]
        if value > best[source]:
            best[source] = value


@inlined
def _raise_guided(
    best: Values, piece: int, after: int, worth: Values, guide: Values, least: Values, clearing: Clearing
) -> None:
    """The same of those placements alone whose guide is at least `least`."""
    (edges, sources, targets), lines = clearing
    row, mirror = (after >> 1) * len(best), after & 1
    for edge in range(edges[piece], edges[piece + 1]):
        source, state = sources[edge], row + targets[mirror, edge]
        if guide[min(lines[edge], len(guide)) - 1, state] >= least[source]:
            value = worth[min(lines[edge], len(worth)) - 1, state]
            if value > best[source]:
                best[source] = value


@tight
def step_back(
    first: int,
    last: int,
    draws: Draws,
    nearer: Values,
    guide: Values,
    clearing: Clearing,
    floors: Values,
    guide_floors: Values,
    reward: float,
    renewed: Values,
    room: Values,
) -> None:
    """Write the values of the situations `first` to `last` to `renewed`: the mean over draws of what is played.

    A placement earns `reward` and what `nearer` says of where it leads; where none clears a line there is nothing.
    `floors` count their own reward; those of the guide count 1 for a placement. `room`: 3 x fields.
    """
    begins, pieces, after = draws
    fields = len(room) // 3
    best, least, sums = room[:fields], room[fields : 2 * fields], room[2 * fields :]
    for number in range(first, last):
        sums[:] = 0.0
        for branch in range(begins[number], begins[number + 1]):
            for field in range(fields):
                best[field] = -reward
            if len(guide):
                for field in range(fields):
                    least[field] = guide_floors[branch, field] - 1.0 if len(guide_floors) else -1.0
                for choice in range(2 * branch, 2 * branch + 2):
                    if pieces[choice] >= 0:
                        _raise(least, pieces[choice], after[choice], guide, clearing)
                for field in range(fields):
                    least[field] -= ALIKE * (1.0 + abs(least[field]))
                    if len(floors) and guide_floors[branch, field] - 1.0 >= least[field]:
                        best[field] = floors[branch, field] - reward
                for choice in range(2 * branch, 2 * branch + 2):
                    if pieces[choice] >= 0:
                        _raise_guided(best, pieces[choice], after[choice], nearer, guide, least, clearing)
            else:
                if len(floors):
                    for field in range(fields):
                        best[field] = floors[branch, field] - reward
                for choice in range(2 * branch, 2 * branch + 2):
                    if pieces[choice] >= 0:
                        _raise(best, pieces[choice], after[choice], nearer, clearing)
            for field in range(fields):
                sums[field] += best[field]
        many, row = begins[number + 1] - begins[number], number * fields
        for field in range(fields):
            renewed[row + field] = reward + sums[field] / many


NO_GUIDE = np.zeros((0, 0))
_ROUNDINGS = 10  # of a step, at the most: seven draws, their mean, what is earned


class Layers:
    """The values of all states with some rows left, and with one row fewer where a piece can clear two.

    `guide` as in `kernels.walls`.
    """

    def __init__(self, layout: Layout, measure: Measure, guide: Values = NO_GUIDE) -> None:
        self.layout, self.guide = layout, guide
        self.lines = lines_of(layout)
        self.nearer = np.full((int(self.lines.max()), layout.states), measure.end)
        self._renewed = np.empty(layout.states)
        self._room = np.zeros(3 * layout.fields)

    @property
    def values(self) -> Values:
        """The values with the rows that are left now."""
        values: Values = self.nearer[0]
        return values

    def step(self, earned: float, floors: Values = NO_FLOORS, guide_floors: Values = NO_FLOORS) -> None:
        """Go back to where one row more is left, from which a placement earns so much."""
        layout = self.layout
        for first, last in layout.slices():
            self._step(first, last, layout.draws, floors, guide_floors, earned, self._renewed)
        self.nearer[1:] = self.nearer[:-1].copy()
        self.nearer[0] = self._renewed

    def stored(self, draws: Draws, earned: float) -> Values:
        """Return the value of storing with one more row left, by branch of the game with nothing in hold, and field."""
        branches = len(draws.begins) - 1
        worth = np.empty(branches * self.layout.fields)
        self._step(0, branches, draws, NO_FLOORS, NO_FLOORS, earned, worth)
        return worth.reshape(branches, self.layout.fields)

    def _step(
        self,
        first: int,
        last: int,
        draws: Draws,
        floors: Values,
        guide_floors: Values,
        earned: float,
        renewed: Values,
    ) -> None:
        clearing = Clearing(self.layout.continuations, self.lines)
        values = self.nearer, self.guide
        step_back(first, last, draws, *values, clearing, floors, guide_floors, earned, renewed, self._room)


def lines_of(layout: Layout) -> Bytes:
    """Return how many rows each edge of the graph clears: a piece brings four cells, and a row takes four away."""
    cells = np.array([field.bit_count() for field in layout.graph.fields])
    lines: Bytes = ((cells[layout.sources] + 4 - cells[layout.targets[0]]) // 4).astype(np.int8)
    return lines


def between_walls(
    endless: Solution,
    measure: Measure,
    *,
    empty: Solution | None = None,
    as_endless: bool = False,
    report: Callable[[int], object] = lambda _: None,
) -> tuple[Solution, Solution | None]:
    """The values between walls of as many rows as `measure` has entries, from the solution without an end.

    With `as_endless` for the play that is best without an end, of equal placements the better one here; else for best
    play. Also with nothing in hold, where `empty` is the endless solution of that. `report` hears each row.
    """
    layers = Layers(endless.layout, measure, endless.values[np.newaxis] if as_endless else NO_GUIDE)
    bare, stored, guide_floors = None, None, NO_FLOORS
    if empty is not None:
        bare = Layers(empty.layout, measure, empty.values[np.newaxis] if as_endless else NO_GUIDE)
        stored = draws_after_storing(endless.layout, empty.layout)
        guide_floors = worth_of_storing(endless, empty.layout) if as_endless else NO_FLOORS
    for left, earned in enumerate(reversed(measure.earned), 1):
        if bare is not None and stored is not None:
            bare.step(earned, layers.stored(stored, earned), guide_floors)
        layers.step(earned)
        report(left)
    return _solution(layers, measure), None if bare is None else _solution(bare, measure)


def _solution(layers: Layers, measure: Measure) -> Solution:
    """Its values are exact but for rounding."""
    rows, values = len(measure.earned), layers.values
    rounding = _ROUNDINGS * rows * float(np.finfo(np.float64).eps) * max(1.0, float(values.max()))
    return Solution(layers.layout, values, rounding, rows)


# All walls at once: by state, what each further row of the walls adds, and the chance to reach their end.
#
# Very many states are alike, so they share profiles. Whoever is alike between endless walls is taken to be so between
# any; each row shows who is not, and gets a profile of his own that begins as the one he leaves.

GAIN, GAP = 65_534, 255  # what stands for 1 in a profile


class Profiles(NamedTuple):
    """The number of each state's profile, and the profiles, by rows of the walls from 1 to 40.

    `gains` is what the last row adds to the clears, in units of 1 / `GAIN`. No more often than that the end is reached:
    `gaps` is how much greater the chance can be, in units of 1 / `GAP`.
    """

    states: Numbers
    gains: NDArray[np.uint16]
    gaps: NDArray[np.uint8]


def profiles_of(
    layout: Layout, alike: NDArray[np.generic], report: Callable[[int], object] = lambda _: None
) -> Profiles:
    """The profiles of a model; `alike` are numbers that states share which may be alike. `report` hears each row."""
    first, states = np.unique(alike, return_index=True, return_inverse=True)[1:]
    states = states.astype(np.int32)
    gains, gaps = np.zeros((len(first), MOST_WALLS), np.uint16), np.zeros((len(first), MOST_WALLS), np.uint8)
    counted, ended = Layers(layout, clears(MOST_WALLS)), Layers(layout, chance(MOST_WALLS))
    before = np.zeros(layout.states, np.int32)
    for row in range(MOST_WALLS):
        counted.step(1.0)
        ended.step(0.0)
        worth = np.rint(counted.values * GAIN).astype(np.int32)
        gain = worth - before
        gap = np.rint(np.maximum(ended.values - gain / GAIN, 0.0) * GAP).astype(np.int32)
        before = worth
        mine = gain << 8 | gap
        other = np.flatnonzero(mine != mine[first][states])
        if len(other):
            keys = states[other].astype(np.int64) << 32 | mine[other]
            _, heads, numbers = np.unique(keys, return_index=True, return_inverse=True)
            left = states[other[heads]]
            states[other] = len(first) + numbers
            first = np.concatenate([first, other[heads]])
            gains, gaps = np.concatenate([gains, gains[left]]), np.concatenate([gaps, gaps[left]])
        gains[:, row], gaps[:, row] = mine[first] >> 8, mine[first] & 255
        report(row + 1)
    whole = np.concatenate([gains.view(np.uint8), gaps], axis=1)
    _, stored, numbers = np.unique(whole.view(f"V{whole.shape[1]}"), return_index=True, return_inverse=True)
    return Profiles(numbers.reshape(-1).astype(np.int32)[states], gains[stored], gaps[stored])
