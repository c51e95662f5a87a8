"""What a solver or a table says of a position of the play stage."""

from __future__ import annotations

from typing import Literal

import msgspec

Source = Literal["table", "search"]


class CardWorth(msgspec.Struct, frozen=True):
    """A legal card (13 * suit + rank) and the tricks that the first hand takes once it is played."""

    card: int
    tricks: int


class Solved(msgspec.Struct, frozen=True):
    """The tricks of the first hand from here on with best play, and after each legal card, best card first.

    `source` is `table` where every answer was looked up; `nodes` counts the positions that were expanded.
    """

    tricks: int
    cards: tuple[CardWorth, ...]
    source: Source
    nodes: int
