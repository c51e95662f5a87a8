"""How long a combo lasts under best play: the chance of every length, from the chain that the policy makes.

The chance to survive n more pieces follows step by step from that to survive n - 1, along the best placements.
After some steps it shrinks by the same share from bag to bag (from piece to piece without bags); from there on
it is a geometric series. That the lengths then average to the value that the solver found by another way is the proof.
"""

from __future__ import annotations

from collections.abc import Callable
from itertools import permutations

import numpy as np
from numpy.typing import NDArray

from ai.tetris.four_wide.catalogue import prepare
from ai.tetris.four_wide.kernels.situations import FULL
from ai.tetris.four_wide.kernels.values import list_followers, survive
from ai.tetris.four_wide.layout import Layout
from ai.tetris.four_wide.lengths.lasting import Lasting
from ai.tetris.four_wide.policy import Policy
from ai.tetris.four_wide.solving.size import bytes_to_follow

STEADY = 1e-9  # how much the share may still change from one period to the next
MOST = 20_000  # steps


def lasting_of(policy: Policy, told: Callable[[int, float], object] = lambda *_: None) -> Lasting:
    """The lengths of a policy's combos from a fresh start; `told` hears each step and the chance to get so far.

    Raises `BadInput` where memory does not suffice.
    """
    layout = prepare(policy.model, bytes_to_follow)
    follow, start = _followers(layout, policy.states), _fresh(layout)
    alive, renewed, sums = np.ones(layout.states + 1), np.zeros(layout.states + 1), np.zeros(layout.fields)
    alive[0] = 0.0  # what follows where nothing clears a line
    period = 7 if policy.model.randomizer == "bag" else 1
    survival = [1.0]
    while len(survival) < MOST and not _steady(survival, period):
        for first, last in layout.slices():
            survive(first, last, layout.begins, follow, alive, renewed, sums)
        alive, renewed = renewed, alive
        survival.append(float(alive[start].mean()))
        told(len(survival) - 1, survival[-1])
    ratio = survival[-1] / survival[-1 - period]
    tail = sum(survival[-period:]) * ratio / (1.0 - ratio)
    return Lasting(survival, period, ratio, sum(survival[1:]) + tail)


def _steady(survival: list[float], period: int) -> bool:
    """Whether the share that survives a period has stayed the same, for each piece of the last period."""
    if len(survival) < 14 + 2 * period:
        return False
    last = np.array(survival[-3 * period :] if period > 1 else survival[-8:])
    shares = last[period:] / last[:-period]
    return bool(np.ptp(shares) <= STEADY * (1.0 - shares[-1]))


def _followers(layout: Layout, worth: NDArray[np.generic]) -> NDArray[np.int32]:
    """By branch and field the state that the best placement leads to, plus one; 0 where nothing clears a line."""
    follow = np.empty(len(layout.pieces) // 2 * layout.fields, np.int32)
    lists = (layout.begins, layout.pieces, layout.after, worth.astype(np.float32))
    graph = (layout.edges, layout.sources, layout.targets)
    room = np.zeros(layout.fields, np.float32)
    for first, last in layout.slices():
        list_followers(first, last, *lists, *graph, follow, room)
    return follow


def _fresh(layout: Layout) -> NDArray[np.int64]:
    """The states of a fresh start, plus one, each equally likely: with bags, the queue begins a new one."""
    model, fields = layout.model, layout.fields
    place = layout.graph.number(model.start)
    if model.randomizer == "random":
        mirrored = np.where(layout.places & 1, layout.graph.mirror[place], place)
        return 1 + (layout.places >> 1).astype(np.int64) * fields + mirrored
    found = []
    for queue in permutations(range(7), model.previews):
        rest = FULL & ~sum(1 << piece for piece in queue) if queue else 0
        for hold in range(7) if model.hold else (None,):
            number, mirror = layout.find(hold, queue, rest)
            found.append(1 + number * fields + int(layout.graph.mirror[place] if mirror else place))
    return np.array(found, np.int64)
