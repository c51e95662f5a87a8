"""Single cells and what is made of them: the empty well, stones, pieces, ghosts and small drawings of pieces.

A cell is painted once for each size and colour, with the well's ground behind it, and then only copied.
"""

from __future__ import annotations

from collections.abc import Iterable

import pygame

from game.tetris.classic.pieces import SHAPES, letter
from gui.drawing.canvas import Canvas, Point, thick_line
from gui.drawing.kept import pictures
from gui.drawing.theme import Rgb, mix
from gui.tetris.classic.geometry import Geometry
from gui.tetris.sprites import loose_sprite, piece_sprite, stone_sprite, well_sprite

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
