"""The exact tricks of play-stage positions, with whatever levels of the tables are at hand."""

from __future__ import annotations

from typing import Literal

import msgspec
import numpy as np

from ai.bridge.solver.room import FROM_TABLE, NODES, TABLE_BITS, Levels, Words, new_room, no_levels
from ai.bridge.solver.worth import NOT_LED, tricks_of
from game.bridge.endgame import Endgame

Source = Literal["table", "search"]


class CardWorth(msgspec.Struct, frozen=True):
    """A legal card (13 * suit + rank) and the tricks that the first hand takes once it is played."""

    card: int
    tricks: int


class Solved(msgspec.Struct, frozen=True):
    """The tricks of the first hand from here on with best play, and after each legal card, best card first.

    `source` is `table` where every answer was looked up; `nodes` counts the positions that were expanded.
    """

    tricks: int
    cards: tuple[CardWorth, ...]
    source: Source
    nodes: int


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
