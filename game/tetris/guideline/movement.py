"""Steps of a falling piece, and the places where it can lock: the slow rules that everything fast is held to.

A placement is **reachable** from the start position by single shifts, single rows of soft drop and turns with
kicks, as many as it takes. It locks where it cannot move down. Under `20g` a piece is on the floor at once after
its start and after each action; under `0g` it falls only when it is told to.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Iterable, Iterator, Mapping
from functools import lru_cache
from typing import Literal, NamedTuple, get_args

from game.errors import BadInput
from game.tetris.guideline.field import COLUMNS, VISIBLE, Field
from game.tetris.guideline.pieces import NORTH
from game.tetris.guideline.placement import NO_SPIN, Placement
from game.tetris.guideline.spins import SpinRule, spin_of
from game.tetris.guideline.srs import KICKS, LAST_KICK, System

Action = Literal["left", "right", "cw", "ccw", "flip", "down"]
Input = Literal["left", "right", "cw", "ccw", "flip", "down", "drop"]
Gravity = Literal["0g", "20g"]
Start = Literal["19", "21"]
ACTIONS: tuple[Action, ...] = get_args(Action)
GRAVITIES: tuple[Gravity, ...] = get_args(Gravity)
STARTS: tuple[Start, ...] = get_args(Start)

START_COLUMN = 4
TURNS: dict[str, int] = {"cw": 1, "flip": 2, "ccw": 3}
SHIFTS: dict[str, tuple[int, int]] = {"left": (-1, 0), "right": (1, 0), "down": (0, -1)}
# up to this height of the stack, every orientation can be taken to every column right where pieces start
OPEN_SKY = 16
CLEAR = 3  # rows above the stack in which a centre is free of it, whatever the orientation, as are the corners around


class Pose(NamedTuple):
    """Pose of a falling piece: its orientation, and the column and row of its centre."""

    orientation: int
    x: int
    y: int


class Step(NamedTuple):
    """Result of an action: the pose, the index of the kick that a turn took, and the spin that it earned."""

    pose: Pose
    kick: int | None = None
    spin: int = NO_SPIN


class Reached(NamedTuple):
    """A pose and the spin with which the piece came there."""

    pose: Pose
    spin: int


Origins = Mapping[Reached, tuple[Reached, Action] | None]


def start_of(name: str) -> Start:
    """The rule of the start position with this name. Raises `BadInput`."""
    for start in STARTS:
        if start == name:
            return start
    raise BadInput(f"unknown start row {name[:20]!r}; known: {', '.join(STARTS)}")


def gravity_of(name: str) -> Gravity:
    """The gravity with this name. Raises `BadInput`."""
    for gravity in GRAVITIES:
        if gravity == name:
            return gravity
    raise BadInput(f"unknown gravity {name[:20]!r}; known: {', '.join(GRAVITIES)}")


def spawn(field: Field, piece: int, start: Start = "19") -> Pose | None:
    """Return the pose of a new piece; None where it is blocked, which ends the game.

    `19`: centre in row 19, or in row 20 where that is blocked. `21`: in row 21, and down a row if that is free.
    """
    high, low = (Pose(NORTH, START_COLUMN, y) for y in ((20, 19) if start == "19" else (21, 20)))
    if start == "21" and not field.fits(piece, *high):
        return None
    return next((pose for pose in (low, high) if field.fits(piece, *pose)), None)


def step(
    field: Field, piece: int, pose: Pose, action: Action, system: System = "srs", spins: SpinRule = "t-spins"
) -> Step | None:
    """Return the result of one action from a pose in which the piece fits; None where it does nothing."""
    orientation, x, y = pose
    if action in SHIFTS:
        dx, dy = SHIFTS[action]
        moved = Pose(orientation, x + dx, y + dy)
        return Step(moved) if field.fits(piece, *moved) else None
    turned = (orientation + TURNS[action]) % 4
    for index, (dx, dy) in enumerate(KICKS[system][piece].get((orientation, turned), ())):
        if field.fits(piece, turned, x + dx, y + dy):
            after = Pose(turned, x + dx, y + dy)
            last = index == LAST_KICK and action != "flip"
            return Step(after, index, spin_of(field, piece, after, last, spins))
    return None


def tests_of(piece: int, pose: Pose, action: Action, system: System) -> tuple[Pose, ...]:
    """The poses that a turn tries one after the other, the first that fits being taken; none for another action."""
    if action in SHIFTS:
        return ()
    turned = (pose.orientation + TURNS[action]) % 4
    kicks = KICKS[system][piece].get((pose.orientation, turned), ())
    return tuple(Pose(turned, pose.x + dx, pose.y + dy) for dx, dy in kicks)


def fall(field: Field, piece: int, at: Reached) -> Reached:
    """Return the end of a hard drop from `at`; falling by a row or more takes the spin away."""
    y = field.drop(piece, *at.pose)
    return at if y == at.pose.y else Reached(at.pose._replace(y=y), NO_SPIN)


@lru_cache(maxsize=16)  # whoever asks for a way soon asks for another on the same field
def explore(
    field: Field,
    piece: int,
    system: System = "srs",
    start: Start = "19",
    gravity: Gravity = "0g",
    spins: SpinRule = "t-spins",
) -> Origins:
    """All that a hand can reach, nearest first, each with what was before it; empty where the start is blocked.

    Nearest is by the number of actions, a row of soft drop being one. Under `20g` all of it is on the floor.
    """
    pose = spawn(field, piece, start)
    return {} if pose is None else explore_from(field, piece, pose, system, gravity, spins)


def explore_from(
    field: Field,
    piece: int,
    pose: Pose,
    system: System = "srs",
    gravity: Gravity = "0g",
    spins: SpinRule = "t-spins",
) -> Origins:
    """`explore` for a piece that is under way and has come to `pose`, in which it fits."""
    return _explore_from(field, piece, [pose], system, gravity, spins)


def _explore_from(
    field: Field, piece: int, poses: Iterable[Pose], system: System, gravity: Gravity, spins: SpinRule
) -> Origins:
    origins: dict[Reached, tuple[Reached, Action] | None] = {}
    for pose in poses:
        first = Reached(pose, NO_SPIN)
        origins[fall(field, piece, first) if gravity == "20g" else first] = None
    waiting = deque(origins)
    while waiting:
        at = waiting.popleft()
        for action in ACTIONS:
            result = step(field, piece, at.pose, action, system, spins)
            if result is None:
                continue
            after = Reached(result.pose, result.spin)
            after = fall(field, piece, after) if gravity == "20g" else after
            if after not in origins:
                origins[after] = at, action
                waiting.append(after)
    return origins


@lru_cache(maxsize=64)  # a position is asked again and again for the same: legal moves, a hint, a check
def reachable(
    field: Field,
    piece: int,
    system: System = "srs",
    start: Start = "19",
    gravity: Gravity = "0g",
    spins: SpinRule = "t-spins",
) -> tuple[Placement, ...]:
    """Every placement in which the piece can lock, each (cells, spin) once in canonical form, sorted.

    Placements with all four cells above the visible rows end the game and are not listed.
    """
    if gravity == "0g" and field.height <= OPEN_SKY:
        reached = _explore_from(field, piece, _below_the_sky(field, piece), system, gravity, spins)
    else:
        reached = explore(field, piece, system, start, gravity, spins)
    placements = {
        Placement(piece, *pose, spin).canonical()
        for pose, spin in reached
        if not field.fits(piece, pose.orientation, pose.x, pose.y - 1)
    }
    return tuple(sorted(at for at in placements if not locks_out(at)))


def _below_the_sky(field: Field, piece: int) -> Iterator[Pose]:
    """Yield the poses right above the stack, in the open: any orientation, any column, turned into without a kick.

    From there it reaches all that it does from its start, in a third of the steps.
    """
    for orientation in range(4):
        for x in range(COLUMNS):
            pose = Pose(orientation, x, min(20, field.height + CLEAR))
            if field.fits(piece, *pose):
                yield pose


def locks_out(at: Placement) -> bool:
    """Return True if a piece that locks here ends the game: none of its cells is in the visible rows."""
    return all(y >= VISIBLE for _, y in at.cells)


def can_reach(
    field: Field,
    at: Placement,
    system: System = "srs",
    start: Start = "19",
    gravity: Gravity = "0g",
    spins: SpinRule = "t-spins",
) -> bool:
    """Return True if `at` is among the reachable placements, in any of its forms.

    A plain drop below an open sky is answered at once: up there every orientation can go to every column.
    """
    if gravity == "0g" and at.spin == NO_SPIN and field.height <= OPEN_SKY:
        sky = Pose(at.orientation, at.x, 19)
        if field.fits(at.piece, *sky) and field.drop(at.piece, *sky) == at.y:
            return True
    return at.canonical() in reachable(field, at.piece, system, start, gravity, spins)


def path(
    field: Field,
    at: Placement,
    system: System = "srs",
    start: Start = "19",
    gravity: Gravity = "0g",
    spins: SpinRule = "t-spins",
) -> tuple[Input, ...] | None:
    """The fewest inputs that lock the piece there, the hard drop `drop` at the end; None if it cannot be done.

    A `down` is one row of soft drop. Equal forms count as one; the spin has to be the one asked for.
    """
    return _path(field, at, explore(field, at.piece, system, start, gravity, spins))


def path_from(
    field: Field,
    at: Placement,
    pose: Pose,
    system: System = "srs",
    gravity: Gravity = "0g",
    spins: SpinRule = "t-spins",
) -> tuple[Input, ...] | None:
    """`path` for a piece that is under way and has come to `pose`."""
    return _path(field, at, explore_from(field, at.piece, pose, system, gravity, spins))


def _path(field: Field, at: Placement, origins: Origins) -> tuple[Input, ...] | None:
    """The fewest inputs within `origins` that lock the piece there."""
    goal = at.canonical()
    for reached in origins:
        pose, spin = fall(field, at.piece, reached)
        if Placement(at.piece, *pose, spin).canonical() == goal:
            return (*_actions(origins, reached), "drop")
    return None


def _actions(origins: Origins, to: Reached) -> tuple[Action, ...]:
    """The actions from the start to `to`."""
    taken: list[Action] = []
    origin = origins[to]
    while origin is not None:
        before, action = origin
        taken.append(action)
        origin = origins[before]
    return tuple(reversed(taken))
