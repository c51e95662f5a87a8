"""A book read as it lies, in plain Python: its positions with their runs. No kernel, so the window may read too."""

from __future__ import annotations

from collections.abc import Collection, Iterator
from functools import cache
from pathlib import Path
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from ai.book.file import BAG_BITS, FULL_VALUE, HALF, MASK, UNFOLDED, Header, Records, Words, parts_of, read
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
_NUMBER = 24  # bits of the number of half a board in a key
_WIDEST = 62  # bits of a word that is looked for


class Entry(NamedTuple):
    """A position with its E(V), the first sequence of each run, and the run's placement, None without one."""

    position: Position
    value: float
    starts: tuple[int, ...]
    moves: tuple[Placement | None, ...]

    @property
    def total(self) -> int:
        """Number of sequences that the position can have."""
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


class PositionEntry(NamedTuple):
    """The file's entry for a position: E(V), the first of its runs and how many they are, and its moves likewise."""

    position: Position
    value: float
    run: int
    runs: int
    move: int
    moves: int


class Lists(NamedTuple):
    """The numbers of a file as arrays, for work on all positions at a time.

    By position: the halves of its board, its letters, the first of its moves and how many it has. Of its list of runs:
    where that begins, and how many they are; of each run its first sequence and its move, from 1 on, 0 for none.
    """

    low: Words
    high: Words
    letters: Words
    first_move: Words
    used: Words
    first_run: Words
    runs: Words
    starts: Words
    chosen: Words
    moves: Words

    def words(self, numbers: Words) -> Words:
        """The placements with these numbers among the file's moves."""
        return self.moves[numbers]

    def chosen_moves(self, places: Words, size: int) -> Words:
        """By position and sequence the move, from 1 on, 0 for none; all of them have `size` sequences."""
        runs = self.runs[places]
        within = np.arange(int(runs.sum())) - np.repeat(np.cumsum(runs) - runs, runs)
        at = np.repeat(self.first_run[places], runs) + within
        starts = self.starts[at] + size * np.repeat(np.arange(len(places)), runs)
        lengths = np.diff(np.append(starts, size * len(places)))
        return np.repeat(self.chosen[at], lengths).reshape(len(places), size)


class BookReader:
    """A book in its file, mapped and checked. Raises `BadBook`."""

    def __init__(self, path: Path) -> None:
        contents = read(path)
        self.path = path
        self.header: Header = contents.header
        self.bytes = contents.bytes
        self.folded = not int(contents.body[MASK]) & UNFOLDED
        parts = parts_of(contents.body)
        self.places = Places(parts, self.header.value)
        self._starts, self._chosen = parts.starts.astype(np.uint16), parts.chosen.astype(np.uint8)
        self._moves = parts.placements[parts.moves].astype(np.uint16)

    def __len__(self) -> int:
        """The positions in the file, of which each stands for its mirror image, too, where the book is folded."""
        return len(self.places)

    def number(self, position: Position) -> int | None:
        """Return the number of a position in the file, or of its mirror image where the book is folded."""
        result = self.places.number(position)
        return self.places.number(position.mirrored()) if result is None and self.folded else result

    def entry(self, number: int) -> Entry:
        """Return the entry at a place of the file."""
        position, value, first, size, at, many = self.places[number]
        used = [None, *map(_placement, self._moves[at : at + many].tolist())]
        starts, chosen = (each[first : first + size].tolist() for each in (self._starts, self._chosen))
        return Entry(position, value, tuple(starts), tuple(used[each] for each in chosen))

    def find(self, position: Position) -> Entry | None:
        """Return the book's entry for a position, as the position itself stands; None where it has nothing."""
        number = self.number(position)
        if number is None:
            return None
        entry = self.entry(number)
        return entry if entry.position == position else entry.mirrored()

    def lists(self) -> Lists:
        """Everything in the file, as arrays."""
        return self.places.lists(
            self._starts.astype(np.int64), self._chosen.astype(np.int64), self._moves.astype(np.int64)
        )

    def entries(self) -> Iterator[Entry]:
        """Every position as it lies in the file."""
        return map(self.entry, range(len(self)))


class Places(Collection[PositionEntry]):
    """The positions of a file by their numbers. Each is made of its numbers when it is asked for: there are many."""

    def __init__(self, parts: Records, value: float) -> None:
        """`value` is that of the start, with more digits than the file has of each position."""
        self._halves = parts.halves
        self._keys = parts.left | parts.right << _NUMBER | parts.letters << 2 * _NUMBER
        self._values = parts.value.astype(np.uint16)
        self._lists, self._first_moves = (
            each.astype(np.uint32) for each in (parts.list_of, parts.first_move)
        )
        self._first_runs = (np.cumsum(parts.runs) - parts.runs).astype(np.uint32)
        self._runs, self._used = parts.runs.astype(np.uint16), parts.used.astype(np.uint8)
        self._value = value
        self._of_half = _Index(self._halves)
        self._of_key = _Index(self._keys)
        self._start = self.number(START)

    def __len__(self) -> int:
        return len(self._keys)

    def __getitem__(self, number: int) -> PositionEntry:
        word, runs = int(self._keys[number]), int(self._lists[number])
        low, high = (int(self._halves[word >> shift & (1 << _NUMBER) - 1]) for shift in (0, _NUMBER))
        letters = word >> 2 * _NUMBER
        return PositionEntry(
            Position(low | high << HALF, letters & (1 << BAG_BITS) - 1, letters >> BAG_BITS),
            self.value(number),
            int(self._first_runs[runs]),
            int(self._runs[runs]),
            int(self._first_moves[number]),
            int(self._used[runs]),
        )

    def __iter__(self) -> Iterator[PositionEntry]:
        return map(self.__getitem__, range(len(self)))

    def __contains__(self, place: object) -> bool:
        return isinstance(place, PositionEntry) and self.number(place.position) is not None

    def lists(self, starts: Words, chosen: Words, moves: Words) -> Lists:
        """The positions with their runs and moves, as arrays."""
        half, runs = (1 << _NUMBER) - 1, self._lists.astype(np.int64)
        return Lists(
            self._halves[self._keys & half],
            self._halves[self._keys >> _NUMBER & half],
            self._keys >> 2 * _NUMBER,
            self._first_moves.astype(np.int64),
            self._used[runs].astype(np.int64),
            self._first_runs[runs].astype(np.int64),
            self._runs[runs].astype(np.int64),
            starts,
            chosen,
            moves,
        )

    def numbers(self, low: Words, high: Words, letters: Words) -> Words:
        """Return the numbers of positions by the halves of their boards and their letters; -1 for unknown ones."""
        one, other = self._of_half.all(low), self._of_half.all(high)
        result = self._of_key.all(
            np.maximum(one, 0) | np.maximum(other, 0) << _NUMBER | letters << 2 * _NUMBER
        )
        return np.where((one < 0) | (other < 0), -1, result)

    def value(self, number: int) -> float:
        """E(V) of the position there, without the rest of it."""
        result = self._value if number == self._start else int(self._values[number]) / FULL_VALUE
        return round(result, DIGITS)

    def number(self, position: Position) -> int | None:
        """Return the number of a position, without mirroring it. None where it does not."""
        low, high = (
            self._of_half.find(half) for half in (position.cells & (1 << HALF) - 1, position.cells >> HALF)
        )
        if low is None or high is None:
            return None
        letters = position.bag | position.extra << BAG_BITS
        return self._of_key.find(low | high << _NUMBER | letters << 2 * _NUMBER)


class _Index:
    """Places of words in an array of different words."""

    def __init__(self, words: Words) -> None:
        self._order = np.argsort(words).astype(np.int32)
        self._words = words[self._order]

    def find(self, word: int) -> int | None:
        if word >> _WIDEST:
            return None
        at = int(self._words.searchsorted(word))
        return int(self._order[at]) if at < len(self._words) and self._words[at] == word else None

    def all(self, words: Words) -> Words:
        """Return the place of each of some words, -1 for unknown ones."""
        at = np.minimum(self._words.searchsorted(words), max(0, len(self._words) - 1))
        return np.where(self._words[at] == words, self._order[at], -1).astype(np.int64)


def _placement(word: int) -> Placement:
    return Placement(word & 7, word >> 3 & 3, word >> 5 & 15, word >> 9 & 15, word >> 13)


@cache
def _image(move: Placement) -> Placement:
    """The mirror image of a placement."""
    cells = cells_at(*move[:4])
    placement = None if cells is None else placement_at(MIRRORED[move.piece], mirrored_cells(cells))
    assert placement is not None  # reading has looked at every move
    return placement._replace(spin=move.spin)


@cache
def mirrored_sequences(bag: int, extra: int) -> NDArray[np.int64]:
    """For each sequence of the mirrored bag the number of its mirror image."""
    results = []
    for first, second, behind in sequences(mirrored_bag(bag), mirrored_piece(extra)):
        low, high = sorted((MIRRORED[first], MIRRORED[second]))
        a, b, c, d = (MIRRORED[piece] for piece in behind)
        results.append(number(bag, extra, Sequence(low, high, (a, b, c, d))))
    return np.array(results, np.int64)
