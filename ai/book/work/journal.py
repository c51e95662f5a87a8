"""Units that are done, kept in a file until the whole book is: who is interrupted goes on from there.

    magic 8 bytes | what the lines depend on, 32 bytes (see `unit.stamp`)
    then for each unit: its key 16 bytes | checksum of the rest 16 bytes | length 8 bytes | what it gives

Units are only ever added. What lies behind the first damaged or unfinished one is not believed, and written anew.
"""

from __future__ import annotations

import contextlib
import hashlib
import os
from collections.abc import Iterator
from types import TracebackType

from ai.book.work.unit import KEY_BYTES, Crew, key_of, stamp
from game import places

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
        """How many units were done before."""
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
        self.notice = f"{reason} Units that are done are not kept: a book that is interrupted begins anew."
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
