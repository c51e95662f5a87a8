"""The complete perfect-clear book: best play for later clears too, a file for each start, in the cache folder.

Parts exchange nothing. Each is a book of its own (`building/later.py`), checked like any when it is opened: one that is
damaged is as if it were not there, and is built again by the next `book build perfect-clear --complete`.
"""

from __future__ import annotations

import re
from pathlib import Path

from ai.book.building.later import LaterSolved
from ai.book.building.optimum import chosen
from ai.book.file import COMPLETE, ENDING, parts_folder, read
from ai.book.packing import counts_of, pack
from ai.tetris.guideline.later_clears import Start, alike, start_of, starts_of
from ai.tetris.guideline.optimum import Tell, quiet
from game.errors import BadBook
from game.tetris.guideline.pieces import PIECES

PART_BYTES = 2_000_000  # of one part, at most


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
    return list(dict.fromkeys(alike(start)[0] for start in found))


def is_built(start: Start) -> bool:
    """Whether the part of a start is there and whole."""
    try:
        return read(path_of(start)).header.name == _name(start)
    except BadBook:
        return False


def build_part(start: Start, tell: Tell = quiet) -> bytes:
    """The file of a start's part. Its title tells the exact value. Raises `BadBook`."""
    start = alike(start)[0]
    solved = LaterSolved(start, tell)
    kept = list(chosen(solved, tell))
    found = solved.solution
    title = f"Perfect clear from {start}: {found.numerator:,} of {found.denominator:,}"
    return pack(_name(start), title, "srs", kept, counts_of(kept), unfolded=True)
