"""One player's game in real time: a tick takes the buttons held, and nothing else, and moves the game on.

Pieces, kicks, clears, attack, garbage and the end of a game are those of `State`; here is only when they happen. In
a tick presses count in their order; what is pressed in one moment in the order hold, turns, shift. Then a direction
that is held repeats, then comes the hard drop or a fall, then the lock. Garbage rises with a lock.
"""

from __future__ import annotations

from dataclasses import replace
from math import inf
from typing import Literal, NamedTuple, TypeAlias

from game.tetris.guideline.finesse import fewest_keys, lowered
from game.tetris.guideline.garbage import MOST_BATCHES, MOST_WAITING, Garbage
from game.tetris.guideline.movement import Action, Pose, locks_out, spawn, step
from game.tetris.guideline.pieces import NORTH
from game.tetris.guideline.placement import NO_SPIN, Placement
from game.tetris.guideline.real_time.handling import (
    CCW,
    CW,
    FLIP,
    HARD,
    HOLD,
    LEFT,
    RIGHT,
    SOFT,
    TICKS,
    AutoShift,
    Handling,
    Input,
    Timing,
)
from game.tetris.guideline.state import Landing, State, Tally

Kind = Literal["start", "hold", "turn", "spin", "shift", "drop", "lock", "clear", "send", "rise", "end"]
Ending: TypeAlias = str

_TURNS: tuple[tuple[int, Action], ...] = ((CW, "cw"), (CCW, "ccw"), (FLIP, "flip"))
_TURN = CW | CCW | FLIP
_MOVES = LEFT | RIGHT | _TURN
_EARLY = _TURN | HOLD


class Event(NamedTuple):
    """Event of a tick; `number` is rows (of a drop, a clear, sent, risen) or shifts.

    `spin`: a turn that would lock as a spin. `landing` comes with `lock`, and says all about it.
    """

    kind: Kind
    number: int = 0
    landing: Landing | None = None


class Seat:
    """The game of one player, changed by `tick`.

    `state` is the game so far, without the piece in hand. `piece` is None between two pieces; else `pose` is where it
    is and `floor` the row to which it would drop. `held`: the hold was used for it. `ending` says how it ended.
    `faults` counts keys that were pressed in vain (`finesse`); `wasted` are those of the last piece, used and needed.
    """

    __slots__ = (
        "_cut",
        "_early",
        "_factor",
        "_lowest",
        "_paused",
        "_progress",
        "_resets",
        "_shift",
        "_soft",
        "_timer",
        "_touched",
        "_used",
        "_wait",
        "before",
        "ending",
        "faults",
        "floor",
        "handling",
        "held",
        "keys",
        "now",
        "piece",
        "pose",
        "spin",
        "state",
        "timing",
        "wasted",
    )  # fmt: skip

    def __init__(self, state: State, timing: Timing, handling: Handling) -> None:
        self.state, self.timing, self.handling = state, timing, handling
        self.now = 0  # ticks played
        self.keys = 0  # buttons pressed
        self.faults = 0
        self.wasted: tuple[int, int] | None = None
        # shifts and turns pressed for the piece in hand, and whether it was lowered
        self._used, self._soft = (0, False)
        self.before = 0  # the buttons held at the end of the last tick
        self.ending: Ending | None = state.halted
        self.piece: int | None = None
        self.pose = Pose(NORTH, 0, 0)
        self.floor, self.spin, self.held = 0, NO_SPIN, False
        self._shift, self._cut = AutoShift(handling), handling.cut_ticks
        factor = handling.soft_drop
        self._factor = 0 if factor == inf else round(10 * factor)  # tenths; 0 is straight to the floor
        self._wait = self._early = self._paused = 0
        self._progress = self._timer = self._resets = self._lowest = 0
        self._touched = False

    def copy(self) -> Seat:
        """An equal game that goes on by itself."""
        other = object.__new__(Seat)
        for name in Seat.__slots__:
            setattr(other, name, getattr(self, name))
        other._shift = self._shift.copy()
        return other

    # -- what is seen --

    @property
    def over(self) -> bool:
        return self.ending is not None

    @property
    def hold(self) -> int | None:
        """The piece in hold, with the piece in hand taken out."""
        return self.state.hold if self.piece is None else self.state.taken(self.held).hold

    @property
    def previews(self) -> tuple[int, ...]:
        """The pieces shown behind the one in hand; between two pieces the next one is the first of them."""
        queue = self.state.queue if self.piece is None else self.state.taken(self.held).queue
        return queue.pieces(self.state.rules.previews)

    @property
    def ghost(self) -> Placement | None:
        """Place where a hard drop would lock the piece now."""
        if self.piece is None:
            return None
        orientation, x, y = self.pose
        return Placement(self.piece, orientation, x, self.floor, self.spin if y == self.floor else NO_SPIN)

    def untouched(self) -> State:
        """The position before the piece in hand was touched, with waiting rows due at once: without ticks."""
        batches = tuple(batch._replace(due=0) for batch in self.garbage.batches)
        return replace(self.state, garbage=replace(self.garbage, batches=batches))

    def by_pieces(self) -> State:
        """The position from which the piece in hand, or the next one, is placed in the game piece by piece.

        A hold that was used cannot be used again.
        """
        state = self.untouched()
        if not self.held or self.piece is None or state.piece is None:
            return state
        hold, queue = state.taken(held=True)
        queue = replace(queue, listed=(self.piece, *queue.listed))
        return replace(state, queue=queue, hold=hold, rules=replace(state.rules, hold=False))

    def view(self) -> State:
        """Return the state of `by_pieces` as an adviser may know it."""
        return self.by_pieces().view(0)

    @property
    def lock_left(self) -> float:
        """The part of the lock delay that is left, 1 to 0."""
        return max(0.0, 1 - self._timer / (self.timing.lock + 1))

    def facts(self) -> tuple[object, ...]:
        """All that decides how the game goes on but its rules."""
        shift = self._shift
        timers = (
            self._wait,
            self._early,
            self._paused,
            self._progress,
            self._timer,
            self._resets,
            self._lowest,
        )
        hand = self.piece, tuple(self.pose), self.spin, self.held, self._touched, *shift.facts()
        return self.state.digest(), self.now, self.before, self.keys, self.ending, timers, hand

    # -- a tick --

    def tick(self, buttons: Input | int) -> list[Event]:
        """Advance one tick in which these buttons are held, one state after the other, and return its events.

        A number is held through the whole tick.
        """
        states = bytes((buttons,)) if isinstance(buttons, int) else buttons
        begins = self.piece is None and not self._wait
        paused = self._paused > 0 or (begins and self._cut > 0)
        self.now += 1
        self._paused -= self._paused > 0
        events: list[Event] = []
        dropped = repeated = False
        fresh = 0
        for number, held in enumerate(states, 1):
            pressed, self.before = held & ~self.before, held
            shift = self._shift.change(held, pressed)
            fresh |= pressed
            if self.ending is not None:
                continue
            self.keys += pressed.bit_count()
            self._used += (pressed & _MOVES).bit_count() + (pressed & FLIP > 0)  # a half turn counts as two
            self._soft = self._soft or bool(held & SOFT and self.piece is not None)
            if self.piece is None:
                self._early = (self._early | pressed) & held & _EARLY if self.handling.initial else 0
                if not begins:
                    continue
                begins = False
                pressed |= self._early
                self._begin(events)
            self._act(pressed, shift, events)
            if not repeated and (pressed & HARD or number == len(states)):
                repeated = True
                self._push(self._shift.repeat(fresh, paused), events)
            if pressed & HARD and self.piece is not None and self.ending is None:
                dropped = True
                self._drop(events)
        if not repeated:
            self._shift.repeat(fresh, paused)
        if dropped or self.ending is not None:
            return events
        if self.piece is None:
            self._wait -= self._wait > 0
        else:
            self._sink_or_rest(any(held & SOFT for held in states), events)
        return events

    def receive(self, rows: int, due: int) -> None:
        """Rows that the other side has sent, which may rise from the tick `due` on; as many as can wait."""
        waiting = self.state.garbage
        rows = min(rows, MOST_WAITING - waiting.waiting)
        if rows > 0 and len(waiting.batches) < MOST_BATCHES:
            self.state = self.state.receive(rows, due)

    @property
    def garbage(self) -> Garbage:
        """The rows that wait, and when they are due (in ticks)."""
        return self.state.garbage

    def give_up(self, why: Ending) -> None:
        """End the game, if it has not ended; for `Game` alone, since no record knows of it."""
        self.ending = self.ending or why

    # -- inside --

    def _act(self, pressed: int, shift: int, events: list[Event]) -> None:
        """Do what is pressed in one moment, but for the hard drop."""
        if pressed & HOLD and not self.held and self.ending is None:
            self._exchange(events)
        if pressed & _TURN and self.ending is None:
            for button, action in _TURNS:
                if pressed & button:
                    self._turn(action, events)
        self._push(shift, events)

    def _sink_or_rest(self, soft: bool, events: list[Event]) -> None:
        """Let the piece fall for one tick, or lie on the floor until it locks."""
        if self.pose.y > self.floor:
            self._fall(soft)
        if self.pose.y == self.floor:
            self._touched = True
            self._progress = 0
            self._timer += 1
            if self._timer > self.timing.lock:
                self._lock(events)
        elif self._resets >= self.timing.moves and self._touched:
            self._timer += 1  # the moves are used up: no stay in the air wins time

    def _begin(self, events: list[Event]) -> None:
        """The next piece starts; one in hold where the queue has ended."""
        piece = self.state.piece
        self.held = piece is None
        self._start(self.state.exchange if piece is None else piece, events)
        events.append(Event("start"))

    def _exchange(self, events: list[Event]) -> None:
        """The piece in hand goes into hold, if it may."""
        other = self.state.exchange
        if other is not None:
            self.held = True
            self._used, self._soft = 0, False
            self._start(other, events)
            events.append(Event("hold"))

    def _start(self, piece: int | None, events: list[Event]) -> None:
        table = self.state.rules
        pose = None if piece is None else spawn(self.state.field, piece, table.start)
        if piece is None or pose is None:
            self._end("block out" if piece is not None else "no pieces", events)
            return
        self.piece, self._paused = piece, max(0, self._cut - 1)  # this tick is the first of them
        self._early = self._progress = self._timer = self._resets = 0
        self._lowest, self._touched = pose.y, False
        self._stand(pose)

    def _stand(self, pose: Pose, spin: int = NO_SPIN) -> None:
        """The piece comes to a pose; at 20g it falls from there at once."""
        assert self.piece is not None
        self.floor = self.state.field.drop(self.piece, *pose)
        self.pose, self.spin = pose, spin
        if self.state.rules.gravity == "20g" and pose.y > self.floor:
            self._sink(pose.y - self.floor)
        elif pose.y < self._lowest:
            self._deeper(pose.y)

    def _turn(self, action: Action, events: list[Event]) -> None:
        assert self.piece is not None
        table = self.state.rules
        result = step(self.state.field, self.piece, self.pose, action, table.kicks, table.spins)
        if result is not None:
            self._paused = self._cut
            self._moved()
            self._stand(result.pose, result.spin)
            events.append(Event("spin" if self.spin else "turn"))

    def _push(self, shifts: int, events: list[Event]) -> None:
        """Shift the piece as far as it goes; all shifts of a tick are one move for the lock delay."""
        if not shifts or self.piece is None or self.ending is not None:
            return
        action: Action = "left" if shifts < 0 else "right"
        for done in range(abs(shifts)):
            result = step(self.state.field, self.piece, self.pose, action)
            if result is None:
                break
            if not done:
                self._moved()
                events.append(Event("shift", shifts))
            self._stand(result.pose)

    def _moved(self) -> None:
        """A shift or turn has been made: the lock delay starts again, unless that has happened too often."""
        if self._touched and self._resets < self.timing.moves:
            self._resets += 1
            self._timer = 0

    def _fall(self, soft: bool) -> None:
        """Gravity, or the soft drop, for one tick."""
        timing, room = self.timing, self.pose.y - self.floor
        if soft and not self._factor:
            self._sink(room)
            return
        self._progress += timing.rows * (self._factor if soft else 10)
        rows, self._progress = divmod(self._progress, 10 * timing.ticks)
        if rows:
            self._sink(min(rows, room))

    def _sink(self, rows: int) -> None:
        """Fall by rows that are free."""
        orientation, x, y = self.pose
        self.pose, self.spin = Pose(orientation, x, y - rows), NO_SPIN
        if y - rows < self._lowest:
            self._deeper(y - rows)

    def _deeper(self, y: int) -> None:
        """The piece is lower than it ever was: it has all of its moves again."""
        self._lowest, self._timer, self._resets, self._touched = y, 0, 0, False

    def _drop(self, events: list[Event]) -> None:
        rows = self.pose.y - self.floor
        if rows:
            self._sink(rows)
        events.append(Event("drop", rows))
        self._lock(events)

    def _lock(self, events: list[Event]) -> None:
        assert self.piece is not None
        at = Placement(self.piece, *self.pose, self.spin).canonical()
        if locks_out(at):
            self._end("lock out", events)
            return
        self._count_keys(at)
        self.state = self.state.lock(at, self.held, self.now)
        self.piece, self.held = None, False
        landing = self.state.last
        assert landing is not None
        self._wait = self.timing.spawn + (self.timing.clear if landing.rows else 0)
        events.append(Event("lock", 0, landing))
        for kind, number in _counted(landing):
            events.append(Event(kind, number))
        if self.state.halted:
            self._end(self.state.halted, events)

    def _count_keys(self, at: Placement) -> None:
        """Count the keys that were not needed; a piece that was lowered or turned in under others had its reasons."""
        fewest = fewest_keys(at.piece)[lowered(at.cells)]
        free = self._soft or at.spin != NO_SPIN
        self.wasted = None if free or self._used <= fewest else (self._used, fewest)
        self.faults += 0 if self.wasted is None else self._used - fewest
        self._used, self._soft = 0, False

    def _end(self, why: Ending, events: list[Event]) -> None:
        self.ending = why
        events.append(Event("end"))


def _counted(landing: Landing) -> tuple[tuple[Kind, int], ...]:
    """The events that a landing brings with it."""
    items: tuple[tuple[Kind, int], ...] = (
        ("clear", len(landing.rows)),
        ("send", landing.sent),
        ("rise", len(landing.up)),
    )
    return tuple(each for each in items if each[1])


# The figures of a player: how fast, how strong, how well.


class Statistics(NamedTuple):
    """Figures of one seat up to now; those that need a piece or a second are 0 before there is one.

    `attack` counts rows before they cancel anything, `dug` those of garbage that were cleared. `tally` has the single
    counts: spins, Tetrises, the longest combo.
    """

    seconds: float
    pieces: int
    pieces_a_second: float
    attack_a_minute: float
    attack_a_piece: float
    keys_a_piece: float
    faults: int
    rows: int
    dug: int
    tally: Tally

    @classmethod
    def of(cls, seat: Seat) -> Statistics:
        tally, seconds = seat.state.tally, seat.now / TICKS
        start = seat.state.first or seat.state
        placed = tally.placed
        return cls(
            seconds,
            placed,
            _share(placed, seconds),
            _share(60 * tally.attack, seconds),
            _share(tally.attack, placed),
            _share(seat.keys, placed),
            seat.faults,
            tally.cleared - start.tally.cleared,
            seat.state.dug,
            tally,
        )


def spans(locks: tuple[int, ...]) -> tuple[float, ...]:
    """The seconds that each piece took, from the ticks in which the pieces of a seat locked."""
    return tuple((after - before) / TICKS for before, after in zip((0, *locks), locks, strict=False))


def _share(part: float, whole: float) -> float:
    return part / whole if whole else 0.0
