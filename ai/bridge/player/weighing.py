"""A sample of the deals that are possible: made up one by one, weighed, and drawn from."""

from __future__ import annotations

import math
from typing import NamedTuple

import numpy as np

from ai.bits import lowest_bit
from ai.bridge.player.exchange import TABLE
from ai.bridge.player.layout import Chance, Numbers, Words, above, cards_of, draw, suit_of
from ai.bridge.player.worlds import CALLS, IMPOSSIBLE, PAST, PLACES, SIGHT, imagine
from ai.kernel import tight

STOCK = 26
MOST_CALLS = 40
MOST_WORLDS = 256  # of one draw
DRAWN_FOR_ONE = 8  # worlds made up for each one that is kept, where there is something to explain
MOST_CARDS = 13


class Desk(NamedTuple):
    """The arrays of a decision, made once.

    `sight`, `past`, `calls`: what was seen (`worlds.py`); `tables`, `stocks`, `logs`: worlds made up and the
    logarithms of their weights; `kept`: which of them are used.
    """

    sight: Words
    past: Words
    calls: Words
    tables: Words
    stocks: Words
    logs: Numbers
    kept: Words
    table: Words
    places: Words
    voids: Words
    spare: Words
    place: Words
    value: Numbers


def new_desk() -> Desk:
    """Room for decisions."""

    def words(*shape: int) -> Words:
        return np.zeros(shape, np.int64)

    most = MOST_WORLDS * DRAWN_FOR_ONE
    return Desk(
        sight=words(SIGHT),
        past=words(MOST_CARDS, PAST),
        calls=words(MOST_CALLS, CALLS),
        tables=words(most, TABLE),
        stocks=words(most, STOCK),
        logs=np.zeros(most),
        kept=words(MOST_WORLDS),
        table=words(TABLE),
        places=words(PLACES),
        voids=words(4),
        spare=words(1),
        place=words(8),
        value=np.zeros(8),
    )


@tight
def make_up(desk: Desk, called: int, drawn: int, count: int, weights: Numbers, luck: Chance) -> float:
    """Make up `drawn` worlds and keep `count` of them, by weight; how many equal ones they are worth."""
    for world in range(drawn):
        desk.logs[world] = imagine(
            desk.past,
            desk.sight,
            desk.calls,
            called,
            weights,
            desk.places,
            desk.voids,
            desk.spare,
            desk.place,
            desk.value,
            desk.tables[world],
            desk.stocks[world],
            luck,
        )
    return _keep(desk.logs, drawn, desk.kept, count, luck)


@tight
def _keep(logs: Numbers, drawn: int, kept: Words, count: int, luck: Chance) -> float:
    """Choose `count` worlds in proportion to their weights, at even distances. The weights are flattened where
    a few of them would outweigh all others."""
    most = IMPOSSIBLE
    for world in range(drawn):
        most = max(most, logs[world])
    power, worth, total = 1.0, 0.0, 0.0
    while True:
        total = squares = 0.0
        for world in range(drawn):
            weight = (
                math.exp(max(-700.0, power * (logs[world] - most))) if logs[world] > IMPOSSIBLE / 2 else 0.0
            )
            total += weight
            squares += weight * weight
        worth = total * total / max(squares, 1e-300)
        if worth >= min(count, drawn) / 4 or power < 0.05:
            break
        power *= 0.7
    step = total / count
    at = step * (draw(luck, 1 << 20) + 0.5) / (1 << 20)
    passed, chosen = 0.0, 0
    for world in range(drawn):
        weight = math.exp(max(-700.0, power * (logs[world] - most))) if logs[world] > IMPOSSIBLE / 2 else 0.0
        passed += weight
        while chosen < count and at + step * chosen < passed:
            kept[chosen] = world
            chosen += 1
    while chosen < count:  # what rounding has left over
        kept[chosen] = kept[chosen - 1] if chosen else 0
        chosen += 1
    return worth


@tight
def twins(hand: int, about: int, cards: int) -> int:
    """Of `cards`, the lowest of each run of neighbours: between two cards of a run nobody else's card is `about`."""
    found, left = 0, cards
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
            found |= 1 << card
    return found
