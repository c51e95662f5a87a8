"""The exact tricks of play-stage positions, with whatever levels of the tables are at hand."""

from __future__ import annotations

import numpy as np

from ai.bits import count_bits, lowest_bit
from ai.bridge.codes import NO_TRUMP, RANKS, word_of_hands
from ai.bridge.solver.room import (
    FROM_TABLE,
    NODES,
    TABLE_BITS,
    CardWorth,
    Levels,
    Solved,
    SolverWorkspace,
    Words,
    new_room,
    no_levels,
)
from ai.bridge.solver.search import value_between
from ai.kernel import inlined, tight
from game.bridge.endgame import Endgame

# Positions as masks of cards: what they are worth, and what each card is worth.
#
# A card is 13 * suit + rank, a hand a mask of 52 bits, a strain 0 to 3 for a suit as trumps and 4 for none. `first` is
# the hand on lead, or the one that has led the card `led` and no longer holds it; `led` is -1 between two tricks. All
# tricks are those of `first` from here to the end, a trick in progress included.

SUIT_MASK = (1 << RANKS) - 1
NOT_LED = -1
ILLEGAL = -1  # the worth of a card that may not be played


@tight
def tricks_of(
    room: SolverWorkspace, levels: Levels, first: int, second: int, strain: int, led: int, out: Words
) -> int:
    """The exact tricks of `first`, with as many cards in both hands, or one less in `first` with a card led; 0 to 13.

    Where `out` has 52 words, out[card] becomes the tricks after each legal card, -1 for all others; it may have none.
    """
    cards = count_bits(second)
    out[:] = ILLEGAL
    best = cards
    if led == NOT_LED:
        best = _value(room, levels, first, second, strain, cards, cards + 1 >> 1, 0, cards)
        if not len(out):
            return best
    return _each(room, levels, first, second, strain, led, best, out)


@inlined
def _each(
    room: SolverWorkspace,
    levels: Levels,
    first: int,
    second: int,
    strain: int,
    led: int,
    best: int,
    out: Words,
) -> int:
    """The worth of each legal card, of the lowest of neighbours in one hand; returns what `first` takes."""
    cards = count_bits(second)
    hand = first if led == NOT_LED else (_of_suit(second, led) or second)
    in_play = first | second | (0 if led == NOT_LED else 1 << led)
    below, result = 0, 0
    while in_play:
        card = lowest_bit(in_play)
        in_play &= in_play - 1
        if hand >> card & 1:
            if below // RANKS != card // RANKS or not hand >> below & 1 or below == card:
                most = cards if led != NOT_LED and len(out) else best
                result = _worth(room, levels, first, second, strain, led, card, best, most)
                best = best if led == NOT_LED else min(best, result)
            if len(out):
                out[card] = result
        below = card
    return best


@inlined
def _of_suit(hand: int, card: int) -> int:
    """The cards of a hand that are of the suit of `card`."""
    return hand & SUIT_MASK << card // RANKS * RANKS


@inlined
def _worth(
    room: SolverWorkspace,
    levels: Levels,
    first: int,
    second: int,
    strain: int,
    led: int,
    card: int,
    guess: int,
    most: int,
) -> int:
    """The tricks of `first` once `card` is played, said as `most` where they are more."""
    replies = 1 << card
    if led == NOT_LED:
        led = card
        first ^= 1 << card
        replies = _replies(second, led)
    while replies:
        reply = lowest_bit(replies)
        replies &= replies - 1
        most = _after_trick(room, levels, first, second ^ 1 << reply, strain, led, reply, guess, most)
        guess = most
    return most


@inlined
def _replies(second: int, led: int) -> int:
    """The replies that matter, as a mask."""
    follow = _of_suit(second, led)
    if follow:
        above = follow >> led << led
        return follow & -follow | above & -above
    result = 0
    for suit in range(4):
        held = _of_suit(second, suit * RANKS)
        result |= held & -held
    return result


@inlined
def _after_trick(
    room: SolverWorkspace,
    levels: Levels,
    first: int,
    second: int,
    strain: int,
    led: int,
    reply: int,
    guess: int,
    most: int,
) -> int:
    """The tricks of `first` after a trick of `led` and `reply`, said as `most` where they are more."""
    cards = count_bits(first)
    turned = reply > led if reply // RANKS == led // RANKS else reply // RANKS == strain
    leader, other = (second, first) if turned else (first, second)
    guess, least, most = (cards - guess + 1, cards - most, cards) if turned else (guess - 1, 0, most - 1)
    result = _value(room, levels, leader, other, strain, cards, guess, least, most)
    return cards - result if turned else 1 + result


@inlined
def _value(
    room: SolverWorkspace,
    levels: Levels,
    leader: int,
    other: int,
    strain: int,
    cards: int,
    guess: int,
    least: int,
    most: int,
) -> int:
    """The tricks of the hand on lead, cut to least..most."""
    no_trump = 1 if strain == NO_TRUMP else 0
    word = word_of_hands(leader, other, strain)
    return value_between(room, levels, word, no_trump, cards, guess, least, most)


class Solver:
    """An exact solver that keeps what it finds. Not to be shared between threads."""

    def __init__(self, levels: Levels | None = None, table_bits: int = TABLE_BITS) -> None:
        """With 2^`table_bits` results of 16 bytes, and no tables unless `levels` are given."""
        self.levels = no_levels() if levels is None else levels
        self.room = new_room(table_bits)
        self._worth = np.zeros(52, np.int64)
        self._nothing = np.zeros(0, np.int64)

    def tricks(self, endgame: Endgame) -> int:
        """The tricks that the first hand takes from here on if both play their best."""
        return self._ask(endgame, self._nothing)

    def cards(self, endgame: Endgame) -> Solved:
        """The same with the worth of every legal card of the hand to play."""
        self.room.tally[:] = 0
        best = self._ask(endgame, self._worth)
        card_worths = [CardWorth(card, int(self._worth[card])) for card in endgame.legal()]
        card_worths.sort(key=lambda one: one.tricks, reverse=endgame.led is None)
        nodes, looked_up = int(self.room.tally[NODES]), int(self.room.tally[FROM_TABLE])
        return Solved(best, tuple(card_worths), "table" if looked_up and not nodes else "search", nodes)

    def _ask(self, endgame: Endgame, out: Words) -> int:
        led = NOT_LED if endgame.led is None else endgame.led
        return tricks_of(self.room, self.levels, endgame.first, endgame.second, endgame.strain, led, out)


__all__ = ["CardWorth", "Solved", "Solver"]
