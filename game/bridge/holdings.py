"""What a player says of a hand: which cards are high, which honours are guarded, what a double changes.

A **high** card is one that no card of its suit can beat any more; under trumps it can still be ruffed.
"""

from __future__ import annotations

from game.bridge.auction import Contract, score
from game.bridge.cards import HIGHEST, RANKS, bit, card_of, cards_of, rank_of, suit_of

_HONOUR = RANKS.index("T")


def higher_outside(card: int, own: int, gone: int) -> int:
    """How many higher cards of its suit the other side may still have: neither in `own` nor played."""
    suit = suit_of(card)
    higher = (card_of(suit, rank) for rank in range(rank_of(card) + 1, HIGHEST + 1))
    return sum(not (own | gone) & bit(each) for each in higher)


def winners(own: int, gone: int) -> tuple[int, ...]:
    """The cards of a hand that no card of their suit can beat any more, in `cards_of` order; `gone` were played."""
    return tuple(card for card in cards_of(own) if not higher_outside(card, own, gone))


def guarded(own: int, gone: int) -> tuple[int, ...]:
    """Honours (ten and up) with a smaller card for each higher one that may be outside, so that they can win later."""
    found = []
    for card in cards_of(own):
        outside = higher_outside(card, own, gone)
        smaller = sum(suit_of(each) == suit_of(card) and each < card for each in cards_of(own))
        if rank_of(card) >= _HONOUR and 0 < outside <= smaller:
            found.append(card)
    return tuple(found)


def unguarded_by(card: int, own: int, gone: int) -> tuple[int, ...]:
    """The honours that lose their guard when `card` is played from a hand, the highest first."""
    before, after = guarded(own, gone), guarded(own & ~bit(card), gone | bit(card))
    left = own & ~bit(card)
    lost = [each for each in before if each not in after and each != card and left & bit(each)]
    return tuple(each for each in sorted(lost, reverse=True) if higher_outside(each, left, gone | bit(card)))


def established(own: int, gone: int, played: int) -> tuple[int, ...]:
    """The cards of a hand that become high once the cards of the mask `played` are gone, in `cards_of` order."""
    before = winners(own, gone)
    return tuple(card for card in winners(own & ~played, gone | played) if card not in before)


def entries(own: int, gone: int, suit: int) -> tuple[int, ...]:
    """The high cards outside a suit, with which a player comes to the lead again."""
    return tuple(card for card in winners(own, gone) if suit_of(card) != suit)


def double_changes(contract: Contract) -> tuple[int, int]:
    """The points that a double adds: for a declarer who just makes the contract, for the other if it goes one down."""
    doubled = contract._replace(stake=2 * contract.stake)
    made, down = contract.needs, contract.needs - 1
    return score(doubled, made) - score(contract, made), score(contract, down) - score(doubled, down)
