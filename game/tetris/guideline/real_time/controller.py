"""A hand that presses buttons for a player who thinks in placements, so that an engine, too, is only buttons.

It tries each tick on a copy of the game before it presses: whatever the handling, the gravity and the kicks are, it
knows where a button leads, and when a fall has crossed its way it finds another.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import groupby
from random import Random

from game.tetris.guideline.habits import Habit, circumstances_of
from game.tetris.guideline.movement import ACTIONS, OPEN_SKY, SHIFTS, Action, Pose, path_from, step
from game.tetris.guideline.placement import NO_SPIN, Placement
from game.tetris.guideline.real_time.handling import CCW, CW, FLIP, HARD, HOLD, LEFT, NONE, RIGHT, SOFT, TICKS
from game.tetris.guideline.real_time.seat import Seat

_BUTTONS: dict[str, int] = {"left": LEFT, "right": RIGHT, "cw": CW, "ccw": CCW, "flip": FLIP, "down": SOFT}
# by orientation: the turns that lead there from the start
_TURNS: tuple[tuple[Action, ...], ...] = ((), ("cw",), ("cw", "cw"), ("ccw",))
Stand = tuple[Pose, int]


class TargetController:
    """Brings pieces where they are wanted, at most `pace` pieces a second (None: as fast as it goes).

    `aim` says where, once a piece; `buttons` is asked before every tick. It drops late rather than moves late, so
    that gravity does not get in its way. `lost` says that the last aim could not be reached; it was then dropped.
    """

    _chords = True  # a turn and a shift may be pressed in one tick

    def __init__(self, pace: float | None = None) -> None:
        self.pace = pace
        self._interval = TICKS / pace if pace else 0.0
        self.lost = False
        self._target: Placement | None = None
        self._number = -1  # the piece it is for
        self._given: tuple[str, ...] | None = None
        self._way: list[str] | None = None  # inputs left, without the hard drop
        self._track: list[Stand] = []  # where the piece stands now on its way, and after each of these inputs
        self._due = self._interval  # the tick of the next hard drop

    def waits(self, seat: Seat) -> bool:
        """Return True if it does not know yet where the next piece goes."""
        return self._number != seat.state.tally.placed

    def aim(self, seat: Seat, at: Placement, way: Sequence[str] | None = None) -> None:
        """Want the next piece at `at`, or by the hold another one; `way` as in `movement.path`, if it is known."""
        self._target, self._number, self.lost = at.canonical(), seat.state.tally.placed, False
        self._given, self._way = (None if way is None else tuple(way)), None

    def buttons(self, seat: Seat) -> int:
        """The buttons to hold in the next tick."""
        if seat.piece is None or seat.over or self._target is None or self.waits(seat):
            return NONE
        if seat.piece != self._target.piece:
            if not seat.held and seat.state.exchange == self._target.piece:
                return HOLD & ~seat.before
            return self._dropping(seat, lost=True)
        if self.lost or not self._on_its_way(seat):
            return self._dropping(seat, lost=True)
        return self._moving(seat) if self._way else self._dropping(seat)

    # -- the way --

    def _on_its_way(self, seat: Seat) -> bool:
        """Return True if the piece stands where it should, after another way was sought if it does not."""
        assert self._target is not None
        here = seat.pose, seat.spin
        if self._way is not None and self._track and self._track[0] == here:
            return True
        if self._way == [] and seat.ghost is not None and seat.ghost.canonical() == self._target:
            return True  # it only fell a little
        for way in self._ways(seat):
            track = _track(seat, way, self._target)
            if track is not None:
                self._way, self._track = list(way), track
                return True
        return False

    def _ways(self, seat: Seat) -> Iterator[Sequence[str]]:
        """Ways that may lead there: the one known, less what has fallen by itself; the plain ones; any."""
        assert self._target is not None
        assert seat.piece is not None
        for known in (self._way, self._given):
            way = [] if known is None else [each for each in known if each != "drop"]
            while known is not None:
                yield way
                if "down" not in way:
                    break
                way.remove("down")
        if self._target.spin == NO_SPIN and seat.state.field.height <= OPEN_SKY:
            yield from _plain(self._target, seat.pose)
        table = seat.state.rules
        results = path_from(
            seat.state.field, self._target, seat.pose, table.kicks, table.gravity, table.spins
        )
        if results is not None:
            yield results[:-1]

    # -- the buttons --

    def _moving(self, seat: Seat) -> int:
        """The buttons that bring the piece on in one tick; none where it has to wait."""
        assert self._way is not None
        for held in _candidates(self._way, seat.before, self._chords):
            trial = seat.copy()
            trial.tick(held)
            if trial.piece is None or trial.over:
                continue
            after = trial.pose, trial.spin
            if after in self._track[1:]:
                done = len(self._track) - 1 - self._track[::-1].index(after)
                del self._way[:done], self._track[:done]
                return held
            if held & SOFT and after == self._track[0]:
                return held  # the row is not full yet
        return NONE

    def _dropping(self, seat: Seat, lost: bool = False) -> int:
        """The hard drop, once it is time for it."""
        self.lost = self.lost or lost
        if seat.now + 1 < self._due or seat.before & HARD:
            return NONE
        self._due = max(self._due, seat.now + 1 - self._interval) + self._interval
        return HARD


class PersonHand(TargetController):
    """A hand as people have it: a moment to think, then one key after the other, at uneven times.

    How long a piece takes is drawn for each, by the habits of people at one speed. A shift by several columns is one
    key that is held.
    """

    _chords = False

    def __init__(self, habit: Habit, chance: Random) -> None:
        super().__init__(habit.pace)
        self._habit, self._keys, self._chance = habit, habit.habits.keys, chance
        self._before = -1  # pieces placed before the one in hand
        self._began = 0  # the tick in which the piece before locked
        self._press = 0.0  # the tick of the next key
        self._holding = NONE  # the button of a shift or fall that goes on

    def aim(self, seat: Seat, at: Placement, way: Sequence[str] | None = None) -> None:
        super().aim(seat, at, way)
        circumstances = circumstances_of(seat.state, at)
        ticks = TICKS * self._habit.seconds(circumstances, self._chance)
        self._due = self._began + ticks
        self._press = self._began + ticks * self._keys.first_share(self._chance)
        self._holding = NONE

    def buttons(self, seat: Seat) -> int:
        placed = seat.state.tally.placed
        if placed != self._before:
            self._before, self._began = placed, seat.now
        if seat.now + 1 < self._press and not self._holding:
            return NONE
        pressed = super().buttons(seat)
        way = self._way or []
        following = _BUTTONS[way[0]] if way else NONE
        self._holding = pressed & following & (LEFT | RIGHT | SOFT)
        if pressed & ~seat.before and not self._holding:
            self._press = seat.now + 1 + self._gap(seat, way)
        return pressed

    def _gap(self, seat: Seat, way: Sequence[str]) -> float:
        """The ticks until the next key: those that are left are shared among all keys, unevenly."""
        keys = sum(1 for _ in groupby(way)) + 1  # with the drop
        left = self._due - (seat.now + 1)
        return left if keys == 1 else max(1.0, left / keys * self._keys.uneven(self._chance))


def _candidates(way: Sequence[str], before: int, chords: bool) -> Iterator[int]:
    """Yield the buttons that may be held for the next inputs: a turn, a shift and a row in one tick, or less of it.

    Without `chords` it is one of them at a time.
    """
    together = NONE
    for name, stage in zip(way, ("turn", "shift", "down"), strict=False):
        if _stage(name) != stage:
            break
        together |= _BUTTONS[name]
    first = _BUTTONS[way[0]]
    if chords and len(way) > 1 and _stage(way[0]) == "turn" and _stage(way[1]) == "shift":
        yield together
    yield first
    if before & first:
        yield NONE


def _stage(name: str) -> str:
    return "down" if name == "down" else "shift" if name in SHIFTS else "turn"


def _track(seat: Seat, way: Sequence[str], target: Placement) -> list[Stand] | None:
    """Return the pose of the piece now and after each input of a way; None where it does not lead to `target`."""
    assert seat.piece is not None
    field, table, stands = seat.state.field, seat.state.rules, [(seat.pose, seat.spin)]
    for name in way:
        action = next((each for each in ACTIONS if each == name), None)
        result = (
            None
            if action is None
            else step(field, seat.piece, stands[-1][0], action, table.kicks, table.spins)
        )
        if result is None:
            return None
        stands.append(
            _sunk(seat, result.pose, result.spin) if table.gravity == "20g" else (result.pose, result.spin)
        )
    pose, spin = _sunk(seat, *stands[-1])
    return stands if Placement(seat.piece, *pose, spin).canonical() == target else None


def _sunk(seat: Seat, pose: Pose, spin: int) -> Stand:
    """Return the pose of a piece that falls from there."""
    assert seat.piece is not None
    y = seat.state.field.drop(seat.piece, *pose)
    return (pose, spin) if y == pose.y else (pose._replace(y=y), NO_SPIN)


def _plain(target: Placement, pose: Pose) -> Iterator[Sequence[str]]:
    """Turns, then shifts, for each orientation that may have the same cells; kicks may spoil it."""
    for turned, turns in enumerate(_TURNS):
        form = Placement(target.piece, turned, 0, 0).canonical()
        if form.orientation == target.orientation:
            shifts = target.x - form.x - pose.x
            yield *turns, *(["left" if shifts < 0 else "right"] * abs(shifts))
