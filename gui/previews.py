"""Small boards without words: on home, in lists, beside choices."""

from __future__ import annotations

from game.advice import Advice
from game.position import Position
from game.record import Record
from game.zuniq import Grid, State
from gui.drawing.canvas import Box, Canvas
from gui.zuniq.board_view import Picture, draw_position, draw_small_opinion
from gui.zuniq.geometry import Geometry


def draw_preview(canvas: Canvas, box: Box, position: Position, advice: Advice | None = None) -> None:
    """Draw `position` as large as it fits in `box`, with the best move of `advice`."""
    if isinstance(position, State):
        geometry = Geometry.fit(position.grid, box, bare=True)
        draw_position(canvas, geometry, Picture(state=position))
        if advice is not None and advice.choices:
            draw_small_opinion(canvas, geometry, advice.choices[0])


def draw_mark(canvas: Canvas, box: Box, record: Record) -> None:
    """A tiny sign of a record's game: its board with the first walls, without labels."""
    if record.game == "zuniq":
        grid = Grid.parse(record.rules.get("dots", "6x6"))
        x, y, width, _ = box
        colour, step = canvas.theme.colour.text3, width / 2
        canvas.panel((x, y, width, width), None, radius=2, edge=colour, width=1.2)
        canvas.rule((x + step, y), (x + step, y + width), colour, 1.0)
        if grid.rows > 2:
            canvas.rule((x, y + step), (x + width, y + step), colour, 1.0)
