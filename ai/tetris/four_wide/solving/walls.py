"""Four-wide between walls of finite height, solved from the end of the walls backwards.

Each clear takes a row of the walls along, so walls of H rows feed at most H clears. With W rows left a state is worth
the mean over draws of the best of what a placement earns and what the state after it is worth with the rows that are
left then; with none left the combo is over. A placement earns one clear, or the rows that it sends; or only the end of
the walls counts, and then the value is the chance to get there.
"""

from __future__ import annotations

from collections.abc import Callable

import numpy as np

from ai.tetris.four_wide.kernels.situations import Bytes, Numbers, Words
from ai.tetris.four_wide.kernels.values import Values
from ai.tetris.four_wide.kernels.walls import step_back
from ai.tetris.four_wide.layout import Layout
from ai.tetris.four_wide.solving.solve import NO_FLOORS, Solution, draws_after_storing, worth_of_storing
from game.tetris.four_wide.walls import Measure

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
        lists = (layout.begins, layout.pieces, layout.after)
        for first, last in layout.slices():
            self._step(first, last, lists, floors, guide_floors, earned, self._renewed)
        self.nearer[1:] = self.nearer[:-1].copy()
        self.nearer[0] = self._renewed

    def stored(self, lists: tuple[Words, Bytes, Numbers], earned: float) -> Values:
        """What storing is worth with one row more left, by branch of the game with nothing in hold, and field."""
        branches = len(lists[0]) - 1
        worth = np.empty(branches * self.layout.fields)
        self._step(0, branches, lists, NO_FLOORS, NO_FLOORS, earned, worth)
        return worth.reshape(branches, self.layout.fields)

    def _step(
        self,
        first: int,
        last: int,
        lists: tuple[Words, Bytes, Numbers],
        floors: Values,
        guide_floors: Values,
        earned: float,
        renewed: Values,
    ) -> None:
        graph = (self.layout.edges, self.layout.sources, self.layout.targets)
        worth = (self.nearer, self.guide, self.lines)
        step_back(first, last, *lists, *worth, *graph, floors, guide_floors, earned, renewed, self._room)


def lines_of(layout: Layout) -> Bytes:
    """How many rows each edge of the graph clears: a piece brings four cells, and a row takes four away."""
    cells = np.array([field.bit_count() for field in layout.graph.fields])
    lines: Bytes = ((cells[layout.sources] + 4 - cells[layout.targets[0]]) // 4).astype(np.int8)
    return lines


def between_walls(
    endless: Solution,
    measure: Measure,
    *,
    empty: Solution | None = None,
    as_endless: bool = False,
    told: Callable[[int], object] = lambda _: None,
) -> tuple[Solution, Solution | None]:
    """The values between walls of as many rows as `measure` has entries, from the solution without an end.

    With `as_endless` for the play that is best without an end, of equal placements the better one here; else for best
    play. Also with nothing in hold, where `empty` is the endless solution of that. `told` hears each row.
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
        told(left)
    return _solution(layers, measure), None if bare is None else _solution(bare, measure)


def _solution(layers: Layers, measure: Measure) -> Solution:
    """Its values are exact but for rounding."""
    rows, values = len(measure.earned), layers.values
    rounding = _ROUNDINGS * rows * float(np.finfo(np.float64).eps) * max(1.0, float(values.max()))
    return Solution(layers.layout, values, rounding, rows)
