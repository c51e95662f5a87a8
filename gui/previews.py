"""Small boards without words: on home, in lists, beside choices."""

from __future__ import annotations

from game.advice import Advice
from game.position import Position
from game.zuniq import State
from gui.canvas import Box, Canvas
from gui.zuniq.board_view import Picture, draw_position, draw_small_opinion
from gui.zuniq.geometry import Geometry


def draw_preview(canvas: Canvas, box: Box, position: Position, advice: Advice | None = None) -> None:
    """Draw `position` as large as it fits in `box`, with the best move of `advice`."""
    if isinstance(position, State):
        geometry = Geometry.fit(position.grid, box, bare=True)
        draw_position(canvas, geometry, Picture(state=position))
        if advice is not None and advice.choices:
            draw_small_opinion(canvas, geometry, advice.choices[0])
