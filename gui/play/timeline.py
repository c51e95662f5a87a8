"""The timeline: the evaluation now, its graph over the whole game, the playhead, mistakes and chapters."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from itertools import groupby, pairwise

from gui.ui.canvas import Canvas, Point
from gui.ui.graph import ESTIMATE, Axis, Graph
from gui.ui.layout import Frame
from gui.ui.targets import Targets
from gui.ui.theme import Rgb, mix

TIMELINE = "timeline"

_WIDE = 900.0  # units of window from which the readout has its whole room
_READOUT, _NARROW_READOUT = 152.0, 112.0
_CLEAR = 20.0  # between the figure and the graph
_FIGURE = 4  # letters of a name at the axis that stand clear of the graph; longer ones get more room
_LOW = 90.0  # units of height below which only the ends of the axis are named
_EDGE = 24.0  # between the names of the axis and the edge of the timeline
_WORDY = 160.0  # units of graph below which the present move is not named
_APART = 32.0  # units between two numbers of plies
_MOST_STEPS = 6  # between two names below the graph


@dataclass(frozen=True)
class ValueCurve:
    """Curve of a game on the timeline.

    `values` holds by ply what was said, or None where nothing is known; `axis` is their scale. `last` is the
    ply at the right end; `mistakes` are the plies after which a mistake shows; `marks` are (ply, title) of
    chapters; `label`, `figure` and `word` are the readout and the name of the present move. `first` is the ply at
    the left end; up to `estimated_to` values are only estimates, and dashed. `stretches` are parts of the game by
    the ply where each begins, named below the graph in place of the plies' numbers. `voice`: the figure is an opinion,
    though no value. `known` are stretches, from a ply up to another, in which moves came from a book or a policy.
    `estimates` are dashed, too: plies behind one at which the result was proved. Where the axis is not that of the
    plies, `places` says by ply where each value stands on it; all else is in units of the axis then.
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
    estimates: frozenset[int] = frozenset()
    places: tuple[int, ...] = ()

    def value_at(self, ply: int) -> float | None:
        """The value at a ply, where it is known and the axis is that of the plies."""
        return self.values[ply] if not self.places and 0 <= ply < len(self.values) else None

    def graph(self, canvas: Canvas, frame: Frame) -> Graph:
        """The graph of this curve at its place in the frame."""
        x, y, width, height = frame.timeline
        words = max((len(words) for _, words in self.axis.marks), default=0) > _FIGURE
        left = x + frame.margin + readout_room(frame)
        right = x + width - (64 if frame.width >= _WIDE else 60) - (10 if words else 0)
        box = (left, y + 24, right - left, height - 52)
        return Graph(canvas, box, self.axis, max(self.first + 1, self.last), self.first)


def draw_timeline(
    canvas: Canvas, frame: Frame, targets: Targets, course: ValueCurve, seek: Callable[[int], object]
) -> None:
    """Draw the timeline; `seek` is called with the ply at which it is pressed, and to which it is pulled."""
    graph = course.graph(canvas, frame)
    targets.add_slider(TIMELINE, graph.reach, lambda point: seek(graph.place_at(point)))
    colour = canvas.theme.colour
    is_told = course.voice or (course.opinion and course.value_at(course.cursor) is not None)
    draw_readout(canvas, frame, course.label, course.figure, colour.amber_text if is_told else colour.text)
    _draw_axes(frame, graph, course)
    _draw_values(graph, course)
    if course.marks:
        graph.chapters([start for start, _ in course.marks], course.cursor)
    for start, end in course.known:
        graph.stretch(start, min(end, course.last), colour.amber_line)
    for ply in course.mistakes:
        graph.mistake(ply, course.value_at(ply))
    _draw_playhead(frame, graph, course)


def readout_room(frame: Frame) -> float:
    """The width of the readout at the left of a timeline."""
    return _READOUT if frame.width >= _WIDE else _NARROW_READOUT


def draw_readout(canvas: Canvas, frame: Frame, label: str, figure: str, ink: Rgb) -> None:
    """The figure at the left of a timeline, and what it says."""
    room, low = readout_room(frame), frame.timeline_height < _LOW
    middle = frame.foot + frame.timeline_height / 2
    label = canvas.brief(label, "label", room - 8)
    canvas.text((frame.margin, middle - (15 if low else 21)), label, "label", canvas.theme.colour.text3)
    style = "figure" if not low and canvas.text_width(figure, "figure") <= room - _CLEAR else "title"
    canvas.text((frame.margin, middle + (13 if low else 20)), figure, style, ink)


def axis_edge(frame: Frame) -> float:
    """The right edge of the names of an axis, which stand at the right of a timeline."""
    return frame.timeline[0] + frame.timeline[2] - _EDGE


def _draw_axes(frame: Frame, graph: Graph, course: ValueCurve) -> None:
    graph.levels(axis_edge(frame), ends_only=frame.timeline_height < _LOW)
    if course.marks:
        return
    graph.base(graph.canvas.theme.colour.line)
    if course.stretches:
        _draw_stretches(graph, course)
        return
    for ply in _round_plies(course.last, (graph.right - graph.left) / graph.last):
        graph.name(ply, str(ply))


def _draw_stretches(graph: Graph, course: ValueCurve) -> None:
    """The names of the parts of a game, with a small stroke where one ends."""
    starts = [ply for ply, _ in course.stretches]
    for (start, words), end in zip(course.stretches, [*starts[1:], course.last], strict=True):
        if start > course.first:
            graph.tick(start, 0, 8, graph.canvas.theme.colour.line2)
        if graph.canvas.text_width(words, "label") + 8 <= graph.x(end) - graph.x(start):
            graph.name((start + end) / 2, words)


def _round_plies(last: int, each: float) -> list[int]:
    """The plies that are named below the graph, `each` apart: 1, tens, at most six of them, and the last one."""
    steps = (10, 20, 50, 100, 200, 500, 1000)
    step = next((tens for tens in steps if tens * each >= _APART and last <= _MOST_STEPS * tens), last)
    between = [
        ply for ply in range(step, last, step) if min(ply - 1, last - ply) * each >= _APART and last - ply > 3
    ]
    return [1, *between, last] if (last - 1) * each >= _APART else [last]


def _draw_values(graph: Graph, course: ValueCurve) -> None:
    """The line of the values with a faint area below; it breaks where nothing is known."""
    colour = graph.canvas.theme.colour
    upto = course.drawn_to if course.drawn_to is not None else len(course.values) - 1
    for run in _runs(course):
        bright = [each for each in run if each[0] <= upto]
        faint = [each for each in run if each[0] >= upto]
        graph.line(faint, mix(colour.room, colour.amber_line, 0.45), 1.25)
        if len(bright) == 1:
            graph.spot(*bright[0], colour.amber_line)
        elif bright:
            graph.area(bright, colour.amber)
            _draw_line(graph, course, bright)


def _draw_line(graph: Graph, course: ValueCurve, points: list[Point]) -> None:
    """The line through values, dashed where they are only estimates."""
    ink = graph.canvas.theme.colour.amber_line
    graph.line([each for each in points if each[0] <= course.estimated_to], ink, dash=ESTIMATE)
    for doubtful, part in groupby(
        pairwise(points), lambda ends: any(ply in course.estimates for ply, _ in ends)
    ):
        ends = list(part)
        firm = [each for each in (ends[0][0], *(end for _, end in ends)) if each[0] >= course.estimated_to]
        graph.line(firm, ink, dash=ESTIMATE if doubtful else None)


def _runs(course: ValueCurve) -> list[list[Point]]:
    """The values that are known one behind the other, with where they stand on the axis."""
    runs: list[list[Point]] = [[]]
    places = course.places or range(len(course.values))
    for place, value in zip(places, course.values, strict=False):
        if value is None:
            runs.append([])
        else:
            runs[-1].append((place, value))
    return [run for run in runs if run]


def _draw_playhead(frame: Frame, graph: Graph, course: ValueCurve) -> None:
    canvas, colour = graph.canvas, graph.canvas.theme.colour
    here = min(course.cursor, course.last)
    if course.marks:
        graph.knob(here)
        return
    graph.playhead(here)
    value = course.value_at(course.cursor)
    if value is not None and course.opinion:
        graph.spot(here, value, colour.amber, 5.5, edge=colour.room)
    if course.word and graph.right - graph.left >= _WORDY:
        x = graph.x(here)
        room = x + 10 + canvas.text_width(course.word, "label") < frame.timeline[0] + frame.timeline[2] - 60
        at = (x + (10 if room else -10), graph.top - 13)
        canvas.text(at, course.word, "label", colour.text, "left" if room else "right")
