"""What a game brings to the New game scene: a draft of its settings, and what the settings do not hold."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Mapping
from typing import NamedTuple

import pygame

from game import config as configuration
from game.chance.seeds import any_seed
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


class Choices(ABC):
    """The choices of one game as they stand now: a draft of the settings, which is saved when the game begins.

    A game whose section has a seed lets digits write it; 0 draws another one each time.
    """

    game: str
    section: str
    instead = ""  # another game, where that was chosen here

    def __init__(self, config: Config) -> None:
        self.draft = config
        self._unsaved: dict[str, Value] = {}  # values that came from elsewhere and are not to be saved

    @property
    def start_words(self) -> str:
        """What the button says that begins."""
        return "Start the game"

    def value(self, path: str) -> Value:
        """The value of a setting as it is chosen now."""
        return configuration.value(self.draft, path)

    def set(self, path: str, value: Value) -> None:
        """Choose the value of a setting."""
        self.draft = configuration.with_value(self.draft, path, value)

    def label(self, path: str) -> str:
        """What is chosen, as the window calls it."""
        return configuration.field(path).show(self.value(path))

    def changes(self, config: Config) -> Mapping[str, Value]:
        """What differs from the settings."""
        now = {each.path: self.value(each.path) for each in configuration.fields(self.section)}
        return {
            path: value
            for path, value in now.items()
            if value not in (configuration.value(config, path), self._unsaved.get(path))
        }

    @abstractmethod
    def position(self) -> Position:
        """The game's first position, for the card. Raises `KibitzError`."""

    @abstractmethod
    def begin(self, salon: Salon, back: Scene) -> Scene:
        """The scene in which the game is played. Raises `KibitzError`."""

    # -- the seed --

    @property
    def seed(self) -> int:
        return int(self.value(f"{self.section}.seed"))

    def sow(self, seed: int) -> None:
        """Choose the seed; 0: another one each time."""
        self.set(
            f"{self.section}.seed", min(int(configuration.field(f"{self.section}.seed").high), max(0, seed))
        )

    def turn(self) -> Turn:
        """The second button."""
        words = f"Seed {self.label(f'{self.section}.seed')}" if self.seed else "Draw a seed"
        return Turn("draw", words, "D", lambda: self.sow(any_seed()))

    def key(self, event: pygame.event.Event, focus: str) -> bool:
        """React to a key while the target `focus` has the keyboard; whether it was used."""
        if event.unicode.isdigit() and event.unicode.isascii():
            longer = self.seed * 10 + int(event.unicode)
            self.sow(longer if longer <= configuration.field(f"{self.section}.seed").high else self.seed)
        elif event.key == pygame.K_BACKSPACE:
            self.sow(self.seed // 10)
        else:
            return False
        return True

    def keys(self) -> list[tuple[str, str]]:
        """The keys for the help overlay."""
        return [("0 to 9, Backspace", "write the seed"), ("D", "draw a seed by chance")]

    # -- the picture --

    @abstractmethod
    def fill(self, form: Form) -> None:
        """Draw everything that can be chosen."""

    def fill_kind(self, form: Form) -> None:
        """The games of Tetris."""
        games = [game for game, _ in KINDS]

        def choose(number: int) -> None:
            self.instead = "" if games[number] == self.game else games[number]

        form.pills("kind", [words for _, words in KINDS], games.index(self.game), choose)
        form.apart()

    def fill_seed(self, form: Form, what: str = "pieces") -> None:
        """The seed, and what it is for."""
        form.setting(self, f"{self.section}.seed")
        form.note(f"The same seed brings the same {what}. Type digits to set it.")

    @abstractmethod
    def summary(self) -> tuple[str, str, str]:
        """Rules, who plays, and more on that."""

    def draw_summary(self, canvas: Canvas, box: Box) -> None:
        """Say in up to three lines, 28 units each, what was chosen."""
        x, y, width, _ = box
        colour = canvas.theme.colour
        styles = (("label", colour.text3, 0), ("body", colour.text, 32), ("label", colour.text2, 58))
        for words, (style, ink, down) in zip(self.summary(), styles, strict=True):
            canvas.text((x, y + down), canvas.fitted(words, style, width), style, ink)
