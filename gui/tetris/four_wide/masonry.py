"""The walls of the well, quiet and dark: no pieces, but the ground on which the kibitzer writes."""

from __future__ import annotations

from game.tetris.four_wide.well import WIDTH
from game.tetris.guideline.field import COLUMNS
from gui.drawing.canvas import Box, Canvas
from gui.drawing.theme import Rgb, mix
from gui.tetris.four_wide.walls import LEFT, WALLS
from gui.tetris.guideline.geometry import SeatGeometry

_LIT = 0.4  # how far a wall comes out of the row under the cursor towards a hairline


def ground(canvas: Canvas) -> Rgb:
    """The colour of a wall."""
    return mix(canvas.theme.colour.raised, canvas.theme.colour.line, _LIT)


def wall_boxes(geometry: SeatGeometry) -> tuple[Box, Box]:
    """The left and the right wall."""
    side = geometry.cell
    left, top = geometry.corner(0, WALLS - 1)
    right, _ = geometry.corner(LEFT + WIDTH, WALLS - 1)
    high = WALLS * side
    return (left, top, LEFT * side, high), (right, top, (COLUMNS - LEFT - WIDTH) * side, high)


def draw_walls(canvas: Canvas, geometry: SeatGeometry) -> None:
    """Both walls, their courses hardly seen, an edge towards the well."""
    colour, stone = canvas.theme.colour, ground(canvas)
    joint = mix(stone, colour.well, 0.3)
    boxes = wall_boxes(geometry)
    for x, y, width, high in boxes:
        canvas.fill((x, y, width, high), stone)
        for row in range(1, WALLS):
            at = y + row * geometry.cell
            canvas.rule((x, at), (x + width, at), joint)
    (x, y, width, high), (right, *_) = boxes
    canvas.fill((x + width - 1, y, 1, high), colour.line2)
    canvas.fill((right, y, 1, high), colour.line2)
