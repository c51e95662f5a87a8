"""A field as people keep it in a file: rows of text, solution-finder's field file, or a fumen."""

from __future__ import annotations

from typing import NamedTuple

from game.tetris.board_text import board_text
from game.tetris.guideline import fumen
from game.tetris.guideline.field import Field


class FieldFile(NamedTuple):
    """A field, and how many rows the file says are to be emptied; None where it does not."""

    field: Field
    rows: int | None = None


def read_field(text: str) -> FieldFile:
    """The field of a text; of a fumen that of its first page, without rows that are full. Raises `BadInput`."""
    rows, height = board_text(text)
    if fumen.is_fumen(rows):
        return FieldFile(fumen.read(rows)[0].drawing.cleared().field, height)
    return FieldFile(Field.parse(rows), height)
