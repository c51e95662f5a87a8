"""The timeline of a run: the equity around the playhead, and below it the whole run to be gone through."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from itertools import pairwise

import pygame

from gui.drawing.canvas import Box, Canvas, Point
from gui.drawing.kept import pictures
from gui.drawing.letters import grouped, short_count
from gui.drawing.theme import Rgb, mix
from gui.face import Axis
from gui.frame.layout import Frame
from gui.frame.targets import Targets

GRAPH, SCRUBBER = "graph", "scrubber"
_READOUT, _SMALL_READOUT = 152.0, 112.0
_WORDY = 240.0  # units of graph below which the place is not named
_MOST_TICKS = 60
_LINE, _FAINT = 1.75, 1.25


@dataclass(frozen=True)
class Strip:
    """What the timeline shows. Places are pieces from the start of the run.

    `lines` are known equities, the one of the lane that is looked at last; `first` and `last` are the ends
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


def draw_strip(
    canvas: Canvas,
    frame: Frame,
    targets: Targets,
    strip: Strip,
    seek: Callable[[str], object],
) -> Rails:
    """Draw the timeline; a press calls `seek` with the name of what was pressed. Returns where it stands."""
    rails = Rails.of(frame)
    reach: Box = (rails.left - 8, rails.top - 8, rails.right - rails.left + 16, rails.bottom - rails.top + 10)
    targets.add(GRAPH, reach, lambda: seek(GRAPH))
    targets.add(
        SCRUBBER, (reach[0], rails.track - 10, reach[2], 22), lambda: seek(SCRUBBER), about="The whole run"
    )
    _readout(canvas, frame, strip)
    _axes(canvas, frame, rails, strip)
    for number, line in enumerate(strip.lines, 1):
        _draw_line(canvas, rails, strip, line, bright=number == len(strip.lines))
    _playhead(canvas, frame, rails, strip)
    _scrubber(canvas, frame, rails, strip, lit=targets.under_pointer is not None)
    return rails


def _readout(canvas: Canvas, frame: Frame, strip: Strip) -> None:
    colour = canvas.theme.colour
    room = (_READOUT if frame.width >= 900 else _SMALL_READOUT) - 12
    middle, low = frame.foot + frame.timeline_height / 2, frame.timeline_height < 90
    label = canvas.fitted(strip.label, "label", room)
    canvas.text((frame.margin, middle - (15 if low else 21)), label, "label", colour.text3)
    style = "figure" if not low and canvas.text_width(strip.figure, "figure") <= room else "title"
    canvas.text((frame.margin, middle + (13 if low else 20)), strip.figure, style, colour.amber_text)


def _axes(canvas: Canvas, frame: Frame, rails: Rails, strip: Strip) -> None:
    colour = canvas.theme.colour
    edge = frame.timeline[0] + frame.timeline[2] - 24
    low = frame.timeline_height < 90
    marks = strip.axis.marks
    for number, (value, words) in enumerate(marks):
        y = rails.bottom - (rails.bottom - rails.top) * strip.axis.share(value)
        if number in (0, len(marks) - 1):
            canvas.text((edge, y), words, "label", colour.text3, "right")
        if value > strip.axis.bottom:
            _dotted(canvas, rails, y, colour.line2)
    canvas.rule((rails.left, rails.bottom), (rails.right, rails.bottom), colour.line)
    if low:
        return
    apart = canvas.text_width(grouped(strip.last), "label") + 12
    parts = next((parts for parts in (2, 1) if (rails.right - rails.left) / parts >= apart), 0)
    for part in range(parts + 1):
        place = strip.last if part == parts else strip.first + (strip.last - strip.first) * part // parts
        x = rails.x(place, strip.first, strip.last)
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
    canvas: Canvas, rails: Rails, strip: Strip, line: Sequence[tuple[int, float]], *, bright: bool
) -> None:
    """A line straight onto the surface: it may be another one in every frame, so nothing of it is kept."""
    if len(line) < 2:
        return
    colour, scale, axis = canvas.theme.colour, canvas.scale, strip.axis
    left, low = rails.left * scale, rails.bottom * scale
    across = (rails.right - rails.left) * scale / max(1, strip.last - strip.first)
    up = (rails.bottom - rails.top) * scale / (axis.top - axis.bottom)
    points = [
        (left + (place - strip.first) * across, low - (min(axis.top, value) - axis.bottom) * up)
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


def _playhead(canvas: Canvas, frame: Frame, rails: Rails, strip: Strip) -> None:
    colour = canvas.theme.colour
    x = rails.x(min(strip.at, strip.last), strip.first, strip.last)
    low = frame.timeline_height < 90
    canvas.rule((x, rails.top - (0 if low else 4)), (x, rails.bottom), colour.text, 1.2)
    known = dict(strip.lines[-1]).get(strip.at) if strip.lines else None
    if known is not None:
        y = rails.bottom - (rails.bottom - rails.top) * min(1.0, strip.axis.share(known))
        canvas.disc((x, y), 5, colour.amber, edge=colour.room, width=1.5)
    if not low and rails.right - rails.left >= _WORDY:
        width = canvas.text_width(strip.word, "label")
        left = x - 10 - width >= rails.left
        at = (x - 10 if left else x + 10, rails.top - 9)
        canvas.text(at, strip.word, "label", colour.text, "right" if left else "left")


def _scrubber(canvas: Canvas, frame: Frame, rails: Rails, strip: Strip, *, lit: bool) -> None:
    colour = canvas.theme.colour
    y, wide = rails.track, rails.right - rails.left
    begin, end = strip.begin, max(strip.begin + 1, strip.end)
    canvas.panel((rails.left, y - 2, wide, 4), colour.line2, radius=2)
    x = rails.x(min(strip.at, end), begin, end)
    if x > rails.left + 1:
        canvas.panel((rails.left, y - 2, x - rails.left, 4), colour.text2, radius=2)
    if len(strip.ticks) <= _MOST_TICKS:
        for place in strip.ticks:
            canvas.fill((rails.x(place, begin, end) - 0.75, y - 4, 1.5, 8), colour.text3)
    canvas.disc((x, y), 6, colour.text)
    edge = frame.timeline[0] + frame.timeline[2] - 24
    canvas.text((edge, y), short_count(strip.end), "label", colour.text3, "right")
