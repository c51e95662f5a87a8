"""A chance of an opening book: of what, over which games, and how much of the queue is known.

All chances of a book are of games that are played by it from the empty board (`ai/book/chances.py`), so those that are
shown together follow from each other. Every screen takes its words from here.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from enum import Enum
from typing import NamedTuple

from game.tetris.guideline.attack import Clear, title
from game.tetris.guideline.pieces import T

PERFECT_CLEAR = "perfect clear"


class Over(Enum):
    """The games that a chance is over."""

    GAMES = "of all games"  # from the empty board on
    HERE = "of games that come here"  # to a position, whatever their pieces are
    QUEUES = "with these queues"  # to a position with one of some queues
    QUEUE = "with this queue"  # to a position with the six pieces in sight; those behind are not known


class End(NamedTuple):
    """A kind of end of a book: a perfect clear, or a clear of so many rows, by a spin of a piece or without one."""

    perfect: bool
    rows: int = 0
    spin: int = 0
    piece: int = T

    def __str__(self) -> str:
        if self.perfect:
            return PERFECT_CLEAR
        named = title(Clear(self.rows, self.spin), self.piece)
        return named if "-" in named or named == "Tetris" else named.lower()


def aim_of(ends: Iterable[End]) -> str:
    """The ends in words: `perfect clear`, `Tetris or perfect clear`."""
    return " or ".join(str(end) for end in sorted(ends)) or "finished line"


@dataclass(frozen=True)
class BookChance:
    """A chance, 0 to 1, of coming to an `aim` by the book, `over` some games."""

    value: float
    aim: str
    over: Over

    @property
    def figure(self) -> str:
        """The chance in per cent; only what is certain is 100 %."""
        if self.value >= 1:
            return "100\u00a0%"
        digits = 2 if self.over is Over.GAMES else 1
        return f"{100 * min(self.value, 1 - 0.1 ** (digits + 2)):.{digits}f}\u00a0%"

    @property
    def named(self) -> str:
        """The name of the figure: `perfect clear, with this queue`."""
        return f"{self.aim}, {self.over.value}"

    @property
    def sentence(self) -> str:
        """The chance in a sentence."""
        if self.over is Over.GAMES:
            return f"{self.figure} of all games by the book come to a {self.aim}."
        if self.over is Over.HERE:
            return f"{self.figure} of the games that come here reach a {self.aim}."
        queue = "This queue" if self.over is Over.QUEUE else "These queues"
        if self.value >= 1:
            return f"{queue}: a {self.aim} is certain, whatever the bag gives."
        return f"{queue}: {self.figure} for a {self.aim}."
