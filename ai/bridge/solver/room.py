"""Arrays that a search writes to, and the levels of the tables that it may look into."""

from __future__ import annotations

from typing import Literal, NamedTuple

import msgspec
import numpy as np
from numpy.typing import NDArray

from ai.bridge.tables.index import LEVELS, NO_LEVEL, arrays

Words = NDArray[np.int64]

WORD, CARDS, NEED, LOW, HIGH, SUIT, LEADS, NEXT, COUNT, FRAME_FIELDS = range(10)
CHILD_WORD, CHILD_TURNED, CHILD_BOUNDS, CHILD_FIELDS = range(4)
MOST_CHILDREN = 3  # replies to one lead that matter
KEY, BOUNDS, ENTRY_FIELDS = range(3)  # of the table of results
NODES, FROM_TABLE, TALLIES = range(3)
TABLE_BITS = 17  # 2^17 entries of 16 bytes, 2 MB
MOST_CARDS = 13


class SolverWorkspace(NamedTuple):
    """The arrays of a search. What the table of results holds is true for ever, so it is never cleared.

    `results`: [2^bits, ENTRY_FIELDS] a position's word and the bounds of its tricks, low | high << 4;
    `frames`: [depth, FRAME_FIELDS]; `children`: [depth, MOST_CHILDREN, CHILD_FIELDS];
    `tally`: [TALLIES] nodes expanded so far, and positions looked up in the levels.
    """

    results: Words
    frames: Words
    children: Words
    tally: Words


class Levels(NamedTuple):
    """Levels of the tables in memory, with their index (`ai.bridge.tables.index.Index`).

    `values`: entries, suit-major, one level behind the other; `starts`: [no-trump, level] -> where it starts, -1 if
    it is not there.
    """

    values: NDArray[np.uint8]
    starts: Words
    numbers: NDArray[np.int32]
    low: NDArray[np.int32]
    high: NDArray[np.int32]
    sizes: Words


def new_room(table_bits: int = TABLE_BITS) -> SolverWorkspace:
    """An empty room with 2^`table_bits` results, 16 bytes each."""
    return SolverWorkspace(
        results=np.zeros((1 << table_bits, ENTRY_FIELDS), np.int64),
        frames=np.zeros((MOST_CARDS + 1, FRAME_FIELDS), np.int64),
        children=np.zeros((MOST_CARDS + 1, MOST_CHILDREN, CHILD_FIELDS), np.int64),
        tally=np.zeros(TALLIES, np.int64),
    )


def no_levels() -> Levels:
    """No table at all."""
    starts = np.full((2, LEVELS + 1), NO_LEVEL, np.int64)
    return levels_of(np.zeros(1, np.uint8), starts)


def levels_of(values: NDArray[np.uint8], starts: Words) -> Levels:
    """These entries with their index."""
    index = arrays()
    return Levels(values, starts, index.numbers, index.low, index.high, index.sizes)


# What a solver or a table says of a position of the play stage.

Source = Literal["table", "search"]


class CardWorth(msgspec.Struct, frozen=True):
    """A legal card (13 * suit + rank) and the tricks that the first hand takes once it is played."""

    card: int
    tricks: int


class Solved(msgspec.Struct, frozen=True):
    """The tricks of the first hand from here on with best play, and after each legal card, best card first.

    `source` is `table` where every answer was looked up; `nodes` counts the positions that were expanded.
    """

    tricks: int
    cards: tuple[CardWorth, ...]
    source: Source
    nodes: int
