"""The question of solution-finder's cover: with which queues pieces can be put exactly where a drawing has them.

In any order: rows that are filled on the way go, and each piece must be able to get to its place when it comes.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from ai.tetris.guideline.kernels.clears import USED_BITS
from ai.tetris.guideline.moves import placements
from ai.tetris.guideline.perfect_clear import Ways, covered
from ai.tetris.guideline.pictures import Placed
from game.errors import BadInput
from game.tetris.guideline import COLUMNS, Field, Placement, System
from game.tetris.guideline.field import ROWS
from game.tetris.guideline.fumen import Page
from game.words import counted

MOST_PIECES = 12  # of a drawing: every set of them may be looked at


class Drawn(NamedTuple):
    """A field, and the pieces that are to be put on it, at rows that it has at first."""

    field: Field
    placed: tuple[Placed, ...]


def drawn_on(pages: Sequence[Page]) -> Drawn:
    """The pieces that a fumen places page after page; what is drawn on the first page is there. Raises `BadInput`."""
    field = pages[0].drawing.cleared().field
    rows, now, placed = list(range(ROWS)), field, list[Placed]()
    for page in pages:
        if page.placement is None or not page.lock:
            continue
        at = page.placement
        if not now.fits(*at[:4]):
            raise BadInput(f"page {pages.index(page) + 1} puts its piece where there are cells")
        placed.append(Placed(at.piece, tuple(sorted((x, rows[y]) for x, y in at.cells))))
        landed = now.landed(*at[:4])
        rows = [row for y, row in enumerate(rows) if y not in landed.full_rows]
        rows += [ROWS + len(placed)] * (ROWS - len(rows))
        now = landed.cleared()
    if not placed:
        raise BadInput("this fumen places no piece; for a cover each page has one piece that locks")
    if len(placed) > MOST_PIECES:
        raise BadInput(
            f"this fumen places {counted(len(placed), 'piece')}; {MOST_PIECES} at most can be covered"
        )
    return Drawn(field, tuple(placed))


def cover(
    drawn: Drawn, queues: NDArray[np.int8], system: System = "srs", *, holding: bool = True
) -> NDArray[np.bool_]:
    """By queue [number, letter] whether all the pieces can be put where they are drawn."""
    if queues.shape[1] < len(drawn.placed):
        return np.zeros(len(queues), np.bool_)
    return covered(orders_of(drawn, system), queues[:, : len(drawn.placed) + holding], holding=holding).solved


def orders_of(drawn: Drawn, system: System = "srs") -> Ways:
    """Every order in which the pieces can be placed, as a graph of the sets of them that lie."""
    numbers, levels = {0: 0}, [[0]]
    edges = list[list[tuple[int, int]]]()
    for _ in drawn.placed:
        then = list[int]()
        for lying in levels[-1]:
            edges.append([])
            rows = _Rows(drawn, lying)
            for number, each in enumerate(drawn.placed):
                if lying >> number & 1 or not rows.can_place(each, system):
                    continue
                after = lying | 1 << number
                if after not in numbers:
                    numbers[after] = len(numbers)
                    then.append(after)
                edges[-1].append((numbers[after], each.piece))
        levels.append(then)
    edges += [[] for _ in levels[-1]]
    used = [
        sum(1 << USED_BITS * each.piece for number, each in enumerate(drawn.placed) if lying >> number & 1)
        for lying in numbers
    ]
    begins = np.cumsum([0, *(len(level) for level in levels[:-1])])
    starts = np.cumsum([0, *map(len, edges)])
    flat = [edge for each in edges for edge in each]
    if not levels[-1]:
        starts = np.zeros(1, np.int64)
    return Ways(
        starts.astype(np.int64),
        np.array(flat, np.int64).reshape(-1, 2),
        begins.astype(np.int64),
        np.array(used, np.int64),
    )


class _Rows:
    """The field with some of the pieces placed, and where its rows were at first."""

    def __init__(self, drawn: Drawn, lying: int) -> None:
        height = ROWS + len(drawn.placed)
        cells = [*drawn.field.rows, *[0] * (height - ROWS)]
        for number, (_, placed) in enumerate(drawn.placed):
            for x, y in placed if lying >> number & 1 else ():
                cells[y] |= 1 << x
        left = [y for y in range(height) if cells[y] != (1 << COLUMNS) - 1]
        self._field = Field.of([cells[y] for y in left[:ROWS]])
        self._now = {y: number for number, y in enumerate(left)}

    def can_place(self, placed: Placed, system: System) -> bool:
        """Return True if the piece can be put there now."""
        cells = frozenset((x, self._now[y]) for x, y in placed.cells)
        field = self._field
        rests = any(y == 0 or field.filled(x, y - 1) for x, y in cells)
        if not rests or any(field.filled(x, y) for x, y in cells):
            return False
        return any(frozenset(at.cells) == cells for at in placements(field, placed.piece, system))


def way_of(field: Field, placed: Sequence[Placed], system: System = "srs") -> tuple[Placement, ...]:
    """The placements of pieces in this order, at the rows that there are when each is placed. Raises `BadInput`."""
    rows, way = list(range(ROWS)), list[Placement]()
    for each in placed:
        cells = frozenset((x, rows.index(y)) for x, y in each.cells)
        at = next((at for at in placements(field, each.piece, system) if frozenset(at.cells) == cells), None)
        if at is None:
            raise BadInput("these pieces cannot be placed in this order")
        way.append(at)
        landed = field.landed(*at[:4])
        rows = [row for y, row in enumerate(rows) if y not in landed.full_rows]
        field = landed.cleared()
    return tuple(way)
