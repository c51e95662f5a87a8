"""Fields in four rows that one, two and three pieces empty: dead ends known beforehand.

They are two million, found in two seconds and kept in the cache folder, as bits that a few other fields have as well.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

import numpy as np
from numpy.typing import NDArray

from ai.tetris.guideline.first_clears import folder
from ai.tetris.guideline.kernels.four_rows import LastMarks
from ai.tetris.guideline.kernels.layout import Words
from ai.tetris.guideline.kernels.optimum import mark_fields
from ai.tetris.guideline.optimum import ArrayFolder, Search, Tell, quiet

NAME = "last-1"  # another number where what is kept changes
FIELDS_A_WORD = 4  # at most: then one field in 200 seems marked that is not


@dataclass(frozen=True)
class LastPieces:
    """The marks, as `kernels/four_rows.py` has it; for pieces that turn as SRS has it."""

    marks: Words
    parts: Words

    _known: ClassVar[LastPieces | None] = None

    @property
    def arrays(self) -> LastMarks:
        """The arrays that kernels take."""
        return LastMarks(self.marks, self.parts)

    def __post_init__(self) -> None:
        for each in (self.marks, self.parts):
            each.flags.writeable = False  # kernels are compiled for such arrays, mapped or not

    @classmethod
    def known(cls) -> LastPieces | None:
        """Return it if it has been made."""
        if cls._known is None and folder().is_dir():
            arrays = ArrayFolder(folder()).saved(NAME)
            cls._known = None if arrays is None else cls(*arrays)
        return cls._known

    @classmethod
    def made(cls, tell: Tell = quiet) -> LastPieces:
        """Return it; it is made now if it has not been."""
        last = cls.known() or cls(*ArrayFolder(folder()).get(NAME, lambda: _arrays(tell)))
        cls._known = last
        return last


NOTHING = LastPieces(np.zeros(1, np.int64), np.zeros((3, 2), np.int64))  # every field may be emptied


def _arrays(tell: Tell) -> list[NDArray[np.int64]]:
    eighth, ninth, _, seventh = Search().last_levels(tell)
    marks, parts = list[Words](), list[tuple[int, int]]()
    for fields in (ninth.fields, eighth.fields, seventh):
        size = 1 << max(0, (len(fields) // FIELDS_A_WORD).bit_length())
        parts.append((sum(map(len, marks)), size - 1))
        marks.append(np.zeros(size, np.int64))
        mark_fields(fields, marks[-1])
    return [np.concatenate(marks), np.array(parts, np.int64)]
