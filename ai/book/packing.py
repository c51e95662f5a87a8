"""Putting a book into its file: runs and moves that are alike are written once, positions found by a hash."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import NamedTuple

import numpy as np

from ai.book.building.optimum import Kept
from ai.book.building.reach import Movement
from ai.book.building.steps import Edge
from ai.book.file import (
    COLUMNS_HALF,
    FIRST_MOVE,
    FIRST_RUN,
    FULL_VALUE,
    HALF,
    HALF_NUMBER,
    HEAD,
    LETTERS,
    LIST_NUMBER,
    MASK,
    MOVE_COUNT,
    MOVES_OF,
    NARROW,
    RUN_COUNT,
    UNFOLDED,
    Header,
    Mode,
    framed,
    key,
)
from ai.book.kernels import buckets_of
from ai.tetris.guideline.kernels.layout import Words
from game.errors import BadBook
from game.tetris.guideline.openers.position import placement_at
from game.tetris.guideline.openers.sequences import count


class Counts(NamedTuple):
    """The size of a book as if nothing were folded: positions, runs, sequences that have a move."""

    positions: int
    runs: int
    combinations: int


def counts_of(kept: Sequence[Kept]) -> Counts:
    """The size of a book of which nothing is folded."""
    runs = sum(len(one.starts) for one in kept)
    having = sum(
        end - start
        for one in kept
        for start, end, move in zip(
            one.starts,
            (*one.starts[1:], count(one.position.bag, one.position.extra)),
            one.moves,
            strict=True,
        )
        if move is not None
    )
    return Counts(len(kept), runs, having)


def pack(
    name: str, title: str, mode: Mode, kept: list[Kept], counts: Counts, *, unfolded: bool = False
) -> bytes:
    """The file of a book; the same book gives the same bytes. Raises `BadBook` for one that is too large.

    `unfolded`: positions do not answer for their mirror images.
    """
    if not kept:
        raise BadBook(f"{name}: from the empty board nothing that counts can be reached")
    header = Header(name, title, mode, round(kept[0].value, 9), *counts)
    body = _body(name, kept)
    body[MASK] |= UNFOLDED * unfolded
    return framed(header, body)


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
    parts = [_part(one, movement) for one in kept]
    moves = _Shared((each.moves, 2) for each in parts)
    runs = _Shared((each.runs, each.size) for each in parts)
    keys = np.array([key(one.position) for one in kept], np.int64)
    halves = np.unique([keys[:, 0] & COLUMNS_HALF, keys[:, 1]])
    lists = sorted({(each.runs, each.size, each.used) for each in parts})
    for size, bits, what in (
        (len(halves), HALF_NUMBER, "halves of boards"),
        (len(lists), LIST_NUMBER, "lists of runs"),
        (len(runs.content) // 2, FIRST_RUN, "runs"),
        (len(moves.content) // 2, FIRST_MOVE, "moves"),
    ):
        if size >> bits:
            raise BadBook(f"{name}: {size:,} {what} are too many for one file, which holds {1 << bits:,}")
    begins, order = _buckets(keys)
    first_moves = np.array([moves.place(each.moves) for each in parts], np.int64)
    numbers = {each: number for number, each in enumerate(lists)}
    abouts = [
        numbers[each.runs, each.size, each.used] | round(one.value * FULL_VALUE) << LIST_NUMBER
        for one, each in zip(kept, parts, strict=True)
    ]
    sections = [
        _as_words(begins.astype("<u4").tobytes()),
        halves,
        _words(keys, halves, first_moves)[order],
        _as_words(np.array(abouts, "<u4")[order].tobytes()),
        np.array([_list(runs.place(part), len(part) // size, used) for part, size, used in lists], np.int64),
        _as_words(runs.content),
        _as_words(moves.content),
    ]
    places = HEAD + np.cumsum([0, *map(len, sections[:-1])])
    return np.concatenate([np.array([len(begins) - 2, *places], np.int64), *sections])


def _buckets(keys: Words) -> tuple[Words, Words]:
    """Where each bucket begins, and the end; the order in which positions lie."""
    mask = (1 << max(0, (len(keys) // 8).bit_length())) - 1
    buckets = np.zeros(len(keys), np.int64)
    buckets_of(keys, mask, buckets)
    order = np.lexsort((keys[:, 1], keys[:, 0], buckets))
    return np.searchsorted(buckets[order], np.arange(mask + 2)), order


def _words(keys: Words, halves: Words, first_moves: Words) -> Words:
    left = np.searchsorted(halves, keys[:, 0] & COLUMNS_HALF)
    right = np.searchsorted(halves, keys[:, 1])
    return left | right << HALF_NUMBER | keys[:, 0] >> HALF << LETTERS | first_moves << MOVES_OF


def _list(first_run: int, runs: int, moves: int) -> int:
    return first_run | runs << FIRST_RUN | moves << FIRST_RUN + RUN_COUNT


class _Part(NamedTuple):
    """The moves and the runs of a position, how many bytes a run has, how many moves there are."""

    moves: bytes
    runs: bytes
    size: int
    used: int


def _part(one: Kept, movement: Movement) -> _Part:
    used = list(dict.fromkeys(move for move in one.moves if move is not None))
    if len(used) >> MOVE_COUNT or len(one.starts) >> RUN_COUNT:
        raise BadBook(f"{one.position}: {len(used)} moves are more than a file can hold")
    moves = np.array([_move(one.position.cells, move, movement) for move in used], "<u2").tobytes()
    chosen = [0 if move is None else used.index(move) + 1 for move in one.moves]
    size = 4 if len(used) > NARROW else 2
    shift = 16 if size == 4 else 4
    runs = [start << shift | number for start, number in zip(one.starts, chosen, strict=True)]
    return _Part(moves, np.array(runs, f"<u{size}").tobytes(), size, len(used))


def _move(cells: int, move: Edge, movement: Movement) -> int:
    """A placement in 15 bits, with the best spin there is."""
    piece, at = move
    placed = placement_at(piece, at)
    assert placed is not None
    spin = movement.spin(cells, piece, at)
    return piece | placed.orientation << 3 | placed.x << 5 | placed.y << 9 | spin << 13


def _as_words(content: bytes) -> Words:
    return np.frombuffer(content + bytes(-len(content) % 8), "<i8").astype(np.int64)
