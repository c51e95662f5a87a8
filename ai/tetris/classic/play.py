"""A controller that plays on by itself: millions of pieces in compiled code, each reported as a byte."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from ai.tetris.classic.kernels import loop
from ai.tetris.classic.kernels.layout import board_of, board_words
from ai.tetris.classic.kernels.mind import Mind, mind
from ai.tetris.classic.search import checked_levels
from game.tetris.classic.board import Board
from game.tetris.classic.generators import Kind, Pieces
from game.tetris.classic.rules import Rules
from game.tetris.classic.state import State

SOURCES: tuple[Kind, ...] = ("uniform", "tengstrand", "list")  # by loop.UNIFORM, .TENGSTRAND, .LISTED


class Played(NamedTuple):
    """What one call of `Player.go` has played, a byte a piece (game.tetris.classic.coding).

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
        self._mind: Mind = mind(controller, rules)
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
        marks = np.empty((len(columns) // loop.MARK_PIECES + 1, self.rules.height), np.uint32)
        before = self.cleared
        self._counts[loop.MARKED] = 0
        played = loop.play(
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
            marks[: self._counts[loop.MARKED]].astype("<u4").tobytes(),
            self.cleared - before,
            self.over,
        )

    @property
    def placed(self) -> int:
        """The pieces placed in this game so far."""
        return int(self._counts[loop.PLACED])

    @property
    def cleared(self) -> int:
        """The rows cleared in this game so far."""
        return int(self._counts[loop.CLEARED])

    @property
    def over(self) -> bool:
        """Whether no piece can be placed any more."""
        return bool(self._counts[loop.OVER])

    @property
    def board(self) -> Board:
        """The board as it is now."""
        return board_of(self._mind.boards[0])

    @property
    def pieces(self) -> Pieces:
        """The pieces from the next one on."""
        source, seed, number = (int(word) for word in self._stream)
        if source == loop.LISTED:
            return Pieces.of(self._listed[number:].tolist())
        return Pieces(SOURCES[source], seed, number)

    @property
    def state(self) -> State:
        """The position as the rules have it."""
        return State(self.rules, self.board, self.pieces, self.placed, self.cleared)
