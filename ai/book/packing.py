"""Putting a book into its file: runs and moves that are alike are written once, positions found by a hash."""

from __future__ import annotations

from collections.abc import Iterable

import numpy as np

from ai.book.building.compiling import Counts, Kept
from ai.book.building.lines import Edge
from ai.book.building.reach import Movement
from ai.book.file import Header, framed
from ai.book.kernels import buckets_of
from ai.book.layout import (
    BAG_BITS,
    COLUMNS_HALF,
    FIRST_MOVE,
    FIRST_RUN,
    FULL_VALUE,
    HALF,
    HEAD,
    MOVE_COUNT,
    NARROW,
    RUN_COUNT,
    Mode,
)
from ai.tetris.guideline.kernels.layout import Words
from game.errors import BadBook
from game.tetris.guideline.openers.position import placement_at


def pack(name: str, title: str, mode: Mode, kept: list[Kept], counts: Counts) -> bytes:
    """The file of a book; the same book gives the same bytes. Raises `BadBook` for one that is too large."""
    if not kept:
        raise BadBook(f"{name}: from the empty board nothing that counts can be reached")
    header = Header(name, title, mode, round(kept[0].value, 9), *counts)
    return framed(header, _body(name, kept))


class _Shared:
    """Lists of numbers in one stream: a list that lies within another one is not written again.

    `parts` are lists with the size of their numbers, 2 or 4 bytes, at multiples of which they may lie.
    """

    def __init__(self, parts: Iterable[tuple[bytes, int]]) -> None:
        self.content = b""
        self._known: dict[bytes, int] = {}
        for part, size in sorted(set(parts), key=lambda each: (-len(each[0]), each)):
            self._known[part] = self._place(part, size)

    def _place(self, part: bytes, size: int) -> int:
        at = self.content.find(part)
        while at >= 0 and at % size:
            at = self.content.find(part, at + 1)
        if at < 0:
            at = len(self.content) + -len(self.content) % size
            self.content = self.content.ljust(at, bytes(1)) + part
        return at

    def place(self, part: bytes) -> int:
        """Where a list begins, in numbers."""
        return self._known[part] // 2


def _body(name: str, kept: list[Kept]) -> Words:
    movement = Movement()
    parts = [_parts(one, movement) for one in kept]
    moves = _Shared((each, 2) for each, _, _ in parts)
    runs = _Shared((each, size) for _, each, size in parts)
    if len(runs.content) >> FIRST_RUN + 1 or len(moves.content) >> FIRST_MOVE + 1:
        raise BadBook(f"{name}: {len(runs.content):,} bytes of runs are more than a file can hold")
    words = np.array(
        [
            _words(one, moves.place(m), len(m) // 2, runs.place(r))
            for one, (m, r, _) in zip(kept, parts, strict=True)
        ],
        np.int64,
    )
    mask = (1 << max(0, (len(kept) // 8).bit_length())) - 1
    buckets = np.zeros(len(kept), np.int64)
    buckets_of(words, mask, buckets)
    order = np.lexsort((words[:, 1] & COLUMNS_HALF, words[:, 0], buckets))
    begins = np.searchsorted(buckets[order], np.arange(mask + 2))
    sections = [
        _as_words(begins.astype("<u4").tobytes()),
        words[order].ravel(),
        _as_words(runs.content),
        _as_words(moves.content),
    ]
    places = HEAD + np.cumsum([0, *map(len, sections[:-1])])
    return np.concatenate([np.array([mask, *places], np.int64), *sections])


def _parts(one: Kept, movement: Movement) -> tuple[bytes, bytes, int]:
    """The moves and the runs of a position, and how many bytes a run has."""
    used = list(dict.fromkeys(move for move in one.moves if move is not None))
    if len(used) >> MOVE_COUNT or len(one.starts) >> RUN_COUNT:
        raise BadBook(f"{one.position}: {len(used)} moves are more than a file can hold")
    moves = np.array([_move(one.position.cells, move, movement) for move in used], "<u2").tobytes()
    chosen = [0 if move is None else used.index(move) + 1 for move in one.moves]
    wide = len(used) > NARROW
    shift = 16 if wide else 4
    runs = [start << shift | number for start, number in zip(one.starts, chosen, strict=True)]
    return moves, np.array(runs, "<u4" if wide else "<u2").tobytes(), 4 if wide else 2


def _words(one: Kept, first_move: int, moves: int, first_run: int) -> tuple[int, int, int]:
    """The three words of a position."""
    cells, bag, extra = one.position
    about = first_run | len(one.starts) << FIRST_RUN
    about |= first_move << FIRST_RUN + RUN_COUNT | moves << FIRST_RUN + RUN_COUNT + FIRST_MOVE
    low = cells & COLUMNS_HALF | bag << HALF | extra << HALF + BAG_BITS
    high = cells >> HALF | round(one.value * FULL_VALUE) << HALF
    return low, high - (high >> 63 << 64), about  # words are signed


def _move(cells: int, move: Edge, movement: Movement) -> int:
    """A placement in 15 bits, with the best spin there is."""
    piece, at = move
    placed = placement_at(piece, at)
    assert placed is not None
    spin = movement.spin(cells, piece, at)
    return piece | placed.orientation << 3 | placed.x << 5 | placed.y << 9 | spin << 13


def _as_words(content: bytes) -> Words:
    return np.frombuffer(content + bytes(-len(content) % 8), "<i8").astype(np.int64)
