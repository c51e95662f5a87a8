"""Static value of a board with 6x6 dots: a few numbers for each kind of dot, learned from games.

Random games say next to nothing about the first half of a game between players who look ahead. How well a
number tells won positions from lost ones is the area under its curve (AUC; 0.5 is a coin). Over games of
this search with itself at 1,000 iterations a move, held out from fitting: the win rate of 1,500 playouts had
0.50 after 14 plies and 0.65 after 22 (357 games); weights of this kind had 0.65 and 0.68 (2,021 games).
So the search may mix this with its playouts, less and less towards the end, where playouts and proofs know
better; `SearchSettings` says for whom and how much.

A dot has up to four walls, its pattern: right 1, left 2, below 4, above 8. Kinds of dots are told apart by
symmetry, and a pattern of a kind has three weights, since what it is worth changes in the course of a game:

    a b c c b a     log-odds that White wins = CONSTANT + BORDER_SQUARED * border * border
    b d e e d b         + the sum over all dots of  always + by_border * border + later * late
    c e f f e c
    c e f f e c     border: walls drawn on the border, in tens
    b d e e d b     late:   0 up to ply 8, 1 from ply 24 on
    a b c c b a     Walls inside closed zones count as drawn.

`bench/zuniq_judgement.py` plays games and fits weights: logistic regression with a ridge on positions after
5 to 30 plies. The 12,126 games of these tables were played at 1,000 iterations a move, with 0 to 8 random
walls first, by the search without judgement, with earlier tables, and without border walls in the opening,
against each other: fitted to games of one kind of player only, weights misjudge what others do.
"""

from __future__ import annotations

from functools import lru_cache

import numpy as np
from numpy.typing import NDArray

from ai.bits import count_bits
from ai.kernel import inlined, small

Weights = NDArray[np.int64]  # [36, 16] by dot and pattern: three weights in thousandths, FIELD bits for each

SIDE = 6  # dots in a row
HORIZONTAL = SIDE * (SIDE - 1)  # the number of the first vertical wall
RIGHT, LEFT, BELOW, ABOVE = 1, 2, 4, 8

LATE_FROM, LATE_BY = 8, 24  # plies

FIELD = 20  # bits: enough for the sum over all dots
THOUSANDTH = np.float32(0.001)
CONSTANT = -0.032
BORDER_SQUARED = 0.047
# fmt: off
Three = tuple[float, float, float]
KINDS: dict[tuple[int, int], dict[int, Three]] = {  # by the upper left dot of a kind, by pattern
    (0, 0): {
        0: (-0.060, -0.108, 0.131), 1: (-0.032, -0.073, 0.001), 5: (-0.035, 0.036, -0.057),
    },
    (0, 1): {
        0: (0.033, -0.238, 0.149), 1: (-0.067, 0.191, -0.129), 2: (-0.046, 0.085, -0.045),
        3: (0.064, 0.025, -0.071), 4: (0.021, -0.327, 0.281), 5: (-0.139, 0.085, -0.038),
        6: (-0.091, -0.146, 0.111), 7: (-0.029, 0.036, -0.108),
    },
    (0, 2): {
        0: (0.048, -0.229, 0.145), 1: (-0.093, 0.200, -0.153), 2: (-0.108, 0.234, -0.201),
        3: (0.054, 0.088, -0.162), 4: (0.038, -0.505, 0.430), 5: (-0.078, -0.092, 0.073),
        6: (-0.058, -0.050, 0.083), 7: (-0.060, 0.065, -0.067),
    },
    (1, 1): {
        0: (-0.051, 0.198, -0.155), 1: (-0.007, 0.117, -0.121), 2: (-0.029, 0.184, -0.146),
        3: (0.003, -0.302, 0.365), 5: (0.010, -0.092, 0.038), 6: (0.021, -0.045, 0.033),
        7: (0.085, -0.221, 0.127), 10: (-0.079, 0.035, -0.074), 11: (-0.038, -0.110, 0.063),
        15: (-0.043, 0.091, -0.056),
    },
    (1, 2): {
        0: (-0.088, 0.299, -0.210), 1: (-0.099, 0.190, -0.130), 2: (-0.056, 0.168, -0.170),
        3: (0.119, -0.269, 0.201), 4: (-0.116, 0.328, -0.299), 5: (0.010, -0.058, -0.044),
        6: (0.008, -0.049, 0.032), 7: (0.125, -0.316, 0.250), 8: (-0.057, 0.219, -0.224),
        9: (-0.066, -0.008, -0.001), 10: (-0.086, 0.089, -0.027), 11: (-0.109, -0.122, 0.104),
        12: (0.046, -0.158, 0.216), 13: (0.033, -0.319, 0.282), 14: (0.041, -0.191, 0.145),
        15: (0.041, -0.094, 0.024),
    },
    (2, 2): {
        0: (-0.038, 0.229, -0.146), 1: (-0.090, 0.197, -0.091), 2: (-0.093, 0.023, 0.061),
        3: (-0.021, -0.068, 0.033), 5: (-0.118, -0.029, -0.011), 6: (0.075, 0.031, -0.146),
        7: (0.090, -0.213, 0.089), 10: (-0.111, -0.013, 0.021), 11: (0.090, -0.241, 0.147),
        15: (0.089, -0.061, 0.117),
    },
}
# fmt: on


@lru_cache(maxsize=1)
def weights() -> Weights:
    """The three weights of every pattern of every dot: always, by border, later."""
    table = np.zeros((SIDE * SIDE, 16), np.int64)
    for row in range(SIDE):
        for column in range(SIDE):
            for pattern in range(16):
                place, turned = folded(row, column, pattern)
                three = KINDS[place].get(turned, (0.0, 0.0, 0.0))
                word = sum(round(1000 * weight) << FIELD * k for k, weight in enumerate(three))
                table[row * SIDE + column, pattern] = word
    return table


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
def _field(words: int, number: int) -> int:
    """Return a sum out of `words`, from which the fields below have been taken away."""
    return ((words >> FIELD * number) << (64 - FIELD)) >> (64 - FIELD)


@small
def judge(open_walls: int, ply: int, border_walls: int, table: Weights) -> np.float32:
    """The chance, 0 to 1, that White wins a board of 6x6 dots with these open walls after `ply` moves."""
    drawn = ~open_walls
    words = 0
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
            words += table[SIDE * row + column, pattern]
    always = _field(words, 0)
    by_border = _field(words - always, 1)
    later = _field(words - always - (by_border << FIELD), 2)
    border = np.float32(count_bits(drawn & border_walls)) * np.float32(0.1)
    late = np.float32(min(max(ply - LATE_FROM, 0), LATE_BY - LATE_FROM)) / np.float32(LATE_BY - LATE_FROM)
    total = THOUSANDTH * (np.float32(always) + np.float32(by_border) * border + np.float32(later) * late)
    total += np.float32(CONSTANT) + np.float32(BORDER_SQUARED) * border * border
    return np.float32(np.float32(1.0) / (np.float32(1.0) + np.exp(-total)))
