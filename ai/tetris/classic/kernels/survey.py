"""Cost of a board by Tengstrand's evaluators, part by part: the view from which placements are judged.

Structure. A column's link is the nearest one to its left that is as high or higher: seen from a wall, the areas
to its left end at the columns of this chain.

    row 17  .x...xx...     wall 8 (column 8, row 20):  column 7 is higher: no area
    row 18  .xx.xx.x..     wall 7 (row 18):            column 6 is higher: no area
    row 19  xxxx.xxx..     wall 5 (row 17): columns 4 (row 18), 3 (19), 2 (18) are open; chain 4 -> 2 -> 1
                           column 3 gave its area to wall 4; rows 17..18 from column 2 to 4 are the area of wall 5

Each column is passed once, by the first wall behind it that is higher; so a board has no more areas than columns.

Hollows. The cover of a row is the topmost row that covers one of its holes; factors multiply from there on.
"""

from __future__ import annotations

from functools import lru_cache
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from ai.bits import count_bits, lowest_bit
from ai.kernel import inlined, tight
from ai.tetris.classic.evaluators import Evaluator, evaluator, maximum_equity
from ai.tetris.classic.kernels.layout import COLUMN, HEIGHT, OUTLINE, PARTS, ROW, SCALE, TOP, WIDTH, Words

# The numbers of an evaluator as arrays that kernels read; all values are in units of 1 / SCALE of a point.

Factors = NDArray[np.float64]

# of the costs
LOST = 0  # the value of a lost board
EVERY_LEAF = 1  # whether blocked starts count after every placement, or only after those near the top
ON_FLOOR = 2  # whether two level columns at the left border cost more than others
LEAST_HOLLOW = 3  # what any hollow row costs at least
BY_TOP = 4  # how far apart areas lie that begin a row apart; 0 where the row is no matter
PRUNES = 5  # whether no part of an equity is below zero, so that a partial sum tells how low it can be
COST_HEIGHT = 16  # + outline: what a column costs
COST_AREA = 64  # + top * costs[BY_TOP] + (width + equal * BY_EQUAL) * BY_WIDTH + height
BY_WIDTH, BY_EQUAL = 64, 34
ON_FLOOR_WIDTH = 33  # a width that no other area has

# of the factors
COLUMNS = 0  # the number of columns
LOST_EQUITY = 1  # the equity of a lost board
ROW_WEIGHT = 8  # + row
ROW_FACTOR = 56  # + filled cells
FACTOR, FACTOR_LEFT = 96, 144  # + row: the row factors of the board under judgement, and of one that is left
HEIGHT_FACTOR = 192  # + outline
AREA_FACTOR = 240  # + what lies behind COST_AREA in the costs: the same areas as fractions


class Tables(NamedTuple):
    """`costs` and `factors` of one evaluator on one size of board; their entries are named above."""

    costs: Words
    factors: Factors


@lru_cache(maxsize=32)
def tables(name: str, width: int, height: int) -> Tables:
    """The tables of the evaluator `name`; BadInput where there is none of that name."""
    result = evaluator(name, width, height)
    areas = _areas(result)
    factors = np.zeros(AREA_FACTOR + areas.size, np.float64)
    factors[COLUMNS], factors[LOST_EQUITY] = width, maximum_equity(width, height, name)
    factors[HEIGHT_FACTOR : HEIGHT_FACTOR + height + 1] = result.heights
    factors[AREA_FACTOR:] = areas.ravel()
    factors[ROW_WEIGHT : ROW_WEIGHT + height] = result.weights
    factors[ROW_FACTOR : ROW_FACTOR + width + 1] = result.rows
    return Tables(_costs(result, areas), factors)


def whole(equity: float) -> int:
    """An equity as a value: rounded to the PARTS of a point."""
    return int(np.floor(equity * PARTS + 0.5)) * (SCALE // PARTS)


def _areas(result: Evaluator) -> Factors:
    """Return the costs of areas, by top row (one where it makes no difference), equal walls, width and height."""
    weighted = len(set(result.weights)) > 1
    areas = np.zeros((result.height + 1 if weighted else 1, 2, BY_EQUAL, BY_WIDTH), np.float64)
    for top, weight in enumerate(result.weights if weighted else (1.0,)):
        for equal, heights in enumerate((result.unequal, result.equal)):
            for wide, width_factor in (*enumerate(result.widths), (ON_FLOOR_WIDTH, result.floor)):
                for high, height_factor in enumerate(heights):
                    areas[top, equal, wide, high] = width_factor * height_factor * weight
    return areas


def _costs(result: Evaluator, areas: Factors) -> Words:
    costs = np.zeros(COST_AREA + areas.size, np.int64)
    costs[LOST] = whole(maximum_equity(result.width, result.height, result.name))
    costs[EVERY_LEAF], costs[PRUNES] = result.every_leaf, min(result.widths) >= 0
    costs[ON_FLOOR] = result.floor != result.widths[2]
    costs[LEAST_HOLLOW] = _least_hollow(result)
    costs[BY_TOP] = areas[0].size if len(areas) > 1 else 0
    for y, factor in enumerate(result.heights):
        costs[COST_HEIGHT + y] = whole(factor)
    costs[COST_AREA:] = np.floor(areas.ravel() * PARTS + 0.5).astype(np.int64) * (SCALE // PARTS)
    return costs


def _least_hollow(result: Evaluator) -> int:
    """Return the least cost of any hollow row: two factors or more, and each as large as it can be."""
    largest = max(result.rows[: result.width])
    return whole((1 - largest * largest) * result.width * min(result.weights))


# a view of a board
OUT = 1  # + column: the outline; before column 0 stands -1, a wall higher than any
LINK = 42  # + column: the nearest column to the left that is as high or higher, -1 if there is none
NEXT = 80  # + column: the nearest column to the right that is higher, the border if there is none
AREA = 120  # + wall, the last is the border: what the areas to its left cost
BEFORE = 160  # + column: what the areas of all walls left of it cost
BEHIND = 200  # + column: what those of the walls from it on cost that cannot see what stands left of it
SEEING = 240  # + column: what those cost that can
APART = 280  # + column: what the areas cost whose left-hand wall is this one or one behind it
COVER = 320  # + row with holes
TERM = 360  # + row with holes: what it costs
HEIGHTS, HOLLOW_ROWS = 400, 401
OLD_LINK = 408  # + column: LINK as it was before a placement was tried
LAST = 448  # + column: the nearest column to the left that is higher, -1 if there is none
VIEW_WORDS = 488

UNIT = SCALE // PARTS


@tight
def survey(board: Words, view: Words, costs: Words, factors: Factors, factor: int) -> int:
    """Write all parts of the value of `board` into `view`, its row factors to `factors[factor:]`; the value."""
    width, ones = board[WIDTH], (1 << board[HEIGHT]) - 1
    heights = rows = structure = 0
    view[OUT - 1] = view[OUT + width] = -1
    by_top = costs[BY_TOP]
    for x in range(width):
        outline, column = board[OUTLINE + x], board[COLUMN + x]
        view[OUT + x] = outline
        heights += costs[COST_HEIGHT + outline]
        rows |= ~column & -(column & -column) & ones
    for wall in range(width):
        view[AREA + wall] = areas_left_of(view, costs, wall, by_top)
        structure += view[AREA + wall]
    view[AREA + width] = areas_at_border(view, costs, width, by_top)
    structure += view[AREA + width]
    view[HEIGHTS], view[HOLLOW_ROWS] = heights, rows
    for y in range(board[TOP], board[HEIGHT]):
        factors[factor + y] = factors[ROW_FACTOR + count_bits(board[ROW + y])]
    hollows = _survey_hollows(board, view, factors, factor) if rows else 0
    value: int = heights + structure + hollows + floor_bonus(view, costs)
    return value


@inlined
def areas_left_of(view: Words, costs: Words, wall: int, by_top: int) -> int:
    """Return the cost of the areas to the left of `wall`; its link is made."""
    start, column, areas = view[OUT + wall], wall - 1, 0
    bottom = view[OUT + column]
    while bottom > start:
        beyond = view[LINK + column]
        outline = view[OUT + beyond]
        top = max(outline, start)
        wide = wall - 1 - beyond + (outline == start) * BY_EQUAL
        areas += costs[COST_AREA + top * by_top + wide * BY_WIDTH + bottom - top]
        column, bottom = beyond, outline
    view[LINK + wall] = column
    return areas


@inlined
def areas_at_border(view: Words, costs: Words, width: int, by_top: int) -> int:
    """Return the cost of the areas at the right border; none reaches up to the border's own height."""
    column, areas = width - 1, 0
    beyond = view[LINK + column]
    while beyond >= 0:
        top = view[OUT + beyond]
        wide = width - 1 - beyond + (top == 0) * BY_EQUAL
        areas += costs[COST_AREA + top * by_top + wide * BY_WIDTH + view[OUT + column] - top]
        column, beyond = beyond, view[LINK + beyond]
    return areas


@inlined
def floor_bonus(view: Words, costs: Words) -> int:
    """Return the extra cost of two level columns at the left border over others (1.4)."""
    top, bottom = view[OUT + 2], view[OUT]
    if costs[ON_FLOOR] == 0 or top >= bottom or bottom != view[OUT + 1]:
        return 0
    area = COST_AREA + top * costs[BY_TOP] + bottom - top
    more: int = costs[area + ON_FLOOR_WIDTH * BY_WIDTH] - costs[area + 2 * BY_WIDTH]
    return more


@tight
def _survey_hollows(board: Words, view: Words, factors: Factors, factor: int) -> int:
    """Covers and terms of the rows with holes; what they cost together."""
    rows, hollows = view[HOLLOW_ROWS], 0
    ones = (1 << board[HEIGHT]) - 1
    while rows:
        view[COVER + lowest_bit(rows)] = board[HEIGHT]
        rows &= rows - 1
    for x in range(board[WIDTH]):
        column = board[COLUMN + x]
        holes = ~column & -(column & -column) & ones
        while holes:
            y = lowest_bit(holes)
            holes &= holes - 1
            view[COVER + y] = min(view[COVER + y], board[OUTLINE + x])
    rows = view[HOLLOW_ROWS]
    while rows:
        y = lowest_bit(rows)
        rows &= rows - 1
        view[TERM + y] = hollow_row(factors, factor, view[COVER + y], y)
        hollows += view[TERM + y]
    return hollows


@inlined
def hollow_equity(factors: Factors, factor: int, top: int, y: int) -> float:
    """Return the cost of a row of holes that is covered from row `top` on, as a fraction."""
    product = 1.0
    for row in range(top, y + 1):
        product *= factors[factor + row]
    equity: float = (1.0 - product) * factors[COLUMNS] * factors[ROW_WEIGHT + y]
    return equity


@inlined
def hollow_row(factors: Factors, factor: int, top: int, y: int) -> int:
    """The same as a value."""
    return int(hollow_equity(factors, factor, top, y) * PARTS + 0.5) * UNIT


# -- as fractions --


@tight
def summed_equity(view: Words, costs: Words, factors: Factors, factor: int, width: int) -> float:
    """The equity of a surveyed board, added up in the order of the author's program, to the same last digit."""
    hollows = heights = structure = 0.0
    rows = view[HOLLOW_ROWS]
    while rows:
        y = lowest_bit(rows)
        rows &= rows - 1
        hollows += hollow_equity(factors, factor, view[COVER + y], y)
    for x in range(width):
        heights += factors[HEIGHT_FACTOR + view[OUT + x]]
    # the border is added and taken off again
    heights = heights + factors[HEIGHT_FACTOR] - factors[HEIGHT_FACTOR]
    for wall in range(1, width + 1):
        start = view[OUT + wall] if wall < width else 0
        count, column = 0, wall - 1
        while view[OUT + column] > start and (wall < width or view[LINK + column] >= 0):
            view[NEXT + count] = column
            column = view[LINK + column]
            count += 1
        for n in range(count - 1, -1, -1):  # from the top
            structure += _area_equity(view, costs, factors, wall, start, view[NEXT + n])
    equity: float = hollows + heights + structure
    return equity


@inlined
def _area_equity(view: Words, costs: Words, factors: Factors, wall: int, start: int, column: int) -> float:
    """Return the cost of the area whose floor is the top of `column`, seen from `wall`."""
    beyond = view[LINK + column]
    outline = view[OUT + beyond]
    top, wide = max(outline, start), wall - 1 - beyond
    if wall == 2 and wide == 2 and view[OUT] == view[OUT + 1]:
        wide = ON_FLOOR_WIDTH
    wide += (outline == start) * BY_EQUAL
    equity: float = factors[AREA_FACTOR + top * costs[BY_TOP] + wide * BY_WIDTH + view[OUT + column] - top]
    return equity
