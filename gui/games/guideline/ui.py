"""Guideline Tetris at the table, piece by piece: the hand on the piece, the coach's placements, its words."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

import pygame

from game.advice import Advice, Choice
from game.errors import BadInput
from game.position import Position
from game.review import Judgement
from game.tetris.guideline import Placement, State
from game.tetris.guideline.movement import Action
from gui.games.guideline import book_status, panel, words
from gui.games.guideline.cells import SeatGeometry, draw_icon
from gui.games.guideline.input import GuidelineInput
from gui.games.guideline.render_state import SeatState, look_of_state, marks_of, way_of
from gui.games.guideline.seat_view import draw_seat
from gui.play.game_ui import Axis, GameUI, PanelColumn, RenderState
from gui.ui.canvas import Box, Canvas, Point
from gui.ui.targets import inside
from gui.ui.text import as_figure, grouped

_STEPS: dict[int, Action] = {
    pygame.K_LEFT: "left",
    pygame.K_RIGHT: "right",
    pygame.K_UP: "cw",
    pygame.K_x: "cw",
    pygame.K_z: "ccw",
    pygame.K_a: "flip",
    pygame.K_DOWN: "down",
}
_DROPS = (pygame.K_SPACE, pygame.K_RETURN, pygame.K_KP_ENTER)
_MODIFIED = pygame.KMOD_CTRL | pygame.KMOD_ALT | pygame.KMOD_META
_HIGH_START = 2.2  # rows over the well where pieces start above it
_LEAST_TOP = 8.0  # rows of attack that the graph shows at least


class GuidelineUI(GameUI):
    """The board of one scene.

    A piece is placed with the arrows, Z, X, A, C and Space, or with the mouse: the pointer chooses the place, the
    wheel or the right button the turn, a click drops, the middle button holds.
    """

    title = "Tetris"
    best_heading = "Best moves"
    move_word = "piece"
    invitation = "Place another piece here"
    choice_lines = 2
    follows_books = True
    mistake_from = 3.0  # rows of attack: what the third choice costs in the middle
    blunder_from = 6.0  # four of five second choices cost less, and half of the fifth ones

    def __init__(self) -> None:
        self._geometry: SeatGeometry | None = None
        self._hand: GuidelineInput | None = None
        self._open = False
        self._pointer: Point | None = None  # in units, as long as the mouse was used last
        self._shown: str | None = None  # the move that the panel points at
        self._advice: Advice | None = None  # whose choices are drawn

    # -- drawing --

    def draw(self, canvas: Canvas, box: Box, look: RenderState) -> None:
        state = _guideline(look.position)
        self._open = look.open_hand and not state.over
        hand = self._hold(state)
        above = _HIGH_START if state.table.start == "21" else 1.2
        self._geometry = draw_seat(canvas, box, self._seat_look(state, hand, look), above=above)
        if self._pointer is not None and self._open and hand.aim is None:
            self._point(hand, self._pointer)

    def _seat_look(self, state: State, hand: GuidelineInput, look: RenderState) -> SeatState:
        """The seat as it is seen: in motion, at rest, or with the piece in a person's hand."""
        seat = replace(look_of_state(state, look.grown), said=words.said(state.last))
        if seat.landing is not None:
            landing = seat.landing
            return replace(seat, way=way_of(landing.field, landing.placement, look.way, state.table))
        if self._open:
            seat = in_hand(seat, state, hand)
        if look.choices and not state.over:
            offered = any(choice.move == self._shown for choice in look.choices)
            shown = self._shown if offered else None  # what is pointed at may be an older opinion's
            marks = marks_of(look.choices, shown, known=look.known)
            plan = _plan(state, look.choices, shown) if shown is not None else ()
            best = marks[0].placement
            way = way_of(state.field, best, look.way, state.table)
            seat = replace(seat, marks=marks, plan=plan, way=way)
            if way and best.piece != state.piece:
                seat = exchanged(seat, state, way[0].at)
        return seat

    def _hold(self, state: State) -> GuidelineInput:
        """The hand at the piece of `state`; a new piece is aimed where the pointer still is."""
        if self._hand is None or (self._hand.state is not state and self._hand.state != state):
            self._hand = GuidelineInput(state)
        return self._hand

    def highlight(self, move: str | None) -> None:
        self._shown = move

    # -- the hand --

    def takes(self, event: pygame.event.Event, focused: bool) -> bool:
        if event.type != pygame.KEYDOWN or event.mod & _MODIFIED or not self._open:
            return False
        if event.key in _DROPS:
            return focused or event.key == pygame.K_SPACE
        return event.key in _STEPS or event.key == pygame.K_c

    def handle(self, event: pygame.event.Event, scale: float, focused: bool) -> str | None:
        if event.type == pygame.KEYDOWN:
            return self._key(event) if self.takes(event, focused) else None
        hand = self._hand
        if hand is None or self._geometry is None or not self._open:
            return None
        if event.type in (pygame.MOUSEMOTION, pygame.MOUSEBUTTONDOWN):
            at = (event.pos[0] / scale, event.pos[1] / scale)
            if event.type == pygame.MOUSEBUTTONDOWN and inside(at, self._geometry.hold_sign):
                hand.swap()
                return None
            self._point(hand, at)
        if self._pointer is None:
            return None
        if event.type == pygame.MOUSEWHEEL and event.y:
            hand.turn(1 if event.y < 0 else -1)
        elif event.type == pygame.MOUSEBUTTONDOWN:
            return self._press(hand, event.button)
        return None

    def _press(self, hand: GuidelineInput, button: int) -> str | None:
        if button == 1:
            return _text(hand)
        if button == 2:
            hand.swap()
        elif button == 3:
            hand.turn(1)
        return None

    def _point(self, hand: GuidelineInput, point: Point) -> None:
        """Aim where the pointer is; beside the well the hand takes over again."""
        assert self._geometry is not None
        x, y = self._geometry.place(point)
        near = -1 <= x <= 11 and -1 <= y <= 22
        self._pointer = point if near else None
        if near:
            hand.point((x, y))
        else:
            hand.release()

    def _key(self, event: pygame.event.Event) -> str | None:
        if self._hand is None:
            return None
        if event.key in _DROPS:
            return _text(self._hand)
        if event.key == pygame.K_c:
            self._hand.swap()
            return None
        self._pointer = None
        if event.key == pygame.K_DOWN and event.mod & pygame.KMOD_SHIFT:
            self._hand.sink()
        else:
            self._hand.step(_STEPS[event.key])
        return None

    # -- the panel --

    def draw_choice(self, canvas: Canvas, box: Box, position: Position, choice: Choice) -> None:
        panel.draw_choice(canvas, box, _guideline(position), choice, self._advice)

    def listen(self, advice: Advice | None) -> None:
        self._advice = advice

    def crossing(self, before: Advice | None, now: Advice | None) -> tuple[str, str]:
        return book_status.crossing(before, now)

    def draw_why(self, column: PanelColumn, position: Position, advice: Advice) -> bool:
        return panel.draw_why(column, _guideline(position), advice)

    # -- words --

    def detail(self, position: Position) -> str:
        return words.detail(_guideline(position))

    def why(self, position: Position, advice: Advice) -> tuple[str, str]:
        return words.ground(advice), words.reasons(_guideline(position), advice)[0]

    def figure(self, value: float) -> str:
        return words.signed(value)

    def axis(self, values: Sequence[float | None]) -> Axis:
        said = [value for value in values if value is not None]
        lowest = min(said, default=0.0)
        top = _round_up(max((abs(value) for value in said), default=0.0))
        bottom = -top if lowest < 0 else 0.0  # where it goes below 0, that is the middle
        middle = (top + bottom) / 2
        marks = tuple((value, as_figure(f"{value:g}")) for value in (top, middle, bottom))
        return Axis(bottom, top, marks)

    def reading(self, position: Position, *, seat: int = 0) -> str:
        return "Position score"

    def move_words(self, position: Position, move: str) -> str:
        return words.move_words(move)

    def loss_words(self, position: Position, judgement: Judgement) -> str:
        name = words.move_words(judgement.move)
        return f"{name} gave away {judgement.loss:.1f} rows of attack"

    def standing(self, position: Position) -> tuple[tuple[str, str], ...]:
        tally = _guideline(position).tally
        each = f"{tally.attack / tally.placed:.2f}" if tally.placed else "0"
        return (
            ("Pieces", grouped(tally.placed)),
            ("Lines", grouped(tally.cleared)),
            ("Attack", grouped(tally.attack)),
            ("Per piece", each),
            ("T-spins", grouped(tally.spins + tally.minis)),
            ("Perfect clears", grouped(tally.perfect)),
        )

    def result(self, position: Position) -> str:
        return words.result(_guideline(position))

    def longest(self, position: Position) -> int:
        """A game has no last move: a round number beyond what has been played."""
        last = 50
        while last <= position.ply:
            last *= 2
        return last

    def draw_tone(self, canvas: Canvas, at: Point, seat: int) -> None:
        draw_icon(canvas, (at[0] + 14, at[1]), 2, 8)

    def keys(self) -> list[tuple[str, str]]:
        return [
            ("Left, Right", "move the piece"),
            ("Up or X, Z, A", "turn it clockwise, counterclockwise, half round where the rules allow it"),
            ("Down", "one row down, with Shift to the floor"),
            ("Space or Enter", "drop it"),
            ("C", "hold, and take that back"),
            ("Mouse", "choose the place, turn with the wheel or the right button, drop with a click"),
            ("Click on HOLD", "hold, and take that back; the middle button does the same"),
        ]


def exchanged(seat: SeatState, state: State, start: Placement) -> SeatState:
    """The seat with the other piece in the air: what a hold brings, at its start, and what is held meanwhile."""
    after = state.taken(held=True)
    previews = after.queue.pieces(state.table.previews)
    return replace(seat, falling=start, hold=after.hold, previews=previews, hold_free=False)


def in_hand(seat: SeatState, state: State, hand: GuidelineInput) -> SeatState:
    """The seat with the piece where a person holds it, and what the hold and the queue show meanwhile."""
    seat = replace(seat, falling=hand.at, ghost=hand.target)
    if hand.held:
        after = state.taken(held=True)
        seat = replace(
            seat, hold=after.hold, previews=after.queue.pieces(state.table.previews), hold_free=False
        )
    return seat


def _plan(state: State, choices: Sequence[Choice], shown: str | None) -> tuple[Placement, ...]:
    """What would follow a choice on this very field: as far as no row is cleared before."""
    choice = next((each for each in choices if each.move == shown), None)
    if choice is None:
        return ()
    plan: list[Placement] = []
    for step in words.walk(state, words.line_of(choice)):
        plan.append(step.landing.placement)
        if step.landing.rows or step.landing.up:
            break
    return tuple(plan[1:])


def _text(hand: GuidelineInput) -> str | None:
    """The move of the piece dropped now."""
    return None if hand.target is None else str(hand.target.canonical())


def _round_up(value: float) -> float:
    """The next of 8, 16, 32, … at or above a value."""
    top = _LEAST_TOP
    while top < value:
        top *= 2
    return top


def _guideline(position: Position) -> State:
    if not isinstance(position, State):
        raise BadInput(f"{position.game} is not guideline Tetris")
    return position
