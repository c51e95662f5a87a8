"""The timeline below wells: how high the stacks were, and what each clear was worth."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Protocol

from game.tetris.guideline import VISIBLE
from game.tetris.guideline.real_time import TICKS
from gui.play.game_ui import Axis, Span
from gui.ui.canvas import Canvas, Point

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


def draw_stack(canvas: Canvas, span: Span, pieces: Sequence[Step], base: float, room: float) -> None:
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


def draw_times(canvas: Canvas, span: Span) -> None:
    """Round times below the graph."""
    room, seconds = span.right - span.left, span.last / TICKS
    step = next((each for each in (5, 10, 20, 30, 60, 120, 300, 600) if room * each / seconds >= 72), 1800)
    for time in range(step, int(seconds) + 1, step):
        x = span.x(time * TICKS)
        if x < span.right - 16:
            words = f"{time // 60}:{time % 60:02d}"
            canvas.text((x, span.bottom + 16), words, "label", canvas.theme.colour.text3, "middle")
