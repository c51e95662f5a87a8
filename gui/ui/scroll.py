"""A list that is longer than its place: how far it is scrolled, its wheel, and its thin bar."""

from __future__ import annotations

import pygame

from gui.ui.canvas import Box, Canvas
from gui.ui.targets import Targets, inside

_WHEEL = 60.0  # logical units a notch
_BAR, _LEAST_THUMB = 6.0, 32.0
_END = 8.0  # between the bar and the ends of the view
_REACH = 8.0  # how far beside the bar a press still means it
_AIR = 24.0  # what is kept in sight above and below a row that the keyboard reaches


class Scroll:
    """The scroll of one list. `offset` is the content's y at the top of the view, in logical units."""

    def __init__(self) -> None:
        self.offset = 0.0
        self.view: Box = (0.0, 0.0, 0.0, 0.0)
        self.content = 0.0
        self._reached = ""  # the target that had the focus last
        self._grabbed: float | None = None  # where on the thumb the pointer holds it

    def fit(self, view: Box, content: float) -> float:
        """Take the view's box and the content's height of this frame; returns the y of the content's top."""
        self.view, self.content = view, content
        self.offset = min(max(0.0, self.offset), self.most)
        return view[1] - self.offset

    @property
    def most(self) -> float:
        """The largest offset; 0 where everything fits."""
        return max(0.0, self.content - self.view[3])

    def show(self, top: float, height: float) -> None:
        """Scroll just so far that a part of the content, by its own y and height, can be seen."""
        self.offset = min(self.offset, max(0.0, top - _AIR))
        self.offset = max(self.offset, min(top, top + height + _AIR - self.view[3]))

    def follow(self, targets: Targets) -> None:
        """Bring the target that the keyboard has just come to into sight, where it is in this list."""
        if targets.focus == self._reached:
            return
        self._reached = targets.focus
        target = next((each for each in targets.all() if each.name == self._reached), None)
        if target is not None and target.within is not None and targets.ring:
            self.show(target.box[1] - self.view[1] + self.offset, target.box[3])

    def handle(self, event: pygame.event.Event, scale: float) -> bool:
        """React to the wheel, to a drag of the bar, and to the keys that turn pages."""
        if event.type == pygame.MOUSEWHEEL:
            self.offset -= event.y * _WHEEL
        elif event.type == pygame.MOUSEBUTTONDOWN and event.button == 1:
            return self._grab((event.pos[0] / scale, event.pos[1] / scale))
        elif event.type == pygame.MOUSEBUTTONUP and event.button == 1:
            self._grabbed = None
            return False
        elif event.type == pygame.MOUSEMOTION and self._grabbed is not None:
            self._drag(event.pos[1] / scale)
        elif event.type == pygame.KEYDOWN and event.key in (pygame.K_PAGEUP, pygame.K_PAGEDOWN):
            self.offset += self.view[3] * (0.9 if event.key == pygame.K_PAGEDOWN else -0.9)
        else:
            return False
        self.offset = min(max(0.0, self.offset), self.most)
        return True

    def handle_mouse(self, event: pygame.event.Event, scale: float, targets: Targets) -> bool:
        """React to what the mouse does to the list, and to its wheel over it; keys go elsewhere."""
        if event.type == pygame.KEYDOWN:
            return False
        over = inside(targets.pointer, self.view)
        return (over or event.type != pygame.MOUSEWHEEL) and self.handle(event, scale)

    def draw(self, canvas: Canvas) -> None:
        """The bar at the right edge of the view, where the list is too long."""
        if self.most <= 0:
            return
        colour = canvas.theme.colour
        ink = colour.text3 if self._grabbed is not None else colour.line2
        canvas.panel(self._thumb, ink, radius=_BAR / 2)

    @property
    def _thumb(self) -> Box:
        x, y, width, height = self.view
        long = max(_LEAST_THUMB, (height - 2 * _END) * height / max(self.content, 1.0))
        share = self.offset / self.most if self.most else 0.0
        return (x + width - _BAR, y + _END + (height - 2 * _END - long) * share, _BAR, long)

    def _grab(self, at: tuple[float, float]) -> bool:
        x, y, width, height = self.view
        if self.most <= 0 or not inside(at, (x + width - _BAR - _REACH, y, _BAR + 2 * _REACH, height)):
            return False
        _, top, _, long = self._thumb
        self._grabbed = at[1] - top if top <= at[1] < top + long else long / 2
        self._drag(at[1])
        return True

    def _drag(self, y: float) -> None:
        _, _, _, long = self._thumb
        path = self.view[3] - 2 * _END - long
        share = (y - (self._grabbed or 0.0) - self.view[1] - _END) / path if path > 0 else 0.0
        self.offset = min(1.0, max(0.0, share)) * self.most
