"""Value of a field and of a placement, in kernels: `greedy.py`, many thousand times as fast.

Fields are rows, six in a word, with their outline (`kernels/row_field.py`): one instruction works on sixty cells, or on
all heights. What is under the highest cell of its column and not filled is a hole; what is not under it is open sky.
"""

from __future__ import annotations

from functools import lru_cache

import numpy as np
from numpy.typing import NDArray

from ai.bits import count_bits, lowest_bit
from ai.kernel import inlined, small
from ai.shorts import COUNT, arranged, instead_at, larger, least, minus, plus, shorts_at, times, total
from ai.tetris.guideline.kernels.layout import Words, piece_of, spin_of
from ai.tetris.guideline.kernels.reach import HEIGHT, WORD_ROWS
from ai.tetris.guideline.kernels.row_field import FIRST, LAST, full_rows
from ai.tetris.guideline.stacker.weights import HIGH, MOST_COVER, MOST_WELL, TOP, place_of
from ai.wide import ALL, BITS
from game.tetris.guideline.attack import AttackTable
from game.tetris.guideline.field import COLUMNS, FULL_ROW
from game.tetris.guideline.pieces import T
from game.tetris.guideline.placement import FULL, MINI

Numbers = NDArray[np.float64]

# of the table of attacks; longer chains and combos count as the longest
SPINS, ROWS, CHAINS, COMBOS = (3, 5, 32, 24)
PERFECT = SPINS * ROWS * CHAINS * COMBOS  # where perfect clears begin in it

_HEIGHT, _HIGH, _TOP, _BUMPS, _SQUARES, _TRANSITIONS, _CAVITIES, _OVERHANGS, _COVERED, _WELL = range(10)
_BACK, _CHAINED, _SLOTS, _FAR, _ATTACK = map(place_of, ("back_to_back", "chained", "slots", "far", "attack"))
_PLAIN, _MINI, _FULL, _PERFECT, _WASTED, _TUCKED = map(
    place_of, ("plain", "mini", "full", "perfect", "wasted", "tucked")
)
assert place_of("well") == _WELL

_INNER = ALL & ~(FIRST | LAST)
_FROM_TWO = ALL & ~(FIRST | FIRST << 1)
_TO_TWO = ALL & ~(LAST | LAST >> 1)
_SIDE_BY_SIDE = sum(1 << (BITS - COLUMNS) - (COLUMNS - 1) * y for y in range(WORD_ROWS))  # see `_packed`
# of the columns and the six places behind them: 9 down to 0, so that the last of equals is the least; out of the way
_FROM_THE_RIGHT = np.array([*range(COLUMNS)[::-1]] + [1 << 14] * (COUNT - COLUMNS), np.int16).view(np.int64)
_neighbours = arranged(
    [1, *range(COUNT - 1)]
)  # the one to the left; of the first column the one to the right
_before = arranged(
    [0, *range(COLUMNS - 1), *range(COLUMNS, COUNT)]
)  # the one to the left, where there is one


@lru_cache
def attacks_of(table: AttackTable) -> Words:
    """The rows that every clear sends, at ((perfect, spin, rows) * CHAINS + chain) * COMBOS + combo."""
    shape = (2, SPINS, ROWS, CHAINS, COMBOS)
    result = np.zeros(shape, np.int64)
    for perfect, spin, rows, chain, combo in np.ndindex(shape):
        result[perfect, spin, rows, chain, combo] = table.attack(
            table.clear(rows, spin, chain, combo, perfect=bool(perfect))
        )
    return result.ravel()


@small
def field_value(rows: Words, outline: Words, weights: Numbers, t_known: bool, chain: int) -> float:
    """Return the value of a field to the player who plays on; only the heights of its outline are asked for."""
    heights, top = shorts_at(outline, 0), rows[HEIGHT]
    lowest = least(plus(times(heights, COUNT), shorts_at(_FROM_THE_RIGHT, 0)))
    low, well = lowest // COUNT, COLUMNS - 1 - lowest % COUNT
    level = instead_at(heights, _neighbours(heights), well)  # no step at the well
    steps = minus(level, _before(level))
    words = (top + WORD_ROWS - 1) // WORD_ROWS
    transitions = -2 * (WORD_ROWS * words - top)  # an empty row changes at both walls
    cavities, overhangs, covered, full, above, slot = 0, 0, 0, 0, 0, -1
    for word in range(words - 1, -1, -1):
        cells = rows[word]
        transitions += count_bits(cells ^ (cells >> 1 & ~LAST | LAST)) + count_bits(~cells & FIRST)
        full = full << WORD_ROWS | _packed(full_rows(cells | FIRST << well))
        under = cells | above << BITS - COLUMNS
        under |= under >> COLUMNS
        under |= under >> 2 * COLUMNS
        under |= under >> 4 * COLUMNS
        above = under & FULL_ROW
        holes = under & ~cells
        if holes:
            sky = ALL & ~under
            closed = count_bits(holes & ~_open_beside(sky))
            cavities += closed
            overhangs += count_bits(holes) - closed
            covered += _cover(rows, word, words, holes)
            beside = (holes << 1 | holes >> 1) & sky & _INNER
            if beside:
                slot = max(slot, _best_slot(rows, word, words, beside, sky))
    value: float = (
        weights[_HEIGHT] * top + weights[_HIGH] * max(0, top - HIGH) + weights[_TOP] * max(0, top - TOP)
    )
    value += (
        weights[_BUMPS] * total(larger(steps, minus(_before(level), level)))
        + weights[_SQUARES] * total(times(steps, steps))
        + weights[_TRANSITIONS] * transitions
    )
    value += weights[_CAVITIES] * cavities + weights[_OVERHANGS] * overhangs + weights[_COVERED] * covered
    depth = lowest_bit(~(full >> low))  # the filled rows from the floor of the well on
    value += weights[_WELL] * min(MOST_WELL, depth)
    if slot >= 0:
        value += weights[_SLOTS + slot] * (1.0 if t_known else weights[_FAR])
    return value + weights[_BACK] + weights[_CHAINED] * chain if chain else value


@inlined
def _packed(first: int) -> int:
    """The bits of the first column, side by side: of all copies that a multiplication makes, those of one place."""
    return first * _SIDE_BY_SIDE >> BITS - COLUMNS & (1 << WORD_ROWS) - 1


@inlined
def _open_beside(sky: int) -> int:
    """Return the places where the sky is open over two columns at one side."""
    return sky << 1 & sky << 2 & _FROM_TWO | sky >> 1 & sky >> 2 & _TO_TWO


@inlined
def _cover(rows: Words, word: int, words: int, holes: int) -> int:
    """The filled cells above each of the holes in a word, together."""
    count = 0
    while holes:
        hole = lowest_bit(holes)
        holes &= holes - 1
        x = hole % COLUMNS
        filled = count_bits(rows[word] >> hole & FIRST)
        for above in range(word + 1, words):
            filled += count_bits(rows[above] >> x & FIRST)
        count += min(MOST_COVER, filled)
    return count


@inlined
def _best_slot(rows: Words, word: int, words: int, beside: int, sky: int) -> int:
    """The most rows that a T in a word can clear by a turn under an overhang, -1 where there is no such place.

    Its centre is in the sky, `beside` an empty cell below a filled one.
    """
    cells, above, below = rows[word], 0, 0
    if word < words - 1:
        above = rows[word + 1] << BITS - COLUMNS
    if word:
        below = rows[word - 1] >> BITS - COLUMNS
    above, below = (cells >> COLUMNS | above) & ALL, (cells << COLUMNS | below) & ALL
    places = beside & below << 1 & below >> 1 & ~(below | cells | cells << 1 | cells >> 1)
    left, right = above << 1, above >> 1
    places &= left & ~right & sky >> 1 | right & ~left & sky << 1
    best = -1
    while places:
        place = lowest_bit(places)
        places &= places - 1
        x = place % COLUMNS
        upper, lower = cells >> place - x & FULL_ROW | 7 << x - 1, below >> place - x & FULL_ROW | 1 << x
        best = max(best, (upper == FULL_ROW) + (lower == FULL_ROW))
    return best


@small
def attack_at(spin: int, rows: int, chain: int, combo: int, perfect: bool) -> int:
    """Return where the rows that a clear sends lie in the table of attacks."""
    at = ((spin * ROWS + rows) * CHAINS + min(chain, CHAINS - 1)) * COMBOS + min(combo, COMBOS - 1)
    return at + PERFECT if perfect else at


@inlined
def reward_of(at: int, rows: int, attack: int, perfect: bool, tucked: bool, weights: Numbers) -> float:
    """Return the value of a placement beside the field that it leaves; tucked: it cannot just fall there."""
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
    return value + weights[_TUCKED] if tucked else value
