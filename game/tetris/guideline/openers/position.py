"""A position of an opening book: ten rows of cells and the letters that can still come.

Cells are one whole number: the cell in column x and row y is bit 10 x + 9 - y. So each column has ten bits with the
floor at the highest, as kernels have them, and **a shift by one is a fall by one row**.

The bag is a set of letters (bit p for piece p), the piece in hold among them; an `extra` is one letter that can
come twice, since it is held and in the bag as well. Two letters or more are in the bag, or one that is the extra.
"""

from __future__ import annotations

from functools import cache
from typing import NamedTuple

from game.tetris.guideline.field import COLUMNS, Field
from game.tetris.guideline.pieces import CANONICAL, CELLS, PIECES, J, L, S, Z
from game.tetris.guideline.placement import Placement

HEIGHT = 10
COLUMN = (1 << HEIGHT) - 1
FLOOR = sum(1 << HEIGHT * x + HEIGHT - 1 for x in range(COLUMNS))
FULL_BAG, NO_EXTRA = (1 << len(PIECES)) - 1, len(PIECES)
MIRRORED = tuple({L: J, J: L, S: Z, Z: S}.get(piece, piece) for piece in range(7))


class Position(NamedTuple):
    """Cells, bag (a set of letters) and extra letter (`NO_EXTRA`: none)."""

    cells: int
    bag: int
    extra: int = NO_EXTRA

    def after(self, piece: int, at: int) -> Position:
        """The position once a piece of the bag has filled the cells `at`, full rows taken out."""
        return Position(cleared(self.cells | at), *bag_after(self.bag, self.extra, piece))

    def mirrored(self) -> Position:
        """The position with left and right exchanged, and with them L and J, S and Z."""
        return Position(mirrored_cells(self.cells), mirrored_bag(self.bag), mirrored_piece(self.extra))

    def __str__(self) -> str:
        extra = "" if self.extra == NO_EXTRA else f" and {PIECES[self.extra]}"
        board = field_of(self.cells).short or "the empty board"
        return f"{board} with {letters_of(self.bag)}{extra}"


START = Position(0, FULL_BAG)


@cache
def bag_after(bag: int, extra: int, piece: int) -> tuple[int, int]:
    """Bag and extra once a piece is placed: the extra goes first, and a letter left alone joins a full bag."""
    if piece == extra:
        extra = NO_EXTRA
    else:
        bag &= ~(1 << piece)
    if extra == NO_EXTRA and bag & bag - 1 == 0:
        return FULL_BAG, bag.bit_length() - 1
    return bag, extra


def position_bag(left: int, hold: int | None) -> tuple[int, int]:
    """Bag and extra where `left` are the letters in the bag before the first visible piece was drawn."""
    extra = NO_EXTRA
    if hold is not None and left >> hold & 1:
        extra = hold
    elif hold is not None:
        left |= 1 << hold
    if extra == NO_EXTRA and left & left - 1 == 0:
        return FULL_BAG, left.bit_length() - 1
    return left, extra


# -- cells --


def bit(x: int, y: int) -> int:
    """The cell in a column and a row."""
    return 1 << HEIGHT * x + HEIGHT - 1 - y


def cells_of(field: Field) -> int | None:
    """The cells of a field; None where it is higher than ten rows."""
    if field.height > HEIGHT:
        return None
    return sum(bit(x, y) for y in range(field.height) for x in range(COLUMNS) if field.rows[y] >> x & 1)


def field_of(cells: int) -> Field:
    """The field with these cells."""
    return Field.of([sum(bool(cells & bit(x, y)) << x for x in range(COLUMNS)) for y in range(HEIGHT)])


def full_rows(cells: int) -> int:
    """The rows that are full, as bits of a column."""
    full = COLUMN
    for x in range(COLUMNS):
        full &= cells >> HEIGHT * x
    return full


def cleared(cells: int) -> int:
    """The cells without the full rows; what was above them has moved down."""
    return without_rows(cells, full_rows(cells))


def without_rows(cells: int, rows: int) -> int:
    """The cells once some rows, bits of a column, are gone; what was above them has moved down."""
    while rows:
        row = rows & -rows
        rows ^= row
        lower, upper = COLUMN & ~(2 * row - 1), row - 1
        items = [cells >> HEIGHT * x & COLUMN for x in range(COLUMNS)]
        items = [column & lower | (column & upper) << 1 for column in items]
        cells = sum(column << HEIGHT * x for x, column in enumerate(items))
    return cells


def with_rows(cells: int, rows: int) -> int | None:
    """The cells with empty rows where `rows`, bits of a column, say; None where that pushes cells out at the top."""
    while rows:
        row = 1 << rows.bit_length() - 1  # the lowest one first: so the others stand where they are to be
        rows ^= row
        lower, upper = COLUMN & ~(2 * row - 1), 2 * row - 1
        columns = [cells >> HEIGHT * x & COLUMN for x in range(COLUMNS)]
        if any(column & upper & 1 for column in columns):
            return None
        cells = sum(
            (column & lower | (column & upper) >> 1) << HEIGHT * x for x, column in enumerate(columns)
        )
    return cells


@cache
def rows_of(cells: int) -> int:
    """The rows that have one of the cells, as bits of a column."""
    rows = 0
    for x in range(COLUMNS):
        rows |= cells >> HEIGHT * x & COLUMN
    return rows


@cache
def above(cells: int) -> int:
    """All cells above some of `cells`."""
    result = 0
    for _ in range(HEIGHT):
        cells = cells >> 1 & ~FLOOR
        result |= cells
    return result


def rests(cells: int, at: int) -> bool:
    """Return True if a piece on the cells `at` has the floor or a filled cell below it."""
    return bool(at & FLOOR or (at & ~FLOOR) << 1 & cells)


def drops(cells: int, at: int) -> bool:
    """Return True if a piece can fall straight down to the cells `at`."""
    return not above(at) & cells


# -- mirror images --


@cache
def mirrored_cells(cells: int) -> int:
    """The cells with left and right exchanged."""
    return sum((cells >> HEIGHT * x & COLUMN) << HEIGHT * (COLUMNS - 1 - x) for x in range(COLUMNS))


@cache
def mirrored_bag(bag: int) -> int:
    """The letters with L and J, S and Z exchanged."""
    return sum(1 << MIRRORED[piece] for piece in range(7) if bag >> piece & 1)


def mirrored_piece(piece: int) -> int:
    """The piece that is the mirror image of one; `NO_EXTRA` stays."""
    return piece if piece == NO_EXTRA else MIRRORED[piece]


# -- placements --


@cache
def cells_at(piece: int, orientation: int, x: int, y: int) -> int | None:
    """The cells of a placement; None where it does not lie within the ten rows."""
    result = 0
    for dx, dy in CELLS[piece][orientation]:
        if not (0 <= x + dx < COLUMNS and 0 <= y + dy < HEIGHT):
            return None
        result |= bit(x + dx, y + dy)
    return result


@cache
def placement_at(piece: int, cells: int) -> Placement | None:
    """The placement of a piece on these cells, in canonical form; None where they are not of its shape."""
    return _placements()[piece].get(cells)


@cache
def _placements() -> tuple[dict[int, Placement], ...]:
    results: tuple[dict[int, Placement], ...] = tuple({} for _ in range(7))
    for piece in range(7):
        for orientation in {form for form, _, _ in CANONICAL[piece]}:
            for x in range(COLUMNS):
                for y in range(HEIGHT):
                    cells = cells_at(piece, orientation, x, y)
                    if cells is not None:
                        results[piece][cells] = Placement(piece, orientation, x, y)
    return results


def all_placements(piece: int) -> dict[int, Placement]:
    """By its cells, every placement of a piece within the ten rows."""
    return _placements()[piece]


# -- text --


def letters_of(bag: int) -> str:
    """The letters of a bag."""
    return "".join(letter for piece, letter in enumerate(PIECES) if bag >> piece & 1)
