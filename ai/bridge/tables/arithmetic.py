"""From the cards of a position to its number in the tables, step by step: what a person may want to follow."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache, lru_cache
from math import comb
from operator import itemgetter

from ai.bridge.tables.index import Spot, Strain, combinations, rank
from game.bridge.cards import NO_TRUMPS, RANKS, SUITS, bit, card_of
from game.bridge.endgame import Endgame

SUIT = (1 << len(RANKS)) - 1
SHIFTS = tuple(card_of(suit, 0) for suit in range(len(SUITS)))


@dataclass(frozen=True)
class Segment:
    """One suit of the string: its letter, its cards from the highest, and a bit each, 1 for the player on lead."""

    suit: str
    cards: str
    bits: str


@dataclass(frozen=True)
class Term:
    """The k-th one of the string from the right, at `place` (0 the last bit), adds C(place, k) to the rank."""

    place: int
    k: int
    adds: int


@dataclass(frozen=True)
class Arithmetic:
    """How a position is numbered. The `terms` add up to the rank."""

    segments: tuple[Segment, ...]
    bits: str
    terms: tuple[Term, ...]
    spot: Spot

    @property
    def string(self) -> int:
        """The string as a number."""
        return int(self.bits, 2)

    @property
    def combinations(self) -> int:
        """How many combinations of lengths the level has."""
        return len(combinations(self.spot.level, self.spot.strain))


def arithmetic(endgame: Endgame) -> Arithmetic:
    """The numbering of a position with at least a card a hand; with a card led, of the one before."""
    first = endgame.first if endgame.led is None else endgame.first | bit(endgame.led)
    segments = [_segment(first, endgame.second, suit) for suit in range(len(SUITS))]
    trumps = [] if endgame.strain == NO_TRUMPS else [segments.pop(endgame.strain)]
    segments = trumps + sorted(segments, key=lambda segment: len(segment.cards))
    bits = "".join(segment.bits for segment in segments)
    ones = [place for place, digit in enumerate(reversed(bits)) if digit == "1"]
    terms = tuple(Term(place, k, comb(place, k)) for k, place in enumerate(ones, 1))
    lengths = tuple(len(segment.cards) for segment in segments)
    strain: Strain = "trump" if trumps else "notrump"
    level = len(ones)
    spot = Spot(level, strain, _numbers(level, strain)[lengths], sum(term.adds for term in terms))
    return Arithmetic(tuple(segments), bits, terms, spot)


def _segment(first: int, second: int, suit: int) -> Segment:
    in_play = [rank for rank in reversed(range(len(RANKS))) if (first | second) >> card_of(suit, rank) & 1]
    bits = "".join(str(first >> card_of(suit, rank) & 1) for rank in in_play)
    return Segment(SUITS[suit], "".join(RANKS[rank] for rank in in_play), bits)


# -- the same in a hurry --


@cache
def _numbers(level: int, strain: Strain) -> dict[tuple[int, ...], int]:
    """The number of each combination."""
    return {found: number for number, found in enumerate(combinations(level, strain))}


def spot_of(endgame: Endgame) -> Spot:
    """Where the entry of a position between two tricks is."""
    return spot_of_hands(endgame.first, endgame.second, endgame.strain)


def spot_of_hands(leader: int, other: int, strain: int) -> Spot:
    """Where the entry of two hands as masks is, with at least a card each."""
    in_play = leader | other
    suits = [_suit(leader >> shift & SUIT, in_play >> shift & SUIT) for shift in SHIFTS]
    trumps = [] if strain == NO_TRUMPS else [suits.pop(strain)]
    suits = trumps + sorted(suits, key=itemgetter(0))
    string = 0
    for length, pattern in suits:
        string = string << length | pattern
    level = other.bit_count()
    table: Strain = "trump" if trumps else "notrump"
    number = _numbers(level, table)[suits[0][0], suits[1][0], suits[2][0], suits[3][0]]
    return Spot(level, table, number, rank(string))


@lru_cache(1 << 14)
def _suit(ours: int, in_play: int) -> tuple[int, int]:
    """The length of a suit and its pattern, from the ranks in play."""
    length, pattern = in_play.bit_count(), 0
    while in_play:
        top = in_play.bit_length() - 1
        pattern = pattern << 1 | ours >> top & 1
        in_play ^= 1 << top
    return length, pattern
