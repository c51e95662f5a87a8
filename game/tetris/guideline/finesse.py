"""The fewest keys that bring a piece to its place on an empty board, as players count them.

A press moves by one column or to the wall, at will; turns kick off walls; a half turn counts as two keys. Holds and
drops are free. Confirmed by real games of TETR.IO, whose turns reach the same places.
"""

from __future__ import annotations

import heapq
from collections.abc import Iterable, Mapping
from functools import cache
from itertools import count
from typing import Literal

from game.tetris.guideline.field import Field
from game.tetris.guideline.movement import Action, Pose, Reached, Start, fall, spawn, step
from game.tetris.guideline.pieces import CELLS
from game.tetris.guideline.placement import NO_SPIN, Placement
from game.tetris.guideline.spins import SpinRule
from game.tetris.guideline.srs import System

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


# The same on a board as it is: the fewest keys to one placement, over, under and between what lies there.

Key = Literal["left", "left wall", "right", "right wall", "cw", "ccw", "flip", "down", "floor"]
_COSTS: dict[Key, int] = {
    "left": 1, "right": 1, "left wall": 1, "right wall": 1, "cw": 1, "ccw": 1, "flip": 2, "down": 1, "floor": 1
}  # fmt: skip
_ACTIONS: dict[Key, Action] = {
    "left": "left", "right": "right", "left wall": "left", "right wall": "right",
    "cw": "cw", "ccw": "ccw", "flip": "flip", "down": "down", "floor": "down",
}  # fmt: skip
_HELD = ("left wall", "right wall", "floor")


def keys_to(
    field: Field,
    at: Placement,
    system: System = "srs",
    start: Start = "19",
    spins: SpinRule = "t-spins",
    *,
    sonic: bool = False,
) -> tuple[Key, ...] | None:
    """The fewest keys that bring a new piece to a placement, without the hard drop; None where none do.

    A key moves by one column or row, or, held, as far as there is room; a half turn counts as two. `sonic`: with a soft
    drop that is at the floor at once no key moves down by one row. The spin has to be the one asked for.
    """
    pose = spawn(field, at.piece, start)
    if pose is None:
        return None
    goal, number = at.canonical(), count()
    first = Reached(pose, NO_SPIN)
    before: dict[Reached, tuple[Reached, Key] | None] = {}
    waiting: list[tuple[int, int, Reached, tuple[Reached, Key] | None]] = [(0, 0, first, None)]
    while waiting:
        cost, _, here, origin = heapq.heappop(waiting)
        if here in before:
            continue
        before[here] = origin
        end, spin = fall(field, at.piece, here)
        if Placement(at.piece, *end, spin).canonical() == goal:
            return _keys(before, here)
        for key, keys in _COSTS.items():
            after = None if sonic and key == "down" else _pressed(field, at.piece, here, key, system, spins)
            if after is not None:
                heapq.heappush(waiting, (cost + keys, next(number) + 1, after, (here, key)))
    return None


def cost_of(keys: Iterable[Key]) -> int:
    """The number of keys as they are counted: a half turn is two."""
    return sum(_COSTS[key] for key in keys)


def _pressed(
    field: Field, piece: int, here: Reached, key: Key, system: System, spins: SpinRule
) -> Reached | None:
    """The place that a key leads to; None where it does nothing."""
    action = _ACTIONS[key]
    result = step(field, piece, here.pose, action, system, spins)
    while key in _HELD and result is not None:
        further = step(field, piece, result.pose, action, system, spins)
        if further is None:
            break
        result = further
    return None if result is None else Reached(result.pose, result.spin)


def _keys(before: Mapping[Reached, tuple[Reached, Key] | None], to: Reached) -> tuple[Key, ...]:
    """The keys that led to `to`."""
    keys: list[Key] = []
    origin = before[to]
    while origin is not None:
        here, key = origin
        keys.append(key)
        origin = before[here]
    return tuple(reversed(keys))
