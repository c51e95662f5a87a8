"""Where a piece can be placed on the cells of a book: by real movement, or as the older builder saw it."""

from __future__ import annotations

from collections.abc import Callable

import numpy as np

from ai.book.file import Mode
from ai.tetris.guideline.kernels.layout import BOTTOM, MOST_PLACEMENTS, Words, placement_of, ways_of
from ai.tetris.guideline.kernels.placing import list_placements
from ai.tetris.guideline.kernels.reach import ROOM_WORDS
from game.tetris.guideline.field import COLUMNS
from game.tetris.guideline.openers.position import COLUMN, HEIGHT, cells_at, drops, rests
from game.tetris.guideline.placement import NO_SPIN

LOW = BOTTOM - HEIGHT + 1  # the bit of the tenth row in a kernel's column
Step = Callable[
    [int, int, int, bool], bool
]  # cells, piece, cells of the piece, whether it was tucked in the picture


def words_of(cells: int) -> Words:
    """The cells as kernels take a field."""
    return np.array([(cells >> HEIGHT * x & COLUMN) << LOW for x in range(COLUMNS)], np.int64)


class Movement:
    """All places that pieces reach from their start by SRS, each asked for once."""

    def __init__(self) -> None:
        self._known: dict[int, dict[int, int]] = {}
        self._cells: dict[int, int | None] = {}
        self._found, self._room = np.zeros(MOST_PLACEMENTS, np.int64), np.zeros(ROOM_WORDS, np.int64)
        self._ways = ways_of()

    def __len__(self) -> int:
        return len(self._known)

    def reached(self, cells: int, piece: int) -> dict[int, int]:
        """The cells on which the piece can lock, within ten rows, and the best spin with which it can."""
        key = cells << 3 | piece
        known = self._known.get(key)
        if known is None:
            known = self._known[key] = self._reached(cells, piece)
        return known

    def _reached(self, cells: int, piece: int) -> dict[int, int]:
        count = list_placements(words_of(cells), piece, self._ways, self._found, self._room)
        found = {}
        for word in self._found[:count].tolist():  # ascending: the best spin of equal cells comes last
            if word not in self._cells:
                self._cells[word] = cells_at(*placement_of(word)[:4])
            at = self._cells[word]
            if at is not None:
                found[at] = word & 3
        return found

    def spin(self, cells: int, piece: int, at: int) -> int:
        """The best spin with which a piece locks there: none 0, mini 1, full 2."""
        return self.reached(cells, piece).get(at, NO_SPIN)

    def step(self, cells: int, piece: int, at: int, tucked: bool) -> bool:
        """Whether a piece can be placed there."""
        return at in self.reached(cells, piece)


def older_step(cells: int, piece: int, at: int, tucked: bool) -> bool:
    """Whether the older builder takes a piece of a set there: it rests, and drops or lay below others."""
    return rests(cells, at) and (tucked or drops(cells, at))


def anywhere(cells: int, piece: int, at: int, tucked: bool) -> bool:
    """A single placement, which the older builder takes as it stands."""
    return True


def steps_of(mode: Mode, movement: Movement) -> tuple[Step, Step]:
    """What a single placement and one of a set have to fulfil."""
    return (movement.step, movement.step) if mode == "srs" else (anywhere, older_step)
