"""Strengths for people: how many pieces an engine sees, how far it searches, how often it errs, how fast it plays."""

from __future__ import annotations

import math
from collections.abc import Sequence
from random import Random
from typing import Protocol, TypeVar

import msgspec

ALL = 8  # pieces: one in hold, the current one, six previews


class Ranked(Protocol):
    """A move that a search has found: how far it was searched and what it is worth in rows of attack."""

    @property
    def depth(self) -> int: ...
    @property
    def value(self) -> float: ...


Item = TypeVar("Item", bound=Ranked)


class Strength(msgspec.Struct, frozen=True):
    """Strength of an engine.

    `known`: pieces it looks at, the current and the held one included. `nodes` a piece, None for as many as the time
    allows. `spread`: rows of attack by which it errs; 0 always plays the best it has found. `pace`: pieces a second
    at which it shall play, None for as fast as it can; whoever lets it play keeps to that.
    """

    name: str
    title: str
    about: str
    known: int
    nodes: int | None
    spread: float
    pace: float | None

    def order(self, results: Sequence[Item], taste: Random) -> list[Item]:
        """`results` with the placement this level plays in front; the others keep their order."""
        ranked = list(results)
        if not self.spread or len(ranked) < 2:
            return ranked
        near = [each for each in ranked if each.depth == ranked[0].depth]
        weights = [math.exp((each.value - near[0].value) / self.spread) for each in near]
        chosen = taste.choices(near, weights)[0]
        ranked.remove(chosen)
        return [chosen, *ranked]


STRENGTHS = (
    Strength(
        "beginner",
        "Beginner",
        "Sees one piece and often misplaces it; one piece every two seconds",
        1,
        200,
        0.9,
        0.5,
    ),
    Strength(
        "casual",
        "Casual",
        "Sees two pieces and sometimes makes mistakes; almost one piece a second",
        2,
        1_000,
        0.4,
        0.9,
    ),
    Strength(
        "club",
        "Club",
        "Plans four pieces ahead and rarely makes mistakes; 1.5 pieces a second",
        4,
        4_000,
        0.2,
        1.5,
    ),
    Strength("expert", "Expert", "Plans with all pieces shown; 2.5 pieces a second", 7, 12_000, 0.0, 2.5),
    Strength(
        "full",
        "Full strength",
        "Plans with all pieces shown and the rest of the bag; as fast as the rules allow",
        ALL,
        None,
        0.0,
        None,
    ),
)
FULL = STRENGTHS[-1]


def strength(name: str) -> Strength:
    """The strength called `name`. Raises `KeyError` for others; `ai.registry` checks before it asks."""
    return {each.name: each for each in STRENGTHS}[name]
