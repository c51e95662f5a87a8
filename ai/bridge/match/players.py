"""Who can play a match: the project's own player, greedy, and random."""

from __future__ import annotations

from random import Random
from typing import Protocol

from ai.bridge.engines.rules_of_thumb import call_by_rule, greedy_card, random_card
from game.bridge import Observation
from game.bridge.cards import card_name
from game.errors import BadInput

PLAYERS = ("kibitz", "greedy", "random")


class Player(Protocol):
    """One side of a match, up to the play stage, which everybody plays perfectly."""

    def call(self, seen: Observation) -> str:
        """The next call of the auction."""
        ...

    def card(self, seen: Observation) -> str:
        """The next card of the exchange."""
        ...


class ByRule:
    """Bids by rule; exchanges by greed, or by chance where there is `luck`."""

    def __init__(self, luck: Random | None = None) -> None:
        self._luck = luck

    def call(self, seen: Observation) -> str:
        return call_by_rule(seen)

    def card(self, seen: Observation) -> str:
        return card_name(greedy_card(seen) if self._luck is None else random_card(seen, self._luck))


def player(name: str, seed: int, worlds: int | None) -> Player:
    """The player called `name`. Raises `BadInput` for a name unknown here."""
    if name == "greedy":
        return ByRule()
    if name == "random":
        return ByRule(Random(seed))
    if name == "kibitz":
        from ai.bridge.match.thinking import Thinking

        return Thinking(seed, worlds)
    raise BadInput(f"no bridge player called {name[:40]!r}; known: {', '.join(PLAYERS)}")
