"""The exchange in words: a table with all cards open, players who see their own side of it, and play to the end.

A table is a row of words:

    HAND 2 sets   SEEN 2 sets: all that a seat has ever seen   OPEN 2 sets: cards in a hand that were taken openly
    SHOWN the card on show   TO_MOVE   LED the card to follow or none   TRICKS done   AT the next card of the stock
    LAST winner of the last trick done   KIND of player in seat 1: BY_HABIT or BY_GREED

The stock is a row of 26 cards, the first one shown first.
"""

from __future__ import annotations

from ai.bridge.player.greedy import greedy
from ai.bridge.player.habit import liked
from ai.bridge.player.layout import (
    ALL,
    DECLARER,
    LOSER,
    NO_CARD,
    RANKS,
    WINNER,
    Numbers,
    Words,
    beats,
)
from ai.kernel import inlined, tight

HAND, SEEN, OPEN = 0, 2, 4
SHOWN, TO_MOVE, LED, TRICKS, AT, LAST, KIND, TABLE = range(6, 14)
BY_HABIT, BY_GREED, KINDS = range(3)


@tight
def set_out(first: int, second: int, stock: Words, leader: int, table: Words) -> None:
    """Set the table for the first trick."""
    shown = 1 << stock[0]
    table[HAND], table[HAND + 1] = first, second
    table[SEEN], table[SEEN + 1] = first | shown, second | shown
    table[OPEN] = table[OPEN + 1] = 0
    table[SHOWN], table[TO_MOVE], table[LED] = stock[0], leader, NO_CARD
    table[TRICKS], table[AT], table[LAST] = 0, 1, leader


@tight
def lay(table: Words, stock: Words, card: int, strain: int) -> None:
    """Play a card; the second one of a trick ends it, and both draw."""
    seat, bit = table[TO_MOVE], 1 << card
    table[HAND + seat] &= ~bit
    table[OPEN + seat] &= ~bit
    table[SEEN] |= bit
    table[SEEN + 1] |= bit
    if table[LED] == NO_CARD:
        table[LED], table[TO_MOVE] = card, 1 - seat
        return
    winner = seat if beats(card, table[LED], strain) else 1 - seat
    loser = 1 - winner
    taken, blind = 1 << table[SHOWN], 1 << stock[table[AT]]
    table[HAND + winner] |= taken
    table[OPEN + winner] |= taken
    table[HAND + loser] |= blind
    table[SEEN + loser] |= blind
    table[LED], table[TO_MOVE], table[LAST] = NO_CARD, winner, winner
    table[TRICKS] += 1
    table[SHOWN] = NO_CARD
    if table[TRICKS] < RANKS:
        shown = stock[table[AT] + 1]
        table[SHOWN], table[AT] = shown, table[AT] + 2
        table[SEEN] |= 1 << shown
        table[SEEN + 1] |= 1 << shown


@tight
def play_out(table: Words, stock: Words, strain: int, weights: Numbers, place: Words, value: Numbers) -> None:
    """Play the exchange to its end: seat 0 by habit, seat 1 as its kind of player does."""
    while table[TRICKS] < RANKS:
        seat, shown, led = table[TO_MOVE], table[SHOWN], table[LED]
        hand, unseen, known = table[HAND + seat], ALL & ~table[SEEN + seat], table[OPEN + 1 - seat]
        if seat and table[KIND] == BY_GREED:
            card = greedy(hand, unseen, known, shown, led, strain)
        else:
            card = liked(hand, unseen, known, shown, led, strain, table[TRICKS], weights, place, value)
        lay(table, stock, card, strain)


@inlined
def leader_after(last: int, declarer: int, rule: int) -> int:
    """Who leads to the play stage, after the winner of the last trick of the exchange."""
    if rule == LOSER:
        return 1 - last
    if rule == WINNER:
        return last
    return declarer if rule == DECLARER else 1 - declarer
