"""The seven pieces as one array that kernels read.

The entry of a rotation begins at `(piece * 4 + rotation) * SHAPE_WORDS`. For T in rotation 2, whose box is

        .#.        S_WIDTH 3, S_HEIGHT 2
        ###        S_ROW    0b010, 0b111, 0, 0        the rows of the box, its left column is the lowest bit
                   S_COLUMN 0b10, 0b11, 0b10, 0       the columns of the box, its top row is the lowest bit
                   S_TOP    1, 0, 1                   the topmost filled row of each column
                   S_FOOT   1, 1, 1                   the lowest filled row of each column
"""

from __future__ import annotations

import numpy as np

from ai.tetris.classic.kernels.layout import Words
from game.tetris.classic.pieces import HEIGHTS, MASKS, WIDTHS
from game.tetris.classic.pieces import SHAPES as CELLS

SHAPE_WORDS = 24
S_WIDTH, S_HEIGHT, S_ROW, S_COLUMN, S_TOP, S_FOOT = 0, 1, 4, 8, 12, 16
MOST_ROTATIONS = 4
PIECE_KINDS = len(CELLS)


def _shapes() -> Words:
    shapes = np.zeros((PIECE_KINDS, MOST_ROTATIONS, SHAPE_WORDS), np.int64)
    for piece, rotations in enumerate(CELLS):
        for rotation, cells in enumerate(rotations):
            entry = shapes[piece, rotation]
            entry[S_WIDTH], entry[S_HEIGHT] = WIDTHS[piece][rotation], HEIGHTS[piece][rotation]
            entry[S_ROW : S_ROW + HEIGHTS[piece][rotation]] = MASKS[piece][rotation]
            for column in range(WIDTHS[piece][rotation]):
                filled = [y for x, y in cells if x == column]
                entry[S_COLUMN + column] = sum(1 << y for y in filled)
                entry[S_TOP + column], entry[S_FOOT + column] = min(filled), max(filled)
    return shapes.ravel()


SHAPES = _shapes()
ROTATIONS = np.array([len(rotations) for rotations in CELLS], np.int64)
