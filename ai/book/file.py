"""Book files: everything a lookup needs, checked once and then read where it lies, nothing decoded.

How a file lies is in `ai/mapped.py`, how its body lies in `layout`.
"""

from __future__ import annotations

from contextlib import suppress
from pathlib import Path
from typing import NamedTuple

import msgspec
import numpy as np
from numpy.typing import NDArray

from ai import mapped
from ai.book.layout import HEAD, Mode
from game import atomic
from game.errors import BadBook
from game.tetris.guideline.openers import source
from game.tetris.guideline.openers.source import Stage

FOLDER = Path(__file__).resolve().parents[2] / "books"
MORE = FOLDER / "more"  # what was found for a book besides its list
ENDING = ".kbook"
FORM = mapped.Form(b"KIBITZBK", 2, "book", BadBook)

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
    atomic.write(path, content)


def read(path: Path) -> Contents:
    """What is in a book's file, mapped into memory once all of it was checked. Raises `BadBook`."""
    return mapped.read(path, FORM, Header, _contents)


def _contents(header: Header, body: mapped.Bytes, size: int) -> Contents:
    if len(body) % mapped.ALIGNED or len(body) < 8 * HEAD:
        raise ValueError("its length is not what it says")
    return Contents(header, body.view("<i8"), size)
