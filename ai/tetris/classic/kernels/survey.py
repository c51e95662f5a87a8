"""What a board costs by Tengstrand's evaluators, part by part: the view from which placements are judged.

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

from ai.bits import count_bits, lowest_bit
from ai.kernel import inlined, tight
from ai.tetris.classic.kernels.layout import COLUMN, HEIGHT, OUTLINE, PARTS, ROW, SCALE, TOP, WIDTH, Words
from ai.tetris.classic.kernels.tables import (
    AREA_FACTOR,
    BY_EQUAL,
    BY_TOP,
    BY_WIDTH,
    COLUMNS,
    COST_AREA,
    COST_HEIGHT,
    HEIGHT_FACTOR,
    ON_FLOOR,
    ON_FLOOR_WIDTH,
    ROW_FACTOR,
    ROW_WEIGHT,
    Factors,
)

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
    """What the areas to the left of `wall` cost; its link is made."""
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
    """What the areas at the right border cost: none reaches up to the border's own height."""
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
    """What two level columns at the left border cost more than others (1.4)."""
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
    """What a row of holes costs that is covered from row `top` on, as a fraction."""
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
    heights = (
        heights + factors[HEIGHT_FACTOR] - factors[HEIGHT_FACTOR]
    )  # the border is added and taken off again
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
    """What the area costs whose floor is the top of `column`, seen from `wall`."""
    beyond = view[LINK + column]
    outline = view[OUT + beyond]
    top, wide = max(outline, start), wall - 1 - beyond
    if wall == 2 and wide == 2 and view[OUT] == view[OUT + 1]:
        wide = ON_FLOOR_WIDTH
    wide += (outline == start) * BY_EQUAL
    equity: float = factors[AREA_FACTOR + top * costs[BY_TOP] + wide * BY_WIDTH + view[OUT + column] - top]
    return equity
