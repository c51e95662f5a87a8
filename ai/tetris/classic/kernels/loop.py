"""The game loop: pieces are drawn, placed and written down without leaving compiled code."""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray

from ai.kernel import inlined, tight
from ai.tetris.classic.kernels.board import land
from ai.tetris.classic.kernels.layout import HEIGHT, OUTLINE, ROW, WIDTH, Words, rotation_of, x_of, y_of
from ai.tetris.classic.kernels.mind import UNKNOWN, Mind, choose
from ai.tetris.classic.kernels.placements import list_moves
from ai.tetris.classic.kernels.rules import SLIDING
from ai.tetris.classic.kernels.shapes import S_FOOT, S_WIDTH, SHAPE_WORDS, SHAPES

Bytes = NDArray[np.uint8]
Marks = NDArray[np.uint32]
Stream = NDArray[np.uint64]

UNIFORM, TENGSTRAND, LISTED = 0, 1, 2
SOURCE, SEED, NUMBER = (
    0,
    1,
    2,
)  # of a stream: which generator, its seed or state, the number of the next piece
STREAM_WORDS = 3
ENDED = UNKNOWN  # instead of a piece

PLACED, CLEARED, MARKED, OVER = 0, 1, 2, 3  # of the counts of a game
COUNTS = 4
MARK_PIECES = 256  # the board is written down after every so many pieces of a game

GAMMA, FIRST_FACTOR, SECOND_FACTOR = (
    np.uint64(0x9E3779B97F4A7C15),
    np.uint64(0xBF58476D1CE4E5B9),
    np.uint64(0x94D049BB133111EB),
)
U1, U7, U27, U30, U31, U32 = (np.uint64(number) for number in (1, 7, 27, 30, 31, 32))
MULTIPLIER, INCREMENT, LOW_HALF = np.uint64(1_664_525), np.uint64(1_013_904_223), np.uint64(0xFFFFFFFF)


@inlined
def signed(word: np.unsignedinteger[Any]) -> int:
    """A word as the signed integer that all other kernels work with."""
    return int(np.int64(word))


@inlined
def piece_after(stream: Stream, listed: Bytes, skipped: int) -> int:
    """The piece that comes after `skipped` (0 or 1) others; ENDED where the list has no more."""
    if stream[SOURCE] == UNIFORM:
        z = stream[SEED] + (stream[NUMBER] + np.uint64(skipped) + U1) * GAMMA
        z = (z ^ z >> U30) * FIRST_FACTOR
        z = (z ^ z >> U27) * SECOND_FACTOR
        z ^= z >> U31
        return signed((z >> U32) * U7 >> U32)
    if stream[SOURCE] == TENGSTRAND:
        state = stream[SEED]
        for _ in range(skipped + 1):
            state = (state * MULTIPLIER + INCREMENT) & LOW_HALF
        return signed(state % U7)
    number = signed(stream[NUMBER]) + skipped
    return signed(listed[number]) if number < len(listed) else ENDED


@inlined
def draw(stream: Stream) -> None:
    """Go on to the next piece."""
    if stream[SOURCE] == TENGSTRAND:
        stream[SEED] = (stream[SEED] * MULTIPLIER + INCREMENT) & LOW_HALF
    else:
        stream[NUMBER] += U1


@tight
def play(
    mind: Mind,
    stream: Stream,
    listed: Bytes,
    levels: int,
    preview: bool,
    columns: Bytes,
    tucks: Bytes,
    marks: Marks,
    counts: Words,
) -> int:
    """Play on until `columns` is full or the game is over; the number of pieces that were placed.

    The board is that of the mind. `columns` and `tucks` get a byte a piece, as game.tetris.classic.coding has
    them; `marks` gets the board after each piece whose number in the game is a multiple of MARK_PIECES.
    """
    board, moves = mind.boards[0], mind.moves[0]
    piece = piece_after(stream, listed, 0)
    for n in range(len(columns)):
        count = list_moves(board, mind.rules, piece, moves, mind.room) if piece != ENDED else 0
        if count == 0:
            counts[OVER] = 1
            return n
        following = piece_after(stream, listed, 1)
        at = moves[choose(mind, piece, following if preview else ENDED, count, levels)]
        columns[n] = rotation_of(at) * board[WIDTH] + x_of(at)
        if mind.rules[SLIDING]:
            tucks[n] = _tuck(board, piece, at)
        counts[CLEARED] += land(board, piece, at) & 255
        counts[PLACED] += 1
        if counts[PLACED] % MARK_PIECES == 0:
            for y in range(board[HEIGHT]):
                marks[counts[MARKED], y] = board[ROW + y]
            counts[MARKED] += 1
        draw(stream)
        piece = following
    counts[OVER] = piece == ENDED or list_moves(board, mind.rules, piece, moves, mind.room) == 0
    return len(columns)


@inlined
def _tuck(board: Words, piece: int, at: int) -> int:
    """How much deeper a placement lies than the same piece dropped from above the stack."""
    shape = (piece * 4 + rotation_of(at)) * SHAPE_WORDS
    stop: int = board[HEIGHT]
    for i in range(SHAPES[shape + S_WIDTH]):
        stop = min(stop, board[OUTLINE + x_of(at) + i] - SHAPES[shape + S_FOOT + i] - 1)
    return y_of(at) - stop
