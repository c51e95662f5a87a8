"""Tricks, and the places of cards: in a hand, played, on show, or not known.

In the exchange a card of the stock lies open. Whoever takes the trick takes it too; the other takes the next one,
which only he sees. Both join the hands at once. The same code serves the table, where every card is known, and a
player, who does not know the other's hand: it counts the hidden cards, and what can be told about them.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import NamedTuple

from game.bridge.cards import DECK, SUITS, bit, playable, suit_mask, suit_of

Two = tuple[int, int]
Limits = tuple[int, ...]
SUIT_SETS = 1 << len(SUITS)  # a set of suits is a number: bit 0 spades, bit 3 clubs
NO_LIMITS: Limits = (0,) * SUIT_SETS


class Trick(NamedTuple):
    """A finished trick: who led, both cards, who took it; in the exchange what the winner and the loser took.

    `drawn` is None where it is not known; both are None in the play stage.
    """

    leader: int
    led: int
    reply: int
    winner: int
    shown: int | None = None
    drawn: int | None = None


@dataclass(frozen=True)
class Holdings:
    """Known places of the cards.

    `hands` are masks of the cards known to be in North's and South's hand, `hidden` how many more each holds. `at_most`
    says for each of the 16 sets of suits how many hidden cards can be of these suits: none of a suit that was not
    followed, besides what was drawn since. `gone` were played; `upturned` lies open on the stock.
    """

    hands: Two
    hidden: Two = (0, 0)
    at_most: tuple[Limits, Limits] = (NO_LIMITS, NO_LIMITS)
    gone: int = 0
    upturned: int | None = None

    @classmethod
    def dealt(cls, hands: tuple[int | None, int | None], size: int) -> Holdings:
        """The holdings after a deal in which a hand may be unknown, which then has `size` hidden cards."""
        north, south = (0 if hand is not None else size for hand in hands)
        limits = tuple((0, *[hidden] * (SUIT_SETS - 1)) for hidden in (north, south))
        return cls((hands[0] or 0, hands[1] or 0), (north, south), (limits[0], limits[1]))

    @property
    def unseen(self) -> int:
        """The mask of the cards of which nobody here knows where they are."""
        shown = 0 if self.upturned is None else bit(self.upturned)
        return DECK & ~(self.hands[0] | self.hands[1] | self.gone | shown)

    def possible(self, seat: int) -> int:
        """The mask of the cards that may be among the hidden ones of `seat`; 0 where none is hidden."""
        allowed = 0
        for suit in range(len(SUITS)):
            if self.at_most[seat][1 << suit]:
                allowed |= suit_mask(suit)
        return self.unseen & allowed if self.hidden[seat] else 0

    def playable(self, seat: int, led: int | None) -> int:
        """The cards that `seat` may play, as far as is known: all that it can hold, or those that follow suit."""
        known, possible = self.hands[seat], self.possible(seat)
        follows = 0 if led is None else suit_mask(suit_of(led))
        if known & follows:
            return (known | possible) & follows
        return known | possible if possible else playable(known, led)

    def plays(self, seat: int, card: int, led: int | None) -> Holdings:
        """The holdings once `seat` has played `card`, to `led` where it was not on lead."""
        hand, hidden, limits = self.hands[seat], self.hidden[seat], list(self.at_most[seat])
        if hand & bit(card):
            hand &= ~bit(card)
        else:
            hidden -= 1
            limits = [most - (suits >> suit_of(card) & 1) for suits, most in enumerate(limits)]
        if led is not None and suit_of(card) != suit_of(led):
            without = ~(1 << suit_of(led))
            limits = [min(most, limits[suits & without]) for suits, most in enumerate(limits)]
        return replace(self._with(seat, hand, hidden, limits), gone=self.gone | bit(card))

    def draws(self, seat: int, card: int | None) -> Holdings:
        """The holdings once `seat` has taken a card of the stock, which may be a hidden one."""
        hand, hidden, limits = self.hands[seat], self.hidden[seat], list(self.at_most[seat])
        if card is not None:
            return self._with(seat, hand | bit(card), hidden, limits)
        return self._with(seat, hand, hidden + 1, [most + bool(suits) for suits, most in enumerate(limits)])

    def turns(self, card: int | None) -> Holdings:
        """The holdings with another card on show, or none."""
        return replace(self, upturned=card)

    def counted(self) -> Holdings:
        """Return the holdings after counting.

        A player who has seen every card but those of one hand knows that hand.
        """
        for seat in (0, 1):
            if self.hidden[seat] == self.unseen.bit_count() and not self.hidden[1 - seat]:
                return self._with(seat, self.hands[seat] | self.unseen, 0, [0] * SUIT_SETS)
        return self

    def _with(self, seat: int, hand: int, hidden: int, limits: list[int]) -> Holdings:
        """The holdings in which one seat has another hand."""
        hands, counts, at_most = list(self.hands), list(self.hidden), list(self.at_most)
        hands[seat], counts[seat] = hand, hidden
        at_most[seat] = tuple(min(most, hidden) for most in limits)
        return replace(
            self, hands=(hands[0], hands[1]), hidden=(counts[0], counts[1]), at_most=(at_most[0], at_most[1])
        )
