"""The equity opened up on the board: contour, walled areas with their letters, covered rows, column heights.

Everything here is made of plain fills, since the board below may change with every frame.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable
from itertools import groupby

from game.tetris.classic.board import Board
from gui.drawing.canvas import Box, Canvas
from gui.drawing.theme import Rgb
from gui.tetris.classic.account import Account, AreaMark, Part, RowMark, short
from gui.tetris.classic.geometry import Geometry

_CONTOUR = 2.0
_INSET, _DASH, _PAUSE, _THIN = 3.0, 6.0, 3.0, 1.4
_VEIL = 0.08  # the opacity of an area's amber
_LETTERED = 17.0  # units that an area needs each way for its letter
_CROSSED = 12.0  # units; in smaller cells a hole is a plain square
_FOOT = 18.0  # from the floor to the middle of the heights' line


def warm_rows(account: Account | None, parts: Collection[Part]) -> frozenset[int]:
    """The rows whose stones are tinted, since they cover something."""
    if account is None or "hollows" not in parts:
        return frozenset()
    return frozenset(row.y for row in account.rows)


def draw_overlay(
    canvas: Canvas, geometry: Geometry, board: Board, account: Account, parts: Collection[Part]
) -> None:
    """Draw the parts of `account` that are asked for over the stones of `board`, the letters still missing."""
    if "structure" in parts:
        for area in account.areas:
            _area(canvas, geometry, area)
    if "hollows" in parts:
        for row in account.rows:
            _holes(canvas, geometry, row)
    if "height" in parts or "structure" in parts:
        _contour(canvas, geometry, board.outline)
    if "height" in parts and account.heights:
        _heights(canvas, geometry, account.heights)


def _contour(canvas: Canvas, geometry: Geometry, outline: tuple[int, ...]) -> None:
    """The line along the top of the stack, over steps and down into wells."""
    colour, half = canvas.theme.colour.amber_line, min(_CONTOUR, geometry.cell / 6) / 2
    x0 = 0
    for y, run in groupby(outline):
        x1 = x0 + len(list(run))
        left, top = geometry.corner(x0, y)
        right, _ = geometry.corner(x1, y)
        start = left - (half if x0 else 0.0)
        end = right + (half if x1 < geometry.columns else 0.0)
        canvas.fill((start, top - half, end - start, 2 * half), colour)
        if x1 < len(outline):
            high, low = sorted((y, outline[x1]))
            _, above = geometry.corner(x1, high)
            _, below = geometry.corner(x1, low)
            canvas.fill((right - half, above - half, 2 * half, below - above + 2 * half), colour)
        x0 = x1


def _area(canvas: Canvas, geometry: Geometry, area: AreaMark) -> None:
    colour = canvas.theme.colour
    inset = min(_INSET, geometry.cell / 6)
    x, y, width, height = geometry.box(area.x, area.y, area.width, area.height)
    box = (x + inset, y + inset, width - 2 * inset, height - 2 * inset)
    canvas.veil(box, colour.amber, _VEIL)
    dashed_box(canvas, box, colour.amber_line)


def draw_letters(canvas: Canvas, geometry: Geometry, areas: Iterable[AreaMark]) -> None:
    """The letters of the areas that are large enough for them, in their middles."""
    ink = canvas.theme.colour.amber_text
    for area in areas:
        x, y, width, height = geometry.box(area.x, area.y, area.width, area.height)
        if min(width, height) >= _LETTERED:
            canvas.text((x + width / 2, y + height / 2), area.label, "small", ink, "middle")


def dashed_box(canvas: Canvas, box: Box, colour: Rgb) -> None:
    """A rectangle of dashes, whole ones at its corners."""
    rect, thick = canvas.rect(box), max(1, canvas.px(_THIN))
    for at, wide in _dashes(canvas, rect.left, rect.width):
        canvas.surface.fill(colour, (at, rect.top, wide, thick))
        canvas.surface.fill(colour, (at, rect.bottom - thick, wide, thick))
    for at, high in _dashes(canvas, rect.top, rect.height):
        canvas.surface.fill(colour, (rect.left, at, thick, high))
        canvas.surface.fill(colour, (rect.right - thick, at, thick, high))


def _dashes(canvas: Canvas, start: int, length: int) -> list[tuple[int, int]]:
    """Where dashes begin along an edge and how long they are, in pixels: half ones at its ends."""
    dash, pause = canvas.scale * _DASH, canvas.scale * _PAUSE
    count = max(1, round(length / (dash + pause)))
    step = length / count
    cut = max(1, round(step * dash / (dash + pause) / 2))
    edges = [0, *(round(step * i) for i in range(1, count)), length]
    return [(start + max(0, at - cut), min(at + cut, length) - max(0, at - cut)) for at in edges]


def _holes(canvas: Canvas, geometry: Geometry, row: RowMark) -> None:
    """The covered cells of a row: an amber frame with a cross in it."""
    colour, cell = canvas.theme.colour, geometry.cell
    for x in row.holes:
        left, top, _, _ = geometry.box(x, row.y)
        inset = min(_INSET, cell / 6)
        box = (left + inset, top + inset, cell - 2 * inset, cell - 2 * inset)
        if cell < _CROSSED:
            canvas.fill(box, colour.amber_line)
            continue
        canvas.panel(box, colour.well, radius=2, edge=colour.amber_line, width=1.5)
        middle, reach = geometry.middle(x, row.y), 0.18 * cell
        for turn in (1, -1):
            canvas.stroke(
                [
                    (middle[0] - reach, middle[1] - reach * turn),
                    (middle[0] + reach, middle[1] + reach * turn),
                ],
                colour.amber_line,
                max(1.5, cell * 0.065),
            )


def _heights(canvas: Canvas, geometry: Geometry, heights: tuple[float, ...]) -> None:
    """The value of each column below it; columns too narrow for that share one figure where it is the same."""
    colour, y = canvas.theme.colour, geometry.bottom + _FOOT
    words = [short(value, 2) for value in heights]
    widest = max(canvas.text_width(text, "label") for text in set(words))
    single = widest + 2 <= geometry.cell
    x0 = 0
    for text, run in groupby(words):
        count = len(list(run))
        if single:
            for x in range(x0, x0 + count):
                canvas.text((geometry.middle(x, 0)[0], y), text, "label", colour.amber_text, "middle")
        elif canvas.text_width(text, "label") + 6 <= count * geometry.cell:
            left, right = geometry.corner(x0, 0)[0], geometry.corner(x0 + count, 0)[0]
            if count > 1:
                canvas.rule((left + 2, y - 11), (right - 2, y - 11), colour.amber_line)
            canvas.text(((left + right) / 2, y), text, "label", colour.amber_text, "middle")
        x0 += count
