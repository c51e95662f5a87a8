"""A field as people keep it in a file: rows of text, solution-finder's field file, or a fumen."""

from __future__ import annotations

import re
from typing import NamedTuple

from game.tetris.board_text import board_text
from game.tetris.guideline import fumen
from game.tetris.guideline.field import Field

_ROWS = re.compile(r"\s*([1-9][0-9]?)(?:\s|$)")


class FieldFile(NamedTuple):
    """A field, and how many rows the file says are to be emptied; None where it does not."""

    field: Field
    rows: int | None = None


def read_field(text: str) -> FieldFile:
    """The field of a text; of a fumen that of its first page, without rows that are full. Raises `BadInput`.

    A comment on that page may begin with the number of rows, as solution-finder reads it: `4 --patterns *p4`.
    """
    rows, height = board_text(text)
    if fumen.is_fumen(rows):
        page = fumen.read(rows)[0]
        in_comment = _ROWS.match(page.comment)
        if height is None and in_comment is not None:
            height = int(in_comment[1])
        return FieldFile(page.drawing.cleared().field, height)
    return FieldFile(Field.parse(rows), height)
