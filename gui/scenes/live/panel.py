"""What lies over the wells: the countdown, the pause, and the end with its figures."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from gui.games.guideline.cells import SeatGeometry
from gui.scenes.live.words import Figures
from gui.ui.canvas import Box, Canvas, Point
from gui.ui.commands import Command
from gui.ui.controls import button
from gui.ui.icons import brand
from gui.ui.layout import Frame
from gui.ui.targets import Targets

# Figures in rows: a label at the left, a value for each seat at the right.

ROW, HEAD = 28.0, 26.0
_VALUE, _APART = 72.0, 12.0


def draw_table(
    canvas: Canvas, at: Point, width: float, rows: Figures, bottom: float, names: tuple[str, ...] = ()
) -> float:
    """Draw rows from `at` down as far as `bottom`; with `names` over the values. Returns the y below them."""
    colour = canvas.theme.colour
    x, y = at
    columns = len(rows[0][1]) if rows else len(names)
    wide = min(_VALUE if columns > 1 else 2 * _VALUE, width / (columns + 1))
    ends = [x + width - wide * (columns - 1 - number) for number in range(columns)]
    if names and y + HEAD <= bottom:
        for end, name in zip(ends, names, strict=True):
            shown = canvas.fitted(name, "label", wide - 8)
            canvas.text((end, y), shown, "label", colour.text2, "right")
        y += HEAD
    for label, values in rows:
        if y + 12 > bottom:
            break
        room = width - wide * columns - _APART if columns > 1 else width - _VALUE
        canvas.text((x, y), canvas.fitted(label, "label", room), "label", colour.text3)
        for end, value in zip(ends, values, strict=True):
            canvas.text((end, y), canvas.fitted(value, "body", wide), "body", colour.text, "right")
        y += ROW
    return y


_WIDEST, _PAD, _BUTTON, _GAP = 480.0, 24.0, 36.0, 8.0
_LINE = 24.0


@dataclass(frozen=True)
class Card:
    """A card over the wells: a headline, lines below it, rows of figures under the `names` of the seats, buttons."""

    title: str
    lines: tuple[str, ...] = ()
    rows: Figures | None = None
    names: tuple[str, ...] = ()
    commands: Sequence[Command] = ()


def draw_card(canvas: Canvas, frame: Frame, targets: Targets, card: Card) -> None:
    """Draw a card in the middle of the wells, as high as it needs to be; figures go where there is no room."""
    colour = canvas.theme.colour
    x, y, width, height = frame.board
    wide = min(_WIDEST, width - 32)
    room = wide - 2 * _PAD
    lines = [
        line
        for text in card.lines
        for line in canvas.letters.wrap(text, canvas.theme.type["body"], room, canvas.scale)
    ]
    buttons = (len(card.commands) + 1) // 2 * (_BUTTON + _GAP)
    bare = 2 * _PAD + 32 + _LINE * len(lines) + buttons + (8 if lines else 0)
    rows = card.rows or []
    head = HEAD if card.names else 0.0
    count = max(0, min(len(rows), int((height - 24 - bare - head - 16) / ROW)))
    table = head + count * ROW + 16 if count else 0.0
    tall = bare + table
    box = (x + (width - wide) / 2, y + max(8.0, (height - tall) / 2), wide, tall)
    canvas.veil((x, y, width, height), colour.room, 0.5)
    canvas.panel(box, colour.panel, radius=12, edge=colour.line2)
    left, top = box[0] + _PAD, box[1] + _PAD
    title = canvas.fitted(card.title, "title", room)
    canvas.text((left, top + 12), title, "title", colour.text)
    top += 40
    for line in lines:
        canvas.text((left, top), line, "body", colour.text2)
        top += _LINE
    top += 8 if lines else 0
    if count:
        draw_table(canvas, (left, top + 4), room, rows[:count], top + table, card.names)
        top += table
    _draw_commands(canvas, targets, (left, box[1] + tall - _PAD - buttons + _GAP), room, card.commands)


def _draw_commands(
    canvas: Canvas, targets: Targets, at: tuple[float, float], width: float, commands: Sequence[Command]
) -> None:
    half = (width - _GAP) / 2
    for number, command in enumerate(commands):
        box: Box = (
            at[0] + (half + _GAP) * (number % 2), at[1] + (_BUTTON + _GAP) * (number // 2), half, _BUTTON
        )  # fmt: skip
        button(
            canvas,
            targets,
            command.name,
            box,
            command.label,
            command.press,
            key=command.keys,
            primary=number == 0,
        )


def draw_countdown(canvas: Canvas, seats: Sequence[SeatGeometry], figure: str, grown: float) -> None:
    """The figure of the countdown in the middle of each well; `grown` from 0 to 1 as it appears."""
    colour = canvas.theme.colour
    for seat in seats:
        well = seat.well
        at = ((well.left + well.right) / 2, (well.top + well.bottom) / 2)
        canvas.disc(at, 40, colour.panel, edge=colour.line2, opacity=0.4 + 0.6 * grown)
        canvas.text((at[0], at[1] - 1), figure, "display", colour.text, "middle", opacity=0.4 + 0.6 * grown)


def draw_waiting(canvas: Canvas, seats: Sequence[SeatGeometry], words: str) -> None:
    """Who is waited for, across each well."""
    colour = canvas.theme.colour
    for seat in seats:
        well = seat.well
        room = well.right - well.left - 24
        lines = canvas.letters.wrap(words, canvas.theme.type["body"], room - 24, canvas.scale)[:4]
        tall = _LINE * len(lines) + 56
        box = (well.left + 12, (well.top + well.bottom - tall) / 2, room, tall)
        canvas.panel(box, colour.panel, radius=8, edge=colour.line2)
        middle = box[0] + room / 2
        brand(canvas, (middle, box[1] + 24), colour.text2, colour.panel)
        for number, line in enumerate(lines):
            canvas.text((middle, box[1] + 54 + _LINE * number), line, "body", colour.text, "middle")
