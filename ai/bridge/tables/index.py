"""The index of the tables: a bijection between positions and whole numbers from 0 on, level by level.

A position of level n (n cards each) is a string of 2n bits, n of them ones, cut into four suits. The suits' lengths
are a *combination*, numbered in the order of `combinations`; the string is numbered by its `rank` among all strings
with n ones, in the order of their values as numbers (the combinatorial number system). Two orders of the two:

    suit-major   combination * C(2n, n) + rank     the order of our files; builds fast and compresses well
    rank-major   rank * combinations + combination the order of the flat export
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache, lru_cache
from math import comb
from operator import itemgetter
from typing import Literal, NamedTuple

import numpy as np
from numpy.typing import NDArray

from game.bridge.cards import NO_TRUMPS, RANKS, SUITS, bit, card_of
from game.bridge.endgame import Endgame

Strain = Literal["trump", "notrump"]
STRAINS: tuple[Strain, ...] = ("trump", "notrump")
Lengths = tuple[int, int, int, int]

LEVELS = 13
LONGEST = 13  # cards of a suit
HALF = 13  # bits of a string that one look-up ranks
NO_LEVEL = -1
PACKED: dict[Strain, tuple[float, ...]] = {  # entries a byte of the files
    "trump": (0.04, 0.16, 0.46, 1.58, 3.32, 5.9, 10.2, 16.8, 27.2, 43.1, 55.0, 60.7, 65.3),
    "notrump": (0.02, 0.11, 0.37, 1.31, 2.72, 5.07, 9.01, 14.8, 23.6, 36.2, 43.7, 49.1, 56.0),
}


@cache
def combinations(level: int, strain: Strain) -> tuple[Lengths, ...]:
    """The suits' lengths of a level by their number, as they stand in the string: (trumps; a, b, c) or (a, b, c, d)."""
    results: list[Lengths] = []
    for a in range(LONGEST + 1):
        for b in range(a, LONGEST + 1):
            for c in range(b, LONGEST + 1):
                rest = 2 * level - a - b - c
                if not 0 <= rest <= LONGEST:
                    continue
                if strain == "trump":
                    results.append((rest, a, b, c))
                elif rest >= c:
                    results.append((a, b, c, rest))
    return tuple(results)


def strings(level: int) -> int:
    """The number of strings of a level, C(2n, n)."""
    return comb(2 * level, level)


def positions(level: int, strain: Strain) -> int:
    """The number of entries of a level."""
    return len(combinations(level, strain)) * strings(level)


def estimate(level: int, strain: Strain) -> int:
    """About the bytes of a level's file: within a hundredth of those that were made, from level 3 on."""
    return int(positions(level, strain) / PACKED[strain][level - 1])


def rank(string: int) -> int:
    """The number of smaller strings of as many bits and ones."""
    result, k = 0, 0
    while string:
        lowest = string & -string
        k += 1
        result += comb(lowest.bit_length() - 1, k)
        string ^= lowest
    return result


def string(level: int, number: int) -> int:
    """The string of `level` with this rank: the inverse of `rank`."""
    result, left = 0, level
    for place in range(2 * level - 1, -1, -1):
        if left and comb(place, left) <= number:
            number -= comb(place, left)
            left -= 1
            result |= 1 << place
    return result


class EntryLocation(NamedTuple):
    """Place of an entry of a level: its combination and its rank."""

    level: int
    strain: Strain
    combination: int
    rank: int

    @property
    def suit_major(self) -> int:
        """The entry's number in our files."""
        return self.combination * strings(self.level) + self.rank

    @property
    def rank_major(self) -> int:
        """The entry's number in the flat export."""
        return self.rank * len(combinations(self.level, self.strain)) + self.combination

    @property
    def lengths(self) -> Lengths:
        """The lengths of the four suits in the string."""
        return combinations(self.level, self.strain)[self.combination]


def location_at(level: int, strain: Strain, number: int) -> EntryLocation:
    """The entry with this suit-major number."""
    return EntryLocation(level, strain, *divmod(number, strings(level)))


# -- the same as arrays --


class Index(NamedTuple):
    """The index for kernels.

    `numbers`: [no-trump, level, (b * 14 + c) * 14 + d] -> combination, b c d the last three lengths, -1 if none such;
    `low`: [last 13 bits] -> their share of the rank; `high`: [ones among those, the other bits] -> their share;
    `sizes`: [level] -> C(2n, n); `choose`: [n, k] -> C(n, k).
    """

    numbers: NDArray[np.int32]
    low: NDArray[np.int32]
    high: NDArray[np.int32]
    sizes: NDArray[np.int64]
    choose: NDArray[np.int64]


@cache
def arrays() -> Index:
    """The index as arrays; 0.6 MB, made once."""
    numbers = np.full((2, LEVELS + 1, 14**3), -1, np.int32)
    for kind, strain in enumerate(STRAINS):
        for level in range(1, LEVELS + 1):
            for number, (_, b, c, d) in enumerate(combinations(level, strain)):
                numbers[kind, level, (b * 14 + c) * 14 + d] = number
    sizes = np.array([strings(level) for level in range(LEVELS + 1)], np.int64)
    choose = np.array([[comb(n, k) for k in range(LEVELS * 2 + 1)] for n in range(LEVELS * 2 + 1)], np.int64)
    high = np.stack([_shares(HALF, ones) for ones in range(LEVELS + 1)])
    return Index(numbers, _shares(0, 0), high, sizes, choose)


def _shares(shift: int, ones: int) -> NDArray[np.int32]:
    """The share in the rank of each pattern of 13 bits that has `shift` bits and `ones` ones to its right."""
    patterns = np.arange(1 << HALF)
    shares = np.zeros(1 << HALF, np.int64)
    before = np.full(1 << HALF, ones)
    for place in range(HALF):
        chosen = patterns >> place & 1
        before += chosen
        binomials = np.array([comb(shift + place, k) for k in range(LEVELS + HALF + 1)])
        shares += chosen * binomials[before]
    shares[before > LEVELS] = 0  # more ones than any string has
    return shares.astype(np.int32)


# From the cards of a position to its number in the tables, step by step: what a person may want to follow.

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
class Numbering:
    """Numbering of positions. The `terms` add up to the rank."""

    segments: tuple[Segment, ...]
    bits: str
    terms: tuple[Term, ...]
    location: EntryLocation

    @property
    def string(self) -> int:
        """The string as a number."""
        return int(self.bits, 2)

    @property
    def combinations(self) -> int:
        """Number of combinations of lengths in the level."""
        return len(combinations(self.location.level, self.location.strain))


def numbering(endgame: Endgame) -> Numbering:
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
    location = EntryLocation(
        level, strain, _numbers(level, strain)[lengths], sum(term.adds for term in terms)
    )
    return Numbering(tuple(segments), bits, terms, location)


def _segment(first: int, second: int, suit: int) -> Segment:
    in_play = [rank for rank in reversed(range(len(RANKS))) if (first | second) >> card_of(suit, rank) & 1]
    bits = "".join(str(first >> card_of(suit, rank) & 1) for rank in in_play)
    return Segment(SUITS[suit], "".join(RANKS[rank] for rank in in_play), bits)


# -- the same in a hurry --


@cache
def _numbers(level: int, strain: Strain) -> dict[tuple[int, ...], int]:
    """The number of each combination."""
    return {result: number for number, result in enumerate(combinations(level, strain))}


def location_of(endgame: Endgame) -> EntryLocation:
    """Return the place of the entry of a position between two tricks."""
    return location_of_hands(endgame.first, endgame.second, endgame.strain)


def location_of_hands(leader: int, other: int, strain: int) -> EntryLocation:
    """Return the place of the entry of two hands as masks, with at least a card each."""
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
    return EntryLocation(level, table, number, rank(string))


@lru_cache(1 << 14)
def _suit(ours: int, in_play: int) -> tuple[int, int]:
    """The length of a suit and its pattern, from the ranks in play."""
    length, pattern = in_play.bit_count(), 0
    while in_play:
        top = in_play.bit_length() - 1
        pattern = pattern << 1 | ours >> top & 1
        in_play ^= 1 << top
    return length, pattern
