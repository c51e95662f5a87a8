"""Sets of cells of the field as one integer: the bit of column x and row y is COLUMNS * y + x."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from game.tetris.guideline.field import COLUMNS, FULL_ROW, ROWS, Field

Mask = int


def mask_of(cells: Iterable[tuple[int, int]]) -> Mask:
    """The mask of cells (column, row)."""
    return sum(1 << COLUMNS * y + x for x, y in cells)


def mask_of_field(field: Field) -> Mask:
    """The filled cells of a field."""
    return sum(row << COLUMNS * y for y, row in enumerate(field.rows))


def field_of_mask(mask: Mask) -> Field:
    """The field with these cells filled."""
    return Field(tuple(mask >> COLUMNS * y & FULL_ROW for y in range(ROWS)))


def cells_of_mask(mask: Mask) -> tuple[tuple[int, int], ...]:
    """The cells (column, row), by column."""
    numbers = (number for number in range(mask.bit_length()) if mask >> number & 1)
    return tuple(sorted((number % COLUMNS, number // COLUMNS) for number in numbers))


def row_mask(y: int) -> Mask:
    """All cells of a row."""
    return FULL_ROW << COLUMNS * y


_FIRST_COLUMN = sum(1 << COLUMNS * y for y in range(2 * ROWS))


def full_rows(mask: Mask) -> tuple[int, ...]:
    """The rows that are full, from the bottom."""
    two = mask & mask >> 1
    four = two & two >> 2
    full = four & four >> 4 & two >> 8 & _FIRST_COLUMN  # the first cell of each
    rows = list[int]()
    while full:
        rows.append((full & -full).bit_length() // COLUMNS)
        full &= full - 1
    return tuple(rows)


def without_rows(mask: Mask, gone: Sequence[int]) -> Mask:
    """The cells once these rows, from the bottom, are taken out."""
    for y in reversed(gone):
        below = (1 << COLUMNS * y) - 1
        mask = mask & below | mask >> COLUMNS & ~below
    return mask


def with_rows(mask: Mask, gone: Sequence[int]) -> Mask:
    """The cells at the rows where they were before these rows, from the bottom, were taken out."""
    for y in gone:
        below = (1 << COLUMNS * y) - 1
        mask = mask & below | (mask & ~below) << COLUMNS
    return mask
