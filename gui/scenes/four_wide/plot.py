"""The chance that a combo gets so far, on a logarithmic scale: under best play, and as combos went."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise
from math import log10

import pygame

from ai.tetris.four_wide.lengths.lasting import Lasting
from gui.drawing.canvas import Box, Canvas, Point
from gui.drawing.letters import grouped
from gui.drawing.theme import Rgb

LEFT, FOOT = 56.0, 28.0  # units for the shares, and for the lengths
_LEAST_END = 20
_POINTS = 240
_APART = 8.0  # units between two lengths; where there are fewer, every second one is left out
_TENS = 3  # powers of ten that are shown
_DASH, _DOT = (7.0, 5.0), (2.0, 4.0)
_STROKES: tuple[tuple[float, float] | None, ...] = (None, _DASH, _DOT)  # by place among those that are shown


def end_of(lasting: Lasting | None, combos: Sequence[Sequence[int]]) -> int:
    """A round length at which the axis ends: one in a thousand combos gets farther, or the longest that was played."""
    longest = max((length for lengths in combos for length in lengths), default=0)
    most = max(_LEAST_END, longest, lasting.reached(10.0**-_TENS) if lasting is not None else 0)
    size = int(10 ** (len(str(most)) - 1))
    return next(size * step for step in (1, 2, 3, 4, 5, 6, 8, 10) if size * step >= most)


def draw_plot(canvas: Canvas, box: Box, lasting: Lasting | None, combos: Sequence[Sequence[int]]) -> None:
    """Best play in amber with its mean; each player's combos as steps with strokes of their own."""
    colour = canvas.theme.colour
    x, y, width, height = box[0] + LEFT, box[1] + 8, box[2] - LEFT - 8, box[3] - FOOT - 8
    end = end_of(lasting, combos)

    def at(length: float, share: float) -> Point:
        down = min(1.0, -log10(max(share, 1e-12)) / _TENS)
        return x + width * min(1.0, length / end), y + height * down

    for power in range(_TENS + 1):
        level = y + height * power / _TENS
        if power < _TENS:
            canvas.dots((x, level), (x + width, level), colour.line2, step=6, size=1.2)
        words = f"{100 / 10**power:g}\u00a0%"
        canvas.text((x - 10, level), words, "label", colour.text3, "right")
    canvas.rule((x, y + height), (x + width, y + height), colour.line2)
    _draw_foot(canvas, (x, y, width, height), end)
    for lengths, dash in zip(combos, _STROKES, strict=False):
        _line(canvas, [at(*point) for point in _steps(lengths)], colour.text2, dash, 1.5)
    if lasting is not None:
        lengths_ = [end * step / _POINTS for step in range(_POINTS + 1)]
        shares = [(length, lasting.chance(round(length))) for length in lengths_]
        shown = [at(*point) for point in shares if point[1] >= 10.0**-_TENS]
        _line(canvas, shown, colour.amber_line, None, 2.0)
        _draw_mean(canvas, (x, y, width, height), lasting.mean, x + width * min(1.0, lasting.mean / end))


def draw_stroke(canvas: Canvas, at: Point, number: int | None, width: float = 28.0) -> None:
    """A short piece of a line, for the legend: that of the player `number`, or best play's."""
    colour = canvas.theme.colour
    ink, dash = (
        (colour.amber_line, None) if number is None else (colour.text2, _STROKES[number % len(_STROKES)])
    )
    _line(canvas, [at, (at[0] + width, at[1])], ink, dash, 2.0 if number is None else 1.5)


def _draw_mean(canvas: Canvas, box: Box, mean: float, place: float) -> None:
    """The exact expectation as a line from top to bottom."""
    colour = canvas.theme.colour
    _, y, _, height = box
    canvas.dots((place, y), (place, y + height), colour.amber_line, step=5, size=1.4)
    canvas.text(
        (place + 8, y + 10), f"expected {mean:,.1f}".replace(",", "\u2009"), "label", colour.amber_text
    )


def _draw_foot(canvas: Canvas, box: Box, end: int) -> None:
    colour = canvas.theme.colour
    x, y, width, height = box
    said = [grouped(round(end * part / 4)) + (" clears" if part == 4 else "") for part in range(5)]
    needed = canvas.text_width(said[4], "label") + canvas.text_width(said[3], "label") / 2 + _APART
    for part, words in enumerate(said):
        place = x + width * part / 4
        side = ("left", "middle", "middle", "middle", "right")[part]
        canvas.rule((place, y + height), (place, y + height + 4), colour.line2)
        if needed <= width / 4 or part % 2 == 0:
            canvas.text((place, y + height + 17), words, "label", colour.text3, side)  # type: ignore[arg-type]


def _steps(lengths: Sequence[int]) -> list[tuple[float, float]]:
    """(length, share of combos at least as long), a corner at every length that occurs."""
    whole, found, left = len(lengths), [(0.0, 1.0)], len(lengths)
    for length in sorted(set(lengths)):
        found.append((float(length), left / whole))
        left -= sum(each == length for each in lengths)
        if left:
            found.append((float(length), left / whole))
    return found


def _line(
    canvas: Canvas, points: Sequence[Point], ink: Rgb, dash: tuple[float, float] | None, width: float
) -> None:
    """A line through `points`, dashed where `dash` gives the lengths of stroke and gap."""
    thick, scale = max(1, round(width * canvas.scale)), canvas.scale
    on, left = True, dash[0] if dash else 0.0
    for (x0, y0), (x1, y1) in pairwise(points):
        length, done = ((x1 - x0) ** 2 + (y1 - y0) ** 2) ** 0.5, 0.0
        while done < length - 1e-9:
            part = length - done if dash is None else min(left, length - done)
            a, b = done / length, (done + part) / length
            if on:
                start = ((x0 + (x1 - x0) * a) * scale, (y0 + (y1 - y0) * a) * scale)
                stop = ((x0 + (x1 - x0) * b) * scale, (y0 + (y1 - y0) * b) * scale)
                pygame.draw.aaline(canvas.surface, ink, start, stop, thick)
            done, left = done + part, left - part
            if dash is not None and left <= 1e-9:
                on = not on
                left = dash[0] if on else dash[1]
