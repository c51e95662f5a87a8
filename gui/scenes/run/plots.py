"""Rows a game as a plot: a histogram, or the share of games that last longer, beside the exponential."""

from __future__ import annotations

from collections.abc import Sequence

from game.tetris.classic.series import Spread
from gui.ui.canvas import Box, Canvas, Point
from gui.ui.graph import ESTIMATE, Axis, Dash, Graph
from gui.ui.text import MINUS, grouped, short_count
from gui.ui.theme import Rgb, mix

FOOT = 22.0  # units below the plot for the names of the rows
_LEFT = 44.0  # and at its left for the shares
_TEN = 2.302585  # natural logarithm
_DASHES: tuple[Dash | None, ...] = (None, (7.0, 4.0), (2.5, 2.5), (10.0, 3.0))


def draw_histogram(canvas: Canvas, box: Box, spread: Spread) -> None:
    """Draw how many games there are of each length, the expected numbers as a dashed line over the bars."""
    colour = canvas.theme.colour
    counts, expected = spread.counts(), spread.expected()
    most = max(1.0, float(max(counts)), max(expected))
    axis = Axis(0.0, most, ((most, grouped(round(most))), (0.0, "0")))
    graph = Graph(canvas, _inner(box), axis, spread.bins, fresh=True)
    each = (graph.right - graph.left) / spread.bins
    gap = min(0.5, each / 8)
    for number, count in enumerate(counts):
        if count:
            graph.bar(graph.left + number * each + gap, each - 2 * gap, count, colour.text3)
    middles = [(number + 0.5, value) for number, value in enumerate(expected)]
    graph.line(middles, colour.text, 1.25, ESTIMATE)
    graph.names(graph.left - 8)
    _draw_foot(canvas, box, spread.end, spread.mean)


def draw_survival(canvas: Canvas, box: Box, spreads: Sequence[Spread], chosen: int = 0) -> None:
    """The share of games that last longer, on a logarithmic scale, where the exponential is a straight line.

    Of several controllers each has its own dashes; the chosen one is brighter and has the exponential.
    """
    colour = canvas.theme.colour
    end, tens = max(spread.end for spread in spreads), _powers(spreads)
    marks = tuple((10.0**-power, _share_words(power)) for power in range(tens + 1))
    axis = Axis(10.0**-tens, 1.0, marks, logarithmic=True)
    graph = Graph(canvas, _inner(box), axis, end, fresh=True)
    graph.levels(graph.left - 8)
    straight = spreads[chosen]
    if straight.mean:
        rows = min(end, straight.mean * tens * _TEN)
        graph.line([(0.0, 1.0), (rows, straight.expected_survival(rows))], colour.text3, 1.25, ESTIMATE)
    for number in sorted(range(len(spreads)), key=lambda n: n == chosen):
        ink = colour.text if number == chosen else mix(colour.panel, colour.text, 0.5)
        points = [(min(end, rows), share) for rows, share in spreads[number].survival if share >= axis.bottom]
        graph.line(points, ink, dash=_DASHES[number % len(_DASHES)])
    _draw_foot(canvas, box, end, straight.mean)


def draw_dash(canvas: Canvas, at: Point, number: int, ink: Rgb, width: float = 26.0) -> None:
    """A short piece of the line that belongs to runner `number`, its left end at `at`."""
    canvas.curve([at, (at[0] + width, at[1])], ink, 1.75, _DASHES[number % len(_DASHES)])


def _inner(box: Box) -> Box:
    return (box[0] + _LEFT, box[1] + 8, box[2] - _LEFT - 4, box[3] - FOOT - 8)


def _powers(spreads: Sequence[Spread]) -> int:
    """The powers of ten down to the smallest share that there is, at least one."""
    games = max(spread.games for spread in spreads)
    return max(1, len(str(max(1, games - 1))))


def _share_words(power: int) -> str:
    return ("100\u00a0%", "10\u00a0%", "1\u00a0%", "0.1\u00a0%")[power] if power < 4 else f"10^{MINUS}{power}"


def _draw_foot(canvas: Canvas, box: Box, end: float, mean: float) -> None:
    """The axis of rows: its ends, and a mark at the mean."""
    colour = canvas.theme.colour
    graph = Graph(canvas, _inner(box), Axis(0.0, 1.0), end)
    graph.base(colour.line2)
    graph.name(0, "0", "left", below=15)
    words = f"{short_count(round(end))} row{'' if round(end) == 1 else 's'}"
    taken = graph.name(end, words, "right", below=15)
    place = graph.x(min(end, mean))
    if mean and place + 24 < graph.right - taken and place > graph.left + 36:
        graph.tick(min(end, mean), 4, 4, colour.text)
        graph.name(min(end, mean), "mean", below=15, ink=colour.text2)
