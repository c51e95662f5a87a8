"""A unit of the work: one stage as it stands, from which any process that has this program finds the lines.

Units and what they give are bytes, so that they can go through a pipe, over a network and into a file. The same unit
gives the same bytes, whoever does it.
"""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Iterable, Iterator
from functools import cache
from pathlib import Path

import msgspec
import numpy as np

from ai.book.building.reach import Movement, steps_of
from ai.book.building.steps import Edge, steps_of_stage
from ai.book.layout import BAG_BITS, COLUMNS_HALF, HALF, Mode, key
from ai.compiled import sources
from game.errors import BadInput
from game.tetris.guideline.openers.position import Position, cells_at, placement_at
from game.tetris.guideline.openers.source import Clear, Drawn, Line, Stage

KEY_BYTES = 16
MOST_KNOWN = 300_000  # fields that a process remembers from one unit to the next
_STEP = np.dtype([("low", "<i8"), ("high", "<i8"), ("placement", "<i8"), ("value", "<f8")])
Crew = Callable[
    [list[bytes]], Iterator[tuple[int, bytes]]
]  # units to their numbers and what they give, in any order


class _Drawn(msgspec.Struct, frozen=True, array_like=True):
    """A piece on its cells; fifty bits each, since a message knows 64."""

    piece: int
    left: int
    right: int
    tucked: bool


class _Line(msgspec.Struct, frozen=True, array_like=True):
    pieces: tuple[_Drawn, ...]
    value: float | None


class _Unit(msgspec.Struct, frozen=True, array_like=True):
    title: str
    mode: Mode
    left: int
    right: int
    bag: int
    extra: int
    lines: tuple[_Line, ...]
    clear: tuple[int, bool] | None


def unit_of(stage: Stage, mode: Mode) -> bytes:
    """A stage as a unit."""
    cells, bag, extra = stage.position
    lines = tuple(
        _Line(tuple(_Drawn(one.piece, *_halves(one.cells), one.tucked) for one in line.pieces), line.value)
        for line in stage.lines
    )
    clear = None if stage.clear is None else (stage.clear.pieces, stage.clear.carried)
    return msgspec.msgpack.encode(_Unit(stage.title, mode, *_halves(cells), bag, extra, lines, clear))


def _halves(cells: int) -> tuple[int, int]:
    return cells & COLUMNS_HALF, cells >> HALF


def _stage_of(unit: _Unit) -> Stage:
    lines = tuple(
        Line(
            tuple(Drawn(one.piece, one.left | one.right << HALF, one.tucked) for one in line.pieces),
            line.value,
        )
        for line in unit.lines
    )
    position = Position(unit.left | unit.right << HALF, unit.bag, unit.extra)
    return Stage(unit.title, position, lines, None if unit.clear is None else Clear(*unit.clear))


def title_of(content: bytes) -> str:
    """The title of a unit's stage."""
    return _read(content).title


def _read(content: bytes) -> _Unit:
    try:
        return msgspec.msgpack.decode(content, type=_Unit)
    except msgspec.MsgspecError as error:
        raise BadInput(f"this is no unit of an opening book: {error}") from None


def key_of(content: bytes) -> bytes:
    """What a unit is kept under."""
    return hashlib.blake2b(content, digest_size=KEY_BYTES).digest()


@cache
def stamp() -> str:
    """Equal exactly where everything that finds the lines of a unit is equal."""
    return sources.digest(Path(__file__))


# -- doing it --

_movement = [Movement()]


def done(content: bytes) -> bytes:
    """The lines of a unit, each once. Raises `BadInput`."""
    unit = _read(content)
    if len(_movement[0]) > MOST_KNOWN:
        _movement[0] = Movement()
    found: dict[tuple[Position, Edge], float] = {}
    for position, edge, value in steps_of_stage(
        _stage_of(unit), unit.mode, steps_of(unit.mode, _movement[0])
    ):
        found[position, edge] = max(value, found.get((position, edge), value))
    rows = [(*key(position), _word(*edge), value) for (position, edge), value in found.items()]
    return np.array(rows, _STEP).tobytes()


def steps_in(result: bytes) -> Iterator[tuple[Position, Edge, float]]:
    """The lines of a unit as they were found. Raises `ValueError` for what is no result."""
    last, position = (-1, -1), Position(0, 0)
    for low, high, word, value in np.frombuffer(result, _STEP).tolist():
        if (low, high) != last:
            last = low, high
            letters = low >> HALF
            position = Position(
                low & COLUMNS_HALF | high << HALF, letters & (1 << BAG_BITS) - 1, letters >> BAG_BITS
            )
        yield position, _edge(word), value


@cache
def _word(piece: int, at: int) -> int:
    placed = placement_at(piece, at)
    assert placed is not None
    return piece | placed.orientation << 3 | placed.x << 5 | placed.y << 9


@cache
def _edge(word: int) -> Edge:
    piece = word & 7
    at = cells_at(piece, word >> 3 & 3, word >> 5 & 15, word >> 9)
    if at is None:
        raise ValueError("a placement lies outside the rows of a book")
    return piece, at


def alone(units: Iterable[bytes]) -> Iterator[tuple[int, bytes]]:
    """Every unit done in this process, one after the other."""
    for number, unit in enumerate(units):
        yield number, done(unit)
