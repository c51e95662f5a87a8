"""The way of a piece from its start to where it locks: where it stands at each moment, and as a dotted line."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from itertools import pairwise
from math import inf
from typing import NamedTuple, cast, get_args

from game.tetris.guideline import Field, Placement, spawn
from game.tetris.guideline.movement import Action, Pose, step
from game.tetris.guideline.rules import Rules
from gui.drawing.canvas import Canvas
from gui.tetris.guideline.geometry import SeatGeometry

_DROP = 4.0  # how long a drop takes, a turn or a step to the side being 1 …
_SINK = 0.4  # … and a single row of soft drop
_STEP, _SIZE = 6.0, 2.0  # units between the dots of a way, and their side
_CLEAR = 0.9  # cells around both ends that stay free of dots


_ACTIONS = frozenset(get_args(Action))


class Stand(NamedTuple):
    """A piece on its way: its placement, how long it took to get there, and whether it fell there."""

    at: Placement
    cost: float
    fell: bool


@lru_cache(maxsize=16)  # every frame asks for the same one
def way_of(field: Field, goal: Placement, inputs: tuple[str, ...], table: Rules) -> tuple[Stand, ...]:
    """Where the piece of `goal` stands after each input, its start first; empty where they do not lead there.

    Inputs are named as `movement.path` does. The last one is `drop`.
    """
    start = spawn(field, goal.piece, table.start)
    if start is None or not inputs:
        return ()
    pose, way = start, [Stand(Placement(goal.piece, *start), 0.0, fell=False)]
    for each in inputs:
        if each == "drop":
            after: Pose | None = pose._replace(y=field.drop(goal.piece, *pose))
        else:
            found = each in _ACTIONS and step(field, goal.piece, pose, cast(Action, each), table.kicks)
            after = found.pose if found else None
        if after is None:
            return ()
        if after != pose:
            cost = {"drop": _DROP, "down": _SINK}.get(each, 1.0)
            way.append(Stand(Placement(goal.piece, *after), cost, each in ("drop", "down")))
        pose = after
    reached = Placement(goal.piece, *pose, goal.spin)
    return tuple(way) if reached.canonical() == goal.canonical() else ()


def cost_of(way: Sequence[Stand]) -> float:
    """How long a way is, a turn or a step to the side being 1."""
    return sum(stand.cost for stand in way)


def on_the_way(way: Sequence[Stand], share: float) -> tuple[Placement, float]:
    """Where the piece is after a share (0 to 1) of its way, and how many rows above that: it falls evenly."""
    left = share * cost_of(way) if share < 1 else inf
    for before, after in pairwise(way):
        if left < after.cost:
            if not after.fell:
                return before.at, 0.0
            return after.at, (before.at.y - after.at.y) * (1 - left / after.cost)
        left -= after.cost
    return way[-1].at, 0.0


def draw_way(canvas: Canvas, geometry: SeatGeometry, way: Sequence[Stand]) -> None:
    """The way as a dotted line from middle to middle of the piece, in the kibitzer's colour."""
    if len(way) < 2:
        return
    colour, free = canvas.theme.colour.amber_line, _CLEAR * geometry.cell
    middles = [geometry.middle(stand.at.x, stand.at.y) for stand in way]
    first, last = middles[0], middles[-1]
    beyond = _STEP
    for (x0, y0), (x1, y1) in pairwise(middles):
        length = ((x1 - x0) ** 2 + (y1 - y0) ** 2) ** 0.5
        while beyond <= length:
            x, y = x0 + (x1 - x0) * beyond / length, y0 + (y1 - y0) * beyond / length
            if all(max(abs(x - a), abs(y - b)) > free for a, b in (first, last)):
                canvas.dots((x, y), (x, y), colour, _STEP, _SIZE)
            beyond += _STEP
        beyond -= length
