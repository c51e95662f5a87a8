"""Verdicts on moves: its cost with its error, in a unit that a player uses, and the degree of the mistake."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Generator, Sequence
from math import sqrt
from typing import NamedTuple

import msgspec

from game.advice import CONFIDENCE, Advice, Unit, Verdict, Worth
from game.position import Position, plain
from game.review import DEGREES, SHARES, THRESHOLDS, Judged

AGAIN = 4  # times the budget for the second look at what looks like a mistake


class Comparison(NamedTuple):
    """Difference between two moves, with its standard error: 0 where both are known exactly.

    `of` is what the better one is worth, where a cost is weighed as a share of that.
    """

    cost: float
    error: float = 0.0
    of: float = 1.0

    @property
    def exact(self) -> bool:
        return self.error == 0.0

    @classmethod
    def of_samples(cls, differences: Sequence[float], grain: float = 0.0) -> Comparison:
        """The mean of differences that were measured independently, two at least.

        `grain`: the least by which two of them can differ. A few that are equal by chance do not tell of others, so
        the error is not less than one more would make if it differed by that.
        """
        count = len(differences)
        mean = sum(differences) / count
        spread = sum((each - mean) ** 2 for each in differences) / (count - 1)
        return cls(mean, max(sqrt(spread / count), grain / count, 1e-9))


class Proved(NamedTuple):
    """Certain knowledge about a move.

    One that is as good as any, and what the move that was played costs against that.
    """

    best: str
    cost: float = 0.0


# A comparison or a proof being made: control comes back every now and then, and at the end with what was found; None
# where two moves cannot be compared, or nothing is proved.
Slices = Generator[None, None, Comparison | None]
Proving = Generator[None, None, Proved | None]


class Judge(ABC):
    """Review methods of a game: who finds the best move, and how two moves are compared.

    `from_the_end`: what is found of a move helps with those before it, so a game is judged from its end.
    """

    from_the_end = False

    def prepare(self, moves: int, budget: int, seconds: float | None) -> None:  # noqa: B027 (most keep no budget)
        """Begin with another game of so many moves; `budget` and `seconds` are for each of them."""

    @abstractmethod
    def unit(self, position: Position) -> Unit:
        """In what the difference of two moves is told here."""

    @abstractmethod
    def advise(self, position: Position, budget: int, seed: int) -> Advice:
        """The engine's opinion at full strength on the position as the mover sees it."""

    @abstractmethod
    def compare(self, position: Position, better: str, played: str, budget: int, seed: int) -> Slices:
        """Compare `better` with `played` by a fresh look, and return by how much it is better.

        None where that cannot be told.
        """

    @abstractmethod
    def doubt(self, position: Position, advice: Advice) -> float | None:
        """The standard error with which the first choice is the best move: 0 where certain, None where unknown."""

    def prove(self, position: Position, played: str, budget: int) -> Proving:
        """The cost of `played` where it can be proved, whatever a search thinks of it."""
        yield from ()
        return None

    def worth(
        self, position: Position, move: str, budget: int, seed: int
    ) -> Generator[None, None, Worth | None]:
        """Return the value of the position with `move`, where no search gives it in the unit of the game."""
        yield
        return None

    def stands_by(self, position: Position, played: str, budget: int, seed: int) -> bool:
        """Return True if a longer search would play the same move, whatever the comparison said of it."""
        deeper = self.advise(position, AGAIN * budget, seed)
        return plain(position, deeper.choices[0].move) == plain(position, played)


class Tally(msgspec.Struct, frozen=True, kw_only=True):
    """One seat's moves: how many were judged, how many of each degree, and what they cost by unit."""

    moves: int
    inaccuracies: int
    mistakes: int
    blunders: int
    cost: dict[str, float]


class Review(msgspec.Struct, frozen=True, kw_only=True):
    """A whole game. `budget` counts nodes, iterations or worlds a judged move, or seconds where it says so."""

    game: str
    budget: dict[str, float]
    positions: tuple[Judged, ...]
    summary: dict[str, Tally]


def degree(comparison: Comparison, unit: Unit) -> Verdict:
    """Return the verdict on a cost, one standard error taken off; `close` where it may be due to chance alone."""
    of = comparison.of if unit in SHARES and comparison.of > 0 else 1.0
    thresholds = THRESHOLDS[unit]
    if comparison.cost / of < thresholds[0]:
        return "fine"
    sure = comparison.cost - comparison.error
    grave = sum(sure / of >= each for each in thresholds)
    if not grave or comparison.cost < CONFIDENCE * comparison.error:
        return "close"
    return DEGREES[grave - 1]


def tells(comparison: Comparison, unit: Unit) -> bool:
    """Return True if a comparison is sharp enough to call a move fine.

    It is no mistake by one standard error more, either.
    """
    return comparison.cost + comparison.error < THRESHOLDS[unit][1] * (
        comparison.of if unit in SHARES else 1.0
    )


def summary_of(judged: Sequence[Judged], seats: Sequence[str]) -> dict[str, Tally]:
    """Return the tally of each seat's moves; seats in the order of the game."""

    def tally(seat: str) -> Tally:
        own = [each for each in judged if each.mover == seat and each.verdict != "unknown"]
        count = {name: sum(each.verdict == name for each in own) for name in DEGREES}
        cost: dict[str, float] = {}
        for each in own:
            if each.verdict in DEGREES:
                cost[each.unit] = round(cost.get(each.unit, 0.0) + each.cost, 6)
        return Tally(
            moves=len(own), inaccuracies=count["inaccuracy"], mistakes=count["mistake"],
            blunders=count["blunder"], cost=cost,
        )  # fmt: skip

    return {seat: tally(seat) for seat in seats}
