"""A book as work for a worker: the source of a person's own opener, built and put beside the others of theirs."""

from __future__ import annotations

from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor, wait
from pathlib import Path

import msgspec

from ai.work import KeptEngines, Work

_SIGN = 0.2  # seconds between two signs of life


class BookOrder(msgspec.Struct, frozen=True, kw_only=True):
    """The text of a source, and the file of the book, beside which its text is kept."""

    text: str
    file: str


class BookReport(msgspec.Struct, frozen=True, kw_only=True):
    """A book that is built once it is `done`: the share of queues that complete it, and its positions."""

    value: float = 0.0
    positions: int = 0
    done: bool = False


class BookWork(Work[BookOrder, BookReport]):
    """Builds a book from a source that fits on a page."""

    kind = "book"
    orders, reports = BookOrder, BookReport
    again = "begins once more"
    game = "tetris"

    def flaw(self, report: BookReport) -> str | None:
        """A share is one."""
        return None if 0 <= report.value <= 1 else f"built a book worth {report.value}"

    @staticmethod
    def carry_out(order: BookOrder, stored: KeptEngines) -> Iterator[BookReport]:
        with ThreadPoolExecutor(max_workers=1) as pool:
            built = pool.submit(build_own, order.text, Path(order.file))
            while not built.done():
                yield BookReport()  # a sign of life
                wait([built], timeout=_SIGN)
            yield built.result()


def build_own(text: str, file: Path) -> BookReport:
    """Build the book of a source, and write both. Raises `BadBook` or `NotSaved`."""
    from ai.book.build import build
    from game.saving import save
    from game.tetris.guideline.openers.source import parse

    made = build(parse(text, file.with_suffix(".txt").name))
    value = float(made.positions[0].value) if made.positions else 0.0
    save(file.with_suffix(".txt"), text.encode())
    save(file, made.content)
    return BookReport(value=value, positions=len(made.positions), done=True)
