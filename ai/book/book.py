"""A book as the rest of the program asks it."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from ai.book.file import COLUMNS_HALF, FULL_VALUE, HALF, RUN_BITS, Header, read
from ai.book.kernels import MOVE_BITS, NOT_THERE, count_clears, look_up
from ai.tetris.guideline.kernels.layout import Words, placement_of
from game.tetris.guideline.field import COLUMNS, Field
from game.tetris.guideline.openers.position import FULL_BAG, HEIGHT, NO_EXTRA, Position, position_bag
from game.tetris.guideline.openers.sequences import VISIBLE_PIECES
from game.tetris.guideline.placement import Placement

_SPREAD = tuple(
    sum((row >> x & 1) << HEIGHT * x + HEIGHT - 1 for x in range(COLUMNS)) for row in range(1 << COLUMNS)
)


@dataclass(frozen=True)
class BookAnswer:
    """Answer of a book: the move, None if it has none; E(V) of the position; the number of the run.

    `in_book`: the position is in the book. Value and run are None where nothing was found.
    """

    move: Placement | None = None
    value: float | None = None
    run: int | None = None
    in_book: bool = False


NOTHING = BookAnswer()


class Book:
    """A book in its file, mapped and checked. Raises `BadBook`."""

    def __init__(self, path: Path) -> None:
        self.path = path
        contents = read(path)
        self.header: Header = contents.header
        self.body: Words = contents.body
        self.bytes = contents.bytes

    def answer(
        self, field: Field, hold: int | None, queue: Sequence[int], left: int = FULL_BAG
    ) -> BookAnswer:
        """Return the book's answer for this field, hold and queue, the current piece first in the queue.

        `left` are the letters (bits) that were in the bag before the first letter of the queue was drawn. Six pieces
        must be visible for a move, the held one counted; more are not looked at.
        """
        cells = 0
        for y, row in enumerate(field.rows[: field.height]):
            if y == HEIGHT:
                return NOTHING
            cells |= _SPREAD[row] >> y
        seen = queue if hold is None else (hold, *queue)
        if len(seen) < VISIBLE_PIECES:
            seen = (NO_EXTRA,) * VISIBLE_PIECES  # no letters: the position may be there, a run is not
        a, b, c, d, e, f = seen[:VISIBLE_PIECES]
        letters = a | b << 3 | c << 6 | d << 9 | e << 12 | f << 15
        result = look_up(self.body, cells & COLUMNS_HALF, cells >> HALF, *position_bag(left, hold), letters)
        if result < 0:
            return BookAnswer(in_book=result != NOT_THERE)
        word, run = result & (1 << MOVE_BITS) - 1, result >> MOVE_BITS & (1 << RUN_BITS) - 1
        start = not cells and position_bag(left, hold) == (FULL_BAG, NO_EXTRA)  # the header has more digits
        mean = result >> MOVE_BITS + RUN_BITS
        value = round(self.header.value if start else mean / FULL_VALUE, 4)
        return BookAnswer(placement_of(word) if word else None, value, run, True)

    def clears(self, position: Position, futures: Words, pieces: int) -> int:
        """In how many futures [n, letters] the book empties the board with so many pieces; see `count_clears`."""
        cells, bag, extra = position
        return count_clears(self.body, cells & COLUMNS_HALF, cells >> HALF, bag, extra, futures, pieces)
