"""Length of a combo under best play: the chance of every length, from the chain that the policy makes.

The chance to survive n more pieces follows step by step from that to survive n - 1, along the best placements.
After some steps it shrinks by the same share from bag to bag (from piece to piece without bags); from there on
it is a geometric series. That the lengths then average to the value that the solver found by another way is the proof.

Apart from `lengths`, which a window reads: kernels do the work here, and a job runs it in a process of its own.
"""

from __future__ import annotations

import os
import threading
from collections.abc import Callable
from itertools import permutations
from math import log10
from typing import Any

import msgspec
import numpy as np
from numpy.typing import NDArray

from ai import child
from ai.tetris.four_wide import catalogue, lengths
from ai.tetris.four_wide.catalogue import prepare
from ai.tetris.four_wide.kernels.situations import FULL
from ai.tetris.four_wide.kernels.values import list_followers, survive
from ai.tetris.four_wide.layout import Layout
from ai.tetris.four_wide.lengths import ComboLengths, LengthProgress
from ai.tetris.four_wide.policy import Policy
from ai.tetris.four_wide.solving.size import bytes_to_follow, bytes_to_work_out, demand_memory
from game.errors import KibitzError
from game.tetris.four_wide.model import Model

STEADY = 1e-9  # how much the share may still change from one period to the next
MOST = 20_000  # steps


def lengths_of(policy: Policy, report: Callable[[int, float], object] = lambda *_: None) -> ComboLengths:
    """The lengths of a policy's combos from a fresh start; `report` hears each step and the chance to get so far.

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
        report(len(survival) - 1, survival[-1])
    ratio = survival[-1] / survival[-1 - period]
    tail = sum(survival[-period:]) * ratio / (1.0 - ratio)
    return ComboLengths(survival, period, ratio, sum(survival[1:]) + tail)


def _steady(survival: list[float], period: int) -> bool:
    """Return True if the share that survives a period has stayed the same, for each piece of the last period."""
    if len(survival) < 14 + 2 * period:
        return False
    last = np.array(survival[-3 * period :] if period > 1 else survival[-8:])
    shares = last[period:] / last[:-period]
    return bool(np.ptp(shares) <= STEADY * (1.0 - shares[-1]))


def _followers(layout: Layout, worth: NDArray[np.generic]) -> NDArray[np.int32]:
    """By branch and field the state that the best placement leads to, plus one; 0 where nothing clears a line."""
    follow = np.empty(len(layout.pieces) // 2 * layout.fields, np.int32)
    worths, room = worth.astype(np.float32), np.zeros(layout.fields, np.float32)
    for first, last in layout.slices():
        list_followers(first, last, layout.draws, worths, layout.continuations, follow, room)
    return follow


def _fresh(layout: Layout) -> NDArray[np.int64]:
    """The states of a fresh start, plus one, each equally likely: with bags, the queue begins a new one."""
    model, fields = layout.model, layout.fields
    place = layout.graph.number(model.start)
    if model.randomizer == "random":
        mirrored = np.where(layout.places & 1, layout.graph.mirror[place], place)
        return 1 + (layout.places >> 1).astype(np.int64) * fields + mirrored
    results = []
    for queue in permutations(range(7), model.previews):
        rest = FULL & ~sum(1 << piece for piece in queue) if queue else 0
        for hold in range(7) if model.hold else (None,):
            number, mirror = layout.find(hold, queue, rest)
            results.append(1 + number * fields + int(layout.graph.mirror[place] if mirror else place))
    return np.array(results, np.int64)


# The work of a job in a process of its own: a word a line on stdout, and an end when stdin is closed.

_COARSE, _FINE = 10.0, 1e-10  # changes at which solving begins, and at which it is nearly done
_STOPPING = threading.Event()
_PATIENCE = 20.0  # seconds that a sweep may go on when all is to end


class _Stopped(Exception):
    """The window has gone, or wants no more."""


def main(words: list[str]) -> int:
    """Solve the model of the order where it is not solved, and derive its lengths; the exit status."""
    if hasattr(os, "nice"):
        os.nice(10)  # a window that is open meanwhile comes first
    fields: dict[str, Any] = msgspec.json.decode(words[0])
    child.at_end_of_stdin(_STOPPING.set, _PATIENCE)
    try:
        model = Model(**fields)
        demand_memory(model, bytes_to_work_out)
        policy = _policy(model)
        combo_lengths = lengths_of(policy, lambda step, _: _say(LengthProgress("lengths", step)))
        lengths.keep(model, combo_lengths)
        _say(LengthProgress("done"))
    except _Stopped:
        return 1
    except (KibitzError, OSError, MemoryError) as error:
        _say(LengthProgress("done", error=str(error) or type(error).__name__))
        return 1
    return 0


def _policy(model: Model) -> Policy:
    if policy := catalogue.read(model):  # a damaged one is made anew
        return policy
    share = 0.0

    def report(number: int, change: float) -> None:
        nonlocal share
        share = max(share, min(1.0, log10(_COARSE / max(change, _FINE)) / log10(_COARSE / _FINE)))
        _say(LengthProgress("solve", number, share=share))

    catalogue.build(model, report)
    return Policy.read(catalogue.file_of(model))


def _say(word: LengthProgress) -> None:
    if _STOPPING.is_set():
        raise _Stopped
    print(msgspec.json.encode(word).decode(), flush=True)
