"""The seed of a new game: written, stepped through, drawn by chance, or another one each time."""

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

    def sow(self, seed: int) -> None:
        """Choose the seed; 0: another one each time."""
        self.value = min(SEEDS - 1, max(0, seed))

    def draw(self) -> None:
        """Draw a seed by chance, to keep it."""
        self.sow(any_seed())

    def turn(self) -> Turn:
        """The second button of a new game."""
        words = f"Seed {grouped(self.value)}" if self.value else "Draw a seed"
        return Turn("draw", words, "D", self.draw)

    def key(self, event: pygame.event.Event) -> bool:
        """Digits write the seed, wherever the focus is; Backspace takes the last one away. Whether it was used."""
        if event.unicode.isdigit() and event.unicode.isascii():
            self.sow(int(f"{self.value}{event.unicode}") if self.value < SEEDS // 10 else self.value)
        elif event.key == pygame.K_BACKSPACE:
            self.sow(self.value // 10)
        else:
            return False
        return True

    def keys(self) -> list[tuple[str, str]]:
        """The keys for the help overlay."""
        return [("0 to 9, Backspace", "write the seed"), ("D", "draw a seed by chance")]

    def fill(self, form: Form, *, none: str = "another each time", wide: float = 176.0) -> None:
        """Draw the seed between its two signs; `none` says what 0 means."""
        words = f"seed {grouped(self.value)}" if self.value else none
        form.stepper("seed", words, lambda by: self.sow(self.value + by), wide)

    def note(self, form: Form, what: str = "pieces") -> None:
        """Say what a seed is for."""
        form.note(f"Equal seeds bring equal {what}. Digits write a seed, 0 draws another one each time.")
