"""What a board with 6x6 dots is worth at sight: 55 numbers learned from games, one for each kind of dot.

Random games say next to nothing about the first half of a game between players who look ahead. How well a
number tells won positions from lost ones is the area under its curve (AUC; 0.5 is a coin). Over games of
this search with itself at 1,000 iterations a move, held out from fitting: the win rate of 1,500 playouts had
0.50 after 14 plies and 0.65 after 22 (357 games); weights of this kind had 0.64 and 0.69 (714 games).
So the search mixes this with its playouts, less and less towards the end, where playouts and proofs know
better. With 5,000 iterations a move it won 45 of 60 games against itself without.

A dot has up to four walls, its pattern: right 1, left 2, below 4, above 8. Each pattern of each kind of dot
has a weight; their sum over the 36 dots is the log-odds that White wins. Kinds are told apart by symmetry:

    a b c c b a     Walls inside closed zones count as drawn. Weights that symmetry makes equal are equal.
    b d e e d b     `bench/zuniq_judgement.py` plays the games and fits the weights: logistic regression
    c e f f e c     with a ridge, positions after 5 to 30 plies, openings of 2 to 8 random walls. These come
    c e f f e c     from 6,372 games at 1,000 iterations a move, the last third of them played with the
    b d e e d b     weights that the others had given.
    a b c c b a
"""

from __future__ import annotations

from functools import lru_cache

import numpy as np
from numpy.typing import NDArray

from ai.kernel import inlined

Weights = NDArray[np.float32]  # [36, 16] by dot and pattern

SIDE = 6  # dots in a row
HORIZONTAL = SIDE * (SIDE - 1)  # the number of the first vertical wall
RIGHT, LEFT, BELOW, ABOVE = 1, 2, 4, 8

BIAS = -0.051
# fmt: off
KINDS: dict[tuple[int, int], tuple[float, ...]] = {  # by the row and column of the upper left dot of a kind
    (0, 0): (-.11, -.10, 0, 0, -.10, 0),
    (0, 1): (-.09, .01, -.02, .11, -.12, -.11, -.14, -.04),
    (0, 2): (-.08, -.02, -.06, .09, -.13, -.13, -.07, 0),
    (1, 1): (.05, .02, .02, .03, .02, -.06, -.06, .01, .02, -.06, -.10, -.09, .03, .01, -.09, -.02),
    (1, 2): (.07, 0, -.01, 0, -.02, -.15, -.01, .05, -.01, -.08, -.08, -.12, .06, -.04, -.02, -.04),
    (2, 2): (.12, .03, -.02, -.07, .03, -.14, -.04, -.10, -.02, -.04, -.14, -.05, -.07, -.10, -.05, .22),
}
# fmt: on


@lru_cache(maxsize=1)
def weights() -> Weights:
    """The weight of every pattern of every dot, the bias spread over all dots."""
    table = np.zeros((SIDE * SIDE, 16), np.float32)
    for row in range(SIDE):
        for column in range(SIDE):
            for pattern in range(16):
                table[row * SIDE + column, pattern] = _weight(row, column, pattern)
    return table + np.float32(BIAS / SIDE**2)


def _weight(row: int, column: int, pattern: int) -> float:
    place, pattern = folded(row, column, pattern)
    kind = KINDS[place]
    return kind[pattern] if pattern < len(kind) else 0.0


def folded(row: int, column: int, pattern: int) -> tuple[tuple[int, int], int]:
    """The kind of a dot, by its upper left place, and its pattern as seen there.

    Of the two patterns that a mirror through the board's diagonal exchanges, the smaller one speaks for both
    where the dot lies on that diagonal.
    """
    if row >= SIDE // 2:
        row, pattern = SIDE - 1 - row, _swapped(pattern, ABOVE, BELOW)
    if column >= SIDE // 2:
        column, pattern = SIDE - 1 - column, _swapped(pattern, LEFT, RIGHT)
    turned = _swapped(_swapped(pattern, RIGHT, BELOW), LEFT, ABOVE)
    if row > column:
        return (column, row), turned
    return (row, column), min(pattern, turned) if row == column else pattern


def _swapped(pattern: int, one: int, other: int) -> int:
    """`pattern` with the walls in two directions exchanged."""
    rest = pattern & ~(one | other)
    return rest | (other if pattern & one else 0) | (one if pattern & other else 0)


@inlined
def judge(open_walls: int, table: Weights) -> np.float32:
    """The chance, 0 to 1, that White wins a board of 6x6 dots with these open walls."""
    drawn = ~open_walls
    total = np.float32(0.0)
    for row in range(SIDE):
        for column in range(SIDE):
            wall = (SIDE - 1) * row + column
            pattern = 0
            if column < SIDE - 1:
                pattern |= (drawn >> wall) & 1
            if column > 0:
                pattern |= ((drawn >> (wall - 1)) & 1) << 1
            wall = HORIZONTAL + SIDE * row + column
            if row < SIDE - 1:
                pattern |= ((drawn >> wall) & 1) << 2
            if row > 0:
                pattern |= ((drawn >> (wall - SIDE)) & 1) << 3
            total += table[SIDE * row + column, pattern]
    return np.float32(np.float32(1.0) / (np.float32(1.0) + np.exp(-total)))
