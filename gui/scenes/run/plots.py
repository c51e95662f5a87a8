"""Rows a game as a plot: a histogram, or the share of games that last longer, beside the exponential."""

from __future__ import annotations

from collections.abc import Sequence
from math import log10

from game.tetris.classic.series import Spread
from gui.ui.canvas import Box, Canvas, Point
from gui.ui.text import MINUS, grouped, short_count
from gui.ui.theme import Rgb, mix

FOOT = 22.0  # units below the plot for the names of the rows
_LEFT = 44.0  # and at its left for the shares
_DASH = (4.0, 3.0)
_DASHES: tuple[tuple[float, float] | None, ...] = (None, (7.0, 4.0), (2.5, 2.5), (10.0, 3.0))


def draw_histogram(canvas: Canvas, box: Box, spread: Spread) -> None:
    """How many games there are of each length, the expected numbers as a dashed line over the bars."""
    colour = canvas.theme.colour
    x, y, width, height = _inner(box)
    counts, expected = spread.counts(), spread.expected()
    most = max(1.0, float(max(counts)), max(expected))
    each = width / spread.bins
    gap = min(0.5, each / 8)
    for number, count in enumerate(counts):
        high = height * count / most
        if count:
            canvas.fill((x + number * each + gap, y + height - high, each - 2 * gap, high), colour.text3)
    line = [(x + (n + 0.5) * each, y + height * (1 - value / most)) for n, value in enumerate(expected)]
    canvas.curve(line, colour.text, 1.25, _DASH)
    canvas.text((x - 8, y), grouped(round(most)), "label", colour.text3, "right")
    canvas.text((x - 8, y + height), "0", "label", colour.text3, "right")
    _draw_foot(canvas, box, spread.end, (spread.mean,))


def draw_survival(canvas: Canvas, box: Box, spreads: Sequence[Spread], chosen: int = 0) -> None:
    """The share of games that last longer, on a logarithmic scale, where the exponential is a straight line.

    Of several controllers each has its own dashes; the chosen one is brighter and has the exponential.
    """
    colour = canvas.theme.colour
    x, y, width, height = _inner(box)
    end = max(spread.end for spread in spreads)
    tens = max(1, -_least_power(spreads))

    def at(rows: float, share: float) -> Point:
        return (x + width * min(1.0, rows / end), y + height * min(1.0, -log10(share) / tens))

    for power in range(tens + 1):
        level = y + height * power / tens
        if power < tens:
            canvas.dots((x, level), (x + width, level), colour.line2, step=6, size=1.2)
        canvas.text((x - 8, level), _share_words(power), "label", colour.text3, "right")
    straight = spreads[chosen]
    if straight.mean:
        rows = min(end, straight.mean * tens * 2.302585)
        ends = [at(0, 1.0), at(rows, straight.expected_survival(rows))]
        canvas.curve(ends, colour.text3, 1.25, _DASH)
    for number in sorted(range(len(spreads)), key=lambda n: n == chosen):
        ink = colour.text if number == chosen else mix(colour.panel, colour.text, 0.5)
        line = [at(rows, share) for rows, share in spreads[number].survival if share >= 10.0**-tens]
        canvas.curve(line, ink, 1.75, _DASHES[number % len(_DASHES)])
    _draw_foot(canvas, box, end, (straight.mean,))


def draw_dash(canvas: Canvas, at: Point, number: int, ink: Rgb, width: float = 26.0) -> None:
    """A short piece of the line that belongs to runner `number`, its left end at `at`."""
    canvas.curve([at, (at[0] + width, at[1])], ink, 1.75, _DASHES[number % len(_DASHES)])


def _inner(box: Box) -> Box:
    return (box[0] + _LEFT, box[1] + 8, box[2] - _LEFT - 4, box[3] - FOOT - 8)


def _least_power(spreads: Sequence[Spread]) -> int:
    """The power of ten at or below the smallest share that there is, at least a tenth."""
    games = max(spread.games for spread in spreads)
    return -max(1, len(str(max(1, games - 1))))


def _share_words(power: int) -> str:
    return ("100\u00a0%", "10\u00a0%", "1\u00a0%", "0.1\u00a0%")[power] if power < 4 else f"10^{MINUS}{power}"


def _draw_foot(canvas: Canvas, box: Box, end: float, means: Sequence[float]) -> None:
    """The axis of rows: its ends, and a mark at the mean."""
    colour = canvas.theme.colour
    x, y, width, height = _inner(box)
    bottom = y + height
    canvas.rule((x, bottom), (x + width, bottom), colour.line2)
    canvas.text((x, bottom + 15), "0", "label", colour.text3)
    words = f"{short_count(round(end))} row{'' if round(end) == 1 else 's'}"
    taken = canvas.text((x + width, bottom + 15), words, "label", colour.text3, "right")
    for mean in means:
        place = x + width * min(1.0, mean / end)
        if mean and place + 24 < x + width - taken and place > x + 36:
            canvas.rule((place, bottom - 4), (place, bottom + 4), colour.text)
            canvas.text((place, bottom + 15), "mean", "label", colour.text2, "middle")
