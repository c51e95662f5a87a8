"""What a page of a fumen shows: 23 rows of ten coloured cells, and the row of garbage that waits below them.

A cell is 0 if empty, 1 to 7 for the colours of I L O Z T J S, 8 for grey. Columns x from the left, rows y from the
bottom, both from 0; the waiting row is row -1.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property

from game.errors import BadInput
from game.tetris.guideline.field import BARE, COLUMNS, NO_PAINT, UNKNOWN, Field, Paint
from game.tetris.guideline.pieces import PIECES
from game.tetris.guideline.placement import Placement

HEIGHT = 23
CELLS = (HEIGHT + 1) * COLUMNS
LETTERS = "_ILOZTJSX"
GREY = LETTERS.index("X")
COLOUR = tuple(map(LETTERS.index, PIECES))  # by piece
_ROW = bytes(COLUMNS)
_LETTERS = str.maketrans(".x#", "_XX")
_PAINTS = LETTERS.replace("_", BARE).replace("X", UNKNOWN)


@dataclass(frozen=True)
class Drawing:
    """240 cells in the order of reading, top row first; the last ten are the waiting row. Raises `BadInput`."""

    cells: bytes = bytes(CELLS)

    def __post_init__(self) -> None:
        if len(self.cells) != CELLS or max(self.cells) > GREY:
            raise BadInput(f"a page of a fumen has {CELLS} cells with colours 0 to {GREY}")

    @classmethod
    def parse(cls, text: str, waiting: str = "") -> Drawing:
        """The drawing of text rows, top row first, with the letters `_ILOZTJSX`; those above are empty."""
        letters = "".join(text.split())
        written = letters.rjust(HEIGHT * COLUMNS, "_") + waiting.ljust(COLUMNS, "_")
        if len(letters) % COLUMNS or len(written) != CELLS or not set(written) <= set(LETTERS):
            raise BadInput(
                f"a drawing has rows of {COLUMNS} letters out of {LETTERS}, at most {HEIGHT} of them"
            )
        return cls(bytes(map(LETTERS.index, written)))

    @classmethod
    def of(cls, field: Field, paint: Paint = NO_PAINT) -> Drawing:
        """The field in its colours, in grey where none is known. Raises `BadInput` where it is higher than a page."""
        if field.height > HEIGHT:
            raise BadInput(f"the stack is {field.height} rows high; a page of a fumen shows {HEIGHT}")
        letters = paint.short(field).replace("/", "").translate(_LETTERS)
        return cls.parse(letters)

    def __str__(self) -> str:
        """The rows from the highest filled one on, at least the bottom row, and below them the waiting one if any."""
        height = max(self.field.height, 1)
        shown = [*self.rows[height - 1 :: -1], *([self.waiting] if any(self.waiting) else [])]
        return "\n".join("".join(LETTERS[cell] for cell in row) for row in shown)

    @cached_property
    def rows(self) -> tuple[bytes, ...]:
        """The 23 rows, the bottom row first."""
        return tuple(self.cells[at : at + COLUMNS] for at in range(CELLS - 2 * COLUMNS, -1, -COLUMNS))

    @property
    def waiting(self) -> bytes:
        """The row of garbage below the floor."""
        return self.cells[-COLUMNS:]

    @cached_property
    def field(self) -> Field:
        """The cells without their colours; rows that are drawn full are full."""
        return Field.of([sum(1 << x for x in range(COLUMNS) if row[x]) for row in self.rows])

    @property
    def paint(self) -> Paint:
        """The colours of the cells; grey says nothing."""
        return Paint(tuple("".join(_PAINTS[cell] for cell in row) for row in self.rows[: self.field.height]))

    def with_piece(self, at: Placement) -> Drawing:
        """The drawing with the piece in its colour, over whatever is there. Its cells must lie on the page."""
        cells = bytearray(self.cells)
        for x, y in at.cells:
            cells[(HEIGHT - 1 - y) * COLUMNS + x] = COLOUR[at.piece]
        return Drawing(bytes(cells))

    def cleared(self) -> Drawing:
        """The drawing without its full rows; everything above them has moved down."""
        return self._with_rows([row for row in self.rows if not all(row)], self.waiting)

    def risen(self) -> Drawing:
        """The drawing after the waiting row has come up."""
        return self._with_rows([self.waiting, *self.rows], _ROW)

    def mirrored(self) -> Drawing:
        """The drawing with left and right exchanged, colours as they are; the waiting row stays."""
        return self._with_rows([row[::-1] for row in self.rows], self.waiting)

    def _with_rows(self, rows: Sequence[bytes], waiting: bytes) -> Drawing:
        """The drawing of these rows, the bottom row first; those that do not fit any more are cut off."""
        whole = [*rows[:HEIGHT], *[_ROW] * (HEIGHT - len(rows))]
        return Drawing(b"".join(reversed(whole)) + waiting)
