"""The well of both games of Tetris: its cells, pieces and ghosts, and the kibitzer's placements.

Cells are (column, row), rows from the top; while a piece falls, its rows may be fractions.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from itertools import pairwise

import pygame

from gui.games.sprites import loose_sprite, piece_sprite, well_sprite
from gui.ui.canvas import Box, Canvas, Point
from gui.ui.theme import mix

Cell = tuple[int, int]
LARGEST = 48.0  # a cell, in logical units
_GHOST = {"dark": 0.25, "light": 0.35}  # an opacity
_AROUND = ((-1, 0), (0, -1), (1, 0), (0, 1))


@dataclass(frozen=True)
class Well:
    """A well of `columns` x `rows` with its upper left at `left`, `top`; `cell` is the side of a cell.

    All in logical units that fall on whole pixels.
    """

    columns: int
    rows: int
    left: float
    top: float
    cell: float

    @property
    def well(self) -> Box:
        """The rectangle of all cells."""
        return self.box(0, 0, self.columns, self.rows)

    @property
    def right(self) -> float:
        return self.left + self.columns * self.cell

    @property
    def bottom(self) -> float:
        return self.top + self.rows * self.cell

    def corner(self, x: float, y: float) -> Point:
        """The upper left of cell (x, y)."""
        return self.left + x * self.cell, self.top + y * self.cell

    def box(self, x: float, y: float, width: float = 1, height: float = 1) -> Box:
        """The rectangle of `width` x `height` cells from cell (x, y) on."""
        return (*self.corner(x, y), width * self.cell, height * self.cell)

    def middle(self, x: float, y: float) -> Point:
        """The middle of cell (x, y)."""
        return self.corner(x + 0.5, y + 0.5)

    def place(self, point: Point) -> Point:
        """A point measured in cells from the well's upper left; it may lie anywhere."""
        return (point[0] - self.left) / self.cell, (point[1] - self.top) / self.cell


def whole_cell(cell: float, scale: float) -> float:
    """The side of a cell, at most `cell` units, in whole pixels."""
    return max(1, int(min(cell, LARGEST) * scale + 1e-6)) / scale


def on_pixel(at: float, scale: float) -> float:
    """The nearest place that falls on a whole pixel."""
    return round(at * scale) / scale


def draw_well(canvas: Canvas, well: Well) -> None:
    """The empty well with its quiet grid, open at the top."""
    picture = well_sprite(canvas, canvas.px(well.cell), well.columns, well.rows)
    canvas.surface.blit(picture, canvas.rect(well.well))
    x, y, width, height = well.well
    wall = max(1 / canvas.scale, min(2.0, well.cell / 8))
    colour = canvas.theme.colour.line2
    canvas.fill((x - wall, y, wall, height), colour)
    canvas.fill((x + width, y, wall, height), colour)
    canvas.fill((x - wall, y + height, width + 2 * wall, wall), colour)


def stamp(canvas: Canvas, well: Well, cells: Iterable[tuple[pygame.Surface, Cell]]) -> None:
    """Many cells at once, each with its sprite."""
    pixels, left, top = canvas.px(well.cell), canvas.px(well.left), canvas.px(well.top)
    canvas.surface.fblits([(sprite, (left + x * pixels, top + y * pixels)) for sprite, (x, y) in cells])


def draw_cells(
    canvas: Canvas,
    well: Well,
    cells: Iterable[tuple[int, float]],
    ink: str,
    *,
    fade: float = 0.0,
    highest: float | None = None,
) -> None:
    """Cells in the colour of a piece's letter, or of `garbage`; `fade` mixes it into the well (0 to 1).

    Nothing is drawn above the y `highest`, by default the well's top. Above the well cells have no ground.
    """
    pixels, left, top = canvas.px(well.cell), canvas.px(well.left), canvas.px(well.top)
    within, above = piece_sprite(canvas, pixels, ink, fade), loose_sprite(canvas, pixels, ink, fade)
    limit = top if highest is None else canvas.px(highest)
    for x, y in cells:
        at = top + round(y * pixels)
        hidden = max(0, limit - at)
        if hidden < pixels:
            sprite = within if at + hidden >= top else above
            place = (left + x * pixels, at + hidden)
            canvas.surface.blit(sprite, place, (0, hidden, pixels, pixels - hidden))


def draw_ghost(canvas: Canvas, well: Well, cells: Iterable[Cell], ink: str, inset: float = 1.0) -> None:
    """Draw the place where a piece would lock: a veil in its colour, never an outline.

    `inset` units within its edge.
    """
    theme, whole = canvas.theme, frozenset(cells)
    veil = mix(theme.colour.well, theme.pieces[ink].fill, min(0.9, theme.ghost * _GHOST[theme.name]))
    for x, y in whole:
        if y >= 0:
            left, top, side, _ = well.box(x, y)
            a, b, c, d = (0 if (x + dx, y + dy) in whole else inset for dx, dy in _AROUND)
            canvas.fill((left + a, top + b, side - a - c, side - b - d), veil)


def draw_icon(
    canvas: Canvas, middle: Point, cells: Sequence[Cell], ink: str, cell: float, *, fade: float = 0.0
) -> None:
    """A piece without a well, the box around it centred at `middle`; `cell` in logical units."""
    pixels, (width, height) = max(2, canvas.px(cell)), extent(cells)
    left = canvas.px(middle[0]) - width * pixels // 2 - min(x for x, _ in cells) * pixels
    top = canvas.px(middle[1]) - height * pixels // 2 - min(y for _, y in cells) * pixels
    sprite = loose_sprite(canvas, pixels, ink, fade)
    canvas.surface.fblits([(sprite, (left + x * pixels, top + y * pixels)) for x, y in cells])


def extent(cells: Iterable[Cell]) -> tuple[int, int]:
    """The width and height of the box around cells."""
    columns, rows = zip(*cells, strict=True)
    return max(columns) - min(columns) + 1, max(rows) - min(rows) + 1


# The kibitzer's placements: outlines with their ranks, and the way that a piece takes.

_INSET = 1.5
_STROKE, _FIRM = (1.25, 2.0), (0.65, 1.0)  # of a last and of a first choice
_BADGE, _SMALL, _LEAST = 24.0, 20.0, 16.0  # diameters
_TINY = 9.0  # units of a cell in which no ring has room
_ABOVE = 8.0  # units from a placement on tiny cells up to the middle of its rank
_CONSIDERED = 5
_PROVEN = 0.43  # how much amber fills a placement that is certain


def firmness(rank: int) -> float:
    """Return how firm the outline of a rank is, 0 to 1."""
    return max(0.0, 1.0 - (rank - 1) / (_CONSIDERED - 1))


def draw_opinion(
    canvas: Canvas,
    well: Well,
    cells: Sequence[Cell],
    firm: float,
    *,
    proven: bool = False,
    joined: bool = False,
) -> None:
    """An amber outline around `cells`, stronger and wider the firmer the opinion is (0 to 1); filled where proven.

    It covers what was drawn there, so that the piece reads as one thing; if `joined`, the grid too.
    """
    colour = canvas.theme.colour
    ground = mix(colour.well, colour.amber, _PROVEN) if proven else colour.well
    for x, y in cells:
        left, top, side, _ = well.box(x, y)
        a, b, c, d = ((x + dx, y + dy) not in cells or not (proven or joined) for dx, dy in _AROUND)
        canvas.fill((left + a, top + b, side - a - c, side - b - d), ground)
    ink = mix(colour.well, colour.amber_line, _FIRM[0] + (_FIRM[1] - _FIRM[0]) * firm)
    width = min(_STROKE[0] + (_STROKE[1] - _STROKE[0]) * firm, well.cell / 5)
    thick = max(1, canvas.px(width))
    whole, inset = frozenset(cells), canvas.px(min(_INSET, well.cell / 10))

    def reach(cell: Cell) -> int:
        """Return how far an edge stops short of a corner, or goes on where the next cell belongs to the piece."""
        return -(inset + thick) if cell in whole else inset

    for (x0, y0), (x1, y1) in outline_of(cells):
        left, top = (canvas.px(at) for at in well.corner(x0, y0))
        right, bottom = (canvas.px(at) for at in well.corner(x1, y1))
        inside = (x0, y0) in whole
        if y0 == y1:
            row = y0 if inside else y0 - 1
            y = top + inset if inside else top - inset - thick
            start, end = left + reach((x0 - 1, row)), right - reach((x1, row))
            canvas.surface.fill(ink, (start, y, end - start, thick))
        else:
            column = x0 if inside else x0 - 1
            x = left + inset if inside else left - inset - thick
            start, end = top + reach((column, y0 - 1)), bottom - reach((column, y1))
            canvas.surface.fill(ink, (x, start, thick, end - start))


def draw_rank(
    canvas: Canvas, well: Well, cells: Sequence[Cell], rank: int, firm: float, *, proven: bool = False
) -> None:
    """The rank in a ring, or in a disc if proven, on the middle cell of a placement; a bare one above tiny cells."""
    colour, side = canvas.theme.colour, well.cell
    if side < _TINY:
        columns, rows = zip(*cells, strict=True)
        x, y = well.corner((min(columns) + max(columns) + 1) / 2, min(rows))
        canvas.text((x, y - _ABOVE), str(rank), "small", colour.amber_text, "middle")
        return
    size = _BADGE if side >= _BADGE + 2 else _SMALL if side >= _SMALL - 1 else _LEAST
    size = max(size, min(_LEAST + 2, side))
    at = well.middle(*heart(cells))
    if proven:
        canvas.disc(at, size / 2 - 2, colour.amber)
    else:
        opacity = _FIRM[0] + 0.35 * firm
        canvas.disc(at, size / 2 - 2, colour.well, edge=colour.amber_line, width=1.5, opacity=opacity)
    canvas.text(at, str(rank), "small", colour.amber_ink if proven else colour.amber_text, "middle")


def draw_fault(canvas: Canvas, well: Well, cells: Sequence[Cell], mark: str) -> None:
    """A placement that was a mistake: a dotted outline in the colour of words, with its mark, if any, in its middle."""
    ink = canvas.theme.colour.text
    for start, end in outline_of(cells):
        canvas.dots(well.corner(*start), well.corner(*end), ink, 4.0, 1.75)
    if mark and well.cell >= _LEAST:
        at, size = well.middle(*heart(cells)), min(_BADGE, well.cell)
        canvas.disc(at, size / 2 - 1, canvas.theme.colour.well)
        canvas.text(at, mark, "small", ink, "middle")


def outline_of(cells: Iterable[Cell]) -> list[tuple[Cell, Cell]]:
    """The unit edges around `cells` as pairs of corners, each horizontal or vertical, smaller corner first."""
    whole = frozenset(cells)
    edges: list[tuple[Cell, Cell]] = []
    for x, y in sorted(whole):
        corners = (x, y), (x + 1, y), (x, y + 1), (x + 1, y + 1)
        sides = {(x, y - 1): (0, 1), (x, y + 1): (2, 3), (x - 1, y): (0, 2), (x + 1, y): (1, 3)}
        edges += [(corners[a], corners[b]) for cell, (a, b) in sides.items() if cell not in whole]
    return edges


def heart(cells: Sequence[Cell]) -> Cell:
    """The cell of a piece that is nearest to its middle."""
    x, y = sum(x for x, _ in cells) / len(cells), sum(y for _, y in cells) / len(cells)
    return min(cells, key=lambda cell: ((cell[0] - x) ** 2 + (cell[1] - y) ** 2, cell))


def dots_along(points: Sequence[Point], step: float) -> list[Point]:
    """Points `step` apart along a line through `points`."""
    dots: list[Point] = []
    ahead = 0.0
    for (x0, y0), (x1, y1) in pairwise(points):
        length = ((x1 - x0) ** 2 + (y1 - y0) ** 2) ** 0.5
        while ahead < length:
            dots.append((x0 + (x1 - x0) * ahead / length, y0 + (y1 - y0) * ahead / length))
            ahead += step
        ahead -= length
    return dots
