"""The question of solution-finder's setup: every set of pieces that fills given cells, and with which queues.

Each piece fills one of the cells that must be filled; the rest of it may lie on the margin. Rows that get full on the
way go, so a piece can lie across them. Pieces that are only a scaffold are looked for where their number is given.
"""

from __future__ import annotations

import operator
from collections import Counter, defaultdict
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field

import numpy as np
from numpy.typing import NDArray

from ai.tetris.guideline.covering import Drawn, Picture, orders_of
from ai.tetris.guideline.perfect_clear import Ways, covered
from ai.tetris.guideline.pictures import Placed
from game.errors import BadInput
from game.tetris.guideline import COLUMNS, Field, System
from game.tetris.guideline.masks import (
    Mask,
    cells_of_mask,
    field_of_mask,
    full_rows,
    mask_of_field,
    row_mask,
    without_rows,
)
from game.tetris.guideline.patterns import Pattern
from game.tetris.guideline.pieces import CANONICAL, CELLS, PIECES
from game.tetris.guideline.target import Target

Filled = tuple[int, Mask]  # a piece and its cells
MOST_SETUPS = 20_000
SLICE = 20  # sets of pieces, some milliseconds


@dataclass(frozen=True)
class Setup:
    """Pieces in one order in which they can be placed, in how many orders they can, and by queue whether it can."""

    placed: tuple[Placed, ...]
    orders: int
    covered: NDArray[np.bool_] = field(compare=False)
    after: Field
    cleared: int
    """The rows that went."""

    @property
    def queues(self) -> int:
        """The number of queues that can build it."""
        return int(self.covered.sum())

    @property
    def pieces(self) -> tuple[int, ...]:
        """Its pieces in that order."""
        return tuple(each.piece for each in self.placed)


class Supply:
    """The pieces that the queues of a pattern behind a held one can give, and which queues can place what is drawn."""

    def __init__(self, pattern: Pattern, hold: int | None, *, holding: bool, combination: bool) -> None:
        """`combination`: also what no queue can place in its order, as if all its pieces were there at once."""
        self.queues = pattern.queues
        self._holding, self.combination = holding, combination
        self._dealt = self.queues if hold is None else np.insert(self.queues, 0, hold, axis=1)
        self._counts = (self._dealt[:, :, None] == np.arange(len(PIECES))).sum(1)
        self._sets = np.unique(self._counts, axis=0).tolist()
        self.each = tuple(self._counts.max(0).tolist())
        """The most of each piece."""
        self.length = self._dealt.shape[1]

    def allows(self, pieces: Sequence[int]) -> bool:
        """Return True if some queue has all of these pieces."""
        need = [0] * len(PIECES)
        for piece in pieces:
            need[piece] += 1
        return any(all(map(operator.ge, each, need)) for each in self._sets)

    def covered(self, ways: Ways, count: int) -> NDArray[np.bool_]:
        """By queue whether it can place so many pieces in one of these ways."""
        if self.length < count:
            return np.zeros(len(self.queues), np.bool_)
        return covered(ways, self._dealt[:, : count + self._holding], holding=self._holding).solved


def built(picture: Picture, supply: Supply) -> Setup | None:
    """The setup of a picture; None where it cannot be built, or none of the queues can."""
    order = picture.order
    if order is None:
        return None
    placed = tuple(
        Placed(picture.placed[number][0], cells_of_mask(picture.placed[number][1])) for number in order
    )
    last = None if picture.last is None else len(placed) - 1
    ways = orders_of(Drawn(field_of_mask(picture.start), placed), picture.system, last)
    queues = supply.covered(ways, len(placed))
    if not (queues.any() or supply.combination):
        return None
    standing = picture.standing((1 << len(placed)) - 1)
    gone = full_rows(standing)
    return Setup(placed, orders_in(ways), queues, field_of_mask(without_rows(standing, gone)), len(gone))


def orders_in(ways: Ways) -> int:
    """The number of orders: ways from the start to the end."""
    counts = [1] + [0] * (len(ways.used) - 1)
    for node in range(len(ways.used)):
        for after in ways.edges[ways.starts[node] : ways.starts[node + 1], 0].tolist():
            counts[after] += counts[node]
    return sum(counts[int(ways.begins[-1]) :])


# -- pieces on cells --


def placements_within(
    start: Mask, allowed: Mask, supply: Sequence[int], *, across: bool = False
) -> tuple[Filled, ...]:
    """Every piece of the supply on allowed cells; `across`: also across rows that can be full before it comes."""
    height = -(-allowed.bit_length() // COLUMNS)
    can_go = set(full_rows(start | allowed)) if across else set()
    results = dict[Filled, None]()
    for piece, most in enumerate(supply):
        for cells in _forms(piece) if most else ():
            for rows in _stretched(len({y for _, y in cells}), height, can_go):
                for x in range(COLUMNS - max(dx for dx, _ in cells)):
                    mask = sum(1 << COLUMNS * rows[dy] + x + dx for dx, dy in cells)
                    if not mask & ~allowed:
                        results[piece, mask] = None
    return tuple(results)


def _forms(piece: int) -> Iterator[tuple[tuple[int, int], ...]]:
    """The different cells of a piece, from its own left column and bottom row on."""
    for orientation in range(4):
        if CANONICAL[piece][orientation][0] == orientation:
            cells = CELLS[piece][orientation]
            left, bottom = min(x for x, _ in cells), min(y for _, y in cells)
            yield tuple((x - left, y - bottom) for x, y in cells)


def _stretched(count: int, height: int, can_go: set[int]) -> Iterator[tuple[int, ...]]:
    """So many rows from the bottom one on, with rows between them only where these can go."""

    def above(rows: tuple[int, ...]) -> Iterator[tuple[int, ...]]:
        if len(rows) == count:
            yield rows
            return
        y = rows[-1] + 1
        while y < height:
            yield from above((*rows, y))
            if y not in can_go:
                return
            y += 1

    for bottom in range(height):
        yield from above((bottom,))


def fillings(
    fill: Mask, within: Sequence[Filled], supply: Sequence[int], most: int
) -> Iterator[tuple[Filled, ...]]:
    """Every set of at most so many pieces that fills all cells of `fill`, each of them at least one."""
    covering = defaultdict[Mask, list[Filled]](list)
    for piece, mask in within:
        rest = mask & fill
        while rest:
            covering[rest & -rest].append((piece, mask))
            rest &= rest - 1

    def rest_of(missing: Mask, used: Mask, left: tuple[int, ...], most: int) -> Iterator[tuple[Filled, ...]]:
        if not missing:
            yield ()
            return
        if 4 * most < missing.bit_count():
            return
        for piece, mask in covering[missing & -missing]:
            if left[piece] and not mask & used:
                fewer = (*left[:piece], left[piece] - 1, *left[piece + 1 :])
                for more in rest_of(missing & ~mask, used | mask, fewer, most - 1):
                    yield ((piece, mask), *more)

    yield from rest_of(fill, 0, tuple(supply), most)


# -- setups --


def setups(
    target: Target,
    supply: Supply,
    system: System = "srs",
    pieces: int | None = None,
    *,
    across: bool = False,
) -> Iterator[Setup | None]:
    """Every setup, None now and then while none comes: with pieces that all fill cells, or with so many of them.

    `across`: also with pieces that lie across rows which go before them. Raises `BadInput` for too many setups.
    """
    start = mask_of_field(target.field)
    within = placements_within(start, target.fill | target.margin, supply.each, across=across)
    beside = [each for each in within if not each[1] & target.fill]
    most = supply.length if pieces is None else min(pieces, supply.length)
    count = 0
    for looked, filled in enumerate(fillings(target.fill, within, supply.each, most)):
        if looked % SLICE == 0:
            yield None
        if pieces is not None and len(filled) < pieces:
            sets: Iterator[tuple[Filled, ...]] = _with_more(filled, beside, pieces, supply)
        else:
            sets = iter((filled,))
        for some in sets:
            if not supply.allows([piece for piece, _ in some]):
                continue
            setup = built(Picture(start, some, system), supply)
            if setup is not None:
                count += 1
                if count > MOST_SETUPS:
                    raise BadInput(
                        f"over {MOST_SETUPS:,} setups are too many; ask for fewer cells or a narrower pattern"
                    )
                yield setup


def _with_more(
    filled: tuple[Filled, ...], beside: Sequence[Filled], pieces: int, supply: Supply
) -> Iterator[tuple[Filled, ...]]:
    """The same pieces and so many others that only lie on the margin."""
    if len(filled) == pieces:
        yield filled
        return
    used, counts = 0, Counter(piece for piece, _ in filled)
    for _, mask in filled:
        used |= mask
    for number, (piece, mask) in enumerate(beside):
        if not mask & used and counts[piece] < supply.each[piece]:
            yield from _with_more((*filled, (piece, mask)), beside[number + 1 :], pieces, supply)


def holes_in(cells: Mask, *, strict: bool) -> Mask:
    """The empty cells with a filled one somewhere above, or, if strict, those that are shut in on all sides."""
    height = -(-cells.bit_length() // COLUMNS)
    empty = ((1 << COLUMNS * (height + 1)) - 1) & ~cells
    if not strict:
        covered_cells, above = 0, 0
        for y in reversed(range(height)):
            covered_cells |= (above << COLUMNS * y) & empty
            above |= cells >> COLUMNS * y & row_mask(0)
        return covered_cells
    open_cells = row_mask(height)
    left, right = (sum(1 << COLUMNS * y + x for y in range(height + 1)) for x in (0, COLUMNS - 1))
    while True:
        more = open_cells | (open_cells & ~right) << 1 | (open_cells & ~left) >> 1
        more = (more | more << COLUMNS | more >> COLUMNS) & empty
        if more == open_cells:
            return empty & ~open_cells
        open_cells = more
