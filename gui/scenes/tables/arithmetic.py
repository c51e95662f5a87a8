"""From a position to its place in the table, step by step, as the seed of this table tells it."""

from __future__ import annotations

from dataclasses import dataclass
from math import comb

from ai.bridge.tables.index import Spot, Strain, combinations, rank, strings
from game.bridge.cards import NO_TRUMPS, SUITS, bit, cards_of, suit_mask
from game.bridge.endgame import Endgame


@dataclass(frozen=True)
class Segment:
    """A suit in the string: its cards from the highest, and whose each is: 1 of the hand on lead, 0 of the other."""

    suit: int
    cards: tuple[int, ...]
    bits: tuple[int, ...]


@dataclass(frozen=True)
class Steps:
    """The arithmetic. `terms` are (place of a one from the right, how many ones up to it), from the right."""

    level: int
    strain: Strain
    segments: tuple[Segment, ...]
    terms: tuple[tuple[int, int], ...]
    spot: Spot

    @property
    def bits(self) -> str:
        """The whole string."""
        return "".join(str(each) for segment in self.segments for each in segment.bits)

    @property
    def number(self) -> int:
        """The string as a number."""
        return int(self.bits, 2)

    @property
    def binomials(self) -> tuple[int, ...]:
        """The terms of the rank."""
        return tuple(comb(place, ones) for place, ones in self.terms)

    @property
    def lengths(self) -> tuple[int, ...]:
        """How many cards of each suit there are, in the order of the string."""
        return tuple(len(segment.bits) for segment in self.segments)

    @property
    def combinations(self) -> int:
        """How many combinations of lengths the level has."""
        return len(combinations(self.level, self.strain))

    @property
    def strings(self) -> int:
        """How many strings each of them has."""
        return strings(self.level)


def steps_of(endgame: Endgame) -> Steps | None:
    """The arithmetic of a position between two tricks; None while one is in progress, which no table holds."""
    if endgame.led is not None:
        return None
    strain: Strain = "notrump" if endgame.strain == NO_TRUMPS else "trump"
    both = endgame.first | endgame.second
    lengths = [(both & suit_mask(suit)).bit_count() for suit in range(len(SUITS))]
    side = [suit for suit in range(len(SUITS)) if suit != endgame.strain]
    order = sorted(side, key=lambda suit: lengths[suit])
    if strain == "trump":
        order.insert(0, endgame.strain)
    segments = tuple(_segment(endgame, suit) for suit in order)
    level = endgame.first.bit_count()
    string = int("".join(str(each) for segment in segments for each in segment.bits), 2)
    ones = [place for place in range(2 * level) if string >> place & 1]
    number = combinations(level, strain).index(_four([lengths[suit] for suit in order]))
    spot = Spot(level, strain, number, rank(string))
    return Steps(level, strain, segments, tuple((place, k) for k, place in enumerate(ones, 1)), spot)


def _segment(endgame: Endgame, suit: int) -> Segment:
    cards = cards_of((endgame.first | endgame.second) & suit_mask(suit))
    return Segment(suit, cards, tuple(int(bool(endgame.first & bit(card))) for card in cards))


def _four(lengths: list[int]) -> tuple[int, int, int, int]:
    a, b, c, d = lengths
    return a, b, c, d
