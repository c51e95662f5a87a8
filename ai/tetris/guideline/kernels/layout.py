"""Layout of fields and placements in memory, for all kernels of guideline Tetris.

A field is ten 64-bit words, one a column. Bit 40 is the bottom row, and the rows go **down in the bits** as they go
up in the field, so that a piece falls towards the high bits:

    row y     bit 40 - y       x 0123456789
      40           0             ----------        no cell; nothing is free up there
      39           1             ..........        the top row
       :           :                  :
       3          37             x.........        field[0] = 1 << 37 | 1 << 38 | 1 << 40
       2          38             xx.....x..        field[1] = 1 << 38 | 1 << 39
       1          39             .xxxx.xxxx             :
       0          40             x.xxx.xxxx        field[9] = 1 << 39 | 1 << 40
      -1          41             ----------        no cell; nothing is free down there

So the lowest bit of a column is its highest cell. Where pieces can go is found on rows instead (`reach.py`).

A placement is one integer, piece << 14 | orientation << 12 | x << 8 | y << 2 | spin, in canonical form: sorting
them sorts as the rules sort. A game's ways of moving are one integer too,
system | start << 2 | gravity << 3 | spins of a T << 4 | spin of other immobile pieces << 6.
"""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from ai.kernel import inlined
from game.tetris.guideline.field import COLUMNS, ROWS, Field
from game.tetris.guideline.movement import GRAVITIES, STARTS, Gravity, Start
from game.tetris.guideline.pieces import CANONICAL
from game.tetris.guideline.pieces import CELLS as PIECE_CELLS
from game.tetris.guideline.placement import Placement
from game.tetris.guideline.spins import IMMOBILE_T, OTHERS, SpinRule
from game.tetris.guideline.srs import SYSTEMS, System

Words = NDArray[np.int64]

BOTTOM = ROWS  # the bit of row 0
CELLS = (1 << BOTTOM + 1) - 2  # the bits of all rows
MOST_PLACEMENTS = 512  # more than any piece has on any field
SYSTEM_BITS, START_BIT, GRAVITY_BIT = 3, 4, 8
# the spins of a T, and what every other piece earns where it is immobile: NO_SPIN, MINI or FULL
T_SPINS_SHIFT, OTHERS_SHIFT, SPIN_BITS = 4, 6, 3
BY_CORNERS, OR_IMMOBILE, ALL_MINI, NEVER = range(4)


@inlined
def packed(piece: int, orientation: int, x: int, y: int, spin: int) -> int:
    """A placement as one integer."""
    return piece << 14 | orientation << 12 | x << 8 | y << 2 | spin


@inlined
def piece_of(at: int) -> int:
    """The piece of a placement."""
    return at >> 14


@inlined
def orientation_of(at: int) -> int:
    """The orientation of a placement."""
    return at >> 12 & 3


@inlined
def x_of(at: int) -> int:
    """The column of a placement's centre."""
    return at >> 8 & 15


@inlined
def y_of(at: int) -> int:
    """The row of a placement's centre."""
    return at >> 2 & 63


@inlined
def spin_of(at: int) -> int:
    """The spin of a placement: none 0, mini 1, full 2."""
    return at & 3


# -- for those who call kernels --


def ways_of(
    system: System = "srs", start: Start = "19", gravity: Gravity = "0g", spins: SpinRule = "t-spins"
) -> int:
    """Return the rules by which pieces turn, start, fall and spin, as kernels take them."""
    of_a_t = OR_IMMOBILE if spins in IMMOBILE_T else BY_CORNERS
    of_a_t = {"none": NEVER, "mini-only": ALL_MINI}.get(spins, of_a_t)
    moving = SYSTEMS.index(system) | START_BIT * STARTS.index(start) | GRAVITY_BIT * GRAVITIES.index(gravity)
    return moving | of_a_t << T_SPINS_SHIFT | OTHERS[spins] << OTHERS_SHIFT


def field_words(field: Field) -> Words:
    """The field as kernels take it."""
    words = np.zeros(COLUMNS, np.int64)
    for y, row in enumerate(field.rows[: field.height]):
        for x in range(COLUMNS):
            words[x] |= (row >> x & 1) << BOTTOM - y
    return words


def field_of(words: Words) -> Field:
    """The field that kernels have left."""
    columns = [int(word) for word in words[:COLUMNS]]
    return Field(
        tuple(sum((column >> BOTTOM - y & 1) << x for x, column in enumerate(columns)) for y in range(ROWS))
    )


def placement_of(at: int) -> Placement:
    """The placement that a kernel has listed."""
    return Placement(at >> 14, at >> 12 & 3, at >> 8 & 15, at >> 2 & 63, at & 3)


def placement_word(at: Placement) -> int:
    """A placement as kernels take it, in canonical form."""
    piece, orientation, x, y, spin = at.canonical()
    return piece << 14 | orientation << 12 | x << 8 | y << 2 | spin


def placements_of(words: Sequence[int] | Words) -> tuple[Placement, ...]:
    """Placements that a kernel has listed, in their order."""
    return tuple(placement_of(int(at)) for at in words)


# The pieces as arrays that kernels read.
#
# Kernels know a piece by its **cells**: two orientations that can cover the same cells share their centre, that of the
# canonical form. So the I, S and Z have the same form facing north and south, and east and west, and only their kicks
# tell these apart; the O has one form, which no turn changes. Forms of a piece are orientations 0 to FORMS - 1, and
# orientation o has form o % FORMS.
#
#     SHAPES  at (piece * 4 + orientation) * SHAPE_WORDS: for each of the four cells dx, and dy twice, as shifts
#             towards the low and towards the high bits (one of them is 0), then how far its highest cell lies above
#             the centre

CELL_WORDS, S_HIGH, SHAPE_WORDS = 3, 12, 13


def _shapes() -> Words:
    shapes = np.zeros((7, 4, SHAPE_WORDS), np.int64)
    for piece, orientations in enumerate(PIECE_CELLS):
        for orientation in range(4):
            cells = orientations[CANONICAL[piece][orientation][0]]
            entry = shapes[piece, orientation]
            for number, (dx, dy) in enumerate(cells):
                # the cell above a centre is looked up where the centre is: its row moves down
                entry[number * CELL_WORDS : (number + 1) * CELL_WORDS] = dx, max(-dy, 0), max(dy, 0)
            entry[S_HIGH] = max(dy for _, dy in cells)
    return shapes.ravel()


FORMS = np.array([len({form for form, _, _ in orientations}) for orientations in CANONICAL], np.int64)
SHAPES = _shapes()
