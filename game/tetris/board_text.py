"""Boards as people keep them in text files: rows, with comments and a height that other programs put before them."""

from __future__ import annotations

import re
from typing import NamedTuple

_CELL = "-._xX#IOTLJSZiotljsz"
_A_ROW = re.compile(rf"[{_CELL}/]{{4,}}")
_TEN_COLUMNS = re.compile(rf"[{_CELL}]{{10}}(?:[/\n][{_CELL}]{{10}})*")
_BEHIND = re.compile(r"\s+#.*")
_HEIGHT = re.compile(r"[0-9]{1,2}")


class BoardText(NamedTuple):
    """The rows of a board as text, top row first, and the number in the first line: rows that are to be emptied."""

    rows: str
    height: int | None = None

    @property
    def is_likely(self) -> bool:
        """True if there are only letters of cells in the rows, well or badly put together."""
        return not set(self.rows) - set(f"{_CELL}/\n")

    @property
    def has_ten_columns(self) -> bool:
        """True if this is a board, and as wide as those of guideline Tetris."""
        return _TEN_COLUMNS.fullmatch(self.rows) is not None


def board_text(text: str) -> BoardText:
    """The rows in a text without empty lines and comments, which begin with `#` and are no row.

    The first line may be a number, as in the field files of solution-finder.
    """
    lines = [_BEHIND.sub("", line.strip()) for line in text.removeprefix("\ufeff").splitlines()]
    rows = [line for line in lines if line and not (line.startswith("#") and not _A_ROW.fullmatch(line))]
    if rows and _HEIGHT.fullmatch(rows[0]):
        return BoardText("\n".join(rows[1:]), int(rows[0]))
    return BoardText("\n".join(rows))
