"""Where things stand: the one frame for every game, in logical units, for every window and UI scale.

+------------------------------------------+----------+
| bar                                      |  corner  |  48
+------------------------------------------+----------+
|                board                     |  panel   |
+------------------------------------------+----------+
|  timeline                                | transport|  96
+------------------------------------------+----------+
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from gui.ui.canvas import Box, Canvas
from gui.ui.targets import Targets

REFERENCE = (1280, 720)
SMALLEST_WINDOW = (640, 480)
_SMALLEST_ROOM = (480.0, 360.0)  # logical units that always fit, whatever scale the user asks for
_LEAST_FIT = 0.8  # below this share of the reference, the frame gets tighter instead of the text smaller
BAR, TIMELINE, LOW_TIMELINE = 48.0, 96.0, 72.0
PANEL, NARROW_PANEL = 352.0, 272.0
MARGIN, NARROW_MARGIN = 24.0, 16.0


def fitting_scale(size: tuple[int, int], user_scale: float) -> float:
    """Pixels per logical unit for a window of `size` pixels and the user's scale (0.75 to 3)."""
    fit = max(_LEAST_FIT, min(size[0] / REFERENCE[0], size[1] / REFERENCE[1]))
    most = min(size[0] / _SMALLEST_ROOM[0], size[1] / _SMALLEST_ROOM[1])
    return max(0.25, min(fit * user_scale, most))


@dataclass(frozen=True)
class Frame:
    """The boxes of the frame for a window of `width` x `height` logical units.

    Where the window is narrow the panel is a drawer over the board: `drawer` is true, and `panel` is
    where it would open.
    """

    width: float
    height: float
    drawer: bool
    panel_width: float

    @classmethod
    def of(cls, width: float, height: float) -> Frame:
        """The frame for a window of this many logical units."""
        if width >= 1100:
            return cls(width, height, False, PANEL)
        if width >= 700:
            return cls(width, height, False, NARROW_PANEL)
        return cls(width, height, True, min(NARROW_PANEL, width - 48))

    @property
    def margin(self) -> float:
        """The distance of text from the edges of its column."""
        return MARGIN if self.width >= 1100 else NARROW_MARGIN

    @property
    def timeline_height(self) -> float:
        return TIMELINE if self.height >= 480 else LOW_TIMELINE

    @property
    def column(self) -> float:
        """The x at which the panel begins, and with it the transport."""
        return self.width - self.panel_width

    @property
    def foot(self) -> float:
        """The y at which the timeline begins."""
        return self.height - self.timeline_height

    @property
    def bar(self) -> Box:
        return (0.0, 0.0, self.width if self.drawer else self.column, BAR)

    @property
    def corner(self) -> Box:
        return (self.column, 0.0, self.panel_width, BAR)

    @property
    def board(self) -> Box:
        return (0.0, BAR, self.width if self.drawer else self.column, self.foot - BAR)

    @property
    def panel(self) -> Box:
        return (self.column, BAR, self.panel_width, self.foot - BAR)

    @property
    def timeline(self) -> Box:
        return (0.0, self.foot, self.width - self.transport[2], self.timeline_height)

    @property
    def transport(self) -> Box:
        width = self.panel_width if not self.drawer else 224.0
        return (self.width - width, self.foot, width, self.timeline_height)


# The panel where the window is narrow: a drawer over the board, with a sign in the bar that opens it.


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
