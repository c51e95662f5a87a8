"""Single cells and what is made of them: the empty well, stones, pieces, ghosts and small drawings of pieces.

A cell is painted once for each size and colour, with the well's ground behind it, and then only copied.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

import pygame

from game.tetris.classic.pieces import SHAPES, letter
from gui.games.sprites import loose_sprite, piece_sprite, stone_sprite, well_sprite
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

_ABOVE, _BELOW = 16.0, 40.0  # below stand the heights of the columns
_LOW = 300.0  # boxes lower than this get tighter margins
_MARGIN = 16.0
_GAP = 30.0  # between the well and what stands beside it
WHOLE, SHORT, NARROW = 256.0, 72.0, 48.0  # widths of what stands beside: legend, its figures, the next piece
_HIGH_ENOUGH = 320.0  # what stands beside a low well may rise above it to this height
_LARGEST = 48.0  # a cell, in logical units
_WORTH = 0.8  # the share of its size that a well may give up so that something fits beside it


@dataclass(frozen=True)
class Geometry:
    """A board of `columns` x `rows` with its upper left at `left`, `top`; `cell` is the side of a cell.

    All in logical units that fall on whole pixels. `aside` is the width of what stands beside the well, 0 where
    nothing does, `summit` the y at which that may begin and `limit` the x at which it must end; `below` is the
    room under the floor.
    """

    columns: int
    rows: int
    left: float
    top: float
    cell: float
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
        high = (box[3] - above - below) / rows
        alone = min(high, (box[2] - 2 * _MARGIN) / columns, _LARGEST)
        for aside in (width for width in (WHOLE, SHORT, NARROW) if width <= beside):
            cell = min(high, (box[2] - 2 * _MARGIN - _GAP - aside) / columns)
            if cell >= _WORTH * alone:
                return cls._placed(columns, rows, box, scale, min(cell, _LARGEST), above, below, aside)
        return cls._placed(columns, rows, box, scale, alone, above, below, 0.0)

    @classmethod
    def bare(cls, columns: int, rows: int, box: Box, scale: float, margin: float = 0.0) -> Geometry:
        """The largest well in `box` without anything around it."""
        cell = min((box[2] - 2 * margin) / columns, (box[3] - 2 * margin) / rows, _LARGEST)
        return cls._placed(columns, rows, box, scale, cell, margin, margin, 0.0)

    @classmethod
    def _placed(
        cls,
        columns: int,
        rows: int,
        box: Box,
        scale: float,
        cell: float,
        above: float,
        below: float,
        aside: float,
    ) -> Geometry:
        pixels = max(1, int(cell * scale + 1e-6))
        cell = pixels / scale
        width = columns * cell + (_GAP + aside if aside else 0.0)
        left = box[0] + (box[2] - width) / 2
        top = box[1] + above + (box[3] - above - below - rows * cell) / 2
        left, top = round(left * scale) / scale, round(top * scale) / scale
        summit = min(top, max(box[1] + above, top + rows * cell - _HIGH_ENOUGH))
        return cls(columns, rows, left, top, cell, aside, below, summit, box[0] + box[2] - _MARGIN)

    @property
    def well(self) -> Box:
        """The rectangle of all cells."""
        return (self.left, self.top, self.columns * self.cell, self.rows * self.cell)

    @property
    def right(self) -> float:
        """The right edge of the well."""
        return self.left + self.columns * self.cell

    @property
    def bottom(self) -> float:
        """The floor of the well."""
        return self.top + self.rows * self.cell

    @property
    def beside(self) -> float:
        """The x at which begins what stands beside the well."""
        return self.right + _GAP

    def corner(self, x: float, y: float) -> Point:
        """The upper left of cell (x, y)."""
        return self.left + x * self.cell, self.top + y * self.cell

    def box(self, x: float, y: float, width: float = 1, height: float = 1) -> Box:
        """The rectangle of `width` x `height` cells from cell (x, y) on."""
        return (*self.corner(x, y), width * self.cell, height * self.cell)

    def middle(self, x: float, y: float) -> Point:
        """The middle of cell (x, y)."""
        return self.corner(x + 0.5, y + 0.5)

    def cells_at(self, point: Point) -> Point | None:
        """A point measured in cells from the well's upper left; None outside (a cell more counts as inside)."""
        x, y = (point[0] - self.left) / self.cell, (point[1] - self.top) / self.cell
        inside = -1.0 <= x <= self.columns + 1.0 and -1.0 <= y <= self.rows + 1.0
        return (x, y) if inside else None


Cell = tuple[int, int]
_GHOST = 0.25  # an opacity
_SETTLED = 0.4  # how much of its colour the piece placed last keeps
_WARM = 0.16  # how much amber lies on the stones of a covered row
_HOLE_INSET, _CROSS, _CROSSED = 0.12, 0.18, 9  # of a hole: the last in pixels, smaller ones have no cross
_FINE = 4  # times larger are cells painted
_BLACK = (0, 0, 0)


def piece_cells(piece: int, rotation: int, x: int = 0, y: int = 0) -> tuple[Cell, ...]:
    """The cells of a piece whose bounding box has its upper left at (x, y)."""
    return tuple((x + dx, y + dy) for dx, dy in SHAPES[piece][rotation])


def extent(piece: int, rotation: int) -> tuple[int, int]:
    """Width and height of a piece's bounding box in cells."""
    cells = SHAPES[piece][rotation]
    return 1 + max(x for x, _ in cells), 1 + max(y for _, y in cells)


def draw_well(canvas: Canvas, geometry: Geometry) -> None:
    """The empty well with its quiet grid, open at the top."""
    pixels, size = canvas.px(geometry.cell), (geometry.columns, geometry.rows)
    canvas.surface.blit(well_sprite(canvas, pixels, *size), canvas.rect(geometry.well))
    x, y, width, height = geometry.well
    wall = max(1 / canvas.scale, min(2.0, geometry.cell / 8))
    colour = canvas.theme.colour.line2
    canvas.fill((x - wall, y, wall, height), colour)
    canvas.fill((x + width, y, wall, height), colour)
    canvas.fill((x - wall, y + height, width + 2 * wall, wall), colour)


def draw_stones(canvas: Canvas, geometry: Geometry, rows: Iterable[int], warm: frozenset[int]) -> None:
    """Everything that has come to rest, `rows` from the top; the rows of `warm` have a breath of amber."""
    pixels, theme = canvas.px(geometry.cell), canvas.theme
    tint = mix(theme.stone, theme.colour.amber, _WARM)
    plain = stone_sprite(canvas, pixels, theme.stone, mix(theme.stone, _BLACK, 0.2))
    tinted = stone_sprite(canvas, pixels, tint, mix(tint, _BLACK, 0.2)) if warm else plain
    left, top = canvas.px(geometry.left), canvas.px(geometry.top)
    canvas.surface.fblits(
        [
            (tinted if y in warm else plain, (left + x * pixels, top + y * pixels))
            for y, row in enumerate(rows)
            if row
            for x in range(geometry.columns)
            if row >> x & 1
        ]
    )


def draw_settled(canvas: Canvas, geometry: Geometry, piece: int, cells: Iterable[Cell]) -> None:
    """What is left of the piece placed last: stone with a breath of its colour."""
    pixels, theme = canvas.px(geometry.cell), canvas.theme
    fill = mix(theme.stone, theme.pieces[letter(piece)].fill, _SETTLED)
    sprite = stone_sprite(canvas, pixels, fill, mix(fill, _BLACK, 0.2))
    left, top = canvas.px(geometry.left), canvas.px(geometry.top)
    canvas.surface.fblits([(sprite, (left + x * pixels, top + y * pixels)) for x, y in cells])


def draw_holes(canvas: Canvas, geometry: Geometry, y: int, columns: Iterable[int]) -> None:
    """The covered cells of row `y`: an amber frame with a cross in it, or in small cells a plain square."""
    pixels, colour = canvas.px(geometry.cell), canvas.theme.colour
    stroke = max(1.0, min(1.5, geometry.cell / 10) * canvas.scale)
    hole = pictures.get(
        ("hole", pixels, round(stroke * _FINE), canvas.theme.name),
        lambda: _paint_hole(pixels, stroke, colour.well, colour.amber_line).convert(canvas.surface),
    )
    left, top = canvas.px(geometry.left), canvas.px(geometry.top) + y * pixels
    canvas.surface.fblits([(hole, (left + x * pixels, top)) for x in columns])


def draw_piece(
    canvas: Canvas, geometry: Geometry, piece: int, rotation: int, x: float, y: float, fade: float = 0.0
) -> None:
    """A piece in its colour, its bounding box at (x, y) in cells; what is above the well is not drawn.

    `fade` mixes it into the well (0 to 1).
    """
    pixels = canvas.px(geometry.cell)
    sprite = piece_sprite(canvas, pixels, letter(piece), fade)
    left, top = canvas.px(geometry.left) + round(x * pixels), canvas.px(geometry.top) + round(y * pixels)
    above = canvas.px(geometry.top)
    for dx, dy in SHAPES[piece][rotation]:
        at = (left + dx * pixels, top + dy * pixels)
        hidden = max(0, above - at[1])
        if hidden < pixels:
            canvas.surface.blit(sprite, (at[0], at[1] + hidden), (0, hidden, pixels, pixels - hidden))


def draw_ghost(canvas: Canvas, geometry: Geometry, piece: int, cells: Iterable[Cell]) -> None:
    """Where a piece would come to rest: a veil in its colour, never an outline."""
    theme = canvas.theme
    veil = mix(theme.colour.well, theme.pieces[letter(piece)].fill, _GHOST + 0.1 * (theme.name == "light"))
    whole, inset = frozenset(cells), 1.0
    for x, y in whole:
        left = 0 if (x - 1, y) in whole else inset
        above = 0 if (x, y - 1) in whole else inset
        right = 0 if (x + 1, y) in whole else inset
        below = 0 if (x, y + 1) in whole else inset
        box = geometry.box(x, y)
        canvas.fill((box[0] + left, box[1] + above, box[2] - left - right, box[3] - above - below), veil)


def draw_small_piece(canvas: Canvas, middle: Point, piece: int, rotation: int, cell: float) -> None:
    """A piece without a well around it, its bounding box centred at `middle`; `cell` in logical units."""
    pixels = max(2, canvas.px(cell))
    width, height = extent(piece, rotation)
    left = canvas.px(middle[0]) - width * pixels // 2
    top = canvas.px(middle[1]) - height * pixels // 2
    sprite = loose_sprite(canvas, pixels, letter(piece))
    canvas.surface.fblits(
        [(sprite, (left + dx * pixels, top + dy * pixels)) for dx, dy in SHAPES[piece][rotation]]
    )


def outline_of(cells: Iterable[Cell]) -> list[tuple[Cell, Cell]]:
    """The unit edges around `cells` as pairs of corners, each horizontal or vertical, smaller corner first."""
    whole = frozenset(cells)
    edges: list[tuple[Cell, Cell]] = []
    for x, y in sorted(whole):
        if (x, y - 1) not in whole:
            edges.append(((x, y), (x + 1, y)))
        if (x, y + 1) not in whole:
            edges.append(((x, y + 1), (x + 1, y + 1)))
        if (x - 1, y) not in whole:
            edges.append(((x, y), (x, y + 1)))
        if (x + 1, y) not in whole:
            edges.append(((x + 1, y), (x + 1, y + 1)))
    return edges


# -- painting --


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
