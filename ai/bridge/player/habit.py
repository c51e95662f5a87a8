"""A quick exchanger whose likings were fitted to the truth: what plays both hands to the end in the sampled deals.

It knows what its player knows and nothing else. The liking of a card is a sum of weights, in tricks: what the
card is worth in the hand, by how many higher cards are still about and by the length of its suit; what the card on
show is worth, by the same, times the chance to take the trick. Weights are apart for five phases of the exchange, for
trumps and side suits, and for no-trump.

A row of weights, one for each of no-trump and trump games, and phase:

    KEEP [kind, higher, length]  RANK [kind, rank]  LENGTH [kind, length]  TAKE [kind, higher, length]
    GIFT [kind, rank]  TRICK  CALL [kind, chance, quality]
"""

from __future__ import annotations

from ai.bits import count_bits, lowest_bit
from ai.bridge.player.layout import (
    NO_CARD,
    NO_TRUMP,
    RANKS,
    Numbers,
    Words,
    above,
    beats,
    cards_of,
    legal,
    suit_of,
)
from ai.kernel import inlined, small, tight

HIGHER, LENGTHS, LONG = 6, 6, 9  # steps of the scales; more counts as the last
KEEP = 0
RANK = KEEP + 2 * HIGHER * LENGTHS
LENGTH = RANK + 2 * RANKS
TAKE = LENGTH + 2 * LONG
GIFT = TAKE + 2 * HIGHER * LENGTHS
TRICK = GIFT + 2 * RANKS
CALL = TRICK + 1
ROW = CALL + 2 * 5 * 5
PHASES = 5
WEIGHTS = 2 * PHASES * ROW
MOST_TERMS = 8


@inlined
def _square(kind: int, higher: int, length: int) -> int:
    return (kind * HIGHER + min(higher, HIGHER - 1)) * LENGTHS + min(length, LENGTHS - 1)


@small
def row_of(tricks: int, strain: int) -> int:
    """Where the weights begin that hold after so many tricks of the exchange."""
    phase = tricks // 3 if tricks < 9 else 3 if tricks < 11 else 4
    return ((1 if strain == NO_TRUMP else 0) * PHASES + phase) * ROW


@inlined
def _hold(card: int, hidden: int, held: int) -> float:
    """The chance that no higher card of the suit is among `held` cards drawn from those that are hidden."""
    total, p = count_bits(hidden), 1.0
    for i in range(count_bits(above(card) & hidden)):
        p *= max(0.0, 1.0 - held / max(1.0, total - i))
    return p


@tight
def terms(
    card: int,
    hand: int,
    unseen: int,
    known: int,
    shown: int,
    led: int,
    strain: int,
    row: int,
    index: Words,
    value: Numbers,
) -> int:
    """The terms of the liking of `card`: their places and factors; how many there are."""
    about = unseen | known
    suit = suit_of(card)
    kind = 1 if suit == strain else 0
    length = count_bits(hand & cards_of(suit))
    index[0] = row + KEEP + _square(kind, count_bits(above(card) & about), length - 1)
    index[1] = row + RANK + kind * RANKS + card % RANKS
    index[2] = row + LENGTH + kind * LONG + min(length, LONG) - 1
    value[0] = value[1] = value[2] = 1.0
    gift = suit_of(shown)
    prize = 1 if gift == strain else 0
    higher = count_bits(above(shown) & about)
    index[3] = row + TAKE + _square(prize, higher, count_bits(hand & ~(1 << card) & cards_of(gift)))
    index[4] = row + GIFT + prize * RANKS + shown % RANKS
    if led != NO_CARD:
        if not beats(card, led, strain):
            return 3
        index[5] = row + TRICK
        value[3] = value[4] = value[5] = 1.0
        return 6
    p = _hold(card, unseen, 13 - count_bits(known)) if not above(card) & known else 0.0
    step = 0 if p < 0.15 else 1 if p < 0.4 else 2 if p < 0.7 else 3 if p < 0.95 else 4
    index[5] = row + CALL + (kind * 5 + step) * 5 + (4 if prize else max(0, 3 - higher))
    value[3] = value[4] = p
    value[5] = 1.0
    return 6


@tight
def liking(
    card: int,
    hand: int,
    unseen: int,
    known: int,
    shown: int,
    led: int,
    strain: int,
    row: int,
    weights: Numbers,
    index: Words,
    value: Numbers,
) -> float:
    """How much it likes to play `card`, in tricks; only differences between cards mean anything."""
    total = 0.0
    for i in range(terms(card, hand, unseen, known, shown, led, strain, row, index, value)):
        total += weights[index[i]] * value[i]
    return total


@tight
def liked(
    hand: int,
    unseen: int,
    known: int,
    shown: int,
    led: int,
    strain: int,
    tricks: int,
    weights: Numbers,
    index: Words,
    value: Numbers,
) -> int:
    """The card it likes best; the first of equals."""
    row = row_of(tricks, strain)
    best, most, left = NO_CARD, -1e300, legal(hand, led)
    while left:
        card = lowest_bit(left)
        left &= left - 1
        now = liking(card, hand, unseen, known, shown, led, strain, row, weights, index, value)
        if now > most:
            best, most = card, now
    return best
