"""Time that an opening book takes for an answer.

Method: every position of the book, each second one as its mirror image where the book is folded, with every sequence
that it can have, in an order by chance (seed 7), at least a million lookups by one call of a kernel; the median of five
such calls. One call from Python takes a field, a hold and a queue and gives a move with its value. Times are CPU
seconds of this process, one core. Loading includes the checksum; the file has been read before.
"""

from __future__ import annotations

import statistics
import time
from functools import cache

import msgspec
import numpy as np

from ai.book.book import Book
from ai.book.file import COLUMNS_HALF, HALF, path_of
from ai.book.kernels import look_up_all
from ai.book.reader import BookReader
from ai.tetris.guideline.kernels.layout import Words
from bench.row import Row, rate
from game.tetris.guideline import Field
from game.tetris.guideline.openers.sequences import sequences

NAME = "book-lookup"
ABOUT = "how long an opening book takes for an answer"
LEAST = 1_000_000


class Speed(msgspec.Struct, frozen=True):
    """The figures of one book; `seconds` are those of all lookups together."""

    name: str
    book: str
    lookups: int
    seconds: float
    ns_per_lookup: float
    us_per_call: float
    load_ms: float


def run(quick: bool, book: str = "bt-loop") -> list[Row]:
    """The figures of a book as rows."""
    speed = measured(book, quick=quick)
    return [
        Row(f"{book}: one lookup in a kernel", speed.ns_per_lookup, "ns", aim=250.0),
        Row(f"{book}: one call from Python", speed.us_per_call, "us", aim=5.0),
        Row(f"{book}: loading", speed.load_ms, "ms", aim=50.0),
    ]


def measured(name: str, *, quick: bool) -> Speed:
    """The figures of a book, by its name or its file. Raises `BadBook`."""
    path = path_of(name)
    book = Book(path)
    asked = _questions(book)
    answers = np.zeros(len(asked), np.int64)
    look_up_all(book.body, asked[:1], answers)
    seconds = statistics.median(_timed(book, asked, answers) for _ in range(3 if quick else 5))
    assert (answers >= 0).all()
    field = Field.empty()

    def call() -> int:
        for _ in range(1000):
            book.answer(field, None, (0, 1, 2, 3, 4, 5))
        return 1000

    def load() -> int:
        Book(path)
        return 1

    spent = 0.1 if quick else 0.5
    return Speed(
        name=NAME,
        book=book.header.name,
        lookups=len(asked),
        seconds=round(seconds, 6),
        ns_per_lookup=round(1e9 * seconds / len(asked), 1),
        us_per_call=round(1e6 / rate(call, spent, 3), 3),
        load_ms=round(1e3 / rate(load, spent, 3), 3),
    )


def _timed(book: Book, asked: Words, answers: Words) -> float:
    started = time.process_time()
    look_up_all(book.body, asked, answers)
    return time.process_time() - started


def _questions(book: Book) -> Words:
    """Rows for `look_up_all`, each position with each sequence, again and again until there are enough."""
    parts = []
    reading = BookReader(book.path)
    for number, entry in enumerate(reading.entries()):
        position = entry.position.mirrored() if number % 2 and reading.folded else entry.position
        bag, extra = position.bag, position.extra
        letters = _letters(bag, extra)
        rows = np.empty((len(letters), 5), np.int64)
        rows[:] = position.cells & COLUMNS_HALF, position.cells >> HALF, bag, extra, 0
        rows[:, 4] = letters
        parts.append(rows)
    every = np.concatenate(parts)
    every = np.tile(every, (-(-LEAST // len(every)), 1))
    return every[np.random.default_rng(7).permutation(len(every))]


@cache
def _letters(bag: int, extra: int) -> Words:
    return np.array(
        [
            sum(piece << 3 * place for place, piece in enumerate((first, second, *behind)))
            for first, second, behind in sequences(bag, extra)
        ],
        np.int64,
    )
