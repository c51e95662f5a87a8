"""Building a book from its source: lines, values, what is kept, the file."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import NamedTuple

from ai.book.building.compiling import Counts, Kept, compiled
from ai.book.building.lines import Lines, lines_of
from ai.book.building.solve import Solution
from ai.book.file import FOLDER, MORE
from ai.book.layout import Mode
from ai.book.packing import pack
from ai.book.work.unit import Crew, alone
from game.errors import BadBook
from game.tetris.guideline.openers.source import Source, read

PARTS = ("dpc",)  # sources that only follow on others
Tell = Callable[[int, int, str], None]


class Built(NamedTuple):
    """A book as its file, and its numbers; see `file.Header`."""

    source: Source
    solution: Solution
    kept: list[Kept]
    counts: Counts
    content: bytes


def names() -> list[str]:
    """Every book that has a source."""
    return sorted(path.stem for path in FOLDER.glob("*.txt") if path.stem not in PARTS)


def source_of(name: str, mode: Mode = "srs") -> Source:
    """The source of a book by its name, or in a file. Raises `BadBook`.

    Of a shipped book that is its list and what was found besides; the older mode knows the list alone.
    """
    source, more = plain_source_of(name), MORE / f"{name}.txt"
    if name.endswith(".txt") or mode == "cold-clear" or not more.exists():
        return source
    return replace(source, stages=source.stages + read(more).stages)


def plain_source_of(name: str, *, own: bool = False) -> Source:
    """The source of a book by its name, or in a file, without what was found besides. Raises `BadBook`.

    `own`: also without the stages of another source that follow.
    """
    if name.endswith(".txt"):
        return read(Path(name), own=own)
    if name not in names():
        raise BadBook(f"no book is called {name[:40]!r}; there are {', '.join(names())}")
    return read(FOLDER / f"{name}.txt", own=own)


def build(
    source: Source,
    mode: Mode = "srs",
    tell: Tell = lambda done, total, what: None,
    crew: Crew = alone,
) -> Built:
    """The book of a source, the same whoever is the `crew` that finds its lines. Raises `BadBook`."""
    lines = Lines()
    for done, total, found in lines_of(source, mode, crew):
        lines = found
        tell(done, total, "units")
    solution = Solution(lines, mode == "cold-clear")
    for done in solution.solved():
        tell(done, len(solution.order), "positions")
    kept, counts = [], Counts(0, 0, 0)
    for one, more in compiled(solution):
        kept.append(one)
        counts = Counts(*(a + b for a, b in zip(counts, more, strict=True)))
    return Built(source, solution, kept, counts, pack(source.name, source.title, mode, kept, counts))
