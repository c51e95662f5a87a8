"""The features of linear controllers as bit counts, each already multiplied by its weight.

A column is a word, bit y for its cell in row y, row 0 on top: down is to the left. Nearly all a linear controller
sees is a sum over columns that look at their neighbours. It is kept by column, since a piece on three columns
changes only those and the ones beside them:

    LINE    wall | column 0 | column 1 | .. | column W-1 | wall | wall       the walls are filled columns
    LOCAL          0          1                W-1         W                 what each adds; W: the last wall

The workspace is one int64 array: the weights in force, the words of the rule set, two views: of the board under
judgement (KNOWN), and of a board that a move would leave (LEFT). At the end lie the weights of a fine controller for
both stages, a low stack and a high one; `linear.py` lays them out.
"""

from __future__ import annotations

from ai.bits import count_bits, lowest_bit
from ai.kernel import inlined, tight
from ai.tetris.classic.kernels.layout import (
    COLUMN,
    FULL,
    HEIGHT,
    ROW,
    RULE_WORDS,
    S_COLUMN,
    S_HEIGHT,
    S_ROW,
    S_WIDTH,
    SHAPES,
    TOP,
    WIDTH,
    Words,
)

# weights: what one unit adds to the value, in units of 1/SCALE
LANDING, ERODED, ROW_CHANGE, COLUMN_CHANGE, HOLE, DEPTH = range(6)  # LANDING: by half a row
WELL = 6  # + 0..3: a cell of a well so many cells below one between filled neighbours; 3: or more
STEP = 10  # + 0..3: each of the steps 0, +-1, +-2 or beyond that occurs between adjacent columns
SPOILT = 14  # + 0..3: a row with holes that lacks one cell, two, three, more
FINE = 18  # 1 where the weights that follow count too; 0: SPOILT + 0 is that of every row with holes
LID = 20  # + 0..3: a row with a filled cell above a hole that lacks one cell, two, three, more
UNEVEN = 24  # a row of difference between adjacent columns
DEEP = 25  # a row of depth of a column below both its neighbours, from the third on
WIDE = (
    26  # + 0, 1: a row of depth of two columns below both their neighbours, from the second on; the third on
)
BLOCKED = 28  # a piece that could not start
TIED, PIVOT = 29, 32  # whether Dellacherie's ties count; by piece * 4 + rotation: the cell turned about
STAGE = 30  # the stage whose weights are in force: 0 while the stack is low, 1 from half the board on
TALL = 64  # + y: a column whose topmost filled cell is in row y
WEIGHTS = 112
RULES = WEIGHTS  # the words of the rule set

# a view of a board
LINE, LOCAL = 0, 40  # by column
BEFORE, BEHIND = 80, 120  # the rows with holes in the columns 0..x-1; in the columns x..
LIDS_BEFORE, LIDS_BEHIND = 160, 200  # the rows with lids, likewise
LOCALS, STEPS = 240, 241  # the sum of LOCAL; how often each step occurs, a counter of FIELD bits each
LACKING = 242  # + 0..2: the rows that lack one cell, two, three
VIEW_WORDS = 248
KNOWN = RULES + RULE_WORDS
LEFT = KNOWN + VIEW_WORDS
STAGES = LEFT + VIEW_WORDS
WORKSPACE_WORDS = STAGES + 2 * WEIGHTS

FIELD = 6  # at most 31 pairs of columns
MOST_STEP = 3


@tight
def take_stage(board: Words, workspace: Words) -> None:
    """Put the weights in force that a fine controller has for a stack as high as this one."""
    stage = 1 if 2 * board[TOP] <= board[HEIGHT] else 0
    if workspace[FINE] and workspace[STAGE] != stage:
        for n in range(WEIGHTS):
            workspace[n] = workspace[STAGES + stage * WEIGHTS + n]


@inlined
def outline(column: int, cells: int) -> int:
    """The row of a column's topmost filled cell; the height of the board if it is empty; 0 for a wall."""
    return lowest_bit(column | (cells + 1))


@inlined
def hollow(column: int, cells: int) -> int:
    """The holes of a column: its empty cells below the topmost filled one."""
    return ~column & -(column & -column) & cells


@inlined
def lids(column: int, cells: int) -> int:
    """The filled cells of a column with a hole anywhere below."""
    above = ~column & cells
    above |= above >> 1
    above |= above >> 2
    above |= above >> 4
    above |= above >> 8
    above |= above >> 16
    return column & (above | above >> 32)


@inlined
def column_value(left: int, column: int, right: int, cells: int, workspace: Words) -> int:
    """Return the share of a column between its neighbours; `cells` are all cells of a column."""
    empty = ~column & cells
    standing = column | (cells + 1)  # on the floor
    value: int = workspace[ROW_CHANGE] * count_bits(left ^ column)
    value += workspace[COLUMN_CHANGE] * count_bits((standing ^ (standing << 1)) & (2 * cells + 1))
    value += workspace[HOLE] * count_bits(hollow(column, cells))
    well, below = left & right & empty, 0
    while well != 0:
        value += workspace[WELL + below] * count_bits(well)
        well = (well << 1) & empty
        below = min(below + 1, 3)
    lid = (empty >> 1) & column
    while lid != 0:
        value += workspace[DEPTH] * count_bits(lid)
        lid = (lid >> 1) & column
    return value


@inlined
def outline_value(line: int, x: int, width: int, cells: int, workspace: Words) -> int:
    """Return the share of a column by its height and that of its neighbours: a fine controller's part."""
    value: int = 0
    if x < width:
        left, own = outline(workspace[line + x - 1], cells), outline(workspace[line + x], cells)
        right, beyond = outline(workspace[line + x + 1], cells), outline(workspace[line + x + 2], cells)
        value = workspace[TALL + own] + workspace[DEEP] * max(own - max(left, right) - 2, 0)
        if x > 0:
            value += workspace[UNEVEN] * abs(own - left)
        wide = min(own, right) - max(left, beyond)
        value += workspace[WIDE] * max(wide - 1, 0) + workspace[WIDE + 1] * max(wide - 2, 0)
    return value


@inlined
def local_value(line: int, x: int, width: int, cells: int, workspace: Words) -> int:
    """All that a column adds between its neighbours."""
    value: int = column_value(
        workspace[line + x - 1], workspace[line + x], workspace[line + x + 1], cells, workspace
    )
    if workspace[FINE]:
        value += outline_value(line, x, width, cells, workspace)
    return value


@inlined
def step(line: int, x: int, cells: int, workspace: Words) -> int:
    """A counter that holds one step: that from column x - 1 to column x."""
    way = outline(workspace[line + x - 1], cells) - outline(workspace[line + x], cells)
    return 1 << FIELD * (min(max(way, -MOST_STEP), MOST_STEP) + MOST_STEP)


@inlined
def steps_value(steps: int, workspace: Words) -> int:
    """Return the share of the steps between adjacent columns: each by whether it occurs at all."""
    value: int = 0
    for way in range(2 * MOST_STEP + 1):
        if (steps >> FIELD * way) & ((1 << FIELD) - 1):
            value += workspace[STEP + abs(way - MOST_STEP)]
    return value


@inlined
def by_lack(rows: int, one: int, two: int, three: int, weight: int, workspace: Words) -> int:
    """Return the share of rows by the cells they lack; `one`, `two`, `three`: the rows that lack so many."""
    value: int = workspace[weight] * count_bits(rows & one) + workspace[weight + 1] * count_bits(rows & two)
    value += workspace[weight + 2] * count_bits(rows & three)
    value += workspace[weight + 3] * count_bits(rows & ~(one | two | three))
    return value


@tight
def survey(board: Words, workspace: Words, view: int) -> int:
    """The value of a board by itself; all that `view` keeps of it is written there."""
    width, cells = board[WIDTH], (1 << board[HEIGHT]) - 1
    line = view + LINE + 1
    workspace[line - 1] = workspace[line + width] = workspace[line + width + 1] = cells
    for x in range(width):
        workspace[line + x] = board[COLUMN + x]
    value: int = -workspace[COLUMN_CHANGE]  # the wall at the end changes once, at its top
    rows = covers = steps = 0
    for x in range(width + 1):
        column = workspace[line + x]
        workspace[view + LOCAL + x] = local_value(line, x, width, cells, workspace)
        value += workspace[view + LOCAL + x]
        workspace[view + BEFORE + x], workspace[view + LIDS_BEFORE + x] = rows, covers
        rows |= hollow(column, cells)
        covers |= lids(column, cells)
        if 0 < x < width:
            steps += step(line, x, cells, workspace)
    workspace[view + LOCALS], workspace[view + STEPS] = value, steps
    survey_back(width, cells, workspace, view)
    value += steps_value(steps, workspace)
    if not workspace[FINE]:
        value += workspace[SPOILT] * count_bits(rows)
        return value
    survey_rows(board, workspace, view)
    one, two, three = workspace[view + LACKING], workspace[view + LACKING + 1], workspace[view + LACKING + 2]
    value += by_lack(rows, one, two, three, SPOILT, workspace) + by_lack(
        covers, one, two, three, LID, workspace
    )
    return value


@inlined
def survey_back(width: int, cells: int, workspace: Words, view: int) -> None:
    """The rows with holes and with lids, from the right."""
    rows = covers = 0
    for x in range(width, -1, -1):
        column = workspace[view + LINE + 1 + x]
        rows |= hollow(column, cells)
        covers |= lids(column, cells)
        workspace[view + BEHIND + x], workspace[view + LIDS_BEHIND + x] = rows, covers


@inlined
def survey_rows(board: Words, workspace: Words, view: int) -> None:
    """The rows that lack few cells."""
    workspace[view + LACKING] = workspace[view + LACKING + 1] = workspace[view + LACKING + 2] = 0
    for y in range(board[TOP], board[HEIGHT]):
        lack = count_bits(board[FULL] & ~board[ROW + y])
        if 1 <= lack <= 3:
            workspace[view + LACKING + lack - 1] |= 1 << y


@tight
def landed_value(board: Words, shape: int, x: int, y: int, workspace: Words) -> int:
    """The value of the surveyed board with a piece on it that fills no row."""
    width, end, cells = board[WIDTH], x + SHAPES[shape + S_WIDTH], (1 << board[HEIGHT]) - 1
    line = KNOWN + LINE + 1
    value: int = workspace[KNOWN + LOCALS]
    steps = workspace[KNOWN + STEPS]
    for i in range(max(x, 1), min(end + 1, width)):
        steps -= step(line, i, cells, workspace)
    for i in range(x, end):
        workspace[line + i] |= SHAPES[shape + S_COLUMN + i - x] << y
    for i in range(max(x, 1), min(end + 1, width)):
        steps += step(line, i, cells, workspace)
    for i in range(max(x - 1 - workspace[FINE], 0), end + 1):
        value += local_value(line, i, width, cells, workspace) - workspace[KNOWN + LOCAL + i]
    value += steps_value(steps, workspace) + rows_value(board, shape, x, y, workspace)
    for i in range(x, end):
        workspace[line + i] = board[COLUMN + i]
    return value


@inlined
def rows_value(board: Words, shape: int, x: int, y: int, workspace: Words) -> int:
    """Return the share of rows with holes and lids once the piece lies in the columns of the view."""
    end, cells = x + SHAPES[shape + S_WIDTH], (1 << board[HEIGHT]) - 1
    rows = workspace[KNOWN + BEFORE + x] | workspace[KNOWN + BEHIND + end]
    covers = workspace[KNOWN + LIDS_BEFORE + x] | workspace[KNOWN + LIDS_BEHIND + end]
    for i in range(x, end):
        column = workspace[KNOWN + LINE + 1 + i]
        rows |= hollow(column, cells)
        covers |= lids(column, cells)
    value: int = 0
    if not workspace[FINE]:
        value += workspace[SPOILT] * count_bits(rows)
        return value
    height = SHAPES[shape + S_HEIGHT]
    others = ~(((1 << height) - 1) << y)
    one, two, three = (
        workspace[KNOWN + LACKING],
        workspace[KNOWN + LACKING + 1],
        workspace[KNOWN + LACKING + 2],
    )
    one, two, three = one & others, two & others, three & others
    for j in range(height):
        lack = count_bits(board[FULL] & ~(board[ROW + y + j] | SHAPES[shape + S_ROW + j] << x))
        one |= (lack == 1) << y + j
        two |= (lack == 2) << y + j
        three |= (lack == 3) << y + j
    value += by_lack(rows, one, two, three, SPOILT, workspace) + by_lack(
        covers, one, two, three, LID, workspace
    )
    return value
