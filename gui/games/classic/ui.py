"""Classic Tetris at the table: the hand on the falling piece, the board with the equity opened up, its words."""

from __future__ import annotations

from collections.abc import Sequence

import pygame

from game.advice import Advice, Choice
from game.position import Position
from game.review import Judgement
from game.tetris.classic import State
from game.tetris.classic.rules import Action
from gui.games.classic import panel
from gui.games.classic import panel as words
from gui.games.classic.cells import Geometry, draw_small_piece
from gui.games.classic.equity import PARTS, Part, two_digits, worth_of_a_hole
from gui.games.classic.input import ClassicInput
from gui.games.classic.view import Picture, draw_board
from gui.play.game_ui import Axis, GameUI, PanelColumn, RenderState
from gui.ui.canvas import Box, Canvas, Point
from gui.ui.text import grouped

_STEPS: dict[int, Action] = {
    pygame.K_LEFT: "left",
    pygame.K_RIGHT: "right",
    pygame.K_UP: "rotate",
    pygame.K_x: "rotate",
    pygame.K_z: "back",
    pygame.K_DOWN: "down",
}
_DROPS = (pygame.K_SPACE, pygame.K_RETURN, pygame.K_KP_ENTER)
_PARTS: dict[int, Part] = {pygame.K_1: "height", pygame.K_2: "structure", pygame.K_3: "hollows"}
_SOURCES = {"rule": "Rule", "search": "Search"}
_I_PIECE = 0


class ClassicUI(GameUI):
    """The board of one scene. `parts` of the equity are drawn on it; `evaluator` is used where a look has none.

    A piece is placed with the arrows, X, Z and Space, or with the mouse: the pointer chooses the column, the
    wheel or the right button the rotation, and a click drops.
    """

    title = "Tetris"
    best_heading = "Best moves"
    move_word = "piece"
    invitation = "Place another piece here"
    choice_lines = 1

    def __init__(self) -> None:
        self.mistake_from, self.blunder_from = _grave("")
        self._weighed = ""
        self.parts: set[Part] = set(PARTS)
        self.evaluator = ""
        self._geometry: Geometry | None = None
        self._hand: ClassicInput | None = None
        self._open = False
        self._pointer: Point | None = None  # in cells, as long as the mouse was used last
        self._shown: str | None = None  # the move that the panel points at

    # -- drawing --

    def draw(self, canvas: Canvas, box: Box, look: RenderState) -> None:
        state = _classic(look.position)
        if look.evaluator and look.evaluator != self._weighed:
            self._weighed = look.evaluator
            self.mistake_from, self.blunder_from = _grave(look.evaluator)
        self._open = look.open_hand and not state.over
        hand = self._hold(state)
        held = self._open and look.grown >= 1.0
        self._geometry = draw_board(
            canvas,
            box,
            Picture(
                state=state,
                choices=look.choices,
                evaluator=look.evaluator or self.evaluator,
                parts=frozenset(self.parts),
                grown=look.grown,
                held=hand.at if held else None,
                ghost=hand.ghost if held else None,
                shown=self._shown,
            ),
        )

    def _hold(self, state: State) -> ClassicInput:
        """The hand at the piece of `state`; a new piece is aimed where the pointer still is."""
        if self._hand is None or (self._hand.state is not state and self._hand.state != state):
            self._hand = ClassicInput(state)
            if self._pointer is not None and self._open:
                self._hand.point(self._pointer)
        return self._hand

    def toggle(self, part: Part) -> None:
        """Show or hide one part of the equity on the board."""
        self.parts ^= {part}

    def toggle_all(self) -> None:
        """Hide all parts of the equity, or show them all where none is shown."""
        self.parts = set() if self.parts else set(PARTS)

    def highlight(self, move: str | None) -> None:
        self._shown = move

    # -- the hand --

    def takes(self, event: pygame.event.Event, focused: bool) -> bool:
        if event.type != pygame.KEYDOWN or event.mod & (
            pygame.KMOD_CTRL | pygame.KMOD_ALT | pygame.KMOD_META
        ):
            return False
        if event.key in _PARTS or event.key == pygame.K_e:
            return True
        return self._open and (event.key in (*_STEPS, pygame.K_SPACE) or (focused and event.key in _DROPS))

    def handle(self, event: pygame.event.Event, scale: float, focused: bool) -> str | None:
        if event.type == pygame.KEYDOWN:
            return self._key(event, focused) if self.takes(event, focused) else None
        hand = self._hand
        if hand is None or self._geometry is None or not self._open:
            return None
        if event.type in (pygame.MOUSEMOTION, pygame.MOUSEBUTTONDOWN):
            self._aim(hand, (event.pos[0] / scale, event.pos[1] / scale))
        if self._pointer is None:
            return None
        if event.type == pygame.MOUSEWHEEL and event.y:
            hand.turn(1 if event.y < 0 else -1)
        elif event.type == pygame.MOUSEBUTTONDOWN and event.button == 3:
            hand.turn(-1)
        elif event.type == pygame.MOUSEBUTTONDOWN and event.button == 1:
            return _text(hand)
        return None

    def _aim(self, hand: ClassicInput, point: Point) -> None:
        assert self._geometry is not None
        self._pointer = self._geometry.cells_at(point)
        if self._pointer is None:
            hand.release()
        else:
            hand.point(self._pointer)

    def _key(self, event: pygame.event.Event, focused: bool) -> str | None:
        if event.key in _PARTS:
            self.toggle(_PARTS[event.key])
        elif event.key == pygame.K_e:
            self.toggle_all()
        elif self._hand is not None and event.key in _STEPS:
            self._pointer = None
            self._hand.step(_STEPS[event.key])
        elif self._hand is not None:
            return _text(self._hand)
        return None

    # -- the panel --

    def draw_choice(self, canvas: Canvas, box: Box, position: Position, choice: Choice) -> None:
        panel.draw_choice(canvas, box, _classic(position), choice)

    def draw_why(self, column: PanelColumn, position: Position, advice: Advice) -> bool:
        controller = self._controller(advice)
        return panel.equity(
            column,
            _classic(position),
            controller,
            advice.choices[0] if advice.choices else None,
            source=_SOURCES.get(advice.source, "Rule"),
            ground=words.ground(advice, controller),
            parts=self.parts,
            toggle=self.toggle,
        )

    def _controller(self, advice: Advice) -> str:
        """Who says it."""
        return str(advice.facts.get("evaluator") or self.evaluator)

    # -- words --

    def detail(self, position: Position) -> str:
        return words.detail(_classic(position))

    def why(self, position: Position, advice: Advice) -> tuple[str, str]:
        controller = self._controller(advice)
        return words.ground(advice, controller), words.reason(_classic(position), advice, controller)

    def figure(self, value: float) -> str:
        return two_digits(value)

    def axis(self, values: Sequence[float | None]) -> Axis:
        said = [value for value in values if value is not None]
        top, bottom = _round_up(max(said, default=0.0)), 0.0 - _round_up(-min(said, default=0.0), least=0.0)
        middle = (top + bottom) / 2
        return Axis(bottom, top, tuple((value, f"{value:g}") for value in (top, middle, bottom)))

    def reading(self, position: Position, *, seat: int = 0) -> str:
        return "Equity"

    def move_words(self, position: Position, move: str) -> str:
        return words.move_words(_classic(position), move)

    def loss_words(self, position: Position, judgement: Judgement) -> str:
        name = words.move_words(_classic(position), judgement.move)
        return f"{name.capitalize()} cost {two_digits(judgement.loss)}"

    def standing(self, position: Position) -> tuple[tuple[str, str], ...]:
        state = _classic(position)
        return (
            ("Pieces", grouped(state.placed)),
            ("Rows", grouped(state.cleared)),
            ("Stack", f"{state.board.height - state.board.top} of {state.board.height}"),
            ("Cells", grouped(state.board.cells)),
        )

    def result(self, position: Position) -> str:
        return words.result(_classic(position))

    def longest(self, position: Position) -> int:
        """A classic game has no last move: a round number beyond what has been played."""
        last = 50
        while last <= position.ply:
            last *= 2
        return last

    def draw_tone(self, canvas: Canvas, at: Point, seat: int) -> None:
        draw_small_piece(canvas, (at[0] + 14, at[1]), _I_PIECE, 0, 7)

    def keys(self) -> list[tuple[str, str]]:
        return [
            ("Left, Right", "move the piece"),
            ("Up or X, Z", "turn it, and the other way where the rules allow it"),
            ("Down", "one row down, where pieces slide"),
            ("Space or Enter", "drop it"),
            ("Mouse", "choose the column, turn with the wheel or the right button, drop with a click"),
            ("E", "open the equity up on the board, or close it"),
            ("1, 2, 3", "its heights, its walled areas, its covered rows"),
        ]


def _grave(controller: str) -> tuple[float, float]:
    """What a move must cost to be marked, and to be called out: parts of what a covered cell costs.

    Measured over 150 pieces of each family's own play: nine of ten second choices cost less than a covered cell, and a
    middling move costs two. So a second choice is seldom called out, and a thoughtless move is.
    """
    hole = worth_of_a_hole(controller)
    return 0.6 * hole, 1.2 * hole


def _text(hand: ClassicInput) -> str | None:
    """The move of the piece let go now."""
    return None if hand.ghost is None else str(hand.ghost)


def _round_up(value: float, least: float = 10.0) -> float:
    """The next of 10, 20, 40, 80, … at or above a value; `least` for what lies below it."""
    if value <= least:
        return least
    top = 10.0
    while top < value:
        top *= 2
    return top


def _classic(position: Position) -> State:
    assert isinstance(position, State)
    return position
