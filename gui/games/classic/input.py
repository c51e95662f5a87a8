"""Moves the falling piece of classic Tetris by keys and pointer."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from functools import lru_cache
from math import floor

from game.tetris.classic import Board, Placement, Rules, State
from game.tetris.classic.pieces import HEIGHTS, SHAPES, WIDTHS, cells_at
from game.tetris.classic.rules import Action
from gui.games.piece_ui import PieceInput


class ClassicInput(PieceInput[State, Placement]):
    """`at` is where the piece is now, None if there is none. The pointer is measured from the top left."""

    def __init__(self, state: State) -> None:
        super().__init__(state)
        self.at: Placement | None = None
        if state.piece is not None and not state.over:
            self.at = state.table.start(state.piece)
            self.turns = len(SHAPES[state.piece])

    @property
    def target(self) -> Placement | None:
        """Where the piece would lock if it were dropped now; None if it may not."""
        if self.aim is not None or self.at is None or self.state.piece is None:
            return self.aim
        below = self.at._replace(y=self.state.board.drop(self.state.piece, *self.at))
        return below if below in self.state.placements else None

    @property
    def move(self) -> str | None:
        return None if self.target is None else str(self.target)

    def step(self, action: Action) -> bool:
        state, at = self.state, self.at
        if at is None or state.piece is None:
            return False
        self.release()
        moved = state.table.step(state.board, state.piece, at, action)
        if moved is not None:
            self.at, self._turn = moved, moved.rotation
        return moved is not None

    def _possible(self) -> Sequence[Placement]:
        return () if self.state.piece is None else self.state.placements

    def _turn_of(self, place: Placement) -> int:
        return place.rotation

    def _distance(self, place: Placement, x: float, y: float) -> tuple[float, ...]:
        """Placements that cover the cell come first, then the nearest column, then the nearest row."""
        piece, (rotation, left, top) = self.state.piece, place
        assert piece is not None
        covered = (floor(x), floor(y)) in cells_at(piece, *place)
        across = abs(left + WIDTHS[piece][rotation] / 2 - x)
        return not covered, across, abs(top + HEIGHTS[piece][rotation] / 2 - y)

    def _carry(self, aim: Placement) -> None:
        """Hold the piece where it starts to fall on its way to `aim`."""
        state = self.state
        assert state.piece is not None
        way = way_of(state.table, state.board, state.piece, aim) or (state.table.start(state.piece),)
        fall = next((number for number, at in enumerate(way) if at[:2] == aim[:2]), 0)
        straight = all(at[:2] == aim[:2] for at in way[fall:])
        self.at = way[fall] if straight else next(at for at in reversed(way) if at.y == way[0].y)


@lru_cache(maxsize=64)
def way_of(rules: Rules, board: Board, piece: int, to: Placement) -> tuple[Placement, ...]:
    """The way of a piece to its placement; empty if it cannot get there.

    A piece that can fall straight does so, even if it might slide: that way is easier to read and to find.
    """
    straight = replace(rules, sliding=False).path(board, piece, to) if rules.sliding else None
    return straight or rules.path(board, piece, to) or ()
