"""Listing placements one by one, and locking a piece."""

from __future__ import annotations

from ai.bits import lowest_bit
from ai.kernel import inlined, tight
from ai.tetris.guideline.kernels.layout import (
    BOTTOM,
    CELL_WORDS,
    FORMS,
    SHAPE_WORDS,
    SHAPES,
    Words,
    orientation_of,
    packed,
    piece_of,
    x_of,
    y_of,
)
from ai.tetris.guideline.kernels.reach import (
    ANCHORS,
    AS_ROWS,
    LANDED,
    MAP,
    NOTHING,
    PLAIN,
    ROW_WORDS,
    WITH_SPINS,
    WORD_ROWS,
    WORDS,
    find_landings,
    rows_of,
)
from ai.wide import LANES
from game.tetris.guideline.field import COLUMNS

_COLUMN = sum(1 << COLUMNS * y for y in range(WORD_ROWS))  # the first column in a word of rows


@tight
def list_placements(field: Words, piece: int, ways: int, placements: Words, room: Words) -> int:
    """Write all placements of `piece` into `placements` (MOST_PLACEMENTS), ascending; their number.

    `room` (ROOM_WORDS) is overwritten.
    """
    rows = room[AS_ROWS : AS_ROWS + ROW_WORDS]
    rows_of(field, rows)
    return list_on_rows(rows, piece, ways, placements, room)


@tight
def list_on_rows(rows: Words, piece: int, ways: int, placements: Words, room: Words) -> int:
    """The same for a field that is there as rows."""
    result = find_landings(rows, piece, ways, room)
    if result == NOTHING:
        return 0
    return _list(piece, result == WITH_SPINS, placements, room)


@tight
def list_cells(field: Words, piece: int, ways: int, placements: Words, room: Words) -> int:
    """The same without spins: all cells on which the piece can lock, each once."""
    rows = room[AS_ROWS : AS_ROWS + ROW_WORDS]
    rows_of(field, rows)
    if find_landings(rows, piece, ways, room) == NOTHING:
        return 0
    return _list(piece, False, placements, room)


@inlined
def _list(piece: int, spins: bool, placements: Words, room: Words) -> int:
    """Write what was found, by form, then column, then row, then spin."""
    result, words = 0, room[WORDS]
    for form in range(FORMS[piece]):
        anchor = ANCHORS[piece * 4 + form]
        for column in range(COLUMNS):
            for word in range(words):
                at = word * LANES + form
                landed = room[LANDED + at] & _COLUMN << column
                while landed:
                    bit = lowest_bit(landed)
                    landed &= landed - 1
                    centre = word * WORD_ROWS * COLUMNS + bit - anchor  # it is a cell of the piece, too
                    y = centre // COLUMNS
                    x = centre - y * COLUMNS
                    if not spins:
                        placements[result] = packed(piece, form, x, y, 0)
                        result += 1
                        continue
                    for spin in range(3):
                        if room[PLAIN + spin * MAP + at] >> bit & 1:
                            placements[result] = packed(piece, form, x, y, spin)
                            result += 1
    return result


@tight
def place(before: Words, after: Words, at: int) -> int:
    """Write the field with the placement `at` locked into `after`, full rows taken out; how many there were.

    Both may be the same array. The cells must be free.
    """
    for x in range(COLUMNS):
        after[x] = before[x]
    shape = (piece_of(at) * 4 + orientation_of(at)) * SHAPE_WORDS
    for cell in range(shape, shape + 4 * CELL_WORDS, CELL_WORDS):
        row = BOTTOM - y_of(at) + SHAPES[cell + 1] - SHAPES[cell + 2]
        after[x_of(at) + SHAPES[cell]] |= 1 << row
    return _clear(after)


@inlined
def _clear(field: Words) -> int:
    """Take out the full rows; how many there were."""
    full = field[0]
    for x in range(1, COLUMNS):
        full &= field[x]
    cleared = 0
    while full:  # the highest row first: those below it stay where they are
        row = full & -full
        full ^= row
        cleared += 1
        for x in range(COLUMNS):
            above = field[x] & row - 1
            field[x] = field[x] & ~(row | row - 1) | above << 1
    return cleared
