"""Finesse: the keys that a person presses for a piece, counted as players count them."""

from __future__ import annotations

import msgspec
import pygame

from game.practice.attempt import Answer
from game.practice.problem import Keys
from gui.ui.text import counted

_COUNTED = {"left": 1, "right": 1, "cw": 1, "ccw": 1, "down": 1, "flip": 2}


class KeyCount:
    """The number of keys pressed since the piece came. One that is held, and repeats, counts once."""

    def __init__(self) -> None:
        self.used = 0
        self._down: set[int] = set()

    def hear(self, event: pygame.event.Event, action: str) -> None:
        """Take an event of the keyboard; `action` is what its key does to the piece, empty for nothing."""
        if event.type == pygame.KEYUP:
            self._down.discard(event.key)
        elif event.key not in self._down:
            self._down.add(event.key)
            self.used += _COUNTED.get(action, 0)

    def judged(self, task: Keys, answer: Answer) -> Answer:
        """The judgement on a placement with the keys: too many are wrong. With the mouse no key is pressed."""
        if answer.grade != "right" or self.used == task.keys:
            return answer
        return msgspec.structs.replace(answer, grade="wrong" if self.used > task.keys else "fine")

    def words(self, task: Keys) -> tuple[str, str]:
        """The keys that were pressed, as a figure and what it is measured by."""
        return counted(self.used, "key"), f"{counted(task.keys, 'key')} would do"
