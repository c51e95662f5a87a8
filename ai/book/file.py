"""Book files: everything a lookup needs, checked once and then read where it lies, nothing decoded.

magic 8 bytes | version, length of the header: 32 bits each | checksum of the rest, 16 bytes
header, JSON, padded to 16 bytes | body: 64-bit words, little-endian, as in `layout`
"""

from __future__ import annotations

import hashlib
from pathlib import Path
from typing import NamedTuple

import msgspec
import numpy as np
from numpy.typing import NDArray

from ai.book.layout import HEAD, Mode
from game import atomic
from game.errors import BadBook

FOLDER = Path(__file__).resolve().parents[2] / "books"
ENDING = ".kbook"
MAGIC = b"KIBITZBK"
VERSION = 2
LONGEST_HEADER = 10_000  # bytes
_ALIGNED = 16
_START = 32
_DIGEST = 16

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


def names_of(text: str) -> list[str]:
    """The books in a text with commas between them."""
    return [name for each in text.split(",") if (name := each.strip())]


def names() -> list[str]:
    """The shipped books."""
    return sorted(path.stem for path in FOLDER.glob(f"*{ENDING}"))


def framed(header: Header, body: Words) -> bytes:
    """The file of a header and the words of a body."""
    text = msgspec.json.encode(header)
    rest = _padded(text) + _padded(body.astype("<i8").tobytes())
    return MAGIC + np.array([VERSION, len(text)], "<u4").tobytes() + _digest(rest) + rest


def write(path: Path, content: bytes) -> None:
    """Put a book into a file, whole or not at all. Raises `OSError`."""
    atomic.write(path, content)


def read(path: Path) -> Contents:
    """What is in a book's file, mapped into memory once all of it was checked. Raises `BadBook`."""
    try:
        mapped = np.memmap(path, np.uint8, "r").view(np.ndarray)
    except (OSError, ValueError) as error:
        raise BadBook(
            f"{path}: cannot be read: {getattr(error, 'strerror', None) or 'it is empty'}"
        ) from None
    try:
        return _unpack(mapped)
    except (ValueError, TypeError) as error:
        raise BadBook(f"{path}: no whole book: {error}; build it again") from None


def _unpack(mapped: NDArray[np.uint8]) -> Contents:
    if mapped[: len(MAGIC)].tobytes() != MAGIC:
        raise ValueError("it does not begin as one")
    if len(mapped) < _START:
        raise ValueError("it is cut off")
    version, length = (int(word) for word in np.frombuffer(mapped[len(MAGIC) : 16].tobytes(), "<u4"))
    if version != VERSION:
        raise ValueError(f"its version is {version}, not {VERSION}")
    if _digest(mapped[_START:].data) != mapped[16:_START].tobytes() or length > LONGEST_HEADER:
        raise ValueError("its checksum is wrong")
    header = msgspec.json.decode(mapped[_START : _START + length].tobytes(), type=Header)
    body = mapped[_START + length + -length % _ALIGNED :]
    if len(body) % _ALIGNED or len(body) < 8 * HEAD:
        raise ValueError("its length is not what it says")
    return Contents(header, body.view("<i8"), len(mapped))


def _digest(content: bytes | memoryview) -> bytes:
    return hashlib.blake2b(content, digest_size=_DIGEST).digest()


def _padded(content: bytes) -> bytes:
    return content + bytes(-len(content) % _ALIGNED)
