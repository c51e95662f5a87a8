"""Putting a book into its file: runs and moves that are alike are written once, positions found by a hash."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from ai.book.building.optimum import BookPosition
from ai.book.building.steps import Edge, Movement
from ai.book.file import (
    COLUMNS_HALF,
    FULL_VALUE,
    HALF,
    HEAD,
    LETTER_BITS,
    LOW_BITS,
    MOST_MOVES,
    PLACEMENT_BITS,
    RUN_BITS,
    UNFOLDED,
    VALUE_BITS,
    WIDEST,
    WIDTH_BITS,
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


def counts_of(positions: Sequence[BookPosition]) -> Counts:
    """The size of a book of which nothing is folded."""
    runs = sum(len(one.starts) for one in positions)
    having = sum(
        end - start
        for one in positions
        for start, end, move in zip(
            one.starts,
            (*one.starts[1:], count(one.position.bag, one.position.extra)),
            one.moves,
            strict=True,
        )
        if move is not None
    )
    return Counts(len(positions), runs, having)


def pack(
    name: str,
    title: str,
    mode: Mode,
    positions: list[BookPosition],
    counts: Counts,
    *,
    unfolded: bool = False,
) -> bytes:
    """The file of a book; the same book gives the same bytes. Raises `BadBook` for one that is too large.

    `unfolded`: positions do not answer for their mirror images.
    """
    if not positions:
        raise BadBook(f"{name}: from the empty board nothing that counts can be reached")
    header = Header(name, title, mode, round(positions[0].value, 9), *counts)
    return framed(header, _body(name, positions, unfolded=unfolded))


Bits = NDArray[np.uint8]


class _Part(NamedTuple):
    """The placements of a position, and the first sequence and the move (from 1 on, 0 for none) of each run."""

    placements: tuple[int, ...]
    starts: tuple[int, ...]
    chosen: tuple[int, ...]


def _body(name: str, book_positions: list[BookPosition], *, unfolded: bool) -> Words:
    movement = Movement()
    parts = [_part(one, movement) for one in book_positions]
    keys = np.array([key(one.position) for one in book_positions], np.int64)
    halves = np.unique([keys[:, 0] & COLUMNS_HALF, keys[:, 1]])
    placements = sorted({at for part in parts for at in part.placements})
    numbers = {at: number for number, at in enumerate(placements)}
    moves, first_moves = _joined(tuple(numbers[at] for at in part.placements) for part in parts)
    lists = sorted({(*part[1:], len(part.placements)) for part in parts})
    runs = [_run_bits(*each) for each in lists]
    first_bits = np.cumsum([0, *(len(bits) for bits, _ in runs)])[:-1]
    begins, order = _buckets(keys)
    sizes = len(book_positions), len(halves), len(moves), len(lists), sum(len(bits) for bits, _ in runs)
    most = max(len(starts) for starts, _, _ in lists), max(used for _, _, used in lists), len(placements)
    widths = [max(1, size.bit_length()) for size in (*sizes, *most)]
    if max(widths) > WIDEST:
        raise BadBook(
            f"{name}: {len(book_positions):,} positions with {len(runs):,} lists of runs are too many for one file"
        )
    of_position, of_half, of_move, of_list, of_bit, of_runs, of_moves, of_placement = widths
    places = {each: number for number, each in enumerate(lists)}
    positions = (
        (np.searchsorted(halves, keys[:, 0] & COLUMNS_HALF), of_half),
        (np.searchsorted(halves, keys[:, 1]), of_half),
        (keys[:, 0] >> HALF, LETTER_BITS),
        (np.array(first_moves, np.int64), of_move),
        (np.array([places[(*part[1:], len(part.placements))] for part in parts], np.int64), of_list),
        (np.array([round(one.value * FULL_VALUE) for one in book_positions], np.int64), VALUE_BITS),
    )
    records = (
        (first_bits, of_bit),
        (np.array([len(starts) for starts, _, _ in lists], np.int64), of_runs),
        (np.array([used for _, _, used in lists], np.int64), of_moves),
        (np.array([low for _, low in runs], np.int64), LOW_BITS),
    )
    sections = [
        _written((begins, of_position)),
        _written((halves, HALF)),
        _written(*((numbers[order], width) for numbers, width in positions)),
        _written(*records),
        _words(np.concatenate([bits for bits, _ in runs])),
        _written((np.array(moves, np.int64), of_placement)),
        _written((np.array(placements, np.int64), PLACEMENT_BITS)),
    ]
    head = [
        len(begins) - 2 | UNFOLDED * unfolded,
        *(HEAD + np.cumsum([0, *map(len, sections[:-1])])),
        sum(width << WIDTH_BITS * which for which, width in enumerate(widths)),
        *(len(halves), len(book_positions), len(lists), len(moves), len(placements)),
    ]
    return np.concatenate([np.array(head, np.int64), *sections])


def _buckets(keys: Words) -> tuple[Words, Words]:
    """Return where each bucket begins, and the end; the order in which positions lie."""
    mask = (1 << max(0, (len(keys) // 8).bit_length())) - 1
    buckets = np.zeros(len(keys), np.int64)
    buckets_of(keys, mask, buckets)
    order = np.lexsort((keys[:, 1], keys[:, 0], buckets))
    return np.searchsorted(buckets[order], np.arange(mask + 2)), order


def _joined(parts: Iterable[tuple[int, ...]]) -> tuple[list[int], list[int]]:
    """Lists of numbers in one, of which each is a stretch, and where each begins; the longest are written first."""
    asked = list(parts)
    content, known = "", dict[tuple[int, ...], int]()
    for part in sorted(set(asked), key=lambda each: (-len(each), each)):
        text = "".join(map(chr, part))
        at = content.find(text)
        known[part] = len(content) if at < 0 else at
        content += text if at < 0 else ""
    return list(map(ord, content)), [known[part] for part in asked]


def _run_bits(starts: tuple[int, ...], chosen: tuple[int, ...], used: int) -> tuple[Bits, int]:
    """The bits of a list of runs, and how many of the first sequences are low ones: as many as take the least room."""
    count, last = len(starts), starts[-1]
    low = min(range(RUN_BITS + 1), key=lambda low: count * low + (last >> low))
    first = np.array(starts, np.int64)
    upper = np.zeros(count + (last >> low), np.uint8)
    upper[(first >> low) + np.arange(count)] = 1
    lows, moves = _bits((first & (1 << low) - 1, low)), _bits((np.array(chosen, np.int64), used.bit_length()))
    return np.concatenate([lows, moves, upper]), low


def _bits(*fields: tuple[Words, int]) -> Bits:
    """Records one behind the other: `fields` are the numbers of all records, and their width."""
    columns = [(numbers[:, None] >> np.arange(width) & 1).astype(np.uint8) for numbers, width in fields]
    return np.concatenate(columns, axis=1).ravel()


def _written(*fields: tuple[Words, int]) -> Words:
    return _words(_bits(*fields))


def _words(bits: Bits) -> Words:
    content = np.packbits(bits, bitorder="little").tobytes()
    return np.frombuffer(content + bytes(-len(content) % 8), "<i8").astype(np.int64)


def _part(one: BookPosition, movement: Movement) -> _Part:
    used = list(dict.fromkeys(move for move in one.moves if move is not None))
    if len(used) > MOST_MOVES or len(one.starts) >> RUN_BITS:
        raise BadBook(f"{one.position}: {len(used)} moves are more than a file can hold")
    numbers = {move: number for number, move in enumerate(used, 1)}
    chosen = tuple(0 if move is None else numbers[move] for move in one.moves)
    return _Part(tuple(_move(one.position.cells, move, movement) for move in used), tuple(one.starts), chosen)


def _move(cells: int, move: Edge, movement: Movement) -> int:
    """A placement in 15 bits, with the best spin there is."""
    piece, at = move
    placed = placement_at(piece, at)
    assert placed is not None
    spin = movement.spin(cells, piece, at)
    return piece | placed.orientation << 3 | placed.x << 5 | placed.y << 9 | spin << 13
