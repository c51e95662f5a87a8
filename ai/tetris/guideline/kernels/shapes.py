"""The pieces and their kicks as arrays that kernels read.

Kernels know a piece by its **cells**: two orientations that can cover the same cells share their centre, that of the
canonical form. So the I, S and Z have the same form facing north and south, and east and west, and only their kicks
tell these apart; the O has one form, which no turn changes. Forms of a piece are orientations 0 to FORMS - 1, and
orientation o has form o % FORMS.

    SHAPES  at (piece * 4 + orientation) * SHAPE_WORDS: for each of the four cells dx, and dy twice, as shifts towards
            the low and towards the high bits (one of them is 0), then the rows in which the piece may lock,
            and how far its highest cell lies above the centre
    KICKS   at kick_table(system, piece, orientation, turn): the orientation after it, how many kicks there are, which
            of them makes every spin a full one (-1: none), then for each dx and dy as above
"""

from __future__ import annotations

import numpy as np

from ai.kernel import inlined
from ai.tetris.guideline.kernels.layout import BOTTOM, Words
from game.tetris.guideline.field import VISIBLE
from game.tetris.guideline.movement import TURNS
from game.tetris.guideline.pieces import CANONICAL
from game.tetris.guideline.pieces import CELLS as PIECE_CELLS
from game.tetris.guideline.srs import KICKS as KICKS_OF
from game.tetris.guideline.srs import LAST_KICK, SYSTEMS

CELL_WORDS, S_LOCKS, S_HIGH, SHAPE_WORDS = 3, 12, 13, 14
K_AFTER, K_COUNT, K_LAST, K_KICKS, KICK_WORDS, TABLE_WORDS = 0, 1, 2, 3, 3, 24
TURN_NUMBERS = len(TURNS)  # clockwise 0, half 1, counterclockwise 2
FARTHEST = 3  # no cell and no kick goes further from the centre


def _shift(dx: int, dy: int) -> tuple[int, int, int]:
    """dx; by how many bits to the right and to the left a column word goes when its rows move by dy."""
    assert max(abs(dx), abs(dy)) <= FARTHEST
    return dx, max(dy, 0), max(-dy, 0)


def _shapes() -> Words:
    shapes = np.zeros((7, 4, SHAPE_WORDS), np.int64)
    for piece, orientations in enumerate(PIECE_CELLS):
        for orientation in range(4):
            cells = orientations[CANONICAL[piece][orientation][0]]
            entry = shapes[piece, orientation]
            for number, (dx, dy) in enumerate(cells):
                # the cell above a centre is looked up where the centre is: its row moves down
                entry[number * CELL_WORDS : (number + 1) * CELL_WORDS] = _shift(dx, -dy)
            highest = VISIBLE - 1 - min(dy for _, dy in cells)
            entry[S_LOCKS] = sum(1 << BOTTOM - y for y in range(highest + 1))
            entry[S_HIGH] = max(dy for _, dy in cells)
    return shapes.ravel()


def _kicks() -> Words:
    kicks = np.zeros((len(SYSTEMS), 7, 4, TURN_NUMBERS, TABLE_WORDS), np.int64)
    for system, pieces in enumerate(KICKS_OF.values()):
        for piece, table in enumerate(pieces):
            for (before, after), shifts in table.items():
                if FORMS[piece] == 1:
                    continue
                entry = kicks[system, piece, before, (after - before) % 4 - 1]
                entry[:K_KICKS] = after, len(shifts), LAST_KICK if (after - before) % 2 else -1
                _, x, y = CANONICAL[piece][before]
                _, to_x, to_y = CANONICAL[piece][after]
                for number, (dx, dy) in enumerate(shifts):
                    at = K_KICKS + number * KICK_WORDS
                    entry[at : at + KICK_WORDS] = _shift(dx + to_x - x, dy + to_y - y)
    return kicks.ravel()


FORMS = np.array([len({form for form, _, _ in orientations}) for orientations in CANONICAL], np.int64)
SHAPES = _shapes()
KICKS = _kicks()


@inlined
def kick_table(system: int, piece: int, orientation: int, turn: int) -> int:
    """Where in KICKS a turn is described."""
    return (((system * 7 + piece) * 4 + orientation) * TURN_NUMBERS + turn) * TABLE_WORDS
