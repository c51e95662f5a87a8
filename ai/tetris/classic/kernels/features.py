"""The features of linear controllers as bit counts, each already multiplied by its weight.

A column is a word, bit y for its cell in row y, row 0 on top: down is to the left. Nearly all a linear controller
sees is a sum over columns that look at their neighbours. It is kept by column, since a piece on three columns
changes only those and one on each side:

    LINE    wall | column 0 | column 1 | .. | column W-1 | wall | wall       the walls are filled columns
    LOCAL          0          1                W-1         W                 what each adds; W: the last wall

The desk is one int64 array: weights, which `linear.py` lays out, then two views: of the board under judgement
(KNOWN), and of a board that a move would leave (LEFT).
"""

from __future__ import annotations

from ai.bits import count_bits, lowest_bit
from ai.kernel import inlined, tight
from ai.tetris.classic.kernels.layout import COLUMN, HEIGHT, OUTLINE, WIDTH, Words
from ai.tetris.classic.kernels.shapes import S_COLUMN, S_WIDTH, SHAPES

# weights: what one unit adds to the value, in units of 1/SCALE
LANDING, ERODED, ROW_CHANGE, COLUMN_CHANGE, HOLE, DEPTH, SPOILT = range(7)  # LANDING: by half a row
WELL = 8  # + 0..3: a cell of a well so many cells below one between filled neighbours; 3: or more
STEP = 12  # + 0..3: each of the steps 0, +-1, +-2 or beyond that occurs between adjacent columns

# a view of a board
LINE, LOCAL, HOLLOW = 0, 40, 80  # by column; HOLLOW: the holes
BEFORE, BEHIND = 120, 160  # the rows with holes in the columns 0..x-1; in the columns x..
LOCALS, STEPS = 200, 201  # the sum of LOCAL; how often each step occurs, a counter of FIELD bits each
VIEW_WORDS = 208
KNOWN, LEFT = 128, 128 + VIEW_WORDS
DESK_WORDS = 128 + 2 * VIEW_WORDS

FIELD = 6  # at most 31 pairs of columns
MOST_STEP = 3


@inlined
def column_value(left: int, column: int, right: int, cells: int, desk: Words) -> int:
    """What a column adds between its neighbours; `cells` are all cells of a column."""
    empty = ~column & cells
    standing = column | (cells + 1)  # on the floor
    value: int = desk[ROW_CHANGE] * count_bits(left ^ column)
    value += desk[COLUMN_CHANGE] * count_bits((standing ^ (standing << 1)) & (2 * cells + 1))
    value += desk[HOLE] * count_bits(hollow(column, cells))
    well, below = left & right & empty, 0
    while well != 0:
        value += desk[WELL + below] * count_bits(well)
        well = (well << 1) & empty
        below = min(below + 1, 3)
    lid = (empty >> 1) & column
    while lid != 0:
        value += desk[DEPTH] * count_bits(lid)
        lid = (lid >> 1) & column
    return value


@inlined
def hollow(column: int, cells: int) -> int:
    """The empty cells of a column below its topmost filled one."""
    return ~column & -(column & -column) & cells


@inlined
def step(higher: int, lower: int) -> int:
    """A counter that holds one step between two outlines."""
    return 1 << FIELD * (min(max(higher - lower, -MOST_STEP), MOST_STEP) + MOST_STEP)


@inlined
def steps_value(steps: int, desk: Words) -> int:
    """What the steps between adjacent columns add: each by whether it occurs at all."""
    value = 0
    for way in range(2 * MOST_STEP + 1):
        if (steps >> FIELD * way) & ((1 << FIELD) - 1):
            value += desk[STEP + abs(way - MOST_STEP)]
    return value


@tight
def survey(board: Words, desk: Words, view: int) -> int:
    """The value of a board by itself; all that `view` keeps of it is written there."""
    width, cells = board[WIDTH], (1 << board[HEIGHT]) - 1
    line = view + LINE + 1
    desk[line - 1] = desk[line + width] = desk[line + width + 1] = cells
    for x in range(width):
        desk[line + x] = board[COLUMN + x]
    value: int = -desk[COLUMN_CHANGE]  # the wall at the end changes once, at its top
    rows = steps = 0
    for x in range(width + 1):
        column = desk[line + x]
        local = column_value(desk[line + x - 1], column, desk[line + x + 1], cells, desk)
        desk[view + LOCAL + x] = local
        desk[view + BEFORE + x] = rows
        rows |= hollow(column, cells)
        value += local
    for x in range(1, width):
        steps += step(board[OUTLINE + x - 1], board[OUTLINE + x])
    behind = 0
    for x in range(width, -1, -1):
        behind |= hollow(desk[line + x], cells)
        desk[view + BEHIND + x] = behind
    desk[view + LOCALS], desk[view + STEPS] = value, steps
    value += desk[SPOILT] * count_bits(rows) + steps_value(steps, desk)
    return value


@inlined
def landed_value(board: Words, shape: int, x: int, y: int, desk: Words) -> int:
    """The value of the surveyed board with a piece on it that fills no row."""
    width, cells = SHAPES[shape + S_WIDTH], (1 << board[HEIGHT]) - 1
    line = KNOWN + LINE + 1
    for i in range(width):
        desk[line + x + i] |= SHAPES[shape + S_COLUMN + i] << y
    value: int = desk[KNOWN + LOCALS]
    rows = desk[KNOWN + BEFORE + x] | desk[KNOWN + BEHIND + x + width]
    for i in range(max(x - 1, 0), x + width + 1):
        column = desk[line + i]
        value += column_value(desk[line + i - 1], column, desk[line + i + 1], cells, desk)
        value -= desk[KNOWN + LOCAL + i]
        rows |= hollow(column, cells)
    steps = desk[KNOWN + STEPS]
    for i in range(max(x, 1), min(x + width + 1, board[WIDTH])):
        steps -= step(board[OUTLINE + i - 1], board[OUTLINE + i])
        steps += step(outline(desk[line + i - 1], cells), outline(desk[line + i], cells))
    for i in range(width):
        desk[line + x + i] = board[COLUMN + x + i]
    value += desk[SPOILT] * count_bits(rows) + steps_value(steps, desk)
    return value


@inlined
def outline(column: int, cells: int) -> int:
    """The row of a column's topmost filled cell; the height of the board if it is empty."""
    return lowest_bit(column | (cells + 1))
