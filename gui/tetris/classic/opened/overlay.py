"""The equity opened up on the board: contour, walled areas with their letters, covered rows, column heights.

Everything here is made of plain fills, since the board below may change with every frame.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable
from itertools import groupby

from game.tetris.classic.board import Board
from gui.drawing.canvas import Box, Canvas, Point
from gui.drawing.theme import Rgb
from gui.tetris.classic.cells import Cell, draw_holes
from gui.tetris.classic.geometry import Geometry
from gui.tetris.classic.opened.marks import Account, AreaMark, Part, short

_CONTOUR = 2.0
_INSET, _DASH, _PAUSE, _THIN = 3.0, 6.0, 3.0, 1.4
_VEIL = 0.08  # the opacity of an area's amber
_LETTERED = 17.0  # units that an area needs each way for its letter
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
            draw_holes(canvas, geometry, row.y, row.holes)
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


def draw_letters(
    canvas: Canvas,
    geometry: Geometry,
    areas: Iterable[AreaMark],
    taken: Collection[Cell],
    marked: Collection[Cell],
) -> None:
    """The letters of the areas that are large enough for them, in their middles.

    They make way for pieces, which have the cells `taken`, and never stand on the cells `marked`.
    """
    ink = canvas.theme.colour.amber_text
    for area in areas:
        middle = _letter_at(geometry, area, taken, marked)
        if middle is not None:
            canvas.text(geometry.corner(*middle), area.label, "small", ink, "middle")


def _letter_at(
    geometry: Geometry, area: AreaMark, taken: Collection[Cell], marked: Collection[Cell]
) -> Point | None:
    """Where an area's letter stands, in cells; None where it has no room."""
    if min(area.width, area.height) * geometry.cell < _LETTERED:
        return None
    x, y = area.x + area.width / 2, area.y + area.height / 2
    touched = {(int(x + dx), int(y + dy)) for dx in (-0.3, 0.3) for dy in (-0.3, 0.3)}
    if touched.isdisjoint(taken):
        return x, y
    cells = [(area.x + dx, area.y + dy) for dx in range(area.width) for dy in range(area.height)]
    free = [cell for cell in cells if cell not in taken] or [cell for cell in cells if cell not in marked]
    if not free or geometry.cell < _LETTERED:
        return None
    nearest = min(free, key=lambda cell: abs(cell[0] + 0.5 - x) + abs(cell[1] + 0.5 - y))
    return nearest[0] + 0.5, nearest[1] + 0.5


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


def _heights(canvas: Canvas, geometry: Geometry, heights: tuple[float, ...]) -> None:
    """The value of each column below it: in one line, in two by turns, or one for neighbours that are equal."""
    words = [short(value, 2) for value in heights]
    widest = max(canvas.text_width(text, "label") for text in set(words)) + 3
    if widest <= geometry.cell:
        lines: tuple[float, ...] = (_FOOT,)
    elif widest <= 2 * geometry.cell and geometry.below >= 40:
        lines = (_FOOT - 6, _FOOT + 9)
    else:
        _shared_heights(canvas, geometry, words)
        return
    for x, text in enumerate(words):
        at = (geometry.middle(x, 0)[0], geometry.bottom + lines[x % len(lines)])
        canvas.text(at, text, "label", canvas.theme.colour.amber_text, "middle")


def _shared_heights(canvas: Canvas, geometry: Geometry, words: list[str]) -> None:
    """One figure for columns side by side that have the same, with a line over them, where it fits."""
    colour, y = canvas.theme.colour, geometry.bottom + _FOOT
    x0 = 0
    for text, run in groupby(words):
        count = len(list(run))
        left, right = geometry.corner(x0, 0)[0], geometry.corner(x0 + count, 0)[0]
        if canvas.text_width(text, "label") + 6 <= right - left:
            canvas.rule((left + 2, y - 11), (right - 2, y - 11), colour.amber_line)
            canvas.text(((left + right) / 2, y), text, "label", colour.amber_text, "middle")
        x0 += count
