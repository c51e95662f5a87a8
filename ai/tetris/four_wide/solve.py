"""Value iteration: sweeps in the order of the bag's phase, and jumps along the slowest direction.

After some sweeps all change points in one direction and shrinks by the same share from sweep to sweep; then
the rest of the way is known, and the values jump to where the shrinking series ends. A certificate follows
from one exact step T: where |TV - V| <= e everywhere, no value is wrong by more than e * (1 + V), since a
value is itself the expected number of steps to come.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass

import numpy as np

from ai.tetris.four_wide.kernels.values import Values, residual, sweep
from ai.tetris.four_wide.layout import Layout

STEADY = 0.001  # how steady the shrinking is before a jump, as a share of what it lacks to 1
FINE = 1e-12  # the change of a sweep, as a share of the largest value, at which all is told
MOST_SWEEPS = 5_000


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


Told = Callable[
    [int, float, Values], object
]  # told after each sweep: its number, how much it has changed, the values


def solve(layout: Layout, told: Told = lambda *_: None, start: Values | None = None) -> Solution:
    """The values of a model, from `start` where an earlier run had come so far; `told` may raise to end it."""
    values = np.zeros(layout.states) if start is None else start.astype(np.float64, copy=True)
    before, change, share = values.copy(), np.zeros(0), 0.0
    for iteration in range(1, MOST_SWEEPS + 1):
        largest = _over_all(layout, values, sweep)
        told(iteration, largest, values)
        if largest <= FINE * max(1.0, float(values.max())):
            break
        before -= values  # now the change, with its sign turned
        length = float(change @ change) if len(change) else 0.0
        now = float(before @ change) / length if length else 0.0
        if 0.2 < now < 1.0 and abs(now - share) < STEADY * (1.0 - now):
            values -= before * (now / (1.0 - now))
            change, share = np.zeros(0), 0.0
            before = values.copy()
        else:
            change, share = before, now
            before = values.copy()
    rest = _over_all(layout, values, residual)
    return Solution(layout, values, rest * (1.0 + float(values.max())) / (1.0 - rest), iteration)


def _over_all(layout: Layout, values: Values, step: Callable[..., float]) -> float:
    """The largest change of a step over all situations, in order; control comes back between slices."""
    room = np.zeros(2 * layout.fields)
    lists = (layout.begins, layout.pieces, layout.after, values)
    graph = (layout.edges, layout.sources, layout.targets)
    return max(step(first, last, *lists, *graph, room) for first, last in layout.slices())
