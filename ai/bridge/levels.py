"""Strengths for people: how many deals an engine looks at, and how often it errs."""

from __future__ import annotations

import math
from collections.abc import Sequence
from random import Random
from typing import TypeVar

import msgspec

Anything = TypeVar("Anything")
POINTS_A_TRICK = 45.0  # about what a trick is worth, so that one scale of errors serves the auction too


class Strength(msgspec.Struct, frozen=True):
    """A strength. `worlds` None: as many deals as the time allows. `spread`: tricks by which it errs.

    A card that is `spread` tricks worse is played e times more seldom; 0 plays the best it has found. `slips` is
    the same for the play stage, where the tricks of each card are exact.
    """

    name: str
    title: str
    about: str
    worlds: int | None
    spread: float
    slips: float


def erring(
    results: Sequence[Anything], worths: Sequence[float], spread: float, taste: Random
) -> list[Anything]:
    """`results`, best first, with what is played in front; the others keep their order."""
    ranked = list(results)
    if spread == 0 or len(ranked) < 2:
        return ranked
    best = max(worths)
    at = taste.choices(range(len(ranked)), [math.exp((worth - best) / spread) for worth in worths])[0]
    return [ranked[at], *ranked[:at], *ranked[at + 1 :]]


STRENGTHS = (
    Strength("beginner", "Beginner", "Bids by feel and often plays the wrong card", 4, 0.7, 0.5),
    Strength("casual", "Casual", "Looks at a few deals; sometimes loses a sure trick", 8, 0.35, 0.25),
    Strength("club", "Club", "Looks at twenty deals for each card; rarely makes a mistake", 20, 0.12, 0.12),
    Strength(
        "expert",
        "Expert",
        "Looks at sixty deals for each card; plays perfectly once all cards are known",
        60,
        0.0,
        0.0,
    ),
    Strength(
        "full",
        "Full strength",
        "Looks at as many deals as time allows; plays perfectly once all cards are known",
        None,
        0.0,
        0.0,
    ),
)
FULL = STRENGTHS[-1]


def strength(name: str) -> Strength:
    """The strength called `name`. Raises `KeyError` for others; `ai.registry` checks before it asks."""
    return {each.name: each for each in STRENGTHS}[name]
