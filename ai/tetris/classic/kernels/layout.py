"""Layout of boards and placements in memory, for all kernels of classic Tetris.

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

from functools import lru_cache

import numpy as np
from numpy.typing import NDArray

from ai.kernel import small
from game.tetris.classic.board import Board
from game.tetris.classic.pieces import HEIGHTS, MASKS, WIDTHS
from game.tetris.classic.pieces import SHAPES as CELLS
from game.tetris.classic.pieces import SHAPES as PIECE_SHAPES
from game.tetris.classic.rules import DECIDED, PIVOTS, RULE_NAMES, Rules

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


# The seven pieces as one array that kernels read.
#
# The entry of a rotation begins at `(piece * 4 + rotation) * SHAPE_WORDS`. For T in rotation 2, whose box is
#
#         .#.        S_WIDTH 3, S_HEIGHT 2
#         ###        S_ROW    0b010, 0b111, 0, 0        the rows of the box, its left column is the lowest bit
#                    S_COLUMN 0b10, 0b11, 0b10, 0       the columns of the box, its top row is the lowest bit
#                    S_TOP    1, 0, 1                   the topmost filled row of each column
#                    S_FOOT   1, 1, 1                   the lowest filled row of each column

SHAPE_WORDS = 24
S_WIDTH, S_HEIGHT, S_ROW, S_COLUMN, S_TOP, S_FOOT = 0, 1, 4, 8, 12, 16
MOST_ROTATIONS = 4
PIECE_KINDS = len(CELLS)


def _shapes() -> Words:
    shapes = np.zeros((PIECE_KINDS, MOST_ROTATIONS, SHAPE_WORDS), np.int64)
    for piece, rotations in enumerate(CELLS):
        for rotation, cells in enumerate(rotations):
            entry = shapes[piece, rotation]
            entry[S_WIDTH], entry[S_HEIGHT] = WIDTHS[piece][rotation], HEIGHTS[piece][rotation]
            entry[S_ROW : S_ROW + HEIGHTS[piece][rotation]] = MASKS[piece][rotation]
            for column in range(WIDTHS[piece][rotation]):
                filled = [y for x, y in cells if x == column]
                entry[S_COLUMN + column] = sum(1 << y for y in filled)
                entry[S_TOP + column], entry[S_FOOT + column] = min(filled), max(filled)
    return shapes.ravel()


SHAPES = _shapes()
ROTATIONS = np.array([len(rotations) for rotations in CELLS], np.int64)


# A rule set as one array that kernels read: where pieces start, and where they may fall from.

KIND, SLIDING = 0, 1
CALM = 2  # the rows from the top that have to be free so that nothing is in the way of any piece
STARTS = 3  # the rows from the top that have to be free so that every piece can start
START_ROWS = 8  # + 2 * piece: the two top rows of the board that a new piece fills
FROM_X, FROM_Y = 24, 56  # + 4 * piece + rotation: where the piece begins to move sideways in this rotation
FIRST, END = 88, 120  # + 4 * piece + rotation: the columns it can reach on an empty board, END excluded
RULE_WORDS = 152
START_DEPTH = 2  # rows that pieces in rotation 0 fill

SPAWN, SIMPLIFIED, FAHEY = (RULE_NAMES.index(name) for name in ("spawn", "simplified", "fahey"))


@lru_cache(maxsize=64)
def rule_words(rules: Rules) -> Words:
    """The rule set as kernels take it."""
    words = np.zeros(RULE_WORDS, np.int64)
    words[KIND], words[SLIDING] = RULE_NAMES.index(rules.name), rules.sliding
    empty = Board.empty(rules.width, rules.height)
    lowest = 0
    for piece in range(PIECE_KINDS):
        _note_start(words, rules, piece)
        for at in rules.hover(empty, piece):
            entry = MOST_ROTATIONS * piece + at.rotation
            words[FIRST + entry] = min(words[FIRST + entry], at.x) if words[END + entry] else at.x
            words[END + entry] = max(words[END + entry], at.x + 1)
            lowest = max(lowest, at.y + HEIGHTS[piece][at.rotation])
    words[CALM] = max(lowest, MOST_ROTATIONS)
    words[STARTS] = MOST_ROTATIONS if rules.name == "simplified" else START_DEPTH
    return words


def _note_start(words: Words, rules: Rules, piece: int) -> None:
    """Note where a new piece appears, and where it moves sideways from in each of its rotations."""
    start = rules.start(piece)
    if start.y == 0:  # simplified: pieces come from above the board
        for row, mask in enumerate(MASKS[piece][0]):
            words[START_ROWS + 2 * piece + row] = mask << start.x
    for rotation in range(len(PIECE_SHAPES[piece])):
        x, y = start.x, start.y
        if rules.name == "fahey":
            x, y = rules.width // 2 - PIVOTS[piece][rotation][0], DECIDED - PIVOTS[piece][rotation][1]
        words[FROM_X + MOST_ROTATIONS * piece + rotation] = x
        words[FROM_Y + MOST_ROTATIONS * piece + rotation] = y
