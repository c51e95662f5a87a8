"""Classic Tetris: the board with its equity, and the mouse and keys that place its piece."""

from __future__ import annotations

import pygame

from game.position import Position
from game.tetris.classic import State
from game.tetris.classic.rules import Action
from gui.games.classic.cells import Geometry
from gui.games.classic.equity import PARTS, Part
from gui.games.classic.language import ClassicLanguage, classic
from gui.games.classic.view import ClassicInput, Picture, draw_board
from gui.games.piece_ui import MODIFIED, PieceBoard
from gui.play.game_ui import GameUI, RenderState
from gui.ui.canvas import Box, Canvas, Point
from gui.ui.sounds import sound_of

_STEPS: dict[int, Action] = {
    pygame.K_LEFT: "left",
    pygame.K_RIGHT: "right",
    pygame.K_UP: "rotate",
    pygame.K_x: "rotate",
    pygame.K_z: "back",
    pygame.K_DOWN: "down",
}
_PARTS: dict[int, Part] = {pygame.K_1: "height", pygame.K_2: "structure", pygame.K_3: "hollows"}


class ClassicUI(GameUI):
    """Classic Tetris in one scene."""

    board: ClassicBoard

    def __init__(self) -> None:
        board = ClassicBoard()
        super().__init__(board, ClassicLanguage(board.parts))


class ClassicBoard(PieceBoard[State, ClassicInput]):
    """The board of one scene. `parts` of the equity are drawn on it."""

    aspect = 1.5
    steps = _STEPS
    right_button = -1

    def __init__(self) -> None:
        super().__init__()
        self.parts: set[Part] = set(PARTS)
        self._geometry: Geometry | None = None

    # -- drawing --

    def draw(self, canvas: Canvas, box: Box, look: RenderState) -> None:
        state = classic(look.position)
        held = self._control if self._open and look.grown >= 1.0 else None
        picture = Picture(
            state=state,
            choices=look.choices,
            ranks=look.ranks,
            evaluator=look.evaluator,
            parts=frozenset(self.parts),
            grown=look.grown,
            held=None if held is None else held.at,
            ghost=None if held is None else held.target,
            shown=self._shown,
            fault=look.fault,
        )
        self._geometry = draw_board(canvas, box, picture)

    def toggle(self, part: Part) -> None:
        """Show or hide one part of the equity on the board."""
        self.parts ^= {part}

    def sound(self, before: Position, after: Position) -> str:
        return sound_of(classic(after).cleared - classic(before).cleared)

    # -- input --

    def _board(self, position: Position) -> State:
        return classic(position)

    def _take(self, state: State) -> ClassicInput:
        return ClassicInput(state)

    def _place(self, point: Point) -> Point | None:
        if self._geometry is None:
            return None
        x, y = self._geometry.place(point)
        near = -1 <= x <= self._geometry.columns + 1 and -1 <= y <= self._geometry.rows + 1
        return (x, y) if near else None

    def takes(self, event: pygame.event.Event, focused: bool) -> bool:
        return bool(self._toggled(event)) or super().takes(event, focused)

    def handle(self, event: pygame.event.Event, scale: float, focused: bool) -> str | None:
        toggled = self._toggled(event)
        if not toggled:
            return super().handle(event, scale, focused)
        self.parts ^= toggled
        return None

    def _toggled(self, event: pygame.event.Event) -> set[Part]:
        """The parts of the equity that this event shows or hides; none if it is not one of their keys."""
        if event.type != pygame.KEYDOWN or event.mod & MODIFIED:
            return set()
        if event.key == pygame.K_e:
            return set(self.parts) or set(PARTS)
        return {_PARTS[event.key]} if event.key in _PARTS else set()

    def keys(self) -> list[tuple[str, str]]:
        return [
            (self.named("left", "right", standard="Left, Right"), "move the piece"),
            (
                self.named("cw", "ccw", standard="Up or X, Z"),
                "rotate it; Z the other way, where the rules allow it",
            ),
            (self.named("soft", standard="Down"), "one row down, where pieces slide"),
            (self.named("hard", standard="Space or Enter"), "drop it"),
            ("Mouse", "choose the column, rotate with the wheel or the right button, drop with a click"),
            ("E", "show or hide the terms of the equity on the board"),
            ("1, 2, 3", "its heights, its walled areas, its covered rows"),
        ]
