"""The simplest engine: it looks at what each placement leaves, one piece at a time, in plain Python.

It needs no kernel and no compiling: an opponent for beginners, and the measure that the search is held against.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import pairwise
from typing import NamedTuple, cast

from ai.engine import Advice, Choice, Limit
from ai.tetris.guideline.stacker.weights import DEFAULT, HIGH, MOST_COVER, MOST_WELL, TOP, Weights
from game.advice import Worth
from game.facts import SearchFacts
from game.position import Position
from game.tetris.guideline import State
from game.tetris.guideline.attack import Clear
from game.tetris.guideline.field import COLUMNS, FULL_ROW, Field
from game.tetris.guideline.pieces import T
from game.tetris.guideline.placement import FULL, MINI, NO_SPIN, Placement

# What there is to say about a field, slow and plain; `judgement.py` is the same in kernels and is proved by it.

NO_SLOT = -1


class Features(NamedTuple):
    """Features of a field.

    Height of its highest column and what of it is above 10 and above 15; steps and their squares
    between neighbours but the well; changes from filled to empty along the rows, walls filled; covered empty cells
    that nothing can slide into, and those that something can; filled cells above covered ones; full rows but for the
    well; rows that the best T slot clears, NO_SLOT where there is none.
    """

    height: int
    high: int
    top: int
    bumps: int
    bumps_squared: int
    transitions: int
    cavities: int
    overhangs: int
    covered: int
    well: int
    slot: int


def features_of(field: Field) -> Features:
    """All features of a field."""
    heights = field.heights
    height, well = max(heights), well_of(heights)
    others = [high for x, high in enumerate(heights) if x != well]
    steps = [abs(left - right) for left, right in pairwise(others)]
    overhangs = sum(_open_beside(field, x, y) for x, y in _covered(field))
    return Features(
        height,
        max(0, height - HIGH),
        max(0, height - TOP),
        sum(steps),
        sum(step * step for step in steps),
        sum(_changes(row) for row in field.rows[:height]),
        len(_covered(field)) - overhangs,
        overhangs,
        sum(_cover(field, x, y) for x, y in _covered(field)),
        _well_depth(field, well),
        best_slot(field),
    )


def value_of(features: Features, weights: Weights, chain: int, t_known: bool) -> float:
    """Return the value of a field to the player who plays on, after so many difficult clears in a row."""
    value = sum(
        getattr(weights, name) * getattr(features, name) for name in Features._fields if name != "slot"
    )
    if features.slot != NO_SLOT:
        value += weights.slots[features.slot] * (1.0 if t_known else weights.far)
    return float(value + (weights.back_to_back + weights.chained * chain if chain else 0.0))


def reward_of(field: Field, at: Placement, clear: Clear, attack: int, weights: Weights) -> float:
    """Return the value of a placement beside the field that it leaves; `field` is the one before it."""
    costs = {NO_SPIN: weights.plain, MINI: weights.mini, FULL: weights.full}[at.spin]
    value = weights.attack * attack + costs[clear.rows]
    if clear.perfect:
        value += weights.perfect
    if at.piece == T and (at.spin == NO_SPIN or not clear.rows):
        value += weights.wasted
    return value + (weights.tucked if is_tucked(field, at) else 0.0)


def is_tucked(field: Field, at: Placement) -> bool:
    """Return True if the piece cannot just fall to its place from above."""
    heights = field.heights
    return any(y < heights[x] for x, y in at.cells)


def well_of(heights: tuple[int, ...]) -> int:
    """The lowest column, the last of several."""
    return max(range(COLUMNS), key=lambda x: (-heights[x], x))


def best_slot(field: Field) -> int:
    """The most rows that a T can clear by a turn under an overhang, 0 to 2; NO_SLOT where there is no such place."""
    places = ((x, y) for x in range(1, COLUMNS - 1) for y in range(1, field.height))
    return max((_slot_rows(field, x, y) for x, y in places if _is_slot(field, x, y)), default=NO_SLOT)


def _covered(field: Field) -> list[tuple[int, int]]:
    """The empty cells below a filled one."""
    return [(x, y) for x, high in enumerate(field.heights) for y in range(high) if not field.rows[y] >> x & 1]


def _cover(field: Field, x: int, y: int) -> int:
    above = sum(row >> x & 1 for row in field.rows[y + 1 : field.height])
    return min(MOST_COVER, above)


def _open_beside(field: Field, x: int, y: int) -> bool:
    """Return True if a piece can come into a covered cell from a side: two columns of open sky there."""
    return any(all(_sky(field, x + way * step, y) for step in (1, 2)) for way in (-1, 1))


def _sky(field: Field, x: int, y: int) -> bool:
    """Return True if nothing lies in a cell and above it."""
    return 0 <= x < COLUMNS and field.heights[x] <= y


def _changes(row: int) -> int:
    cells = row << 1 | 1 | 1 << COLUMNS + 1
    return ((cells ^ cells >> 1) & (1 << COLUMNS + 1) - 1).bit_count()


def _well_depth(field: Field, well: int) -> int:
    depth, y = 0, field.heights[well]
    while depth < MOST_WELL and field.rows[y + depth] == FULL_ROW ^ 1 << well:
        depth += 1
    return depth


def _is_slot(field: Field, x: int, y: int) -> bool:
    """Return True if a T pointing down fits with its centre here, under an overhang at one side, open at the other."""
    if any(field.filled(x + dx, y + dy) for dx, dy in ((-1, 0), (0, 0), (1, 0), (0, -1))):
        return False
    if not (field.filled(x - 1, y - 1) and field.filled(x + 1, y - 1)) or not _sky(field, x, y):
        return False
    left, right = field.filled(x - 1, y + 1), field.filled(x + 1, y + 1)
    return (left and not right and _sky(field, x + 1, y)) or (right and not left and _sky(field, x - 1, y))


def _slot_rows(field: Field, x: int, y: int) -> int:
    upper, lower = field.rows[y] | 7 << x - 1, field.rows[y - 1] | 1 << x
    return (upper == FULL_ROW) + (lower == FULL_ROW)


class Greedy:
    """One placement deep. The worth of a choice orders placements."""

    def __init__(self, weights: Weights = DEFAULT, seed: int | None = None) -> None:
        """`seed` is there since every engine takes one; nothing here is left to chance."""
        self.weights = weights

    def think(self, view: Position, limit: Limit) -> Iterator[Advice]:
        """Yield every placement once, best first."""
        state = cast(State, view)
        if state.over:
            yield Advice((), "rule", done=True)
            return
        results = [(self._worth(state, at), at) for at in state.placements]
        results.sort(key=lambda each: (-each[0], each[1]))
        choices = tuple(Choice(str(at), Worth("order", worth)) for worth, at in results)
        facts = SearchFacts(nodes=float(len(results)), depth=1.0)
        yield Advice(choices, "rule", choices[0].worth, True, (facts,))

    def _worth(self, state: State, at: Placement) -> float:
        """Return the value of the placement and the field after it: rows that wait to come up are not looked at."""
        landed = state.field.landed(*at[:4])
        field, rows = landed.cleared(), len(landed.full_rows)
        table, perfect = state.rules.attack, bool(rows) and not field.height
        clear = table.clear(rows, at.spin, state.chain, state.combo, perfect=perfect)
        attack = table.attack(clear)
        after = state.choices[at.piece]
        t_known = T in (after.hold, *after.queue.listed)
        value = value_of(features_of(field), self.weights, clear.next_chain, t_known)
        return value + reward_of(state.field, at, clear, attack, self.weights)
