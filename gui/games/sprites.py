"""Painted cells that both games of Tetris share: the empty well, a cell in its colour, its pattern.

A cell is painted once for each size and colour, and then only copied.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from itertools import pairwise

import pygame

from game.config import Cells
from gui.ui.canvas import Canvas, Point, thick_line
from gui.ui.picture_cache import pictures
from gui.ui.theme import PieceInk, Rgb, Theme, mix

_GAP, _RADIUS, _LIP = 0.04, 0.10, 0.085  # in parts of a cell
_SHADE, _SHINE = 0.16, 0.10  # of the lip below, and of the light above it
_PLAIN = 6  # pixels; smaller cells have no lip
_DRAWN = 10  # pixels; smaller cells have no pattern
_FINE = 4  # cells are painted so many times larger
_BLACK, _WHITE = (0, 0, 0), (255, 255, 255)
_SLOPE = 0.13  # the width of a slope, in parts of a cell
_SLOPES = ((_WHITE, 0.38), (_BLACK, 0.20), (_BLACK, 0.38), (_WHITE, 0.18))  # above, right, below, left


def well_sprite(canvas: Canvas, pixels: int, columns: int, rows: int) -> pygame.Surface:
    """The ground of a well with its quiet grid, cells of `pixels`."""
    key = ("well", (columns, rows), pixels, canvas.theme.name)
    return pictures.get(key, lambda: _paint_well(canvas, pixels, columns, rows))


def stone_sprite(canvas: Canvas, pixels: int, fill: Rgb, edge: Rgb) -> pygame.Surface:
    """A cell without a pattern on the ground of the well."""
    theme, ink = canvas.theme, PieceInk(fill, fill, edge, "")
    key = ("cell", pixels, fill, theme.name, theme.cells)
    return pictures.get(
        key, lambda: _cell(theme, pixels, ink, (*theme.colour.well, 255)).convert(canvas.surface)
    )


def piece_sprite(canvas: Canvas, pixels: int, letter: str, fade: float = 0.0) -> pygame.Surface:
    """A cell of a piece, or of `garbage`, on the ground of the well; `fade` mixes it into that (0 to 1)."""
    theme, ground = canvas.theme, canvas.theme.colour.well
    step = round(fade * 16) / 16  # a fading piece needs no more than sixteen shades
    ink = _faded(theme.pieces[letter], ground, step)
    if not _patterned(theme, pixels):
        return stone_sprite(canvas, pixels, ink.fill, ink.edge)
    key = ("piece", pixels, letter, ink.fill, theme.name, theme.cells)
    return pictures.get(key, lambda: _cell(theme, pixels, ink, (*ground, 255)).convert(canvas.surface))


def loose_sprite(canvas: Canvas, pixels: int, letter: str, fade: float = 0.0) -> pygame.Surface:
    """A cell of a piece on no ground; `fade` mixes it into the room (0 to 1)."""
    theme = canvas.theme
    step = round(fade * 16) / 16
    ink = _faded(theme.pieces[letter], theme.colour.room, step)
    key = ("loose", pixels, letter, ink.fill, theme.name, theme.cells, _patterned(theme, pixels))
    return pictures.get(key, lambda: _cell(theme, pixels, ink, (*ink.fill, 0)))


def _patterned(theme: Theme, pixels: int) -> bool:
    return theme.patterned and pixels >= _DRAWN


def _faded(ink: PieceInk, ground: Rgb, share: float) -> PieceInk:
    fill, line, edge = (mix(colour, ground, share) for colour in (ink.fill, ink.ink, ink.edge))
    return PieceInk(fill, line, edge, ink.pattern)


def _paint_well(canvas: Canvas, pixels: int, columns: int, rows: int) -> pygame.Surface:
    colour = canvas.theme.colour
    well = pygame.Surface((columns * pixels, rows * pixels)).convert(canvas.surface)
    well.fill(colour.well)
    if pixels >= 4:
        line = max(1, canvas.px(1.0)) if pixels >= _PLAIN else 1
        for x in range(1, columns):
            well.fill(colour.grid, (x * pixels - line // 2, 0, line, rows * pixels))
        for y in range(1, rows):
            well.fill(colour.grid, (0, y * pixels - line // 2, columns * pixels, line))
    return well


def _paint_cell(
    pixels: int, fill: Rgb, edge: Rgb | None, ground: tuple[int, int, int, int], cells: Cells
) -> pygame.Surface:
    """A cell with its edge, four times as large; small cells are plain squares, however cells are painted."""
    n = _FINE
    side = pixels * n
    big = pygame.Surface((side, side), pygame.SRCALPHA)
    big.fill(ground)
    gap = _GAP if cells != "bevelled" else 0.0
    inset = max(n // 2, round(side * gap / 2)) if pixels >= 4 else 0
    curve = round(side * _RADIUS) if cells == "rounded" else 0
    body = pygame.Rect(inset, inset, side - 2 * inset, side - 2 * inset)
    if edge is not None and pixels >= _PLAIN:
        pygame.draw.rect(big, edge, body, border_radius=curve)
        body = body.inflate(-2 * n, -2 * n)
        curve = max(0, curve - n)
    if pixels < _PLAIN or cells == "flat":
        pygame.draw.rect(big, fill, body)
    elif cells == "rounded":
        _paint_rounded(big, fill, body, curve)
    else:
        _paint_bevelled(big, fill, body)
    return big


def _paint_rounded(big: pygame.Surface, fill: Rgb, body: pygame.Rect, curve: int) -> None:
    """A lip below, and a little light above."""
    lip = max(_FINE, round(big.get_width() * _LIP))
    pygame.draw.rect(big, mix(fill, _BLACK, _SHADE), body, border_radius=curve)
    body.height -= lip
    pygame.draw.rect(big, mix(fill, _WHITE, _SHINE), body, border_radius=curve)
    shine = max(_FINE // 2, lip // 2)
    body.y, body.height = body.y + shine, body.height - shine
    pygame.draw.rect(big, fill, body, border_radius=curve)


def _paint_bevelled(big: pygame.Surface, fill: Rgb, body: pygame.Rect) -> None:
    """Four slopes around a level face, lit from the upper left."""
    face = body.inflate(*(-2 * max(_FINE, round(big.get_width() * _SLOPE)),) * 2)
    outer = (body.topleft, (body.right, body.top), (body.right, body.bottom), (body.left, body.bottom))
    inner = (face.topleft, (face.right, face.top), (face.right, face.bottom), (face.left, face.bottom))
    for number, (towards, share) in enumerate(_SLOPES):
        following = (number + 1) % 4
        slope = (outer[number], outer[following], inner[following], inner[number])
        pygame.draw.polygon(big, mix(fill, towards, share), slope)
    pygame.draw.rect(big, fill, face)


# by pattern: lines around the middle of a cell, in parts of their reach
_PATTERNS: dict[str, Iterable[Sequence[Point]]] = {
    "bar": (((-1, 0), (1, 0)),),
    "slash": (((-0.8, 0.8), (0.8, -0.8)),),
    "backslash": (((-0.8, -0.8), (0.8, 0.8)),),
    "chevron_left": (((0.5, -1), (-0.5, 0), (0.5, 1)),),
    "chevron_right": (((-0.5, -1), (0.5, 0), (-0.5, 1)),),
    "posts": (((-0.6, -1), (-0.6, 1)), ((0.6, -1), (0.6, 1))),
}


def _cell(theme: Theme, pixels: int, ink: PieceInk, ground: tuple[int, int, int, int]) -> pygame.Surface:
    """A cell, with the pattern of its piece if there is one and it can be seen."""
    edge = ink.edge if theme.name == "light" else None
    big = _paint_cell(pixels, ink.fill, edge, ground, theme.cells)
    if ink.pattern and _patterned(theme, pixels):
        _paint_pattern(big, theme, ink)
    return pygame.transform.smoothscale(big, (pixels, pixels))


def _paint_pattern(big: pygame.Surface, theme: Theme, ink: PieceInk) -> None:
    side = big.get_width()
    middle, thick = (side / 2, side * (1 - _LIP) / 2), max(_FINE, round(side * theme.pattern.stroke))
    radius, reach = side * theme.pattern.dot, side * theme.pattern.reach
    if ink.pattern == "dot":
        pygame.draw.circle(big, ink.ink, middle, radius)
    elif ink.pattern == "ring":
        pygame.draw.circle(big, ink.ink, middle, radius + thick / 2)
        pygame.draw.circle(big, ink.fill, middle, radius - thick / 2)
    for line in _PATTERNS.get(ink.pattern, ()):
        points = [(middle[0] + x * reach, middle[1] + y * reach) for x, y in line]
        for start, end in pairwise(points):
            thick_line(big, start, end, ink.ink, thick)
        for point in points:
            pygame.draw.circle(big, ink.ink, point, thick / 2)
