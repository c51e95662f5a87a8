"""Deals that agree with everything one player has seen, with weights that make them a fair sample.

The other player's cards come from places: 0 to 12 were dealt, 13 + t was drawn face down after trick t. A card that he
has played without ever taking it openly came from some place that was there by then; where he could not follow suit,
no place that was there by then held that suit. So a world is made as the play went on: for each such card a place is
drawn among those it may have come from, then the unseen cards are dealt to the places that are left, the oldest first,
since what an old place may hold a newer one may hold too. The chance of each step is known, and the weight of a world
makes up for it: with no more than that, every deal would weigh the same.

Then the weight is multiplied by how well the world explains what the other player did: his calls with the hand that
he was dealt, and each of his cards with the hand he held. What kind of player he is belongs to the world: one half of
those made up take him for one who plays by the likings of `habit.py`, the others for a greedy one; the kind that
explains more of his cards is soon found in most of the worlds that are kept.

A row of the past is a trick: THEIRS the other's card, MINE, PRIZE the card on show, THEY_LED, THEY_WON. A row of
calls is one of the other's: CALLED its strain, or PASSED, the LEVEL he bid or had to bid at least, the lowest level at
which spades, hearts, diamonds, clubs and no-trump would have been enough.

A small deck is played like the end of a whole one: DEALT cards a hand, the first LEFT_OUT tricks of thirteen are not
there, and the ABSENT cards are nowhere (`bench/bridge_exploitability.py`).
"""

from __future__ import annotations

import math
from typing import NamedTuple

from ai.bits import count_bits, lowest_bit
from ai.bridge.player.habit import Situation, liked, liking, row_of
from ai.bridge.player.layout import (
    ALL,
    DECLARER,
    LOSER,
    NO_CARD,
    RANKS,
    WINNER,
    Chance,
    Numbers,
    Words,
    above,
    beats,
    cards_of,
    draw,
    legal,
    suit_of,
)
from ai.kernel import inlined, tight

# Greed in kernels: what a player does who weighs what a card may win against what it is worth, and looks no further.
#
# It is one of the two kinds of players that the other is taken for. The rule itself is told, and written plainly, in
# `ai/bridge/engine.py`.


@inlined
def worth(card: int, strain: int) -> float:
    """Return the value that the greedy player gives a card."""
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
def greedy(at: Situation) -> int:
    """The card that greedy plays."""
    hand, unseen, known, shown, led, strain = at
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


# The exchange in words: a table with all cards open, players who see their own side of it, and play to the end.
#
# A table is a row of words:
#
#     HAND 2 sets   SEEN 2 sets: all that a seat has ever seen   OPEN 2 sets: cards in a hand that were taken openly
#     SHOWN the card on show   TO_MOVE   LED the card to follow or none   TRICKS done   AT the next card of the stock
#     LAST winner of the last trick done   KIND of player in seat 1: BY_HABIT or BY_GREED
#
# The stock is a row of 26 cards, the first one shown first.

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
def play_out(table: Words, stock: Words, strain: int, weights: Numbers) -> None:
    """Play the exchange to its end: seat 0 by habit, seat 1 as its kind of player does."""
    while table[TRICKS] < RANKS:
        seat, shown, led = table[TO_MOVE], table[SHOWN], table[LED]
        hand, unseen, known = table[HAND + seat], ALL & ~table[SEEN + seat], table[OPEN + 1 - seat]
        at = Situation(hand, unseen, known, shown, led, strain)
        card = greedy(at) if seat and table[KIND] == BY_GREED else liked(at, table[TRICKS], weights)
        lay(table, stock, card, strain)


@inlined
def leader_after(last: int, declarer: int, rule: int) -> int:
    """Return the player who leads to the play stage, after the winner of the last trick of the exchange."""
    if rule == LOSER:
        return 1 - last
    if rule == WINNER:
        return last
    return declarer if rule == DECLARER else 1 - declarer


THEIRS, MINE, PRIZE, THEY_LED, THEY_WON, PAST = range(6)
PLACES = 26
EMPTY = -2  # a place that is not there, or whose card is not yet known
IMPOSSIBLE = -1e30
OWN, OWN_SEEN, KNOWN, OWN_OPEN, ON_SHOW, FOLLOW, DONE, STRAIN = range(8)  # of `sight`: what I see now
# also of `sight`: the size of a hand, and the tricks and cards that a small deck lacks
DEALT, LEFT_OUT, ABSENT, SIGHT = range(8, 12)
CALLED, LEVEL, LEAST, CALLS = 0, 1, 2, 7
PASSED = -1
TEMPER = 0.3  # tricks: a card liked so much less is played e times more seldom
SLIP = 0.06  # the share of cards and calls that follow no liking


@inlined
def _born(place: int) -> int:
    """Return the number of tricks that were done when the card of a place came into the hand."""
    return max(0, place - 12)


@tight
def _trace(past: Words, sight: Words, places: Words, voids: Words, luck: Chance) -> float:
    """Draw a place for each card that was not taken openly; in how many ways that could be done."""
    for place in range(PLACES):
        places[place] = NO_CARD if place < sight[DEALT] else EMPTY
    voids[:] = -1
    ways, taken = 1.0, 0
    for trick in range(sight[DONE] + (sight[FOLLOW] != NO_CARD)):
        card = past[trick, THEIRS] if trick < sight[DONE] else sight[FOLLOW]
        if taken >> card & 1:
            taken &= ~(1 << card)
        else:
            ways *= _place(card, places, voids, luck)
        if trick == sight[DONE]:
            break
        mine = past[trick, MINE]
        if not past[trick, THEY_LED] and suit_of(card) != suit_of(mine):
            voids[suit_of(mine)] = trick
        if past[trick, THEY_WON]:
            taken |= 1 << past[trick, PRIZE]
        else:
            places[RANKS + trick] = NO_CARD
    return ways


@tight
def _place(card: int, places: Words, voids: Words, luck: Chance) -> int:
    """Draw the place that `card` came from; how many there were."""
    void, count = voids[suit_of(card)], 0
    for place in range(PLACES):
        count += places[place] == NO_CARD and _born(place) > void
    if not count:
        return 0
    at = draw(luck, count)
    for place in range(PLACES):
        if places[place] == NO_CARD and _born(place) > void:
            if not at:
                places[place] = card
                break
            at -= 1
    return count


@tight
def _fill(unseen: int, places: Words, voids: Words, held: Words, luck: Chance) -> float:
    """Deal unseen cards to the places that are left, into `held[0]`; in how many ways that could be done."""
    ways = 1.0
    held[0] = 0
    for place in range(PLACES):
        if places[place] != NO_CARD:
            continue
        allowed = unseen & ~held[0]
        for suit in range(4):
            if voids[suit] >= _born(place):
                allowed &= ~cards_of(suit)
        count = count_bits(allowed)
        if not count:
            return 0.0
        for _ in range(draw(luck, count)):
            allowed &= allowed - 1
        places[place] = lowest_bit(allowed)
        held[0] |= 1 << places[place]
        ways *= count
    return ways


@tight
def _chance_of_card(kind: int, card: int, at: Situation, tricks: int, weights: Numbers) -> float:
    """The chance that such a kind of player plays `card`."""
    left = legal(at.hand, at.led)
    if kind == BY_GREED:
        return 1.0 - SLIP if card == greedy(at) else SLIP / max(1, count_bits(left) - 1)
    row = row_of(tricks, at.strain)
    mine, total, count = liking(card, at, row, weights), 0.0, 0
    while left:
        total += math.exp((liking(lowest_bit(left), at, row, weights) - mine) / TEMPER)
        left &= left - 1
        count += 1
    return (1.0 - SLIP) / total + SLIP / count


@tight
def _explain_cards(
    kind: int, past: Words, sight: Words, places: Words, weights: Numbers, seen: Words
) -> float:
    """The chance of all cards he played with these places; `seen[0]` becomes what he has seen."""
    hand, mine_open, chance = 0, 0, 1.0
    for place in range(sight[DEALT]):
        hand |= 1 << places[place]
    known = hand | sight[ABSENT]
    for trick in range(sight[DONE] + 1):
        shown = past[trick, PRIZE] if trick < sight[DONE] else sight[ON_SHOW]
        known |= 1 << shown
        ended = trick == sight[DONE]
        if ended and sight[FOLLOW] == NO_CARD:
            break
        card = sight[FOLLOW] if ended else past[trick, THEIRS]
        led = NO_CARD if ended or past[trick, THEY_LED] else past[trick, MINE]
        if led != NO_CARD:
            known |= 1 << led
            mine_open &= ~(1 << led)
        unseen = ALL & ~known
        at = Situation(hand, unseen, mine_open, shown, led, sight[STRAIN])
        chance *= _chance_of_card(kind, card, at, sight[LEFT_OUT] + trick, weights)
        hand &= ~(1 << card)
        if ended:
            break
        known |= 1 << past[trick, MINE]
        mine_open &= ~(1 << past[trick, MINE])
        if past[trick, THEY_WON]:
            hand |= 1 << shown
        else:
            hand |= 1 << places[RANKS + trick]
            known |= 1 << places[RANKS + trick]
            mine_open |= 1 << shown
    seen[0] = known
    return chance


@tight
def expected(hand: int, strain: int) -> float:
    """The tricks that a declarer with this hand takes on average, by length and high cards: a fit."""
    points = 0
    for suit in range(4):
        top = hand >> (suit * RANKS + 9) & 15
        points += (top & 1) + 2 * (top >> 1 & 1) + 3 * (top >> 2 & 1) + 4 * (top >> 3)
    if strain == 4:
        return 6.6 + 0.25 * (points - 10)
    return 7.05 + 0.78 * (count_bits(hand & cards_of(strain)) - 4) + 0.184 * (points - 10)


@tight
def explain_calls(hand: int, calls: Words, count: int) -> float:
    """The logarithm of the chance that a player who was dealt `hand` makes these calls."""
    log = 0.0
    if not count:
        return log
    best = -1e300
    for strain in range(5):
        best = max(best, expected(hand, strain))
    for call in range(count):
        total, answer = 0.0, 0.0
        for strain in range(5):
            tricks = expected(hand, strain)
            share = math.exp((tricks - best) / 0.35)
            total += share
            called = calls[call, CALLED]
            level = calls[call, LEVEL] if called == strain else calls[call, LEAST + strain]
            wish = 1.0 / (1.0 + math.exp(-(tricks - 6.0 - level + 0.1) / 0.3)) if level <= 7 else 0.0
            if called == strain:
                answer += share * wish
            elif called == PASSED:
                answer += share * (1.0 - wish)
        log += math.log((1.0 - SLIP) * answer / total + 0.1 * SLIP)
    return log


class SeenSoFar(NamedTuple):
    """The seen parts of a deal, as `lay_out` writes it: the tricks done, what there is now, and the calls."""

    past: Words
    sight: Words
    calls: Words


class Scratch(NamedTuple):
    """Room for making up one deal: the cards by their places, the suits that a hand lacks, and a set of cards."""

    places: Words
    voids: Words
    spare: Words


@tight
def imagine(
    seen: SeenSoFar,
    called: int,
    weights: Numbers,
    scratch: Scratch,
    table: Words,
    luck: Chance,
) -> float:
    """Set `table` to a deal that agrees with what was seen, all but its stock; the logarithm of its weight.

    The seat 0 of the table is mine. Before the exchange, with no card on show, only the hands are set for use.
    """
    past, sight, calls = seen
    places, voids, spare = scratch
    unseen = ALL & ~sight[OWN_SEEN]
    table[KIND] = draw(luck, KINDS)
    ways = _trace(past, sight, places, voids, luck) * _fill(unseen, places, voids, spare, luck)
    if not ways:
        return IMPOSSIBLE
    dealt = 0
    for place in range(sight[DEALT]):
        dealt |= 1 << places[place]
    log = math.log(ways) + explain_calls(dealt, calls, called)
    hidden = spare[0]
    if sight[ON_SHOW] != NO_CARD:
        log += math.log(_explain_cards(table[KIND], past, sight, places, weights, spare))
    table[HAND], table[HAND + 1] = sight[OWN], hidden | sight[KNOWN]
    table[SEEN], table[SEEN + 1] = sight[OWN_SEEN], spare[0]
    table[OPEN], table[OPEN + 1] = sight[OWN_OPEN], sight[KNOWN]
    table[SHOWN], table[TO_MOVE], table[LED] = sight[ON_SHOW], 0, sight[FOLLOW]
    table[TRICKS], table[LAST] = sight[LEFT_OUT] + sight[DONE], 0
    table[AT] = 2 * sight[DONE] + (sight[ON_SHOW] != NO_CARD)
    return log


@tight
def shuffle_stock(table: Words, stock: Words, luck: Chance) -> None:
    """Put what seat 0 of `table` has not seen and seat 1 does not hold into the stock, in random order."""
    left, at = ALL & ~(table[SEEN] | table[HAND + 1]), table[AT]
    end = at
    while left:
        card = lowest_bit(left)
        left &= left - 1
        other = at + draw(luck, end - at + 1)
        stock[end] = stock[other]
        stock[other] = card
        end += 1
