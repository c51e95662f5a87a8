"""The complete perfect-clear book: best play for later clears too, a file for each start, in the cache folder.

Parts exchange nothing. Each is a book of its own (`building/later.py`), checked like any when it is opened: one that is
damaged is as if it were not there, and is built again by the next `book build perfect-clear --complete`.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable
from pathlib import Path

from ai.book.building.later import LaterSolved
from ai.book.building.optimum import chosen
from ai.book.file import COMPLETE, ENDING, parts_folder, read
from ai.book.packing import counts_of, pack
from ai.tetris.guideline.later_clears import (
    AllFields,
    LaterSearch,
    Solution,
    Start,
    alike,
    all_fields,
    all_fit,
    clear_of,
    fields_are_kept,
    fields_folder,
    start_of,
    starts_of,
)
from ai.tetris.guideline.optimum import Parts, Tell, quiet
from game.errors import BadBook
from game.tetris.guideline.pieces import PIECES

PART_BYTES = 2_000_000  # of one part, at most
MANY, FEW = (
    20,
    3,
)  # parts of a clear for which it pays to solve all its starts together; where the fields are known

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
    found = list[Start]()
    for each in text.split(","):
        number = _CLEAR.fullmatch(each.strip())
        found += starts_of(int(number[1])) if number else [start_of(each)]
    return sorted(dict.fromkeys(alike(start)[0] for start in found), key=clear_of)


def is_built(start: Start) -> bool:
    """Whether the part of a start is there and whole."""
    try:
        return read(path_of(start)).header.name == _name(start)
    except BadBook:
        return False


class Together:
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
                parts = Parts(fields_folder())
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
    kept = list(chosen(solved, tell))
    title = f"Perfect clear from {start}: {solved.numerator:,} of {len(alike(start)) * start.orders:,}"
    return pack(_name(start), title, "srs", kept, counts_of(kept), unfolded=True)
