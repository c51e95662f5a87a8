"""The panel where the window is narrow: a drawer over the board, with a sign in the bar that opens it."""

from __future__ import annotations

from collections.abc import Callable

from gui.drawing.canvas import Canvas
from gui.frame.layout import BAR, Frame
from gui.frame.targets import Targets


def draw_drawer(
    canvas: Canvas, frame: Frame, targets: Targets, toggle: Callable[[], object], *, is_open: bool
) -> bool:
    """Draw the drawer's sign and, where it is open, its ground; returns whether the panel can be seen.

    Where the window is wide enough for the panel, there is nothing to draw.
    """
    if not frame.drawer:
        return True
    _draw_sign(canvas, frame, targets, toggle, lit=is_open)
    if is_open:
        colour = canvas.theme.colour
        canvas.fill(frame.panel, colour.panel)
        canvas.rule((frame.column, BAR), (frame.column, frame.foot), colour.line)
        targets.add("panel", frame.panel, lambda: None)
    return is_open


def _draw_sign(
    canvas: Canvas, frame: Frame, targets: Targets, toggle: Callable[[], object], *, lit: bool
) -> None:
    colour = canvas.theme.colour
    x = frame.width - frame.margin - 88
    hovered = targets.add("drawer", (x - 16, 8, 32, 32), toggle, about="The kibitzer’s column  (K)")
    ink = colour.text if hovered or lit else colour.text2
    for i in range(3):
        canvas.panel((x - 9, BAR / 2 - 7 + 6 * i, 18, 2), ink, radius=1)
