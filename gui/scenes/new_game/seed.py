"""The seed of a new game: written, stepped through, drawn by chance, or another one each time.

It is that of this one game. A seed of all new games is a setting, and only there it is changed.
"""

from __future__ import annotations

from dataclasses import dataclass

import pygame

from game.chance.seeds import SEEDS, any_seed
from gui.drawing.letters import grouped
from gui.scenes.new_game.choices import Turn
from gui.scenes.new_game.form import Form


@dataclass
class SeedChoice:
    """A seed from 1 to `SEEDS` - 1, or 0: another one each time."""

    value: int = 0
    _writing: bool = False  # whether the next digit belongs to the number that is there

    def sow(self, seed: int) -> None:
        """Choose the seed; 0: another one each time."""
        self.value = min(SEEDS - 1, max(0, seed))
        self._writing = False

    def draw(self) -> None:
        """Draw a seed by chance, to see it and note it down; where there is one, have another one each time."""
        self.sow(0 if self.value else any_seed())

    def turn(self) -> Turn:
        """The second button of a new game."""
        words = "Another seed each time" if self.value else "Draw a seed"
        return Turn("draw", words, "D", self.draw)

    def key(self, event: pygame.event.Event) -> bool:
        """Digits write a seed, wherever the focus is; Backspace takes the last one away. Whether it was used."""
        if event.unicode.isdigit() and event.unicode.isascii():
            before = self.value if self._writing else 0
            self.sow(10 * before + int(event.unicode) if before < SEEDS // 10 else before)
            self._writing = self.value > 0
        elif event.key == pygame.K_BACKSPACE:
            self.sow(self.value // 10)
            self._writing = self.value > 0
        else:
            return False
        return True

    def keys(self) -> list[tuple[str, str]]:
        """The keys for the help overlay."""
        return [
            ("0 to 9, Backspace", "write a seed; 0 alone: another one each time"),
            ("D", "draw a seed by chance, or another one each time"),
        ]

    def fill(self, form: Form, *, none: str = "another each time", wide: float = 176.0) -> None:
        """Draw the seed between its two signs; `none` says what 0 means."""
        words = f"seed {grouped(self.value)}" if self.value else none
        form.stepper("seed", words, lambda by: self.sow(self.value + by), wide)

    def note(self, form: Form, what: str = "pieces") -> None:
        """Say what a seed is for."""
        form.note(
            f"Equal seeds bring equal {what}. Digits write one for this game, 0 alone draws another each time."
        )
