"""Value iteration: sweeps in the order of the bag's phase, and jumps along the slowest direction.

After some sweeps all change points in one direction and shrinks by the same share from sweep to sweep; then
the rest of the way is known, and the values jump to where the shrinking series ends. A certificate follows
from one exact step T: where |TV - V| <= e everywhere, no value is wrong by more than e * (1 + V), since a
value is itself the expected number of steps to come.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import NamedTuple

import numpy as np

from ai.tetris.four_wide.kernels.values import Values, sweep
from ai.tetris.four_wide.layout import Layout

STEADY = 0.001  # how steady the shrinking is before a jump, as a share of what it lacks to 1
FINE = 1e-12  # the change of a sweep, as a share of the largest value, at which all is told
MOST_SWEEPS = 5_000
SAMPLE = 1_000_000  # values that tell how the change shrinks; of more than these, every second, third …
NO_FLOORS = np.zeros((0, 0))


class Standing(NamedTuple):
    """Where a run stands between two sweeps. From here it goes on to the same last bit, whoever goes on.

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


Told = Callable[[Standing, float], object]  # told after each sweep: where it stands, and the largest change


def solve(
    layout: Layout,
    told: Told = lambda *_: None,
    start: Standing | None = None,
    floors: Values = NO_FLOORS,
) -> Solution:
    """The values of a model; from `start`, whose values are renewed in place, where an earlier run had come so far.

    `floors` as in `kernels.values`. `told` may raise to end it.
    """
    at = start or Standing(0, 0.0, np.zeros(0), np.zeros(layout.states))
    values, before = at.values, np.empty(layout.states)
    while at.iteration < MOST_SWEEPS:
        before[:] = values
        largest = _over_all(layout, values, floors, values)
        if largest <= FINE * max(1.0, float(values.max())):
            break
        before -= values  # now the change, with its sign turned
        at = _led_on(at, before)
        told(at, largest)
    before[:] = values
    rest = _over_all(layout, values, floors, before)
    return Solution(layout, values, rest * (1.0 + float(values.max())) / (1.0 - rest), at.iteration + 1)


def _led_on(at: Standing, fallen: Values) -> Standing:
    """Where it stands after a sweep by which the values have fallen so much; after a jump, if it is time for one."""
    sample = fallen[:: -(-len(fallen) // SAMPLE)].copy()
    length = float(at.change @ at.change) if len(at.change) else 0.0
    share = float(sample @ at.change) / length if length else 0.0
    if 0.2 < share < 1.0 and abs(share - at.share) < STEADY * (1.0 - share):
        fallen *= share / (1.0 - share)
        np.subtract(at.values, fallen, out=at.values)
        return Standing(at.iteration + 1, 0.0, np.zeros(0), at.values)
    return Standing(at.iteration + 1, share, sample, at.values)


def _over_all(layout: Layout, values: Values, floors: Values, renewed: Values) -> float:
    """The largest change of a step over all situations, in order; control comes back between slices."""
    room = np.zeros(2 * layout.fields)
    lists = (layout.begins, layout.pieces, layout.after, values)
    graph = (layout.edges, layout.sources, layout.targets)
    return max(sweep(first, last, *lists, *graph, floors, renewed, room) for first, last in layout.slices())
