"""The arrays of the endgame search, so that it can stop after any number of nodes and go on later.

    control   LEVEL, ENTERING (1: the position of this level is not expanded yet), RESULT, NODES
    frames    [level, field]           the position of a level, and how far its children are tried
    children  [level, child, field]    those still unknown when the position was expanded, best first

A position is its OPEN walls without settled ones, the TAKEN sizes, and the PARITY of the settled walls' moves.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from ai.zuniq.bridges import WORK
from ai.zuniq.endgame.forms import FORM, WALK
from ai.zuniq.endgame.parts import TOTAL, UNIT, UNIT_ROWS
from ai.zuniq.topology import Words

LEVEL, ENTERING, RESULT, NODES, CONTROLS = range(5)
OPEN, TAKEN, PARITY, KEY, NEXT, COUNT, FRAME_FIELDS = range(7)
WALL, ORDER, CHILD_FIELDS = 4, 5, 6  # a child's first four fields are those of a frame
MOST_BLOCKS = 25


class Desk(NamedTuple):
    """Everything the search writes to, and what it keeps; `new_desk` makes it. All words are int64."""

    table: Words  # [2^k] results
    units: Words  # [UNIT_ROWS, UNIT] forms of blocks
    control: Words  # [CONTROLS]
    frames: Words  # [levels, FRAME_FIELDS]
    children: Words  # [levels, walls + 1, CHILD_FIELDS]
    history: Words  # [levels, walls + 1, 2] by number of open walls and wall: wins, tries
    far: Words  # [walls] what each bridge of the position being expanded cuts off
    work: Words  # [WORK] of the bridge search, with the cells of the blocks
    parts: Words  # [MOST_BLOCKS, UNIT] the blocks of the position being expanded
    total: Words  # [2, TOTAL] the sum without the block that is moved in, and the sum after the move
    form: Words  # [FORM]
    walk: Words  # [WALK]


def new_desk(walls: int, table_bits: int) -> Desk:
    """The arrays for a board of so many walls and a table of 2^`table_bits` words."""
    levels = walls + 2

    def words(*shape: int) -> Words:
        return np.zeros(shape, dtype=np.int64)

    return Desk(
        table=words(1 << table_bits),
        units=words(UNIT_ROWS, UNIT),
        control=words(CONTROLS),
        frames=words(levels, FRAME_FIELDS),
        children=words(levels, walls + 1, CHILD_FIELDS),
        history=words(levels, walls + 1, 2),
        far=words(walls),
        work=words(WORK),
        parts=words(MOST_BLOCKS, UNIT),
        total=words(2, TOTAL),
        form=words(FORM),
        walk=words(WALK),
    )
