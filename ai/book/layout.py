"""How a book lies in memory, without a kernel: for whoever packs, looks up, or only reads.

The body of a book is one array of 64-bit words:

    0          the number of buckets less one
    1 .. 7     where buckets, halves, positions, abouts, lists, runs and moves begin (words)
    buckets    32 bits each: the number of the first position of each bucket, and of the end
    halves     every half of a board that there is, ascending: five columns, ten bits each (as `Position.cells`)
    positions  one word each, those of a bucket together: number of the half with columns 0 to 4 17 bits, of that
               with columns 5 to 9 17 bits, bag 7 bits, extra 3 bits, first move 20 bits
    abouts     32 bits for each position: number of its list 18 bits, its mean value 14 bits
    lists      one word each: first run 24 bits, runs 12 bits, moves 7 bits
    runs       16 bits each: number of the run's first sequence << 4 | number of its move from 1 on, 0: no move;
               32 bits in lists with more than 15 moves: the same with << 16. What is alike is there once
    moves      16 bits each: piece 3, orientation 2, column 4, row 4, spin 2

Of a position and its mirror image only the smaller one is kept (first by columns 0 to 4, bag and extra, see `key`).
"""

from __future__ import annotations

from typing import Literal

from game.tetris.guideline.openers.position import HEIGHT, Position

Mode = Literal["srs", "cold-clear"]  # how a placement was found to be possible

HEAD = 8
MASK, BUCKETS, HALVES, POSITIONS, ABOUTS, LISTS, RUNS, MOVES = range(HEAD)
HALF = 5 * HEIGHT
COLUMNS_HALF = (1 << HALF) - 1
BAG_BITS, VALUE_BITS, NARROW = 7, 14, 15
HALF_NUMBER, FIRST_MOVE, LIST_NUMBER = 17, 20, 18
FIRST_RUN, RUN_COUNT, MOVE_COUNT = 24, 12, 7
LETTERS, MOVES_OF = 2 * HALF_NUMBER, 2 * HALF_NUMBER + BAG_BITS + 3  # where they begin in a position's word
FULL_VALUE = (1 << VALUE_BITS) - 1


def key(position: Position) -> tuple[int, int]:
    """A position as two words: columns 0 to 4 with bag and extra above them, columns 5 to 9."""
    low = position.cells & COLUMNS_HALF
    return low | position.bag << HALF | position.extra << HALF + BAG_BITS, position.cells >> HALF
