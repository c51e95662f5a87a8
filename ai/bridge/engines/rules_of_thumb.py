"""The simple players in plain Python: bidding by length and points, exchanging by greed, or by chance.

They are what the engine is measured against.
"""

from __future__ import annotations

from math import floor
from random import Random

from ai.bridge.decision.seen import least_level
from game.bridge import Observation
from game.bridge.auction import LEVELS, PASS, is_bid
from game.bridge.cards import STRAINS, SUITS, beats, cards_of, lengths, playable, rank_of, suit_of

HONOURS = {12: 5.0, 11: 3.6, 10: 2.2, 9: 1.2}  # the worth of ace to jack of a side suit
LOW, TRUMP, TRUMP_RANK = 0.08, 4.0, 0.35


def worth(card: int, strain: int) -> float:
    """What greedy thinks a card is worth."""
    rank = rank_of(card)
    if suit_of(card) == strain:
        return TRUMP + TRUMP_RANK * rank
    return HONOURS.get(rank, LOW * rank)


def greedy_card(seen: Observation) -> int:
    """The card that greedy plays in the exchange; the first of equals, spades to clubs, two to ace."""
    assert seen.contract is not None, "an exchange has a contract"
    assert seen.upturned is not None, "an exchange has a card on show"
    strain = seen.contract.strain
    unseen = [worth(card, strain) for card in cards_of(seen.unseen)]
    blind, gain = sum(unseen) / max(1, len(unseen)), worth(seen.upturned, strain)

    def liking(card: int) -> float:
        p = _chance(card, seen, strain)
        return p * gain + (1 - p) * blind - worth(card, strain)

    return max(sorted(cards_of(playable(seen.own, seen.led))), key=liking)


def _chance(card: int, seen: Observation, strain: int) -> float:
    """The chance to take the trick: known to the second player, guessed by the leader."""
    if seen.led is not None:
        return 1.0 if beats(card, seen.led, strain) else 0.0
    against = cards_of(seen.unseen | seen.theirs)
    higher = sum(suit_of(other) == suit_of(card) and other > card for other in against)
    p = max(0.05, 1 - 0.3 * higher)
    return p if suit_of(card) == strain else 0.9 * p


def random_card(seen: Observation, luck: Random) -> int:
    """Any legal card, all equally likely."""
    return luck.choice(cards_of(playable(seen.own, seen.led)))


def expected_tricks(hand: int, suit: int) -> float:
    """The tricks that a greedy declarer takes on average with this hand as dealt: a fit over 12,000 deals."""
    points = sum(max(0, rank_of(card) - 8) for card in cards_of(hand))
    return 7.05 + 0.78 * (lengths(hand)[suit] - 4) + 0.184 * (points - 10)


def call_by_rule(seen: Observation) -> str:
    """The longest suit at the lowest level that outbids, if as many tricks are expected; else a pass."""
    held = lengths(seen.dealt)
    suit = max(range(len(SUITS)), key=lambda each: held[each])
    standing = next((call for call in reversed(seen.calls) if is_bid(call)), None)
    level = least_level(suit, standing)
    if level in LEVELS and 6 + level <= floor(expected_tricks(seen.dealt, suit)):
        return f"{level}{STRAINS[suit]}"
    return PASS
