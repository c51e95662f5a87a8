"""The few signs of the window, drawn as shapes around a centre, in logical units."""

from __future__ import annotations

from math import cos, pi, sin

from gui.ui.canvas import Canvas, Point
from gui.ui.theme import Rgb


def brand(canvas: Canvas, at: Point, colour: Rgb, ground: Rgb) -> None:
    """The mark of Kibitz: an eye that looks over a shoulder."""
    canvas.disc(at, 9, ground, edge=colour, width=2)
    canvas.disc((at[0] + 3, at[1] - 3), 3.2, colour)


def gear(canvas: Canvas, at: Point, colour: Rgb) -> None:
    """Settings."""
    points = []
    for tooth in range(8):
        for turn, reach in ((-0.30, 6.6), (-0.17, 8.8), (0.17, 8.8), (0.30, 6.6)):
            angle = (tooth + turn * 1.25) * pi / 4
            points.append((at[0] + reach * cos(angle), at[1] + reach * sin(angle)))
    canvas.stroke(points, colour, 1.5, closed=True)
    canvas.disc(at, 3.4, None, edge=colour, width=1.5)


def question(canvas: Canvas, at: Point, colour: Rgb) -> None:
    """Help."""
    canvas.disc(at, 9, None, edge=colour, width=1.6)
    canvas.text((at[0], at[1] + 0.5), "?", "label", colour, "middle")


def share(canvas: Canvas, at: Point, colour: Rgb) -> None:
    """An arrow out of a box."""
    x, y = at
    canvas.stroke([(x - 3.5, y - 2), (x - 7, y - 2), (x - 7, y + 8), (x + 7, y + 8), (x + 7, y - 2), (x + 3.5, y - 2)],
        colour, 1.5)  # fmt: skip
    canvas.stroke([(x, y + 3.5), (x, y - 8)], colour, 1.5)
    canvas.stroke([(x - 3.5, y - 5), (x, y - 8.5), (x + 3.5, y - 5)], colour, 1.5)


def play(canvas: Canvas, at: Point, colour: Rgb, size: float = 1.0) -> None:
    """A triangle that points right."""
    x, y = at
    canvas.polygon([(x - 5 * size, y - 7 * size), (x + 7 * size, y), (x - 5 * size, y + 7 * size)], colour)


def pause(canvas: Canvas, at: Point, colour: Rgb) -> None:
    """Two upright bars."""
    for left in (-6, 2):
        canvas.panel((at[0] + left, at[1] - 7, 4, 14), colour, radius=1)


def step(canvas: Canvas, at: Point, colour: Rgb, direction: int) -> None:
    """One move back (-1) or on (1)."""
    x, y = at
    d = direction
    canvas.polygon([(x - 4 * d, y - 5.5), (x + 4 * d, y), (x - 4 * d, y + 5.5)], colour)
    canvas.panel((x + 4.2 * d - 1.1, y - 5.5, 2.2, 11), colour, radius=0.5)


def jump(canvas: Canvas, at: Point, colour: Rgb, direction: int) -> None:
    """To the beginning (-1) or to the end (1)."""
    x, y = at
    d = direction
    canvas.polygon([(x - 9 * d, y - 5.5), (x - 1 * d, y), (x - 9 * d, y + 5.5)], colour)
    canvas.polygon([(x - 1 * d, y - 5.5), (x + 7 * d, y), (x - 1 * d, y + 5.5)], colour)
    canvas.panel((x + 7.4 * d - 1.1, y - 5.5, 2.2, 11), colour, radius=0.5)


def chevron(canvas: Canvas, at: Point, colour: Rgb) -> None:
    """Draw the mark of an entry that leads further or opens: an angle that points right."""
    x, y = at
    canvas.stroke([(x - 2, y - 4), (x + 2, y), (x - 2, y + 4)], colour, 1.5)


def diamond(canvas: Canvas, at: Point, colour: Rgb, reach: float = 5.0) -> None:
    """A mistake."""
    x, y = at
    canvas.polygon([(x, y - reach), (x + reach, y), (x, y + reach), (x - reach, y)], colour)


def back_turn(canvas: Canvas, at: Point, colour: Rgb) -> None:
    """Back to how it was: an arrow that turns to the left."""
    x, y = at
    arc = [(x + 6 * cos(a * pi / 12), y + 6 * sin(a * pi / 12)) for a in range(-9, 9)]
    canvas.stroke(arc, colour, 1.6)
    tip = arc[0]
    canvas.polygon(
        [(tip[0] - 4.5, tip[1] + 0.5), (tip[0] + 2.0, tip[1] - 4.5), (tip[0] + 2.5, tip[1] + 3.5)], colour
    )
