"""The visible state of one seat, piece by piece or in real time."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from functools import lru_cache
from math import inf
from typing import NamedTuple, cast, get_args

from game.advice import Choice
from game.tetris.guideline import Field, Landing, Placement, State, spawn
from game.tetris.guideline.field import NO_PAINT, Paint
from game.tetris.guideline.movement import Action, Pose, Start, step, tests_of
from game.tetris.guideline.real_time import Seat
from game.tetris.guideline.rules import Rules
from gui.games.well import firmness

# The way of a piece from its start to where it locks.

_DROP = 4.0  # how long a drop takes, a turn or a step to the side being 1 …
_SINK = 0.4  # … and a single row of soft drop
_SLOW = {"drop": 3.0, "down": 0.15}  # the same where a piece is shown slowly …
_TURN, _TEST = 1.5, 3.0  # … a turn whose first test fits, and each test of another one
_ACTIONS = frozenset(get_args(Action))


class FallingPiece(NamedTuple):
    """A piece on its way: its placement, how long it took to get there, and whether it fell there.

    `test` is the number of the test of a turn that put it there, and 0 where that was the first one. Where it is
    `blocked` that test failed, and the piece did not go there.
    """

    at: Placement
    cost: float
    fell: bool
    test: int = 0
    blocked: bool = False


@lru_cache(maxsize=16)  # every frame asks for the same one
def way_of(
    field: Field, goal: Placement, inputs: tuple[str, ...], table: Rules, *, slow: bool = False
) -> tuple[FallingPiece, ...]:
    """Return the pose of the piece at its start and after each input; empty if they do not lead to `goal`.

    Inputs are named as `movement.path` does. The last one is `drop`. A `slow` way has the tests of its turns, too.
    """
    start = spawn(field, goal.piece, table.start)
    if start is None or not inputs:
        return ()
    pose, way = start, [FallingPiece(Placement(goal.piece, *start), 0.0, fell=False)]
    for each in inputs:
        if each == "drop":
            after: Pose | None = pose._replace(y=field.drop(goal.piece, *pose))
        else:
            result = each in _ACTIONS and step(
                field, goal.piece, pose, cast(Action, each), table.kicks, table.spins
            )
            after = result.pose if result else None
        if after is None:
            return ()
        if after != pose:
            if slow:
                way += _tried(field, goal.piece, pose, after, each, table)
            else:
                cost = {"drop": _DROP, "down": _SINK}.get(each, 1.0)
                way.append(FallingPiece(Placement(goal.piece, *after), cost, each in ("drop", "down")))
        pose = after
    reached = Placement(goal.piece, *pose, goal.spin)
    return tuple(way) if reached.canonical() == goal.canonical() else ()


def _tried(
    field: Field, piece: int, pose: Pose, after: Pose, action: str, table: Rules
) -> Iterator[FallingPiece]:
    """An input that is shown slowly: the tests of a turn up to the one that fits, or a single step."""
    tests = tests_of(piece, pose, cast(Action, action), table.kicks) if action in _ACTIONS else ()
    if not tests or tests[0] == after:
        cost = _TURN if tests else _SLOW.get(action, 1.0)
        yield FallingPiece(Placement(piece, *after), cost, action in _SLOW)
        return
    for number, test in enumerate(tests[: tests.index(after) + 1], 1):
        yield FallingPiece(
            Placement(piece, *test), _TEST, fell=False, test=number, blocked=not field.fits(piece, *test)
        )


def cost_of(way: Sequence[FallingPiece]) -> float:
    """Return the length of a way, as time: a turn or a step to the side takes 1."""
    return sum(stand.cost for stand in way)


def on_the_way(way: Sequence[FallingPiece], share: float) -> tuple[Placement, float]:
    """Return the place of the piece after a share (0 to 1) of its way, and the rows above it while it falls."""
    left, before = share * cost_of(way) if share < 1 else inf, way[0]
    for after in way[1:]:
        if left < after.cost:
            if not after.fell:
                return before.at, 0.0
            return after.at, (before.at.y - after.at.y) * (1 - left / after.cost)
        left -= after.cost
        before = before if after.blocked else after
    return way[-1].at, 0.0


def tests_on_the_way(way: Sequence[FallingPiece], share: float) -> tuple[FallingPiece, ...]:
    """The tests of the last turn that was kicked, after a share (0 to 1) of a way, up to the one under way."""
    left, tests = share * cost_of(way), list[FallingPiece]()
    for each in way[1:]:
        if left < 0:
            break
        tests = [*(tests if each.test > 1 else ()), each] if each.test else tests
        left -= each.cost
    return tuple(tests)


_FALL = 0.8  # the share of a motion in which the piece falls; in the rest full rows fade
_MOST_MARKS = 3


class Incoming(NamedTuple):
    """Waiting garbage rows; `due`: they rise with the next piece that clears nothing."""

    rows: int
    due: bool = True


class Suggestion(NamedTuple):
    """A placement that the kibitzer suggests: its rank from 1, whether it is certain, how firm it is (0 to 1).

    A rank of 0 is not written.
    """

    placement: Placement
    rank: int
    proven: bool = False
    firm: float = 1.0


def rows_above(start: Start) -> float:
    """The rows over the well that are kept free for pieces that start so high."""
    return 2.2 if start == "21" else 1.2


@dataclass(frozen=True)
class SeatState:
    """One seat in one frame.

    `falling` is the current piece where it is, `lock_left` what is left of its lock delay (1 to 0), `ghost` where it
    would lock. `holds`: there is a hold; `hold_free`: it may be used. `incoming` are the rows that wait, oldest first.
    `marks` are the kibitzer's, `plan` what it would place behind the best one, in cells of this field.
    `fault` is a placement that was a mistake, with its mark.
    `landing` is a move still in motion: drawn over its own field, the piece fallen by the share `dropped` of its way,
    then full rows gone by the share `faded`. `over`: the game has ended. `texts` stand below the hold (`T-spin
    double`), `facts` at the lower left, `name` under the well; `focused`: the keyboard is on this seat.
    `above` are the rows over the well that are kept free for pieces that start there.
    `metered`: rows may wait, so there is a meter for them. `way` is that of the piece in motion, else of the best mark;
    a `slow` motion shows it, and the tests of its turns.
    """

    field: Field
    paint: Paint = NO_PAINT
    falling: Placement | None = None
    ghost: Placement | None = None
    lock_left: float = 1.0
    hold: int | None = None
    holds: bool = True
    hold_free: bool = True
    previews: tuple[int, ...] = ()
    incoming: tuple[Incoming, ...] = ()
    marks: tuple[Suggestion, ...] = ()
    fault: tuple[Placement, str] | None = None
    plan: tuple[Placement, ...] = ()
    landing: Landing | None = None
    dropped: float = 1.0
    faded: float = 0.0
    over: bool = False
    texts: tuple[str, ...] = ()
    facts: tuple[tuple[str, str], ...] = ()
    name: str = ""
    focused: bool = False
    metered: bool = True
    way: tuple[FallingPiece, ...] = ()
    slow: bool = False
    above: float = 1.2

    @classmethod
    def of(cls, state: State, grown: float = 1.0) -> SeatState:
        """A seat of a game piece by piece, the piece at its start; `grown` is how far the last move has come."""
        piece = None if state.over else state.piece
        start = None if piece is None else spawn(state.field, piece, state.rules.start)
        seat = cls(
            field=state.field,
            paint=state.paint,
            falling=None if piece is None or start is None else Placement(piece, *start),
            hold=state.hold,
            holds=state.rules.hold,
            previews=state.previews,
            incoming=tuple(Incoming(rows, due <= state.ply + 1) for rows, due in state.garbage.batches),
            over=state.over,
        )
        return seat.in_motion(state.last, grown) if grown < 1.0 and state.last is not None else seat

    @classmethod
    def live(cls, seat: Seat) -> SeatState:
        """A seat of a game in real time, in this tick."""
        state, piece = seat.state, seat.piece
        return cls(
            field=state.field,
            paint=state.paint,
            falling=None if piece is None else Placement(piece, *seat.pose),
            ghost=seat.ghost,
            lock_left=seat.lock_left,
            hold=seat.hold,
            holds=state.rules.hold,
            hold_free=not seat.held,
            previews=seat.previews,
            incoming=tuple(Incoming(rows, due <= seat.now) for rows, due in seat.garbage.batches),
            over=seat.over,
            above=rows_above(state.rules.start),
        )

    def in_motion(self, landing: Landing, grown: float) -> SeatState:
        """The seat while a piece falls: `grown` from 0, at its start, to 1."""
        dropped, faded = min(1.0, grown / _FALL), max(0.0, (grown - _FALL) / (1 - _FALL))
        seat = replace(self, landing=landing, dropped=dropped, faded=faded, over=False)
        return replace(seat, falling=None, ghost=None, marks=(), fault=None, plan=())


def marks_of(
    choices: Sequence[Choice], shown: str | None = None, *, known: int = 0, ranks: Sequence[int] = ()
) -> tuple[Suggestion, ...]:
    """The three best placements, without those that a better one hides; or the one that is `shown`.

    `known`: so many of the best ones come from a book, a table or a policy. `ranks`: theirs, where some are equal.
    """
    suggestions: list[Suggestion] = []
    taken: set[tuple[int, int]] = set()
    for number, choice in enumerate(choices, 1):
        at, rank = Placement.parse(choice.move), ranks[number - 1] if number <= len(ranks) else number
        mark = Suggestion(at, rank, choice.proof is not None or number <= known, firmness(number))
        if choice.move == shown:
            return (mark,)
        if number <= _MOST_MARKS and not taken.issuperset(at.cells):
            suggestions.append(mark)
            taken.update(at.cells)
    return tuple(suggestions)
