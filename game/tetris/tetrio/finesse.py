"""The fewest keys that bring a piece to its place on an empty board: what TETR.IO counts as perfect finesse.

A press moves by one column or to the wall, at will; turns kick off walls; a half turn counts as two keys. Holds and
drops are free. Confirmed by real games.

Apart from `engine`: it knows nothing of boards and time.
"""

from __future__ import annotations

import heapq
from functools import cache

from game.tetris.tetrio.shapes import COLUMNS, KICKS, SHAPES

_Shape = frozenset[tuple[int, int]]
SPAWN_X = 4


@cache
def fewest_keys(piece: int) -> dict[_Shape, int]:
    """By the cells of a placement, lowered to row 0: the fewest keys that lead there."""
    costs: dict[tuple[int, int], int] = {}
    waiting = [(0, SPAWN_X, 0)]
    while waiting:
        cost, x, turned = heapq.heappop(waiting)
        if (x, turned) in costs:
            continue
        costs[x, turned] = cost
        for side in (-1, 1):
            if _inside(piece, turned, x + side):
                wall = x + side
                while _inside(piece, turned, wall + side):
                    wall += side
                heapq.heappush(waiting, (cost + 1, x + side, turned))
                heapq.heappush(waiting, (cost + 1, wall, turned))
        for quarters, keys in ((1, 1), (3, 1), (2, 2)):
            to = (turned + quarters) % 4
            for dx, _ in KICKS[piece][turned, to]:
                if _inside(piece, to, x + dx):
                    heapq.heappush(waiting, (cost + keys, x + dx, to))
                    break
    found: dict[_Shape, int] = {}
    for (x, turned), cost in costs.items():
        shape = lowered([(x + dx, dy) for dx, dy in SHAPES[piece][turned]])
        found[shape] = min(cost, found.get(shape, cost))
    return found


def lowered(cells: list[tuple[int, int]]) -> _Shape:
    """Cells (column, row) with the lowest in row 0."""
    low = min(y for _, y in cells)
    return frozenset((x, y - low) for x, y in cells)


def _inside(piece: int, turned: int, x: int) -> bool:
    return all(0 <= x + dx < COLUMNS for dx, _ in SHAPES[piece][turned])
