"""The chances of games that are played by a book: of every position, of every queue, all in one space.

The space: a game begins with the empty board and bags of seven, every order as likely as any other, and each move is
the book's. It succeeds where it comes to an end that the book counts (a perfect clear, or what its source says), and
fails where the book has no move. What is told of a position is told of the games that come there:

    share of a position      of all games, how many come to it
    chance of a position     of these, how many succeed: the mean over their queues, each as often as it comes
    chance of a queue        of those that come with these six pieces in sight: the mean over the pieces not yet seen

So the chance of a position is the mean of its queues, that of a queue the mean over the next piece of the queues
behind the book's move, and that of the start the value in the head of the file. Where a book goes on behind an end,
what follows is a chance of the next end. Plain numpy, no kernel.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from functools import lru_cache
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from ai.book.file import BAG_BITS, HALF
from ai.book.reader import BookReader, Entry, mirrored_sequences
from game.errors import BadBook
from game.tetris.guideline.field import COLUMNS
from game.tetris.guideline.openers.chance import BookChance, End, Over, aim_of
from game.tetris.guideline.openers.position import (
    FULL_BAG,
    HEIGHT,
    MIRRORED,
    NO_EXTRA,
    START,
    Position,
    bag_after,
    cells_at,
    cleared,
    mirrored_bag,
    mirrored_piece,
)
from game.tetris.guideline.openers.sequences import BEHIND, count, sizes
from game.tetris.guideline.openers.source import Line, Stage
from game.tetris.guideline.pieces import T

Numbers = NDArray[np.int64]
Chances = NDArray[np.floating[Any]]

_CHUNK = 100_000  # queues that are worked on at a time: some milliseconds
_DEEPEST = 100  # pieces; no line of a book is longer
_ROUNDS = 6  # from one end of a book to the next, until nothing new is reached
_LEAST = 1e-30
_POP = np.array([each.bit_count() for each in range(1 << 7)], np.int64)
_MIRRORED = np.array([*MIRRORED, NO_EXTRA], np.int64)
_COLUMN = (1 << HEIGHT) - 1


class Leading(NamedTuple):
    """For every move of every position, position by position: the piece, and what it leads to.

    `child` is the place of the position behind it, -1 where there is none; `mirrored`: of that the image stands in the
    file; `worth` what the end is worth that the move leads to, NaN where the game goes on; `end` the bit of its kind.
    """

    piece: Numbers
    child: Numbers
    mirrored: Numbers
    worth: Chances
    end: Numbers


class BookChances:
    """The chances of a book from its file and its `ends`: what a line is worth by the position it ends in.

    Where no `ends` are given a line that leads out of the book counts as one that has come to its end. Use it once
    `worked` is through; `known` is false where the file says something else of its start than its moves do.
    """

    def __init__(self, reading: BookReader, ends: Mapping[Position, float] | None) -> None:
        self.reading = reading
        self._lists = reading.lists()
        used = self._lists.used
        self._first_edge = np.cumsum(used) - used
        self._letters = self._lists.letters
        self._size = np.array([_count(int(each)) for each in self._letters], np.int64)
        self._last = np.array([_last(int(each)) for each in self._letters], np.int64)
        groups = self._size // self._last
        self._group = np.cumsum(groups) - groups
        self.mean = np.zeros(int(groups.sum()), np.float32)
        self.weight = np.zeros(int(groups.sum()), np.float32)
        self.ends = list[End]()
        self._leading = self._led(ends)
        # of every move, and behind the last one of no move: all that `_moves` asks
        led = self._leading
        self._turn = np.append(7 * led.mirrored + led.piece, 0)
        self._base = np.append(np.where(led.child >= 0, self._group[led.child], -1), -1)
        self._ended = np.append(~np.isnan(led.worth), False)
        self._worth = np.append(np.nan_to_num(led.worth), 0.0)
        self._aims = self._aimed()
        self._chance, self._share = np.zeros(len(used)), np.zeros(len(used))

    # -- working it out --

    def worked(self) -> Iterator[float]:
        """Work it out, and tell how far that is, 0 to 1. Raises `BadBook` where the moves go round in a circle."""
        chunks, start = list(self._chunks()), self.reading.number(START)
        for done, chunk in enumerate(reversed(chunks), 1):
            last = int(self._last[chunk[0]])
            self.mean[self._groups(chunk)] = self._values(chunk).reshape(len(chunk), -1, last).mean(2)
            yield done / len(chunks) / 2
        coming = np.zeros(len(self.weight), np.float32)
        if start is not None:
            many = int(self._size[start] // self._last[start])
            coming[self._group[start] : self._group[start] + many] = 1 / many
        for _ in range(_ROUNDS):
            behind = np.zeros(len(self.weight), np.float32)
            for done, chunk in enumerate(chunks, 1):
                self._spread(chunk, coming, behind)
                yield 0.5 + done / len(chunks) / 2
            self.weight += coming
            every = np.add.reduceat(self.weight, self._group, dtype=np.float64)
            self._share = self._share if self._share.any() else every
            reached = np.repeat(every > 0, np.diff(np.append(self._group, len(self.weight))))
            coming = np.where(reached, np.float32(0.0), behind)
            if not coming.any():
                break
        self._chance = np.add.reduceat(self.weight * self.mean, self._group, dtype=np.float64) / np.maximum(
            every, _LEAST
        )

    def _aimed(self) -> Numbers:
        """By position the kinds of ends that are next, as bits."""
        led, result = self._leading, np.zeros(len(self._size), np.int64)
        parent, on = np.repeat(np.arange(len(self._size)), self._lists.used), led.end == 0
        np.bitwise_or.at(result, parent, led.end)
        for _ in range(_DEEPEST):
            before = result.copy()
            np.bitwise_or.at(result, parent[on], np.where(led.child[on] >= 0, before[led.child[on]], 0))
            if (result == before).all():
                break
        return result

    def _spread(self, chunk: Numbers, coming: Chances, behind: Chances) -> None:
        """Pass on what comes to some places: within a line, and `behind` its end where the book goes on there."""
        last, rows = int(self._last[chunk[0]]), coming[self._groups(chunk)]
        chunk, rows = chunk[rows.any(1)], rows[rows.any(1)]
        if len(chunk):
            each = np.repeat(rows / last, last, axis=1)
            _, to, ended = self._moves(chunk)
            np.add.at(coming, to[(to >= 0) & ~ended], each[(to >= 0) & ~ended])
            np.add.at(behind, to[(to >= 0) & ended], each[(to >= 0) & ended])

    @property
    def known(self) -> bool:
        """True if they equal those in the file's header for the start."""
        start = self.reading.number(START)
        return start is not None and abs(self.of_position(start) - self.reading.header.value) < 1e-5

    def _led(self, ends: Mapping[Position, float] | None) -> Leading:
        """Return where every move leads."""
        lists, places = self._lists, self.reading.places
        position = np.repeat(np.arange(len(lists.used)), lists.used)
        words = lists.words(
            np.arange(len(position)) - self._first_edge[position] + lists.first_move[position]
        )
        piece = words & 7
        low, high = lists.low[position], lists.high[position]
        for word in np.unique(words).tolist():
            at = cells_at(word & 7, word >> 3 & 3, word >> 5 & 15, word >> 9 & 15) or 0
            here = words == word
            low[here] |= at & (1 << HALF) - 1
            high[here] |= at >> HALF
        low, high = _cleared(low, high)
        kinds, inverse = np.unique(self._letters[position] << 3 | piece, return_inverse=True)
        letters = np.array([_letters_after(each >> 3, each & 7) for each in kinds.tolist()], np.int64)[
            inverse
        ]
        child = places.numbers(low, high, letters)
        mirrored = np.zeros_like(child)
        if self.reading.folded:
            image = places.numbers(*_image(low, high, letters))
            mirrored = ((child < 0) & (image >= 0)).astype(np.int64)
            child = np.where(child < 0, image, child)
        worth = np.full(len(child), np.nan)
        if ends is None:
            worth[child < 0] = 1.0
        else:
            known = {
                (each.cells & (1 << HALF) - 1, each.cells >> HALF, _word(each)): end
                for each, end in ends.items()
            }
            behind = zip(low.tolist(), high.tolist(), letters.tolist(), strict=True)
            worth[:] = [known.get(each, np.nan) for each in behind]
        worth[(low | high) == 0] = 1.0
        rows = (_filled(lists.low, lists.high)[position] + 4 - _filled(low, high)) // COLUMNS
        end = np.zeros(len(child), np.int64)
        for at in np.flatnonzero(~np.isnan(worth)).tolist():
            perfect, spin = not (low[at] or high[at]), int(words[at]) >> 13
            result = End(True) if perfect else End(False, int(rows[at]), spin, int(piece[at]) if spin else T)
            if result not in self.ends:
                self.ends.append(result)
            end[at] = 1 << self.ends.index(result)
        return Leading(piece, child, mirrored, worth, end)

    def _chunks(self) -> Iterator[Numbers]:
        """Places with the same letters, those of which no move leads to an earlier chunk."""
        depth, led = np.zeros(len(self._size), np.int64), self._leading
        parent = np.repeat(np.arange(len(self._size)), self._lists.used)
        on = (led.child >= 0) & np.isnan(led.worth)
        parent, child = parent[on], led.child[on]
        for _ in range(_DEEPEST):
            before = depth.copy()
            np.maximum.at(depth, child, depth[parent] + 1)
            if (depth == before).all():
                break
        else:
            raise BadBook(f"{self.reading.path}: its moves go round in a circle")
        order = np.lexsort((self._letters, depth))
        changes = np.flatnonzero(np.diff(depth[order]) | np.diff(self._letters[order])) + 1
        for alike in np.split(order, changes):
            many = max(1, _CHUNK // int(self._size[alike[0]]))
            yield from (alike[at : at + many] for at in range(0, len(alike), many))

    def _groups(self, chunk: Numbers) -> Numbers:
        """The groups of sequences of places with the same letters, a row for each."""
        many = int(self._size[chunk[0]] // self._last[chunk[0]])
        result: Numbers = self._group[chunk][:, None] + np.arange(many)
        return result

    def _moves(self, chunk: Numbers) -> tuple[Numbers, Numbers, NDArray[np.bool_]]:
        """By place and sequence: the move, -1 for none; the group of sequences it leads to; whether a line ends."""
        size = int(self._size[chunk[0]])
        chosen = self._lists.chosen_moves(chunk, size)
        edge = np.where(chosen > 0, chosen - 1 + self._first_edge[chunk][:, None], -1)
        bag, extra = int(self._letters[chunk[0]]) & FULL_BAG, int(self._letters[chunk[0]]) >> BAG_BITS
        after = groups_after(bag, extra).reshape(-1, size)
        base = self._base[edge]
        to = np.where(base >= 0, after[self._turn[edge], np.arange(size)] + base, -1)
        return edge, to, self._ended[edge]

    def _values(self, chunk: Numbers) -> Chances:
        """By place and sequence: the chance, once all that follows is worked out."""
        edge, to, ended = self._moves(chunk)
        on = np.where(to >= 0, self.mean[to], 0.0)
        return np.where(ended, self._worth[edge], on)

    # -- what is known then --

    def of_position(self, place: int) -> float:
        """Of the games that come to a position, how many succeed."""
        return float(self._chance[place])

    def aims(self, place: int) -> tuple[End, ...]:
        """The ends that a chance is of, at a position."""
        return tuple(end for number, end in enumerate(self.ends) if int(self._aims[place]) >> number & 1)

    def share(self, place: int) -> float:
        """Of all games, how many come to a position (or to its image, where the book is folded)."""
        return float(self._share[place])

    def children(self, place: int) -> tuple[int, ...]:
        """The places that the moves of a position lead to."""
        first = int(self._first_edge[place])
        behind = self._leading.child[first : first + int(self._lists.used[place])].tolist()
        return tuple(dict.fromkeys(each for each in behind if each >= 0))

    def here(self, place: int) -> BookChance:
        """The chance of a position, with its words; that of the start is told by the file."""
        if place == self.reading.number(START):
            return BookChance(self.reading.header.value, aim_of(self.aims(place)), Over.GAMES)
        return BookChance(self.of_position(place), aim_of(self.aims(place)), Over.HERE)

    def of_queues(self, entry: Entry) -> tuple[Chances, Chances]:
        """By sequence of a position, as it stands: its chance, and how often it comes, of the games that come there."""
        place = self.reading.number(entry.position)
        assert place is not None
        value, last = self._values(np.array([place]))[0], int(self._last[place])
        weight = np.repeat(self.weight[self._groups(np.array([place]))][0].astype(np.float64), last)
        weight = weight / max(float(weight.sum()), _LEAST)
        stored = self.reading.places[place].position
        if stored != entry.position:
            image = mirrored_sequences(stored.bag, stored.extra)
            value, weight = value[image], weight[image]
        return value, weight


def ends_of(stages: Iterable[Stage]) -> dict[Position, float]:
    """By the position in which a line ends its worth, where the text of a book says it; mirror images too."""
    results = dict[Position, float]()
    for stage in stages:
        for line in stage.lines:
            if line.value is not None:
                last = _after(stage.position, line)
                results[last] = results[last.mirrored()] = line.value
    return results


def _after(position: Position, line: Line) -> Position:
    """Return the position at the end of a line: full rows of its picture are left standing until all its pieces lie."""
    cells, after = position.cells, position
    for piece in line.pieces:
        cells |= piece.cells
        after = after.after(piece.piece, 0)
    return after._replace(cells=cleared(cells))


def _count(letters: int) -> int:
    return count(letters & FULL_BAG, letters >> BAG_BITS)


def _last(letters: int) -> int:
    """Return how many letters the last place of a sequence can hold."""
    return sizes(letters & FULL_BAG, letters >> BAG_BITS)[1][-1]


def _word(position: Position) -> int:
    return position.bag | position.extra << BAG_BITS


def _letters_after(letters: int, piece: int) -> int:
    bag, extra = bag_after(letters & FULL_BAG, letters >> BAG_BITS, piece)
    return bag | extra << BAG_BITS


# -- boards, many at a time --


def _columns(low: Numbers, high: Numbers) -> list[Numbers]:
    half = COLUMNS // 2
    return [(each >> HEIGHT * x) & _COLUMN for each in (low, high) for x in range(half)]


def _joined(columns: list[Numbers]) -> tuple[Numbers, Numbers]:
    half = COLUMNS // 2
    low, high = (
        np.bitwise_or.reduce([each << HEIGHT * x for x, each in enumerate(part)])
        for part in (columns[:half], columns[half:])
    )
    return low, high


def _filled(low: Numbers, high: Numbers) -> Numbers:
    """Return the number of filled cells of boards."""
    columns = [(each >> 5 * part) & 31 for each in (low, high) for part in range(2 * COLUMNS // 2)]
    result: Numbers = np.sum([_POP[each] for each in columns], axis=0)
    return result


def _cleared(low: Numbers, high: Numbers) -> tuple[Numbers, Numbers]:
    """Boards without their full rows."""
    columns = _columns(low, high)
    full = np.bitwise_and.reduce(columns)
    for at in np.flatnonzero(np.bitwise_or.reduce(full) >> np.arange(HEIGHT) & 1).tolist():
        # the bits of the rows above are lower: they take the place of the row that is gone
        gone = full >> at & 1
        above = (1 << at) - 1
        columns = [
            np.where(gone == 1, (each & ~((1 << at + 1) - 1)) | (each & above) << 1, each) for each in columns
        ]
        full = full & ~(1 << at)
    return _joined(columns)


def _image(low: Numbers, high: Numbers, letters: Numbers) -> tuple[Numbers, Numbers, Numbers]:
    """Boards and letters in the mirror."""
    kinds, inverse = np.unique(letters, return_inverse=True)
    images = [
        mirrored_bag(each & FULL_BAG) | mirrored_piece(each >> BAG_BITS) << BAG_BITS
        for each in kinds.tolist()
    ]
    return *_joined(_columns(low, high)[::-1]), np.array(images, np.int64)[inverse]


# -- sequences, many at a time --


@lru_cache(maxsize=512)
def groups_after(bag: int, extra: int) -> NDArray[np.int16]:
    """The group of sequences that a placement leads to, [mirrored, piece, sequence]; -1 where it cannot be placed."""
    letters = _sequence_letters(bag, extra)
    result = np.full((2, 7, len(letters)), -1, np.int16)
    for piece in range(7):
        at = np.flatnonzero((letters[:, 0] == piece) | (letters[:, 1] == piece))
        if not len(at):
            continue
        then = bag_after(bag, extra, piece)
        other = np.where(letters[at, 0] == piece, letters[at, 1], letters[at, 0])
        after = np.column_stack((other, letters[at, 2:]))
        result[0, piece, at] = _group_numbers(*then, after)
        image = mirrored_bag(then[0]), mirrored_piece(then[1])
        result[1, piece, at] = _group_numbers(*image, _MIRRORED[after])
    return result


def _sequence_letters(bag: int, extra: int) -> Numbers:
    """The six letters of every sequence, in their order."""
    letters = [piece for piece in range(7) if bag >> piece & 1]
    if extra != NO_EXTRA:
        pairs = [(min(extra, other), max(extra, other), bag & ~(1 << other)) for other in letters]
    else:
        pairs = [(a, b, bag & ~(1 << a | 1 << b)) for a in letters for b in letters if a < b]
    rows, left = (
        np.array([each[:2] for each in pairs], np.int64),
        np.array([each[2] for each in pairs], np.int64),
    )
    for _ in range(BEHIND):
        left = np.where(left == 0, FULL_BAG, left)
        at, piece = np.nonzero(left[:, None] >> np.arange(7) & 1)
        rows, left = np.column_stack((rows[at], piece)), left[at] & ~(1 << piece)
    return rows


def _group_numbers(bag: int, extra: int, letters: Numbers) -> Numbers:
    """The groups of sequences that begin with these five letters, the first two in any order."""
    result: Numbers
    low, high = letters[:, :2].min(1), letters[:, :2].max(1)
    if extra != NO_EXTRA:
        other = np.where(low == extra, high, low)
        result, left = _POP[bag & (1 << other) - 1], bag & ~(1 << other)
    else:
        a, b, many = _POP[bag & (1 << low) - 1], _POP[bag & (1 << high) - 1], bag.bit_count()
        result, left = a * (2 * many - a - 1) // 2 + b - a - 1, bag & ~(1 << low | 1 << high)
    for piece in letters[:, 2:].T:
        left = np.where(left == 0, FULL_BAG, left)
        result = result * _POP[left] + _POP[left & (1 << piece) - 1]
        left = left & ~(1 << piece)
    return result
