"""What the book's moves lead to, in figures and words: exactly what its file says, and nothing beyond."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from ai.book.reading import Entry
from game.tetris.guideline import Placement
from game.tetris.guideline.openers.position import Position
from gui.scenes.books.walking.shelf import Volume
from gui.scenes.books.walking.walk import child


class Outcome(NamedTuple):
    """What a move leads to: a value from 0 to 1 where one is known, and what that is.

    It is the E(V) of the position behind the move, the mean over all queues that position can have; or what the line
    is worth that ends there.
    """

    value: float | None
    words: str


class Option(NamedTuple):
    """One of a position's moves: its rank by queues from 1, and of how many queues it is the move."""

    rank: int
    move: Placement
    queues: int


class Row(NamedTuple):
    """A run: its number, its first sequence and its last one, its move, None without one."""

    run: int
    first: int
    last: int
    move: Placement | None

    @property
    def queues(self) -> int:
        """How many queues share the run."""
        return self.last - self.first + 1


class Figures(NamedTuple):
    """A position in numbers: its queues, those with a move, its runs and its moves."""

    queues: int
    having: int
    runs: int
    moves: int


def outcome(volume: Volume, position: Position, move: Placement) -> Outcome:
    """What a move of a book leads to."""
    after = child(position, move)
    place = volume.reading.number(after)
    if position.cells and not after.cells:
        return Outcome(1.0, "perfect clear")
    if after in volume.ends:
        return Outcome(
            volume.ends[after], "the line ends" if place is None else "a line ends, another goes on"
        )
    if place is None:
        return Outcome(None, "the book ends")
    return Outcome(volume.reading.places[place].value, "leads on")


def rows(entry: Entry) -> list[Row]:
    """The runs of a position in the order of its queues."""
    bounds = zip(entry.starts, entry.ends, entry.moves, strict=True)
    return [Row(number, start, end - 1, move) for number, (start, end, move) in enumerate(bounds)]


def options(every: Sequence[Row]) -> list[Option]:
    """The moves of a position, those of most queues first."""
    queues: dict[Placement, int] = {}
    for row in every:
        if row.move is not None:
            queues[row.move] = queues.get(row.move, 0) + row.queues
    ranked = sorted(queues.items(), key=lambda each: (-each[1], each[0]))
    return [Option(rank, move, count) for rank, (move, count) in enumerate(ranked, 1)]


def percent(value: float, digits: int = 1) -> str:
    """A share from 0 to 1 in per cent: `80.9 %`; nothing and all are whole numbers."""
    return f"{100 * value:.{digits if 0 < value < 1 else 0}f}\u00a0%"
