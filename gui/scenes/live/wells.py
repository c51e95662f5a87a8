"""The wells of a game in real time: where they stand, what they remember, and what a coach adds."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from typing import Protocol

from game.advice import Advice, Choice
from game.review import ranks
from game.showcase import minutes
from game.tetris.guideline import VISIBLE, Field, Landing, Placement
from game.tetris.guideline.real_time import TICKS, Event, Seat
from gui.context import AppContext
from gui.games.guideline.render_state import SeatState, marks_of
from gui.games.guideline.words import names_of
from gui.play.playhead import Playhead, Scheduled
from gui.play.sources import known_choices
from gui.play.timeline import TIMELINE, draw_readout, readout_room
from gui.ui.canvas import Box, Canvas
from gui.ui.graph import Axis, Graph, stairs
from gui.ui.layout import NARROW_PANEL, PANEL, Frame
from gui.ui.targets import Targets
from gui.ui.text import clock

CLEAR_SECONDS = 1.6  # how long the name of a clear is shown beside the well
_PLANNED = 3  # placements shown behind the best one


@dataclass
class Well:
    """State of a seat's picture: its last landing and clear, and how long ago they were."""

    landing: Landing | None = None
    since: float = 99.0
    texts: tuple[str, ...] = ()
    spoken: float = 99.0

    def pass_time(self, seconds: float, *, waiting: bool = False) -> None:
        """Words stay while the game is `waiting`."""
        self.since += seconds
        if not waiting:
            self.spoken += seconds

    def see(self, event: Event) -> None:
        """Note an event of this seat."""
        if event.kind == "lock" and event.landing is not None:
            self.landing, self.since = event.landing, 0.0
            words = names_of(event.landing)
            if words:
                self.texts, self.spoken = words, 0.0

    def state(self, seat: Seat, motion: float) -> SeatState:
        """The seat now; full rows fade for `motion` seconds, 0 for no motion."""
        state = SeatState.live(seat)
        if self.spoken < CLEAR_SECONDS:
            state = replace(state, texts=self.texts)
        fading = self.landing is not None and self.landing.rows and seat.piece is None
        if fading and self.since < motion and not seat.over:
            state = replace(state, landing=self.landing, dropped=1.0, faded=self.since / motion, ghost=None)
        return state


def with_opinion(state: SeatState, advice: Advice | None, pointed: str | None, *, most: int) -> SeatState:
    """The seat with `most` of the coach's best placements, three at most, and the plan behind the best."""
    if state.landing is not None or state.over or advice is None or not advice.choices:
        return state
    numbers = ranks(advice)
    marks = marks_of(advice.choices, pointed, known=known_choices(advice), ranks=numbers)[:most]
    return replace(state, marks=marks, plan=_plan(state.field, advice.choices[0]))


def _plan(field: Field, best: Choice) -> tuple[Placement, ...]:
    """Return the placements that would follow on this very field, up to the first clear."""
    plan: list[Placement] = []
    for move in (best.move, *best.line[:_PLANNED]):
        at = Placement.parse(move)
        if not field.fits(*at[:4]):
            break
        plan.append(at)
        field, rows = field.place(*at[:4])
        if rows:
            break
    return tuple(plan[1:])


def frame_of(context: AppContext, count: int) -> Frame:
    """The frame for so many wells; in a narrow window, two need all of it, and the panel is a drawer."""
    frame = Frame.of(*context.size)
    if count > 1 and frame.panel_width < PANEL:
        return Frame(frame.width, frame.height, True, min(NARROW_PANEL, frame.width - 48))
    return frame


def boxes(board: Box, count: int) -> list[Box]:
    """Return the boxes of the seats, side by side."""
    x, y, width, height = board
    each = width / count
    return [(x + each * number, y, each, height) for number in range(count)]


# The timeline below wells: how high the stacks were, and what each clear was worth.

_STACKS = Axis(0.0, VISIBLE)
_MOST_ATTACK = 10.0  # rows for which a bar is as high as it can be
_ATTACK = Axis(0.0, _MOST_ATTACK)


class Step(Protocol):
    """A piece that has locked: when, what it was worth, and how high the stack was then."""

    @property
    def tick(self) -> int: ...
    @property
    def attack(self) -> int: ...
    @property
    def height(self) -> int: ...


def _draw_stack(graph: Graph, pieces: Sequence[Step], at: Callable[[int], float]) -> None:
    """One player: the stack as an area, attack as bars; `at` is the place of a tick."""
    if not pieces:
        return
    colour = graph.canvas.theme.colour
    heights = ((at(piece.tick), float(piece.height)) for piece in pieces)
    graph.area(stairs(heights, (graph.first, 0.0)), colour.text3, 0.28)
    attack = replace(graph, axis=_ATTACK)
    for piece in pieces:
        if piece.attack:
            attack.bar(graph.x(at(piece.tick)) - 0.75, 1.5, piece.attack, colour.text2, least=2.0)


def _draw_times(graph: Graph) -> None:
    """Round times below the graph."""
    room, seconds = graph.right - graph.left, graph.last / TICKS
    step = next((each for each in (5, 10, 20, 30, 60, 120, 300, 600) if room * each / seconds >= 72), 1800)
    for time in range(step, int(seconds) + 1, step):
        if graph.x(time * TICKS) < graph.right - 16:
            graph.name(time * TICKS, f"{time // 60}:{time % 60:02d}")


def draw_timeline(
    canvas: Canvas,
    frame: Frame,
    targets: Targets,
    head: Playhead,
    seats: Sequence[Sequence[Step]],
) -> None:
    """Draw the heights of the stacks, and the value of each clear; a press goes to that tick.

    With two players the left one's figures go up from the middle, the right one's down. Areas are stacks, bars are
    rows of attack. None of it is an opinion, so none of it is amber. A showcase has its own time, in which the game
    waits while a chapter is read.
    """
    colour = canvas.theme.colour
    x, y, width, height = frame.timeline
    left, right = x + frame.margin + readout_room(frame), x + width - (64 if frame.width >= 900 else 28)
    box = (left, y + 16, right - left, height - 42)
    if isinstance(head, Scheduled):
        shown = head.shown
        graph = Graph(canvas, box, _STACKS, int(10 * shown.seconds))
        targets.add_slider(TIMELINE, graph.reach, lambda point: head.show_tenths(graph.place_at(point)))
        of = minutes(shown.seconds)
        draw_readout(canvas, frame, f"Time, of {of}", minutes(head.seconds), colour.text)
        _draw_seats(graph, seats, lambda tick: 10 * shown.when(tick))
        graph.chapters(head.chapter_tenths, head.tenths)
        graph.knob(head.tenths)
        return
    graph = Graph(canvas, box, _STACKS, max(1, head.end))
    targets.add_slider(TIMELINE, graph.reach, lambda point: head.seek(graph.place_at(point)))
    draw_readout(canvas, frame, f"of {clock(head.end / TICKS)}", clock(head.at / TICKS), colour.text)
    _draw_seats(graph, seats, float)
    _draw_times(graph)
    graph.playhead(head.at, above=4, below=4)


def _draw_seats(graph: Graph, seats: Sequence[Sequence[Step]], at: Callable[[int], float]) -> None:
    """One seat's stack over the whole height, or two from the middle up and down."""
    halves = [graph]
    if len(seats) > 1:
        x, y, width, height = graph.box
        upper = replace(graph, box=(x, y, width, height / 2))
        halves = [upper, replace(graph, box=(x, y + height / 2, width, height / 2), down=True)]
    for half, pieces in zip(halves, seats, strict=False):
        _draw_stack(half, pieces, at)
    halves[0].base(graph.canvas.theme.colour.line2)
