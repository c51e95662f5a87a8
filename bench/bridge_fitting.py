"""Fit the weights of bridge's quick exchanger (`ai/bridge/player/habit.py`).

Deals are played by habit, seat 1 by greed in half of them, with one card in eight drawn by chance so that odd
positions come up; a third of the deals are in no-trump, the others in the first hand's longest suit. In a quarter of
the decisions every legal card is tried: the exchange is played on with the cards as they lie, and the play stage is
solved. What a card took, less the mean of all cards of that decision, is what its terms shall add up to: least
squares with a small ridge, over the rounds so far, the older ones counting less. Each round plays by the weights of the
round before; the first by none.

`python3 -m bench.bridge_fitting --output FILE` prints after each round how many tricks a declarer takes by habit
against greed, nothing sampled, and writes the numbers of `weights.py`.
"""

from __future__ import annotations

import argparse
import textwrap
from pathlib import Path
from typing import NamedTuple

import numpy as np

from ai.bits import count_bits, lowest_bit
from ai.bridge.codes import word_of_hands
from ai.bridge.player.habit import MOST_TERMS, NO_TERM, ROW, WEIGHTS, Situation, Terms, liked, row_of, terms
from ai.bridge.player.layout import (
    ALL,
    CARDS,
    NO_TRUMP,
    RANKS,
    Chance,
    Numbers,
    Words,
    cards_of,
    chance,
    draw,
    legal,
    pick,
)
from ai.bridge.player.worlds import (
    BY_GREED,
    BY_HABIT,
    HAND,
    KIND,
    LAST,
    LED,
    OPEN,
    SEEN,
    SHOWN,
    TABLE,
    TO_MOVE,
    TRICKS,
    greedy,
    lay,
    play_out,
    set_out,
)
from ai.bridge.solver.room import Levels, SolverWorkspace, new_room
from ai.bridge.solver.search import value_between
from ai.bridge.tables.folder import ready_levels
from ai.kernel import kernel

STRAY, TRIED, NO_TRUMPS = 8, 4, 3  # one in so many
RIDGE = 20.0
FADE = 0.5
HANDS = 2 * RANKS


class Samples(NamedTuple):
    """Samples of cards that were tried.

    `places` and `values` [row, term], `truth` [row], `groups` [row] the number of the decision.
    """

    places: Words
    values: Numbers
    truth: Numbers
    groups: Words


class Workspace(NamedTuple):
    """Room to deal and play in."""

    deck: Words
    stock: Words
    table: Words
    spare: Words


def new_hall() -> Workspace:
    """An empty one."""

    def words(size: int) -> Words:
        return np.zeros(size, np.int64)

    return Workspace(words(CARDS), words(HANDS), words(TABLE), words(TABLE))


@kernel
def deal(room: Workspace, luck: Chance) -> int:
    """Deal the cards, the first hand to declare; the strain."""
    deck = room.deck
    for card in range(CARDS):
        deck[card] = card
    for at in range(CARDS - 1, 0, -1):
        other = draw(luck, at + 1)
        deck[at], deck[other] = deck[other], deck[at]
    first = second = 0
    for at in range(RANKS):
        first |= 1 << deck[at]
        second |= 1 << deck[RANKS + at]
    room.stock[:] = deck[HANDS:]
    best = 0
    for suit in range(1, 4):
        if count_bits(first & cards_of(suit)) > count_bits(first & cards_of(best)):
            best = suit
    set_out(first, second, room.stock, 0, room.table)
    return best if draw(luck, NO_TRUMPS) else NO_TRUMP


@kernel
def taken_by_first(table: Words, strain: int, solving: SolverWorkspace, levels: Levels) -> int:
    """The tricks of seat 0 in the play stage; the loser of the last trick leads."""
    leader = 1 - table[LAST]
    word = word_of_hands(table[HAND + leader], table[HAND + 1 - leader], strain)
    taken = value_between(solving, levels, word, 1 if strain == NO_TRUMP else 0, RANKS, 7, 0, RANKS)
    return RANKS - taken if leader else taken


@kernel
def play_on(
    deals: int,
    weights: Numbers,
    sheet: Samples,
    room: Workspace,
    solving: SolverWorkspace,
    levels: Levels,
    luck: Chance,
) -> int:
    """Play deals and fill the sheet, as long as there is room; how many rows."""
    rows, table = 0, room.table
    for number in range(deals):
        strain = deal(room, luck)
        table[KIND] = BY_GREED if number & 1 else BY_HABIT
        while table[TRICKS] < RANKS:
            cards = legal(table[HAND + table[TO_MOVE]], table[LED])
            if cards & (cards - 1) and draw(luck, TRIED) == 0 and rows + RANKS < len(sheet.truth):
                rows = _try(cards, strain, rows, weights, sheet, room, solving, levels)
            if draw(luck, STRAY) == 0:
                lay(table, room.stock, pick(cards, luck), strain)
            else:
                lay(table, room.stock, _choice(table, strain, weights), strain)
    return rows


@kernel
def _choice(table: Words, strain: int, weights: Numbers) -> int:
    seat, shown, led = table[TO_MOVE], table[SHOWN], table[LED]
    hand, unseen, known = table[HAND + seat], ALL & ~table[SEEN + seat], table[OPEN + 1 - seat]
    at = Situation(hand, unseen, known, shown, led, strain)
    if seat and table[KIND] == BY_GREED:
        return greedy(at)
    return liked(at, table[TRICKS], weights)


@kernel
def _try(
    cards: int,
    strain: int,
    first: int,
    weights: Numbers,
    sheet: Samples,
    room: Workspace,
    solving: SolverWorkspace,
    levels: Levels,
) -> int:
    """Note what each of `cards` leads to; how many rows there are then."""
    table, spare = room.table, room.spare
    seat, row, mean = table[TO_MOVE], first, 0.0
    hand, unseen, known = table[HAND + seat], ALL & ~table[SEEN + seat], table[OPEN + 1 - seat]
    while cards:
        card = lowest_bit(cards)
        cards &= cards - 1
        weighed = row_of(table[TRICKS], strain)
        at = Situation(hand, unseen, known, table[SHOWN], table[LED], strain)
        _note(terms(card, at, weighed), sheet.places[row], sheet.values[row])
        spare[:] = table
        lay(spare, room.stock, card, strain)
        play_out(spare, room.stock, strain, weights)
        tricks = taken_by_first(spare, strain, solving, levels)
        sheet.truth[row] = RANKS - tricks if seat else tricks
        sheet.groups[row] = first
        mean += sheet.truth[row]
        row += 1
    sheet.truth[first:row] -= mean / (row - first)
    return row


@kernel
def _note(each: Terms, places: Words, values: Numbers) -> None:
    """Write down the terms of a card; those that it has not count nothing."""
    places[0], places[1], places[2], places[3], places[4], places[5] = each[:MOST_TERMS]
    values[:3] = 1.0
    values[3] = values[4] = each.share
    values[5] = 1.0
    if each.last == NO_TERM:
        places[3:] = 0
        values[3:] = 0.0


@kernel
def gather(sheet: Samples, rows: int, square: Numbers, right: Numbers, sums: Numbers, met: Words) -> None:
    """Add up the normal equations, all terms less their mean over the cards of a decision."""
    start = 0
    while start < rows:
        end, count = start, 0
        while end < rows and sheet.groups[end] == sheet.groups[start]:
            for i in range(MOST_TERMS):
                value, at = sheet.values[end, i], sheet.places[end, i]
                if value != 0.0:
                    if sums[at] == 0.0:
                        met[count], count = at, count + 1
                    sums[at] += value
                    right[at] += value * sheet.truth[end]
                    for j in range(MOST_TERMS):
                        square[at, sheet.places[end, j]] += value * sheet.values[end, j]
            end += 1
        for i in range(count):
            for j in range(count):
                square[met[i], met[j]] -= sums[met[i]] * sums[met[j]] / (end - start)
        for i in range(count):
            sums[met[i]] = 0.0
        start = end


@kernel
def duel(
    deals: int,
    weights: Numbers,
    gains: Numbers,
    room: Workspace,
    solving: SolverWorkspace,
    levels: Levels,
    luck: Chance,
) -> None:
    """Habit as declarer against greed; `gains` are its tricks."""
    for number in range(deals):
        strain = deal(room, luck)
        room.table[KIND] = BY_GREED
        play_out(room.table, room.stock, strain, weights)
        gains[number] = taken_by_first(room.table, strain, solving, levels)


class Fitting:
    """Rounds of playing and fitting."""

    def __init__(self, deals: int, seed: int) -> None:
        rows = deals * RANKS * 14 // TRIED * 2
        self._deals, self._luck = deals, chance(seed)
        self._sheet = Samples(
            np.zeros((rows, MOST_TERMS), np.int64),
            np.zeros((rows, MOST_TERMS)),
            np.zeros(rows),
            np.zeros(rows, np.int64),
        )
        self._room = new_hall()
        self._solving, self._levels = new_room(20), ready_levels()
        self._square, self._right = np.zeros((WEIGHTS, WEIGHTS)), np.zeros(WEIGHTS)
        self.weights: Numbers = np.zeros(WEIGHTS)

    def round(self) -> int:
        """Play and fit once; the number of cards that were tried."""
        rest = (self._sheet, self._room, self._solving, self._levels, self._luck)
        rows = play_on(self._deals, self.weights, *rest)
        self._square *= FADE
        self._right *= FADE
        gather(self._sheet, rows, self._square, self._right, np.zeros(WEIGHTS), np.zeros(8 * RANKS, np.int64))
        self.weights = np.asarray(
            np.linalg.solve(self._square + RIDGE * np.eye(WEIGHTS), self._right), np.float64
        )
        return rows

    def strength(self, deals: int = 4_000) -> float:
        """The tricks that a declarer by habit takes against greed."""
        gains = np.zeros(deals)
        duel(deals, self.weights, gains, self._room, self._solving, self._levels, chance(1))
        return float(gains.mean())


def file_of(weights: Numbers) -> list[str]:
    """The lines of numbers in `weights.py`, in thousandths of a trick, each row of weights on lines of its own."""
    rounded = np.rint(weights * 1000).astype(int)
    rows = [" ".join(map(str, rounded[at : at + ROW])) for at in range(0, WEIGHTS, ROW)]
    return [line for row in rows for line in textwrap.wrap(row, 116)]


def main() -> None:
    """Fit, telling how it goes."""
    parser = argparse.ArgumentParser(description="Fit the weights of the quick exchanger.")
    parser.add_argument("--deals", type=int, default=20_000)
    parser.add_argument("--rounds", type=int, default=5)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--output", type=Path, required=True, help="where the lines of numbers go")
    arguments = parser.parse_args()
    fitting = Fitting(arguments.deals, arguments.seed)
    for number in range(1, arguments.rounds + 1):
        rows = fitting.round()
        print(
            f"round {number}: {rows:,} cards tried, declarer against greed {fitting.strength():.3f}",
            flush=True,
        )
        arguments.output.write_text("\n".join(file_of(fitting.weights)) + "\n", encoding="utf-8")


if __name__ == "__main__":
    main()
