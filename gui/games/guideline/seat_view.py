"""Draws one seat: well, stack, piece, ghost, opinions, hold, queue and waiting rows.

Everything that shows guideline Tetris draws it through `draw_seat`, or, without anything around the well, `draw_bare`.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from game.tetris.guideline import VISIBLE, Field, Placement, letter
from game.tetris.guideline.field import COLUMNS
from gui.games.guideline.cells import SeatGeometry, draw_icon, draw_piece, draw_stack, on_screen
from gui.games.guideline.render_state import FallingPiece, SeatState, on_the_way, tests_on_the_way
from gui.games.well import (
    Cell,
    dots_along,
    draw_fault,
    draw_ghost,
    draw_opinion,
    draw_rank,
    draw_well,
    outline_of,
)
from gui.ui.canvas import Box, Canvas

# Around the well: the hold, the queue, the waiting rows, and a few words.

_SPENT = 0.6  # how far a hold that is used up fades into the room
_LINE, _FACT = 20.0, 44.0
_I = 0


def _draw_hold(canvas: Canvas, geometry: SeatGeometry, seat: SeatState) -> None:
    """The hold with its heading; its piece is faint while it cannot be used."""
    if not seat.holds:
        return
    column = geometry.hold
    at = (column[0] + column[2], column[1] + 9)
    canvas.text(at, "Hold", "caps", canvas.theme.colour.text3, "right")
    if seat.hold is not None:
        cell = geometry.small if seat.hold == _I else geometry.big
        fade = 0.0 if seat.hold_free else _SPENT
        draw_icon(canvas, geometry.side_middle(column), seat.hold, cell, fade=fade)


def _draw_queue(canvas: Canvas, geometry: SeatGeometry, seat: SeatState) -> None:
    """The next pieces, the first one larger."""
    column = geometry.queue
    if seat.previews:
        canvas.text((column[0], column[1] + 9), "Next", "caps", canvas.theme.colour.text3)
    for number, piece in enumerate(seat.previews):
        cell = geometry.big if number == 0 and piece != _I else geometry.small
        draw_icon(canvas, geometry.side_middle(column, number), piece, cell)


def _draw_meter(canvas: Canvas, geometry: SeatGeometry, seat: SeatState) -> None:
    """The waiting rows, from the floor up: filled if they rise with the next piece, else outlined."""
    colour, ink = canvas.theme.colour, canvas.theme.pieces["garbage"]
    shade = ink.ink if canvas.theme.name == "dark" else ink.fill
    x, y, width, height = geometry.meter
    canvas.fill((x + width / 2 - 2, y, 4, height), colour.line if not seat.incoming else colour.grid)
    floor, side = y + height, geometry.cell
    stood = 0
    for rows, due in seat.incoming:
        shown = min(rows, VISIBLE - stood)
        if shown <= 0:
            break
        place = (x, floor - (stood + shown) * side + 1, width, shown * side - 2)
        canvas.panel(place, shade if due else None, radius=2, edge=None if due else shade)
        stood += shown
    waiting = sum(rows for rows, _ in seat.incoming)
    if waiting:
        left, _, wide, _ = geometry.hold
        narrow = x + width / 2 - canvas.text_width(str(waiting), "label") / 2 < left + wide + 4
        over = max(y + 9, floor - stood * side - 11)
        if narrow:  # under the floor, where it touches no words
            canvas.text((geometry.well.left - 2, floor + 11), str(waiting), "label", colour.text2, "right")
        else:
            canvas.text((x + width / 2, over), str(waiting), "label", colour.text2, "middle")


def _draw_words(canvas: Canvas, geometry: SeatGeometry, seat: SeatState) -> None:
    """The last move below the hold, facts at the lower left, and a name under the well."""
    colour = canvas.theme.colour
    column, well = geometry.hold, geometry.well
    right = column[0] + column[2]
    room = right - geometry.box[0] - 2
    y = geometry.side_middle(column)[1] + 2 * geometry.big + 16
    lowest = well.bottom - _FACT * len(seat.facts)
    style = canvas.theme.type["label"]
    texts = [
        words if canvas.text_width(words, "label") <= room else _SHORT.get(words, words)
        for words in seat.texts
    ]
    wrapped = [canvas.renderer.wrap(words, style, room, canvas.scale) for words in texts]
    while wrapped and y - _LINE / 2 + sum(map(len, wrapped)) * style.line + 4 * (len(wrapped) - 1) > lowest:
        wrapped.pop(
            1 if len(wrapped) > 1 else 0
        )  # whole ones; the first is the most important, then the last
    for lines in wrapped:
        for line in lines:
            canvas.text((right, y), line, "label", colour.text2, "right")
            y += style.line
        y += 4
    top = y
    y = well.bottom - _FACT * len(seat.facts) + 12
    for label, value in seat.facts:
        if y - 12 >= top:
            label = label if canvas.text_width(label, "label") <= room else _SHORT.get(label, label)
            canvas.text((right, y), canvas.fitted(label, "label", room), "label", colour.text3, "right")
            canvas.text((right, y + 20), canvas.fitted(value, "body", room), "body", colour.text, "right")
        y += _FACT
    if seat.name:
        ink = colour.text if seat.focused else colour.text2
        at = ((well.left + well.right) / 2, well.bottom + 19)
        canvas.text(at, canvas.brief(seat.name, "body", well.right - well.left), "body", ink, "middle")


_SHORT = {"Pieces/s": "PPS", "Rows left": "Rows", "Back-to-back": "B2B"}  # where a word does not fit
_LOCKING = 0.4  # how far a piece fades into the well until it locks
_LOCK_BAR = 3.0  # units: the height of the bar that shows what is left of the lock delay
_WITHIN = 4.0  # units between an outline and the ghost in it
_LEAST_PLANNED = 8.0  # units of a cell: in smaller ones there is no room for a plan
_STEP, _SIZE = 6.0, 2.0  # units between the dots of a way, and their side
_CLEAR = 0.9  # cells around both ends that stay free of dots


def draw_seat(canvas: Canvas, box: Box, seat: SeatState) -> SeatGeometry:
    """Draw the seat as large as it fits into `box`; returns where things stand."""
    geometry = SeatGeometry.fit(box, canvas.scale, above=seat.above, named=bool(seat.name))
    _draw_within(canvas, geometry, seat)
    _draw_hold(canvas, geometry, seat)
    _draw_queue(canvas, geometry, seat)
    if seat.metered:
        _draw_meter(canvas, geometry, seat)
    _draw_words(canvas, geometry, seat)
    return geometry


def draw_bare(
    canvas: Canvas, box: Box, seat: SeatState, margin: float = 0.0, rows: int = VISIBLE
) -> SeatGeometry:
    """Draw the well alone, as large as it fits: for lists and small boards. Only the best placement is outlined.

    Only the lower `rows` are seen. A piece that starts over them hangs in the highest, where these are free.
    """
    geometry = SeatGeometry.bare(box, canvas.scale, margin, rows)
    seat = replace(seat, falling=_in_sight(seat, rows), marks=seat.marks[:1], plan=())
    seen = canvas.surface.get_clip()
    well = geometry.well
    top = well.top + (VISIBLE - rows) * well.cell
    canvas.surface.set_clip(canvas.rect((box[0], top, box[2], box[1] + box[3] - top + 2)).clip(seen))
    _draw_within(canvas, geometry, seat)
    canvas.surface.set_clip(seen)
    return geometry


def _in_sight(seat: SeatState, rows: int) -> Placement | None:
    """The piece, lowered until all of it is seen in the lower `rows`."""
    at = seat.falling
    if at is None:
        return None
    lower = at._replace(y=at.y - max(0, max(y for _, y in at.cells) - rows + 1))
    return lower if seat.field.fits(*lower[:4]) else at


# -- the well --


def _draw_within(canvas: Canvas, geometry: SeatGeometry, seat: SeatState) -> None:
    well = geometry.well
    draw_well(canvas, well)
    if seat.landing is not None:
        _draw_motion(canvas, geometry, seat)
        return
    ghost = seat.ghost
    if ghost is not None:
        draw_ghost(canvas, well, on_screen(ghost.cells), letter(ghost.piece))
    draw_stack(canvas, geometry, seat.field, seat.paint, faded=seat.over)
    marks = [(mark, on_screen(mark.placement.cells)) for mark in seat.marks]
    marked = {cell for _, cells in marks for cell in cells}
    if geometry.cell >= _LEAST_PLANNED:
        _draw_plan(canvas, geometry, seat.plan, marked)
    if geometry.side:
        _draw_way(canvas, geometry, seat.way)
    for mark, cells in reversed(marks):
        draw_opinion(canvas, well, cells, mark.firm, proven=mark.proven, joined=True)
    if ghost is not None:  # it is seen within an outline, too
        draw_ghost(canvas, well, marked.intersection(on_screen(ghost.cells)), letter(ghost.piece), _WITHIN)
    taken: set[Cell] = set()
    for mark, cells in marks if geometry.side else ():
        free = [cell for cell in cells if cell not in taken]  # a better one may lie over some of them
        if mark.rank:
            draw_rank(canvas, well, free, mark.rank, mark.firm, proven=mark.proven)
        taken.update(cells)
    if seat.fault is not None:
        draw_fault(canvas, well, on_screen(seat.fault[0].cells), seat.fault[1])
    if seat.falling is not None:
        if canvas.theme.lock_bar and seat.lock_left < 1:
            wide = well.right - well.left
            canvas.fill(
                (well.left, well.bottom + 3, wide * seat.lock_left, _LOCK_BAR), canvas.theme.colour.text2
            )
        fade = (1 - seat.lock_left) * _LOCKING
        draw_piece(canvas, geometry, seat.falling.cells, letter(seat.falling.piece), fade=fade)


def _draw_motion(canvas: Canvas, geometry: SeatGeometry, seat: SeatState) -> None:
    """The last piece on its way down; then the rows that it fills fade."""
    landing = seat.landing
    assert landing is not None
    draw_stack(canvas, geometry, landing.field, landing.paint)
    at = landing.placement
    rise = (1 - seat.dropped) * max(0, VISIBLE - 1 - at.y)
    if seat.way:
        at, rise = on_the_way(seat.way, seat.dropped)
    if seat.slow and geometry.side:
        _draw_way(canvas, geometry, [each for each in seat.way if not each.blocked])
    draw_piece(canvas, geometry, [(x, y + rise) for x, y in at.cells], letter(at.piece))
    if seat.slow and seat.dropped < 1:
        for test in tests_on_the_way(seat.way, seat.dropped)[-1:]:
            if test.at.cells != at.cells:
                _draw_test(canvas, geometry, landing.field, test)
    for row in landing.rows if seat.faded > 0 else ():
        if row < VISIBLE:
            place = geometry.well.box(0, VISIBLE - 1 - row, COLUMNS)
            canvas.veil(place, canvas.theme.colour.well, seat.faded)


def _draw_test(canvas: Canvas, geometry: SeatGeometry, field: Field, test: FallingPiece) -> None:
    """Draw where a turn tries to put the piece: an outline, with a cross on each cell that is taken."""
    well, ink, arm = geometry.well, canvas.theme.colour.text, 0.22 * geometry.cell
    cells = on_screen(test.at.cells)
    for start, end in outline_of(cells):
        canvas.stroke([well.corner(*start), well.corner(*end)], ink, 1.75)
    for (x, y), seen in zip(test.at.cells, cells, strict=True):
        if field.filled(x, y):
            a, b = well.middle(*seen)
            canvas.stroke([(a - arm, b - arm), (a + arm, b + arm)], ink, 2.5)
            canvas.stroke([(a - arm, b + arm), (a + arm, b - arm)], ink, 2.5)


def _draw_plan(canvas: Canvas, geometry: SeatGeometry, plan: Sequence[Placement], marked: set[Cell]) -> None:
    """Draw the kibitzer's placements after the best move: thin amber outlines without ranks."""
    for at in plan:
        cells = on_screen(at.cells)
        for start, end in outline_of(cells) if marked.isdisjoint(cells) else ():
            ends = geometry.well.corner(*start), geometry.well.corner(*end)
            canvas.dots(*ends, canvas.theme.colour.amber_line, 5.0, 1.25)


def _draw_way(canvas: Canvas, geometry: SeatGeometry, way: Sequence[FallingPiece]) -> None:
    """The way of a piece as a dotted line from middle to middle, in the kibitzer's colour."""
    if len(way) < 2:
        return
    colour, free = canvas.theme.colour.amber_line, _CLEAR * geometry.cell
    middles = [geometry.middle(stand.at.x, stand.at.y) for stand in way]
    for x, y in dots_along(middles, _STEP):
        if all(max(abs(x - a), abs(y - b)) > free for a, b in (middles[0], middles[-1])):
            canvas.dots((x, y), (x, y), colour, _STEP, _SIZE)
