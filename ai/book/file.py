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
from game.tetris.guideline.openers.source import Source, Stage

Words = NDArray[np.int64]

# How a book lies in memory, without a kernel: for whoever packs, looks up, or only reads.
#
# The body of a book is one array of 64-bit words. A part begins with a word; its records follow each other bit by bit,
# from the lowest bit of a word up. How many bits a number has is as little as the book needs (`WIDTHS`).
#
#     0           the number of buckets less one, 32 bits; bit 40 where nothing is folded
#     1 .. 7      where buckets, halves, positions, lists, runs, moves and placements begin (words)
#     8           the bits of each number, six bits a width: a position's number (of the buckets), and then the numbers
#                 of a half, a move, a list, a bit of the runs, the runs of a list, its moves, and a placement
#     9 .. 13     how many halves, positions, lists, moves and placements there are
#     buckets     the number of the first position of each bucket, and of the end
#     halves      every half of a board that there is, ascending: five columns, ten bits each (as `Position.cells`)
#     positions   those of a bucket together: number of the half with columns 0 to 4, of that with columns 5 to 9, bag 7
#                 bits, extra 3 bits; then the first move, the list, and the mean value in 14 bits
#     lists       where its runs begin, how many they are, how many moves they choose from, and `low` in 4 bits
#     runs        of each list, in the order of the lists: the lowest `low` bits of each run's first sequence; the move
#                 of each run, from 1 on, 0 for none, in as many bits as the number of moves has; and the higher bits of
#                 the first sequences: a one for each run, a zero before it whenever they have grown by one (Elias and
#                 Fano's form: a run takes two bits and a few low ones)
#     moves       the number of a placement
#     placements  16 bits each: piece 3, orientation 2, column 4, row 4, spin 2
#
# Of a position and its mirror image only the smaller one is kept (first by columns 0 to 4, bag and extra, see `key`),
# and answers for both. In a book that is not folded each position stands for itself alone.

Mode = Literal["srs", "cold-clear"]  # how a placement was found to be possible

HEAD = 14
MASK, BUCKETS, HALVES, POSITIONS, LISTS, RUNS, MOVES, PLACEMENTS, WIDTHS = range(9)
OF_POSITION, OF_HALF, OF_MOVE, OF_LIST, OF_RUN_BIT, OF_RUNS, OF_MOVES, OF_PLACEMENT = range(8)
COUNTS = 9  # of halves and so on
MASK_BITS, UNFOLDED = (1 << 32) - 1, 1 << 40  # of the first word
WIDTH_BITS, WIDEST = 6, 24  # of a width; the most bits of a number
HALF = 5 * HEIGHT
COLUMNS_HALF = (1 << HALF) - 1
BAG_BITS, VALUE_BITS, LOW_BITS, PLACEMENT_BITS = 7, 14, 4, 16
LETTER_BITS = BAG_BITS + 3
RUN_BITS, MOST_MOVES = 12, 127  # of the first sequence of a run; of a list
FULL_VALUE = (1 << VALUE_BITS) - 1


def width_of(widths: int, which: int) -> int:
    """The bits of a kind of number."""
    return widths >> WIDTH_BITS * which & (1 << WIDTH_BITS) - 1


def fields_of(words: Words, at: Any, width: Any) -> Words:
    """The numbers that begin at so many bits from the start of `words`, `width` bits each, at most 62."""
    at = np.asarray(at, np.int64)
    whole = words.view("<u8")
    place, shift = at >> 6, (at & 63).astype(np.uint64)
    after = whole[np.minimum(place + 1, len(whole) - 1)]
    result = whole[place] >> shift | after << np.uint64(63) - shift << np.uint64(1)
    masked: Words = (result & (np.uint64(1) << np.asarray(width, np.uint64)) - np.uint64(1)).astype(np.int64)
    return masked


def key(position: Position) -> tuple[int, int]:
    """A position as two words: columns 0 to 4 with bag and extra above them, columns 5 to 9."""
    low = position.cells & COLUMNS_HALF
    return low | position.bag << HALF | position.extra << HALF + BAG_BITS, position.cells >> HALF


FOLDER = places.shipped("books")
MORE = FOLDER / "more"  # what was found for a book besides its list
ENDING = ".kbook"
LONGEST_TITLE = 200
FORM = mapped.Form(b"KIBITZBK", 7, "book", BadBook)  # no version is one damaged bit away from another


class Header(msgspec.Struct, frozen=True):
    """Header of a book; the counts are told as if nothing were folded, `value` is E(V) at the start."""

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


def own_folder() -> Path:
    """Return the folder of the books that a person has drawn."""
    return places.data_dir() / "books"


def own_files() -> list[Path]:
    """The books that a person has drawn."""
    return sorted(own_folder().glob(f"*{ENDING}"))


def new_own() -> tuple[str, int]:
    """A name for another one of these books, and its number."""
    taken = {path.stem for path in own_files()}
    number = next(each for each in range(1, len(taken) + 2) if f"opener-{each}" not in taken)
    return f"opener-{number}", number


def path_of(name: str) -> Path:
    """The file of a shipped book or an own one by its name, or a file by its path. Raises `BadBook`."""
    if Path(name).suffix == ENDING or "/" in name:
        return Path(name)
    if (own := own_folder() / f"{name}{ENDING}") in own_files():
        return own
    if name not in names():
        known = ", ".join(names()) or "none is built yet"
        raise BadBook(f"no book is called {name[:40]!r}; there are {known}")
    return FOLDER / f"{name}{ENDING}"


def stages_of(name: str) -> list[Stage]:
    """The stages that a shipped book was built from, what was found besides at the end; none of a text that is lost."""
    stages: list[Stage] = []
    for text in (FOLDER / f"{name}.txt", MORE / f"{name}.txt"):
        with suppress(BadBook):
            stages += source.read(text).stages
    return stages


def description_of(name: str) -> Source | None:
    """The text of a shipped book, which says what it is for; None of one that is lost."""
    with suppress(BadBook):
        return source.read(FOLDER / f"{name}.txt")
    return None


COMPLETE = "perfect-clear"  # the book that has a part for each start of a later clear, once it is built


def parts_folder() -> Path:
    """Return the folder with the parts of the complete book."""
    return places.cache_dir() / "perfect-clear-book"


def part_files(name: str) -> list[Path]:
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
    """Return the contents of a book's file, mapped into memory once all of it was checked. Raises `BadBook`."""
    return mapped.read(path, FORM, Header, _contents)


def _contents(header: Header, body: mapped.Bytes, size: int) -> Contents:
    if len(body) % mapped.ALIGNED or len(body) < 8 * HEAD:
        raise ValueError("its length does not match its header")
    if not source.NAME.fullmatch(header.name) or len(header.title) > LONGEST_TITLE:
        raise ValueError("its name or title is not valid")
    if not 0 <= header.value <= 1 or min(header.positions, header.runs, header.combinations) < 0:
        raise ValueError("the figures in its header are not possible")
    words = body.view("<i8")
    _check_body(words)
    return Contents(header, words, size)


# -- whether the numbers of a body lead nowhere else: whoever wrote the file has made the checksum as well --


class Records(NamedTuple):
    """The records of a body, a number each; of lists and runs an array for each number.

    `runs` and `used` are of each list: how many runs and moves it has; `starts` and `chosen` of all runs, list by list.
    """

    buckets: Words
    halves: Words
    left: Words
    right: Words
    letters: Words
    first_move: Words
    list_of: Words
    value: Words
    runs: Words
    used: Words
    starts: Words
    chosen: Words
    moves: Words
    placements: Words


def parts_of(body: Words) -> Records:
    """Every number of a body. Raises `ValueError` where its parts are not where they should be."""
    begins = np.array([*body[BUCKETS:WIDTHS], len(body)], np.int64)
    if begins[0] != HEAD or (np.diff(begins) < 1).any():  # of runs a word is read beyond their end
        raise ValueError("its parts do not adjoin")
    widths = [width_of(int(body[WIDTHS]), which) for which in range(8)]
    if int(body[WIDTHS]) >> 8 * WIDTH_BITS or max(widths) > WIDEST or min(widths) < 1:
        raise ValueError("its numbers have widths that are not possible")
    mask, sizes = int(body[MASK]) & ~UNFOLDED, body[COUNTS:HEAD].tolist()
    if (
        not 0 <= mask < 64 * len(body)
        or mask & mask + 1
        or not all(0 <= each < 64 * len(body) for each in sizes)
    ):
        raise ValueError("its counts are not possible")
    halves, positions, lists, moves, placements = sizes
    one_half, one_move, one_list = widths[OF_HALF], widths[OF_MOVE], widths[OF_LIST]
    record = 2 * one_half + LETTER_BITS + one_move + one_list + VALUE_BITS
    of_list = widths[OF_RUN_BIT] + widths[OF_RUNS] + widths[OF_MOVES] + LOW_BITS

    def column(part: int, count: int, record: int, offset: int, width: int) -> Words:
        if -(-count * record // 64) > begins[part] - begins[part - 1]:
            raise ValueError("a part is too short for what should be in it")
        return fields_of(body, 64 * begins[part - 1] + record * np.arange(count) + offset, width)

    at = [0, one_half, 2 * one_half, 2 * one_half + LETTER_BITS]
    at += [at[3] + one_move, at[3] + one_move + one_list]
    first, runs, used, low = (
        column(LISTS, lists, of_list, sum(widths[OF_RUN_BIT : OF_RUN_BIT + each]), width)
        for each, width in enumerate((*widths[OF_RUN_BIT : OF_MOVES + 1], LOW_BITS))
    )
    starts, chosen = _runs(body[begins[RUNS - 1] : begins[RUNS]], first, runs, used, low)
    return Records(
        column(BUCKETS, mask + 2, widths[OF_POSITION], 0, widths[OF_POSITION]),
        column(HALVES, halves, HALF, 0, HALF),
        column(POSITIONS, positions, record, at[0], one_half),
        column(POSITIONS, positions, record, at[1], one_half),
        column(POSITIONS, positions, record, at[2], LETTER_BITS),
        column(POSITIONS, positions, record, at[3], one_move),
        column(POSITIONS, positions, record, at[4], one_list),
        column(POSITIONS, positions, record, at[5], VALUE_BITS),
        runs,
        used,
        starts,
        chosen,
        column(MOVES, moves, widths[OF_PLACEMENT], 0, widths[OF_PLACEMENT]),
        column(PLACEMENTS, placements, PLACEMENT_BITS, 0, PLACEMENT_BITS),
    )


def _runs(words: Words, first: Words, runs: Words, used: Words, low: Words) -> tuple[Words, Words]:
    """The first sequences and the moves of all runs, list by list. Raises `ValueError`.

    The higher bits of a list end where the next list begins, those of the last one with its last run: there is one bit
    for each run between, and the last one is of a run.
    """
    width = bits_of(used)
    upper = first + runs * (low + width)
    if (runs < 1).any() or (used > MOST_MOVES).any() or (low > RUN_BITS).any() or (first[:1] != 0).any():
        raise ValueError("a list of runs is not valid")
    bits = np.unpackbits(words.view(np.uint8), bitorder="little")
    ones = np.flatnonzero(bits)
    begin = np.searchsorted(ones, upper)
    last = begin + runs - 1
    if len(runs) and (last >= len(ones)).any():
        raise ValueError("a list of runs leads out of the file")
    ends = ones[last] + 1
    if (ends[:-1] != first[1:]).any():
        raise ValueError("the lists of runs do not adjoin")
    within = np.arange(int(runs.sum())) - np.repeat(np.cumsum(runs) - runs, runs)
    high = ones[np.repeat(begin, runs) + within] - np.repeat(upper, runs) - within
    one_low, one_move, here = np.repeat(low, runs), np.repeat(width, runs), np.repeat(first, runs)
    starts = high << one_low | fields_of(words, here + within * one_low, one_low)
    chosen = fields_of(words, here + np.repeat(runs * low, runs) + within * one_move, one_move)
    return starts, chosen


def bits_of(numbers: Words) -> Words:
    """Return the number of bits that each of some whole numbers below 2 ** 24 takes, none for 0."""
    return np.frexp(numbers.astype(np.float64))[1].astype(np.int64)


def _check_body(body: Words) -> None:
    """Look at every number of a body, so that lookups need not. Raises `ValueError`."""
    parts = parts_of(body)
    positions, lists = len(parts.left), len(parts.runs)
    begins = parts.buckets
    if begins[0] != 0 or begins[-1] != positions or (np.diff(begins) < 0).any():
        raise ValueError("its buckets do not hold its positions")
    if (np.diff(parts.halves) <= 0).any():
        raise ValueError("its halves of boards are not in order")
    if (parts.list_of >= lists).any():
        raise ValueError("a position names a list of runs that does not exist")
    ends = np.cumsum(parts.runs)
    falls = np.diff(parts.starts, prepend=-1) <= 0
    falls[(ends - parts.runs)] = parts.starts[ends - parts.runs] != 0
    if falls.any() or (parts.starts >> RUN_BITS).any():
        raise ValueError("the runs of a list are not in order from the first sequence on")
    if (parts.chosen > np.repeat(parts.used, parts.runs)).any():
        raise ValueError("a run names a move that does not exist")
    _check_positions(parts, parts.starts[ends - 1])


def _check_positions(parts: Records, last: Words) -> None:
    """Each position has halves of a board, letters, runs that its sequences can have, and moves that are some."""
    if (np.maximum(parts.left, parts.right) >= len(parts.halves)).any():
        raise ValueError("a position has cells outside the board")
    if (last[parts.list_of] >= _sequences()[parts.letters]).any():
        raise ValueError("a position has more runs than sequences, or letters that are not possible")
    end = parts.first_move + parts.used[parts.list_of]
    if (end > len(parts.moves)).any():
        raise ValueError("a position has moves that do not exist")
    if (parts.moves >= len(parts.placements)).any() or not _is_move()[parts.placements].all():
        raise ValueError("a move is not valid")


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
    result = np.zeros(1 << 16, np.bool_)
    for word in range(1 << 13):
        piece, orientation, x, y = word & 7, word >> 3 & 3, word >> 5 & 15, word >> 9
        cells = cells_at(piece, orientation, x, y) if piece < NO_EXTRA else None
        placed = None if cells is None else placement_at(piece, cells)
        if placed is not None and placed[:4] == (piece, orientation, x, y):
            result[[word | spin << 13 for spin in range(3)]] = True
    return result
