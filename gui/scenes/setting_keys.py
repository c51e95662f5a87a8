"""A row of the settings that waits for the key it is to have: of the keyboard or of a gamepad."""

from __future__ import annotations

import pygame

from game.config import Config
from gui.input.bindings import SECTION, rebound
from gui.input.gamepads import Gamepads
from gui.input.names import Stick, pressed
from gui.scenes.setting_rows import Row


class KeyCatcher:
    """Catches the next press for a row. `row` is the one that waits; Esc lets it be."""

    def __init__(self) -> None:
        self.row: Row | None = None
        self._gamepads = Gamepads()
        self._stick = Stick()
        self._begun_by: int | None = None  # a key that is still held from before is not what is meant

    @staticmethod
    def wants(row: Row) -> bool:
        """Whether a row holds keys."""
        return row.key.path.startswith(f"{SECTION}.")

    def start(self) -> None:
        """Listen to gamepads."""
        self._gamepads.start()

    def stop(self) -> None:
        """Wait for nothing more."""
        self.row = None
        self._gamepads.stop()

    def wait_for(self, row: Row, held: int | None) -> None:
        """Let a row wait; `held` is the key that began it."""
        self.row, self._begun_by = row, held

    def handle(self, event: pygame.event.Event, config: Config) -> dict[str, str] | None:
        """The settings to change once a key was pressed; None where the event is nothing to this.

        An empty change is an event that was used up. A press of the mouse lets the row be.
        """
        self._gamepads.handle(event)
        down, _ = self._stick.changes(event)
        if self.row is None:
            return None
        if event.type == pygame.MOUSEBUTTONDOWN:
            self.row = None
            return None
        if event.type == pygame.KEYUP and event.key == self._begun_by:
            self._begun_by = None
        name = next(iter(down), None) or pressed(event)
        if name is None or (event.type == pygame.KEYDOWN and event.key == self._begun_by):
            return {} if event.type in (pygame.KEYDOWN, pygame.KEYUP, pygame.TEXTINPUT) else None
        row, self.row = self.row, None
        if event.type == pygame.KEYDOWN and event.key == pygame.K_ESCAPE:
            return {}
        return rebound(config, row.key.path.partition(".")[2], name)
