"""Queues as rows of small pieces."""

from __future__ import annotations

from collections.abc import Sequence

from game.tetris.guideline import CELLS, Placement, letter
from game.tetris.guideline.openers.prefixes import ANY_QUEUE, Pieces, Prefix, written
from gui.drawing.canvas import Canvas, Point
from gui.tetris.guideline.cells import draw_icon

_SIZES = (5.5, 5.0, 4.5, 4.0, 3.5)  # units of a cell: the largest of which all pieces fit
_BETWEEN, _BAR, _DASH = (
    1.1,
    2.4,
    3.4,
)  # in cells: between pieces, around the bar behind the first two, for a dash
_LONGEST = 30.0
_LEGIBLE = 4  # pixels of a cell
_EDGED = 5  # pixels of a cell from which it has an edge


def draw_prefix(canvas: Canvas, at: Point, prefix: Prefix, room: float) -> None:
    """The beginning of queues from `at` on, which is its left end and its middle; as letters where there is no room."""
    colour = canvas.theme.colour
    if not (prefix.common or prefix.first):
        canvas.text(at, ANY_QUEUE[0].upper() + ANY_QUEUE[1:], "body", colour.text)
        return
    legible = [size for size in _SIZES if canvas.px(size) >= _LEGIBLE]
    cell = next((size for size in legible if _width(prefix, size) <= room), 0.0)
    if not cell:
        canvas.text(at, canvas.fitted(_compact(prefix), "label", room), "label", colour.text)
        return
    x = _draw(canvas, at, prefix.common, 0, cell)
    if prefix.first:
        x = _draw(canvas, (x, at[1]), prefix.first, len(prefix.common), cell)
        canvas.text((x + _DASH * cell / 2 - _BETWEEN * cell / 2, at[1]), "–", "label", colour.text3, "middle")
        _draw(canvas, (x + _DASH * cell, at[1]), prefix.last, len(prefix.common), cell)


def _draw(canvas: Canvas, at: Point, pieces: Pieces, before: int, cell: float) -> float:
    """Pieces from `at` on, `before` others having come; returns where the next one would begin."""
    x, y = at
    for place, piece in enumerate(pieces, before):
        if place == 2:
            canvas.rule((x + 0.2 * cell, y - 7), (x + 0.2 * cell, y + 7), canvas.theme.colour.line2)
            x += (_BAR - _BETWEEN) * cell
        wide = columns(piece) * cell
        _draw_piece(canvas, (x + wide / 2, y), piece, cell)
        x += wide + _BETWEEN * cell
    return x


def _draw_piece(canvas: Canvas, middle: Point, piece: int, cell: float) -> None:
    """A piece; one too small for edges in their darker colour where the ground is light."""
    side = canvas.px(cell)
    if side >= _EDGED or canvas.theme.name == "dark":
        draw_icon(canvas, middle, piece, cell)
        return
    cells, ink = CELLS[piece][0], canvas.theme.pieces[letter(piece)].edge
    rows = [y for _, y in cells]
    left = canvas.px(middle[0]) - columns(piece) * side // 2 - min(x for x, _ in cells) * side
    bottom = canvas.px(middle[1]) - (max(rows) - min(rows) + 1) * side // 2 + max(rows) * side
    for x, y in cells:
        canvas.surface.fill(ink, (left + x * side, bottom - y * side, side - 1, side - 1))


def _width(prefix: Prefix, cell: float) -> float:
    every = prefix.common + prefix.first + prefix.last
    cells = sum(columns(piece) + _BETWEEN for piece in every) + (_DASH if prefix.first else 0.0)
    bars = (len(prefix.common) > 2) + sum(
        len(prefix.common) <= 2 < len(prefix.common) + len(part) for part in (prefix.first, prefix.last)
    )
    return (cells + bars * (_BAR - _BETWEEN)) * cell


def _compact(prefix: Prefix) -> str:
    """A prefix as letters, as short as it can be read."""
    ends = dict.fromkeys((prefix.common + prefix.first, prefix.common + prefix.last))
    return "–".join(written(end).replace(" ", "") for end in ends)


def draw_pieces(canvas: Canvas, at: Point, pieces: Sequence[int], cell: float) -> float:
    """Pieces in a row from `at` on; returns where they end."""
    return _draw(canvas, at, tuple(pieces), 3, cell)


def draw_lying(canvas: Canvas, middle: Point, move: Placement) -> None:
    """A piece as it will lie, no larger than a row of a list lets it be."""
    cells = CELLS[move.piece][move.orientation]
    longer = 1 + max(max(at) - min(at) for at in zip(*cells, strict=True))
    draw_icon(canvas, middle, move.piece, min(10.0, _LONGEST / longer), orientation=move.orientation)


def columns(piece: int) -> int:
    """The width of a piece as it appears, in cells."""
    across = [x for x, _ in CELLS[piece][0]]
    return 1 + max(across) - min(across)
