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

from ai.tetris.four_wide.kernels.situations import FULL
from ai.tetris.four_wide.layout import Layout, lay_out
from ai.tetris.four_wide.lengths.lasting import Lasting
from ai.tetris.four_wide.policy import Policy
from ai.tetris.four_wide.work import free_memory
from game.errors import BadInput

STEADY = 1e-9  # how much the share may still change from one period to the next
MOST = 20_000  # steps


def lasting_of(policy: Policy, told: Callable[[int, float], object] = lambda *_: None) -> Lasting:
    """The lengths of a policy's combos from a fresh start; `told` hears each step and the chance to get so far.

    Raises `BadInput` where memory does not suffice.
    """
    layout = lay_out(policy.model)
    need, free = 16 * len(layout.pieces) * layout.fields, free_memory()
    if free is not None and need > free:
        raise BadInput(
            f"the lengths of {policy.model.name} need {need / 1e9:.1f} GB of memory, {free / 1e9:.1f} GB are free"
        )
    follow, start = _followers(layout, policy.states), _fresh(layout)
    draws = np.diff(layout.begins)[:, None]
    alive = np.ones(layout.states + 1)
    alive[0] = 0.0  # what follows where nothing clears a line
    period = 7 if policy.model.randomizer == "bag" else 1
    survival = [1.0]
    while len(survival) < MOST and not _steady(survival, period):
        sums = np.add.reduceat(alive[follow], layout.begins[:-1], axis=0)
        alive[1:] = (sums / draws).ravel()
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
    branches = len(layout.pieces) // 2
    best = np.full((branches, layout.fields), -1.0, np.float32)
    follow = np.zeros((branches, layout.fields), np.int32)
    for second in range(2):  # first of equals: the current piece, as the policy plays
        pieces, after = layout.pieces[second::2], layout.after[second::2]
        for piece in range(7):
            rows = np.flatnonzero(pieces == piece)
            base, mirror = (after[rows] >> 1) * layout.fields, after[rows] & 1
            for edge in range(layout.edges[piece], layout.edges[piece + 1]):
                states = base + layout.targets[mirror, edge]
                values, source = worth[states].astype(np.float32), layout.sources[edge]
                better = values > best[rows, source]
                best[rows[better], source] = values[better]
                follow[rows[better], source] = states[better] + 1
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
