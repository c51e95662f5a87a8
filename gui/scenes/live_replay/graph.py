"""The timeline of a game in real time: how high the stacks were, and what each clear was worth.

With two players the left one's figures go up from the middle, the right one's down. Areas are stacks, bars are
rows of attack. None of it is an opinion, so none of it is amber.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from game.tetris.guideline import VISIBLE
from game.tetris.guideline.real_time import TICKS
from gui.drawing.canvas import Box, Canvas, Point
from gui.drawing.letters import clock
from gui.frame.layout import Frame
from gui.frame.targets import Targets
from gui.scenes.live_replay.chronicle import Chronicle, Locked

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
    chronicle: Chronicle,
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
