"""Positions of the play stage: the known ones, and any number of random ones."""

from random import Random
from typing import Any

from game.bridge.cards import mask_of
from game.bridge.endgame import Endgame
from tests.known import vectors


def known_positions() -> list[dict[str, Any]]:
    results: list[dict[str, Any]] = vectors("bridge_positions")
    return results


def known_tables() -> dict[str, Any]:
    """Return the known values of each table.

    Combinations and bytes of all levels, histograms and digests of the first.
    """
    results: dict[str, Any] = vectors("bridge_tables")
    return results


def random_position(cards: int, chance: Random) -> Endgame:
    """A position between two tricks with so many cards a hand, in any strain."""
    dealt = chance.sample(range(52), 2 * cards)
    return Endgame(mask_of(dealt[:cards]), mask_of(dealt[cards:]), chance.randrange(5))
