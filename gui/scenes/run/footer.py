"""The timeline of a run: the equity around the playhead, and below it the whole run to be gone through."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from itertools import pairwise
from math import log10

import pygame

from gui.play.game_ui import Axis, PanelColumn
from gui.scenes.run.runners import Spread
from gui.ui.canvas import Box, Canvas, Point
from gui.ui.commands import Command
from gui.ui.controls import button
from gui.ui.layout import Frame
from gui.ui.picture_cache import pictures
from gui.ui.targets import Targets
from gui.ui.text import MINUS, grouped, short_count
from gui.ui.theme import Rgb, mix

GRAPH, SCRUBBER = "graph", "scrubber"
_READOUT, _SMALL_READOUT = 152.0, 112.0
_WORDY = 240.0  # units of graph below which the place is not named
_MOST_TICKS = 60
_LINE, _FAINT = 1.75, 1.25


@dataclass(frozen=True)
class Footer:
    """What the timeline shows. Places are pieces from the start of the run.

    `lines` are known equities, the one of the runner that is looked at last; `first` and `last` are the ends
    of the graph, `at` the playhead, `begin` and `end` those of the run so far; `ticks` are places where
    games or chapters begin; `label` and `figure` are the readout, `word` names the place.
    """

    lines: tuple[Sequence[tuple[int, float]], ...]
    axis: Axis
    first: int
    last: int
    at: int
    begin: int
    end: int
    label: str
    figure: str
    word: str
    ticks: tuple[int, ...] = ()


@dataclass(frozen=True)
class Rails:
    """Where graph and scrubber stand: left and right end, the graph's top and bottom, the scrubber's y."""

    left: float
    right: float
    top: float
    bottom: float
    track: float

    @classmethod
    def of(cls, frame: Frame) -> Rails:
        """Their place in the frame."""
        x, y, width, height = frame.timeline
        wide, low = frame.width >= 900, height < 90
        left = x + frame.margin + (_READOUT if wide else _SMALL_READOUT)
        right = x + width - (72 if wide else 64)
        if low:
            return cls(left, right, y + 10, y + height - 30, y + height - 13)
        return cls(left, right, y + 22, y + 56, y + 84)

    def place(self, point: Point, first: int, last: int) -> int:
        """The place that a point means where the ends are `first` and `last`."""
        share = (point[0] - self.left) / (self.right - self.left)
        return first + round(min(1.0, max(0.0, share)) * (last - first))

    def x(self, place: float, first: int, last: int) -> float:
        return self.left + (self.right - self.left) * (place - first) / max(1, last - first)


def draw_footer(
    canvas: Canvas,
    frame: Frame,
    targets: Targets,
    footer: Footer,
    seek: Callable[[str], object],
) -> Rails:
    """Draw the timeline; a press calls `seek` with the name of what was pressed. Returns where it stands."""
    rails = Rails.of(frame)
    reach: Box = (rails.left - 8, rails.top - 8, rails.right - rails.left + 16, rails.bottom - rails.top + 10)
    targets.add(GRAPH, reach, lambda: seek(GRAPH))
    targets.add(
        SCRUBBER, (reach[0], rails.track - 10, reach[2], 22), lambda: seek(SCRUBBER), about="The whole run"
    )
    _readout(canvas, frame, footer)
    _axes(canvas, frame, rails, footer)
    for number, line in enumerate(footer.lines, 1):
        _draw_line(canvas, rails, footer, line, bright=number == len(footer.lines))
    _playhead(canvas, frame, rails, footer)
    _scrubber(canvas, frame, rails, footer, lit=targets.under_pointer is not None)
    return rails


def _readout(canvas: Canvas, frame: Frame, footer: Footer) -> None:
    colour = canvas.theme.colour
    room = (_READOUT if frame.width >= 900 else _SMALL_READOUT) - 12
    middle, low = frame.foot + frame.timeline_height / 2, frame.timeline_height < 90
    label = canvas.fitted(footer.label, "label", room)
    canvas.text((frame.margin, middle - (15 if low else 21)), label, "label", colour.text3)
    style = "figure" if not low and canvas.text_width(footer.figure, "figure") <= room else "title"
    canvas.text((frame.margin, middle + (13 if low else 20)), footer.figure, style, colour.amber_text)


def _axes(canvas: Canvas, frame: Frame, rails: Rails, footer: Footer) -> None:
    colour = canvas.theme.colour
    edge = frame.timeline[0] + frame.timeline[2] - 24
    low = frame.timeline_height < 90
    marks = footer.axis.marks
    for number, (value, words) in enumerate(marks):
        y = rails.bottom - (rails.bottom - rails.top) * footer.axis.share(value)
        if number in (0, len(marks) - 1):
            canvas.text((edge, y), words, "label", colour.text3, "right")
        if value > footer.axis.bottom:
            _dotted(canvas, rails, y, colour.line2)
    canvas.rule((rails.left, rails.bottom), (rails.right, rails.bottom), colour.line)
    if low:
        return
    apart = canvas.text_width(grouped(footer.last), "label") + 12
    parts = next((parts for parts in (2, 1) if (rails.right - rails.left) / parts >= apart), 0)
    for part in range(parts + 1):
        place = footer.last if part == parts else footer.first + (footer.last - footer.first) * part // parts
        x = rails.x(place, footer.first, footer.last)
        canvas.text((x, rails.bottom + 12), grouped(place), "label", colour.text3, "middle")


def _dotted(canvas: Canvas, rails: Rails, y: float, ink: Rgb) -> None:
    """A dotted line along the whole graph, from a kept row of dots."""
    edge = max(1, canvas.px(1.2))
    look = (canvas.px(rails.right) - canvas.px(rails.left), edge, canvas.px(6), ink)
    row = pictures.get(("dots", look), lambda: _row_of_dots(*look))
    canvas.surface.blit(row, (canvas.px(rails.left), canvas.px(y - 0.6)))


def _row_of_dots(width: int, edge: int, step: int, ink: Rgb) -> pygame.Surface:
    row = pygame.Surface((max(1, width), edge))
    row.set_colorkey((1, 2, 3))
    row.fill((1, 2, 3))
    for x in range(0, width, max(edge + 1, step)):
        row.fill(ink, (x, 0, edge, edge))
    return row


def _draw_line(
    canvas: Canvas, rails: Rails, footer: Footer, line: Sequence[tuple[int, float]], *, bright: bool
) -> None:
    """A line straight onto the surface: it may be another one in every frame, so nothing of it is kept."""
    if len(line) < 2:
        return
    colour, scale, axis = canvas.theme.colour, canvas.scale, footer.axis
    left, low = rails.left * scale, rails.bottom * scale
    across = (rails.right - rails.left) * scale / max(1, footer.last - footer.first)
    up = (rails.bottom - rails.top) * scale / (axis.top - axis.bottom)
    points = [
        (left + (place - footer.first) * across, low - (min(axis.top, value) - axis.bottom) * up)
        for place, value in line
    ]
    ink = colour.amber_line if bright else mix(colour.room, colour.amber_line, 0.45)
    if bright:
        _draw_area(canvas, points, rails.bottom * scale, colour.amber)
    width = max(1, round((_LINE if bright else _FAINT) * scale))
    for start, end in pairwise(points):
        pygame.draw.aaline(canvas.surface, ink, start, end, width)


def _draw_area(canvas: Canvas, points: list[Point], bottom: float, ink: Rgb) -> None:
    left, top = int(points[0][0]), int(min(y for _, y in points))
    size = (int(points[-1][0]) - left + 1, int(bottom) - top + 1)
    if size[0] < 2 or size[1] < 2:
        return
    sheet = pygame.Surface(size)
    sheet.set_colorkey((0, 0, 0))
    inside = [(x - left, y - top) for x, y in points]
    pygame.draw.polygon(sheet, ink, [*inside, (inside[-1][0], size[1]), (inside[0][0], size[1])])
    sheet.set_alpha(round(0.12 * 255))
    canvas.surface.blit(sheet, (left, top))


def _playhead(canvas: Canvas, frame: Frame, rails: Rails, footer: Footer) -> None:
    colour = canvas.theme.colour
    x = rails.x(min(footer.at, footer.last), footer.first, footer.last)
    low = frame.timeline_height < 90
    canvas.rule((x, rails.top - (0 if low else 4)), (x, rails.bottom), colour.text, 1.2)
    known = dict(footer.lines[-1]).get(footer.at) if footer.lines else None
    if known is not None:
        y = rails.bottom - (rails.bottom - rails.top) * min(1.0, footer.axis.share(known))
        canvas.disc((x, y), 5, colour.amber, edge=colour.room, width=1.5)
    if not low and rails.right - rails.left >= _WORDY:
        width = canvas.text_width(footer.word, "label")
        left = x - 10 - width >= rails.left
        at = (x - 10 if left else x + 10, rails.top - 9)
        canvas.text(at, footer.word, "label", colour.text, "right" if left else "left")


def _scrubber(canvas: Canvas, frame: Frame, rails: Rails, footer: Footer, *, lit: bool) -> None:
    colour = canvas.theme.colour
    y, wide = rails.track, rails.right - rails.left
    begin, end = footer.begin, max(footer.begin + 1, footer.end)
    canvas.panel((rails.left, y - 2, wide, 4), colour.line2, radius=2)
    x = rails.x(min(footer.at, end), begin, end)
    if x > rails.left + 1:
        canvas.panel((rails.left, y - 2, x - rails.left, 4), colour.text2, radius=2)
    if len(footer.ticks) <= _MOST_TICKS:
        for place in footer.ticks:
            canvas.fill((rails.x(place, begin, end) - 0.75, y - 4, 1.5, 8), colour.text3)
    canvas.disc((x, y), 6, colour.text)
    edge = frame.timeline[0] + frame.timeline[2] - 24
    canvas.text((edge, y), short_count(footer.end), "label", colour.text3, "right")


# The ways from a run: play on, another run, save. Beside the board, or in a row at the foot of the panel.

HEIGHT, STEP = 36.0, 44.0
_ROW = 52.0  # what a row takes from the foot of the panel


def draw_ways(canvas: Canvas, targets: Targets, at: Point, width: float, ways: Sequence[Command]) -> None:
    """Buttons one below the other, the first at `at`."""
    for number, way in enumerate(ways):
        box = (at[0], at[1] + STEP * number, width, HEIGHT)
        button(canvas, targets, way.name, box, way.label, way.press, key=way.keys)


def row_of_ways(column: PanelColumn, targets: Targets, ways: Sequence[Command]) -> None:
    """Buttons side by side at the foot of the panel, whose bottom rises."""
    each = (column.width - 8 * (len(ways) - 1)) / len(ways)
    for number, way in enumerate(ways):
        box = (column.left + (each + 8) * number, column.bottom - 44, each, HEIGHT)
        button(
            column.canvas,
            targets,
            way.name,
            box,
            way.short or way.label,
            way.press,
            about=way.tip,
        )
    column.bottom -= _ROW


# Rows a game as a plot: a histogram, or the share of games that last longer, beside the exponential.

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
    _draw_curve(canvas, line, colour.text, _DASH)
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
        _draw_curve(canvas, [at(0, 1.0), at(rows, straight.expected_survival(rows))], colour.text3, _DASH)
    for number in sorted(range(len(spreads)), key=lambda n: n == chosen):
        ink = colour.text if number == chosen else mix(colour.panel, colour.text, 0.5)
        line = [at(rows, share) for rows, share in spreads[number].survival if share >= 10.0**-tens]
        _draw_curve(canvas, line, ink, _DASHES[number % len(_DASHES)], 1.75)
    _draw_foot(canvas, box, end, (straight.mean,))


def draw_dash(canvas: Canvas, at: Point, number: int, ink: Rgb, width: float = 26.0) -> None:
    """A short piece of the line that belongs to runner `number`, its left end at `at`."""
    _draw_curve(canvas, [at, (at[0] + width, at[1])], ink, _DASHES[number % len(_DASHES)], 1.75)


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


def _draw_curve(
    canvas: Canvas, points: Sequence[Point], ink: Rgb, dash: tuple[float, float] | None, width: float = 1.25
) -> None:
    """A line through `points`, dashed where `dash` gives the lengths of stroke and gap."""
    thick = max(1, round(width * canvas.scale))
    scale = canvas.scale
    on, left = True, dash[0] if dash else 0.0
    for (x0, y0), (x1, y1) in pairwise(points):
        length = ((x1 - x0) ** 2 + (y1 - y0) ** 2) ** 0.5
        done = 0.0
        while done < length:
            part = length - done if dash is None else min(left, length - done)
            a, b = done / length, (done + part) / length
            if on:
                start = ((x0 + (x1 - x0) * a) * scale, (y0 + (y1 - y0) * a) * scale)
                stop = ((x0 + (x1 - x0) * b) * scale, (y0 + (y1 - y0) * b) * scale)
                pygame.draw.aaline(canvas.surface, ink, start, stop, thick)
            done += part
            left -= part
            if dash is not None and left <= 1e-9:
                on = not on
                left = dash[0] if on else dash[1]
