"""The complete perfect-clear book: best play for later clears too, a file for each start, in the cache folder.

Parts exchange nothing. Each is a book of its own (`LaterSolved`), checked like any when it is opened: one that is
damaged is as if it were not there, and is built again by the next `book build perfect-clear --complete`.
"""

from __future__ import annotations

import math
import re
from collections import Counter
from collections.abc import Iterable
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from ai.book.building.optimum import Numbers, Solved, State, chosen
from ai.book.file import COMPLETE, ENDING, parts_folder, read
from ai.book.packing import counts_of, pack
from ai.tetris.guideline.kernels import optimum as kernels
from ai.tetris.guideline.kernels.later import FULL
from ai.tetris.guideline.kernels.optimum import COLUMNS, FIRST_BAG, KINDS
from ai.tetris.guideline.later_clears import (
    SEEN_BEHIND,
    AllFields,
    LaterSearch,
    Solution,
    Start,
    alike,
    all_fields,
    all_fit,
    choices,
    clear_of,
    fields_are_kept,
    fields_folder,
    start_of,
    starts_of,
)
from ai.tetris.guideline.optimum import ArrayFolder, Graph, Tell, quiet
from game.errors import BadBook
from game.tetris.guideline.openers.position import FULL_BAG, NO_EXTRA, position_bag
from game.tetris.guideline.pieces import PIECES

PART_BYTES = 2_000_000  # of one part, at most
# parts of a clear for which it pays to solve all its starts together; where the fields are known
MANY, FEW = (20, 3)

_CLEAR = re.compile(r"clear ([1-8])")


def path_of(start: Start) -> Path:
    """The file of a start's part, which those `alike` share."""
    return parts_folder() / f"{_name(start)}{ENDING}"


def _name(start: Start) -> str:
    start = alike(start)[0]
    left = "".join(letter for piece, letter in enumerate(PIECES) if start.left >> piece & 1)
    return f"{COMPLETE}-{PIECES[start.held]}-{left}".lower()


def all_starts() -> list[Start]:
    """A start for each part: of those of clears 2 to 8 that are `alike` the first one."""
    return list(dict.fromkeys(alike(start)[0] for clear in range(2, 9) for start in starts_of(clear)))


def starts_in(text: str | None) -> list[Start]:
    """The starts of a text with commas, `S|SZO` or `clear 3`, one for each part; all where there is none.

    Raises `BadInput`.
    """
    if text is None:
        return all_starts()
    starts = list[Start]()
    for each in text.split(","):
        number = _CLEAR.fullmatch(each.strip())
        starts += starts_of(int(number[1])) if number else [start_of(each)]
    return sorted(dict.fromkeys(alike(start)[0] for start in starts), key=clear_of)


def is_built(start: Start) -> bool:
    """Return True if the part of a start is there and whole."""
    try:
        return read(path_of(start)).header.name == _name(start)
    except BadBook:
        return False


class SharedSolution:
    """The solution of a clear of which many starts are asked for, made once for all of them; of one clear at a time.

    `clears`: those that are solved so; `too_large`: those for which memory does not suffice.
    """

    def __init__(self, starts: Iterable[Start]) -> None:
        """`starts` are those that will be asked for, clear by clear."""
        counts = Counter(clear_of(start) for start in starts)
        least = FEW if fields_are_kept() else MANY
        many = [clear for clear, count in counts.items() if count >= least]
        self.clears = [clear for clear in many if all_fit(clear)]
        self.too_large = [clear for clear in many if clear not in self.clears]
        self.notice: str | None = None  # why the fields of all clears are not kept, if so
        self._solved: tuple[int, Solution] | None = None
        self._every: AllFields | None = None

    def solution(self, start: Start, tell: Tell = quiet) -> Solution | None:
        """That of the start's clear; None where its starts are solved one by one, or memory has become too small."""
        clear = clear_of(start)
        if clear not in self.clears:
            return None
        if self._solved is None or self._solved[0] != clear:
            self._solved = None  # its memory goes before new memory comes
            if not all_fit(clear):
                return None
            if self._every is None:
                parts = ArrayFolder(fields_folder())
                self._every = all_fields(parts, tell)
                self.notice = parts.notice
            self._solved = clear, LaterSearch(starts_of(clear)).solve_among(self._every, tell)
        return self._solved[1]


def build_part(start: Start, tell: Tell = quiet, together: Solution | None = None) -> bytes:
    """The file of a start's part. Its title tells the exact value. Raises `BadBook`.

    `together`: a solution of all starts of the clear, where there is one.
    """
    start = alike(start)[0]
    solved = LaterSolved(start, tell, together)
    positions = list(chosen(solved, tell))
    title = f"Perfect clear from {start}: {solved.numerator:,} of {len(alike(start)) * start.orders:,}"
    return pack(_name(start), title, "srs", positions, counts_of(positions), unfolded=True)


# The part of the complete perfect-clear book for one start of a later clear (`ai/tetris/guideline/later_clears.py`).
#
# It keeps what its own moves lead to, as the book of the first clear does (`optimum`).

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

    def _row(self, level: int, child: int, held: int, left: int) -> int | None:
        """The number of a state of level 6 or before, None where it does not live."""
        contexts, later = self.solution.contexts[level], self.graph.levels[level]
        number = contexts.numbers.get(Start(held, left))
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
        pairs, results = self._pairs(state), list[NDArray[Any] | None]()
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
            results.append(None if worth.max() < 0 else worth.ravel())
        return results

    def _late(self, level: int, state: State, codes: list[int], to: list[int]) -> list[NDArray[Any] | None]:
        return (self._early if level == FIRST_BAG - 1 else super()._late)(level, state, codes, to)

    def _ends(
        self, level: int, state: State, child: int, piece: int, stored: Numbers, behind: Numbers
    ) -> Numbers:
        assert level >= FIRST_BAG
        return super()._ends(level, state, child, piece, stored, behind)


assert FULL == FULL_BAG
