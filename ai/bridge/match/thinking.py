"""Kibitz as a player of matches: so many sampled deals for each decision, and no clock."""

from __future__ import annotations

from ai.bridge.decision.bidder import Bidder
from ai.bridge.decision.exchanger import Exchanger, Mind
from ai.bridge.decision.utility import utility
from ai.bridge.tables.folder import ready_levels
from game.bridge import Observation
from game.bridge.cards import card_name

WORLDS = 400  # where nothing is said


class Thinking:
    """The sampling player."""

    def __init__(self, seed: int, worlds: int | None = None) -> None:
        self._mind = Mind(seed)
        self._worlds = WORLDS if worlds is None else worlds

    def call(self, seen: Observation) -> str:
        return self.calls(seen)[0]

    def calls(self, seen: Observation) -> list[str]:
        """Every call that was weighed, best first."""
        self._mind.levels = ready_levels()  # they change no value
        bidder = Bidder(self._mind, seen, self._worlds)
        while bidder.run():
            pass
        return [each.call for each in bidder.found()]

    def card(self, seen: Observation) -> str:
        self._mind.levels = ready_levels()
        exchanger = Exchanger(self._mind, seen, utility(seen), self._worlds)
        while exchanger.run():
            pass
        return card_name(exchanger.found()[0].card)
