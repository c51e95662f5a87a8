"""How a deal has ended: the contract, the tricks, the points, and what was given away on the way."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from gui.bridge.table.figures import draw_strip
from gui.bridge.table.geometry import TableGeometry
from gui.drawing import icons
from gui.drawing.canvas import Box, Canvas
from gui.drawing.theme import Rgb
from gui.frame.choices import PILL
from gui.frame.controls import heading

_WIDTH, _ROW = 520.0, 28.0
_STRIP = 204.0


class Slip(NamedTuple):
    """A mistake: its ply, who made it and when, and what it has cost."""

    ply: int
    words: str
    cost: str


class Summary(NamedTuple):
    """What is said of a deal. `tricks` and `needs` are of both sides, in the order of `names`."""

    heading: str
    points: str
    names: tuple[str, str]
    tricks: tuple[int, int]
    needs: tuple[int, int] | None
    slips: Sequence[Slip]
    match: str
    next_words: str


def draw_result(canvas: Canvas, geometry: TableGeometry, summary: Summary) -> tuple[Box | None, list[Box]]:
    """The card over the table; returns the place of its button, if it has one, and of each mistake."""
    colour = canvas.theme.colour
    x, y, width, height = geometry.box
    wide = min(_WIDTH, width - 32)
    fixed = 24 + 32 + 28 + 96 + (PILL + 24 if summary.next_words else 16)
    rows = max(0, min(len(summary.slips), int((height - 24 - fixed - 40) / _ROW)))
    tall = fixed + ((40 + rows * _ROW) if rows or not summary.slips else 0)
    tall = min(tall, height - 16)
    box = (x + (width - wide) / 2, y + (height - tall) / 2, wide, tall)
    canvas.panel(box, colour.panel, radius=12, edge=colour.line2)
    left, right, at = box[0] + 24, box[0] + wide - 24, box[1] + 36
    canvas.text((left, at), canvas.fitted(summary.heading, "title", wide - 48), "title", colour.text)
    at += 30
    canvas.text((left, at), summary.points, "body", colour.text2)
    canvas.text((right, at), summary.match, "label", colour.text3, "right")
    at += 36
    at = _draw_tricks(canvas, summary, left, right, at)
    places = _draw_slips(canvas, summary, rows, (left, at, right - left, 0.0)) if tall > fixed else []
    if not summary.next_words:
        return None, places
    button = (right - 176, box[1] + tall - PILL - 20, 176.0, PILL)
    return button, places


def _draw_tricks(canvas: Canvas, summary: Summary, left: float, right: float, at: float) -> float:
    """A strip for each side, below each other."""
    colour = canvas.theme.colour
    strip = min(_STRIP, right - left - 96)
    for number, name in enumerate(summary.names):
        tricks = summary.tricks[number]
        needs = summary.needs[number] if summary.needs is not None else None
        canvas.text((left, at), name, "body", colour.text)
        draw_strip(
            canvas, (left + 72, at - 10, strip, 20), tricks, 0.0, needs, proven=True, size=sum(summary.tricks)
        )
        canvas.text((right, at), str(tricks), "strong", colour.text, "right")
        at += 34
    return at + 8


def _draw_slips(canvas: Canvas, summary: Summary, rows: int, box: Box) -> list[Box]:
    colour = canvas.theme.colour
    x, y, width, _ = box
    heading(canvas, (x, y + 4), "Mistakes")
    y += 32
    if not summary.slips:
        canvas.text((x, y), "None that cost a trick, as far as was looked at.", "body", colour.text2)
        return []
    places: list[Box] = []
    for slip in summary.slips[:rows]:
        icons.diamond(canvas, (x + 6, y), colour.amber_line, 5)
        cost = canvas.text((x + width, y), slip.cost, "strong", colour.amber_text, "right")
        said = canvas.fitted(slip.words, "body", width - cost - 36)
        canvas.text((x + 24, y), said, "body", colour.text)
        places.append((x - 8, y - _ROW / 2, width + 16, _ROW))
        y += _ROW
    return places


def draw_button(canvas: Canvas, box: Box, words: str, *, lit: bool) -> None:
    """The button that goes on; the face presses it."""
    colour = canvas.theme.colour
    fill: Rgb = colour.text2 if lit else colour.text
    canvas.panel(box, fill, radius=8)
    canvas.text((box[0] + box[2] / 2, box[1] + box[3] / 2), words, "body", colour.panel, "middle")
