"""The kibitzer at the cards: what each is worth above it, and how the tricks to come are shared out."""

from __future__ import annotations

from collections.abc import Mapping
from typing import NamedTuple

from gui.bridge.sight import Sight
from gui.bridge.table.geometry import TableGeometry
from gui.drawing.canvas import Box, Canvas, Point

_LARGE, _SMALL = 14.0, 11.0  # radii of a badge
_CELL, _STEP, _TALL = 12.0, 16.0, 20.0  # a trick in the strip
TRICKS = 13


class Figure(NamedTuple):
    """What is said of one card: its words, whether it is one of the best, and whether that is certain."""

    words: str
    best: bool
    proven: bool
    firm: float = 1.0


def draw_figure(canvas: Canvas, at: Point, figure: Figure, room: float) -> None:
    """A badge: filled for the best where it is certain, a ring for all else; a pill where the words are long."""
    colour = canvas.theme.colour
    filled = figure.best and figure.proven
    style = "strong" if room >= 30 else "small"
    style = style if figure.best or room < 30 else "body"
    radius = _LARGE if room >= 30 else _SMALL
    wide = max(2 * radius, canvas.text_width(figure.words, style) + 12)
    if wide > room + 2:  # too close for rings: the figure alone
        canvas.text(at, figure.words, "small", colour.amber_text, "middle")
        return
    box = (at[0] - wide / 2, at[1] - radius, wide, 2 * radius)
    if filled:
        canvas.panel(box, colour.amber, radius=radius)
        canvas.text(at, figure.words, style, colour.amber_ink, "middle")
        return
    width = 2.0 if figure.best else 1.5
    opacity = 1.0 if figure.best else 0.65 + 0.2 * figure.firm
    canvas.panel(box, None, radius=radius, edge=colour.amber_line, width=width, opacity=opacity)
    canvas.text(at, figure.words, style, colour.amber_text, "middle")


def draw_figures(
    canvas: Canvas,
    geometry: TableGeometry,
    boxes: Mapping[int, Box],
    figures: Mapping[int, Figure],
    *,
    below: bool,
) -> None:
    """The figures above one's own cards, or below the other's."""
    order = sorted(boxes, key=lambda card: boxes[card][0])
    for number, card in enumerate(order):
        figure = figures.get(card)
        if figure is None:
            continue
        x, y, width, height = boxes[card]
        following = boxes[order[number + 1]][0] - x if number + 1 < len(order) else width + 8
        before = x - boxes[order[number - 1]][0] if number else width + 8
        room = min(following, before) - 2
        shown = min(width, following) if following < width else width
        middle = x + shown / 2
        y = geometry.figures if below else y + height + 18
        draw_figure(canvas, (middle, y), figure, room)


def draw_strip(
    canvas: Canvas, box: Box, taken: int, still: float, needs: int | None, *, proven: bool, size: int = TRICKS
) -> None:
    """The tricks of a deal: taken ones bright, those still to come amber, and a stroke behind what is needed.

    There are `size`, thirteen as a rule. `still` tricks to come are filled where proven; where estimated, outlined and
    rounded down.
    """
    colour = canvas.theme.colour
    x, y, width, _ = box
    step = min(_STEP, width / TRICKS)
    cell = step * _CELL / _STEP
    for number in range(size):
        place = (x + number * step, y, cell, _TALL)
        if number < taken:
            canvas.panel(place, colour.text, radius=3)
        elif number < taken + int(still + 1e-9):
            if proven:
                canvas.panel(place, colour.amber, radius=3, edge=colour.amber_line)
            else:
                canvas.panel(place, None, radius=3, edge=colour.amber_line, width=1.5)
        else:
            canvas.panel(place, None, radius=3, edge=colour.line2, width=1.2)
    if needs is not None:
        at = x + needs * step - (step - cell) / 2 - 1
        canvas.fill((at, y - 3, 2, _TALL + 6), colour.text2)


def still_to_come(sight: Sight, seat: int, tricks: float) -> float:
    """Of `tricks` in the whole play stage that `seat` is to take, those it has not taken yet."""
    return max(0.0, tricks - sight.taken[seat])
