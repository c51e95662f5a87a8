"""One seat as a picture: well, stack, piece in hand, ghost, opinions, hold, queue and the rows that wait.

Everything that shows guideline Tetris draws it through `draw_seat`, or, without anything around the well, `draw_bare`.
"""

from __future__ import annotations

from dataclasses import replace

from game.tetris.guideline import VISIBLE, Placement, letter
from game.tetris.guideline.field import COLUMNS
from gui.drawing.canvas import Box, Canvas
from gui.tetris.classic import opinions
from gui.tetris.classic.cells import draw_well, outline_of
from gui.tetris.guideline import beside
from gui.tetris.guideline.cells import Cell, draw_cells, draw_stack, draw_veil
from gui.tetris.guideline.geometry import SeatGeometry
from gui.tetris.guideline.look import SeatLook
from gui.tetris.guideline.ways import draw_way, on_the_way

_LOCKING = 0.4  # how far a piece fades into the well until it locks
_WITHIN = 4.0  # units between an outline and the ghost in it
_LEAST_PLANNED = 8.0  # units of a cell: in smaller ones there is no room for a plan


def draw_seat(canvas: Canvas, box: Box, look: SeatLook, *, above: float = 1.2) -> SeatGeometry:
    """Draw the seat as large as it fits into `box`; returns where things stand.

    `above` are the rows over the well that are kept free for pieces that start there.
    """
    geometry = SeatGeometry.fit(box, canvas.scale, above=above, named=bool(look.name))
    _draw_within(canvas, geometry, look)
    beside.draw_hold(canvas, geometry, look)
    beside.draw_queue(canvas, geometry, look)
    if look.metered:
        beside.draw_meter(canvas, geometry, look)
    beside.draw_words(canvas, geometry, look)
    return geometry


def draw_bare(
    canvas: Canvas, box: Box, look: SeatLook, margin: float = 0.0, rows: int = VISIBLE
) -> SeatGeometry:
    """Draw the well alone, as large as it fits: for lists and small boards. Only the best placement is outlined.

    Only the lower `rows` are seen. A piece that starts over them hangs in the highest, where these are free.
    """
    geometry = SeatGeometry.bare(box, canvas.scale, margin, rows)
    look = replace(look, falling=_in_sight(look, rows), marks=look.marks[:1], plan=())
    seen = canvas.surface.get_clip()
    well = geometry.well
    top = well.top + (VISIBLE - rows) * well.cell
    canvas.surface.set_clip(canvas.rect((box[0], top, box[2], box[1] + box[3] - top + 2)).clip(seen))
    _draw_within(canvas, geometry, look)
    canvas.surface.set_clip(seen)
    return geometry


def _in_sight(look: SeatLook, rows: int) -> Placement | None:
    """The piece in hand, lowered until all of it is seen in the lower `rows`."""
    at = look.falling
    if at is None:
        return None
    lower = at._replace(y=at.y - max(0, max(y for _, y in at.cells) - rows + 1))
    return lower if look.field.fits(*lower[:4]) else at


# -- the well --


def _draw_within(canvas: Canvas, geometry: SeatGeometry, look: SeatLook) -> None:
    draw_well(canvas, geometry.well)
    if look.landing is not None:
        _draw_motion(canvas, geometry, look)
        return
    if look.ghost is not None:
        draw_veil(canvas, geometry, look.ghost.cells, look.ghost.piece)
    draw_stack(canvas, geometry, look.field, look.paint, faded=look.over)
    _draw_plan(canvas, geometry, look)
    if geometry.side:
        draw_way(canvas, geometry, look.way)
    for mark in reversed(look.marks):
        cells = _screen(mark.placement.cells)
        opinions.draw_opinion(canvas, geometry.well, cells, mark.firm, proven=mark.proven, joined=True)
    if look.ghost is not None:  # it is seen within an outline, too
        within = {cell for mark in look.marks for cell in mark.placement.cells}.intersection(look.ghost.cells)
        draw_veil(canvas, geometry, within, look.ghost.piece, inset=_WITHIN)
    taken: set[Cell] = set()
    for mark in look.marks if geometry.side else ():
        cells = _screen(mark.placement.cells)
        free = [cell for cell in cells if cell not in taken]  # a better one may lie over some of them
        if mark.rank:
            opinions.draw_rank(canvas, geometry.well, free, mark.rank, mark.firm, proven=mark.proven)
        taken.update(cells)
    if look.falling is not None:
        fade = (1 - look.lock_left) * _LOCKING
        draw_cells(canvas, geometry, look.falling.cells, letter(look.falling.piece), fade=fade)


def _screen(cells: tuple[Cell, ...]) -> tuple[Cell, ...]:
    """Cells as the well is drawn: rows from the top."""
    return tuple((x, VISIBLE - 1 - y) for x, y in cells)


def _draw_motion(canvas: Canvas, geometry: SeatGeometry, look: SeatLook) -> None:
    """The last piece on its way down; once it is there, the rows that it has filled fade."""
    landing = look.landing
    assert landing is not None
    draw_stack(canvas, geometry, landing.field, landing.paint)
    at = landing.placement
    rise = (1 - look.dropped) * max(0, VISIBLE - 1 - at.y)
    if look.way:
        at, rise = on_the_way(look.way, look.dropped)
    draw_cells(canvas, geometry, at.cells, letter(at.piece), fallen=-rise)
    if look.faded > 0:
        side = geometry.cell
        for row in landing.rows:
            if row < VISIBLE:
                place = (*geometry.corner(0, row), COLUMNS * side, side)
                canvas.veil(place, canvas.theme.colour.well, look.faded)


def _draw_plan(canvas: Canvas, geometry: SeatGeometry, look: SeatLook) -> None:
    """What the kibitzer would place behind the best one: thin amber outlines, without ranks."""
    if geometry.cell < _LEAST_PLANNED:
        return
    colour = canvas.theme.colour
    taken = {cell for mark in look.marks for cell in mark.placement.cells}
    for at in look.plan:
        if taken.isdisjoint(at.cells):
            for start, end in outline_of(_screen(at.cells)):
                canvas.dots(
                    geometry.well.corner(*start), geometry.well.corner(*end), colour.amber_line, 5.0, 1.25
                )
