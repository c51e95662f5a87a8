"""A call of the auction by simulation: made-up deals are played out in some strains, then the auction itself.

The other is taken to bid by length and points: in his suit, at the lowest level that outbids, as far as his hand
goes; a pass after that. What he does tells something about his hand, so after each of his calls only the deals count in
which he makes it. All values are points to the player, on average.
"""

from __future__ import annotations

from functools import cache
from math import floor
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from ai.bridge.decision.exchanger import BATCH, Mind
from ai.bridge.decision.seen import lay_out, least_level
from ai.bridge.decision.utility import points_by_tricks
from ai.bridge.player.exchange import HAND
from ai.bridge.player.layout import NO_CARD, NO_TRUMP, Numbers, Words
from ai.bridge.player.playing import CARD, DECLARED_BY, IN_STRAIN, JOB, MY_TRICKS, WORLD
from ai.bridge.player.weighing import DRAWN_FOR_ONE, MOST_WORLDS, make_up
from ai.bridge.player.worlds import expected
from game.bridge import Contract, Observation
from game.bridge.auction import DOUBLE, LEVELS, PASS, REDOUBLE, is_bid
from game.bridge.cards import STRAINS, lengths
from game.bridge.rules import Scoring

Deals = NDArray[np.int64]  # numbers of made-up deals
GAMES = {
    0: (4, 6, 7),
    1: (4, 6, 7),
    2: (5, 6, 7),
    3: (5, 6, 7),
    4: (3, 6, 7),
}  # levels with a bonus, by strain
LEAST_LENGTH = 4  # of a suit that is bid
FEW = 6  # deals: too few to plan a bid of one's own on


class Called(NamedTuple):
    """A call, the points it brings on average, and of a bid: its tricks and the chance to make it, if it is played."""

    call: str
    points: float
    tricks: float | None = None
    makes: float | None = None


class Standing(NamedTuple):
    """The bid to beat: level, strain, whose it is (0 mine, 1 the other's), and the stake."""

    level: int
    strain: int
    owner: int
    stake: int = 1

    @property
    def text(self) -> str:
        return f"{self.level}{STRAINS[self.strain]}"


@cache
def _points(scoring: Scoring, level: int, strain: int, stake: int) -> Numbers:
    return points_by_tricks(scoring, Contract(level, strain, 0, stake))


class Bidder:
    """One call to decide."""

    def __init__(self, mind: Mind, seen: Observation, worlds: int) -> None:
        self._mind, self._seen = mind, seen
        self._standing = _standing(seen)
        self.most = min(worlds, MOST_WORLDS)
        self.done = 0
        self.strains = _strains(seen, self._standing)
        self.mine: Words = np.zeros((self.most, 5), np.int64)  # my tricks where I declare in a strain
        self.theirs: Words = np.zeros((self.most, 5), np.int64)  # my tricks where he declares
        self._suit: Words = np.zeros(self.most, np.int64)  # what he bids in a deal
        self._limit: Words = np.zeros(self.most, np.int64)  # the highest level he goes to

    def run(self) -> bool:
        """Look at another batch of deals; whether there are more to come."""
        if self.done == 0:
            self._make_up()
        deals = np.arange(self.done, min(self.done + BATCH, self.most))
        jobs = [(deal, strain, 0) for deal in deals for strain in self.strains]
        jobs += [(deal, strain, 1) for deal in deals for strain in self._his_strains(int(deal))]
        rows = np.zeros((len(jobs), JOB), np.int64)
        rows[:, [WORLD, IN_STRAIN, DECLARED_BY]] = jobs
        rows[:, CARD] = NO_CARD
        self._mind.settle(rows, self._seen.table.lead)
        for row in rows:
            (self.theirs if row[DECLARED_BY] else self.mine)[row[WORLD], row[IN_STRAIN]] = row[MY_TRICKS]
        self.done = int(deals[-1]) + 1
        return self.done < self.most

    def found(self) -> list[Called]:
        """Every call that was weighed, best first; a pass before a bid that brings no more."""
        deals = np.arange(self.done)
        found = [Called(PASS, self._pass(deals, self._standing, first=True))]
        found += self._doubles(deals)
        for strain in self.strains:
            for level in _levels(strain, self._standing, self._seen.table.notrump, wide=True):
                contract = Standing(level, strain, 0)
                tricks = self.mine[deals, strain]
                chance = float(np.mean(tricks >= 6 + level))
                found.append(
                    Called(contract.text, self._bid(deals, contract), float(np.mean(tricks)), chance)
                )
        return sorted(found, key=lambda each: -each.points)

    # -- the deals --

    def _make_up(self) -> None:
        mind = self._mind
        called = lay_out(self._seen, mind.desk)
        make_up(
            mind.desk,
            called,
            self.most * (DRAWN_FOR_ONE if called else 1),
            self.most,
            mind.weights,
            mind.luck,
        )
        for deal in range(self.most):
            hand = int(mind.desk.tables[mind.desk.kept[deal], HAND + 1])
            suit = _suit_of(self._seen, hand)
            self._suit[deal], self._limit[deal] = suit, floor(expected(hand, suit) - 6)

    def _his_strains(self, deal: int) -> set[int]:
        """Where he may become declarer in a deal."""
        strains = {int(self._suit[deal])}
        if self._standing is not None and self._standing.owner == 1:
            strains.add(self._standing.strain)
        return strains

    # -- the auction, played out --

    def _pass(self, deals: Deals, standing: Standing | None, *, first: bool = False) -> float:
        """The value of passing."""
        if standing is not None:
            return float(np.mean(self._worth(deals, standing)))
        return self._after(deals, None) if first and not self._seen.calls else 0.0

    def _bid(self, deals: Deals, contract: Standing) -> float:
        """The value of a bid of mine."""
        return self._after(deals, contract)

    def _after(self, deals: Deals, standing: Standing | None) -> float:
        """The value where he is to call: in some deals he bids, and then I have to answer, in the others it ends."""
        needs = np.array([self._least(strain, standing) for strain in range(5)])[self._suit[deals]]
        bids = needs <= np.minimum(self._limit[deals], LEVELS[-1])
        total = float(np.sum(self._worth(deals[~bids], standing))) if standing is not None else 0.0
        for strain in np.unique(self._suit[deals[bids]]):
            group = deals[bids & (self._suit[deals] == strain)]
            reply = Standing(self._least(int(strain), standing), int(strain), 1)
            total += len(group) * self._answer(group, reply)
        return total / len(deals)

    def _answer(self, deals: Deals, standing: Standing) -> float:
        """The value where I am to call over a bid of his that he makes in these deals."""
        best = self._pass(deals, standing)
        if len(deals) < FEW:
            return best
        strain = max(self.strains, key=lambda each: float(np.mean(self.mine[deals, each])))
        for level in _levels(strain, standing, self._seen.table.notrump, wide=False):
            best = max(best, self._bid(deals, Standing(level, strain, 0)))
        return best

    def _doubles(self, deals: Deals) -> list[Called]:
        standing = self._standing
        if standing is None or not self._seen.table.doubles:
            return []
        call = DOUBLE if standing.owner == 1 and standing.stake == 1 else ""
        call = REDOUBLE if standing.owner == 0 and standing.stake == 2 else call
        raised = standing._replace(stake=2 * standing.stake)
        return [Called(call, float(np.mean(self._worth(deals, raised))))] if call else []

    def _worth(self, deals: Deals, standing: Standing) -> Numbers:
        """What a contract is worth to me in each deal."""
        points = _points(self._seen.table.scoring, standing.level, standing.strain, standing.stake)
        if standing.owner == 0:
            return np.asarray(points[self.mine[deals, standing.strain]])
        return np.asarray(-points[13 - self.theirs[deals, standing.strain]])

    def _least(self, strain: int, standing: Standing | None) -> int:
        return least_level(strain, standing and standing.text, self._seen.table.notrump)


def _standing(seen: Observation) -> Standing | None:
    at = next((at for at in range(len(seen.calls) - 1, -1, -1) if is_bid(seen.calls[at])), None)
    if at is None:
        return None
    bid, after = seen.calls[at], seen.calls[at + 1 :]
    stake = 4 if REDOUBLE in after else 2 if DOUBLE in after else 1
    owner = 0 if (seen.dealer + at) % 2 == seen.seat else 1
    return Standing(int(bid[0]), STRAINS.index(bid[1]), owner, stake)


def _strains(seen: Observation, standing: Standing | None) -> list[int]:
    """The strains that I may bid: long suits, the longest in any case, no-trump, and what I have bid."""
    held = lengths(seen.dealt)
    strains = {suit for suit in range(4) if held[suit] >= min(LEAST_LENGTH, max(held))}
    if seen.table.notrump:
        strains.add(NO_TRUMP)
    if standing is not None and standing.owner == 0:
        strains.add(standing.strain)
    return sorted(strains)


def _levels(strain: int, standing: Standing | None, notrump: bool, *, wide: bool) -> list[int]:
    """The levels of a strain to think about: the lowest, the next where `wide`, and those with a bonus."""
    least = least_level(strain, standing and standing.text, notrump)
    levels = {least, *(level for level in GAMES[strain] if level > least)}
    if wide:
        levels.add(least + 1)
    return sorted(level for level in levels if level in LEVELS)


def _suit_of(seen: Observation, hand: int) -> int:
    """The strain he will bid with this hand: the last one he bid, else his best suit."""
    for at in range(len(seen.calls) - 1, -1, -1):
        if is_bid(seen.calls[at]) and (seen.dealer + at) % 2 != seen.seat:
            return STRAINS.index(seen.calls[at][1])
    return max(range(4), key=lambda suit: expected(hand, suit))
