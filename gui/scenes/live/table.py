"""Figures in rows: a label at the left, a value for each seat at the right."""

from __future__ import annotations

from gui.drawing.canvas import Canvas, Point
from gui.scenes.live.words import Figures

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
