"""Every placement of a position with its equity, best first: the list that people look at."""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache
from typing import NamedTuple

import numpy as np

from ai.tetris.classic.kernels.layout import MOST_MOVES, SCALE, board_words, rotation_of, x_of, y_of
from ai.tetris.classic.kernels.mind import (
    MOST_LEVELS,
    TENGSTRAND,
    UNKNOWN,
    UNLIMITED,
    Mind,
    deeper,
    mind,
    rank,
)
from game.errors import BadInput
from game.tetris.classic.rules import Rules
from game.tetris.classic.state import State

# How far behind the best a move may be and still be looked at one level deeper; by the level it was judged at,
# from 1 on. Source: the C++ program of Joakim Tengstrand, with one and with two known pieces.
ONE_KNOWN = (5.6, 2.6, 1.4, 0.8, 0.4, 0.2, 0.1, 0.05, 0.0)
TWO_KNOWN = (0.0, 4.4, 2.1, 0.8, 0.4, 0.2, 0.1, 0.05, 0.0)


class RankedMove(NamedTuple):
    """A placement with its equity (lower is better) and the rows that it clears."""

    rotation: int
    x: int
    y: int
    equity: float
    cleared: int


def ranked_moves(
    state: State, controller: str, levels: int | None = None, thresholds: bool = False
) -> tuple[RankedMove, ...]:
    """All placements of the current piece, best first by (equity, rotation, x, y); () where there are none.

    `levels` are plies, known pieces included: 1, or 2 where the rules show the next piece, unless it says
    otherwise. With `thresholds` each level looks only at moves that were nearly the best one level before;
    what was left out stands behind what went deeper. Raises `BadInput` for a controller or levels that do not
    exist.
    """
    levels = checked_levels(levels, state.table)
    listing = _Listing(state, _mind(controller, state.table))
    known = min(levels, 1 if state.next is None else 2)
    listing.judge(known if thresholds else levels)
    depths = _deepened(listing, known, levels) if thresholds else [levels] * listing.count
    order = sorted(range(listing.count), key=lambda i: (-depths[i], listing.rank(i), i))
    return tuple(listing.move(i) for i in order)


def judged_moves(state: State, controller: str, levels: int | None = None) -> Iterator[RankedMove]:
    """The same moves one after the other, in no order of equity: who asks keeps control between two of them."""
    levels = checked_levels(levels, state.table)
    listing = _Listing(state, mind(controller, state.table))
    listing.judge(1)
    for i in range(listing.count):
        if levels > 1:
            listing.deepen(i, levels)
        yield listing.move(i)


def checked_levels(levels: int | None, rules: Rules) -> int:
    """The plies to look at where `levels` are asked for; None asks for the pieces that are known."""
    if levels is None:
        return 2 if rules.preview else 1
    if not 1 <= levels <= MOST_LEVELS:
        raise BadInput(f"{levels} levels are not possible; there are 1 to {MOST_LEVELS}")
    return levels


class _Listing:
    """The placements of a position under judgement, in the order of the rules."""

    def __init__(self, state: State, brain: Mind) -> None:
        self._piece, self._mind, self.count = state.piece, brain, 0
        self._following = UNKNOWN if state.next is None else state.next
        self._cleared = np.zeros(MOST_MOVES, np.int64)
        self.values: list[int] = []
        self.equities: list[float] = []
        brain.boards[0] = board_words(state.board)

    def judge(self, levels: int) -> None:
        """Find all placements, and their values so many plies deep."""
        if self._piece is not None:
            self.count = rank(self._mind, self._piece, self._following, levels, self._cleared)
            self.values = self._mind.values[: self.count].tolist()
            self.equities = self._mind.equities[: self.count].tolist()

    def deepen(self, number: int, levels: int) -> None:
        """Judge one placement anew, two plies deep or more."""
        assert self._piece is not None  # else there are no placements
        value = deeper(self._mind, self._piece, number, self._following, levels, UNLIMITED)
        self.values[number], self.equities[number] = value, value / SCALE

    def rank(self, number: int) -> tuple[float, int]:
        """What the list is sorted by: equities tell no more than values, but for the last digit of a sum."""
        value = self.values[number]
        return (self.equities[number], value) if self._mind.family == TENGSTRAND else (value, value)

    def move(self, number: int) -> RankedMove:
        """The placement as people read it, with the value it has by now."""
        at = int(self._mind.moves[0, number])
        cleared = int(self._cleared[number])
        return RankedMove(rotation_of(at), x_of(at), y_of(at), self.equities[number], cleared)


def _deepened(listing: _Listing, known: int, levels: int) -> list[int]:
    """Judge the moves again that the thresholds let through, level by level; the level that each has reached."""
    margins = ONE_KNOWN if known == 1 else TWO_KNOWN
    depths, kept = [known] * listing.count, list(range(listing.count))
    for level in range(known, levels):
        worst = min((listing.values[i] for i in kept), default=0) + round(margins[level - 1] * SCALE)
        kept = [i for i in kept if listing.values[i] <= worst]
        if len(kept) < 2:
            break
        for i in kept:
            listing.deepen(i, level + 1)
            depths[i] = level + 1
    return depths


@lru_cache(maxsize=8)
def _mind(controller: str, rules: Rules) -> Mind:
    return mind(controller, rules)
