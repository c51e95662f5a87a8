"""The layout of a classic board, and its stones and holes."""

from __future__ import annotations

from collections.abc import Collection, Iterable
from dataclasses import dataclass

import pygame

from game.tetris.classic.pieces import SHAPES, letter
from gui.games.sprites import stone_sprite
from gui.games.well import LARGEST, Cell, Well, on_pixel, stamp, whole_cell
from gui.ui.canvas import Box, Canvas, Point, thick_line
from gui.ui.picture_cache import pictures
from gui.ui.theme import Rgb, mix

# Where the well, the next piece and the legend stand, for any board in any box, on whole pixels.
#
# ```
#   +----------+   NEXT
#   |          |
#   |   well   |   legend, read along the rows
#   |          |
#   +----------+
#    .2  .1  .1    their sum
# ```

_ABOVE, _BELOW = 16.0, 40.0  # the heights of the columns are below
_LOW = 300.0  # boxes lower than this get tighter margins
_MARGIN = 16.0
_GAP = 30.0  # between the well and the legend
WHOLE, SHORT, NARROW = 256.0, 72.0, 48.0  # widths beside the well: legend, its figures, the next piece
_HIGH_ENOUGH = 320.0  # the legend of a low well may be this high
_WORTH = 0.8  # the share of its size that a well may give up so that something fits beside it


@dataclass(frozen=True)
class Geometry(Well):
    """A well with the room beside it, for the legend and the next piece.

    `aside` is the width of that room, 0 for none, `summit` the y at which it may begin and `limit` the x at which it
    must end; `below` is the room under the floor.
    """

    aside: float = 0.0
    below: float = 0.0
    summit: float = 0.0
    limit: float = 0.0

    @classmethod
    def fit(cls, columns: int, rows: int, box: Box, scale: float, *, beside: float = WHOLE) -> Geometry:
        """The largest layout in `box` at `scale` pixels a unit, with room for the height values below.

        `beside` is the width wanted beside the well: as much of it is given as does not make the well small.
        """
        above, below = (_ABOVE, _BELOW) if box[3] >= _LOW else (8.0, 28.0)
        high, wide = (box[3] - above - below) / rows, box[2] - 2 * _MARGIN
        alone = min(high, wide / columns)
        for aside in (width for width in (WHOLE, SHORT, NARROW) if width <= beside):
            cell = min(high, (wide - _GAP - aside) / columns)
            if cell >= _WORTH * min(alone, LARGEST):
                return cls._placed((columns, rows), box, scale, cell, (above, below), aside)
        return cls._placed((columns, rows), box, scale, alone, (above, below))

    @classmethod
    def bare(cls, columns: int, rows: int, box: Box, scale: float, margin: float = 0.0) -> Geometry:
        """The largest well in `box` without anything around it."""
        cell = min((box[2] - 2 * margin) / columns, (box[3] - 2 * margin) / rows)
        return cls._placed((columns, rows), box, scale, cell, (margin, margin))

    @classmethod
    def _placed(
        cls, size: Cell, box: Box, scale: float, cell: float, margins: Point, aside: float = 0.0
    ) -> Geometry:
        """A well in the middle of `box` with `margins` above and below it."""
        columns, rows = size
        above, below = margins
        cell = whole_cell(cell, scale)
        width = columns * cell + (_GAP + aside if aside else 0.0)
        left = on_pixel(box[0] + (box[2] - width) / 2, scale)
        top = on_pixel(box[1] + above + (box[3] - above - below - rows * cell) / 2, scale)
        summit = min(top, max(box[1] + above, top + rows * cell - _HIGH_ENOUGH))
        return cls(columns, rows, left, top, cell, aside, below, summit, box[0] + box[2] - _MARGIN)

    @property
    def beside(self) -> float:
        """The x at which the room beside the well begins."""
        return self.right + _GAP


_SETTLED = 0.4  # how much of its colour the piece placed last keeps
_WARM = 0.16  # how much amber lies on the stones of a covered row
_HOLE_INSET, _CROSS, _CROSSED = 0.12, 0.18, 9  # of a hole: the last in pixels, smaller ones have no cross
_FINE = 4  # holes are painted so many times larger


def piece_cells(piece: int, rotation: int, x: int = 0, y: int = 0) -> tuple[Cell, ...]:
    """The cells of a piece whose bounding box has its upper left at (x, y)."""
    return tuple((x + dx, y + dy) for dx, dy in SHAPES[piece][rotation])


def draw_stones(canvas: Canvas, geometry: Geometry, rows: Iterable[int], warm: Collection[int]) -> None:
    """The filled cells of `rows`, from the top; the rows in `warm` are tinted with amber."""
    theme = canvas.theme
    plain = _stone(canvas, geometry, theme.stone)
    tinted = _stone(canvas, geometry, mix(theme.stone, theme.colour.amber, _WARM)) if warm else plain
    stones = (
        (tinted if y in warm else plain, (x, y))
        for y, row in enumerate(rows)
        if row
        for x in range(geometry.columns)
        if row >> x & 1
    )
    stamp(canvas, geometry, stones)


def draw_settled(canvas: Canvas, geometry: Geometry, piece: int, cells: Iterable[Cell]) -> None:
    """The piece placed last: stone, tinted with its colour."""
    theme = canvas.theme
    sprite = _stone(canvas, geometry, mix(theme.stone, theme.pieces[letter(piece)].fill, _SETTLED))
    stamp(canvas, geometry, ((sprite, cell) for cell in cells))


def _stone(canvas: Canvas, geometry: Geometry, fill: Rgb) -> pygame.Surface:
    return stone_sprite(canvas, canvas.px(geometry.cell), fill, mix(fill, (0, 0, 0), 0.2))


def draw_holes(canvas: Canvas, geometry: Geometry, y: int, columns: Iterable[int]) -> None:
    """The covered cells of row `y`: an amber frame with a cross in it, or in small cells a plain square."""
    pixels, colour = canvas.px(geometry.cell), canvas.theme.colour
    stroke = max(1.0, min(1.5, geometry.cell / 10) * canvas.scale)
    hole = pictures.get(
        ("hole", pixels, round(stroke * _FINE), canvas.theme.name),
        lambda: _paint_hole(pixels, stroke, colour.well, colour.amber_line).convert(canvas.surface),
    )
    stamp(canvas, geometry, ((hole, (x, y)) for x in columns))


def _paint_hole(pixels: int, stroke: float, ground: Rgb, ink: Rgb) -> pygame.Surface:
    """A frame with a cross in it, `stroke` pixels wide."""
    n, side = _FINE, pixels * _FINE
    big = pygame.Surface((side, side))
    big.fill(ground)
    inset, wide = max(n, round(side * _HOLE_INSET)), round(stroke * n)
    frame = big.get_rect().inflate(-2 * inset, -2 * inset)
    if pixels < _CROSSED:
        big.fill(ink, frame)
    else:
        pygame.draw.rect(big, ink, frame, width=wide, border_radius=round(side * 0.08))
        low, high = round(side * (0.5 - _CROSS)), round(side * (0.5 + _CROSS))
        for start, end in (((low, low), (high, high)), ((low, high), (high, low))):
            thick_line(big, start, end, ink, max(wide, round(side * 0.06)))
            for tip in (start, end):
                pygame.draw.circle(big, ink, tip, max(wide, round(side * 0.06)) / 2)
    return pygame.transform.smoothscale(big, (pixels, pixels))
