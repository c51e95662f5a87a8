"""How fields and placements lie in memory, for all kernels of guideline Tetris.

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

That way falling is an addition. Let `fits` be the rows of a column in which a piece fits and `at` some of them:
`fits + at` carries a one from each of `at` through all rows below in which it fits, up to the first in which it
does not. So `at | fits & ~(fits + at)` is all that can be fallen through, in three instructions (`fallen`).

A placement is one integer, piece << 14 | orientation << 12 | x << 8 | y << 2 | spin, in canonical form: sorting
them sorts as the rules sort. A game's ways of moving are one integer too, system | start << 2 | gravity << 3.
"""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from ai.kernel import inlined
from game.tetris.guideline.field import COLUMNS, ROWS, Field
from game.tetris.guideline.movement import GRAVITIES, STARTS, Gravity, Start
from game.tetris.guideline.placement import Placement
from game.tetris.guideline.srs import SYSTEMS, System

Words = NDArray[np.int64]

BOTTOM = ROWS  # the bit of row 0
CELLS = (1 << BOTTOM + 1) - 2  # the bits of all rows
MOST_PLACEMENTS = 512  # more than any piece has on any field
SYSTEM_BITS, START_BIT, GRAVITY_BIT = 3, 4, 8


@inlined
def fallen(fits: int, at: int) -> int:
    """The rows (bits) of a column that a piece comes to from `at`, which are among those it `fits`, by falling."""
    return at | fits & ~(fits + at)


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


def ways_of(system: System = "srs", start: Start = "19", gravity: Gravity = "0g") -> int:
    """How pieces turn, start and fall, as kernels take it."""
    return SYSTEMS.index(system) | START_BIT * STARTS.index(start) | GRAVITY_BIT * GRAVITIES.index(gravity)


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
