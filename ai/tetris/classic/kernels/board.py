"""Putting pieces on boards: cells fill, full rows go, outlines stay true."""

from __future__ import annotations

from ai.bits import lowest_bit
from ai.kernel import inlined, tight
from ai.tetris.classic.kernels.layout import (
    BOARD_WORDS,
    COLUMN,
    FULL,
    HEIGHT,
    OUTLINE,
    ROW,
    TOP,
    WIDTH,
    Words,
    rotation_of,
    x_of,
    y_of,
)
from ai.tetris.classic.kernels.shapes import (
    S_COLUMN,
    S_HEIGHT,
    S_ROW,
    S_TOP,
    S_WIDTH,
    SHAPE_WORDS,
    SHAPES,
)


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
