"""Tengstrand's evaluators as kernels: the value of each placement, and the best one.

The parts are those of `explain.py`; what differs is that few of them are counted anew for a placement.

Structure. A piece changes the walls it stands on, and those to its right that see it: no further than the first
that is as high as its top.

Hollows. A piece changes the factors of its rows, makes new holes below it, and may be the highest cover of old
ones; other rows keep what they cost.

Bounds. Before anything is counted anew, a lower bound is known for each placement: its height, a least cost for
each hollow row, and the areas that the piece leaves alone or borders on. The most promising placement is judged
first; where the bound of another is worse than that, or a part of its sum already, nothing more is counted.
Placements that fill a row, slip below others or come near the top are put on a board and surveyed as a whole.
"""

from __future__ import annotations

from ai.bits import count_bits, lowest_bit
from ai.kernel import inlined, tight
from ai.tetris.classic.kernels.layout import (
    COLUMN,
    FULL,
    HEIGHT,
    OUTLINE,
    PIECE_KINDS,
    ROW,
    S_FOOT,
    S_HEIGHT,
    S_ROW,
    S_TOP,
    S_WIDTH,
    SCALE,
    SHAPE_WORDS,
    SHAPES,
    STARTS,
    TOP,
    WIDTH,
    Words,
    rotation_of,
    x_of,
    y_of,
)
from ai.tetris.classic.kernels.placements import blocked_starts, can_start, place
from ai.tetris.classic.kernels.survey import (
    APART,
    AREA,
    BEFORE,
    BEHIND,
    BY_EQUAL,
    BY_TOP,
    BY_WIDTH,
    COST_AREA,
    COST_HEIGHT,
    COVER,
    EVERY_LEAF,
    FACTOR,
    FACTOR_LEFT,
    HEIGHTS,
    HOLLOW_ROWS,
    LAST,
    LEAST_HOLLOW,
    LINK,
    LOST,
    LOST_EQUITY,
    NEXT,
    OLD_LINK,
    OUT,
    PRUNES,
    ROW_FACTOR,
    SEEING,
    TERM,
    VIEW_WORDS,
    Factors,
    areas_at_border,
    areas_left_of,
    floor_bonus,
    hollow_row,
    summed_equity,
    survey,
)

LARGE = 1 << 62
WHOLE, UNKNOWN = -LARGE, 1 - LARGE  # bounds of placements of which nothing is known before they are judged
NEAR = SCALE // 10**9  # values this near to each other may stand the other way round in the author's program


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
    """Return True if the piece has fallen straight onto the outline, and fills no row."""
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


@inlined
def _structure_after(board: Words, view: Words, shape: int, x: int, y: int, costs: Words, spare: int) -> int:
    """Return the cost of the areas after a plain placement, beyond that of `_sure`.

    No more is known once that is `spare`.

    Walls left of the piece keep their areas. Its own columns get theirs anew, and so do the walls to its right
    that see it: each is the nearest that is higher than the one before, up to one as high as the piece.
    """
    width, wide, by_top = board[WIDTH], SHAPES[shape + S_WIDTH], costs[BY_TOP]
    for i in range(wide):
        view[OUT + x + i] = y + SHAPES[shape + S_TOP + i]
    areas = floor_bonus(view, costs)
    for wall in range(x, x + wide):
        areas += areas_left_of(view, costs, wall, by_top)
    wall = x + wide
    while areas <= spare:
        if wall == width:
            areas += areas_at_border(view, costs, width, by_top)
            break
        areas += areas_left_of(view, costs, wall, by_top)
        if view[OUT + wall] <= y:
            areas += view[SEEING + view[NEXT + wall]]
            break
        wall = view[NEXT + wall]
    for i in range(wide):
        view[OUT + x + i] = board[OUTLINE + x + i]
    for column in range(x, min(wall + 1, width)):
        view[LINK + column] = view[OLD_LINK + column]
    return areas


@inlined
def _sure(view: Words, shape: int, x: int) -> int:
    """Return the cost of those areas that a piece in the columns from x on cannot change."""
    areas: int = view[BEFORE + x] + view[BEHIND + x + SHAPES[shape + S_WIDTH]]
    return areas


@inlined
def _hollows_after(board: Words, view: Words, shape: int, x: int, y: int, rows: int, factors: Factors) -> int:
    """Return the cost of the hollow rows of the set `rows` after a plain placement; `factors` are left as they were."""
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
            hollows += hollow_row(factors, FACTOR, cover, row)
    for j in range(height):
        factors[FACTOR + y + j] = factors[ROW_FACTOR + count_bits(board[ROW + y + j])]
    return hollows


# -- all placements --


@tight
def _begin(board: Words, view: Words, costs: Words, factors: Factors) -> None:
    """Survey the board whose placements are going to be judged."""
    survey(board, view, costs, factors, FACTOR)
    width, before, behind, apart, by_top = board[WIDTH], 0, 0, 0, costs[BY_TOP]
    view[NEXT + width], view[SEEING + width] = width, view[AREA + width]
    view[BEHIND + width] = view[APART + width] = 0
    for wall in range(width - 1, -1, -1):
        apart += _wall_of_right(view, costs, wall, by_top)
        behind += view[AREA + wall]
        view[SEEING + wall] = view[AREA + wall] + view[SEEING + view[NEXT + wall]]
        view[BEHIND + wall] = behind + view[AREA + width] - view[SEEING + wall]
        view[APART + wall] = apart
        view[OLD_LINK + wall] = view[LINK + wall]
    view[LAST - 1] = -1
    for wall in range(width):
        view[BEFORE + wall] = before
        before += view[AREA + wall]
        last = view[LINK + wall]
        view[LAST + wall] = last if view[OUT + last] < view[OUT + wall] else view[LAST + last]


@inlined
def _wall_of_right(view: Words, costs: Words, wall: int, by_top: int) -> int:
    """Return the cost of the areas to the right of `wall`, as far as their other wall is no higher than it.

    NEXT is made.
    """
    start, column, areas = view[OUT + wall], wall + 1, 0
    bottom = view[OUT + column]
    while bottom > start:
        beyond = view[NEXT + column]
        outline = view[OUT + beyond]
        top = max(outline, start)
        wide = beyond - wall - 1 + (outline == start) * BY_EQUAL
        areas += costs[COST_AREA + top * by_top + wide * BY_WIDTH + bottom - top]
        column, bottom = beyond, outline
    view[NEXT + wall] = column if bottom < start else view[NEXT + column]
    return areas


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
            values[i] = _heights_after(board, view, shape, x, y, costs) + _sure(view, shape, x)
            values[i] += _structure_after(board, view, shape, x, y, costs, LARGE)
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
    result = first = _bound_all(board, view, piece, moves, count, rules, costs, bounds)
    lowest = best[0]
    for turn in range(-1, count):  # the most promising placement comes first, then all the others in order
        i = first if turn < 0 else turn
        if turn == first or bounds[i] > lowest + NEAR:
            continue
        if bounds[i] == WHOLE:
            value = whole_value(board, after, piece, moves[i], rules, left, costs, factors)
        else:
            x, y = x_of(moves[i]), y_of(moves[i])
            shape = (piece * 4 + rotation_of(moves[i])) * SHAPE_WORDS
            rows = _hollow_rows_after(board, view, shape, x, y)
            value = _heights_after(board, view, shape, x, y, costs) + _sure(view, shape, x)
            spare = LARGE
            if costs[PRUNES]:
                spare = lowest + NEAR - value - costs[LEAST_HOLLOW] * count_bits(rows)
            structure = _structure_after(board, view, shape, x, y, costs, spare)
            if structure > spare:
                bounds[i] = LARGE
                continue
            value += structure
            value += _hollows_after(board, view, shape, x, y, rows, factors)
        bounds[i] = value
        if value < lowest or (value == lowest and i < result):
            result, lowest = i, value
    best[0] = lowest
    return result


@tight
def best_of_equals(
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
    result: int,
) -> int:
    """The number of the best placement, where `result` is the best by value and others may be as good.

    The author's program adds fractions, and where two placements are worth the same, their last digit decides.
    So it does here; `values` are those that `best_tengstrand` has left.
    """
    end, rivals = values[result] + NEAR, 0
    for i in range(count):
        rivals += values[i] <= end
    if rivals < 2:
        return result
    lowest = 0.0
    result = -1
    for i in range(count):
        if values[i] <= end:
            equity = equity_of(board, after, piece, moves[i], rules, views, costs, factors)
            if result < 0 or equity < lowest:
                result, lowest = i, equity
    return result


@tight
def equity_of(
    board: Words,
    after: Words,
    piece: int,
    at: int,
    rules: Words,
    views: Words,
    costs: Words,
    factors: Factors,
) -> float:
    """The equity of a placement as the author's program has it, to the last digit."""
    left = views[VIEW_WORDS:]
    cleared = place(board, after, piece, at) & 255
    survey(after, left, costs, factors, FACTOR_LEFT)
    equity = summed_equity(left, costs, factors, FACTOR_LEFT, after[WIDTH])
    if after[TOP] >= rules[STARTS] or not (costs[EVERY_LEAF] or y_of(at) + cleared < 2):
        return equity
    total = 0.0
    for kind in range(PIECE_KINDS):
        total += equity if can_start(after, rules, kind) else factors[LOST_EQUITY]
    return total / PIECE_KINDS


@inlined
def _beside(view: Words, shape: int, x: int, y: int, costs: Words) -> int:
    """Return the least cost of the areas to the left of a piece, and of all from its right edge on.

    To the left and to the right only the lowest area of each is looked at: the one that ends at the piece.
    """
    wide, by_top = SHAPES[shape + S_WIDTH], costs[BY_TOP]
    start, column = y + SHAPES[shape + S_TOP], x - 1
    beyond = view[LAST + column]
    outline = view[OUT + beyond]
    top = max(outline, start)
    area = column - beyond + (outline == start) * BY_EQUAL
    areas: int = costs[COST_AREA + top * by_top + area * BY_WIDTH + max(view[OUT + column] - top, 0)]
    start, column = y + SHAPES[shape + S_TOP + wide - 1], x + wide
    beyond = view[NEXT + column]
    outline = view[OUT + beyond]
    top = max(outline, start)
    area = beyond - column + (outline == start) * BY_EQUAL
    areas += costs[COST_AREA + top * by_top + area * BY_WIDTH + max(view[OUT + column] - top, 0)]
    areas += view[APART + column]
    return areas


@tight
def _bound_all(
    board: Words, view: Words, piece: int, moves: Words, count: int, rules: Words, costs: Words, bounds: Words
) -> int:
    """Write the best possible value of each placement into `bounds`; the number of the most promising one.

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
            bounds[i] += view[BEFORE + x] + _beside(view, shape, x, y, costs)
            if bounds[i] < promise:
                first, promise = i, bounds[i]
        else:
            bounds[i] = UNKNOWN
    return first
