"""The numbers of an evaluator as arrays that kernels read; all values are in units of 1 / SCALE of a point."""

from __future__ import annotations

from functools import lru_cache
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from ai.tetris.classic.evaluators import Evaluator, evaluator
from ai.tetris.classic.explain import maximum_equity
from ai.tetris.classic.kernels.layout import PARTS, SCALE, Words

Factors = NDArray[np.float64]

# of the costs
LOST = 0  # the value of a lost board
EVERY_LEAF = 1  # whether blocked starts count after every placement, or only after those near the top
ON_FLOOR = 2  # whether two level columns at the left border cost more than others
LEAST_HOLLOW = 3  # what any hollow row costs at least
BY_TOP = 4  # how far apart areas lie that begin a row apart; 0 where the row is no matter
PRUNES = 5  # whether no part of an equity is below zero, so that a partial sum tells how low it can be
COST_HEIGHT = 16  # + outline: what a column costs
COST_AREA = 64  # + top * costs[BY_TOP] + (width + equal * BY_EQUAL) * BY_WIDTH + height
BY_WIDTH, BY_EQUAL = 64, 34
ON_FLOOR_WIDTH = 33  # a width that no other area has

# of the factors
COLUMNS = 0  # the number of columns
LOST_EQUITY = 1  # the equity of a lost board
ROW_WEIGHT = 8  # + row
ROW_FACTOR = 56  # + filled cells
FACTOR, FACTOR_LEFT = 96, 144  # + row: the row factors of the board under judgement, and of one that is left
HEIGHT_FACTOR = 192  # + outline
AREA_FACTOR = 240  # + what lies behind COST_AREA in the costs: the same areas as fractions


class Tables(NamedTuple):
    """`costs` and `factors` of one evaluator on one size of board; their entries are named above."""

    costs: Words
    factors: Factors


@lru_cache(maxsize=32)
def tables(name: str, width: int, height: int) -> Tables:
    """The tables of the evaluator `name`; BadInput where there is none of that name."""
    found = evaluator(name, width, height)
    areas = _areas(found)
    factors = np.zeros(AREA_FACTOR + areas.size, np.float64)
    factors[COLUMNS], factors[LOST_EQUITY] = width, maximum_equity(width, height, name)
    factors[HEIGHT_FACTOR : HEIGHT_FACTOR + height + 1] = found.heights
    factors[AREA_FACTOR:] = areas.ravel()
    factors[ROW_WEIGHT : ROW_WEIGHT + height] = found.weights
    factors[ROW_FACTOR : ROW_FACTOR + width + 1] = found.rows
    return Tables(_costs(found, areas), factors)


def whole(equity: float) -> int:
    """An equity as a value: rounded to the PARTS of a point."""
    return int(np.floor(equity * PARTS + 0.5)) * (SCALE // PARTS)


def _areas(found: Evaluator) -> Factors:
    """What areas cost, by top row (a single one where it is no matter), equal walls, width and height."""
    weighted = len(set(found.weights)) > 1
    areas = np.zeros((found.height + 1 if weighted else 1, 2, BY_EQUAL, BY_WIDTH), np.float64)
    for top, weight in enumerate(found.weights if weighted else (1.0,)):
        for equal, heights in enumerate((found.unequal, found.equal)):
            for wide, width_factor in (*enumerate(found.widths), (ON_FLOOR_WIDTH, found.floor)):
                for high, height_factor in enumerate(heights):
                    areas[top, equal, wide, high] = width_factor * height_factor * weight
    return areas


def _costs(found: Evaluator, areas: Factors) -> Words:
    costs = np.zeros(COST_AREA + areas.size, np.int64)
    costs[LOST] = whole(maximum_equity(found.width, found.height, found.name))
    costs[EVERY_LEAF], costs[PRUNES] = found.every_leaf, min(found.widths) >= 0
    costs[ON_FLOOR] = found.floor != found.widths[2]
    costs[LEAST_HOLLOW] = _least_hollow(found)
    costs[BY_TOP] = areas[0].size if len(areas) > 1 else 0
    for y, factor in enumerate(found.heights):
        costs[COST_HEIGHT + y] = whole(factor)
    costs[COST_AREA:] = np.floor(areas.ravel() * PARTS + 0.5).astype(np.int64) * (SCALE // PARTS)
    return costs


def _least_hollow(found: Evaluator) -> int:
    """What any hollow row costs at least: two factors or more, and each as large as it can be."""
    largest = max(found.rows[: found.width])
    return whole((1 - largest * largest) * found.width * min(found.weights))
