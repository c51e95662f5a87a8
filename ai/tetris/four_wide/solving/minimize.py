"""The least model: states that nothing can tell apart are one class, counted and proved.

Hashes do a round of refinement in one pass. A collision could only merge classes that should be apart; the
exact comparison at the end shows that none did, and a partition that is stable and never finer than the
coarsest one is the coarsest one.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import NamedTuple

import numpy as np

from ai.tetris.four_wide.kernels.refining import ROOM, WORDS, find_unlike, sign
from ai.tetris.four_wide.kernels.situations import Bytes, Numbers, Words
from ai.tetris.four_wide.layout import Layout, heads_of
from game.errors import KibitzError

PART = 1_000_000  # states that are numbered at a time


class Round(NamedTuple):
    """A round of refinement: how many classes it has found, the signature of every state, and all in order."""

    classes: int
    signed: Words
    in_order: Words


Told = Callable[[Round], object]


def rounds(layout: Layout, last: tuple[int, Words] | None = None) -> Iterator[Round]:
    """Round after round, until the number of classes stays the same.

    `last`: count and signatures of an earlier run's last round, to go on from. What is yielded is overwritten
    by the next round but one.
    """
    before, classes = last or (1, np.zeros(layout.states, np.int64))
    signed, heads, room = np.empty(layout.states, np.int64), _heads(layout), np.zeros(ROOM, np.int64)
    while True:
        for first, end in layout.slices():
            sign(first, end, *_branches(layout), classes, heads, layout.targets, signed, room)
        classes[:] = signed  # what was in it is not needed any more
        classes.sort()
        count = 1 + int(np.count_nonzero(classes[1:] != classes[:-1]))
        yield Round(count, signed, classes)
        if count == before:
            return
        before, classes, signed = count, signed, classes


def classes_of(
    layout: Layout, told: Told = lambda _: None, last: tuple[int, Words] | None = None
) -> tuple[int, Numbers]:
    """The number of classes, and the class of every state, proved; `told` hears each round. `last` as in `rounds`."""
    for found in rounds(layout, last):
        told(found)
    count, signed, in_order = found
    different = np.concatenate([in_order[:1], in_order[1:][in_order[1:] != in_order[:-1]]])
    del found, in_order  # a third of the memory that is needed here
    classes = np.empty(layout.states, np.int32)
    for first in range(0, layout.states, PART):
        classes[first : first + PART] = np.searchsorted(different, signed[first : first + PART])
    del signed, different
    certify(layout, classes)
    return count, classes


def certify(layout: Layout, classes: Numbers) -> None:
    """Compare every state word for word with the first of its class. Raises `KibitzError` where one differs."""
    room, firsts = np.zeros(ROOM + 2 * WORDS, np.int64), np.full(1 + int(classes.max()), -1, np.int64)
    heads = _heads(layout)
    for first, last in layout.slices():
        unlike = find_unlike(first, last, *_branches(layout), classes, heads, layout.targets, firsts, room)
        if unlike >= 0:
            raise KibitzError(
                f"two states of different kinds have the same hash (state {unlike}); nothing was kept"
            )


def _heads(layout: Layout) -> Words:
    return heads_of(layout.edges, layout.sources, layout.fields)


def _branches(layout: Layout) -> tuple[Words, Bytes, Numbers]:
    return layout.begins, layout.pieces, layout.after
