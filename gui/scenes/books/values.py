"""The chance behind any placement, by the chances of a book: what a move costs that is not the book's."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import numpy as np
from numpy.typing import NDArray

from ai.book.chances import BookChances
from game.tetris.guideline import Placement
from game.tetris.guideline.openers.position import Position, bag_after
from game.tetris.guideline.openers.sequences import Pieces
from gui.scenes.books.walk import Step, child, numbered, ordered, possible

EQUAL = 1e-5  # chances that differ by less are the same: they are kept as 32-bit numbers


class BookValues:
    """The chances of queues and placements in a book, with `ends` as `BookChances` has them."""

    def __init__(self, chances: BookChances, ends: Mapping[Position, float] | None) -> None:
        self._chances, self._ends = chances, ends or {}
        self._queues: tuple[Position | None, NDArray[np.floating[Any]]] = (None, np.zeros(0))

    def of_queue(self, position: Position, seen: Pieces) -> float:
        """The chance of a position with these six pieces in sight: that of the book's move, 0 where it has none."""
        entry = self._chances.reading.find(position)
        number = numbered((position.bag, position.extra), seen)
        if entry is None or number is None:
            return 0.0
        if self._queues[0] != position:
            self._queues = position, self._chances.of_queues(entry)[0]
        return float(self._queues[1][number])

    def after(self, step: Step, move: Placement) -> float:
        """The chance once `move` was made at a step of a walk: the mean over the piece that comes into sight then.

        It is 0 where the book does not know the position behind it, and 1 or what the source says at an end.
        """
        if step.position is None:
            return 0.0
        after, bag = child(step.position, move), bag_after(*step.bag, move.piece)
        if not after.cells:
            return 1.0
        if after in self._ends:
            return self._ends[after]
        if self._chances.reading.find(after) is None:
            return 0.0
        first, second, *behind = step.seen
        five = (second if move.piece == first else first, *behind)
        letters = possible(bag, ordered(bag, five))
        return sum(self.of_queue(after, (*five, each)) for each in letters) / len(letters)

    def costs(self, step: Step, move: Placement) -> float:
        """The chance that a placement gives away against the book's own move; 0 for one that is as good."""
        best = 0.0 if step.position is None else self.of_queue(step.position, step.seen)
        if step.move is not None and step.move[:4] == move[:4]:
            return 0.0
        cost = best - self.after(step, move)
        return cost if cost > EQUAL else 0.0

    def ended(self, step: Step, moves: int) -> bool:
        """Return True if a line has come to its end at a step, `moves` behind its beginning."""
        position = step.position
        return moves > 0 and position is not None and (not position.cells or position in self._ends)
