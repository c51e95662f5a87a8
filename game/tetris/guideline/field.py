"""The field of guideline Tetris: 10 columns and 40 rows, of which the lower 20 are seen, and what painted its cells.

Columns x from the left, rows y from the **bottom**, both from 0. No rule asks for the paint.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property

from game.errors import BadInput
from game.tetris.guideline.pieces import CELLS, PIECES

COLUMNS, ROWS, VISIBLE = 10, 40, 20
FULL_ROW = (1 << COLUMNS) - 1
EMPTY = ".-_"
FILLED = "xX#" + PIECES + PIECES.lower()
GARBAGE, UNKNOWN, BARE = "#", "x", "."  # in a paint, beside the letters of the pieces
_BARE_ROW = BARE * COLUMNS


def _masks_of(cells: Sequence[tuple[int, int]]) -> tuple[int, int, int, int, tuple[tuple[int, int], ...]]:
    """Cells about a centre: its first and last column and row, and by row the bits where it is in the first column."""
    columns, rows = zip(*cells, strict=True)
    left = -min(columns)
    masks = tuple((row, sum(1 << left + dx for dx, dy in cells if dy == row)) for row in sorted(set(rows)))
    return left, COLUMNS - 1 - max(columns), -min(rows), ROWS - 1 - max(rows), masks


# a row is compared at a time, not a cell
_MASKS = tuple(tuple(_masks_of(cells) for cells in turns) for turns in CELLS)


@dataclass(frozen=True)
class Field:
    """A field: `rows[0]` is the bottom row, bit x of a row is its column x. Raises `BadInput` for other sizes."""

    rows: tuple[int, ...]

    def __post_init__(self) -> None:
        if len(self.rows) != ROWS or min(self.rows) < 0 or max(self.rows) > FULL_ROW:
            raise BadInput(f"a field needs {ROWS} rows of {COLUMNS} cells")

    @classmethod
    def empty(cls) -> Field:
        """A field without filled cells."""
        return cls((0,) * ROWS)

    @classmethod
    def of(cls, rows: Sequence[int]) -> Field:
        """The field with these rows at its bottom, the lowest first; more than 40 raise `BadInput`."""
        return cls((*rows, *[0] * (ROWS - len(rows))))

    @classmethod
    def parse(cls, text: str) -> Field:
        """The field of text rows, top row first: `.` `-` `_` empty; `x` `X` `#` or a piece's letter filled.

        The last row is the bottom of the field; rows above those given are empty, so an empty text is an empty
        field. Rows may also be parted by `/`. Raises `BadInput` for rows that are ragged, full or too many.
        """
        lines = [line.strip() for line in text.strip().replace("/", "\n").splitlines()]
        if len(lines) > ROWS:
            raise BadInput(f"the board has {len(lines)} rows; a field has {ROWS}")
        rows = [_row(line, number) for number, line in enumerate(lines, 1)]
        return cls.of(rows[::-1])

    def __str__(self) -> str:
        """The rows as text from the highest filled one on, at least the bottom row; `parse` reads it."""
        return "\n".join(map(_text, reversed(self.rows[: max(self.height, 1)])))

    @property
    def short(self) -> str:
        """The filled rows from the top, parted by `/`; empty for an empty field."""
        return "/".join(map(_text, reversed(self.rows[: self.height])))

    @cached_property
    def height(self) -> int:
        """The number of rows up to the highest filled cell."""
        return max((y + 1 for y, row in enumerate(self.rows) if row), default=0)

    @cached_property
    def heights(self) -> tuple[int, ...]:
        """By column: the number of rows up to its highest filled cell."""
        filled = range(self.height)
        return tuple(max((y + 1 for y in filled if self.rows[y] >> x & 1), default=0) for x in range(COLUMNS))

    @property
    def cells(self) -> int:
        """The number of filled cells."""
        return sum(map(int.bit_count, self.rows))

    def filled(self, x: int, y: int) -> bool:
        """Return True if a cell is filled. Beyond the walls, below the floor and above the top row all is filled."""
        return not (0 <= x < COLUMNS and 0 <= y < ROWS) or bool(self.rows[y] >> x & 1)

    def fits(self, piece: int, orientation: int, x: int, y: int) -> bool:
        """Return True if the piece with its centre at (x, y) lies within the field and on free cells only."""
        left, right, bottom, top, masks = _MASKS[piece][orientation]
        if not (left <= x <= right and bottom <= y <= top):
            return False
        rows = self.rows
        for dy, mask in masks:  # noqa: SIM110 (a loop takes half the time)
            if rows[y + dy] & mask << x - left:
                return False
        return True

    def drop(self, piece: int, orientation: int, x: int, y: int) -> int:
        """The row at which the centre comes to rest when the piece falls straight from `y`, where it must fit."""
        while self.fits(piece, orientation, x, y - 1):
            y -= 1
        return y

    def landed(self, piece: int, orientation: int, x: int, y: int) -> Field:
        """The field with the piece's cells filled; full rows are still there. The piece must fit."""
        rows = list(self.rows)
        for dx, dy in CELLS[piece][orientation]:
            rows[y + dy] |= 1 << x + dx
        return Field(tuple(rows))

    @property
    def full_rows(self) -> tuple[int, ...]:
        """The rows that are full, from the bottom: those that go once a piece has locked."""
        return tuple(y for y, row in enumerate(self.rows) if row == FULL_ROW)

    def cleared(self) -> Field:
        """The field without its full rows; everything above them has moved down."""
        return Field.of([row for row in self.rows if row != FULL_ROW])

    def place(self, piece: int, orientation: int, x: int, y: int) -> tuple[Field, int]:
        """The field once the piece has locked and the full rows are gone, and how many went."""
        landed = self.landed(piece, orientation, x, y)
        return landed.cleared(), len(landed.full_rows)

    def add_garbage(self, rows: Sequence[int]) -> tuple[Field, bool]:
        """The field pushed up by rows from below, and whether filled cells were pushed out at the top.

        `rows` are the bits of each row in the order in which they come up: the last one is the lowest.
        """
        pushed = (*reversed(rows), *self.rows)
        return Field(pushed[:ROWS]), any(pushed[ROWS:])

    def mirrored(self) -> Field:
        """The field with left and right exchanged."""
        return Field(tuple(int(f"{row:010b}"[::-1], 2) for row in self.rows))


@dataclass(frozen=True)
class Paint:
    """Origin of each filled cell: a piece's letter, `#` for garbage, `x` or nothing at all for who knows what.

    `rows` are texts of 10 letters, the bottom row first; what is above them has no paint. The field alone says which
    cells are filled, so a paint may know less than there is.
    """

    rows: tuple[str, ...] = ()

    @classmethod
    def parse(cls, text: str) -> Paint:
        """The paint of a board that `Field.parse` has read, its top row first."""
        lines = text.strip().replace("/", "\n").splitlines()
        return cls(tuple(line.strip().upper().translate(_PAINTS) for line in reversed(lines)))

    def letter(self, x: int, y: int) -> str:
        """Return the origin of a filled cell: a piece's letter, `#`, or `x` where nothing is known."""
        text = self.rows[y][x] if 0 <= y < len(self.rows) else BARE
        return UNKNOWN if text == BARE else text

    @property
    def garbage_rows(self) -> int:
        """The number of the lowest rows that are garbage, full but for their hole."""
        number = 0
        while number < len(self.rows) and self.rows[number].count(GARBAGE) == COLUMNS - 1:
            number += 1
        return number

    def with_cells(self, cells: Sequence[tuple[int, int]], letter: str) -> Paint:
        """The paint with these cells (column, row) filled by `letter`; `.` takes the paint off."""
        rows = list(self.rows)
        for x, y in cells:
            while len(rows) <= y:
                rows.append(_BARE_ROW)
            rows[y] = rows[y][:x] + letter + rows[y][x + 1 :]
        return Paint(tuple(rows))

    def without(self, rows: Sequence[int]) -> Paint:
        """The paint once these rows are gone; everything above them has moved down."""
        return Paint(tuple(row for y, row in enumerate(self.rows) if y not in rows)) if rows else self

    def pushed(self, rows: Sequence[int]) -> Paint:
        """The paint pushed up by garbage, as `Field.add_garbage` does it."""
        if not rows:
            return self
        garbage = (_text(row).replace(UNKNOWN, GARBAGE) for row in reversed(rows))
        return Paint((*garbage, *self.rows)[:ROWS])

    def short(self, field: Field) -> str:
        """The filled rows of `field` as text from the top, parted by `/`, each cell in its letter."""
        cells = range(COLUMNS)
        rows = [
            "".join(self.letter(x, y) if row >> x & 1 else BARE for x in cells)
            for y, row in enumerate(field.rows[: field.height])
        ]
        return "/".join(reversed(rows))


_PAINTS = str.maketrans("X-_", UNKNOWN + BARE + BARE)
NO_PAINT = Paint()


def _text(row: int) -> str:
    return "".join("x" if row >> x & 1 else "." for x in range(COLUMNS))


def _row(line: str, number: int) -> int:
    """The bits of a text row. Raises `BadInput` for a wrong length, a letter that is no cell, and a full row."""
    if len(line) != COLUMNS:
        raise BadInput(f"row {number} of the board has {len(line)} cells; it needs {COLUMNS}")
    row = 0
    for x, cell in enumerate(line):
        if cell in FILLED:
            row |= 1 << x
        elif cell not in EMPTY:
            raise BadInput(
                f"row {number} of the board has {cell!r} in column {x + 1}; "
                "'.', '-' or '_' is empty, 'x', '#' or a piece's letter is filled"
            )
    if row == FULL_ROW:
        raise BadInput(f"row {number} of the board is full; full rows are gone as soon as they are made")
    return row
