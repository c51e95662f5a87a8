"""The facts of a placement, counted cell by cell: what every sentence about a placement is held against."""

from __future__ import annotations

from random import Random
from typing import NamedTuple

from game.tetris.guideline import Field, Placement, State

Cell = tuple[int, int]


class Count(NamedTuple):
    """Cells (column, row of the field before) that a placement covers, opens and fills, and what it leaves."""

    covered: set[Cell]
    opened: set[Cell]
    filled: set[Cell]
    left: int
    height: int


def count(field: Field, at: Placement) -> Count:
    """Follow every cell of the field through the placement and the clear."""
    rows = [[((x, y), field.filled(x, y)) for x in range(10)] for y in range(40)]
    before = _under(rows)
    for x, y in at.cells:
        rows[y][x] = ((x, y), True)
    rows = [row for row in rows if not all(full for _, full in row)]
    after = _under(rows)
    filled = before & set(at.cells)
    height = max((y + 1 for y, row in enumerate(rows) if any(full for _, full in row)), default=0)
    return Count(after - before, before - after - filled, filled, len(after), height)


def _under(rows: list[list[tuple[Cell, bool]]]) -> set[Cell]:
    results: set[Cell] = set()
    for x in range(10):
        above = False
        for row in reversed(rows):
            cell, full = row[x]
            if above and not full:
                results.add(cell)
            above = above or full
    return results


def some_state(seed: int) -> State:
    """A position with overhangs, columns to be filled, and rows that can be cleared."""
    random = Random(seed)
    rows, left = list[int](), random.randrange(7)
    for _ in range(random.randint(2, 5)):
        left = min(9, max(0, left + random.choice((-2, -1, 0, 0, 1, 2))))
        gap = (1 << random.randint(1, 4)) - 1 << left
        rows.append((0x3FF & ~gap) or 0x1FE)
    waiting = random.choice(("", "", "+4", "+2+1"))
    return State.open({"board": Field.of(rows).short, "queue": f"seven_bag:{seed}", "garbage": f"7{waiting}"})
