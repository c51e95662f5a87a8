"""A player without a table: it clears as far as it sees, and likes fields that many pieces can continue.

A baseline, and an opponent to beat: 1,000 a placement over all pieces that are seen, then 100 times the number
of pieces that can continue the field, plus what the held piece can do (the share of the 40 fields of three
cells that it continues, in percent). First of equals: the current piece before the held one, then low fields.
"""

from __future__ import annotations

from functools import cache

from game.tetris.four_wide.model import Model
from game.tetris.four_wide.state import State
from game.tetris.four_wide.well import Drop, continuations, height_of

A_PLACEMENT, A_PIECE = 1_000, 100
HELD = (100, 25, 55, 55, 55, 27, 27)  # by piece I O T L J S Z


def choose(state: State) -> Drop | None:
    """The placement this player makes; None where nothing clears a line."""
    ranked = sorted(state.useful, key=lambda drop: (drop.piece != state.piece, _size(drop.after)))
    return max(ranked, key=lambda drop: _score(state, drop), default=None)  # the first of equals


def in_sight(state: State, drop: Drop) -> int:
    """How many pieces that are seen clear a line one after the other, this one included."""
    return _score(state, drop) // A_PLACEMENT


def _score(state: State, drop: Drop) -> int:
    kept = state.hold if drop.piece == state.piece or state.hold is None else state.piece
    return A_PLACEMENT + _look(drop.after, kept, state.previews, state.model)


@cache
def _look(field: int, hold: int | None, queue: tuple[int, ...], model: Model) -> int:
    """The most that the pieces of the queue can bring."""
    if not queue:
        return _rest(field, hold, model)
    current, further = queue[0], queue[1:]
    scores = [
        A_PLACEMENT + _look(after, kept, further, model)
        for piece, kept in ((current, hold), (hold, current))
        if piece is not None
        for after in continuations(field, piece, model.reach, model.lines)
    ]
    return max(scores, default=_rest(field, hold, model))


def _rest(field: int, hold: int | None, model: Model) -> int:
    pieces = sum(1 for piece in range(7) if continuations(field, piece, model.reach, model.lines))
    return A_PIECE * pieces + (HELD[hold] if hold is not None else 0)


def _size(field: int) -> tuple[int, int]:
    """Low fields first, then those that are small as numbers."""
    return height_of(field), field
