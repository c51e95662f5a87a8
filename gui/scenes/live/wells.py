"""The wells of a game in real time: where they stand, what they remember, and what a coach adds."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from typing import Protocol

from game.advice import Advice, Choice
from game.review import ranks
from game.showcase import Showcase, minutes
from game.tetris.guideline import VISIBLE, Field, Landing, Placement
from game.tetris.guideline.real_time import TICKS, Event, Seat
from gui.context import AppContext
from gui.games.guideline.render_state import SeatState, marks_of
from gui.games.guideline.words import names_of
from gui.play.game_ui import Axis, Span, draw_readout, draw_track, known_choices
from gui.play.playhead import Playhead, Scheduled
from gui.ui.canvas import Box, Canvas, Point
from gui.ui.layout import NARROW_PANEL, PANEL, Frame
from gui.ui.targets import Targets
from gui.ui.text import clock

SAID_SECONDS = 1.6  # how long the name of a clear is shown beside the well
_PLANNED = 3  # placements shown behind the best one


@dataclass
class Well:
    """State of a seat's picture: its last landing and clear, and how long ago they were."""

    landing: Landing | None = None
    since: float = 99.0
    texts: tuple[str, ...] = ()
    spoken: float = 99.0

    def pass_time(self, seconds: float) -> None:
        self.since += seconds
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
        if self.spoken < SAID_SECONDS:
            state = replace(state, texts=self.texts)
        fading = self.landing is not None and self.landing.rows and seat.piece is None
        if fading and self.since < motion and not seat.over:
            state = replace(state, landing=self.landing, dropped=1.0, faded=self.since / motion, ghost=None)
        return state


def with_opinion(state: SeatState, advice: Advice | None, pointed: str | None, *, most: int = 3) -> SeatState:
    """The seat with the coach's three best placements, or fewer, and the plan behind the best."""
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

STACKS = Axis(0.0, 1.0, ())


class Step(Protocol):
    """A piece that has locked: when, what it was worth, and how high the stack was then."""

    @property
    def tick(self) -> int: ...
    @property
    def attack(self) -> int: ...
    @property
    def height(self) -> int: ...


_MOST_ATTACK = 10.0  # rows for which a bar is as high as it can be


def _draw_stack(canvas: Canvas, span: Span, pieces: Sequence[Step], base: float, room: float) -> None:
    """One player: the stack as an area, attack as bars; up where `room` is above 0, else down."""
    if not pieces:
        return
    colour = canvas.theme.colour
    points: list[Point] = [(span.left, base)]
    for piece in pieces:
        x, y = span.x(piece.tick), base - room * min(1.0, piece.height / VISIBLE)
        points += [(x, points[-1][1]), (x, y)]
    canvas.polygon([*points, (span.x(pieces[-1].tick), base)], colour.text3, 0.28)
    for piece in pieces:
        if piece.attack:
            high = room * min(1.0, piece.attack / _MOST_ATTACK)
            bar = (span.x(piece.tick) - 0.75, min(base, base - high), 1.5, max(2.0, abs(high)))
            canvas.fill(bar, colour.text2)


def _draw_times(canvas: Canvas, span: Span) -> None:
    """Round times below the graph."""
    room, seconds = span.right - span.left, span.last / TICKS
    step = next((each for each in (5, 10, 20, 30, 60, 120, 300, 600) if room * each / seconds >= 72), 1800)
    for time in range(step, int(seconds) + 1, step):
        x = span.x(time * TICKS)
        if x < span.right - 16:
            words = f"{time // 60}:{time % 60:02d}"
            canvas.text((x, span.bottom + 16), words, "label", canvas.theme.colour.text3, "middle")


TIMELINE = "timeline"


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
    wide = frame.width >= 900
    left, right = x + frame.margin + (152 if wide else 112), x + width - (64 if wide else 28)
    places = left, right, y + 16, y + height - 26
    if isinstance(head, Scheduled):
        span: Span = TourSpan(*places, int(10 * head.shown.seconds), STACKS, shown=head.shown)
        targets.add_slider(TIMELINE, span.box, lambda point: head.show_tenths(span.ply_at(point)))
        of, now, cursor = minutes(head.shown.seconds), minutes(head.seconds), head.tenths
        draw_readout(canvas, frame, f"Time, of {of}", now, colour.text)
    else:
        span, cursor = Span(*places, max(1, head.end), STACKS), head.at
        targets.add_slider(TIMELINE, span.box, lambda point: head.seek(span.ply_at(point)))
        draw_readout(canvas, frame, f"of {clock(head.end / TICKS)}", clock(cursor / TICKS), colour.text)
    middle = (span.top + span.bottom) / 2 if len(seats) > 1 else span.bottom
    for pieces, room in zip(seats, (middle - span.top, span.top - middle), strict=False):
        _draw_stack(canvas, span, pieces, middle, room)
    canvas.rule((span.left, middle), (span.right, middle), colour.line2)
    if isinstance(head, Scheduled):
        draw_track(canvas, span, head.chapter_tenths, cursor)
        canvas.disc((span.at(cursor), span.bottom), 8, colour.text)
        return
    _draw_times(canvas, span)
    canvas.rule((span.x(cursor), span.top - 4), (span.x(cursor), span.bottom + 4), colour.text, 1.2)
    canvas.disc((span.x(cursor), span.bottom + 4), 5, colour.text)


@dataclass(frozen=True)
class TourSpan(Span):
    """The same for a showcase of a game in real time, in tenths of a second of its own time."""

    shown: Showcase = field(kw_only=True)

    def x(self, ply: float) -> float:
        return self.at(10 * self.shown.when(int(ply)))
