"""The fewest keys that bring a piece to its place on an empty board, as players count them.

A press moves by one column or to the wall, at will; turns kick off walls; a half turn counts as two keys. Holds and
drops are free. Confirmed by real games of TETR.IO, whose turns reach the same places.
"""

from __future__ import annotations

import heapq
from collections.abc import Iterable
from functools import cache

from game.tetris.guideline.field import Field
from game.tetris.guideline.movement import Action, Pose, spawn, step
from game.tetris.guideline.pieces import CELLS

_Shape = frozenset[tuple[int, int]]
_TURNS: tuple[tuple[Action, int], ...] = (("cw", 1), ("ccw", 1), ("flip", 2))
_SHIFTS: tuple[Action, ...] = ("left", "right")


@cache
def fewest_keys(piece: int) -> dict[_Shape, int]:
    """By the cells of a placement, lowered to row 0: the fewest keys that lead there. `piece` is 0 to 6."""
    empty, costs = Field.empty(), dict[Pose, int]()
    start = spawn(empty, piece)
    assert start is not None
    waiting = [(0, start)]
    while waiting:
        cost, pose = heapq.heappop(waiting)
        if pose in costs:
            continue
        costs[pose] = cost
        for shift in _SHIFTS:
            near = wall = step(empty, piece, pose, shift)
            while wall is not None and (further := step(empty, piece, wall.pose, shift)) is not None:
                wall = further
            for reached in (near, wall):
                if reached is not None:
                    heapq.heappush(waiting, (cost + 1, reached.pose))
        for turn, keys in _TURNS:
            turned = step(empty, piece, pose, turn, "srs+")
            if turned is not None:
                heapq.heappush(waiting, (cost + keys, turned.pose._replace(y=start.y)))
    results: dict[_Shape, int] = {}
    for (orientation, x, _), cost in costs.items():
        shape = lowered((x + dx, dy) for dx, dy in CELLS[piece][orientation])
        results[shape] = min(cost, results.get(shape, cost))
    return results


def lowered(cells: Iterable[tuple[int, int]]) -> _Shape:
    """Cells (column, row) with the lowest in row 0."""
    listed = list(cells)
    low = min(y for _, y in listed)
    return frozenset((x, y - low) for x, y in listed)
