"""A person's hand at the falling piece: keys step it, the pointer aims it, both only where the rules let it go."""

from __future__ import annotations

from dataclasses import replace
from functools import lru_cache
from math import floor

from game.tetris.classic import Board, Placement, Rules, State
from game.tetris.classic.pieces import HEIGHTS, SHAPES, WIDTHS, cells_at
from game.tetris.classic.rules import Action
from gui.ui.canvas import Point


class ClassicInput:
    """Where the piece of one position is held, `at`, and where the pointer aims, `aim`; None where nowhere.

    The pointer names a place and a rotation, and the aim is the nearest placement there is. Keys go on from
    where the piece can be let fall to the aim.
    """

    def __init__(self, state: State) -> None:
        self.state = state
        self.at: Placement | None = None
        self.aim: Placement | None = None
        if state.piece is not None and not state.over:
            self.at = state.table.start(state.piece)
        self._turn = 0
        self._pointer: Point | None = None

    @property
    def ghost(self) -> Placement | None:
        """Where the piece would come to rest if it were let go now; None where it may not."""
        if self.aim is not None or self.at is None or self.state.piece is None:
            return self.aim
        below = self.at._replace(y=self.state.board.drop(self.state.piece, *self.at))
        return below if below in self.state.placements else None

    def step(self, action: Action) -> bool:
        """Move or turn the piece one step; whether the rules let it."""
        state, at = self.state, self.at
        if at is None or state.piece is None:
            return False
        self.release()
        moved = state.table.step(state.board, state.piece, at, action)
        if moved is not None:
            self.at, self._turn = moved, moved.rotation
        return moved is not None

    def point(self, pointer: Point) -> None:
        """Aim at the placement nearest to `pointer`, in cells from the well's upper left."""
        self._pointer = pointer
        self._take_aim()

    def turn(self, by: int) -> None:
        """Aim with the next rotation (the one before for `by` = -1) in which the piece can be placed."""
        piece = self.state.piece
        if piece is None or not self.state.placements:
            return
        possible = {placement.rotation for placement in self.state.placements}
        count = len(SHAPES[piece])
        turned = ((self._turn + by * i) % count for i in range(1, count + 1))
        self._turn = next(rotation for rotation in turned if rotation in possible)
        self._take_aim()

    def release(self) -> None:
        """The pointer has left: what is held counts again."""
        self.aim = self._pointer = None

    def _take_aim(self) -> None:
        """What covers the cell pointed at comes first, then the nearest column, then the nearest row."""
        state, piece = self.state, self.state.piece
        if self._pointer is None or piece is None or not state.placements:
            return
        x, y = self._pointer

        def distance(each: Placement) -> tuple[bool, float, float]:
            beside = (floor(x), floor(y)) not in cells_at(piece, *each)
            across = abs(each.x + WIDTHS[piece][each.rotation] / 2 - x)
            return beside, across, abs(each.y + HEIGHTS[piece][each.rotation] / 2 - y)

        turned = [each for each in state.placements if each.rotation == self._turn]
        aim = min(turned or state.placements, key=distance)
        if aim != self.aim:
            self.aim, self._turn = aim, aim.rotation
            self.at = self._above(piece, aim)

    def _above(self, piece: int, aim: Placement) -> Placement:
        """Where the piece is held on its way to `aim`, before it falls."""
        way = way_of(self.state.table, self.state.board, piece, aim) or (self.state.table.start(piece),)
        fall = next((i for i, at in enumerate(way) if at[:2] == aim[:2]), 0)
        if all(at[:2] == aim[:2] for at in way[fall:]):
            return way[fall]
        return next(at for at in reversed(way) if at.y == way[0].y)


@lru_cache(maxsize=64)
def way_of(rules: Rules, board: Board, piece: int, to: Placement) -> tuple[Placement, ...]:
    """The way of a piece to where it rests; empty where it cannot get there.

    A piece that can fall straight does, also where it might slide: that way is easier to read, and to find.
    """
    straight = replace(rules, sliding=False).path(board, piece, to) if rules.sliding else None
    return straight or rules.path(board, piece, to) or ()
