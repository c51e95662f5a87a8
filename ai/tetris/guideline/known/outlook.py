"""How a book goes on behind its move: what it will do whatever comes, and whether a perfect clear is certain."""

from __future__ import annotations

from ai.book.book import Book
from ai.tetris.guideline.known.sight import Sight
from game.tetris.guideline import COLUMNS, Placement
from game.tetris.guideline.openers.sequences import VISIBLE_PIECES

_MOST_FUTURES = 210  # three pieces out of seven: a millisecond
_MOST_ASKED = 2_000  # some ten milliseconds
_ROWS_OF_FIVE = 5  # five pieces fill two rows, so one of five numbers of pieces can empty a field


def line(book: Book, sight: Sight, most: int = 5) -> tuple[Placement, ...]:
    """The book's move and those behind it that are the same whatever the bag gives, at most `most`."""
    moves: list[Placement] = []
    while len(moves) < most:
        missing = max(0, VISIBLE_PIECES - len(sight.pieces))
        futures = sight.futures(missing)
        if missing >= VISIBLE_PIECES - 1 or len(futures) > _MOST_FUTURES:
            break
        answers = {move_of(book, future) for future in futures}
        move = answers.pop()
        if answers or move is None:
            break
        moves.append(move)
        sight = sight.after(move)
        if not sight.field.height:
            break
    return tuple(moves)


def certain_clear(book: Book, sight: Sight) -> int | None:
    """The number of pieces, at most five, after which the field is empty whatever comes; None where that is open."""
    filled = sum(row.bit_count() for row in sight.field.rows)
    pieces = next(n for n in range(1, _ROWS_OF_FIVE + 1) if (filled + 4 * n) % COLUMNS == 0)
    if (filled + 4 * pieces) // COLUMNS < sight.field.height:
        return None
    return pieces if _clears(book, sight, pieces, [_MOST_ASKED]) else None


def _clears(book: Book, sight: Sight, pieces: int, budget: list[int]) -> bool:
    """Whether the book empties the field with so many pieces in every future; False too when `budget` is used up."""
    futures = sight.futures(max(0, VISIBLE_PIECES - len(sight.pieces)))
    budget[0] -= len(futures)
    if budget[0] < 0:
        return False
    for future in futures:
        move = move_of(book, future)
        if move is None:
            return False
        after = future.after(move)
        if after.field.height if pieces == 1 else not _clears(book, after, pieces - 1, budget):
            return False
    return True


def move_of(book: Book, sight: Sight) -> Placement | None:
    """The book's move."""
    return book.answer(sight.field, sight.hold, sight.queue, sight.left).move
