"""A sample of the deals that are possible: made up one by one, weighed, and drawn from."""

from __future__ import annotations

import math
from typing import NamedTuple

import numpy as np

from ai.bits import count_bits, lowest_bit
from ai.bridge.codes import word_of_hands
from ai.bridge.player.layout import (
    ALL,
    NO_CARD,
    NO_TRUMP,
    RANKS,
    Chance,
    Numbers,
    Words,
    above,
    cards_of,
    draw,
    suit_of,
)
from ai.bridge.player.worlds import (
    ABSENT,
    CALLED,
    CALLS,
    DEALT,
    DONE,
    FOLLOW,
    HAND,
    IMPOSSIBLE,
    KIND,
    KNOWN,
    LAST,
    LEAST,
    LEFT_OUT,
    LEVEL,
    MINE,
    ON_SHOW,
    OWN,
    OWN_OPEN,
    OWN_SEEN,
    PASSED,
    PAST,
    PLACES,
    PRIZE,
    SIGHT,
    STRAIN,
    TABLE,
    THEIRS,
    THEY_LED,
    THEY_WON,
    Scratch,
    SeenSoFar,
    imagine,
    lay,
    leader_after,
    play_out,
    set_out,
    shuffle_stock,
)
from ai.bridge.solver.room import Levels, SolverWorkspace
from ai.bridge.solver.search import value_between
from ai.kernel import tight
from game.bridge import Observation
from game.bridge.auction import PASS, RISING, is_bid
from game.bridge.cards import STRAINS

STOCK = 26
MOST_CALLS = 40
MOST_WORLDS = 256  # of one draw
# worlds made up for each one that is kept, where there is something to explain: so many, and again as many, until all
# of them are worth ENOUGH equal ones for each that is kept
AT_ONCE, MADE_FOR_ONE = 8, 48
ENOUGH = 1.0
MOST_MADE = 8192
MOST_CARDS = 13


class Workspace(NamedTuple):
    """The arrays of a decision, made once.

    `sight`, `past`, `calls`: what was seen (`worlds.py`); `tables`, `logs`: worlds made up and the logarithms of
    their weights; `drawn`: which of them are kept; `stocks`: a stock for each that is kept.
    """

    sight: Words
    past: Words
    calls: Words
    tables: Words
    stocks: Words
    logs: Numbers
    drawn: Words
    table: Words
    places: Words
    voids: Words
    spare: Words


def new_workspace() -> Workspace:
    """Room for decisions."""

    def words(*shape: int) -> Words:
        return np.zeros(shape, np.int64)

    return Workspace(
        sight=words(SIGHT),
        past=words(MOST_CARDS, PAST),
        calls=words(MOST_CALLS, CALLS),
        tables=words(MOST_MADE, TABLE),
        stocks=words(MOST_WORLDS, STOCK),
        logs=np.zeros(MOST_MADE),
        drawn=words(MOST_WORLDS),
        table=words(TABLE),
        places=words(PLACES),
        voids=words(4),
        spare=words(1),
    )


@tight
def make_up(
    workspace: Workspace, called: int, most: int, count: int, weights: Numbers, luck: Chance
) -> float:
    """Make up worlds, `most` of them at most, and keep `count` by weight; how many equal ones they are worth.

    A world that is kept more than once has another stock each time.
    """
    seen = SeenSoFar(workspace.past, workspace.sight, workspace.calls)
    scratch = Scratch(workspace.places, workspace.voids, workspace.spare)
    made = 0
    while made < most:
        end = min(most, made + AT_ONCE * count)
        for world in range(made, end):
            workspace.logs[world] = imagine(seen, called, weights, scratch, workspace.tables[world], luck)
        made = end
        if _equal_ones(workspace.logs, made, 1.0) >= ENOUGH * count:
            break
    worth = _keep(workspace.logs, made, workspace.drawn, count, luck)
    for number in range(count):
        shuffle_stock(workspace.tables[workspace.drawn[number]], workspace.stocks[number], luck)
    return worth


@tight
def _weight(log: float, most: float, power: float) -> float:
    """The weight of a world, 1 for the heaviest, to the `power` that flattens weights where it is below 1."""
    return math.exp(max(-700.0, power * (log - most))) if log > IMPOSSIBLE / 2 else 0.0


@tight
def _heaviest(logs: Numbers, made: int) -> float:
    most = IMPOSSIBLE
    for world in range(made):
        most = max(most, logs[world])
    return most


@tight
def _equal_ones(logs: Numbers, made: int, power: float) -> float:
    """Return how many worlds of one weight the worlds made up are worth."""
    most, total, squares = _heaviest(logs, made), 0.0, 0.0
    for world in range(made):
        weight = _weight(logs[world], most, power)
        total += weight
        squares += weight * weight
    return total * total / max(squares, 1e-300)


@tight
def _keep(logs: Numbers, made: int, stored: Words, count: int, luck: Chance) -> float:
    """Choose `count` worlds in proportion to their weights, at even distances.

    The weights are flattened where a few of them would outweigh all others.
    """
    power = 1.0
    while True:
        worth = _equal_ones(logs, made, power)
        if worth >= min(count, made) / 4 or power < 0.05:
            break
        power *= 0.7
    most, total = _heaviest(logs, made), 0.0
    for world in range(made):
        total += _weight(logs[world], most, power)
    step = total / count
    at = step * (draw(luck, 1 << 20) + 0.5) / (1 << 20)
    passed, chosen = 0.0, 0
    for world in range(made):
        passed += _weight(logs[world], most, power)
        while chosen < count and at + step * chosen < passed:
            stored[chosen] = world
            chosen += 1
    while chosen < count:  # what rounding has left over
        stored[chosen] = stored[chosen - 1] if chosen else 0
        chosen += 1
    return worth


@tight
def twins(hand: int, about: int, cards: int) -> int:
    """Of `cards`, the lowest of each run of neighbours: between two cards of a run nobody else's card is `about`."""
    result, left = 0, cards
    while left:
        card = lowest_bit(left)
        left &= left - 1
        lower = hand & cards & cards_of(suit_of(card)) & ((1 << card) - 1)
        alone = True
        while lower:
            other = lowest_bit(lower)
            lower &= lower - 1
            between = above(other) & ~above(card) & ~(1 << card)
            if not between & about:
                alone = False
        if alone:
            result |= 1 << card
    return result


# Worlds played to the end: the exchange by habit on both sides, the play stage by the exact solver.
#
# A job is a row of words: the WORLD, by its number among those that are kept, the CARD that I play first, or none where
# the exchange is to begin, the STRAIN, the DECLARER (0 is me), and then what came of it: MY_TRICKS in the play stage.

WORLD, CARD, IN_STRAIN, DECLARED_BY, MY_TRICKS, JOB = range(6)


@tight
def settle(
    workspace: Workspace, jobs: Words, rule: int, room: SolverWorkspace, levels: Levels, weights: Numbers
) -> None:
    """Do all jobs; `rule` says who leads to the play stage."""
    table = workspace.table
    for job in range(len(jobs)):
        world, strain, declarer = (
            workspace.drawn[jobs[job, WORLD]],
            jobs[job, IN_STRAIN],
            jobs[job, DECLARED_BY],
        )
        stock = workspace.stocks[jobs[job, WORLD]]
        if jobs[job, CARD] == NO_CARD:
            set_out(workspace.tables[world, HAND], workspace.tables[world, HAND + 1], stock, declarer, table)
            table[KIND] = workspace.tables[world, KIND]
        else:
            for word in range(len(table)):
                table[word] = workspace.tables[world, word]
            lay(table, stock, jobs[job, CARD], strain)
        play_out(table, stock, strain, weights)
        leader = leader_after(table[LAST], declarer, rule)
        word = word_of_hands(table[HAND + leader], table[HAND + 1 - leader], strain)
        cards = count_bits(table[HAND])
        taken = value_between(
            room, levels, word, 1 if strain == NO_TRUMP else 0, cards, (cards + 1) // 2, 0, cards
        )
        jobs[job, MY_TRICKS] = cards - taken if leader else taken


# What a player has seen, laid out for the kernels.


def lay_out(seen: Observation, workspace: Workspace) -> int:
    """Fill sight, past and calls for an auction or an exchange; return how many calls of the other there are."""
    sight = workspace.sight
    sight[OWN], sight[OWN_SEEN] = seen.own, ALL & ~seen.unseen
    sight[KNOWN], sight[OWN_OPEN] = seen.theirs, _taken_openly(seen)
    sight[ON_SHOW] = NO_CARD if seen.upturned is None else seen.upturned
    sight[FOLLOW] = NO_CARD if seen.led is None else seen.led
    sight[DONE] = len(seen.tricks)
    sight[STRAIN] = 0 if seen.contract is None else seen.contract.strain
    sight[DEALT], sight[LEFT_OUT] = seen.dealt.bit_count(), left_out(seen)
    sight[ABSENT] = ALL & ~(seen.own | seen.theirs | seen.unseen | seen.played)
    if seen.upturned is not None:
        sight[ABSENT] &= ~(1 << seen.upturned)
    for row, trick in zip(workspace.past, seen.tricks, strict=False):
        they_led = trick.leader != seen.seat
        row[THEY_LED], row[THEY_WON] = they_led, trick.winner != seen.seat
        row[THEIRS], row[MINE] = (trick.led, trick.reply) if they_led else (trick.reply, trick.led)
        row[PRIZE] = trick.shown
    return _calls(seen, workspace.calls)


def left_out(seen: Observation) -> int:
    """Return how many tricks fewer than thirteen the exchange has: 0 unless the deck is small."""
    return RANKS - len(seen.tricks) - (seen.stock + 1) // 2


def _taken_openly(seen: Observation) -> int:
    """The cards in the player's hand that the other has seen him take."""
    taken = 0
    for trick in seen.tricks:
        if trick.winner == seen.seat and trick.shown is not None:
            taken |= 1 << trick.shown
    return taken & seen.own


def _calls(seen: Observation, rows: Words) -> int:
    """Note the other's calls with what he could have bid; doubles say nothing here."""
    if not seen.rules.bids:
        return 0
    count, standing = 0, None
    for at, call in enumerate(seen.calls):
        theirs = (seen.dealer + at) % 2 != seen.seat
        if theirs and (is_bid(call) or call == PASS) and count < len(rows):
            row, count = rows[count], count + 1
            least = [least_level(strain, standing, seen.rules.notrump) for strain in range(len(STRAINS))]
            row[LEAST:] = least
            row[CALLED] = STRAINS.index(call[1]) if is_bid(call) else PASSED
            row[LEVEL] = int(call[0]) if is_bid(call) else min(least)
        if is_bid(call):
            standing = call
    return count


def least_level(strain: int, standing: str | None, notrump: bool = True) -> int:
    """The lowest level at which a strain outbids; 8 where there is none."""
    if STRAINS[strain] == "N" and not notrump:
        return 8
    if standing is None:
        return 1
    level = int(standing[0])
    return level if RISING.index(STRAINS[strain]) > RISING.index(standing[1]) else level + 1
