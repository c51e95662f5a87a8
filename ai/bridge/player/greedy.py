"""Greed in kernels: what a player does who weighs what a card may win against what it is worth, and looks no further.

It is one of the two kinds of players that the other is taken for. The rule itself is told, and written plainly, in
`ai/bridge/engines/rules_of_thumb.py`.
"""

from __future__ import annotations

from ai.bits import count_bits, lowest_bit
from ai.bridge.player.layout import NO_CARD, RANKS, above, beats, legal, suit_of
from ai.kernel import inlined, tight


@inlined
def worth(card: int, strain: int) -> float:
    """What greedy thinks a card is worth."""
    rank = card % RANKS
    if suit_of(card) == strain:
        return 4.0 + 0.35 * rank
    if rank >= 9:
        return 5.0 if rank == 12 else 3.6 if rank == 11 else 2.2 if rank == 10 else 1.2
    return 0.08 * rank


@tight
def mean_worth(cards: int, strain: int) -> float:
    """The mean worth of a set of cards; 0 for none."""
    total, left = 0.0, cards
    while left:
        total += worth(lowest_bit(left), strain)
        left &= left - 1
    return total / max(1, count_bits(cards))


@inlined
def _hope(card: int, led: int, against: int, strain: int) -> float:
    """Greedy's estimate of taking the trick with `card`; `against` are the cards that the other may hold."""
    if led != NO_CARD:
        return 1.0 if beats(card, led, strain) else 0.0
    p = max(0.05, 1.0 - 0.3 * count_bits(above(card) & against))
    return p if suit_of(card) == strain else 0.9 * p


@tight
def greedy(hand: int, unseen: int, known: int, shown: int, led: int, strain: int) -> int:
    """The card that greedy plays; the arguments are those of `liked` in `habit.py`."""
    gain, blind = worth(shown, strain), mean_worth(unseen, strain)
    best, most, left = NO_CARD, -1e9, legal(hand, led)
    while left:
        card = lowest_bit(left)
        left &= left - 1
        p = _hope(card, led, unseen | known, strain)
        value = p * gain + (1.0 - p) * blind - worth(card, strain)
        if value > most:
            best, most = card, value
    return best
