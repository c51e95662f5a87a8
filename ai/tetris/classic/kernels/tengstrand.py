"""Tengstrand's evaluators as kernels: the value of each placement, and the best one.

The parts are those of `explain.py`; what differs is that few of them are counted anew for a placement.

Structure. `link[x]` is the nearest column left of x that is at least as high as x, -1 if there is none: seen
from a wall, the areas to its left end at the columns of this chain.

    row 17  .x...xx...     wall 8 (column 8, row 20):  column 7 is higher: no area
    row 18  .xx.xx.x..     wall 7 (row 18):            column 6 is higher: no area
    row 19  xxxx.xxx..     wall 5 (row 17): columns 4 (row 18), 3 (19), 2 (18) are open; chain 4 -> 2 -> 1
                           column 3 gave its area to wall 4; rows 17..18 from column 2 to 4 are the area of wall 5

Each column is passed once, by the first wall behind it that is higher; so a board has no more areas than columns.
A piece changes the walls it stands on, and those to its right that see it: no further than the first that is as
high as its top.

Hollows. `cover[y]` is the topmost row that covers a hole of row y. A piece changes the factors of its rows, makes
new holes below it, and may be the highest cover of old ones; other rows keep what they cost.

A placement that fills a row, slips below others or comes near the top is put on a board and surveyed as a whole.
For all others the height and a lower bound for each hollow row are known before anything is counted: where these
alone are worse than the best move so far, nothing more is.
"""

from __future__ import annotations

from ai.bits import count_bits, lowest_bit
from ai.kernel import inlined, tight
from ai.tetris.classic.kernels.board import place
from ai.tetris.classic.kernels.layout import (
    COLUMN,
    FULL,
    HEIGHT,
    OUTLINE,
    PARTS,
    ROW,
    SCALE,
    TOP,
    WIDTH,
    Words,
    rotation_of,
    x_of,
    y_of,
)
from ai.tetris.classic.kernels.placements import blocked_starts
from ai.tetris.classic.kernels.rules import STARTS
from ai.tetris.classic.kernels.shapes import (
    PIECE_KINDS,
    S_FOOT,
    S_HEIGHT,
    S_ROW,
    S_TOP,
    S_WIDTH,
    SHAPE_WORDS,
    SHAPES,
)
from ai.tetris.classic.kernels.tables import (
    AREA_EQUAL,
    AREA_FLOOR,
    AREA_TOP,
    AREA_WIDTH,
    COLUMNS,
    COST_AREA,
    COST_HEIGHT,
    EVERY_LEAF,
    LEAST_HOLLOW,
    LOST,
    ON_FLOOR,
    PRUNES,
    ROW_FACTOR,
    ROW_WEIGHT,
    Factors,
)

# a view of a board
OUT = 1  # + column: the outline; before column 0 stands -1, a wall higher than any
LINK = 42  # + column: the chain; LINK - 1 is not read
AREA = 80  # + wall, the last is the border: what the areas to its left cost
REST = 120  # + wall: what those of this wall and all behind it cost
HOLES = 160  # + column: its holes, a bit each row
COVER = 200  # + row with holes
TERM = 240  # + row with holes: what it costs
HEIGHTS, STRUCTURE, HOLLOWS, HOLLOW_ROWS = 280, 281, 282, 283
OLD_LINK = 288  # + column: the chain as it was before a placement was tried
VIEW_WORDS = 328

UNIT = SCALE // PARTS
LARGE = 1 << 62
WHOLE, UNKNOWN = -LARGE, 1 - LARGE  # bounds of placements of which nothing is known before they are judged
FACTOR = 96  # + row, in the factors: the row factor of the board under judgement
FACTOR_LEFT = 144  # the same for a board that a placement leaves
FACTOR_ROOM = 192


@tight
def survey(board: Words, view: Words, costs: Words, factors: Factors, factor: int) -> int:
    """Write all parts of the value of `board` into `view`, its row factors to `factors[factor:]`; the value."""
    width, ones = board[WIDTH], (1 << board[HEIGHT]) - 1
    heights = rows = structure = 0
    view[OUT - 1] = -1
    for x in range(width):
        outline, column = board[OUTLINE + x], board[COLUMN + x]
        view[OUT + x] = outline
        heights += costs[COST_HEIGHT + outline]
        holes = ~column & -(column & -column) & ones
        view[HOLES + x] = holes
        rows |= holes
    for wall in range(width):
        view[AREA + wall] = _wall(view, costs, wall)
    view[AREA + width] = _border(view, costs, width)
    view[REST + width + 1] = 0
    for wall in range(width, -1, -1):
        structure += view[AREA + wall]
        view[REST + wall] = structure
    view[HEIGHTS], view[STRUCTURE] = heights, structure
    view[HOLLOW_ROWS], view[HOLLOWS] = rows, 0
    if rows:
        _survey_hollows(board, view, factors, factor)
    else:
        _survey_factors(board, factors, factor)
    value: int = heights + structure + view[HOLLOWS] + _floor(view, costs)
    return value


@inlined
def _wall(view: Words, costs: Words, wall: int) -> int:
    """What the areas to the left of `wall` cost; its link is made."""
    start, column, areas = view[OUT + wall], wall - 1, 0
    bottom = view[OUT + column]
    while bottom > start:
        beyond = view[LINK + column]
        outline = view[OUT + beyond]
        top = max(outline, start)
        area = COST_AREA + top * costs[AREA_TOP] + (outline == start) * costs[AREA_EQUAL]
        areas += costs[area + (wall - 1 - beyond) * costs[AREA_WIDTH] + bottom - top]
        column, bottom = beyond, outline
    view[LINK + wall] = column
    return areas


@inlined
def _border(view: Words, costs: Words, width: int) -> int:
    """What the areas at the right border cost: none reaches up to the border's own height."""
    column, areas = width - 1, 0
    beyond = view[LINK + column]
    while beyond >= 0:
        top = view[OUT + beyond]
        area = COST_AREA + top * costs[AREA_TOP] + (top == 0) * costs[AREA_EQUAL]
        areas += costs[area + (width - 1 - beyond) * costs[AREA_WIDTH] + view[OUT + column] - top]
        column, beyond = beyond, view[LINK + beyond]
    return areas


@inlined
def _floor(view: Words, costs: Words) -> int:
    """What two level columns at the left border cost more than others (1.4)."""
    top, bottom = view[OUT + 2], view[OUT]
    if costs[ON_FLOOR] == 0 or top >= bottom or bottom != view[OUT + 1]:
        return 0
    area = COST_AREA + top * costs[AREA_TOP] + 2 * costs[AREA_WIDTH] + bottom - top
    more: int = costs[area + costs[AREA_FLOOR]] - costs[area]
    return more


@inlined
def _survey_factors(board: Words, factors: Factors, factor: int) -> None:
    for y in range(board[TOP], board[HEIGHT]):
        factors[factor + y] = factors[ROW_FACTOR + count_bits(board[ROW + y])]


@tight
def _survey_hollows(board: Words, view: Words, factors: Factors, factor: int) -> None:
    """Row factors, covers and terms of the rows that have holes."""
    _survey_factors(board, factors, factor)
    rows, hollows = view[HOLLOW_ROWS], 0
    while rows:
        view[COVER + lowest_bit(rows)] = board[HEIGHT]
        rows &= rows - 1
    for x in range(board[WIDTH]):
        holes = view[HOLES + x]
        while holes:
            y = lowest_bit(holes)
            holes &= holes - 1
            view[COVER + y] = min(view[COVER + y], view[OUT + x])
    rows = view[HOLLOW_ROWS]
    while rows:
        y = lowest_bit(rows)
        rows &= rows - 1
        term = _hollow(factors, factor, view[COVER + y], y)
        view[TERM + y] = term
        hollows += term
    view[HOLLOWS] = hollows


@inlined
def _hollow(factors: Factors, factor: int, top: int, y: int) -> int:
    """What a row of holes costs that is covered from row `top` on."""
    product = 1.0
    for row in range(top, y + 1):
        product *= factors[factor + row]
    equity = (1.0 - product) * factors[COLUMNS] * factors[ROW_WEIGHT + y]
    return int(equity * PARTS + 0.5) * UNIT


# -- one placement --


@tight
def whole_value(
    board: Words, after: Words, piece: int, at: int, rules: Words, left: Words, costs: Words, factors: Factors
) -> int:
    """The value of a placement, by putting it on the board and surveying that."""
    cleared = place(board, after, piece, at) & 255
    value = survey(after, left, costs, factors, FACTOR_LEFT)
    if after[TOP] < rules[STARTS] and (costs[EVERY_LEAF] or y_of(at) + cleared < 2):
        return with_blocked_starts(value, after, rules, costs)
    return value


@tight
def with_blocked_starts(value: int, after: Words, rules: Words, costs: Words) -> int:
    """The mean over the next piece, where those that cannot start count as lost."""
    blocked = blocked_starts(after, rules)
    lost: int = costs[LOST] // PIECE_KINDS * blocked
    return lost + value // PIECE_KINDS * (PIECE_KINDS - blocked)


@inlined
def _is_plain(board: Words, shape: int, x: int, y: int) -> bool:
    """Whether the piece has fallen straight onto the outline, and fills no row."""
    for i in range(SHAPES[shape + S_WIDTH]):
        if board[OUTLINE + x + i] <= y + SHAPES[shape + S_FOOT + i]:
            return False
    for j in range(SHAPES[shape + S_HEIGHT]):
        if board[ROW + y + j] | SHAPES[shape + S_ROW + j] << x == board[FULL]:
            return False
    return True


@inlined
def _heights_after(board: Words, view: Words, shape: int, x: int, y: int, costs: Words) -> int:
    heights: int = view[HEIGHTS]
    for i in range(SHAPES[shape + S_WIDTH]):
        heights += costs[COST_HEIGHT + y + SHAPES[shape + S_TOP + i]]
        heights -= costs[COST_HEIGHT + board[OUTLINE + x + i]]
    return heights


@inlined
def _hollow_rows_after(board: Words, view: Words, shape: int, x: int, y: int) -> int:
    rows: int = view[HOLLOW_ROWS]
    for i in range(SHAPES[shape + S_WIDTH]):
        rows |= (1 << board[OUTLINE + x + i]) - (2 << y + SHAPES[shape + S_FOOT + i])
    return rows


@tight
def _structure_after(board: Words, view: Words, shape: int, x: int, y: int, costs: Words) -> int:
    """What the areas cost after a plain placement; `view` is left as it was."""
    width, end = board[WIDTH], x + SHAPES[shape + S_WIDTH]
    for i in range(end - x):
        view[OUT + x + i] = y + SHAPES[shape + S_TOP + i]
    areas: int = view[REST] - view[REST + x]
    wall, seen = x, width + board[HEIGHT]
    while True:
        if wall == width:
            areas += _border(view, costs, width)
            break
        outline = view[OUT + wall]
        if wall < end:
            areas += _wall(view, costs, wall)
        elif outline < seen:  # the piece can be seen from here
            areas += _wall(view, costs, wall)
            seen = outline
            if outline <= y:  # and from nowhere behind
                areas += view[REST + wall + 1]
                break
        else:
            areas += view[AREA + wall]
        wall += 1
    areas += _floor(view, costs)
    for i in range(end - x):
        view[OUT + x + i] = board[OUTLINE + x + i]
    for column in range(x, min(wall + 1, width)):
        view[LINK + column] = view[OLD_LINK + column]
    return areas


@tight
def _hollows_after(board: Words, view: Words, shape: int, x: int, y: int, rows: int, factors: Factors) -> int:
    """What the hollow rows of the set `rows` cost after a plain placement; `factors` are left as they were."""
    width, height = SHAPES[shape + S_WIDTH], SHAPES[shape + S_HEIGHT]
    for j in range(height):
        filled = count_bits(board[ROW + y + j] | SHAPES[shape + S_ROW + j] << x)
        factors[FACTOR + y + j] = factors[ROW_FACTOR + filled]
    hollows = 0
    while rows:
        row = lowest_bit(rows)
        rows &= rows - 1
        known = view[HOLLOW_ROWS] >> row & 1
        cover = board[HEIGHT]
        if known:
            cover = view[COVER + row]
        before = cover
        for i in range(width):
            if row > y + SHAPES[shape + S_FOOT + i] and not board[COLUMN + x + i] >> row & 1:
                cover = min(cover, y + SHAPES[shape + S_TOP + i])
        if known and cover == before and cover >= y + height:
            hollows += view[TERM + row]
        else:
            hollows += _hollow(factors, FACTOR, cover, row)
    for j in range(height):
        factors[FACTOR + y + j] = factors[ROW_FACTOR + count_bits(board[ROW + y + j])]
    return hollows


# -- all placements --


@tight
def _begin(board: Words, view: Words, costs: Words, factors: Factors) -> None:
    """Survey the board whose placements are going to be judged."""
    survey(board, view, costs, factors, FACTOR)
    for column in range(board[WIDTH]):
        view[OLD_LINK + column] = view[LINK + column]


@tight
def rate_tengstrand(
    board: Words,
    after: Words,
    piece: int,
    moves: Words,
    count: int,
    rules: Words,
    views: Words,
    costs: Words,
    factors: Factors,
    values: Words,
) -> None:
    """The value of every placement, into `values`."""
    view, left = views[:VIEW_WORDS], views[VIEW_WORDS:]
    _begin(board, view, costs, factors)
    for i in range(count):
        x, y = x_of(moves[i]), y_of(moves[i])
        shape = (piece * 4 + rotation_of(moves[i])) * SHAPE_WORDS
        if min(y, board[TOP]) >= rules[STARTS] and _is_plain(board, shape, x, y):
            values[i] = _heights_after(board, view, shape, x, y, costs)
            values[i] += _structure_after(board, view, shape, x, y, costs)
            rows = _hollow_rows_after(board, view, shape, x, y)
            values[i] += _hollows_after(board, view, shape, x, y, rows, factors)
        else:
            values[i] = whole_value(board, after, piece, moves[i], rules, left, costs, factors)


@tight
def best_tengstrand(
    board: Words,
    after: Words,
    piece: int,
    moves: Words,
    count: int,
    rules: Words,
    views: Words,
    costs: Words,
    factors: Factors,
    bounds: Words,
    best: Words,
) -> int:
    """The number of the placement with the lowest value, the first of equals; `best[0]` becomes that value.

    Only values below what `best[0]` says at first are looked for; it stays where there are none.
    """
    view, left = views[:VIEW_WORDS], views[VIEW_WORDS:]
    _begin(board, view, costs, factors)
    found = first = _bound_all(board, view, piece, moves, count, rules, costs, bounds)
    lowest = best[0]
    for turn in range(-1, count):  # the most promising placement comes first, then all the others in order
        i = first if turn < 0 else turn
        if turn == first or bounds[i] > lowest or (bounds[i] == lowest and i > found):
            continue
        if bounds[i] == WHOLE:
            value = whole_value(board, after, piece, moves[i], rules, left, costs, factors)
        else:
            x, y = x_of(moves[i]), y_of(moves[i])
            shape = (piece * 4 + rotation_of(moves[i])) * SHAPE_WORDS
            value = _heights_after(board, view, shape, x, y, costs)
            value += _structure_after(board, view, shape, x, y, costs)
            rows = _hollow_rows_after(board, view, shape, x, y)
            if costs[PRUNES] and value + costs[LEAST_HOLLOW] * count_bits(rows) > lowest:
                continue
            value += _hollows_after(board, view, shape, x, y, rows, factors)
        if value < lowest or (value == lowest and i < found):
            found, lowest = i, value
    best[0] = lowest
    return found


@tight
def _bound_all(
    board: Words, view: Words, piece: int, moves: Words, count: int, rules: Words, costs: Words, bounds: Words
) -> int:
    """What each placement is worth at best, into `bounds`; the number of the most promising one.

    Heights and hollow rows are enough for that. WHOLE stands for what has to be put on a board.
    """
    first, promise = 0, LARGE
    high = board[TOP] < rules[STARTS]
    for i in range(count):
        x, y = x_of(moves[i]), y_of(moves[i])
        shape = (piece * 4 + rotation_of(moves[i])) * SHAPE_WORDS
        if high or y < rules[STARTS] or not _is_plain(board, shape, x, y):
            bounds[i] = WHOLE
        elif costs[PRUNES]:
            rows = count_bits(_hollow_rows_after(board, view, shape, x, y))
            bounds[i] = _heights_after(board, view, shape, x, y, costs) + costs[LEAST_HOLLOW] * rows
            if bounds[i] < promise:
                first, promise = i, bounds[i]
        else:
            bounds[i] = UNKNOWN
    return first
