"""What a book would weigh in other forms, and what it does weigh: every figure comes from the book's own counts."""

from __future__ import annotations

from typing import NamedTuple

from ai.book.reader import BookReader
from gui.ui.layout import Flow
from gui.ui.text import grouped

_ENTRY, _OUTER, _INNER, _POSITION, _RUN = (
    32,
    72,
    8,
    40,
    8,
)  # bytes, as reckoned by the author of the first books
_BAR, _HEAD, _GAP = 12.0, 28.0, 20.0
_LEAST = 2.0  # units of a bar, however short


class Form(NamedTuple):
    """A way to keep a book: its name, its bytes, and why it takes them."""

    name: str
    bytes: int
    reckoning: str
    why: str


def forms(reading: BookReader) -> tuple[Form, ...]:
    """From the plainest form to that of the file."""
    positions, runs, queues = reading.header.positions, reading.header.runs, reading.header.combinations
    each = max(1, positions)
    return (
        Form(
            "One map",
            _ENTRY * queues,
            f"{grouped(queues)} entries of {_ENTRY} bytes",
            "One table from board, bag and queue to a move. Most of an entry is the board, repeated for each of about "
            f"{grouped(round(queues / each))} queues.",
        ),
        Form(
            "A map of maps",
            _OUTER * positions + _INNER * queues,
            f"{grouped(positions)} positions of {_OUTER} bytes, {grouped(queues)} queues of {_INNER}",
            "A table from board and bag to a second table, which leads from the queue to a move. The board is stored "
            "once, but every queue still has a move of its own.",
        ),
        Form(
            "Runs",
            _POSITION * positions + _RUN * runs,
            f"{grouped(positions)} positions of {_POSITION} bytes, {grouped(runs)} runs of {_RUN}",
            "A position has few moves, and the first pieces usually decide between them. Sorted by their pieces, "
            "queues with the same move are neighbours. A run stores where it begins, and one move for all its queues. "
            f"There are {runs / each:.1f} runs a position on average, found by binary search.",
        ),
        Form(
            "This file",
            reading.bytes,
            f"{reading.bytes / each:.1f} bytes a position, {reading.bytes / max(1, runs):.2f} a run",
            f"A mirrored board has the mirrored move, so {grouped(len(reading))} positions stand for "
            f"{grouped(positions)}. A queue is stored as its number among the possible ones, a move as its number "
            "among the moves of its position, and identical lists of runs are stored once.",
        ),
    )


def byte_words(count: int) -> str:
    """A number of bytes to three digits: `83.0 MB`, `139 kB`."""
    for unit, size in (("MB", 1_000_000), ("kB", 1_000)):
        if count >= size:
            value = count / size
            return f"{value:.{0 if value >= 100 else 1 if value >= 10 else 2}f}\u00a0{unit}"
    return f"{count}\u00a0B"


def draw_sizes(flow: Flow, reading: BookReader) -> None:
    """The forms below each other, each as a bar on one scale, and the short bars once more."""
    found = forms(reading)
    whole, before = found[0].bytes, 0
    for form in found:
        _draw_form(flow, form, whole, before)
        before = form.bytes
    _draw_enlarged(flow, found[2:], whole)


def _draw_form(flow: Flow, form: Form, whole: int, before: int) -> None:
    canvas, colour, y = flow.canvas, flow.canvas.theme.colour, flow.y
    used = canvas.text((flow.right, y + 12), byte_words(form.bytes), "title", colour.text, "right")
    named = canvas.text((flow.left, y + 12), form.name, "strong", colour.text) + 12
    if before:
        less = f"÷ {before / form.bytes:.1f}"
        used += 16 + canvas.text((flow.right - used - 16, y + 13), less, "label", colour.text3, "right")
    beside = named + used + canvas.text_width(form.reckoning, "label") + 16 <= flow.width
    if beside:
        canvas.text((flow.left + named, y + 13), form.reckoning, "label", colour.text3)
    flow.y += _HEAD
    _draw_bar(flow, 0.0, form.bytes / whole)
    flow.y += 8
    if not beside:
        flow.paragraph(form.reckoning, "label", colour.text3, after=2)
    flow.paragraph(form.why, "label", after=_GAP)


def _draw_enlarged(flow: Flow, small: tuple[Form, ...], whole: int) -> None:
    """The short bars once more, so much larger that the longest of them is as wide as there is room."""
    canvas, colour = flow.canvas, flow.canvas.theme.colour
    most = max(form.bytes for form in small)
    named = 16 + max(canvas.text_width(form.name, "label") for form in small)
    times = (flow.width - named) / most / (flow.width / whole)
    canvas.rule((flow.left, flow.y - 8), (flow.right, flow.y - 8), colour.line)
    said = f"The last two, enlarged {times:.0f} times"
    canvas.text((flow.left, flow.y + 12), said, "label", colour.text3)
    flow.y += 28
    for form in small:
        canvas.text((flow.left, flow.y + _BAR / 2), form.name, "label", colour.text2)
        _draw_bar(flow, named, form.bytes / most)
        flow.y += 10


def _draw_bar(flow: Flow, inset: float, share: float) -> None:
    """A track from `inset` on to the right end, filled up to a share."""
    colour, wide = flow.canvas.theme.colour, flow.width - inset
    box = (flow.left + inset, flow.y, wide, _BAR)
    flow.canvas.panel(box, colour.line, radius=3)
    flow.canvas.panel((*box[:2], max(_LEAST, wide * share), _BAR), colour.text2, radius=3)
    flow.y += _BAR
