"""What a game brings to the screen of a new game."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import NamedTuple, Protocol

import pygame

from game.config import Config, Value
from game.position import Position
from gui.drawing.canvas import Box, Canvas
from gui.salon import Salon
from gui.scene import Scene
from gui.scenes.new_game.form import Form

# the games of Tetris, one beside the other
KINDS = (("tetris", "Guideline"), ("four-wide", "Four-wide"), ("classic", "Classic"))


class Turn(NamedTuple):
    """A second button beside the one that begins: its name, its words, its key, what it does."""

    name: str
    words: str
    key: str
    press: Callable[[], object]


class Choices(Protocol):
    """The choices of one game, as they stand now."""

    game: str
    instead: str  # another game, where that was chosen here; else empty

    @property
    def start_words(self) -> str:
        """What the button says that begins."""
        ...

    def fill(self, form: Form) -> None:
        """Draw everything that can be chosen."""
        ...

    def turn(self) -> Turn | None:
        """What the second button does."""
        ...

    def position(self) -> Position:
        """The game's first position, for the card. Raises `KibitzError`."""
        ...

    def draw_summary(self, canvas: Canvas, box: Box) -> None:
        """Say in up to three lines, 28 units each, what was chosen."""
        ...

    def changes(self, config: Config) -> Mapping[str, Value]:
        """What differs from the settings and has a place in them."""
        ...

    def begin(self, salon: Salon, back: Scene) -> Scene:
        """The scene in which the game is played. Raises `KibitzError`."""
        ...

    def key(self, event: pygame.event.Event, focus: str) -> bool:
        """React to a key while the target `focus` has the keyboard; whether it was used."""
        ...

    def keys(self) -> list[tuple[str, str]]:
        """The keys for the help overlay."""
        ...
