"""The part of the complete perfect-clear book for one start of a later clear (`ai/tetris/guideline/later_clears.py`).

It keeps what its own moves lead to, as the book of the first clear does (`optimum`). Apart from `complete`,
which says where parts lie: here is what they say.
"""

from __future__ import annotations

import math
from typing import Any

import numpy as np
from numpy.typing import NDArray

from ai.book.building.optimum import Numbers, Solved, State
from ai.tetris.guideline.kernels import optimum as kernels
from ai.tetris.guideline.kernels.later import FULL
from ai.tetris.guideline.kernels.optimum import COLUMNS, FIRST_BAG, KINDS
from ai.tetris.guideline.later_clears import SEEN_BEHIND, LaterSearch, Solution, Start, alike, choices
from ai.tetris.guideline.optimum import Graph, Tell, quiet
from game.tetris.guideline.openers.position import FULL_BAG, NO_EXTRA, position_bag

BOX_PLACES = 4 * COLUMNS * 4  # codes of one piece's placements


class LaterSolved(Solved):
    """The solution of one start and those `alike`, asked state by state; `numerator` counts the orders of all these.

    `together`: a solution that has the start among others.
    """

    def __init__(self, start: Start, tell: Tell = quiet, together: Solution | None = None) -> None:
        search = LaterSearch(alike(start))
        self.solution = search.solve(tell) if together is None else together
        self.numerator = sum(self.solution.by_start[each] for each in alike(start))
        self.start = State(0, *position_bag(start.left, start.held))
        self.graph = Graph(0, self.solution.levels, self.solution.seventh)
        _, ninth, self._eighth, _ = search.last_levels()
        self._last = np.zeros(len(ninth.fields), np.int64)
        kernels.last_pieces(ninth.starts, ninth.at, self._last)
        self._numbers: dict[int, dict[int, int]] = {}
        self._choices = choices(start.left)

    def _unseen(self, level: int) -> int:
        return math.prod(self._choices[level + SEEN_BEHIND :])

    def _row(self, level: int, child: int, kept: int, left: int) -> int | None:
        """The number of a state of level 6 or before, None where it does not live."""
        contexts, later = self.solution.contexts[level], self.graph.levels[level]
        number = contexts.numbers.get(Start(kept, left))
        if number is None:
            return None
        return later.state(child, number)

    def _pairs(self, state: State) -> list[tuple[int, int, int]]:
        """The pairs of a state's sequences in order, and what is left of the bag behind each."""
        letters = [piece for piece in range(KINDS) if state.bag >> piece & 1]
        if state.extra != NO_EXTRA:
            return [
                (min(state.extra, each), max(state.extra, each), state.bag & ~(1 << each) or FULL_BAG)
                for each in letters
            ]
        return [
            (one, other, state.bag & ~(1 << one | 1 << other) or FULL_BAG)
            for one in letters
            for other in letters
            if one < other
        ]

    def _early(self, level: int, state: State, codes: list[int], to: list[int]) -> list[NDArray[Any] | None]:
        """Up to level 5: the letters behind a pair lie together, in the order of the next level's values."""
        bits = level == FIRST_BAG - 1
        size = math.prod(self._choices[level + 1 : level + SEEN_BEHIND])
        last = math.prod(self._choices[-2:])
        pairs, found = self._pairs(state), list[NDArray[Any] | None]()
        for code, child in zip(codes, to, strict=True):
            piece, worth = code // BOX_PLACES, np.full((len(pairs), size), -1, np.int16)
            for at, (one, other, left) in enumerate(pairs):
                if piece not in (one, other):
                    continue
                row = self._row(level + 1, child, other if piece == one else one, left)
                if row is None:
                    worth[at] = 0
                elif bits:
                    words = self.solution.sixth[row].astype(np.int64)
                    worth[at] = (words[:, None] >> np.arange(last) & 1).ravel()
                else:
                    worth[at] = self.solution.reduced[level + 1].counts(row)
            found.append(None if worth.max() < 0 else worth.ravel())
        return found

    def _late(self, level: int, state: State, codes: list[int], to: list[int]) -> list[NDArray[Any] | None]:
        return (self._early if level == FIRST_BAG - 1 else super()._late)(level, state, codes, to)

    def _ends(
        self, level: int, state: State, child: int, piece: int, kept: Numbers, behind: Numbers
    ) -> Numbers:
        assert level >= FIRST_BAG
        return super()._ends(level, state, child, piece, kept, behind)


assert FULL == FULL_BAG
