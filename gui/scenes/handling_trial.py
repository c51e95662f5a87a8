"""A well in the settings in which the handling is tried while it is changed."""

from __future__ import annotations

import pygame

from game.config import Config
from game.tetris.guideline import State
from game.tetris.guideline.real_time import Game, Setup, TickClock, Timing
from gui.games.guideline.render_state import SeatState
from gui.games.guideline.seat_view import draw_bare
from gui.ui.canvas import Box, Canvas
from gui.ui.input import Bindings, ButtonInput, handling_of, label

HEIGHT = 288.0  # units of the whole block
_WIDE, _MARGIN = 132.0, 16.0
_SHOWN = ("left", "right", "soft", "hard", "cw", "ccw", "hold", "restart")
_KEYS = (
    pygame.KEYDOWN,
    pygame.KEYUP,
    pygame.TEXTINPUT,
    pygame.JOYBUTTONDOWN,
    pygame.JOYBUTTONUP,
    pygame.JOYAXISMOTION,
    pygame.JOYHATMOTION,
)


class HandlingTrial:
    """A game alone that begins anew when it is over. While it is `active`, the keyboard belongs to it, but for Esc.

    Values that change meanwhile hold from the next tick on; the piece in hand starts again at the top.
    """

    def __init__(self, config: Config) -> None:
        self.active = False
        self._config = config
        self._button_input = ButtonInput(Bindings.of(config))
        self._beat = TickClock()
        self.game = self._begin()

    def _begin(self, start: State | None = None) -> Game:
        opened = start or State.open({"queue": "seven_bag:1"})
        game = Game(Setup(Timing.parse("guideline"), (opened,), (handling_of(self._config),)))
        while game.seats[0].piece is None and not game.over:
            game.tick((0,))  # the first piece is there at once
        return game

    def take(self, config: Config) -> None:
        """Go on with the handling and the keys of these settings."""
        if config.keys != self._config.keys:
            self._button_input.rebind(Bindings.of(config))
        changed = handling_of(config) != handling_of(self._config)
        self._config = config
        if changed:
            before = self.game.seats[0]
            self.game = self._begin(before.state)
            self.game.seats[0].before = before.before  # a key that is held was pressed in the game before

    def start(self) -> None:
        """Take the keyboard."""
        self.active, self._beat = True, TickClock()
        self._button_input.clear()

    def stop(self) -> None:
        """Give the keyboard back."""
        self.active = False
        self._button_input.clear()

    def handle(self, event: pygame.event.Event) -> bool:
        """Return True if the trial has used an event."""
        if not self.active:
            return False
        if event.type == pygame.WINDOWFOCUSLOST:
            self._button_input.clear()
        if event.type == pygame.KEYDOWN and event.key == pygame.K_ESCAPE:
            self.stop()
            return True
        if "restart" in self._button_input.handle(event):
            self.game = self._begin()
        return event.type in _KEYS

    def update(self, seconds: float) -> None:
        """Let time pass, while it is active."""
        if not self.active:
            return
        for _ in range(self._beat.due(seconds)):
            self.game.tick((self._button_input.state.take(),))
        if self.game.over:
            self.game = self._begin()

    def draw(self, canvas: Canvas, box: Box, *, lit: bool) -> None:
        """Draw the well at the left of `box` and the keys beside it; `lit`: the focus or the pointer is there."""
        x, y, width, height = box
        colour = canvas.theme.colour
        well = (x + _MARGIN, y + _MARGIN, _WIDE, height - 2 * _MARGIN)
        draw_bare(canvas, well, SeatState.live(self.game.seats[0]))
        if self.active or lit:
            canvas.panel(box, None, radius=8, edge=colour.focus if self.active else colour.line2, width=1.5)
        left, top = x + _MARGIN + _WIDE + 24, y + 28
        room = x + width - left - 12
        text = "Press Esc to stop." if self.active else "Click here, or press T."
        canvas.text((left, top), canvas.fitted("Try your handling", "strong", room), "strong", colour.text)
        canvas.text((left, top + 24), canvas.fitted(text, "label", room), "label", colour.text2)
        bindings, top = Bindings.of(self._config), top + 52
        for action in _SHOWN:
            name, keys = label(action), bindings.words(action)
            canvas.text((left, top), canvas.fitted(name, "label", 96.0), "label", colour.text3)
            canvas.text((left + 104, top), canvas.fitted(keys, "label", room - 104), "label", colour.text)
            top += 22


__all__ = ["HEIGHT", "HandlingTrial"]
