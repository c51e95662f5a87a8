"""The page on which a book is chosen: what is on the shelf, and a line for a file that is not."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial

from gui.drawing.canvas import Box, Canvas
from gui.drawing.letters import counted
from gui.frame.controls import heading
from gui.frame.scroll import Scroll
from gui.frame.targets import Targets
from gui.scenes.books.sizes import byte_words
from gui.scenes.books.walking.outlook import percent
from gui.scenes.books.walking.shelf import Volume
from gui.widgets.text_line import TextLine

ROW = 68.0
_LINE, _WIDEST = 40.0, 720.0


def draw_choice(
    canvas: Canvas,
    targets: Targets,
    box: Box,
    volumes: Sequence[Volume],
    chosen: int | None,
    choose: Callable[[int], object],
    scroll: Scroll,
    line: TextLine,
) -> None:
    """The books from the top of `box` down, and the line at its foot."""
    x, y, width, height = box
    width = min(width, _WIDEST)
    heading(canvas, (x, y + 10), "Books")
    canvas.text((x + width, y + 10), "E(V) at the start", "label", canvas.theme.colour.text3, "right")
    view = (x - 8, y + 28, width + 16, height - _LINE - 44)
    top = scroll.fit(view, len(volumes) * ROW)
    seen = canvas.surface.get_clip()
    canvas.surface.set_clip(canvas.rect(view).clip(seen))
    for number, volume in enumerate(volumes):
        place = (x, top + number * ROW, width, ROW - 8)
        lit = targets.add(f"book {number}", place, partial(choose, number), radius=8, within=view)
        _draw_volume(canvas, place, volume, lit=lit, here=number == chosen)
    canvas.surface.set_clip(seen)
    scroll.draw(canvas)
    place = (x, y + height - _LINE, width, _LINE)
    line.place(canvas, place)
    targets.add("path", place, line.write, radius=4)
    line.draw(canvas)


def _draw_volume(canvas: Canvas, box: Box, volume: Volume, *, lit: bool, here: bool) -> None:
    """A book with its figures, or why it is none."""
    colour = canvas.theme.colour
    x, y, width, height = box
    edge = colour.text if here else colour.line
    canvas.panel(box, colour.raised if lit else colour.panel, radius=8, edge=edge, width=1.5 if here else 1.0)
    inner, right = x + 16, x + width - 16
    header = volume.header
    if header is None:
        canvas.text(
            (inner, y + 20), canvas.fitted(volume.title, "strong", width - 32), "strong", colour.text3
        )
        canvas.text((inner, y + 42), canvas.fitted(volume.reason, "label", width - 32), "label", colour.text2)
        return
    used = canvas.text((right, y + height / 2), percent(header.value, 2), "title", colour.amber_text, "right")
    room = width - 48 - used
    canvas.text((inner, y + 20), canvas.fitted(volume.title, "strong", room), "strong", colour.text)
    parts = [
        counted(header.positions, "position"),
        counted(header.runs, "run"),
        byte_words(volume.bytes),
    ]
    while len(parts) > 1 and canvas.text_width(" · ".join(parts), "label") > room:
        parts.pop(-2)
    canvas.text((inner, y + 42), canvas.fitted(" · ".join(parts), "label", room), "label", colour.text3)
