"""The ways from a run: play on, another run, save. Beside the board, or in a row at the foot of the panel."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from gui.drawing.canvas import Canvas, Point
from gui.frame.controls import button
from gui.frame.panel import Column
from gui.frame.targets import Targets

HEIGHT, STEP = 36.0, 44.0
_ROW = 52.0  # what a row takes from the foot of the panel


@dataclass(frozen=True)
class Way:
    """Something that leads away from here, with its key."""

    name: str
    words: str
    key: str
    press: Callable[[], object]
    short: str = ""


def draw_ways(canvas: Canvas, targets: Targets, at: Point, width: float, ways: Sequence[Way]) -> None:
    """Buttons one below the other, the first at `at`."""
    for number, way in enumerate(ways):
        box = (at[0], at[1] + STEP * number, width, HEIGHT)
        button(canvas, targets, way.name, box, way.words, way.press, key=way.key)


def row_of_ways(column: Column, targets: Targets, ways: Sequence[Way]) -> None:
    """Buttons side by side at the foot of the panel, whose bottom rises."""
    each = (column.width - 8 * (len(ways) - 1)) / len(ways)
    for number, way in enumerate(ways):
        box = (column.left + (each + 8) * number, column.bottom - 44, each, HEIGHT)
        button(
            column.canvas,
            targets,
            way.name,
            box,
            way.short or way.words,
            way.press,
            about=f"{way.words}  ({way.key})",
        )
    column.bottom -= _ROW
