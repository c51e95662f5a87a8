"""Value of a field and of a placement, in kernels: `features.py`, many thousand times as fast.

Fields are those of `kernels/layout.py`: a word a column, bit 40 the bottom row, and the higher a row the lower its bit.
So the lowest bit of a column is its highest cell, and the bits below that one are its open sky.
"""

from __future__ import annotations

from functools import lru_cache

import numpy as np
from numpy.typing import NDArray

from ai.bits import count_bits, highest_bit, lowest_bit
from ai.kernel import inlined, small, tight
from ai.tetris.guideline.kernels.layout import (
    BOTTOM,
    CELL_WORDS,
    CELLS,
    SHAPE_WORDS,
    SHAPES,
    Words,
    orientation_of,
    piece_of,
    spin_of,
    x_of,
    y_of,
)
from ai.tetris.guideline.stacker.weights import HIGH, MOST_COVER, MOST_WELL, TOP, place_of
from game.tetris.guideline.attack import AttackTable
from game.tetris.guideline.field import COLUMNS
from game.tetris.guideline.pieces import T
from game.tetris.guideline.placement import FULL, MINI

Numbers = NDArray[np.float64]

FLOOR = 1 << BOTTOM + 1
# of the table of attacks; longer chains and combos count as the longest
SPINS, ROWS, CHAINS, COMBOS = (3, 5, 32, 24)
PERFECT = SPINS * ROWS * CHAINS * COMBOS  # where perfect clears begin in it

_HEIGHT, _HIGH, _TOP, _BUMPS, _SQUARES, _TRANSITIONS, _CAVITIES, _OVERHANGS, _COVERED, _WELL = range(10)
_BACK, _SLOTS, _FAR, _ATTACK, _PLAIN, _MINI, _FULL = map(
    place_of, ("back_to_back", "slots", "far", "attack", "plain", "mini", "full")
)
_PERFECT, _WASTED, _TUCKED = map(place_of, ("perfect", "wasted", "tucked"))
assert place_of("well") == _WELL


@lru_cache
def attacks_of(table: AttackTable) -> Words:
    """The rows that every clear sends, at ((perfect, spin, rows) * CHAINS + chain) * COMBOS + combo."""
    shape = (2, SPINS, ROWS, CHAINS, COMBOS)
    found = np.zeros(shape, np.int64)
    for perfect, spin, rows, chain, combo in np.ndindex(shape):
        found[perfect, spin, rows, chain, combo] = table.attack(
            table.clear(rows, spin, chain, combo, perfect=bool(perfect))
        )
    return found.ravel()


@inlined
def height_of(column: int) -> int:
    """The number of rows up to the highest filled cell."""
    return BOTTOM + 1 - lowest_bit(column | FLOOR)


@inlined
def sky_of(column: int) -> int:
    """The rows above the highest filled cell."""
    stack = column | FLOOR
    return (stack & -stack) - 1


@tight
def field_value(field: Words, weights: Numbers, t_known: bool, chain: int) -> float:
    """Return the value of a field to the player who plays on."""
    top, low, well = 0, BOTTOM + 1, 0
    for x in range(COLUMNS):
        high = height_of(field[x])
        top = max(top, high)
        if high <= low:
            low, well = high, x
    rows = CELLS & ~((1 << BOTTOM + 1 - top) - 1)
    bumps, squares, transitions, beside, before = 0, 0, 0, rows, -1
    cavities, overhangs, covered, full, hollow = 0, 0, 0, CELLS, 0
    for x in range(COLUMNS):
        column = field[x]
        transitions += count_bits((beside ^ column) & rows)
        beside = column
        holes = CELLS & ~(sky_of(column) | column)
        if holes:
            hollow |= 1 << x
            closed = count_bits(holes & ~_open_beside(field, x))
            cavities += closed
            overhangs += count_bits(holes) - closed
            covered += _cover(column, holes)
        if x == well:
            continue
        full &= column
        high = height_of(column)
        if before >= 0:
            bumps += abs(high - before)
            squares += (high - before) * (high - before)
        before = high
    transitions += count_bits((beside ^ rows) & rows)
    value: float = (
        weights[_HEIGHT] * top + weights[_HIGH] * max(0, top - HIGH) + weights[_TOP] * max(0, top - TOP)
    )
    value += weights[_BUMPS] * bumps + weights[_SQUARES] * squares + weights[_TRANSITIONS] * transitions
    value += weights[_CAVITIES] * cavities + weights[_OVERHANGS] * overhangs + weights[_COVERED] * covered
    depth = 63 - highest_bit(~(full << 63 - BOTTOM + low))  # the filled rows from the floor of the well on
    value += weights[_WELL] * min(MOST_WELL, depth)
    if hollow:
        slot = best_slot(field, hollow)
        if slot >= 0:
            value += weights[_SLOTS + slot] * (1.0 if t_known else weights[_FAR])
    return value + weights[_BACK] if chain else value


@inlined
def _open_beside(field: Words, x: int) -> int:
    """The rows in which the sky is open over two columns at one side of column x."""
    rows = 0
    if x >= 2:
        rows |= sky_of(field[x - 1]) & sky_of(field[x - 2])
    if x < COLUMNS - 2:
        rows |= sky_of(field[x + 1]) & sky_of(field[x + 2])
    return rows


@inlined
def _cover(column: int, holes: int) -> int:
    """The filled cells above each of the holes, together."""
    count = 0
    while holes:
        hole = holes & -holes
        holes ^= hole
        count += min(MOST_COVER, count_bits(column & hole - 1))
    return count


@tight
def best_slot(field: Words, hollow: int) -> int:
    """The most rows that a T can clear by a turn under an overhang, -1 where there is no such place.

    `hollow`: a bit for each column that has an empty cell below a filled one. An overhang is over such a cell.
    """
    best = -1
    for x in range(1, COLUMNS - 1):
        if not hollow >> x - 1 & 5:
            continue
        left, middle, right = field[x - 1], field[x], field[x + 1]
        places = left >> 1 & right >> 1 & ~(left | middle | right) & ~(middle >> 1) & sky_of(middle)
        if not places:
            continue
        over_left, over_right = left << 1, right << 1
        places &= over_left & ~over_right & sky_of(right) | over_right & ~over_left & sky_of(left)
        while places:
            bit = lowest_bit(places)
            places &= places - 1
            upper = lower = CELLS
            for other in range(COLUMNS):
                lower &= field[other] if other != x else CELLS
                upper &= field[other] if abs(other - x) > 1 else CELLS
            best = max(best, (upper >> bit & 1) + (lower >> bit + 1 & 1))
    return best


@small
def attack_at(spin: int, rows: int, chain: int, combo: int, perfect: bool) -> int:
    """Return where the rows that a clear sends lie in the table of attacks."""
    at = ((spin * ROWS + rows) * CHAINS + min(chain, CHAINS - 1)) * COMBOS + min(combo, COMBOS - 1)
    return at + PERFECT if perfect else at


@inlined
def reward_of(field: Words, at: int, rows: int, attack: int, perfect: bool, weights: Numbers) -> float:
    """Return the value of a placement beside the field that it leaves; `field` is the one before it."""
    spin = spin_of(at)
    costs = _PLAIN
    if spin == MINI:
        costs = _MINI
    elif spin == FULL:
        costs = _FULL
    value: float = weights[_ATTACK] * attack + weights[costs + rows]
    if perfect:
        value += weights[_PERFECT]
    if piece_of(at) == T and (spin == 0 or rows == 0):
        value += weights[_WASTED]
    return value + weights[_TUCKED] if _is_tucked(field, at) else value


@inlined
def _is_tucked(field: Words, at: int) -> bool:
    """Return True if the piece cannot just fall to its place from above."""
    shape = (piece_of(at) * 4 + orientation_of(at)) * SHAPE_WORDS
    covered = 0
    for cell in range(shape, shape + 4 * CELL_WORDS, CELL_WORDS):
        row = BOTTOM - y_of(at) + SHAPES[cell + 1] - SHAPES[cell + 2]
        covered |= field[x_of(at) + SHAPES[cell]] & (1 << row) - 1
    return covered != 0
