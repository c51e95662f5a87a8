"""A call of the auction by simulation: made-up deals are played out in some strains, then the auction itself.

The other is taken to bid by length and points: in his suit, at the lowest level that outbids, as far as his hand
goes; a pass after that. What he does tells something about his hand, so after each of his calls only the deals count in
which he makes it. All values are points to the player, on average.
"""

from __future__ import annotations

from collections.abc import Collection
from functools import cache
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from ai.bridge.exchanger import BATCH, ExchangeBuffers, repeats
from ai.bridge.player.layout import NO_CARD, NO_TRUMP, RANKS, Numbers, Words
from ai.bridge.player.weighing import (
    CARD,
    DECLARED_BY,
    IN_STRAIN,
    JOB,
    MADE_FOR_ONE,
    MOST_MADE,
    MOST_WORLDS,
    MY_TRICKS,
    WORLD,
    lay_out,
    least_level,
    make_up,
)
from ai.bridge.player.worlds import HAND, expected
from game.bridge import Contract, Observation
from game.bridge.auction import DOUBLE, LEVELS, PASS, REDOUBLE, is_bid, points
from game.bridge.cards import STRAINS, lengths
from game.bridge.rules import Rules

# What a player wants: tricks, or the points that they bring under the contract.


def points_by_tricks(table: Rules, contract: Contract) -> Numbers:
    """[declarer's tricks, 0 to 13] the declarer's points less the defender's."""
    declared = contract._replace(declarer=0)
    both = (points(table, declared, (taken, RANKS - taken)) for taken in range(RANKS + 1))
    return np.array([mine - theirs for mine, theirs in both], np.float64)


def utility(seen: Observation) -> Numbers:
    """[my tricks, 0 to 13] what they are worth to the player: points, or tricks where nothing was bid for."""
    if not seen.rules.bids or seen.contract is None:
        return np.arange(RANKS + 1.0)
    worth = points_by_tricks(seen.rules, seen.contract)
    return worth if seen.declaring else -worth[::-1]


Deals = NDArray[np.int64]  # numbers of made-up deals
Chosen = NDArray[np.bool_]  # of such deals
# levels with a bonus, by strain
GAMES = {0: (4, 6, 7), 1: (4, 6, 7), 2: (5, 6, 7), 3: (5, 6, 7), 4: (3, 6, 7)}
LEAST_LENGTH = 4  # of a suit that is bid
AHEAD = 2  # calls of mine, besides the one to decide, for which doubles and what answers them are foreseen
FEW = 6  # deals: too few to plan a bid of one's own on


class CallValue(NamedTuple):
    """A call, the points it brings on average, and of a bid: its tricks and the chance to make it, if it is played.

    `error` is the standard error of the points; None of a single deal.
    """

    call: str
    points: float
    error: float | None
    tricks: float | None = None
    makes: float | None = None


class BidToBeat(NamedTuple):
    """The bid to beat: level, strain, whose it is (0 mine, 1 the other's), and the stake."""

    level: int
    strain: int
    owner: int
    stake: int = 1

    @property
    def text(self) -> str:
        return f"{self.level}{STRAINS[self.strain]}"


@cache
def _points(table: Rules, level: int, strain: int, stake: int) -> Numbers:
    return points_by_tricks(table, Contract(level, strain, 0, stake))


class Bidder:
    """One call to decide."""

    def __init__(
        self, mind: ExchangeBuffers, seen: Observation, worlds: int, also: Collection[int] = ()
    ) -> None:
        """`also`: strains that are to be played out, too."""
        self._mind, self._seen = mind, seen
        self._standing = _standing(seen)
        self.most = min(worlds, MOST_WORLDS)
        self.done = 0
        self._repeats = 1.0  # how often a deal was drawn
        self.strains = sorted({*_strains(seen, self._standing), *also})
        self.mine: Words = np.zeros((self.most, 5), np.int64)  # my tricks where I declare in a strain
        self.theirs: Words = np.zeros((self.most, 5), np.int64)  # my tricks where he declares
        self._holds: Numbers = np.zeros((self.most, 5))  # the tricks he expects of his hand in each strain
        self._suit: Words = np.zeros(self.most, np.int64)  # what he bids in a deal
        self._worths: dict[BidToBeat, Numbers] = {}  # my points for a contract in each deal
        # what he may escape to if his bid is doubled; -1 unknown
        self._second: Words = np.full(self.most, -1)
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
        self._mind.settle(rows, self._seen.rules.lead)
        for row in rows:
            (self.theirs if row[DECLARED_BY] else self.mine)[row[WORLD], row[IN_STRAIN]] = row[MY_TRICKS]
        self.done = int(deals[-1]) + 1
        self._worths.clear()
        return self.done < self.most

    def values(self) -> list[CallValue]:
        """Every call that was weighed, best first; a pass before a bid that brings no more."""
        deals = self._likely()
        calls = [PASS]
        raised = self._raised(self._standing, 0)
        if raised is not None:
            calls.append(DOUBLE if raised.stake == 2 else REDOUBLE)
        call_values = [CallValue(call, *self._mean(call)) for call in calls]
        for strain in self.strains:
            for level in _levels(strain, self._standing, self._seen.rules.notrump, wide=True):
                contract = BidToBeat(level, strain, 0)
                tricks = self.mine[deals, strain]
                chance = float(np.mean(tricks >= 6 + level))
                points, error = self._mean(contract.text)
                call_values.append(CallValue(contract.text, points, error, float(np.mean(tricks)), chance))
        return sorted(call_values, key=lambda each: -each.points)

    def points(self, call: str) -> Numbers:
        """[deal] what a call brings me, in the deals that count; a bid is in one of `strains`."""
        deals = self._likely()
        if call == PASS and self._standing is not None:
            return self._worth(deals, self._standing)
        if call == PASS:
            return np.zeros(len(deals)) if self._seen.calls else self._after(deals, None)
        if call in (DOUBLE, REDOUBLE):
            return self._after(deals, self._raised(self._standing, 0))
        return self._after(deals, BidToBeat(int(call[0]), STRAINS.index(call[1]), 0))

    def _mean(self, call: str) -> tuple[float, float | None]:
        """The points of a call with their standard error: a deal that came more than once counts once for it."""
        each = self.points(call)
        error = float(np.std(each, ddof=1) * (self._repeats / len(each)) ** 0.5) if len(each) > 1 else None
        return float(np.mean(each)), error

    # -- the deals --

    def _make_up(self) -> None:
        mind = self._mind
        called = lay_out(self._seen, mind.workspace)
        most = min(MOST_MADE, self.most * MADE_FOR_ONE) if called else self.most
        make_up(mind.workspace, called, most, self.most, mind.weights, mind.luck)
        self._repeats = repeats(mind.workspace.drawn[: self.most])
        for deal in range(self.most):
            hand = int(mind.workspace.tables[mind.workspace.drawn[deal], HAND + 1])
            self._holds[deal] = [expected(hand, strain) for strain in range(5)]
        suits = self._holds[:, :4].copy()
        last = _last_bid_of_other(self._seen)
        self._suit = np.full(self.most, last) if last is not None else np.argmax(suits, axis=1)
        self._limit = np.floor(self._holds[np.arange(self.most), self._suit] - 6).astype(np.int64)
        if self._seen.rules.doubles and self._standing is not None and self._standing.owner == 1:
            if self._standing.strain != NO_TRUMP:
                suits[:, self._standing.strain] = -np.inf
            self._second = np.argmax(suits, axis=1)

    def _his_strains(self, deal: int) -> set[int]:
        """Return the strains in which the opponent may become declarer in a deal."""
        strains = {int(suit) for suit in (self._suit[deal], self._second[deal]) if suit >= 0}
        if self._standing is not None and self._standing.owner == 1:
            strains.add(self._standing.strain)
        return strains

    # -- the auction, played out: values to me, deal by deal --
    # `ahead`: how many more calls of mine a double, a redouble or an escape is followed for

    def _after(self, deals: Deals, standing: BidToBeat | None, ahead: int = AHEAD) -> Numbers:
        """The values where he is to call; where he does nothing, the auction ends."""
        values = np.zeros(len(deals)) if standing is None else self._worth(deals, standing)
        bids = np.zeros(len(deals), bool)
        if standing is None or (standing.owner == 0 and standing.stake == 1):
            bids = self._he_bids(deals, standing, values, ahead)
        if standing is not None and self._raised(standing, 1) is not None:
            self._he_calls(deals, _raise(standing), self._raises(deals, standing, ~bids), values, ahead)
        if standing is not None and standing.stake > 1 and ahead:
            self._he_escapes(deals, standing, values, ahead)
        return values

    def _he_bids(self, deals: Deals, standing: BidToBeat | None, values: Numbers, ahead: int) -> Chosen:
        """Set `values` where he bids his suit, as far as his hand goes; in which deals he does."""
        suits = self._suit[deals]
        needs = self._all_least(standing)
        bids = np.asarray(needs[suits] <= np.minimum(self._limit[deals], LEVELS[-1]))
        for strain in np.flatnonzero(np.bincount(suits[bids])):
            group = bids & (suits == strain)
            reply = BidToBeat(int(needs[strain]), int(strain), 1)
            values[group] = self._answer(deals[group], reply, ahead)
        return bids

    def _he_escapes(self, deals: Deals, standing: BidToBeat, values: Numbers, ahead: int) -> None:
        """Lower `values` where he does better to bid another suit than to let a raised stake stand."""
        suits = (self._suit if standing.owner == 0 else self._second)[deals]
        needs = self._all_least(standing)
        for strain in np.flatnonzero(np.bincount(suits[suits >= 0])):
            if strain == standing.strain or needs[strain] not in LEVELS:
                continue
            escape, mine = BidToBeat(int(needs[strain]), int(strain), 1), suits == strain
            gains = np.zeros(len(deals))
            gains[mine] = values[mine] - self._worth(deals[mine], _raise(escape))
            chosen = mine & _best_part(self._holds[deals, strain], gains)
            self._he_calls(deals, escape, chosen, values, ahead)

    def _he_calls(
        self, deals: Deals, standing: BidToBeat, chosen: Chosen, values: Numbers, ahead: int
    ) -> None:
        """Set `values` where he makes the call that leads to `standing`, if that is better for him after my answer."""
        if chosen.any():
            answered = self._answer(deals[chosen], standing, ahead)
            if answered.sum() < values[chosen].sum():
                values[chosen] = answered

    def _raises(self, deals: Deals, standing: BidToBeat, among: Chosen) -> Chosen:
        """The deals in which he doubles, or redoubles: those that his hand tells him are best for it."""
        gains = self._worth(deals, standing) - self._worth(deals, _raise(standing))
        return among & _best_part(self._holds[deals, standing.strain], np.where(among, gains, 0.0))

    def _answer(self, deals: Deals, standing: BidToBeat, ahead: int) -> Numbers:
        """The values where I am to call after a call of his that he makes in these deals."""
        best = self._worth(deals, standing)
        if len(deals) < FEW or (standing.stake > 1 and not ahead):
            return best
        options: list[BidToBeat] = []
        raised = self._raised(standing, 0)
        tricks = self.mine[deals].mean(axis=0)
        if raised is not None:
            options.append(raised)
        if standing.stake == 1:
            strain = max(self.strains, key=lambda each: float(tricks[each]))
            levels = _levels(strain, standing, self._seen.rules.notrump, wide=False)
            options += [BidToBeat(level, strain, 0) for level in levels]
        else:
            needs = self._all_least(standing)
            strain = max(self.strains, key=lambda each: float(tricks[each]) - int(needs[each]))
            options += [BidToBeat(int(needs[strain]), strain, 0)] if needs[strain] in LEVELS else []
        for option in options:
            values = self._after(deals, option, max(0, ahead - 1))
            if values.sum() > best.sum():
                best = values
        return best

    def _raised(self, standing: BidToBeat | None, by: int) -> BidToBeat | None:
        """The bid to beat, doubled or redoubled by me (0) or him (1); None where that is not possible."""
        if standing is None or not self._seen.rules.doubles:
            return None
        return _raise(standing) if standing.stake == (2 if standing.owner == by else 1) else None

    def _likely(self) -> Deals:
        """The deals to count: after a double or redouble of his those in which he makes it most likely, else all."""
        deals = np.arange(self.done)
        standing = self._standing
        if standing is None or standing.stake == 1:
            return deals
        before = standing._replace(stake=standing.stake // 2)
        raises = self._raises(deals, before, np.ones(len(deals), bool))
        least = max(FEW, len(deals) // 4)
        if np.count_nonzero(raises) < least:
            return np.sort(np.argsort(-self._holds[: self.done, standing.strain], kind="stable")[:least])
        return deals[raises]

    def _worth(self, deals: Deals, standing: BidToBeat) -> Numbers:
        """Return the value of a contract for the bidder in each deal, as a copy."""
        if standing not in self._worths:
            points = _points(self._seen.rules, standing.level, standing.strain, standing.stake)
            mine, theirs = self.mine[:, standing.strain], self.theirs[:, standing.strain]
            self._worths[standing] = points[mine] if standing.owner == 0 else -points[13 - theirs]
        return self._worths[standing][deals]

    def _all_least(self, standing: BidToBeat | None) -> Words:
        """The lowest level of each strain that outbids; 8 where there is none."""
        return _least_levels(standing and standing.text, self._seen.rules.notrump)


@cache
def _least_levels(standing: str | None, notrump: bool) -> Words:
    return np.array([least_level(strain, standing, notrump) for strain in range(len(STRAINS))])


def _raise(standing: BidToBeat) -> BidToBeat:
    """The same bid with the stake doubled."""
    return standing._replace(stake=2 * standing.stake)


def _standing(seen: Observation) -> BidToBeat | None:
    at = next((at for at in range(len(seen.calls) - 1, -1, -1) if is_bid(seen.calls[at])), None)
    if at is None:
        return None
    bid, after = seen.calls[at], seen.calls[at + 1 :]
    stake = 4 if REDOUBLE in after else 2 if DOUBLE in after else 1
    owner = 0 if (seen.dealer + at) % 2 == seen.seat else 1
    return BidToBeat(int(bid[0]), STRAINS.index(bid[1]), owner, stake)


def _strains(seen: Observation, standing: BidToBeat | None) -> list[int]:
    """The strains that I may bid: long suits, the longest in any case, no-trump, and what I have bid."""
    held = lengths(seen.dealt)
    strains = {suit for suit in range(4) if held[suit] >= min(LEAST_LENGTH, max(held))}
    if seen.rules.notrump:
        strains.add(NO_TRUMP)
    if standing is not None and standing.owner == 0:
        strains.add(standing.strain)
    return sorted(strains)


def _levels(strain: int, standing: BidToBeat | None, notrump: bool, *, wide: bool) -> list[int]:
    """The levels of a strain to think about: the lowest, the next where `wide`, and those with a bonus."""
    least = least_level(strain, standing and standing.text, notrump)
    levels = {least, *(level for level in GAMES[strain] if level > least)}
    if wide:
        levels.add(least + 1)
    return sorted(level for level in levels if level in LEVELS)


def _last_bid_of_other(seen: Observation) -> int | None:
    """The strain that he has bid last; None where he has bid none."""
    for at in range(len(seen.calls) - 1, -1, -1):
        if is_bid(seen.calls[at]) and (seen.dealer + at) % 2 != seen.seat:
            return STRAINS.index(seen.calls[at][1])
    return None


def _best_part(signal: Numbers, gains: Numbers) -> Chosen:
    """Those with the highest `signal` that gain most together: `FEW` at least, or none, or all there are."""
    order = np.argsort(-signal, kind="stable")
    totals = np.cumsum(gains[order])[min(FEW, len(order)) - 1 :]
    chosen = np.zeros(len(order), bool)
    if len(totals) and totals.max() > 0:
        chosen[order[: min(FEW, len(order)) + int(np.argmax(totals))]] = True
    return chosen
