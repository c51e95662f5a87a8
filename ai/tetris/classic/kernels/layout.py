"""How boards and placements lie in memory, for all kernels of classic Tetris.

A board is one array of 64-bit integers. It holds the same cells twice, by rows and by columns, since rows tell
what is full and columns tell what is covered:

    column x   0123456789                 board[ROW + y]      bit x: the cell in column x and row y is filled
    row 16     ..........                 board[COLUMN + x]   bit y: the same cell
    row 17     .x...xx...                 board[OUTLINE + x]  the row of the topmost filled cell of a column
    row 18     .xx.xx.x..
    row 19     xxxx.xxx..                 board[ROW + 17]     = 0b0001100010, column 0 is the lowest bit
    row 20     ##########  floor          board[COLUMN + 1]   = 1 << 17 | 1 << 18 | 1 << 19
    .. 23      ##########                 board[OUTLINE + 1]  = 17; 20 for an empty column

Row 0 is the top, so a column's topmost cell is its lowest bit. Four full rows lie below as the floor; columns
have no floor. `board[TOP]` is the smallest outline.

A placement is one integer, rotation << 12 | x << 6 | y: sorting them sorts by rotation, then x, then y.

A value is an equity as one integer, lower is better, in units of 1 / SCALE of a point. Integers add without
rounding: whatever order or shortcut a sum is made by, it is the same to the last bit, and moves that are worth
the same are seen to be. Seven is a factor of SCALE for the sake of the mean over seven pieces.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from ai.kernel import small
from game.tetris.classic.board import Board

Words = NDArray[np.int64]

PARTS = 10**12  # values are rounded to this part of a point
SCALE = 7 * PARTS

WIDTH, HEIGHT, FULL, TOP = 0, 1, 2, 3
ROW, COLUMN, OUTLINE, BOARD_WORDS = 8, 56, 96, 136
FLOOR_ROWS = 4
MOST_MOVES = 4 * 32 * 40  # more than any piece has, sliding or not


@small
def rotation_of(at: int) -> int:
    """The rotation of a placement."""
    return at >> 12


@small
def x_of(at: int) -> int:
    """The column of a placement's left edge."""
    return at >> 6 & 63


@small
def y_of(at: int) -> int:
    """The row of a placement's top edge."""
    return at & 63


@small
def packed(rotation: int, x: int, y: int) -> int:
    """A placement as one integer."""
    return rotation << 12 | x << 6 | y


def board_words(board: Board) -> Words:
    """The board as kernels take it."""
    words = np.zeros(BOARD_WORDS, np.int64)
    words[WIDTH], words[HEIGHT] = board.width, board.height
    words[FULL], words[TOP] = board.full_row, board.top
    words[ROW : ROW + board.height] = board.rows
    words[ROW + board.height : ROW + board.height + FLOOR_ROWS] = board.full_row
    for x in range(board.width):
        words[COLUMN + x] = sum(1 << y for y, row in enumerate(board.rows) if row >> x & 1)
        words[OUTLINE + x] = board.outline[x]
    return words


def board_of(words: Words) -> Board:
    """The board that kernels have left."""
    width, height = int(words[WIDTH]), int(words[HEIGHT])
    return Board(width, height, tuple(int(row) for row in words[ROW : ROW + height]))
