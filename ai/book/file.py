"""Book files: everything a lookup needs, checked once and then read where it lies, nothing decoded.

How a file lies is in `ai/mapped.py`, how its body lies in `layout`.
"""

from __future__ import annotations

from contextlib import suppress
from functools import cache
from pathlib import Path
from typing import Any, Literal, NamedTuple

import msgspec
import numpy as np
from numpy.typing import NDArray

from ai import mapped
from game import places, saving
from game.errors import BadBook
from game.tetris.guideline.openers import source
from game.tetris.guideline.openers.position import HEIGHT, NO_EXTRA, Position, cells_at, placement_at
from game.tetris.guideline.openers.sequences import count
from game.tetris.guideline.openers.source import Stage

# How a book lies in memory, without a kernel: for whoever packs, looks up, or only reads.
#
# The body of a book is one array of 64-bit words:
#
#     0          the number of buckets less one, 32 bits; bit 40 where nothing is folded (from version 4 on)
#     1 .. 7     where buckets, halves, positions, abouts, lists, runs and moves begin (words)
#     buckets    32 bits each: the number of the first position of each bucket, and of the end
#     halves     every half of a board that there is, ascending: five columns, ten bits each (as `Position.cells`)
#     positions  one word each, those of a bucket together: number of the half with columns 0 to 4 17 bits, of that
#                with columns 5 to 9 17 bits, bag 7 bits, extra 3 bits, first move 20 bits
#     abouts     32 bits for each position: number of its list 18 bits, its mean value 14 bits
#     lists      one word each: first run 24 bits, runs 12 bits, moves 7 bits
#     runs       16 bits each: number of the run's first sequence << 4 | number of its move from 1 on, 0: no move;
#                32 bits in lists with more than 15 moves: the same with << 16. What is alike is there once
#     moves      16 bits each: piece 3, orientation 2, column 4, row 4, spin 2
#
# Of a position and its mirror image only the smaller one is kept (first by columns 0 to 4, bag and extra, see `key`),
# and answers for both. In a book that is not folded each position stands for itself alone.

Mode = Literal["srs", "cold-clear"]  # how a placement was found to be possible

HEAD = 8
MASK, BUCKETS, HALVES, POSITIONS, ABOUTS, LISTS, RUNS, MOVES = range(HEAD)
MASK_BITS, UNFOLDED = (1 << 32) - 1, 1 << 40  # of the first word
HALF = 5 * HEIGHT
COLUMNS_HALF = (1 << HALF) - 1
BAG_BITS, VALUE_BITS, NARROW = 7, 14, 15
HALF_NUMBER, FIRST_MOVE, LIST_NUMBER = 17, 20, 18
FIRST_RUN, RUN_COUNT, MOVE_COUNT = 24, 12, 7
LETTERS, MOVES_OF = 2 * HALF_NUMBER, 2 * HALF_NUMBER + BAG_BITS + 3  # where they begin in a position's word
FULL_VALUE = (1 << VALUE_BITS) - 1


def key(position: Position) -> tuple[int, int]:
    """A position as two words: columns 0 to 4 with bag and extra above them, columns 5 to 9."""
    low = position.cells & COLUMNS_HALF
    return low | position.bag << HALF | position.extra << HALF + BAG_BITS, position.cells >> HALF


FOLDER = places.shipped("books")
MORE = FOLDER / "more"  # what was found for a book besides its list
ENDING = ".kbook"
LONGEST_TITLE = 200
FORM = mapped.Form(
    b"KIBITZBK", 4, "book", BadBook, older=(2,)
)  # no version is one damaged bit away from another

Words = NDArray[np.int64]


class Header(msgspec.Struct, frozen=True):
    """What a book says of itself; the counts are told as if nothing were folded, `value` is E(V) at the start."""

    name: str
    title: str
    mode: Mode
    value: float
    positions: int
    runs: int
    combinations: int


class Contents(NamedTuple):
    """A header and the words of the body."""

    header: Header
    body: Words
    bytes: int


def path_of(name: str) -> Path:
    """The file of a shipped book by its name, or a file by its path. Raises `BadBook`."""
    if Path(name).suffix == ENDING or "/" in name:
        return Path(name)
    if name not in names():
        known = ", ".join(names()) or "none is built yet"
        raise BadBook(f"no book is called {name[:40]!r}; there are {known}")
    return FOLDER / f"{name}{ENDING}"


def stages_of(name: str) -> list[Stage]:
    """The stages that a shipped book was built from, what was found besides at the end; none of a text that is lost."""
    found: list[Stage] = []
    for text in (FOLDER / f"{name}.txt", MORE / f"{name}.txt"):
        with suppress(BadBook):
            found += source.read(text).stages
    return found


COMPLETE = "perfect-clear"  # the book that has a part for each start of a later clear, once it is built


def parts_folder() -> Path:
    """Where the parts of the complete book are."""
    return places.cache_dir() / "perfect-clear-book"


def parts_of(name: str) -> list[Path]:
    """The files of all parts of a shipped book that were built, those that are damaged too."""
    return sorted(parts_folder().glob(f"{COMPLETE}-*{ENDING}")) if name == COMPLETE else []


def names_of(text: str) -> list[str]:
    """The books in a text with commas between them."""
    return [name for each in text.split(",") if (name := each.strip())]


def names() -> list[str]:
    """The shipped books."""
    return sorted(path.stem for path in FOLDER.glob(f"*{ENDING}"))


def framed(header: Header, body: Words) -> bytes:
    """The file of a header and the words of a body."""
    return b"".join(mapped.parts_of(FORM, header, [body.astype("<i8").tobytes()]))


def write(path: Path, content: bytes) -> None:
    """Put a book into a file, whole or not at all. Raises `OSError`."""
    saving.write(path, content)


def read(path: Path) -> Contents:
    """What is in a book's file, mapped into memory once all of it was checked. Raises `BadBook`."""
    return mapped.read(path, FORM, Header, _contents)


def _contents(header: Header, body: mapped.Bytes, size: int) -> Contents:
    if len(body) % mapped.ALIGNED or len(body) < 8 * HEAD:
        raise ValueError("its length is not what it says")
    if not source.NAME.fullmatch(header.name) or len(header.title) > LONGEST_TITLE:
        raise ValueError("its name or title is none")
    if not 0 <= header.value <= 1 or min(header.positions, header.runs, header.combinations) < 0:
        raise ValueError("the numbers that it tells of itself are not possible")
    words = body.view("<i8")
    _check_body(words)
    return Contents(header, words, size)


# -- whether the numbers of a body lead nowhere else: whoever wrote the file has made the checksum as well --


def _check_body(body: Words) -> None:
    """Look at every number of a body, so that lookups need not. Raises `ValueError`."""
    begins = np.array([*body[BUCKETS:HEAD], len(body)], np.int64)
    if begins[0] != HEAD or (np.diff(begins) < 0).any() or begins[-1] > len(body):
        raise ValueError("its parts do not follow each other")
    parts = {part: body[begins[part - 1] : begins[part]] for part in range(BUCKETS, HEAD)}
    size, halves = len(parts[POSITIONS]), parts[HALVES]
    _check_buckets(int(body[MASK]) & ~UNFOLDED, parts[BUCKETS].view("<u4"), size)
    if (np.diff(halves) <= 0).any() or (halves < 0).any() or (halves >> HALF).any():
        raise ValueError("its halves of boards are not in order")
    abouts = parts[ABOUTS].view("<u4")
    if len(abouts) != size + size % 2:
        raise ValueError("it does not say of each position what it is worth")
    numbers = abouts[:size] & (1 << LIST_NUMBER) - 1
    if (numbers >= len(parts[LISTS])).any():
        raise ValueError("a position leads to a list of runs that is not there")
    ends = _ends_of_lists(parts[LISTS], parts[RUNS])
    _check_positions(parts[POSITIONS], len(halves), ends[numbers], parts[LISTS][numbers], parts[MOVES])


def _check_buckets(mask: int, buckets: NDArray[np.uint32], size: int) -> None:
    """The buckets share out the positions in their order."""
    if not 0 <= mask < 2 * len(buckets) or mask & mask + 1 or len(buckets) != mask + 2 + mask % 2:
        raise ValueError("it has not as many buckets as it says")
    begins = buckets[: mask + 2].astype(np.int64)
    if begins[0] != 0 or begins[-1] != size or (np.diff(begins) < 0).any():
        raise ValueError("its buckets do not hold its positions")


def _ends_of_lists(lists: Words, runs: Words) -> Words:
    """The first sequence of the last run of each list; all lists have runs, in order, with moves they have."""
    first, size = lists & (1 << FIRST_RUN) - 1, lists >> FIRST_RUN & (1 << RUN_COUNT) - 1
    moves = lists >> FIRST_RUN + RUN_COUNT
    if (moves < 0).any() or (moves >> MOVE_COUNT).any() or not size.all():
        raise ValueError("a list of runs is none")
    found = np.zeros(len(lists), np.int64)
    for wide, words, shift in ((False, runs.view("<u2"), 4), (True, runs.view("<u4"), 16)):
        chosen = np.flatnonzero((moves > NARROW) == wide)
        begin, end = first[chosen] >> wide, (first[chosen] >> wide) + size[chosen]
        if (wide and (first[chosen] & 1).any()) or (end > len(words)).any():
            raise ValueError("a list of runs leads out of it")
        starts = (words >> shift).astype(np.int64)
        falls = np.cumsum(
            np.diff(starts, prepend=-1) <= 0
        )  # so many up to each run do not begin behind the one before
        if starts[begin].any() or (falls[end - 1] != falls[begin]).any():
            raise ValueError("the runs of a list are not in order from the first sequence on")
        if (_greatest(words & (1 << shift) - 1, begin, end) > moves[chosen]).any():
            raise ValueError("a run leads to a move that is not there")
        found[chosen] = starts[end - 1]
    return found


def _greatest(numbers: NDArray[Any], begin: Words, end: Words) -> Words:
    """The greatest number of each stretch; none is empty."""
    order = np.argsort(begin, kind="stable")
    bounds = np.stack([begin[order], end[order]], 1).ravel()
    found = np.empty(len(begin), np.int64)
    padded = np.append(numbers, numbers[:0].dtype.type(0))  # a stretch may end with the last number
    found[order] = np.maximum.reduceat(padded, bounds)[::2] if len(bounds) else 0
    return found


def _check_positions(positions: Words, halves: int, last: Words, lists: Words, moves: Words) -> None:
    """Each position has halves of a board, letters, runs that its sequences can have, and moves that are some."""
    half = (1 << HALF_NUMBER) - 1
    if ((positions & half) >= halves).any() or ((positions >> HALF_NUMBER & half) >= halves).any():
        raise ValueError("a position has cells that are not there")
    if (last >= _sequences()[positions >> LETTERS & (1 << BAG_BITS + 3) - 1]).any():
        raise ValueError("a position has more runs than sequences, or letters that cannot be")
    first = positions >> MOVES_OF & (1 << FIRST_MOVE) - 1
    end = first + (lists >> FIRST_RUN + RUN_COUNT)
    words = moves.view("<u2")
    if (end > len(words)).any():
        raise ValueError("a position has moves that are not there")
    wrong = np.concatenate([[0], np.cumsum(~_is_move()[words])])
    if (wrong[end] != wrong[first]).any():
        raise ValueError("a move is none")


@cache
def _sequences() -> Words:
    """By the letters in a position's word how many sequences there are, 0 where there are no such letters."""
    return np.array(
        [
            count(bag, extra) if (bag.bit_count() > 1 if extra == NO_EXTRA else bag >> extra & 1) else 0
            for extra in range(NO_EXTRA + 1)
            for bag in range(1 << BAG_BITS)
        ],
        np.int64,
    )


@cache
def _is_move() -> NDArray[np.bool_]:
    """By a move's word whether it is a placement within the ten rows, as a book writes it."""
    found = np.zeros(1 << 16, np.bool_)
    for word in range(1 << 13):
        piece, orientation, x, y = word & 7, word >> 3 & 3, word >> 5 & 15, word >> 9
        cells = cells_at(piece, orientation, x, y) if piece < NO_EXTRA else None
        placed = None if cells is None else placement_at(piece, cells)
        if placed is not None and placed[:4] == (piece, orientation, x, y):
            found[[word | spin << 13 for spin in range(3)]] = True
    return found
