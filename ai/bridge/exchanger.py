"""A decision of the exchange: the same made-up deals are played out after each card that is still in question."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Collection
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from ai.bridge.player.habit import Situation, fitted, liking, row_of
from ai.bridge.player.layout import NO_CARD, RANKS, Numbers, Words, chance
from ai.bridge.player.weighing import (
    CARD,
    DECLARED_BY,
    IN_STRAIN,
    JOB,
    MADE_FOR_ONE,
    MY_TRICKS,
    WORLD,
    lay_out,
    left_out,
    make_up,
    new_workspace,
    settle,
    twins,
)
from ai.bridge.solver.room import Levels, new_room, no_levels
from game.bridge import Observation
from game.bridge.cards import cards_of, mask_of, playable

BATCH = 16  # deals between two looks at the clock, where each card of a hand is in question: 5 to 30 ms
DRAW = 32  # deals that are made up at a time; what draws differ by tells how much the numbers are worth
FEW_DRAWS = 4  # fewer say nothing about that
LEAST = 32  # deals between two looks at what is still in question
CERTAIN = 2.0  # standard errors: a card so much behind is given up
LEADERS = ("loser", "winner", "declarer", "defender")
HABIT_TELLS = 16.0  # deals: so much is the habit's own opinion worth


class CardValue(NamedTuple):
    """A card, the tricks it led to on average, its worth by which cards are ordered, and the deals looked at.

    `error` is the standard error of the tricks, over other deals that might have been made up; None of a single one.
    """

    card: int
    tricks: float
    worth: float
    worlds: int
    error: float | None


class ExchangeBuffers:
    """Work arrays of the player: workspace, chance, weights, solver. `seed` makes it repeatable."""

    def __init__(self, seed: int, levels: Levels | None = None, table_bits: int = 18) -> None:
        self.workspace = new_workspace()
        self.luck = chance(seed)
        self.weights = fitted()
        self.levels = no_levels() if levels is None else levels
        self.room = new_room(table_bits)

    def settle(self, jobs: Words, lead: str) -> None:
        """Play out all jobs of the worlds in the workspace."""
        settle(self.workspace, jobs, LEADERS.index(lead), self.room, self.levels, self.weights)


class Exchanger:
    """One decision. `utility`: [my tricks, 0 to 13] what is to be made great."""

    def __init__(
        self,
        mind: ExchangeBuffers,
        seen: Observation,
        utility: Numbers,
        worlds: int,
        among: Collection[int] | None = None,
    ) -> None:
        """`among`: only these cards are played out, all of them in every world."""
        self._mind, self._seen, self._utility = mind, seen, utility
        self._hand = playable(seen.own, seen.led)
        self._cards = sorted(cards_of(twins(seen.own, _about(seen), self._hand)))
        self._compares = among is not None
        if among is not None:
            self._cards = sorted({self._cards[self._column(card)] for card in among})
        self._open = np.ones(len(self._cards), bool)
        most = worlds if len(self._cards) > 1 else min(worlds, LEAST)
        self._tricks = np.full((most, len(self._cards)), np.nan)
        self._habit = self._likings() * (utility[10] - utility[4]) / 6
        self.done = 0
        self._repeats: list[float] = []  # by draw, how often a world was drawn

    def run(self) -> bool:
        """Look at another batch of deals; whether there are more to come."""
        most = len(self._tricks)
        first = self.done % DRAW
        if first == 0:
            self._make_up(min(DRAW, most - self.done))
        columns = np.flatnonzero(self._open)
        count = min(BATCH * RANKS // len(columns), most - self.done, DRAW - first)
        jobs = np.zeros((count * len(columns), JOB), np.int64)
        jobs[:, WORLD] = np.repeat(np.arange(first, first + count), len(columns))
        jobs[:, CARD] = np.tile(np.array(self._cards)[columns], count)
        jobs[:, IN_STRAIN] = self._seen.contract.strain if self._seen.contract else 0
        jobs[:, DECLARED_BY] = 0 if self._seen.declaring else 1
        self._mind.settle(jobs, self._seen.rules.lead)
        self._tricks[self.done : self.done + count, columns] = jobs[:, MY_TRICKS].reshape(count, -1)
        self.done += count
        if self.done % LEAST == 0 and not self._compares:
            self._give_up()
        return self.done < most and (len(self._cards) == 1 or int(self._open.sum()) > 1)

    def values(self) -> list[CardValue]:
        """Every legal card, best first; neighbours are as good as each other, the lowest comes first."""
        worths = self._worths()
        tricks = self._tricks[: self.done]
        best = self._best(worths)
        behind = np.nanmean(tricks - tricks[:, [best]], axis=0)
        mean = float(np.mean(tricks[:, best]))
        counts = np.sum(~np.isnan(tricks), axis=0)
        errors = self._errors(best)
        card_values: list[CardValue] = []
        for card in cards_of(self._hand):
            at = self._column(card)
            error = None if errors is None else float(errors[at])
            card_values.append(
                CardValue(card, mean + float(behind[at]), float(worths[at]), int(counts[at]), error)
            )
        return sorted(card_values, key=lambda each: (each.worlds < self.done, -each.worth, each.card))

    def tricks(self, card: int) -> NDArray[np.float64]:
        """[deal] what a card led to; as many for its neighbours. Only where cards are compared."""
        return self._tricks[: self.done, self._column(card)]

    def distribution(self) -> NDArray[np.float64]:
        """[tricks 0 to 13] how often the best card led to them."""
        worths = self._worths()
        taken = self._tricks[: self.done, self._best(worths)].astype(np.int64)
        return np.bincount(taken, minlength=14)[:14] / len(taken)

    # -- inside --

    def _column(self, card: int) -> int:
        """Return the column that holds the figures of a card: with those of the lowest of its neighbours."""
        return bisect_right(self._cards, card) - 1

    def _make_up(self, count: int) -> None:
        called = lay_out(self._seen, self._mind.workspace)
        details = called or self._seen.tricks or self._seen.led is not None
        most = count * (MADE_FOR_ONE if details else 1)
        mind = self._mind
        make_up(mind.workspace, called, most, count, mind.weights, mind.luck)
        self._repeats.append(repeats(mind.workspace.drawn[:count]))

    def _likings(self) -> NDArray[np.float64]:
        """Return the habit's preference for each card, in tricks."""
        seen = self._seen
        assert seen.contract is not None, "an exchange has a contract"
        assert seen.upturned is not None, "an exchange has a card on show"
        strain, led = seen.contract.strain, NO_CARD if seen.led is None else seen.led
        row = row_of(left_out(seen) + len(seen.tricks), strain)
        at = Situation(seen.own, seen.unseen, seen.theirs, seen.upturned, led, strain)
        return np.array([liking(card, at, row, self._mind.weights) for card in self._cards])

    def _behind(self) -> tuple[int, NDArray[np.float64], float]:
        """The card that led to most, how far each card is behind it in each world, and what it was worth."""
        tricks = self._tricks[: self.done]
        worths = np.where(np.isnan(tricks), np.nan, self._utility[np.nan_to_num(tricks).astype(np.int64)])
        best = self._best(np.nanmean(worths, axis=0))
        return best, worths - worths[:, [best]], float(np.mean(worths[:, best]))

    def _worths(self) -> NDArray[np.float64]:
        """The worth of each card. The habit's opinion counts like `HABIT_TELLS` worlds.

        What two cards led to is compared in the same worlds.
        """
        best, behind, most = self._behind()
        counts = np.sum(~np.isnan(behind), axis=0)
        habit = self._habit - self._habit[best]
        sums = np.nansum(behind, axis=0) + HABIT_TELLS * habit
        worths: NDArray[np.float64] = sums / (counts + HABIT_TELLS) + most
        return worths

    def _errors(self, best: int) -> NDArray[np.float64] | None:
        """The standard error of each card's tricks; None of a single deal.

        That of a card which was given up is the error of the best card and that of what it is behind it.
        """
        if self.done < 2:
            return None
        tricks, spread = self._tricks[: self.done], self._spread(best)
        counts = np.sum(~np.isnan(tricks), axis=0)
        own = np.nanvar(tricks, axis=0) / counts
        behind = np.nanvar(tricks - tricks[:, [best]], axis=0) / counts
        variances: NDArray[np.float64] = spread * np.where(counts == self.done, own, own[best] + behind)
        return np.sqrt(variances)

    def _spread(self, best: int) -> float:
        """Return how much larger the variance of a mean is than if all deals were drawn independently.

        Deals of a draw depend on each other: those that fit best come more than once, and all were chosen among the
        same ones. So the means of draws differ by more than the deals within them would make them differ.
        """
        draws, repeated = self.done // DRAW, float(np.mean(self._repeats))
        if draws < FEW_DRAWS:
            return repeated
        tricks = self._tricks[: draws * DRAW, best]
        within = float(np.var(tricks)) / DRAW
        between = float(np.var(tricks.reshape(draws, DRAW).mean(axis=1), ddof=1))
        return max(repeated, between / within) if within else repeated

    def _best(self, worths: NDArray[np.float64]) -> int:
        return int(np.argmax(np.where(self._open, worths, -np.inf)))

    def _give_up(self) -> None:
        """Stop looking at cards that are too far behind.

        Only what they led to counts: a card that habit is wrong about needs more deals, not fewer.
        """
        columns = np.flatnonzero(self._open)
        worths = self._utility[self._tricks[: self.done, columns].astype(np.int64)]
        best = int(np.argmax(worths.mean(axis=0)))
        behind = worths - worths[:, [best]]
        errors = behind.std(axis=0) * np.sqrt(self._spread(int(columns[best])) / self.done)
        self._open[columns] = behind.mean(axis=0) + CERTAIN * errors >= 0


def repeats(stored: Words) -> float:
    """Return how often a world of a draw was drawn, on average.

    By the root of it the error of a mean is larger than it looks.

    `stored`: the numbers of the worlds.
    """
    return float(np.mean(np.bincount(stored)[stored]))


def _about(seen: Observation) -> int:
    """The cards that are not in the player's hand and may still meet one that is."""
    lying = [card for card in (seen.led, seen.upturned) if card is not None]
    return seen.unseen | seen.theirs | mask_of(lying)
