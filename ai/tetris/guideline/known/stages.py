"""Which stage of a book a position belongs to, told from the book's source by field and letters alone."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import NamedTuple

from game.errors import BadBook
from game.tetris.guideline.field import COLUMNS
from game.tetris.guideline.openers.position import NO_EXTRA, Position, field_of
from game.tetris.guideline.openers.source import Stage, read

_BAG = 7
_MOST_FULL = 4  # rows that can be full and gone within one stage of a book


class _Start(NamedTuple):
    """Where a stage begins: its title, the rows of its field from the bottom, its letters and how many can come."""

    title: str
    rows: tuple[int, ...]
    letters: int
    coming: int


class Stages:
    """The stages of a source, mirror images included; none where the source cannot be read."""

    def __init__(self, path: Path) -> None:
        try:
            stages: tuple[Stage, ...] = read(path).stages
        except BadBook:
            stages = ()
        self._starts = [
            _start(stage.title, position)
            for stage in stages
            for position in (stage.position, stage.position.mirrored())
        ]

    def title(self, position: Position) -> str:
        """The title of the stage that began the fewest pieces ago; empty where none leads here.

        A stage leads here if the letters say how many pieces have come since, and its rows, some of them full and gone
        by now, lie within the rows of the field in their order.
        """
        here = _start("", position)
        possible = (
            (used, start.title) for start in self._starts if (used := _pieces_since(start, here)) is not None
        )
        return min(possible, key=lambda each: each[0], default=(0, ""))[1]


def _start(title: str, position: Position) -> _Start:
    field = field_of(position.cells)
    letters = position.bag | (0 if position.extra == NO_EXTRA else 1 << position.extra)
    coming = position.bag.bit_count() + (position.extra != NO_EXTRA)
    return _Start(title, field.rows[: field.height], letters, coming)


def _pieces_since(start: _Start, here: _Start) -> int | None:
    """How many pieces were placed since a stage began, 0 to 6; None where it does not lead here."""
    used = (start.coming - here.coming) % _BAG
    filled = sum(row.bit_count() for row in start.rows) + 4 * used - sum(row.bit_count() for row in here.rows)
    gone, rest = divmod(filled, COLUMNS)
    if rest or not 0 <= gone <= _MOST_FULL or (used == 0 and start != here._replace(title=start.title)):
        return None
    return used if _lie_within(start.rows, here.rows, gone) else None


def _lie_within(before: Sequence[int], now: Sequence[int], gone: int) -> bool:
    """Whether `now` can be `before` with more cells filled and `gone` rows full and taken out."""
    at = 0
    for row in now:
        while at < len(before) and before[at] & ~row:
            at, gone = at + 1, gone - 1
        at += 1
    return gone - max(0, len(before) - at) >= 0
