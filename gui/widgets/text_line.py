"""One line of text at the foot of a scene: it takes the keyboard while a person writes, and gives it back."""

from __future__ import annotations

from collections.abc import Callable

import pygame
from pygame_gui import elements

from gui.drawing.canvas import Box, Canvas
from gui.widgets.widgets import Widgets


class TextLine:
    """A line of text. `done` is called with what was written at Enter; Esc and Tab leave it.

    It is built anew when the window, its scale, the theme or its place changes; the text stays.
    """

    def __init__(self, hint: str, done: Callable[[str], object]) -> None:
        self.hint = hint
        self.writing = False
        self._opening = False  # whether the letter of the key that opened the line may still come
        self._done = done
        self._widgets: Widgets | None = None
        self._line: elements.UITextEntryLine | None = None
        self._box: Box = (0.0, 0.0, 0.0, 0.0)

    @property
    def text(self) -> str:
        """What stands in the line."""
        return str(self._line.text) if self._line is not None else ""

    def place(self, canvas: Canvas, box: Box) -> None:
        """Be at `box` on this canvas."""
        fits = self._widgets is not None and self._widgets.fits(canvas)
        if fits and self._box == box:
            return
        text = self.text
        self._box, self._widgets = box, Widgets(canvas)
        self._line = self._widgets.entry(box, text, self._finished)
        if self.writing:
            self._widgets.write_in(self._line)

    def write(self, text: str | None = None) -> None:
        """Take the keyboard; with `text` in the line, where it is given."""
        if self._widgets is None or self._line is None:
            return
        if text is not None:
            self._line.set_text(text)
        self.writing = self._opening = True
        self._widgets.write_in(self._line)

    def clear(self) -> None:
        """Empty the line and give the keyboard back."""
        self.leave()
        if self._line is not None:
            self._line.set_text("")

    def leave(self) -> None:
        """Give the keyboard back."""
        self.writing = False
        if self._widgets is not None:
            self._widgets.leave()

    def _finished(self, text: str) -> None:
        self.leave()
        self._done(text)

    def handle(self, event: pygame.event.Event) -> bool:
        """Let the line react; True where the event was its own."""
        if self._widgets is None or self._line is None:
            return False
        if event.type in (pygame.KEYDOWN, pygame.KEYUP, pygame.TEXTINPUT):
            return self._key(event)
        if event.type == pygame.MOUSEBUTTONDOWN and event.button == 1:
            if not self._line.rect.collidepoint(event.pos):
                if self.writing:
                    self.leave()
                return False
            self.writing = True
        used = self._widgets.handle(event)
        return used and event.type != pygame.MOUSEMOTION

    def _key(self, event: pygame.event.Event) -> bool:
        if not self.writing or self._widgets is None:
            return False
        if event.type == pygame.KEYDOWN and event.key in (pygame.K_ESCAPE, pygame.K_TAB):
            self.leave()
            return bool(event.key == pygame.K_ESCAPE)
        if not (event.type == pygame.TEXTINPUT and self._opening):
            self._widgets.handle(event)
        return True

    def update(self, seconds: float) -> None:
        """Let the cursor live. A letter that comes later is not that of the key that opened the line."""
        self._opening = False
        if self._widgets is not None:
            self._widgets.update(seconds)

    def draw(self, canvas: Canvas) -> None:
        """Draw the line at its place; as long as it is empty, with its hint."""
        if self._widgets is None:
            return
        self._widgets.draw()
        if not self.text and not self.writing:
            x, y, width, height = self._box
            hint = canvas.fitted(self.hint, "body", width - 24)
            canvas.text((x + 12, y + height / 2), hint, "body", canvas.theme.colour.text3)
