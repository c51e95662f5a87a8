"""What happened in a game in real time, piece by piece: gathered while the window draws, a little in each frame.

Apart from `scene`: what happened, gathered without a picture.
"""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from time import perf_counter
from typing import NamedTuple

from game.tetris.guideline import VISIBLE, Landing
from game.tetris.guideline.real_time import TICKS, Replay, Seat, Statistics, spans
from gui.scenes.live.words import Figures
from gui.ui.canvas import Box, Canvas, Point
from gui.ui.layout import Frame
from gui.ui.targets import Targets
from gui.ui.text import clock, grouped


class Locked(NamedTuple):
    """A piece that has locked: when, what it did, and how high the stack was then."""

    tick: int
    landing: Landing
    height: int


class MatchHistory:
    """The pieces of every seat in order, as far as the game was gone through."""

    def __init__(self, replay: Replay) -> None:
        self.replay = replay
        self._game = replay.at(0)
        self.seats: tuple[list[Locked], ...] = tuple([] for _ in self._game.seats)

    @property
    def done(self) -> bool:
        """Whether the whole game was gone through."""
        return self._game.now >= self.replay.ticks

    def work(self, seconds: float) -> None:
        """Go on for no longer than that."""
        began = perf_counter()
        while not self.done and perf_counter() - began < seconds:
            self._tick()

    def _tick(self) -> None:
        told = self._game.tick(self.replay.buttons_at(self._game.now + 1))
        for number, events in enumerate(told):
            for event in events:
                if event.kind == "lock" and event.landing is not None:
                    height = self._game.seats[number].state.field.height
                    self.seats[number].append(Locked(self._game.now, event.landing, height))

    def upto(self, seat: int, tick: int) -> list[Locked]:
        """The pieces of a seat that have locked up to a tick."""
        pieces = self.seats[seat]
        return pieces[: bisect_right(pieces, tick, key=lambda piece: piece.tick)]

    def after(self, seat: int, tick: int) -> Locked | None:
        """The next piece of a seat that locks after a tick; None where none does, or none is known yet."""
        pieces = self.seats[seat]
        at = bisect_right(pieces, tick, key=lambda piece: piece.tick)
        return pieces[at] if at < len(pieces) else None


# The figures of the players up to the playhead: how fast, how strong, how well, and each piece's seconds.

_MOST_SECONDS = 2.0  # of a piece, for which a bar is as high as it can be
_BAR, _GAP = 3.0, 1.0


def figures(seats: Sequence[Seat]) -> Figures:
    """The statistics of all seats, the most telling first."""
    each = [Statistics.of(seat) for seat in seats]
    return [
        ("Pieces", tuple(grouped(one.pieces) for one in each)),
        ("Pieces/s", tuple(f"{one.pieces_a_second:.2f}" for one in each)),
        ("Attack/min", tuple(f"{one.attack_a_minute:.1f}" for one in each)),
        ("Attack/piece", tuple(f"{one.attack_a_piece:.2f}" for one in each)),
        ("Rows sent", tuple(grouped(one.tally.sent) for one in each)),
        ("T-spins", tuple(grouped(one.tally.spins + one.tally.minis) for one in each)),
        ("Tetrises", tuple(grouped(one.tally.tetrises) for one in each)),
        ("Best combo", tuple(str(max(0, one.tally.longest_combo - 1)) for one in each)),
        ("Back-to-backs", tuple(str(max(0, one.tally.longest_chain - 1)) for one in each)),
        ("Perfect clears", tuple(grouped(one.tally.perfect) for one in each)),
        ("Keys/piece", tuple(f"{one.keys_a_piece:.2f}" for one in each)),
        ("Rows", tuple(grouped(one.rows) for one in each)),
    ]


def draw_spans(canvas: Canvas, box: Box, pieces: Sequence[Locked], name: str) -> None:
    """The seconds that the last pieces of a seat took, a bar each; a line stands for their median."""
    colour = canvas.theme.colour
    x, y, width, height = box
    took = spans(tuple(piece.tick for piece in pieces))
    shown = took[-int(width / (_BAR + _GAP)) :]
    canvas.text((x, y + 8), f"Seconds a piece{name}", "label", colour.text3)
    base, high = y + height, height - 24
    canvas.rule((x, base), (x + width, base), colour.line2)
    if not shown:
        return
    middle = sorted(shown)[len(shown) // 2]
    canvas.text((x + width, y + 8), f"{middle:.2f}", "label", colour.text2, "right")
    for number, seconds in enumerate(shown):
        tall = max(1.0, high * min(1.0, seconds / _MOST_SECONDS))
        canvas.fill((x + number * (_BAR + _GAP), base - tall, _BAR, tall), colour.text3)
    level = base - high * min(1.0, middle / _MOST_SECONDS)
    canvas.dots((x, level), (x + width, level), colour.text2, step=5, size=1.2)


# The timeline of a game in real time: how high the stacks were, and what each clear was worth.
#
# With two players the left one's figures go up from the middle, the right one's down. Areas are stacks, bars are
# rows of attack. None of it is an opinion, so none of it is amber.

TIMELINE = "timeline"
_MOST_ATTACK = 10.0  # rows for which a bar is as high as it can be
_READOUT = 152.0


@dataclass(frozen=True)
class Rails:
    """Where the graph stands: its left and right end, its top, middle and bottom, and the ticks at its right end."""

    left: float
    right: float
    top: float
    middle: float
    bottom: float
    last: int

    @classmethod
    def of(cls, frame: Frame, last: int, seats: int) -> Rails:
        """Its place in the frame."""
        x, y, width, height = frame.timeline
        wide = frame.width >= 900
        left = x + frame.margin + (_READOUT if wide else 112.0)
        top, bottom = y + 16, y + height - 26
        middle = (top + bottom) / 2 if seats > 1 else bottom
        return cls(left, x + width - (64 if wide else 28), top, middle, bottom, max(1, last))

    def x(self, tick: float) -> float:
        """The place of a tick."""
        return self.left + (self.right - self.left) * min(1.0, tick / self.last)

    def tick(self, point: Point) -> int:
        """The tick that a point means."""
        share = (point[0] - self.left) / (self.right - self.left)
        return round(min(1.0, max(0.0, share)) * self.last)

    @property
    def box(self) -> Box:
        """What can be pressed."""
        return (self.left - 8, self.top - 8, self.right - self.left + 16, self.bottom - self.top + 32)


def draw_graph(
    canvas: Canvas,
    frame: Frame,
    targets: Targets,
    chronicle: MatchHistory,
    tick: int,
    marks: Sequence[int],
    seek: Callable[[], object],
    clocked: str = "",
) -> Rails:
    """Draw the timeline at a tick; `marks` are those of chapters. A press calls `seek`. Returns where it stands.

    `clocked` says what the clock counts, where that may be in doubt.
    """
    colour = canvas.theme.colour
    rails = Rails.of(frame, chronicle.replay.ticks, len(chronicle.seats))
    targets.add(TIMELINE, rails.box, seek, radius=4)
    _draw_readout(canvas, frame, tick, chronicle.replay.ticks, clocked)
    room = rails.middle - rails.top
    for number, pieces in enumerate(chronicle.seats):
        _draw_seat(canvas, rails, pieces, room if number == 0 else -room)
    canvas.rule((rails.left, rails.middle), (rails.right, rails.middle), colour.line2)
    for mark in marks:
        canvas.fill((rails.x(mark) - 0.75, rails.bottom + 2, 1.5, 6), colour.text3)
    _draw_times(canvas, rails, room=rails.right - rails.left)
    x = rails.x(tick)
    canvas.rule((x, rails.top - 4), (x, rails.bottom + 4), colour.text, 1.2)
    canvas.disc((x, rails.bottom + 4), 5, colour.text)
    return rails


def _draw_readout(canvas: Canvas, frame: Frame, tick: int, last: int, clocked: str) -> None:
    colour = canvas.theme.colour
    middle, low = frame.foot + frame.timeline_height / 2, frame.timeline_height < 90
    room = _READOUT - 12 if frame.width >= 900 else 96.0
    words = f"of {clock(last / TICKS)}"
    if clocked and canvas.text_width(f"{clocked}, {words}", "label") <= room:
        words = f"{clocked}, {words}"
    canvas.text((frame.margin, middle - (15 if low else 21)), words, "label", colour.text3)
    time = clock(tick / TICKS)
    style = "figure" if not low and canvas.text_width(time, "figure") <= room else "title"
    canvas.text((frame.margin, middle + (13 if low else 20)), time, style, colour.text)


def _draw_seat(canvas: Canvas, rails: Rails, pieces: Sequence[Locked], room: float) -> None:
    """One player: the stack as an area, attack as bars; up where `room` is above 0, else down."""
    colour = canvas.theme.colour
    if not pieces:
        return
    base = rails.middle
    points: list[Point] = [(rails.left, base)]
    for piece in pieces:
        x, y = rails.x(piece.tick), base - room * min(1.0, piece.height / VISIBLE)
        points += [(x, points[-1][1]), (x, y)]
    points += [(rails.x(pieces[-1].tick), base)]
    canvas.polygon(points, colour.text3, 0.28)
    for piece in pieces:
        if piece.landing.attack:
            high = room * min(1.0, piece.landing.attack / _MOST_ATTACK)
            top = min(base, base - high)
            canvas.fill((rails.x(piece.tick) - 0.75, top, 1.5, max(2.0, abs(high))), colour.text2)


def _draw_times(canvas: Canvas, rails: Rails, room: float) -> None:
    """Round times below the graph."""
    colour, seconds = canvas.theme.colour, rails.last / TICKS
    step = next((each for each in (5, 10, 20, 30, 60, 120, 300, 600) if room * each / seconds >= 72), 1800)
    for number in range(1, int(seconds / step) + 1):
        x = rails.x(number * step * TICKS)
        if x < rails.right - 16:
            words = f"{number * step // 60}:{number * step % 60:02d}"
            canvas.text((x, rails.bottom + 16), words, "label", colour.text3, "middle")
