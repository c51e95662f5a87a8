"""One graph for every timeline and plot: axes, lines, steps, areas, bars, marks and a playhead.

A graph maps places (plies, ticks, rows, weeks) to the x of its box and values to the y. It draws what it is told to
and keeps nothing, so a timeline, a histogram and a small line beside a theme are a few calls each:

    graph = Graph(canvas, box, Axis(0.0, 1.0, ((1.0, "100 %"), (0.0, "0 %"))), last=12)
    graph.levels(graph.left - 8)
    graph.base(canvas.theme.colour.line)
    graph.line([(week, share) for week, share in enumerate(shares)], canvas.theme.colour.text)
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from itertools import pairwise
from math import log10

import pygame

from gui.ui import icons
from gui.ui.canvas import Anchor, Box, Canvas, Point
from gui.ui.theme import Rgb

Dash = tuple[float, float]  # lengths of a stroke and of the gap behind it

ESTIMATE: Dash = (4.0, 3.0)  # of a line whose values are only estimated
_AREA = 0.12  # opacity of the area below a line
_TRACK = 4.0  # height of a track
_CHAPTER_GAP = 3.0


@dataclass(frozen=True)
class Axis:
    """The scale of values: its lower and upper end, and the values that are named, as text.

    On a logarithmic axis equal distances are equal ratios; its lower end is above 0.
    """

    bottom: float
    top: float
    marks: tuple[tuple[float, str], ...] = ()
    logarithmic: bool = False

    def share(self, value: float) -> float:
        """Return the place of `value` between the ends, 0 to 1; what lies outside stands at the end."""
        if self.logarithmic:
            value = max(value, self.bottom)
            return min(1.0, log10(value / self.bottom) / log10(self.top / self.bottom))
        return max(0.0, min(1.0, (value - self.bottom) / (self.top - self.bottom)))


@dataclass(frozen=True)
class Graph:
    """A graph in `box`, for places from `first` to `last` and values on `axis`.

    `down`: values grow downwards. `fresh`: lines and areas may be others in every frame, so they are drawn straight
    onto the surface; else they are drawn with smoother edges and kept.
    """

    canvas: Canvas
    box: Box
    axis: Axis
    last: float
    first: float = 0
    down: bool = False
    fresh: bool = False

    # -- places and values --

    @property
    def left(self) -> float:
        return self.box[0]

    @property
    def right(self) -> float:
        return self.box[0] + self.box[2]

    @property
    def top(self) -> float:
        return self.box[1]

    @property
    def bottom(self) -> float:
        return self.box[1] + self.box[3]

    @property
    def ground(self) -> float:
        """The y of the axis's lower end."""
        return self.top if self.down else self.bottom

    def x(self, place: float) -> float:
        """The x of a place, also of one beyond the ends."""
        return self.left + (self.right - self.left) * (place - self.first) / (self.last - self.first)

    def y(self, value: float) -> float:
        """The y of a value; one outside the axis stands at its end."""
        up = -1.0 if self.down else 1.0
        return self.ground - up * (self.bottom - self.top) * self.axis.share(value)

    def place_at(self, point: Point) -> int:
        """The whole place nearest to a point, between the ends."""
        share = (point[0] - self.left) / (self.right - self.left)
        place = self.first + share * (self.last - self.first)
        return int(max(self.first, min(self.last, round(place))))

    @property
    def reach(self) -> Box:
        """The box in which a press means a place: the graph with its names and the air around it."""
        return (self.left - 8, self.top - 12, self.right - self.left + 16, self.bottom - self.top + 36)

    # -- axes --

    def levels(self, right: float, *, ends_only: bool = False) -> None:
        """Draw a dotted line at each mark of the axis but the lowest, and the marks' names up to the x `right`."""
        for value, _ in self.axis.marks:
            if value > self.axis.bottom:
                self.level(value)
        self.names(right, ends_only=ends_only)

    def names(self, right: float, *, ends_only: bool = False) -> None:
        """Write the names of the axis's marks up to the x `right`; `ends_only`: of its ends, where room is short."""
        for value, words in self.axis.marks:
            if not ends_only or value in (self.axis.bottom, self.axis.top):
                self.canvas.text((right, self.y(value)), words, "label", self._faint, "right")

    def level(self, value: float) -> None:
        """Draw a dotted line at a value."""
        y = self.y(value)
        self.canvas.dots((self.left, y), (self.right, y), self.canvas.theme.colour.line2, step=6, size=1.2)

    def base(self, ink: Rgb) -> None:
        """Draw the line at the lower end of the axis."""
        self.canvas.rule((self.left, self.ground), (self.right, self.ground), ink)

    def name(
        self,
        place: float,
        text: str,
        anchor: Anchor = "middle",
        *,
        below: float = 16.0,
        ink: Rgb | None = None,
    ) -> float:
        """Write a place's name so far below the graph; returns its width."""
        at = (self.x(place), self.bottom + below)
        return self.canvas.text(at, text, "label", ink or self._faint, anchor)

    def tick(self, place: float, above: float, below: float, ink: Rgb) -> None:
        """Draw a short stroke across the base line."""
        x = self.x(place)
        self.canvas.rule((x, self.bottom - above), (x, self.bottom + below), ink)

    # -- values --

    def line(self, points: Sequence[Point], ink: Rgb, width: float = 1.75, dash: Dash | None = None) -> None:
        """Draw a line through (place, value) of each point."""
        if len(points) < 2:
            return
        path = self._path(points)
        if self.fresh:
            self.canvas.curve(path, ink, width, dash)
        elif dash is None:
            self.canvas.stroke(path, ink, width)
        else:
            for stroke in _strokes(path, dash):
                self.canvas.stroke(stroke, ink, width)

    def area(self, points: Sequence[Point], ink: Rgb, opacity: float = _AREA) -> None:
        """Fill the area between the line through these points and the base line."""
        path = self._path(points)
        outline = [*path, (path[-1][0], self.ground), (path[0][0], self.ground)]
        if self.fresh:
            _fill_once(self.canvas, outline, ink, opacity)
        else:
            self.canvas.polygon(outline, ink, opacity)

    def steps(self, points: Iterable[Point], until: float, ink: Rgb, width: float = 1.5) -> None:
        """Draw a line that is level until the value grows, then goes straight up; it ends at the place `until`."""
        x, y, end = self.left, self.ground, self.x(until)
        for place, value in points:
            across, up = self.x(place), self.y(value)
            if across - x >= 1 or up != y:
                self.canvas.rule((x, y), (min(across, end), y), ink, width)
                if up < y:
                    self.canvas.rule((across, up), (across, y), ink, width)
                x, y = across, up
        if end > x:
            self.canvas.rule((x, y), (end, y), ink, width)

    def bar(self, left: float, width: float, value: float, ink: Rgb, least: float = 0.0) -> None:
        """Draw a bar from the base line to a value, at the x `left`, at least so many units high."""
        y = self.y(value)
        high = max(least, abs(self.ground - y))
        self.canvas.fill((left, min(self.ground, y), width, high), ink)

    # -- marks --

    def spot(
        self, place: float, value: float, ink: Rgb, radius: float = 2.0, edge: Rgb | None = None
    ) -> None:
        """Draw a disc at a value."""
        self.canvas.disc((self.x(place), self.y(value)), radius, ink, edge=edge, width=1.5)

    def mistake(self, place: float, value: float | None) -> None:
        """Draw a diamond at a value; on the base line where none is known."""
        y = self.bottom if value is None else self.y(value)
        icons.diamond(self.canvas, (self.x(place), y), self.canvas.theme.colour.amber_line, 5)

    def upright(
        self, place: float, ink: Rgb, width: float = 1.0, *, above: float = 0.0, below: float = 0.0
    ) -> None:
        """Draw a line over the whole height, so far beyond it above and below."""
        x = self.x(place)
        self.canvas.rule((x, self.top - above), (x, self.bottom + below), ink, width)

    def stretch(self, start: float, end: float, ink: Rgb) -> None:
        """Draw a thick piece of the base line, wide enough to be seen: where moves came from a book, say."""
        left = self.x(start)
        self._draw_track(left, left + max(3.0, self.x(end) - left), ink)

    def playhead(self, place: float, *, knob: float = 5.0, above: float = 0.0, below: float = 0.0) -> None:
        """Draw the place that is shown: a line, and a knob at its foot to pull it by; no knob where its radius is 0."""
        ink = self.canvas.theme.colour.text
        self.upright(place, ink, 1.2, above=above, below=below)
        if knob:
            self.canvas.disc((self.x(place), self.bottom + below), knob, ink)

    def knob(self, place: float, radius: float = 8.0) -> None:
        """Draw the place that is shown as a disc on a track."""
        self.canvas.disc((self.x(place), self.bottom), radius, self.canvas.theme.colour.text)

    # -- tracks --

    def chapters(self, starts: Sequence[float], place: float) -> None:
        """Draw chapters as segments of the base line, bright up to a place, with as many numbers as have room."""
        canvas, colour = self.canvas, self.canvas.theme.colour
        names = list[tuple[bool, float, str]]()
        for number, (start, end) in enumerate(pairwise([*starts, self.last]), 1):
            left, right = self.x(start), self.x(end) - _CHAPTER_GAP
            if right - left < 1:
                continue
            self._draw_track(left, right, colour.line2)
            self._draw_track(left, min(right, self.x(place)), colour.text)
            now = start <= place < end or (end == self.last == place)
            names.append((now, (left + right) / 2, str(number)))
        taken = list[tuple[float, float]]()
        for now, middle, words in sorted(names, key=lambda name: not name[0]):
            half = canvas.text_width(words, "label") / 2 + 2
            if all(middle + half <= left or middle - half >= right for left, right in taken):
                ink = colour.text if now else colour.text3
                canvas.text((middle, self.bottom + 16), words, "label", ink, "middle")
                taken.append((middle - half, middle + half))

    def scrubber(self, place: float, marks: Sequence[float]) -> None:
        """Draw all that can be gone to as one bar, filled up to a place, with its marks."""
        colour = self.canvas.theme.colour
        self._draw_track(self.left, self.right, colour.line2)
        self._draw_track(self.left, self.x(place), colour.text2)
        for mark in marks:
            self.canvas.fill((self.x(mark) - 0.75, self.bottom - 4, 1.5, 8), colour.text3)
        self.knob(place, 6)

    def _draw_track(self, left: float, right: float, ink: Rgb) -> None:
        if right > left + 1:
            self.canvas.panel((left, self.bottom - _TRACK / 2, right - left, _TRACK), ink, radius=2)

    # -- inside --

    @property
    def _faint(self) -> Rgb:
        return self.canvas.theme.colour.text3

    def _path(self, points: Iterable[Point]) -> list[Point]:
        return [(self.x(place), self.y(value)) for place, value in points]


def stairs(points: Iterable[Point], start: Point) -> list[Point]:
    """The corners of a line that is level from `start` until each point, then goes straight to its value."""
    results = [start]
    for place, value in points:
        results += [(place, results[-1][1]), (place, value)]
    return results


def _strokes(path: Sequence[Point], dash: Dash) -> list[tuple[Point, Point]]:
    """The short strokes of a dashed line along a path."""
    results: list[tuple[Point, Point]] = []
    on, left = True, dash[0]
    for (x0, y0), (x1, y1) in pairwise(path):
        length, at = ((x1 - x0) ** 2 + (y1 - y0) ** 2) ** 0.5, 0.0
        while at < length:
            step = min(left, length - at)
            a, b = at / length, (at + step) / length
            if on:
                begin, end = (
                    (x0 + (x1 - x0) * a, y0 + (y1 - y0) * a),
                    (x0 + (x1 - x0) * b, y0 + (y1 - y0) * b),
                )
                results.append((begin, end))
            at, left = at + step, left - step
            if left <= 0:
                on = not on
                left = dash[0] if on else dash[1]
    return results


def _fill_once(canvas: Canvas, outline: Sequence[Point], ink: Rgb, opacity: float) -> None:
    """Fill a shape straight onto the surface: its last two points are the ends of its straight lower edge."""
    pixels = [(x * canvas.scale, y * canvas.scale) for x, y in outline]
    left, top = int(pixels[-1][0]), int(min(y for _, y in pixels))
    size = (int(pixels[-2][0]) - left + 1, int(pixels[-1][1]) - top + 1)
    if min(size) < 2:
        return
    sheet = pygame.Surface(size)
    sheet.set_colorkey((0, 0, 0))
    inside = [(x - left, y - top) for x, y in pixels]
    inside[-2:] = [(inside[-2][0], size[1]), (inside[-1][0], size[1])]
    pygame.draw.polygon(sheet, ink, inside)
    sheet.set_alpha(round(opacity * 255))
    canvas.surface.blit(sheet, (left, top))
