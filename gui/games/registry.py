"""The game UIs by game, the one place that knows which games can be shown, and small previews of their boards."""

from __future__ import annotations

from dataclasses import replace

from game.advice import Advice
from game.bridge import State as Bridge
from game.errors import BadInput
from game.position import Position
from game.record import Head, Record
from game.tetris.classic import State as Classic
from game.tetris.classic import parse_size
from game.tetris.four_wide.state import State as FourWide
from game.tetris.guideline import VISIBLE
from game.tetris.guideline import State as Guideline
from game.zuniq import Grid
from game.zuniq import State as Zuniq
from gui.games.bridge.ui import BridgeUI
from gui.games.bridge.view import draw_bare
from gui.games.classic import view as classic
from gui.games.classic.ui import ClassicUI
from gui.games.four_wide.ui import FourWideUI
from gui.games.four_wide.well_view import draw_small
from gui.games.guideline import render_state, seat_view
from gui.games.guideline.ui import GuidelineUI
from gui.games.zuniq.board_view import Geometry, Picture, draw_position, draw_small_opinion
from gui.games.zuniq.ui import ZuniqUI
from gui.play.game_ui import GameUI
from gui.ui.canvas import Box, Canvas


def ui_of(game: str) -> GameUI:
    """A new game UI for `game`. Raises `BadInput` where the window has none."""
    if game == "zuniq":
        return ZuniqUI()
    if game == "classic":
        return ClassicUI()
    if game == "tetris":
        return GuidelineUI()
    if game == "four-wide":
        return FourWideUI()
    if game == "bridge":
        return BridgeUI()
    raise BadInput(f"the window cannot show {game!r}")


# Small boards without words: on home, in lists, beside choices.

_WHOLE_SEAT = 240.0  # units of height from which hold and queue are shown
_LOW_ROWS = 13  # of a small well, if the stack is low enough
_CORNER = ((0, 2), (1, 2), (1, 1), (3, 2), (3, 1), (3, 0))  # the cells of a classic mark, of four by three


def draw_preview(canvas: Canvas, box: Box, position: Position, advice: Advice | None = None) -> None:
    """Draw `position` as large as it fits in `box`, with the best move of `advice`, at bridge all cards."""
    choices = advice.choices[:1] if advice is not None else ()
    if isinstance(position, Zuniq):
        geometry = Geometry.fit(position.grid, box, bare=True)
        draw_position(canvas, geometry, Picture(state=position))
        if choices:
            draw_small_opinion(canvas, geometry, choices[0])
    elif isinstance(position, Bridge):
        draw_bare(canvas, box, position, advice.choices if advice is not None else ())
    elif isinstance(position, Classic):
        classic.draw_bare(canvas, box, classic.Picture(state=position, choices=choices), margin=2.0)
    elif isinstance(position, FourWide):
        draw_small(canvas, box, position, choices)
    elif isinstance(position, Guideline):
        picture = replace(render_state.SeatState.of(position), marks=render_state.marks_of(choices))
        if box[3] >= _WHOLE_SEAT:
            seat_view.draw_seat(canvas, box, picture)
        else:
            rows = _LOW_ROWS if position.field.height <= _LOW_ROWS - 3 else VISIBLE
            seat_view.draw_bare(canvas, box, picture, 2.0, rows)


def draw_mark(canvas: Canvas, box: Box, record: Record | Head) -> None:
    """A tiny sign of a record's game: its board in outline, without labels."""
    if record.game == "zuniq":
        _zuniq_mark(canvas, box, Grid.parse(record.rules.get("dots", "6x6")))
    elif record.game == "bridge":
        _bridge_mark(canvas, box)
    elif record.game in ("classic", "tetris", "tetris-live", "four-wide"):
        _classic_mark(canvas, box, record.rules.get("size", "10x20"))


def _zuniq_mark(canvas: Canvas, box: Box, grid: Grid) -> None:
    """The border with the first walls."""
    x, y, width, _ = box
    colour, step = canvas.theme.colour.text3, width / 2
    canvas.panel((x, y, width, width), None, radius=2, edge=colour, width=1.2)
    canvas.rule((x + step, y), (x + step, y + width), colour, 1.0)
    if grid.rows > 2:
        canvas.rule((x, y + step), (x + width, y + step), colour, 1.0)


def _bridge_mark(canvas: Canvas, box: Box) -> None:
    """Two cards, one a little behind the other."""
    x, y, side, _ = box
    colour = canvas.theme.colour
    width, height = side * 0.58, side * 0.8
    canvas.panel((x + side - width, y, width, height), None, radius=2, edge=colour.text3, width=1.2)
    front = (x, y + side - height, width, height)
    canvas.panel(front, colour.panel, radius=2, edge=colour.text3, width=1.2)
    canvas.suit((x + width / 2, y + side - height / 2), 0, width * 0.62, colour.text3)


def _classic_mark(canvas: Canvas, box: Box, size: str) -> None:
    """A well with the proportions of the board and a few cells."""
    try:
        columns, rows = parse_size(size)
    except BadInput:
        columns, rows = 10, 20
    x, y, side, _ = box
    colour = canvas.theme.colour.text3
    width, height = side * min(1.0, max(0.6, columns / rows)), side * min(1.0, max(0.6, rows / columns))
    left, bottom = x + (side - width) / 2, y + (side + height) / 2
    cell = (width - 2.4) / 4
    canvas.rule((left, bottom - height), (left, bottom), colour, 1.2)
    canvas.rule((left + width - 1.2, bottom - height), (left + width - 1.2, bottom), colour, 1.2)
    canvas.rule((left, bottom - 1.2), (left + width, bottom - 1.2), colour, 1.2)
    for column, row in _CORNER:
        at = (left + 1.2 + column * cell, bottom - 1.2 - (3 - row) * cell)
        canvas.fill((at[0] + 0.5, at[1] + 0.5, cell - 0.8, cell - 0.8), colour)
