"""Strengths for people: how far the engine looks, and how loosely it picks among what it likes."""

from __future__ import annotations

import math
from collections.abc import Sequence
from random import Random
from typing import TYPE_CHECKING

import msgspec

if TYPE_CHECKING:
    from ai.zuniq.mcts.search import SearchResult

DOUBT, DOUBT_VISITS = 0.4, 2  # a move counts as if it had won 40 % of two more games


class Strength(msgspec.Struct, frozen=True):
    """A strength. `iterations` None: no limit of its own; `spread`: how much worse a move may look.

    A move whose win rate lies `spread` below the best one is played e times less often. `sees_wins`: a win
    that the search has proven is always taken, and a proven loss avoided while anything else is left.
    """

    name: str
    title: str
    about: str
    iterations: int | None
    spread: float
    sees_wins: bool

    def order(self, results: Sequence[SearchResult], taste: Random) -> list[SearchResult]:
        """`results` with the move this level plays in front; the others keep their order."""
        ranked = list(results)
        if self.spread == 0 or len(ranked) < 2:
            return ranked
        candidates = self._candidates(ranked)
        best = max(worth(each) for each in candidates)
        weights = [math.exp((worth(each) - best) / self.spread) for each in candidates]
        chosen = taste.choices(candidates, weights)[0]
        ranked.remove(chosen)
        return [chosen, *ranked]

    def _candidates(self, ranked: list[SearchResult]) -> list[SearchResult]:
        if not self.sees_wins:
            return ranked
        wins = [each for each in ranked if each.proof == "win"]
        open_ones = [each for each in ranked if each.proof is None]
        return wins or open_ones or ranked


def worth(result: SearchResult) -> float:
    """The win rate of a move, proofs included; what was looked at once or twice is not believed."""
    if result.proof is not None:
        return float(result.proof == "win")
    return (result.value * result.visits + DOUBT * DOUBT_VISITS) / (result.visits + DOUBT_VISITS)


STRENGTHS = (
    Strength(
        "beginner", "Beginner", "Draws walls almost at random; sees only the last few moves", 60, 0.20, False
    ),
    Strength(
        "casual", "Casual", "Looks a few moves ahead; often misjudges the end of the game", 400, 0.08, False
    ),
    Strength(
        "club", "Club", "Counts zones and takes a win it sees; makes mistakes in mid-game", 3_000, 0.04, True
    ),
    Strength(
        "expert",
        "Expert",
        "Plans from mid-game on; rarely makes a mistake near the end",
        40_000,
        0.01,
        True,
    ),
    Strength("full", "Full strength", "Uses its whole clock and solves the endgame exactly", None, 0.0, True),
)
FULL = STRENGTHS[-1]


def strength(name: str) -> Strength:
    """The strength called `name`. Raises `KeyError` for others; `ai.registry` checks before it asks."""
    return {each.name: each for each in STRENGTHS}[name]
