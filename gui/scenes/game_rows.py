"""How the saved games look: the rows of the list and the panel of the one that is chosen."""

from __future__ import annotations

from collections.abc import Sequence

from game.library import Saved
from game.session import Session
from gui.drawing.canvas import Box, Canvas, Point
from gui.drawing.theme import mix
from gui.face import Deed
from gui.faces import face_of
from gui.frame.controls import button
from gui.frame.layout import Frame
from gui.frame.targets import Targets
from gui.previews import draw_mark, draw_preview
from gui.table import shelf
from gui.table.secrets import seen_by_person
from gui.table.shelf import Opened

HEAD, ROW, INSET = 56.0, 64.0, 16.0
_BUTTON, _LEAST_PREVIEW = 44.0, 72.0
_NOTHING = "No game is saved yet. Games are saved as you play. You can open a file or a list of moves below."


def draw_nothing(canvas: Canvas, at: Point, width: float) -> None:
    """What stands where there is no game."""
    canvas.paragraph((at[0], at[1], width, 0), _NOTHING, "body", canvas.theme.colour.text2)


def draw_present(canvas: Canvas, box: Box, session: Session, *, here: bool, lit: bool) -> None:
    """The row of the game at hand."""
    said = f"{shelf.length_of(session)}, {shelf.ending_of(session)}"
    state = "saved" if session.created else "not saved yet"
    players = " – ".join(map(shelf.who, session.seats))
    _draw_row(canvas, box, "The game at hand", f"{players}, {said}", state, here=here, lit=lit)
    _draw_sign(canvas, box, None)


def draw_saved(
    canvas: Canvas, box: Box, saved: Saved, opened: Opened | None, *, here: bool, lit: bool
) -> None:
    """The row of a game on the shelf, or of a file that cannot be opened, with the reason."""
    reason = saved.reason or (opened.reason if opened is not None else "")
    date = shelf.date_of(saved)
    if saved.record is None or reason:
        _draw_row(canvas, box, saved.path.name, _short(reason, saved), date, here=here, lit=lit)
        _draw_sign(canvas, box, None, broken=True)
        return
    title, course = shelf.title_of(saved.record), shelf.course_of(saved.record, opened)
    _draw_row(canvas, box, title, course, date, here=here, lit=lit)
    _draw_sign(canvas, box, saved)


def _short(reason: str, saved: Saved) -> str:
    """The reason without the path that stands in the row already."""
    return reason.removeprefix(str(saved.path)).lstrip(" ,:")


def _draw_row(
    canvas: Canvas, box: Box, first: str, second: str, right: str, *, here: bool, lit: bool
) -> None:
    colour = canvas.theme.colour
    x, y, width, _ = box
    if here or lit:
        ground = colour.panel if canvas.theme.name == "light" else colour.raised
        canvas.panel(box, ground if here else mix(colour.room, ground, 0.6), radius=8)
    left, room = x + INSET + 40, width - 2 * INSET - 40
    taken = canvas.text((x + width - INSET, y + 20), right, "label", colour.text3, "right") + 16
    canvas.text((left, y + 20), canvas.fitted(first, "body", room - taken), "body", colour.text)
    canvas.text((left, y + 42), canvas.fitted(second, "label", room), "label", colour.text3)


def _draw_sign(canvas: Canvas, box: Box, saved: Saved | None, *, broken: bool = False) -> None:
    """The small board at the left; an empty ring for the game at hand, a `!` where the file is bad."""
    colour, at = canvas.theme.colour, (box[0] + INSET + 12, box[1] + box[3] / 2)
    if saved is not None and saved.record is not None:
        draw_mark(canvas, (at[0] - 10, at[1] - 10, 20, 20), saved.record)
        return
    canvas.disc(at, 10, None, edge=colour.text3, width=1.5)
    if broken:
        canvas.text(at, "!", "label", colour.text2, "middle")
    else:
        canvas.disc(at, 4, colour.text3)


# -- the panel --


def draw_ground(canvas: Canvas, frame: Frame) -> None:
    """The column from top to bottom."""
    colour = canvas.theme.colour
    canvas.fill((frame.column, 0, frame.panel_width, frame.height), colour.panel)
    canvas.rule((frame.column, 0), (frame.column, frame.height), colour.line)


def draw_deeds(canvas: Canvas, targets: Targets, box: Box, margin: float, deeds: Sequence[Deed]) -> float:
    """What can be done, from the bottom up; returns the y above the buttons."""
    x, width = box[0] + margin, box[2] - 2 * margin
    y = box[1] + box[3] - 20 - _BUTTON * len(deeds)
    for number, deed in enumerate(deeds):
        place = (x, y + number * _BUTTON, width, 36.0)
        button(canvas, targets, deed.name, place, deed.words, deed.act, key=deed.key, primary=False)
    return y - 8


def draw_game(
    canvas: Canvas, room: Box, session: Session, saved: Saved | None, opened: Opened | None
) -> None:
    """The board where the game was left, and below it who played and how it ended."""
    colour = canvas.theme.colour
    x, y, width, height = room
    words = 28.0 * len(session.seats) + 76
    side = min(width, height - words - 32)
    y += 24
    if side >= _LEAST_PREVIEW:
        draw_preview(canvas, (x + (width - side) / 2, y, side, side), seen_by_person(session))
        y += side + 16
    record = saved.record if saved is not None else None
    title = shelf.title_of(record) if record is not None and record.title else shelf.length_of(session)
    canvas.text((x, y + 12), canvas.fitted(title, "title", width), "title", colour.text)
    face = face_of(session.position.game)
    ending = face.result(session.position_at(session.length)) if opened is None else opened.ending
    said = ending or "Not finished"
    if session.cursor < session.length:
        said += f", left at {shelf.place_of(session)}"
    y += 24 + canvas.paragraph((x, y + 28, width, 0), said, "label", colour.text3, 2) + 20
    if y + 28 * len(session.seats) - 16 > room[1] + height:
        return
    for seat, player in enumerate(session.seats):
        face.draw_tone(canvas, (x, y), seat)
        canvas.text((x + 40, y), canvas.fitted(shelf.who(player), "body", width - 40), "body", colour.text2)
        y += 28


def draw_broken(canvas: Canvas, room: Box, saved: Saved, reason: str) -> None:
    """A file that cannot be opened: its name, and why."""
    colour = canvas.theme.colour
    x, y, width, _ = room
    canvas.text((x, y + 36), canvas.fitted(saved.path.name, "title", width), "title", colour.text)
    used = canvas.paragraph((x, y + 60, width, 0), reason, "body", colour.text2, 8)
    canvas.paragraph((x, y + 76 + used, width, 0), "The file stays as it is.", "label", colour.text3)
