"""Four-wide at the table: the well, and the combo still to be expected of each placement."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

import pygame

from game.advice import Choice
from game.errors import BadInput
from game.position import Position
from game.tetris.four_wide.state import State
from game.tetris.four_wide.well import WIDTH
from game.tetris.guideline import Placement
from game.tetris.guideline import State as Seat
from gui.games.four_wide.language import FourWideLanguage, four_wide
from gui.games.four_wide.well_view import (
    LEFT,
    Tag,
    draw_tags,
    draw_walls,
    from_board,
    landed,
    move_on_board,
    painted,
    seat_of,
    tag_at,
    tags_of,
    to_board,
)
from gui.games.guideline.render_state import SeatState
from gui.games.guideline.ui import GuidelineBoard
from gui.play.game_ui import GameUI, RenderState
from gui.ui.canvas import Box, Canvas
from gui.ui.sounds import sound_of
from gui.ui.text import grouped

_ENDS = ("ends the combo", "ends it", "ends")  # as there is room between the walls


class FourWideUI(GameUI):
    """Four-wide in one scene."""

    def __init__(self) -> None:
        super().__init__(FourWideBoard(), FourWideLanguage())


class FourWideBoard(GuidelineBoard):
    """The board of one scene; the input is that of guideline Tetris, and reaches only the well."""

    marks_all = True

    def __init__(self) -> None:
        super().__init__()
        self._state: State | None = None
        self._tags: tuple[Tag, ...] = ()

    def see(self, position: Position, *, open_hand: bool) -> None:
        self._state = four_wide(position)
        super().see(position, open_hand=open_hand)

    def _board(self, position: Position) -> Seat:
        return seat_of(four_wide(position))

    # -- drawing --

    def draw(self, canvas: Canvas, box: Box, look: RenderState) -> None:
        state = four_wide(look.position)
        choices = tuple(to_board(choice) for choice in look.choices)
        useful = tuple(choice for choice in choices if choice.worth.value > 0)
        fault = look.fault and look.fault._replace(move=move_on_board(look.fault.move))
        marked = tuple(choice for choice in choices if choice.worth.value > 0 or choice.move == self._shown)
        super().draw(canvas, box, replace(look, choices=marked, fault=fault))
        assert self._geometry is not None
        draw_walls(canvas, self._geometry, state.walls)
        self._tags = () if look.grown < 1.0 or state.over else tags_of(canvas, self._geometry, useful)
        if self._tags:
            aimed = self._aimed(choices)
            lit = self._shown or (None if aimed is None else aimed.move)
            draw_tags(canvas, self._geometry, self._tags, lit, proven=look.certain)
        if self._open and look.grown >= 1.0:
            self._draw_end(canvas, self._aimed(choices))

    def _seat_look(self, state: Seat, look: RenderState) -> SeatState:
        game = four_wide(look.position)
        seat = super()._seat_look(state, replace(look, grown=1.0))
        shown = game.model.previews
        seat = replace(seat, previews=seat.previews[:shown], texts=(f"Combo {grouped(game.combo)}",))
        marks = tuple(mark._replace(proven=mark.proven and mark.rank == 1, rank=0) for mark in seat.marks)
        seat = replace(seat, marks=marks, over=game.over)
        after = landed(game)
        if look.grown < 1.0 and after is not None and after.last is not None:
            seat = seat.in_motion(after.last, look.grown)
        return painted(seat, game)

    def sound(self, before: Position, after: Position) -> str:
        drop = four_wide(after).last
        return sound_of(0 if drop is None else drop.lines)

    def _aimed(self, choices: Sequence[Choice]) -> Choice | None:
        """The placement that the piece would drop to, of those on the board."""
        target = self._control.target if self._control is not None and self._open else None
        at = None if target is None else target.canonical()
        return next((choice for choice in choices if Placement.parse(choice.move) == at), None)

    def _draw_end(self, canvas: Canvas, aimed: Choice | None) -> None:
        """A placement that clears no line says so, over its ghost and over all numbers."""
        control, geometry = self._control, self._geometry
        if (
            control is None
            or control.target is None
            or geometry is None
            or aimed is None
            or aimed.worth.value > 0
        ):
            return
        ghost = geometry.corner(0, max(y for _, y in control.target.cells))[1]
        top = min((ghost, *(tag.box[1] for tag in self._tags)))
        left, right = (geometry.corner(LEFT + column, 0)[0] for column in (0, WIDTH))
        fitting = (each for each in _ENDS if canvas.text_width(each, "label") <= right - left - 8)
        words = next(fitting, _ENDS[-1])
        at = ((left + right) / 2, top - 14)
        canvas.text(at, words, "label", canvas.theme.colour.amber_text, "middle")

    def highlight(self, move: str | None) -> None:
        self._shown = None if move is None else move_on_board(move)

    # -- input --

    def handle(self, event: pygame.event.Event, scale: float, focused: bool) -> str | None:
        move = self._pressed(event, scale) or super().handle(event, scale, focused)
        if move is None or self._state is None:
            return None
        try:
            return from_board(self._state, move)
        except BadInput:
            self.refusal = "Pieces go between the walls, not onto them."
            return None

    def _pressed(self, event: pygame.event.Event, scale: float) -> str | None:
        """A press on a number plays its placement."""
        if event.type != pygame.MOUSEBUTTONDOWN or event.button != 1 or not self._open:
            return None
        tag = tag_at(self._tags, (event.pos[0] / scale, event.pos[1] / scale))
        return None if tag is None else tag.choice.move

    @property
    def pointed(self) -> str | None:
        move = super().pointed
        if move is None or self._state is None:
            return None
        try:
            return from_board(self._state, move)
        except BadInput:
            return None  # on top of a wall
