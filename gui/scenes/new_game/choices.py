"""A game's part of the New game scene: a draft of its settings, and what the settings do not hold."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Mapping, Sequence
from typing import Self

import pygame

from game import config as configuration
from game.chance import any_seed
from game.config import Config, Value
from game.errors import BadInput
from game.games import GAMES
from game.position import Position
from gui.context import AppContext, Destination, Scene
from gui.play.run_plan import Plan
from gui.scenes.form import Form, Question
from gui.ui.commands import Command


class Choices(ABC):
    """The choices of one game as they stand now: a draft of the settings, which is saved when the game begins.

    A game whose section has a seed lets digits write it; 0 draws another one each time. A seed chosen here is that
    of one game: the seed of all new games is a setting, and only the settings change it.
    """

    game: str
    section: str
    seeded = "pieces"  # what a seed brings
    instead = ""  # another game, where that was chosen here

    def __init__(self, config: Config) -> None:
        self.reply: Callable[[str], object] = lambda _: None  # says a sentence to the person
        self.draft = config
        self._seed = configuration.field(f"{self.section}.seed") if self.seeded else None
        self._writing = False  # whether the next digit belongs to the seed that is there

    @classmethod
    def of(cls, config: Config, like: Plan | None, play_style: str) -> Self:
        """The choices as the settings have them; `like` a run, or of a play style, where the game has such."""
        return cls(config)

    @property
    def start_words(self) -> str:
        """Label of the button that begins."""
        return "Start the game"

    def value(self, path: str) -> Value:
        """The value of a setting as it is chosen now."""
        return configuration.value(self.draft, path)

    def set(self, path: str, value: Value) -> None:
        self.draft = configuration.with_value(self.draft, path, value)

    def label(self, path: str) -> str:
        """Return the window's name of the chosen value."""
        return configuration.field(path).show(self.value(path))

    def changes(self, config: Config) -> Mapping[str, Value]:
        """Return the differences from the settings, but for the seed."""
        now = {each.path: self.value(each.path) for each in configuration.fields(self.section)}
        return {
            path: value
            for path, value in now.items()
            if path != f"{self.section}.seed" and value != configuration.value(config, path)
        }

    @abstractmethod
    def position(self) -> Position:
        """The game's first position, for the card. Raises `KibitzError`."""

    @abstractmethod
    def begin(self, context: AppContext, back: Scene) -> Scene:
        """The scene in which the game is played. Raises `KibitzError`."""

    @abstractmethod
    def questions(self) -> Sequence[Question]:
        """Everything that can be chosen, from top to bottom."""

    @abstractmethod
    def summary(self) -> tuple[str, str, str]:
        """Rules, who plays, and more on that."""

    # -- the seed --

    @property
    def seed(self) -> int:
        return int(self.value(f"{self.section}.seed"))

    def sow(self, seed: int, *, writing: bool = False) -> None:
        """Choose the seed; 0: another one each time."""
        assert self._seed is not None, "this game has a seed"
        self.set(self._seed.path, min(int(self._seed.high), max(0, seed)))
        self._writing = writing and self.seed > 0

    def draw_seed(self) -> None:
        """Draw a seed, to see it and note it down; where there is one, have another one each time."""
        self.sow(0 if self.seed else any_seed())

    def extra(self) -> Command:
        """The second button."""
        words = f"Remove seed {self.label(f'{self.section}.seed')}" if self.seed else "Choose a seed"
        return Command("D", self.draw_seed, label=words, name="draw")

    def on_board(self, text: str) -> Destination:
        """A game on the board of a fumen, or of rows of text. Raises `BadInput`."""
        raise BadInput(f"{GAMES[self.game].title} does not begin on a board")

    def commands(self) -> list[Command]:
        """More that can be done here."""
        return []

    def key(self, event: pygame.event.Event) -> bool:
        """React to a key; whether it was used."""
        if self._seed is None:
            return False
        if event.unicode.isdigit() and event.unicode.isascii():
            before = self.seed if self._writing else 0
            longer = before * 10 + int(event.unicode)
            self.sow(longer if longer <= self._seed.high else before, writing=True)
        elif event.key == pygame.K_BACKSPACE:
            self.sow(self.seed // 10, writing=True)
        else:
            return False
        return True

    def keys(self) -> list[tuple[str, str]]:
        """The keys for the help overlay."""
        return [
            ("0 to 9, Backspace", "type a seed; 0 alone: a new one in each game"),
            ("D", "choose a seed, or have a new one in each game"),
        ]

    # -- the picture --

    def fill(self, form: Form) -> None:
        form.ask(self, *self.questions())

    def fill_kind(self, form: Form) -> None:
        """The games of the same family, one beside the other."""
        family = GAMES[self.game].family
        kinds = [each for each in GAMES.values() if each.family == family and not each.by_moves]
        names = [each.name for each in kinds]

        def choose(number: int) -> None:
            self.instead = "" if names[number] == self.game else names[number]

        form.pills("kind", [each.title for each in kinds], names.index(self.game), choose)

    def fill_seed(self, form: Form) -> None:
        """The seed, and what it is for."""
        form.setting(self, f"{self.section}.seed")
        form.note(
            f"The same seed brings the same {self.seeded}. Type its digits, or 0 for a new one in each game."
        )
