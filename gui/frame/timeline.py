"""The timeline: the evaluation now, its graph over the whole game, the playhead, mistakes and chapters."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from itertools import pairwise

from gui.drawing import icons
from gui.drawing.canvas import Box, Canvas, Point
from gui.drawing.theme import mix
from gui.face import Axis
from gui.frame.layout import Frame
from gui.frame.targets import Targets

_READOUT = 152.0
_WORDY = 160.0  # units of graph below which the present move is not named
_APART = 32.0  # units between two numbers of plies
_MOST_STEPS = 6  # between two names below the graph


@dataclass(frozen=True)
class Course:
    """What the timeline shows of a game.

    `values` holds by ply what was said, or None where nothing is known; `axis` is their scale. `last` is the
    ply at the right end; `mistakes` are the plies after which a mistake shows; `marks` are (ply, title) of
    chapters; `label`, `figure` and `word` are the readout and the name of the present move. `first` is the ply at
    the left end; up to `estimated_to` values are only estimates, and dashed. `stretches` are parts of the game by
    the ply where each begins, named below the graph in place of the plies' numbers. `voice`: the figure is an opinion,
    though no value. `known` are stretches, from a ply up to another, in which moves came from a book or a policy.
    """

    values: tuple[float | None, ...]
    axis: Axis
    cursor: int
    last: int
    label: str
    figure: str
    word: str = ""
    mistakes: tuple[int, ...] = ()
    marks: tuple[tuple[int, str], ...] = ()
    opinion: bool = True
    drawn_to: int | None = None
    first: int = 0
    estimated_to: int = 0
    stretches: tuple[tuple[int, str], ...] = ()
    voice: bool = False
    known: tuple[tuple[int, int], ...] = ()


@dataclass(frozen=True)
class Span:
    """Where the graph stands: left and right end, top and bottom, its plies and the values' scale."""

    left: float
    right: float
    top: float
    bottom: float
    last: int
    axis: Axis
    first: int = 0

    @classmethod
    def of(cls, frame: Frame, last: int, axis: Axis, first: int = 0) -> Span:
        """The graph's place in the frame for the plies from `first` to `last` and values on `axis`."""
        x, y, width, height = frame.timeline
        readout = _READOUT if frame.width >= 900 else 112.0
        right = x + width - (64 if frame.width >= 900 else 60)
        left = x + frame.margin + readout
        return cls(left, right, y + 24, y + height - 28, max(first + 1, last), axis, first)

    def x(self, ply: float) -> float:
        return self.left + (self.right - self.left) * (ply - self.first) / (self.last - self.first)

    def y(self, value: float) -> float:
        return self.bottom - (self.bottom - self.top) * self.axis.share(value)

    def ply_at(self, point: Point) -> int:
        """The ply that a point on the timeline means."""
        share = (point[0] - self.left) / (self.right - self.left)
        ply = self.first + share * (self.last - self.first)
        return max(self.first, min(self.last, round(ply)))

    @property
    def box(self) -> Box:
        return (self.left - 8, self.top - 12, self.right - self.left + 16, self.bottom - self.top + 36)


def draw_timeline(
    canvas: Canvas, frame: Frame, targets: Targets, course: Course, seek: Callable[[], object]
) -> Span:
    """Draw the timeline; a press on it calls `seek`. Returns where the graph stands."""
    span = Span.of(frame, course.last, course.axis, course.first)
    targets.add("timeline", span.box, seek, radius=4)
    _readout(canvas, frame, course)
    _axes(canvas, frame, span, course)
    _graph(canvas, span, course)
    _track(canvas, span, course)
    for start, end in course.known:
        wide = max(3.0, span.x(min(end, course.last)) - span.x(start))
        canvas.panel((span.x(start), span.bottom - 2, wide, 4), canvas.theme.colour.amber_line, radius=2)
    for ply in course.mistakes:
        value = _value_at(course, ply)
        if value is not None:
            icons.diamond(canvas, (span.x(ply), span.y(value)), canvas.theme.colour.amber_line, 5)
    _playhead(canvas, frame, span, course)
    return span


def _value_at(course: Course, ply: int) -> float | None:
    return course.values[ply] if 0 <= ply < len(course.values) else None


def _readout(canvas: Canvas, frame: Frame, course: Course) -> None:
    colour = canvas.theme.colour
    said = course.voice or (course.opinion and _value_at(course, course.cursor) is not None)
    ink = colour.amber_text if said else colour.text
    room = _READOUT - 12 if frame.width >= 900 else 104.0
    middle = frame.foot + frame.timeline_height / 2
    low = frame.timeline_height < 90
    canvas.text(
        (frame.margin, middle - (15 if low else 21)),
        canvas.fitted(course.label, "label", room),
        "label",
        colour.text3,
    )
    style = "figure" if not low and canvas.text_width(course.figure, "figure") <= room else "title"
    canvas.text((frame.margin, middle + (13 if low else 20)), course.figure, style, ink)


def _axes(canvas: Canvas, frame: Frame, span: Span, course: Course) -> None:
    colour = canvas.theme.colour
    for value, words in course.axis.marks:
        y = span.y(value)
        if value > course.axis.bottom:
            canvas.dots((span.left, y), (span.right, y), colour.line2, step=6, size=1.2)
        if frame.timeline_height >= 90 or value in (course.axis.bottom, course.axis.top):
            canvas.text(
                (frame.timeline[0] + frame.timeline[2] - 24, y), words, "label", colour.text3, "right"
            )
    if course.marks:
        return
    canvas.rule((span.left, span.bottom), (span.right, span.bottom), colour.line)
    if course.stretches:
        _stretches(canvas, span, course)
        return
    for ply in _round_plies(course.last, (span.right - span.left) / span.last):
        canvas.text((span.x(ply), span.bottom + 16), str(ply), "label", colour.text3, "middle")


def _stretches(canvas: Canvas, span: Span, course: Course) -> None:
    """The names of the parts of a game, with a small stroke where one ends."""
    colour = canvas.theme.colour
    starts = [ply for ply, _ in course.stretches]
    for (start, words), end in zip(course.stretches, [*starts[1:], course.last], strict=True):
        left, right = span.x(start), span.x(end)
        if start > course.first:
            canvas.rule((left, span.bottom), (left, span.bottom + 8), colour.line2)
        if canvas.text_width(words, "label") + 8 <= right - left:
            canvas.text(((left + right) / 2, span.bottom + 16), words, "label", colour.text3, "middle")


def _round_plies(last: int, each: float) -> list[int]:
    """The plies that are named below the graph, `each` apart: 1, tens, at most six of them, and the last one."""
    steps = (10, 20, 50, 100, 200, 500, 1000)
    step = next((tens for tens in steps if tens * each >= _APART and last <= _MOST_STEPS * tens), last)
    between = [
        ply for ply in range(step, last, step) if min(ply - 1, last - ply) * each >= _APART and last - ply > 3
    ]
    return [1, *between, last] if (last - 1) * each >= _APART else [last]


def _graph(canvas: Canvas, span: Span, course: Course) -> None:
    """The line of the values with a faint area below; it breaks where nothing is known."""
    colour = canvas.theme.colour
    upto = course.drawn_to if course.drawn_to is not None else len(course.values) - 1
    for run in _runs(course.values):
        bright = [(span.x(p), span.y(v)) for p, v in run if p <= upto]
        faint = [(span.x(p), span.y(v)) for p, v in run if p >= upto]
        if len(faint) > 1:
            canvas.stroke(faint, mix(colour.room, colour.amber_line, 0.45), 1.25)
        if len(bright) > 1:
            area = [*bright, (bright[-1][0], span.bottom), (bright[0][0], span.bottom)]
            canvas.polygon(area, colour.amber, 0.12)
            until = span.x(course.estimated_to)
            _dashed(canvas, [each for each in bright if each[0] <= until])
            certain = [each for each in bright if each[0] >= until]
            if len(certain) > 1:
                canvas.stroke(certain, colour.amber_line, 1.75)
        elif bright:
            canvas.disc(bright[0], 2, colour.amber_line)


def _dashed(canvas: Canvas, path: list[Point], dash: float = 4.0) -> None:
    """A line of short strokes along a path: values that are only estimated."""
    on, left = True, dash
    for (x0, y0), (x1, y1) in pairwise(path):
        length, at = ((x1 - x0) ** 2 + (y1 - y0) ** 2) ** 0.5, 0.0
        while at < length:
            step = min(left, length - at)
            a, b = at / length, (at + step) / length
            if on:
                ends = [(x0 + (x1 - x0) * a, y0 + (y1 - y0) * a), (x0 + (x1 - x0) * b, y0 + (y1 - y0) * b)]
                canvas.stroke(ends, canvas.theme.colour.amber_line, 1.75)
            at, left = at + step, left - step
            if left <= 0:
                on, left = not on, dash if not on else dash * 0.75


def _runs(values: tuple[float | None, ...]) -> list[list[tuple[int, float]]]:
    runs: list[list[tuple[int, float]]] = []
    for ply, value in enumerate(values):
        if value is None:
            runs.append([])
        else:
            if not runs:
                runs.append([])
            runs[-1].append((ply, value))
    return [run for run in runs if run]


def _track(canvas: Canvas, span: Span, course: Course) -> None:
    """The chapters as segments of the base line, bright up to the playhead, with as many numbers as have room."""
    if not course.marks:
        return
    colour = canvas.theme.colour
    starts = [ply for ply, _ in course.marks]
    names = list[tuple[bool, float, str]]()
    for number, (start, end) in enumerate(zip(starts, [*starts[1:], course.last], strict=True), 1):
        left, right = span.x(start), span.x(end) - 3
        if right - left < 1:
            continue
        canvas.panel((left, span.bottom - 2, right - left, 4), colour.line2, radius=2)
        done = min(right, span.x(course.cursor))
        if done > left + 1:
            canvas.panel((left, span.bottom - 2, done - left, 4), colour.text, radius=2)
        now = start <= course.cursor < end or (end == course.last == course.cursor)
        names.append((now, (left + right) / 2, str(number)))
    taken = list[tuple[float, float]]()
    for now, middle, words in sorted(names, key=lambda name: not name[0]):
        half = canvas.text_width(words, "label") / 2 + 2
        if all(middle + half <= left or middle - half >= right for left, right in taken):
            ink = colour.text if now else colour.text3
            canvas.text((middle, span.bottom + 16), words, "label", ink, "middle")
            taken.append((middle - half, middle + half))


def _playhead(canvas: Canvas, frame: Frame, span: Span, course: Course) -> None:
    colour = canvas.theme.colour
    x = span.x(min(course.cursor, course.last))
    value = _value_at(course, course.cursor)
    if course.marks:
        canvas.disc((x, span.bottom), 8, colour.text)
        return
    canvas.rule((x, span.top), (x, span.bottom), colour.text, 1.2)
    canvas.disc((x, span.bottom), 5, colour.text)
    if value is not None and course.opinion:
        canvas.disc((x, span.y(value)), 5.5, colour.amber, edge=colour.room, width=1.5)
    if course.word and span.right - span.left >= _WORDY:
        width = canvas.text_width(course.word, "label")
        room = x + 10 + width < frame.timeline[0] + frame.timeline[2] - 60
        canvas.text(
            (x + (10 if room else -10), span.top - 13),
            course.word,
            "label",
            colour.text,
            "left" if room else "right",
        )
