"""The one face of every brain: a view and a limit go in, advice comes out and gets better until it is final."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Protocol

import msgspec

from game.advice import Advice, Choice, Proof, Source
from game.position import Position

__all__ = ["Advice", "Choice", "Engine", "Limit", "Proof", "Source"]


class Limit(msgspec.Struct, frozen=True):
    """When to stop: after `seconds` or after `iterations` (in the engine's own unit), whichever comes first.

    None means no limit of that kind; with neither, the engine thinks until it is certain or told to stop.
    """

    seconds: float | None = None
    iterations: int | None = None


class Engine(Protocol):
    """A brain. It keeps what it learns from one position to the next and may be asked about any position."""

    def think(self, view: Position, limit: Limit) -> Iterator[Advice]:
        """Yield advice on `view`, at least once, the last with `done`; control returns every 10–50 ms.

        A finished game gets one final advice without choices.
        """
        ...
