"""A book read as it lies, in plain Python: its positions with their runs. No kernel, so the window may read too."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from ai.book.file import BAG_BITS, FULL_VALUE, HALF, MASK, UNFOLDED, Header, Parts, parts_of, read
from game.tetris.guideline.openers.position import (
    MIRRORED,
    START,
    Position,
    cells_at,
    mirrored_bag,
    mirrored_cells,
    mirrored_piece,
    placement_at,
)
from game.tetris.guideline.openers.sequences import Sequence, count, number, sequences
from game.tetris.guideline.placement import Placement

DIGITS = 4  # with which a value is told


class Entry(NamedTuple):
    """A position with its E(V), the first sequence of each run, and the run's placement, None without one."""

    position: Position
    value: float
    starts: tuple[int, ...]
    moves: tuple[Placement | None, ...]

    @property
    def total(self) -> int:
        """How many sequences the position can have."""
        return count(self.position.bag, self.position.extra)

    @property
    def ends(self) -> tuple[int, ...]:
        """The sequence behind the last one of each run."""
        return (*self.starts[1:], self.total)

    def run_of(self, sequence: int) -> int:
        """The run that holds a sequence."""
        return int(np.searchsorted(self.starts, sequence, "right")) - 1

    def mirrored(self) -> Entry:
        """The entry of the mirror image; its runs are others, since its sequences stand in another order."""
        position = self.position.mirrored()
        images = [None if move is None else _image(move) for move in self.moves]
        runs = np.repeat(np.arange(len(self.starts)), np.diff((*self.starts, self.total)))
        runs = runs[mirrored_sequences(self.position.bag, self.position.extra)]
        starts, moves = list[int](), list[Placement | None]()
        for start in [0, *(np.flatnonzero(np.diff(runs)) + 1).tolist()]:
            move = images[runs[start]]
            if not starts or move != moves[-1]:
                starts.append(start)
                moves.append(move)
        return Entry(position, self.value, tuple(starts), tuple(moves))


class Place(NamedTuple):
    """What the file says of a position: E(V), the first of its runs and how many they are, and its moves likewise."""

    position: Position
    value: float
    run: int
    runs: int
    move: int
    moves: int


class BookReader:
    """A book in its file, mapped and checked. Raises `BadBook`."""

    def __init__(self, path: Path) -> None:
        contents = read(path)
        self.path = path
        self.header: Header = contents.header
        self.bytes = contents.bytes
        self.folded = not int(contents.body[MASK]) & UNFOLDED
        parts = parts_of(contents.body)
        self._starts, self._chosen = parts.starts.astype(np.uint16), parts.chosen.astype(np.uint8)
        self._moves = parts.placements[parts.moves].astype(np.uint16)
        self.places = [  # the header has more digits
            each._replace(value=round(self.header.value, DIGITS)) if each.position == START else each
            for each in _places(parts)
        ]
        self._numbers = {each.position: place for place, each in enumerate(self.places)}

    def __len__(self) -> int:
        """The positions in the file, of which each stands for its mirror image, too, where the book is folded."""
        return len(self.places)

    def number(self, position: Position) -> int | None:
        """Where a position stands in the file, or where the book is folded its mirror image."""
        found = self._numbers.get(position)
        return self._numbers.get(position.mirrored()) if found is None and self.folded else found

    def entry(self, number: int) -> Entry:
        """What stands at a place of the file."""
        position, value, first, size, at, many = self.places[number]
        used = [None, *map(_placement, self._moves[at : at + many].tolist())]
        starts, chosen = (each[first : first + size].tolist() for each in (self._starts, self._chosen))
        return Entry(position, value, tuple(starts), tuple(used[each] for each in chosen))

    def find(self, position: Position) -> Entry | None:
        """What the book has for a position, as the position itself stands; None where it has nothing."""
        number = self.number(position)
        if number is None:
            return None
        entry = self.entry(number)
        return entry if entry.position == position else entry.mirrored()

    def entries(self) -> Iterator[Entry]:
        """Every position as it lies in the file."""
        return map(self.entry, range(len(self)))


def _places(parts: Parts) -> list[Place]:
    """All positions."""
    low, high = parts.halves[parts.left].tolist(), parts.halves[parts.right].tolist()
    first, lists = np.cumsum(parts.runs) - parts.runs, parts.list_of
    numbers = (first[lists], parts.runs[lists], parts.first_move, parts.used[lists])
    values = [round(value / FULL_VALUE, DIGITS) for value in parts.value.tolist()]
    letters = parts.letters.tolist()
    return [
        Place(Position(left | right << HALF, word & (1 << BAG_BITS) - 1, word >> BAG_BITS), value, *rest)
        for left, right, word, value, *rest in zip(
            low, high, letters, values, *(each.tolist() for each in numbers), strict=True
        )
    ]


def _placement(word: int) -> Placement:
    return Placement(word & 7, word >> 3 & 3, word >> 5 & 15, word >> 9 & 15, word >> 13)


@cache
def _image(move: Placement) -> Placement:
    """The mirror image of a placement."""
    cells = cells_at(*move[:4])
    found = None if cells is None else placement_at(MIRRORED[move.piece], mirrored_cells(cells))
    assert found is not None  # reading has looked at every move
    return found._replace(spin=move.spin)


@cache
def mirrored_sequences(bag: int, extra: int) -> NDArray[np.int64]:
    """For each sequence of the mirrored bag the number of its mirror image."""
    found = []
    for first, second, behind in sequences(mirrored_bag(bag), mirrored_piece(extra)):
        low, high = sorted((MIRRORED[first], MIRRORED[second]))
        a, b, c, d = (MIRRORED[piece] for piece in behind)
        found.append(number(bag, extra, Sequence(low, high, (a, b, c, d))))
    return np.array(found, np.int64)
