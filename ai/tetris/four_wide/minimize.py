"""The least model: states that nothing can tell apart are one class, counted and proved.

Hashes do a round of refinement in one pass. A collision could only merge classes that should be apart; the
exact comparison at the end shows that none did, and a partition that is stable and never finer than the
coarsest one is the coarsest one.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator

import numpy as np
from numpy.typing import NDArray

from ai.tetris.four_wide.kernels.refining import ROOM, WORDS, find_unlike, sign
from ai.tetris.four_wide.kernels.situations import Words
from ai.tetris.four_wide.layout import Layout, heads_of
from game.errors import KibitzError


def rounds(layout: Layout) -> Iterator[tuple[int, Words]]:
    """The number of classes after each round, with the signature of every state; ends when it stays the same."""
    classes, signed = np.zeros(layout.states, np.int64), np.empty(layout.states, np.int64)
    heads, room = _heads(layout), np.zeros(ROOM, np.int64)
    before = 1
    while True:
        for first, last in layout.slices():
            sign(first, last, *_branches(layout), classes, heads, layout.targets, signed, room)
        count = _different(signed)
        yield count, signed
        if count == before:
            return
        before, classes, signed = count, signed, classes


def classes_of(
    layout: Layout, told: Callable[[int], object] = lambda _: None
) -> tuple[int, NDArray[np.int32]]:
    """The number of classes, and the class of every state, proved; `told` hears the count of each round."""
    signed = np.zeros(0, np.int64)
    count = 0
    for count, signed in rounds(layout):  # noqa: B007 (the last round's is what is wanted)
        told(count)
    _, numbered = np.unique(signed, return_inverse=True)
    order = np.argsort(numbered, kind="stable")
    certify(layout, numbered, order)
    return count, numbered.astype(np.int32)


def certify(layout: Layout, classes: Words, order: Words) -> None:
    """Compare every state word for word with the first of its class. Raises `KibitzError` where one differs."""
    room = np.zeros(ROOM + 2 * WORDS, np.int64)
    unlike = find_unlike(order, *_branches(layout), classes, _heads(layout), layout.targets, room)
    if unlike >= 0:
        raise KibitzError(
            f"two states of different kinds have the same hash (state {unlike}); nothing was kept"
        )


def _heads(layout: Layout) -> Words:
    return heads_of(layout.edges, layout.sources, layout.fields)


def _branches(layout: Layout) -> tuple[Words, NDArray[np.int8], NDArray[np.int32]]:
    return layout.begins, layout.pieces, layout.after


def _different(words: Words) -> int:
    """How many different words there are."""
    in_order = np.sort(words)
    return 1 + int(np.count_nonzero(in_order[1:] != in_order[:-1]))
