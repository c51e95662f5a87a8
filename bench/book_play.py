"""Promises of opening books, checked by playing: games by the book from the empty board, against its mean value.

Method: seven-bags by chance (seed 7), six pieces seen, hold; every move is the book's. A game ends where a line of the
source ends, and counts what the source says of that end (1 for a perfect clear or a triple that is valued), or where
the book is silent, and counts nothing. Every move has to be reached by real movement.
"""

from __future__ import annotations

import random
from functools import cache
from pathlib import Path
from typing import NamedTuple

from ai.book.book import Book
from ai.book.build import source_of
from ai.book.building.lines import Lines, lines_of
from ai.book.building.steps import GOES_ON
from ai.book.file import names, path_of
from ai.tetris.guideline.moves import placements
from bench.row import Row
from game.tetris.guideline import Field, Placement
from game.tetris.guideline.openers.position import FULL_BAG, Position, cells_at, cells_of, position_bag
from game.tetris.guideline.openers.sequences import VISIBLE_PIECES

NAME = "book-play"
ABOUT = "whether opening books keep their promise"
GAMES, QUICK_GAMES = 30_000, 2_000
LONGEST = 70  # pieces; no line of a book is longer


class Played(NamedTuple):
    """Number of games, their mean result with its standard error, and the number of moves that could not be reached."""

    games: int
    mean: float
    error: float
    unreachable: int


def run(quick: bool) -> list[Row]:
    """By book: what its games came to in percent beside what it promises, and how far apart they are."""
    rows = []
    for name in names():
        promised = Book(path_of(name)).header.value
        result = played(path_of(name), QUICK_GAMES if quick else GAMES)
        off = abs(result.mean - promised) / result.error
        note = f"{result.games:,} games; promised {promised:.2%}"
        rows += [
            Row(f"{name}: games that reach its end", round(100 * result.mean, 2), "%", note=note),
            Row(f"{name}: off the promise", off, "standard errors", aim=3.0),
            Row(f"{name}: moves that cannot be reached", result.unreachable, "moves", aim=0.0),
        ]
    return rows


def played(path: Path, games: int) -> Played:
    """Play so many games by a book. Raises `BadBook`."""
    player, chance = _Player(Book(path)), random.Random(7)
    ends = [player.game(_pieces(chance)) for _ in range(games)]
    mean = sum(ends) / games
    spread = sum((end - mean) ** 2 for end in ends) / (games - 1)
    return Played(games, mean, (spread / games) ** 0.5, player.unreachable)


def _pieces(chance: random.Random) -> list[int]:
    bag, results = list(range(7)), list[int]()
    while len(results) < LONGEST + VISIBLE_PIECES:
        chance.shuffle(bag)
        results += bag
    return results


class _Player:
    """One who plays by a book, and by nothing else."""

    def __init__(self, book: Book) -> None:
        self.book, self.lines, self.unreachable = book, Lines(), 0
        name, mode = book.header.name, book.header.mode
        source = source_of(name, mode)
        self.clears = source.optimum is not None  # counts the first perfect clear, and has no lines
        if not self.clears:
            for _, _, self.lines in lines_of(source, mode):
                pass

    def game(self, pieces: list[int]) -> float:
        """Return the result of a game with these pieces."""
        field, hold, at = Field.empty(), None, 0
        for _ in range(LONGEST):
            left = sum(1 << piece for piece in pieces[at : at + 7 - at % 7])
            move = self.book.answer(field, hold, pieces[at : at + VISIBLE_PIECES], left).move
            if move is None:
                return 0.0
            if not _reached(field, move):
                self.unreachable += 1
                return 0.0
            if self.clears:
                value = GOES_ON if _after(field, move).height else 1.0
            else:
                value = self._value(field, hold, left, move)
            if value != GOES_ON:
                return value
            swaps, was_empty = move.piece != pieces[at], hold is None
            hold = pieces[at] if swaps else hold
            at += 2 if swaps and was_empty else 1
            field = _after(field, move)
        return 0.0

    def _value(self, field: Field, hold: int | None, left: int, move: Placement) -> float:
        """Return the source's value of a placement."""
        cells, at = cells_of(field), cells_at(*move[:4])
        assert cells is not None
        assert at is not None
        return self.lines.edges[Position(cells, *position_bag(left or FULL_BAG, hold))][move.piece, at]


@cache
def _reached(field: Field, move: Placement) -> bool:
    return move in placements(field, move.piece)


@cache
def _after(field: Field, move: Placement) -> Field:
    return field.place(*move[:4])[0]
