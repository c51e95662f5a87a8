"""Stages of a book, and how far a game has followed a book.

No kernel is needed, so the window may ask too.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from collections.abc import Sequence as Several
from contextlib import suppress
from typing import NamedTuple

from ai.book.file import names, path_of, stages_of
from ai.book.reader import BookReader
from game.errors import BadBook
from game.tetris.guideline import State
from game.tetris.guideline.field import COLUMNS
from game.tetris.guideline.openers.position import (
    FULL_BAG,
    NO_EXTRA,
    Position,
    cells_of,
    field_of,
    position_bag,
)
from game.tetris.guideline.openers.sequences import VISIBLE_PIECES, Sequence, number
from game.tetris.guideline.openers.source import Stage
from game.tetris.guideline.placement import Placement

# Stages are told from the book's source by field and letters alone.

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
        results: list[tuple[bool, bool, int, str]] = []
        for start in self._starts:
            used = _pieces_since(start, here)
            if used is not None:
                results.append((used > 0, not 0 < used < start.left, used, start.title))
        return min(results, default=(False, False, 0, ""))[-1]


def _place(position: Position, left: int = 0, title: str = "") -> _Place:
    field = field_of(position.cells)
    letters = Counter(piece for piece in range(_BAG) if position.bag >> piece & 1)
    if position.extra != NO_EXTRA:
        letters[position.extra] += 1
    rows = field.rows[: field.height]
    return _Place(position, rows, letters, sum(row.bit_count() for row in rows), left, title)


def _pieces_since(start: _Place, here: _Place) -> int | None:
    """Return the number of pieces placed since a stage began, 0 to 6; None where it does not lead here."""
    if start.position == here.position:
        return 0
    used = (start.letters.total() - here.letters.total()) % _BAG
    gone, rest = divmod(start.filled + 4 * used - here.filled, COLUMNS)
    if not used or rest or not 0 <= gone <= _MOST_FULL or not _come_from(start.letters, here):
        return None
    return used if _lie_within(start.rows, here.rows, gone) else None


def _come_from(letters: Counter[int], here: _Place) -> bool:
    """Return True if what can come here is left of `letters`.

    With a full bag behind it that is the extra letter alone.
    """
    bag, extra = here.position.bag, here.position.extra
    if bag == FULL_BAG:
        return extra in letters
    return here.letters <= letters


def _lie_within(before: Several[int], now: Several[int], gone: int) -> bool:
    """Return True if `now` can be `before` with more cells filled and `gone` rows full and taken out."""
    at = 0
    for row in now:
        while at < len(before) and before[at] & ~row:
            at, gone = at + 1, gone - 1
        at += 1
    return gone - max(0, len(before) - at) >= 0


# How far a game followed a book.

_OPENING = 5  # pieces in a book from which on a beginning is called by its name; fewer may be chance


class BookProgress(NamedTuple):
    """Progress of a game in a book: its name, how many pieces, the last stage by title, empty where it has none.

    `left` is the move that left the book, empty where the game ends in it; `instead` what the book has there, empty
    where that is not known or was played.
    """

    book: str
    pieces: int
    stage: str
    left: str = ""
    instead: str = ""


class OpeningBook:
    """A book that games are compared with, by its name. Raises `BadBook`."""

    def __init__(self, name: str) -> None:
        self.name = name
        self._reader = BookReader(path_of(name))
        self._stages = Stages(stages_of(name))

    def followed(self, states: Several[State]) -> BookProgress:
        """Return how far a game stays in the book; `states` from its start on, one after each piece."""
        pieces, stage = 0, ""
        for placed, state in enumerate(states):
            position = _position_of(state)
            if position is None or self._reader.number(position) is None:
                if not placed or state.last is None:
                    break
                left, best = state.last.placement.canonical(), self._move(states[placed - 1])
                instead = "" if best is None or best.canonical()[:4] == left[:4] else str(best)
                return BookProgress(self.name, pieces, stage, str(left), instead)
            pieces, stage = placed, self._stages.title(position) or stage
        return BookProgress(self.name, pieces, stage)

    def _move(self, state: State) -> Placement | None:
        """The book's move; None where it has none."""
        position, letters = _position_of(state), state.queue.pieces(VISIBLE_PIECES)
        entry = None if position is None else self._reader.find(position)
        letters = letters if state.hold is None else (state.hold, *letters)
        if entry is None or len(letters) < VISIBLE_PIECES:
            return None
        first, second, *behind = letters[:VISIBLE_PIECES]
        bag, extra = entry.position.bag, entry.position.extra
        a, b, c, d = behind
        sequence = number(bag, extra, Sequence(min(first, second), max(first, second), (a, b, c, d)))
        return None if sequence is None else entry.moves[entry.run_of(sequence)]


def _position_of(state: State) -> Position | None:
    """A position as books have it; None where there is no bag of seven, or the field is above ten rows."""
    cells, letters = cells_of(state.field), state.queue.bag_left(0)
    if cells is None or letters is None or len(state.queue.bag) != _BAG or not state.rules.hold:
        return None
    return Position(cells, *position_bag(sum(1 << piece for piece in set(letters)), state.hold))


def opening_books() -> list[OpeningBook]:
    """The books that come along; one that cannot be read is left out."""
    results = []
    for name in names():
        with suppress(BadBook):
            results.append(OpeningBook(name))
    return results


def opening_of(states: Several[State], books: Several[OpeningBook]) -> BookProgress | None:
    """The book that a game followed longest from its start; None where it was but a few pieces."""
    progress = max((book.followed(states) for book in books), key=lambda each: each.pieces, default=None)
    return progress if progress is not None and progress.pieces >= _OPENING else None
