"""All placements of a piece, as Rules.placements lists them.

While the rows near the top are free, every drop of the empty board is possible, and the outline tells where it
ends. Only when the stack is up there, or where pieces slide, ways are searched: the columns at which a rotation
fits in some row are one word, and a step sideways moves all places that are reached by one bit.
"""

from __future__ import annotations

from ai.bits import lowest_bit
from ai.kernel import inlined, tight
from ai.tetris.classic.kernels.layout import (
    BOARD_WORDS,
    CALM,
    COLUMN,
    END,
    FAHEY,
    FIRST,
    FROM_X,
    FROM_Y,
    FULL,
    HEIGHT,
    KIND,
    OUTLINE,
    PIECE_KINDS,
    ROTATIONS,
    ROW,
    S_COLUMN,
    S_FOOT,
    S_HEIGHT,
    S_ROW,
    S_TOP,
    S_WIDTH,
    SHAPE_WORDS,
    SHAPES,
    SIMPLIFIED,
    SLIDING,
    START_ROWS,
    STARTS,
    TOP,
    WIDTH,
    Words,
    packed,
    rotation_of,
    x_of,
    y_of,
)

I_PIECE = 0
MOST_COLUMNS = 32
REACHED, FITTING, ROOM_WORDS = 128, 132, 136  # in `room`, after the rows by rotation and column


@tight
def list_moves(board: Words, rules: Words, piece: int, moves: Words, room: Words) -> int:
    """Write the placements of `piece` into `moves`, ascending; their number, 0 where it cannot start.

    `room` (ROOM_WORDS) is overwritten.
    """
    if rules[SLIDING]:
        return _list_slides(board, rules, piece, moves, room)
    if board[TOP] >= rules[CALM] or rules[KIND] == SIMPLIFIED:
        return _list_drops(board, rules, piece, moves)
    if not can_start(board, rules, piece):
        return 0
    return _list_searched(board, rules, piece, moves, room)


@tight
def blocked_starts(board: Words, rules: Words) -> int:
    """Return how many of the seven pieces could not appear on `board`."""
    if board[TOP] >= rules[STARTS]:
        return 0
    blocked = 0
    for piece in range(PIECE_KINDS):
        blocked += not can_start(board, rules, piece)
    return blocked


@tight
def can_start(board: Words, rules: Words, piece: int) -> bool:
    """Return True if `piece` can come onto `board`."""
    if rules[KIND] == SIMPLIFIED:
        for rotation in range(ROTATIONS[piece]):
            for x in range(rules[FIRST + piece * 4 + rotation], rules[END + piece * 4 + rotation]):
                if _stop(board, (piece * 4 + rotation) * SHAPE_WORDS, x) >= 0:
                    return True
        return False
    start = START_ROWS + 2 * piece
    return not (board[ROW] & rules[start] or board[ROW + 1] & rules[start + 1])


@inlined
def _stop(board: Words, shape: int, x: int) -> int:
    """The row at which a piece stops that falls from above the stack; it may be negative."""
    y: int = board[OUTLINE + x] - SHAPES[shape + S_FOOT]
    for i in range(1, SHAPES[shape + S_WIDTH]):
        y = min(y, board[OUTLINE + x + i] - SHAPES[shape + S_FOOT + i])
    return y - 1


@tight
def _list_drops(board: Words, rules: Words, piece: int, moves: Words) -> int:
    """Every drop of the empty board that ends below the top."""
    count = 0
    for rotation in range(ROTATIONS[piece]):
        entry = piece * 4 + rotation
        for x in range(rules[FIRST + entry], rules[END + entry]):
            y = _stop(board, entry * SHAPE_WORDS, x)
            if y >= 0:
                moves[count] = packed(rotation, x, y)
                count += 1
    return count


# -- near the top --


@tight
def _fitting(board: Words, shape: int, y: int) -> int:
    """The columns (bits) at which the piece fits with its box at row y; rows above the top are free."""
    columns: int = (1 << board[WIDTH] - SHAPES[shape + S_WIDTH] + 1) - 1
    for j in range(SHAPES[shape + S_HEIGHT]):
        if y + j >= 0:
            free, mask = ~board[ROW + y + j], SHAPES[shape + S_ROW + j]
            for i in range(SHAPES[shape + S_WIDTH]):
                if mask >> i & 1:
                    columns &= free >> i
    return columns


@inlined
def _spread(reached: int, fitting: int) -> int:
    """The columns that can be walked to from those reached, over columns that fit."""
    before = 0
    while before != reached:
        before = reached
        reached |= (reached << 1 | reached >> 1) & fitting
    return reached


@inlined
def _beginning(rules: Words, piece: int, rotation: int) -> int:
    """The column, as a bit, from which the piece moves sideways in this rotation; none if it is off the board."""
    x = rules[FROM_X + piece * 4 + rotation]
    return 1 << x if x >= 0 else 0


@tight
def _turned(board: Words, piece: int, y: int, reached: Words, fitting: Words) -> None:
    """Everything that steps and turns in row y lead to, from what is `reached` (columns by rotation) on.

    Turning takes a rotation to the one before it. Only I moves its corner then: to the right when it stands up.
    """
    rotations = ROTATIONS[piece]
    for rotation in range(rotations):
        fitting[rotation] = _fitting(board, (piece * 4 + rotation) * SHAPE_WORDS, y)
    turning = True
    while turning:
        turning = False
        for rotation in range(rotations):
            reached[rotation] = walked = _spread(reached[rotation], fitting[rotation])
            if piece == I_PIECE:
                walked = walked << 1 if rotation == 0 else walked >> 1
            turned = rotation - 1 if rotation else rotations - 1
            fresh = walked & fitting[turned] & ~reached[turned]
            if fresh:
                reached[turned] |= fresh
                turning = True


@tight
def _list_searched(board: Words, rules: Words, piece: int, moves: Words, room: Words) -> int:
    """Straight drops of a piece whose way sideways may be blocked; its start is free."""
    count = 0
    reached, fitting = room[REACHED:FITTING], room[FITTING:]
    if rules[KIND] != FAHEY:
        for rotation in range(ROTATIONS[piece]):
            reached[rotation] = 0
        reached[0] = _beginning(rules, piece, 0)
        _turned(board, piece, 0, reached, fitting)
    elif not _fitting(board, piece * 4 * SHAPE_WORDS, rules[FROM_Y + piece * 4]) & _beginning(
        rules, piece, 0
    ):
        moves[0] = packed(0, rules[FROM_X + piece * 4], 0)  # nothing is decided: it rests where it starts
        return 1
    for rotation in range(ROTATIONS[piece]):
        entry = piece * 4 + rotation
        from_y = rules[FROM_Y + entry]
        if rules[KIND] == FAHEY:
            fits = _fitting(board, entry * SHAPE_WORDS, from_y)
            columns = _spread(_beginning(rules, piece, rotation) & fits, fits)
        else:
            columns = reached[rotation]
        while columns:
            x = lowest_bit(columns)
            columns &= columns - 1
            y = _fallen(board, entry * SHAPE_WORDS, x, from_y)
            if y >= 0:
                moves[count] = packed(rotation, x, y)
                count += 1
    return count


@tight
def _fallen(board: Words, shape: int, x: int, y: int) -> int:
    """The row at which a piece that fits at (x, y) stops."""
    while True:
        for j in range(SHAPES[shape + S_HEIGHT]):
            if y + 1 + j >= 0 and board[ROW + y + 1 + j] & SHAPES[shape + S_ROW + j] << x:
                return y
        y += 1


# -- sliding --


@tight
def _list_slides(board: Words, rules: Words, piece: int, moves: Words, room: Words) -> int:
    """Every place that steps sideways, down and turns lead to, and where the piece cannot go further down.

    Row by row from the top, since no step leads up. Rows that are free need no search: all is reached there.
    """
    reached, fitting = room[REACHED:FITTING], room[FITTING:]
    rotations, width = ROTATIONS[piece], board[WIDTH]
    row = max(0, board[TOP] - 4)
    if row == 0 and not can_start(board, rules, piece):
        return 0
    for rotation in range(rotations):
        first, end = rules[FIRST + piece * 4 + rotation], rules[END + piece * 4 + rotation]
        reached[rotation] = (1 << end) - (1 << first) if row else 0
        for x in range(width):
            room[rotation * MOST_COLUMNS + x] = 0
    if row == 0:
        reached[0] = _beginning(rules, piece, 0)
    alive = 1
    while alive:
        _turned(board, piece, row, reached, fitting)
        alive = 0
        for rotation in range(rotations):
            below = reached[rotation] & _fitting(board, (piece * 4 + rotation) * SHAPE_WORDS, row + 1)
            resting = reached[rotation] & ~below
            while resting:
                x = lowest_bit(resting)
                resting &= resting - 1
                room[rotation * MOST_COLUMNS + x] |= 1 << row
            reached[rotation] = below
            alive |= below
        row += 1
    return _gather(rotations, width, moves, room)


@tight
def _gather(rotations: int, width: int, moves: Words, room: Words) -> int:
    """The resting places that `room` holds as sets of rows by rotation and column, in order."""
    count = 0
    for rotation in range(rotations):
        for x in range(width):
            rows = room[rotation * MOST_COLUMNS + x]
            while rows:
                moves[count] = packed(rotation, x, lowest_bit(rows))
                rows &= rows - 1
                count += 1
    return count


# Putting pieces on boards: cells fill, full rows go, outlines stay true.


@tight
def land(board: Words, piece: int, at: int) -> int:
    """Put the piece on `board` itself and take full rows away.

    Returns the rows that went, and in bits 8 and up how many of the piece's own cells went with them.
    """
    x, y = x_of(at), y_of(at)
    shape = (piece * 4 + rotation_of(at)) * SHAPE_WORDS
    full, cleared = board[FULL], 0
    for j in range(SHAPES[shape + S_HEIGHT]):
        row = board[ROW + y + j] | SHAPES[shape + S_ROW + j] << x
        board[ROW + y + j] = row
        if row == full:
            cleared |= 1 << y + j
    for i in range(SHAPES[shape + S_WIDTH]):
        board[COLUMN + x + i] |= SHAPES[shape + S_COLUMN + i] << y
        board[OUTLINE + x + i] = min(board[OUTLINE + x + i], y + SHAPES[shape + S_TOP + i])
    board[TOP] = min(board[TOP], y)
    if cleared:
        return _clear(board, cleared, shape, y)
    return 0


@tight
def place(board: Words, after: Words, piece: int, at: int) -> int:
    """`after` becomes `board` with the piece landed and full rows gone; returns what `land` does."""
    for n in range(BOARD_WORDS):
        after[n] = board[n]
    return land(after, piece, at)


@tight
def _clear(board: Words, cleared: int, shape: int, first: int) -> int:
    """Take the rows of the set `cleared` away; `first` is the top row of the piece of `shape`."""
    count = eroded = 0
    while cleared:
        y = lowest_bit(cleared)
        cleared &= cleared - 1
        count += 1
        row = SHAPES[shape + S_ROW + y - first]
        while row:
            row &= row - 1
            eroded += 1
        for above in range(ROW + y, ROW + board[TOP], -1):
            board[above] = board[above - 1]
        board[ROW + board[TOP]] = 0
        board[TOP] += 1
        over, under = (1 << y) - 1, -(2 << y)
        for x in range(COLUMN, COLUMN + board[WIDTH]):
            board[x] = (board[x] & over) << 1 | board[x] & under
    trace_outline(board)
    return count | eroded << 8


@inlined
def trace_outline(board: Words) -> None:
    """Make outline and top true to the columns."""
    floor, top = 1 << board[HEIGHT], board[HEIGHT]
    for x in range(board[WIDTH]):
        outline = lowest_bit(board[COLUMN + x] | floor)
        board[OUTLINE + x] = outline
        top = min(top, outline)
    board[TOP] = top
