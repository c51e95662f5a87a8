"""A unit of the work, which any process that has this program can do.

It is a stage as it stands, whose lines are found; or the start of a later clear, whose part of the complete
perfect-clear book is built.

Units and what they give are bytes, so that they can go through a pipe, over a network and into a file. The same unit
gives the same bytes, whoever does it.
"""

from __future__ import annotations

import contextlib
import hashlib
import os
import threading
from collections.abc import Callable, Iterable, Iterator
from functools import cache
from pathlib import Path
from queue import SimpleQueue
from types import TracebackType
from typing import TYPE_CHECKING

import msgspec
import numpy as np

from ai import child
from ai.book.building.steps import Edge, Movement, steps_of, steps_of_stage
from ai.book.file import BAG_BITS, COLUMNS_HALF, HALF, Mode, key
from ai.compiled import sources
from game import places
from game.errors import BadInput, KibitzError
from game.tetris.guideline.openers.position import Position, cells_at, placement_at
from game.tetris.guideline.openers.source import Clear, DrawnPiece, Line, Stage

if TYPE_CHECKING:
    from ai.tetris.guideline.later_clears import Start

KEY_BYTES = 16
MOST_KNOWN = 300_000  # fields that a process remembers from one unit to the next
_STEP = np.dtype([("low", "<i8"), ("high", "<i8"), ("placement", "<i8"), ("value", "<f8")])
# units to their numbers and what they give, in any order
Crew = Callable[[list[bytes]], Iterator[tuple[int, bytes]]]


class _Drawn(msgspec.Struct, frozen=True, array_like=True):
    """A piece on its cells; fifty bits each, since a message knows 64."""

    piece: int
    left: int
    right: int
    tucked: bool


class _Line(msgspec.Struct, frozen=True, array_like=True):
    pieces: tuple[_Drawn, ...]
    value: float | None


class _Unit(msgspec.Struct, frozen=True, array_like=True, tag="stage"):
    title: str
    mode: Mode
    left: int
    right: int
    bag: int
    extra: int
    lines: tuple[_Line, ...]
    clear: tuple[int, bool] | None


class _Part(msgspec.Struct, frozen=True, array_like=True, tag="part"):
    held: int
    left: int


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
            tuple(DrawnPiece(one.piece, one.left | one.right << HALF, one.tucked) for one in line.pieces),
            line.value,
        )
        for line in unit.lines
    )
    position = Position(unit.left | unit.right << HALF, unit.bag, unit.extra)
    return Stage(unit.title, position, lines, None if unit.clear is None else Clear(*unit.clear))


def unit_of_part(start: Start) -> bytes:
    """The start of a later clear as a unit, which gives the file of its part."""
    return msgspec.msgpack.encode(_Part(*start))


def title_of(content: bytes) -> str:
    """Return the name of a unit for messages about its failure: `stage 'TKI'`, `part S|SZO`."""
    unit = _read(content)
    return f"stage {unit.title!r}" if isinstance(unit, _Unit) else f"part {_start_of(unit)}"


def _start_of(unit: _Part) -> Start:
    from ai.tetris.guideline.later_clears import Start

    return Start(unit.held, unit.left)


def _read(content: bytes) -> _Unit | _Part:
    try:
        return msgspec.msgpack.decode(content, type=_Unit | _Part)
    except msgspec.MsgspecError as error:
        raise BadInput(f"this is not a unit of an opening book: {error}") from None


def key_of(content: bytes) -> bytes:
    """Return the key under which a unit is kept."""
    return hashlib.blake2b(content, digest_size=KEY_BYTES).digest()


@cache
def stamp() -> str:
    """Equal exactly where everything that finds the lines of a unit is equal."""
    return sources.digest(Path(__file__))


# -- doing it --

_movement = [Movement()]


def done(content: bytes) -> bytes:
    """The lines of a stage, each once; the file of a part. Raises `BadInput`."""
    unit = _read(content)
    if isinstance(unit, _Part):
        from ai.book.complete import build_part

        return build_part(_start_of(unit))
    if len(_movement[0]) > MOST_KNOWN:
        _movement[0] = Movement()
    results: dict[tuple[Position, Edge], float] = {}
    for position, edge, value in steps_of_stage(
        _stage_of(unit), unit.mode, steps_of(unit.mode, _movement[0])
    ):
        results[position, edge] = max(value, results.get((position, edge), value))
    rows = [(*key(position), _word(*edge), value) for (position, edge), value in results.items()]
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


# Units that are done, kept in a file until the whole book is: who is interrupted goes on from there.
#
#     magic 8 bytes | what the lines depend on, 32 bytes (see `unit.stamp`)
#     then for each unit: its key 16 bytes | checksum of the rest 16 bytes | length 8 bytes | what it gives
#
# Units are only ever added. What lies behind the first damaged or unfinished one is not believed, and written anew.

MAGIC = b"KIBITZUN"
_DIGEST, _LENGTH = 16, 8
_ENDING = ".units"


class Journal:
    """The units of one book in one mode. No folder that can be written only means that nothing is kept.

    `fresh`: what was kept is thrown away. `notice` is what a person should know, if anything.
    """

    def __init__(self, name: str, mode: str, *, fresh: bool = False) -> None:
        self.path = places.cache_dir() / "books" / f"{name}-{mode}{_ENDING}"
        self.notice: str | None = None
        self._head = MAGIC + stamp().encode()
        self._known: dict[bytes, bytes] = {}
        self._file = self._opened(fresh)

    @property
    def units(self) -> int:
        """Number of units that were done before."""
        return len(self._known)

    def __enter__(self) -> Journal:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self._close()

    def through(self, crew: Crew) -> Crew:
        """A crew that only does what is not kept yet, and keeps what it does."""

        def work(units: list[bytes]) -> Iterator[tuple[int, bytes]]:
            keys = [key_of(unit) for unit in units]
            open_units = [number for number, key in enumerate(keys) if key not in self._known]
            yield from (
                (number, self._known.pop(key)) for number, key in enumerate(keys) if key in self._known
            )
            for number, result in crew([units[each] for each in open_units]) if open_units else ():
                self._keep(keys[open_units[number]], result)
                yield open_units[number], result

        return work

    def forget(self) -> None:
        """Throw all away: the book is there."""
        self._close()
        with contextlib.suppress(OSError):
            self.path.unlink()

    # -- the file --

    def _opened(self, fresh: bool) -> int | None:
        """The file, at whose end units can be added; None where there can be none."""
        reason = places.prepare(self.path.parent)
        if reason is None:
            try:
                handle = os.open(self.path, os.O_RDWR | os.O_CREAT | getattr(os, "O_BINARY", 0), 0o644)
                self._begin(handle, fresh)
                return handle
            except OSError as error:
                reason = f"The file {self.path} cannot be used: {error.strerror or error}."
        self.notice = f"{reason} Units that are done are not kept: an interrupted book starts over."
        return None

    def _begin(self, handle: int, fresh: bool) -> None:
        with os.fdopen(os.dup(handle), "rb") as file:
            content = file.read()
        end = 0 if fresh else self._read(content)
        if not end:
            self._known.clear()
            os.lseek(handle, 0, os.SEEK_SET)
            os.ftruncate(handle, 0)
            _write(handle, self._head)
            return
        os.ftruncate(handle, end)
        os.lseek(handle, end, os.SEEK_SET)

    def _read(self, content: bytes) -> int:
        """Take in the units that are whole; where the last one ends, 0 for another program's units."""
        if not content.startswith(self._head):
            return 0
        end = len(self._head)
        head = KEY_BYTES + _DIGEST + _LENGTH
        while end + head <= len(content):
            key, digest = content[end : end + KEY_BYTES], content[end + KEY_BYTES : end + KEY_BYTES + _DIGEST]
            length = int.from_bytes(content[end + head - _LENGTH : end + head], "little")
            result = content[end + head : end + head + length]
            if len(result) < length or _digest(key, result) != digest:
                break
            self._known[key] = result
            end += head + length
        return end

    def _keep(self, key: bytes, result: bytes) -> None:
        if self._file is None:
            return
        try:
            _write(self._file, key + _digest(key, result) + len(result).to_bytes(_LENGTH, "little") + result)
        except OSError as error:  # a full disk: what is done goes on, without being kept
            self.notice = f"{self.path} cannot be written: {error.strerror or error}. Nothing more is kept."
            self._close()

    def _close(self) -> None:
        handle, self._file = self._file, None
        if handle is not None:
            os.close(handle)


def _digest(key: bytes, result: bytes) -> bytes:
    return hashlib.blake2b(key + result, digest_size=_DIGEST).digest()


def _write(handle: int, content: bytes) -> None:
    """All of it; the system may take it piece by piece."""
    while content:
        content = content[os.write(handle, content) :]


# A process that does units: each comes through stdin and goes out through stdout, its length before it.
#
# An answer begins with a byte: whether what follows is what the unit gives, or a sentence that says why there is none.
# The process ends when stdin is closed, which it is however the one that gives the units ends.

GIVEN, REFUSED = b"\x00", b"\x01"


def main() -> None:
    """Do units until there are no more; never returns."""
    answers = os.fdopen(os.dup(1), "wb")
    os.dup2(2, 1)  # a library that prints is no answer
    units: SimpleQueue[bytes] = SimpleQueue()
    threading.Thread(target=_listen, args=(units,), daemon=True).start()
    while True:
        child.send(answers, _answer(units.get()))


def _answer(unit: bytes) -> bytes:
    try:
        return GIVEN + done(unit)
    except (KibitzError, MemoryError, OSError, ValueError) as error:
        return REFUSED + (str(error) or type(error).__name__).encode()


def _listen(units: SimpleQueue[bytes]) -> None:
    """Take units in; the end of them is the end of the process, also in the middle of one."""
    stdin = child.stdin_for_a_thread()
    while (unit := child.receive(stdin)) is not None:
        units.put(unit)
    os._exit(0)
