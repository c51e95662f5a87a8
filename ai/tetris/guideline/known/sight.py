"""The part of a game that knowledge may see: field, hold, the pieces in sight, and the bag before the first of them."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from game.tetris.guideline import Field, Placement, State
from game.tetris.guideline.openers.position import (
    FULL_BAG,
    HEIGHT,
    Position,
    cells_of,
    position_bag,
)
from game.tetris.guideline.openers.sequences import VISIBLE_PIECES


class KnownPieces(NamedTuple):
    """Question to a book: `left` are the letters (bits) in the bag before the first of `queue` was drawn."""

    field: Field
    hold: int | None
    queue: tuple[int, ...]
    left: int

    @property
    def pieces(self) -> tuple[int, ...]:
        """The pieces in sight, the held one first."""
        return self.queue if self.hold is None else (self.hold, *self.queue)

    @property
    def after_first(self) -> int:
        """The letters left of the bag once the first of the queue has been drawn."""
        return drawn(self.left, self.queue[0])

    @property
    def position(self) -> Position | None:
        """The position as books have it; None for a field above ten rows."""
        cells = cells_of(self.field)
        return None if cells is None else Position(cells, *position_bag(self.left, self.hold))

    def after(self, at: Placement) -> KnownPieces:
        """Return the pieces seen once one in sight has been placed, and nothing new has come."""
        field, _ = self.field.place(*at[:4])
        first, *rest = self.queue
        left = drawn(self.left, first)
        if at.piece == first:
            return KnownPieces(field, self.hold, tuple(rest), left)
        if self.hold is None:
            return KnownPieces(field, first, tuple(rest[1:]), drawn(left, rest[0]))
        return KnownPieces(field, first, tuple(rest), left)

    def futures(self, count: int) -> list[KnownPieces]:
        """With `count` more pieces in sight, every way in which the bag can give them; all are alike in chance."""
        behind = self.left
        for piece in self.queue:
            behind = drawn(behind, piece)
        results: list[tuple[tuple[int, ...], int]] = [((), behind)]
        for _ in range(count):
            results = [
                ((*pieces, piece), drawn(bag, piece))
                for pieces, bag in results
                for piece in range(7)
                if bag >> piece & 1
            ]
        return [self._replace(queue=self.queue + pieces) for pieces, _ in results]


def sight_of(state: State) -> KnownPieces | str:
    """Return the part of a game that a book may see.

    Where a book has nothing to say to it at all, the reason as a short clause.
    """
    if not state.rules.hold:
        return "pieces cannot be held in this game"
    if state.garbage.waiting:
        return "rows are waiting to come up"
    if state.field.height > HEIGHT:
        return "the stack is higher than ten rows"
    if sorted(state.queue.bag) != list(range(7)):
        return "these pieces do not come from bags of seven"
    queue = state.queue.pieces(1 + state.rules.previews)
    if len(queue) + (state.hold is not None) < VISIBLE_PIECES:
        return "fewer than six pieces can be seen"
    left = _left_before(queue, state.queue.bag_left(len(queue)))
    return (
        "what the bag still holds is not known"
        if left is None
        else KnownPieces(state.field, state.hold, queue, left)
    )


def _left_before(queue: Sequence[int], behind: Sequence[int] | None) -> int | None:
    """The letters in the bag before a queue was drawn, by those left behind it; None where no bag can give it."""
    if behind is None:
        return None
    left = sum(1 << piece for piece in set(behind))
    for piece in reversed(queue):
        left = 0 if left == FULL_BAG else left  # a new bag is opened when it is needed
        if left >> piece & 1:
            return None
        left |= 1 << piece
    return left


def drawn(left: int, piece: int) -> int:
    """The letters left once a piece is drawn, never none."""
    return left & ~(1 << piece) or FULL_BAG
