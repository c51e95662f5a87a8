"""The draft that is worked on, with every step taken back and forth, and the seat that is given cards."""

from __future__ import annotations

import random
from collections.abc import Callable
from dataclasses import replace

from game.bridge.cards import NO_TRUMPS
from game.errors import KibitzError
from gui.scenes.deal_editor.draft import SOUTH, STARTS, STOCK, Draft

_MOST_STEPS = 500
_LEVELS = 7


class Desk:
    """Changes the draft step by step; `say` is told why something cannot be done."""

    def __init__(self, draft: Draft, say: Callable[[str], object]) -> None:
        self.draft = draft
        self.to = SOUTH
        self.chance = random.Random()
        self._say = say
        self._before: list[Draft] = []
        self._after: list[Draft] = []

    def change(self, draft: Draft) -> None:
        """Go on with another draft."""
        if draft != self.draft:
            self._before = [*self._before[-_MOST_STEPS:], self.draft]
            self._after.clear()
            self.draft = draft

    def undo(self) -> None:
        """Take the last change back."""
        if self._before:
            self._after.append(self.draft)
            self.draft = self._before.pop()

    def redo(self) -> None:
        """Make the change again that was taken back."""
        if self._after:
            self._before.append(self.draft)
            self.draft = self._after.pop()

    def give_to(self, seat: int) -> None:
        """Choose who is given the next cards: North, South or the stock."""
        self.to = seat

    def give(self, card: int, to: int | None = None) -> None:
        """Give a card to whoever is chosen."""
        self.attempt(lambda: self.draft.given(card, self.to if to is None else to))

    def take(self, card: int) -> None:
        """Put a card of a hand below the stock."""
        holder = self.draft.holder(card)
        if holder != STOCK:
            self.give(card, holder)

    def read(self, text: str) -> bool:
        """Take over a deal that was written or pasted; False where it cannot be read."""
        return self.attempt(lambda: Draft.read(text, self.draft))

    def attempt(self, build: Callable[[], Draft]) -> bool:
        """Change to what `build` gives; where it cannot, the reason is said."""
        try:
            self.change(build())
        except KibitzError as error:
            self._say(f"{str(error).rstrip('.')}.")
            return False
        return True

    # -- one thing after the other --

    def fill(self) -> None:
        """Fill both hands by chance."""
        self.change(self.draft.filled(self.chance))

    def empty(self) -> None:
        """Put every card into the stock."""
        self.change(self.draft.emptied())

    def swap(self) -> None:
        """Exchange the two hands."""
        self.change(self.draft.exchanged())

    def begin_at(self, number: int) -> None:
        """Choose where the play begins."""
        self.change(replace(self.draft, start=STARTS[number], led=None))

    def seat_first(self, seat: int) -> None:
        """Choose who deals, declares or leads."""
        self.change(replace(self.draft, first=seat, led=None))

    def rise(self, by: int) -> None:
        """Change the level of the contract."""
        self.change(replace(self.draft, level=min(_LEVELS, max(1, self.draft.level + by))))

    def choose_strain(self, strain: int) -> None:
        """Choose trumps, or none."""
        assert 0 <= strain <= NO_TRUMPS
        self.change(replace(self.draft, strain=strain))
