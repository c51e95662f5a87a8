"""What stands around a guideline well: the hold, the queue, the rows that wait, and a few words."""

from __future__ import annotations

from game.tetris.guideline import VISIBLE
from gui.drawing.canvas import Canvas
from gui.tetris.guideline.cells import draw_icon
from gui.tetris.guideline.geometry import SeatGeometry
from gui.tetris.guideline.look import SeatLook

_SPENT = 0.6  # how far a hold that is used up fades into the room
_LINE, _FACT = 20.0, 44.0
_I = 0


def draw_hold(canvas: Canvas, geometry: SeatGeometry, look: SeatLook) -> None:
    """The piece in hold with its heading, faint where it cannot be used now."""
    if not look.holds:
        return
    column = geometry.hold
    at = (column[0] + column[2], column[1] + 9)
    canvas.text(at, "Hold", "caps", canvas.theme.colour.text3, "right")
    if look.hold is not None:
        cell = geometry.small if look.hold == _I else geometry.big
        fade = 0.0 if look.hold_free else _SPENT
        draw_icon(canvas, geometry.side_middle(column), look.hold, cell, fade=fade)


def draw_queue(canvas: Canvas, geometry: SeatGeometry, look: SeatLook) -> None:
    """The pieces that come next, the first one larger."""
    column = geometry.queue
    if look.previews:
        canvas.text((column[0], column[1] + 9), "Next", "caps", canvas.theme.colour.text3)
    for number, piece in enumerate(look.previews):
        cell = geometry.big if number == 0 and piece != _I else geometry.small
        draw_icon(canvas, geometry.side_middle(column, number), piece, cell)


def draw_meter(canvas: Canvas, geometry: SeatGeometry, look: SeatLook) -> None:
    """The rows that wait, from the floor up: filled where they come with the next piece, else an outline."""
    colour, ink = canvas.theme.colour, canvas.theme.pieces["garbage"]
    x, y, width, height = geometry.meter
    canvas.fill((x + width / 2 - 2, y, 4, height), colour.line if not look.incoming else colour.grid)
    floor, side = y + height, geometry.cell
    stood = 0
    for rows, due in look.incoming:
        shown = min(rows, VISIBLE - stood)
        if shown <= 0:
            break
        place = (x, floor - (stood + shown) * side + 1, width, shown * side - 2)
        if due:
            canvas.panel(place, ink.ink if canvas.theme.name == "dark" else ink.fill, radius=2)
        else:
            canvas.panel(place, None, radius=2, edge=ink.ink if canvas.theme.name == "dark" else ink.fill)
        stood += shown
    waiting = sum(rows for rows, _ in look.incoming)
    if waiting:
        at = (x + width / 2, max(y + 9, floor - stood * side - 11))
        canvas.text(at, str(waiting), "label", colour.text2, "middle")


def draw_words(canvas: Canvas, geometry: SeatGeometry, look: SeatLook) -> None:
    """What the last move was below the hold, facts at the lower left, and a name under the well."""
    colour = canvas.theme.colour
    column, well = geometry.hold, geometry.well
    right = column[0] + column[2]
    room = right - geometry.box[0] - 8
    y = geometry.side_middle(column)[1] + 2 * geometry.big + 16
    lowest = well.bottom - _FACT * len(look.facts)
    style = canvas.theme.type["label"]
    for words in look.said:
        for line in canvas.letters.wrap(words, style, room, canvas.scale):
            if y + _LINE / 2 > lowest:
                break
            canvas.text((right, y), line, "label", colour.text2, "right")
            y += style.line
        y += 4
    top = y
    y = well.bottom - _FACT * len(look.facts) + 12
    for label, value in look.facts:
        if y - 12 >= top:
            canvas.text((right, y), canvas.fitted(label, "label", room), "label", colour.text3, "right")
            canvas.text((right, y + 20), canvas.fitted(value, "body", room), "body", colour.text, "right")
        y += _FACT
    if look.name:
        ink = colour.text if look.focused else colour.text2
        at = ((well.left + well.right) / 2, well.bottom + 19)
        canvas.text(at, canvas.brief(look.name, "body", well.right - well.left), "body", ink, "middle")
