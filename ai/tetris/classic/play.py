"""A controller that plays on by itself: millions of pieces without leaving compiled code, each told as a byte."""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from ai.kernel import inlined, tight
from ai.tetris.classic.kernels.layout import (
    HEIGHT,
    MOST_MOVES,
    OUTLINE,
    ROW,
    S_FOOT,
    S_WIDTH,
    SCALE,
    SHAPE_WORDS,
    SHAPES,
    SLIDING,
    WIDTH,
    Words,
    board_of,
    board_words,
    rotation_of,
    x_of,
    y_of,
)
from ai.tetris.classic.kernels.placements import land, list_moves
from ai.tetris.classic.kernels.search import (
    MOST_LEVELS,
    TENGSTRAND,
    UNKNOWN,
    UNLIMITED,
    SearchBuffers,
    choose,
    deeper,
    mind,
    rank,
)
from game.errors import BadInput
from game.tetris.classic.board import Board
from game.tetris.classic.pieces import Kind, Pieces
from game.tetris.classic.rules import Rules
from game.tetris.classic.state import State

# Every placement of a position with its equity, best first: the list that people look at.

# How far behind the best a move may be and still be looked at one level deeper; by the level it was judged at,
# from 1 on. Source: the C++ program of Joakim Tengstrand, with one and with two known pieces.
ONE_KNOWN = (5.6, 2.6, 1.4, 0.8, 0.4, 0.2, 0.1, 0.05, 0.0)
TWO_KNOWN = (0.0, 4.4, 2.1, 0.8, 0.4, 0.2, 0.1, 0.05, 0.0)


class RankedMove(NamedTuple):
    """A placement with its equity (lower is better) and the rows that it clears."""

    rotation: int
    x: int
    y: int
    equity: float
    cleared: int


def ranked_moves(
    state: State, controller: str, levels: int | None = None, thresholds: bool = False
) -> tuple[RankedMove, ...]:
    """All placements of the current piece, best first by (equity, rotation, x, y); () where there are none.

    `levels` are plies, known pieces included: 1, or 2 where the rules show the next piece, unless it says
    otherwise. With `thresholds` each level looks only at moves that were nearly the best one level before;
    what was left out stands behind what went deeper. Raises `BadInput` for a controller or levels that do not
    exist.
    """
    levels = checked_levels(levels, state.rules)
    listing = _Listing(state, _mind(controller, state.rules))
    known = min(levels, 1 if state.next is None else 2)
    listing.judge(known if thresholds else levels)
    depths = _deepened(listing, known, levels) if thresholds else [levels] * listing.count
    order = sorted(range(listing.count), key=lambda i: (-depths[i], listing.rank(i), i))
    return tuple(listing.move(i) for i in order)


def judged_moves(state: State, controller: str, levels: int | None = None) -> Iterator[RankedMove]:
    """The same moves one after the other, in no order of equity: who asks keeps control between two of them."""
    levels = checked_levels(levels, state.rules)
    listing = _Listing(state, mind(controller, state.rules))
    listing.judge(1)
    for i in range(listing.count):
        if levels > 1:
            listing.deepen(i, levels)
        yield listing.move(i)


def checked_levels(levels: int | None, rules: Rules) -> int:
    """The plies to look at where `levels` are asked for; None asks for the pieces that are known."""
    if levels is None:
        return 2 if rules.preview else 1
    if not 1 <= levels <= MOST_LEVELS:
        raise BadInput(f"{levels} levels are not possible; there are 1 to {MOST_LEVELS}")
    return levels


class _Listing:
    """The placements of a position under judgement, in the order of the rules."""

    def __init__(self, state: State, brain: SearchBuffers) -> None:
        self._piece, self._mind, self.count = state.piece, brain, 0
        self._following = UNKNOWN if state.next is None else state.next
        self._cleared = np.zeros(MOST_MOVES, np.int64)
        self.values: list[int] = []
        self.equities: list[float] = []
        brain.boards[0] = board_words(state.board)

    def judge(self, levels: int) -> None:
        """Find all placements, and their values so many plies deep."""
        if self._piece is not None:
            self.count = rank(self._mind, self._piece, self._cleared)
            self.values = self._mind.values[: self.count].tolist()
            self.equities = self._mind.equities[: self.count].tolist()
        if levels > 1:
            for number in range(self.count):
                self.deepen(number, levels)

    def deepen(self, number: int, levels: int) -> None:
        """Judge one placement anew, two plies deep or more."""
        assert self._piece is not None  # else there are no placements
        value = deeper(self._mind, self._piece, number, self._following, levels, UNLIMITED)
        self.values[number], self.equities[number] = value, value / SCALE

    def rank(self, number: int) -> tuple[float, int]:
        """Return the sort key of the list: equities tell no more than values, but for the last digit of a sum."""
        value = self.values[number]
        return (self.equities[number], value) if self._mind.family == TENGSTRAND else (value, value)

    def move(self, number: int) -> RankedMove:
        """The placement as people read it, with the value it has by now."""
        at = int(self._mind.moves[0, number])
        cleared = int(self._cleared[number])
        return RankedMove(rotation_of(at), x_of(at), y_of(at), self.equities[number], cleared)


def _deepened(listing: _Listing, known: int, levels: int) -> list[int]:
    """Judge the moves again that the thresholds let through, level by level; the level that each has reached."""
    margins = ONE_KNOWN if known == 1 else TWO_KNOWN
    depths, items = [known] * listing.count, list(range(listing.count))
    for level in range(known, levels):
        worst = min((listing.values[i] for i in items), default=0) + round(margins[level - 1] * SCALE)
        items = [i for i in items if listing.values[i] <= worst]
        if len(items) < 2:
            break
        for i in items:
            listing.deepen(i, level + 1)
            depths[i] = level + 1
    return depths


@lru_cache(maxsize=8)
def _mind(controller: str, rules: Rules) -> SearchBuffers:
    return mind(controller, rules)


Bytes = NDArray[np.uint8]
Marks = NDArray[np.uint32]
Stream = NDArray[np.uint64]

UNIFORM, PLAY_TENGSTRAND, LISTED = 0, 1, 2
SOURCES: tuple[Kind, ...] = ("uniform", "tengstrand", "list")  # by UNIFORM, TENGSTRAND, LISTED
# of a stream: which generator, its seed or state, the number of the next piece
SOURCE, SEED, NUMBER = (0, 1, 2)
ENDED = UNKNOWN  # instead of a piece

PLACED, CLEARED, MARKED, OVER = 0, 1, 2, 3  # of the counts of a game
MARK_PIECES = 256  # the board is written down after every so many pieces of a game

GAMMA, FIRST_FACTOR, SECOND_FACTOR = (
    np.uint64(0x9E3779B97F4A7C15),
    np.uint64(0xBF58476D1CE4E5B9),
    np.uint64(0x94D049BB133111EB),
)
U1, U7, U27, U30, U31, U32 = (np.uint64(number) for number in (1, 7, 27, 30, 31, 32))
MULTIPLIER, INCREMENT, LOW_HALF = np.uint64(1_664_525), np.uint64(1_013_904_223), np.uint64(0xFFFFFFFF)


# -- compiled --


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
    if stream[SOURCE] == PLAY_TENGSTRAND:
        state = stream[SEED]
        for _ in range(skipped + 1):
            state = (state * MULTIPLIER + INCREMENT) & LOW_HALF
        return signed(state % U7)
    number = signed(stream[NUMBER]) + skipped
    return signed(listed[number]) if number < len(listed) else ENDED


@inlined
def draw(stream: Stream) -> None:
    """Go on to the next piece."""
    if stream[SOURCE] == PLAY_TENGSTRAND:
        stream[SEED] = (stream[SEED] * MULTIPLIER + INCREMENT) & LOW_HALF
    else:
        stream[NUMBER] += U1


@tight
def play(
    mind: SearchBuffers,
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

    The board is that of the mind. `columns` and `tucks` get a byte a piece, as game.tetris.classic.run has
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
    """Return how much deeper a placement lies than the same piece dropped from above the stack."""
    shape = (piece * 4 + rotation_of(at)) * SHAPE_WORDS
    stop: int = board[HEIGHT]
    for i in range(SHAPES[shape + S_WIDTH]):
        stop = min(stop, board[OUTLINE + x_of(at) + i] - SHAPES[shape + S_FOOT + i] - 1)
    return y_of(at) - stop


# -- in Python --


class Played(NamedTuple):
    """Pieces that one call of `Player.go` has played, a byte a piece (game.tetris.classic.run).

    `tucks` is empty where pieces do not slide. `marks` are the boards after every piece whose number in its game
    is a multiple of 256: rows of 32 bits, little endian, top row first. `over`: no piece can follow.
    """

    columns: bytes
    tucks: bytes
    marks: bytes
    cleared: int
    over: bool


class Player:
    """A controller at one table. `levels` are plies, known pieces included: 1, or 2 where the next is known."""

    def __init__(self, controller: str, rules: Rules, levels: int | None = None) -> None:
        """Raises `BadInput` for a controller or levels that do not exist."""
        self.controller, self.rules = controller, rules
        self.levels = checked_levels(levels, rules)
        self._mind: SearchBuffers = mind(controller, rules)
        self.begin(State(rules, Board.empty(rules.width, rules.height), Pieces()))

    def begin(self, state: State) -> None:
        """Go on from `state`, which has to be of the same rules."""
        self._mind.boards[0] = board_words(state.board)
        source = SOURCES.index(state.pieces.kind)
        self._stream = np.array([source, state.pieces.seed, state.pieces.first], np.uint64)
        self._listed = np.array(state.pieces.listed, np.uint8)
        self._counts = np.array([state.placed, state.cleared, 0, state.over], np.int64)

    def go(self, pieces: int) -> Played:
        """Play on for so many pieces, fewer where the game ends before."""
        columns = np.empty(pieces if not self.over else 0, np.uint8)
        tucks = np.empty(len(columns) if self.rules.sliding else 0, np.uint8)
        marks = np.empty((len(columns) // MARK_PIECES + 1, self.rules.height), np.uint32)
        before = self.cleared
        self._counts[MARKED] = 0
        played = play(
            self._mind,
            self._stream,
            self._listed,
            self.levels,
            self.rules.preview,
            columns,
            tucks,
            marks,
            self._counts,
        )
        return Played(
            columns[:played].tobytes(),
            tucks[:played].tobytes(),
            marks[: self._counts[MARKED]].astype("<u4").tobytes(),
            self.cleared - before,
            self.over,
        )

    @property
    def placed(self) -> int:
        """The pieces placed in this game so far."""
        return int(self._counts[PLACED])

    @property
    def cleared(self) -> int:
        """The rows cleared in this game so far."""
        return int(self._counts[CLEARED])

    @property
    def over(self) -> bool:
        """True if no piece can be placed any more."""
        return bool(self._counts[OVER])

    @property
    def board(self) -> Board:
        """The board as it is now."""
        return board_of(self._mind.boards[0])

    @property
    def pieces(self) -> Pieces:
        """The pieces from the next one on."""
        source, seed, number = (int(word) for word in self._stream)
        if source == LISTED:
            return Pieces.of(self._listed[number:].tolist())
        return Pieces(SOURCES[source], seed, number)

    @property
    def state(self) -> State:
        """The position as the rules have it."""
        return State(self.rules, self.board, self.pieces, self.placed, self.cleared)
