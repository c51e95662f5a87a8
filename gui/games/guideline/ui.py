"""Guideline Tetris piece by piece: the seat, and the mouse and keys that place its piece."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from math import floor

import pygame

from game.advice import Choice
from game.position import Position
from game.tetris.guideline import Placement, Pose, State, spawn, step
from game.tetris.guideline.movement import Action, locks_out
from game.tetris.guideline.pieces import letter
from game.tetris.guideline.placement import NO_SPIN
from gui.games.guideline import words
from gui.games.guideline.cells import SeatGeometry
from gui.games.guideline.language import GuidelineLanguage, guideline
from gui.games.guideline.render_state import SeatState, marks_of, rows_above, way_of
from gui.games.guideline.seat_view import draw_seat
from gui.games.piece_ui import PieceBoard, PieceInput
from gui.play.game_ui import GameUI, RenderState
from gui.ui.canvas import Box, Canvas, Point
from gui.ui.sounds import sound_of
from gui.ui.targets import inside

# Moves the piece of a guideline game without a clock by keys and pointer; all its moves are legal.


class GuidelineInput(PieceInput[State, Placement]):
    """`pose` is where the piece is now, None if there is none; `held`: it comes from the hold.

    The pointer is measured from the lower left.
    """

    def __init__(self, state: State) -> None:
        super().__init__(state)
        self.held = False
        self.pose: Pose | None = None
        self._spin = NO_SPIN
        self._start()

    @property
    def piece(self) -> int | None:
        """The piece that is placed: the current one, or the one from the hold."""
        return self.state.exchange if self.held else self.state.piece

    @property
    def at(self) -> Placement | None:
        """Place of the piece now."""
        if self.piece is None or self.pose is None:
            return None
        return Placement(self.piece, *self.pose, self._spin)

    @property
    def target(self) -> Placement | None:
        """Place where the piece would lock if it were dropped now; None if it may not."""
        at = self.at
        if self.aim is not None or at is None:
            return self.aim
        rest = self.state.field.drop(*at[:4])
        below = at._replace(y=rest, spin=self._spin if rest == at.y else NO_SPIN)
        return below if self.state.why_not(below) is None else None

    @property
    def move(self) -> str | None:
        return None if self.target is None else str(self.target.canonical())

    def refusal(self) -> str:
        if self.piece is None or self.pose is None:
            return ""
        rest = Placement(self.piece, *self.pose._replace(y=self.state.field.drop(self.piece, *self.pose)))
        if not locks_out(rest):
            return ""
        name = letter(self.piece)
        return f"{name} would lock above the visible rows, which ends the game. Place it lower, or take back."

    # -- keys --

    def step(self, action: Action) -> bool:
        if self.piece is None or self.pose is None:
            return False
        self.release()
        table = self.state.rules
        if action == "flip" and table.kicks == "srs":
            return False
        result = step(self.state.field, self.piece, self.pose, action, table.kicks, table.spins)
        if result is None:
            return False
        self._stand(result.pose, result.spin)
        return True

    def sink(self) -> bool:
        """Move the piece to the floor without locking it; whether it was above it."""
        if self.piece is None or self.pose is None:
            return False
        self.release()
        rest = self.state.field.drop(self.piece, *self.pose)
        if rest == self.pose.y:
            return False
        self._stand(self.pose._replace(y=rest))
        return True

    def swap(self) -> bool:
        """Use the hold, or take that back; whether it has another piece."""
        other = self.state.exchange
        if self.state.over or other is None or other == self.state.piece:
            return False
        self.held = not self.held
        self._start()
        self._take_aim()
        return True

    # -- inside --

    def _start(self) -> None:
        """Start the piece."""
        self._spin, self._turn, self.pose, self.aim = NO_SPIN, 0, None, None
        if self.piece is None or self.state.over:
            return
        pose = spawn(self.state.field, self.piece, self.state.rules.start)
        if pose is not None:
            self._stand(pose)

    def _stand(self, pose: Pose, spin: int = NO_SPIN) -> None:
        """Put the piece at a pose; at 20g it falls from there at once."""
        assert self.piece is not None
        if self.state.rules.gravity == "20g":
            rest = self.state.field.drop(self.piece, *pose)
            spin = spin if rest == pose.y else NO_SPIN
            pose = pose._replace(y=rest)
        self.pose, self._spin, self._turn = pose, spin, pose.orientation

    def _possible(self) -> Sequence[Placement]:
        return [at for at in self.state.placements if at.piece == self.piece]

    def _turn_of(self, place: Placement) -> int:
        return place.orientation

    def _distance(self, place: Placement, x: float, y: float) -> tuple[float, ...]:
        """Placements that cover the cell come first, then the nearest column, the nearest row, and spins."""
        cells = place.cells
        across, along = sum(cx for cx, _ in cells) / 4 + 0.5, sum(cy for _, cy in cells) / 4 + 0.5
        return (floor(x), floor(y)) not in cells, round(abs(across - x), 1), abs(along - y), -place.spin

    def _carry(self, aim: Placement) -> None:
        """Hold the piece above `aim`, or at its start if it does not fit there."""
        start = spawn(self.state.field, aim.piece, self.state.rules.start)
        if start is None:
            return
        above = (Pose(aim.orientation, aim.x, y) for y in (start.y, start.y + 1))
        fits = (pose for pose in above if self.state.field.fits(aim.piece, *pose))
        self.pose, self._spin = next(fits, start), NO_SPIN


_STEPS = {
    pygame.K_LEFT: "left",
    pygame.K_RIGHT: "right",
    pygame.K_UP: "cw",
    pygame.K_x: "cw",
    pygame.K_z: "ccw",
    pygame.K_a: "flip",
    pygame.K_DOWN: "down",
    pygame.K_c: "hold",
}


class GuidelineUI(GameUI):
    """Guideline Tetris piece by piece in one scene."""

    def __init__(self) -> None:
        super().__init__(GuidelineBoard(), GuidelineLanguage())


class GuidelineBoard(PieceBoard[State, GuidelineInput]):
    """The seat of one scene. C, the middle button and a click on the hold use the hold."""

    aspect = 1.1
    steps = _STEPS

    def __init__(self) -> None:
        super().__init__()
        self._geometry: SeatGeometry | None = None

    # -- drawing --

    def draw(self, canvas: Canvas, box: Box, look: RenderState) -> None:
        state = self._board(look.position)
        seat = self._seat_look(state, look)
        self._geometry = draw_seat(canvas, box, replace(seat, above=rows_above(state.rules.start)))

    def _seat_look(self, state: State, look: RenderState) -> SeatState:
        """The seat in motion, at rest, or with the piece that a person moves."""
        seat = replace(SeatState.of(state, look.grown), texts=words.names_of(state.last))
        if seat.landing is not None:
            landing = seat.landing
            way = way_of(landing.field, landing.placement, look.way, state.rules, slow=look.slow)
            seat = replace(seat, way=way, slow=look.slow)
            return replace(seat, texts=words.tests(way, seat.dropped)) if look.slow else seat
        if self._open and self._control is not None:
            seat = in_hand(seat, state, self._control)
        if look.choices and not state.over:
            pointed = next((choice for choice in look.choices if choice.move == self._shown), None)
            fault = look.fault
            hidden = next(
                (at for at, each in enumerate(look.choices) if fault and each.move == fault.move), None
            )
            beside, numbers = list(look.choices), list(look.ranks)
            if hidden is not None and len(beside) > 1:
                del beside[hidden], numbers[hidden : hidden + 1]
            marks = marks_of(beside, self._shown, known=look.known, ranks=numbers)
            best = marks[0].placement
            way = way_of(state.field, best, look.way, state.rules)
            seat = replace(seat, marks=marks, plan=_plan(state, pointed), way=way)
            if way and best.piece != state.piece:
                seat = replace(_exchanged(seat, state), falling=way[0].at)
        if look.fault is not None and not state.over:
            seat = replace(seat, fault=(Placement.parse(look.fault.move), look.fault.mark))
        return seat

    def sound(self, before: Position, after: Position) -> str:
        landing = guideline(after).last
        if landing is None:
            return sound_of(0)
        clear = landing.clear
        return sound_of(clear.rows, difficult=clear.difficult, perfect=clear.perfect)

    # -- input --

    def _board(self, position: Position) -> State:
        return guideline(position)

    def _take(self, state: State) -> GuidelineInput:
        return GuidelineInput(state)

    def _place(self, point: Point) -> Point | None:
        if self._geometry is None:
            return None
        x, y = self._geometry.place(point)
        return (x, y) if -1 <= x <= 11 and -1 <= y <= 22 else None

    def handle(self, event: pygame.event.Event, scale: float, focused: bool) -> str | None:
        control, pressed = self._control, event.type == pygame.MOUSEBUTTONDOWN and self._open
        clicked = pressed and event.button <= pygame.BUTTON_RIGHT  # the wheel is a button, too
        at = (event.pos[0] / scale, event.pos[1] / scale) if clicked else (-1.0, -1.0)
        if control is not None and self._geometry is not None and inside(at, self._geometry.hold_sign):
            control.swap()
            return None
        return super().handle(event, scale, focused)

    def _press(self, control: GuidelineInput, button: int) -> str | None:
        if button == 2:
            control.swap()
        return super()._press(control, button)

    def _key(self, control: GuidelineInput, event: pygame.event.Event) -> str | None:
        code = self.code(event)
        if code == pygame.K_c:
            control.touched = control.swap() or control.touched
        elif code == pygame.K_DOWN and event.mod & pygame.KMOD_SHIFT:
            self._pointer = None
            control.touched = control.sink() or control.touched
        else:
            return super()._key(control, event)
        return None

    def keys(self) -> list[tuple[str, str]]:
        return [
            (self.named("left", "right", standard="Left, Right"), "move the piece"),
            (
                self.named("cw", "ccw", "flip", standard="Up or X, Z, A"),
                "rotate it clockwise, counterclockwise, or by 180° where the rules allow it",
            ),
            (self.named("soft", standard="Down"), "one row down, with Shift to the floor"),
            (self.named("hard", standard="Space or Enter"), "drop it"),
            (self.named("hold", standard="C"), "hold, and take that back"),
            ("Mouse", "choose the place, rotate with the wheel or the right button, drop with a click"),
            ("Click on HOLD", "hold, and take that back; the middle button does the same"),
        ]


def _exchanged(seat: SeatState, state: State) -> SeatState:
    """The seat with hold and queue as they are while the piece from the hold falls."""
    after = state.taken(held=True)
    previews = after.queue.pieces(state.rules.previews)
    return replace(seat, hold=after.hold, previews=previews, hold_free=False)


def in_hand(seat: SeatState, state: State, control: GuidelineInput) -> SeatState:
    """The seat with the piece where a person has moved it, and with the hold and queue of that moment."""
    seat = _exchanged(seat, state) if control.held else seat
    return replace(seat, falling=control.at, ghost=control.target)


def _plan(state: State, choice: Choice | None) -> tuple[Placement, ...]:
    """Return the placements that follow a choice on this very field, up to the first clear."""
    plan: list[Placement] = []
    for landing in words.walk(state, words.line_of(choice)) if choice is not None else ():
        plan.append(landing.placement)
        if landing.rows or landing.up:
            break
    return tuple(plan[1:])
