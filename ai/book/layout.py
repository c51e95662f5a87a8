"""How a book lies in memory, without a kernel: for whoever packs, looks up, or only reads.

The body of a book is one array of 64-bit words:

    0 .. 4     the number of buckets less one; where buckets, positions, runs and moves begin (words)
    buckets    32 bits each: the number of the first position of each bucket, and of the end
    positions  three words each, those of a bucket together
        0      columns 0 to 4, ten bits each (as `Position.cells`), bag 7 bits, extra 3 bits
        1      columns 5 to 9, then 14 bits of the mean value
        2      first run 24 bits, runs 12 bits, first move 20 bits, moves 7 bits
    runs       16 bits each: number of the run's first sequence << 4 | number of its move from 1 on, 0: no move;
               32 bits in positions with more than 15 moves: the same with << 16. What is alike is there once
    moves      16 bits each: piece 3, orientation 2, column 4, row 4, spin 2

Of a position and its mirror image only the smaller one (by words 0 and 1) is kept.
"""

from __future__ import annotations

from typing import Literal

from game.tetris.guideline.openers.position import HEIGHT

Mode = Literal["srs", "cold-clear"]  # how a placement was found to be possible

HEAD, POSITION_WORDS = 5, 3
MASK, BUCKETS, POSITIONS, RUNS, MOVES = 0, 1, 2, 3, 4
HALF = 5 * HEIGHT
COLUMNS_HALF = (1 << HALF) - 1
BAG_BITS, VALUE_BITS, NARROW = 7, 14, 15
FIRST_RUN, RUN_COUNT, FIRST_MOVE, MOVE_COUNT = 24, 12, 20, 7
FULL_VALUE = (1 << VALUE_BITS) - 1
