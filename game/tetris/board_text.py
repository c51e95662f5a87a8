"""Boards as people keep them in text files: rows, with comments and a height that other programs put before them."""

from __future__ import annotations

import re
from typing import NamedTuple

_CELLS = re.compile(r"[-._xX#IOTLJSZiotljsz/]{4,}")
_BEHIND = re.compile(r"\s+#.*")
_HEIGHT = re.compile(r"[0-9]{1,2}")


_ROWS = re.compile(r"[-._xX#IOTLJSZiotljsz]{10}(?:[/\n][-._xX#IOTLJSZiotljsz]{10})*")


class BoardText(NamedTuple):
    """The rows of a board as text, top row first, and the number in the first line: rows that are to be emptied."""

    rows: str
    height: int | None = None


def board_text(text: str) -> BoardText:
    """The rows in a text without empty lines and comments, which begin with `#` and are no row.

    The first line may be a number, as in the field files of solution-finder.
    """
    lines = [_BEHIND.sub("", line.strip()) for line in text.removeprefix("\ufeff").splitlines()]
    rows = [line for line in lines if line and not (line.startswith("#") and not _CELLS.fullmatch(line))]
    if rows and _HEIGHT.fullmatch(rows[0]):
        return BoardText("\n".join(rows[1:]), int(rows[0]))
    return BoardText("\n".join(rows))


def is_rows(text: str) -> bool:
    """Whether a text holds a board of ten columns, and nothing but what belongs to it."""
    return bool(_ROWS.fullmatch(board_text(text).rows))
