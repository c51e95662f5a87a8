"""The exact tricks of play-stage positions, with whatever levels of the tables are at hand."""

from __future__ import annotations

import numpy as np

from ai.bridge.solved import CardWorth, Solved
from ai.bridge.solver.room import FROM_TABLE, NODES, TABLE_BITS, Levels, Words, new_room, no_levels
from ai.bridge.solver.worth import NOT_LED, tricks_of
from game.bridge.endgame import Endgame


class Solver:
    """An exact solver that keeps what it finds. Not to be shared between threads."""

    def __init__(self, levels: Levels | None = None, table_bits: int = TABLE_BITS) -> None:
        """With 2^`table_bits` results of 16 bytes, and no tables unless `levels` are given."""
        self.levels = no_levels() if levels is None else levels
        self.room = new_room(table_bits)
        self._worth = np.zeros(52, np.int64)
        self._nothing = np.zeros(0, np.int64)

    def tricks(self, endgame: Endgame) -> int:
        """The tricks that the first hand takes from here on if both play their best."""
        return self._ask(endgame, self._nothing)

    def cards(self, endgame: Endgame) -> Solved:
        """The same with the worth of every legal card of the hand to play."""
        self.room.tally[:] = 0
        best = self._ask(endgame, self._worth)
        found = [CardWorth(card, int(self._worth[card])) for card in endgame.legal()]
        found.sort(key=lambda one: one.tricks, reverse=endgame.led is None)
        nodes, looked_up = int(self.room.tally[NODES]), int(self.room.tally[FROM_TABLE])
        return Solved(best, tuple(found), "table" if looked_up and not nodes else "search", nodes)

    def _ask(self, endgame: Endgame, out: Words) -> int:
        led = NOT_LED if endgame.led is None else endgame.led
        return tricks_of(self.room, self.levels, endgame.first, endgame.second, endgame.strain, led, out)


__all__ = ["CardWorth", "Solved", "Solver"]
