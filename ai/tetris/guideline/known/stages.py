"""Which stage of a book a position belongs to, told from the book's source by field and letters alone."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from typing import NamedTuple

from game.tetris.guideline.field import COLUMNS
from game.tetris.guideline.openers.position import FULL_BAG, NO_EXTRA, Position, field_of
from game.tetris.guideline.openers.source import Stage

_BAG = 7
_MOST_FULL = 4  # rows that can be full and gone within one stage of a book


class _Place(NamedTuple):
    """A position by its rows from the bottom and the letters that can come; `left` pieces make its perfect clear."""

    position: Position
    rows: tuple[int, ...]
    letters: Counter[int]
    filled: int
    left: int = 0
    title: str = ""


class Stages:
    """The stages of a book, mirror images included."""

    def __init__(self, stages: Iterable[Stage]) -> None:
        self._starts = [
            _place(position, stage.clear.pieces if stage.clear else 0, stage.title)
            for stage in stages
            for position in (stage.position, stage.position.mirrored())
        ]

    def title(self, position: Position) -> str:
        """The title of the stage that a position belongs to; empty where none leads here.

        A stage leads here if its letters can have become those of the position, and its rows, some of them full and
        gone by now, lie within the rows of the field in their order. The one that begins here is first, then one
        whose perfect clear the pieces to come make, then the one that began the fewest pieces ago.
        """
        here = _place(position)
        found: list[tuple[bool, bool, int, str]] = []
        for start in self._starts:
            used = _pieces_since(start, here)
            if used is not None:
                found.append((used > 0, not 0 < used < start.left, used, start.title))
        return min(found, default=(False, False, 0, ""))[-1]


def _place(position: Position, left: int = 0, title: str = "") -> _Place:
    field = field_of(position.cells)
    letters = Counter(piece for piece in range(_BAG) if position.bag >> piece & 1)
    if position.extra != NO_EXTRA:
        letters[position.extra] += 1
    rows = field.rows[: field.height]
    return _Place(position, rows, letters, sum(row.bit_count() for row in rows), left, title)


def _pieces_since(start: _Place, here: _Place) -> int | None:
    """How many pieces were placed since a stage began, 0 to 6; None where it does not lead here."""
    if start.position == here.position:
        return 0
    used = (start.letters.total() - here.letters.total()) % _BAG
    gone, rest = divmod(start.filled + 4 * used - here.filled, COLUMNS)
    if not used or rest or not 0 <= gone <= _MOST_FULL or not _come_from(start.letters, here):
        return None
    return used if _lie_within(start.rows, here.rows, gone) else None


def _come_from(letters: Counter[int], here: _Place) -> bool:
    """Whether what can come here is left of `letters`; with a full bag behind it that is the extra letter alone."""
    bag, extra = here.position.bag, here.position.extra
    if bag == FULL_BAG:
        return extra in letters
    return here.letters <= letters


def _lie_within(before: Sequence[int], now: Sequence[int], gone: int) -> bool:
    """Whether `now` can be `before` with more cells filled and `gone` rows full and taken out."""
    at = 0
    for row in now:
        while at < len(before) and before[at] & ~row:
            at, gone = at + 1, gone - 1
        at += 1
    return gone - max(0, len(before) - at) >= 0
