"""Cards in words, and chance, for the kernels of the player.

A set of cards is the lower 52 bits of a signed word; a card is the number of its bit, suit * 13 + rank:

    bit   0 … 12   13 … 25   26 … 38   39 … 51
          spades   hearts    diamonds  clubs        the two lowest, the ace highest in each suit

A strain is 0 to 3 for a suit, 4 for no-trump. No card is -1.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from ai.bits import count_bits, lowest_bit
from ai.kernel import inlined, tight

Words = NDArray[np.int64]
Numbers = NDArray[np.float64]
Chance = NDArray[np.uint64]

RANKS = 13
CARDS = 52
SUIT = (1 << RANKS) - 1
ALL = (1 << CARDS) - 1
NO_CARD = -1
NO_TRUMP = 4

LOSER, WINNER, DECLARER, DEFENDER = range(4)  # who leads to the play stage

_A, _B, _C = (np.uint64(n) for n in (0x9E3779B97F4A7C15, 0xBF58476D1CE4E5B9, 0x94D049BB133111EB))
_30, _27, _31, _32 = (np.uint64(n) for n in (30, 27, 31, 32))


def chance(seed: int) -> Chance:
    """The state of a stream of random numbers; the same for the same seed."""
    return np.array([seed & (1 << 64) - 1], np.uint64)


@inlined
def draw(state: Chance, below: int) -> int:
    """A random number from 0 to below - 1; `below` < 2^31. Splitmix64, Steele and others 2014."""
    state[0] += _A
    word = state[0]
    word = (word ^ (word >> _30)) * _B
    word = (word ^ (word >> _27)) * _C
    word ^= word >> _31
    return np.int64(((word >> _32) * np.uint64(below)) >> _32)  # type: ignore[return-value]


@inlined
def suit_of(card: int) -> int:
    """The suit of a card, 0 to 3."""
    return card // RANKS


@inlined
def cards_of(suit: int) -> int:
    """The set of all thirteen cards of a suit."""
    return SUIT << (suit * RANKS)


@inlined
def above(card: int) -> int:
    """The set of the higher cards of the same suit."""
    return cards_of(suit_of(card)) & ~((2 << card) - 1)


@inlined
def beats(reply: int, led: int, strain: int) -> bool:
    """Return True if the second card of a trick takes it."""
    if suit_of(reply) == suit_of(led):
        return reply > led
    return suit_of(reply) == strain


@inlined
def legal(hand: int, led: int) -> int:
    """The cards of a hand that may be played; `led` is the card to follow, or none."""
    if led == NO_CARD:
        return hand
    following = hand & cards_of(suit_of(led))
    return following if following else hand


@tight
def pick(cards: int, state: Chance) -> int:
    """A random card of a set that is not empty."""
    for _ in range(draw(state, count_bits(cards))):
        cards &= cards - 1
    return lowest_bit(cards)
