"""The worth of every card by looking up what the position becomes: every lead, every reply, neighbours as one."""

from __future__ import annotations

from collections.abc import Callable, Iterator

from ai.bridge.solved import CardWorth, Solved
from ai.bridge.tables.arithmetic import spot_of_hands
from ai.bridge.tables.index import Spot
from game.bridge.cards import RANKS, beats, bit, playable
from game.bridge.endgame import Endgame

Value = Callable[[Spot], int]


def probed(endgame: Endgame, value: Value) -> Solved:
    """What `endgame` and each of its cards is worth, where `value` tells the tricks of a player on lead."""
    table = _Tables(endgame.strain, value)
    first, second = endgame.first, endgame.second
    if endgame.led is None:
        found = [
            (cards, table.after_lead(first & ~bit(cards[0]), second, cards[0]))
            for cards in _neighbours(first, first, first | second)
        ]
    else:
        found = [
            (cards, table.after_trick(first, second, endgame.led, cards[0]))
            for cards in _replies(first, second, endgame.led)
        ]
    worth = {card: tricks for cards, tricks in found for card in cards}
    ranked = [CardWorth(card, worth[card]) for card in endgame.legal()]
    ranked.sort(key=lambda one: one.tricks, reverse=endgame.led is None)
    return Solved(ranked[0].tricks, tuple(ranked), "table", 0)


class _Tables:
    """Looks each position up once."""

    def __init__(self, strain: int, value: Value) -> None:
        self._strain, self._value = strain, value
        self._known: dict[Spot, int] = {}

    def after_lead(self, first: int, second: int, led: int) -> int:
        """The tricks of `first`, which has led `led`: the fewest over all replies."""
        return min(self.after_trick(first, second, led, cards[0]) for cards in _replies(first, second, led))

    def after_trick(self, first: int, second: int, led: int, reply: int) -> int:
        """The tricks of `first` once `reply` was played to `led`."""
        second &= ~bit(reply)
        left, lost = second.bit_count(), beats(reply, led, self._strain)
        if not left:
            return int(not lost)
        leader, other = (second, first) if lost else (first, second)
        spot = spot_of_hands(leader, other, self._strain)
        if spot not in self._known:
            self._known[spot] = self._value(spot)
        return left - self._known[spot] if lost else 1 + self._known[spot]


def _replies(first: int, second: int, led: int) -> Iterator[list[int]]:
    """The cards of `second` that may be played to `led`, neighbours together: the card led separates them."""
    return _neighbours(playable(second, led), second, first | second | bit(led))


def _neighbours(legal: int, hand: int, in_play: int) -> Iterator[list[int]]:
    """The cards of `legal`, those together that nothing in play but their own hand lies between."""
    found: list[int] = []
    while in_play:
        card = in_play.bit_length() - 1
        in_play ^= bit(card)
        if found and (not hand & bit(card) or card // len(RANKS) != found[0] // len(RANKS)):
            yield found
            found = []
        if legal & bit(card):
            found.append(card)
    if found:
        yield found
