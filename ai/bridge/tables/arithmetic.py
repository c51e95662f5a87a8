"""From the cards of a position to its number in the tables, step by step: what a person may want to follow."""

from __future__ import annotations

from dataclasses import dataclass
from math import comb

from ai.bridge.tables.index import Spot, Strain, combinations, rank
from game.bridge.cards import NO_TRUMPS, RANKS, SUITS, bit, card_of
from game.bridge.endgame import Endgame

Lengths = tuple[int, int, int, int]


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
    spot = Spot(level, strain, _number(level, strain, lengths), sum(term.adds for term in terms))
    return Arithmetic(tuple(segments), bits, terms, spot)


def _segment(first: int, second: int, suit: int) -> Segment:
    in_play = [rank for rank in reversed(range(len(RANKS))) if (first | second) >> card_of(suit, rank) & 1]
    bits = "".join(str(first >> card_of(suit, rank) & 1) for rank in in_play)
    return Segment(SUITS[suit], "".join(RANKS[rank] for rank in in_play), bits)


# -- the same in a hurry --

_NUMBERS: dict[tuple[int, Strain], dict[tuple[int, ...], int]] = {}


def _number(level: int, strain: Strain, lengths: tuple[int, ...]) -> int:
    """The number of a combination."""
    table = _NUMBERS.get((level, strain))
    if table is None:
        table = {found: number for number, found in enumerate(combinations(level, strain))}
        _NUMBERS[level, strain] = table
    return table[lengths]


def spot_of(endgame: Endgame) -> Spot:
    """Where the entry of a position between two tricks is."""
    suits = [_code(endgame.first, endgame.second, suit) for suit in range(len(SUITS))]
    trumps = [] if endgame.strain == NO_TRUMPS else [suits.pop(endgame.strain)]
    suits = trumps + sorted(suits)
    string = 0
    for length, pattern in suits:
        string = string << length | pattern
    level = endgame.second.bit_count()
    strain: Strain = "trump" if trumps else "notrump"
    return Spot(level, strain, _number(level, strain, tuple(length for length, _ in suits)), rank(string))


def _code(first: int, second: int, suit: int) -> tuple[int, int]:
    """The cards of a suit in play and the pattern of those of `first`, the highest first."""
    ours = first >> card_of(suit, 0) & (1 << len(RANKS)) - 1
    in_play = ours | second >> card_of(suit, 0) & (1 << len(RANKS)) - 1
    length, pattern = in_play.bit_count(), 0
    while in_play:
        top = in_play.bit_length() - 1
        pattern = pattern << 1 | ours >> top & 1
        in_play ^= 1 << top
    return length, pattern
