"""A game in real time: one seat or two, tick by tick, with rows that travel from one to the other."""

from __future__ import annotations

import hashlib
import re
from bisect import bisect_left, bisect_right
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from math import ceil, sqrt
from statistics import fmean
from typing import NamedTuple

from game.errors import BadInput, IllegalMove
from game.tetris.guideline.field import COLUMNS, VISIBLE
from game.tetris.guideline.real_time.handling import TICKS, Handling, Input, Timing
from game.tetris.guideline.real_time.seat import Event, Seat, spans
from game.tetris.guideline.state import State

# What a game in real time is played for, and how it stands towards that: time, points, room above the stack.
#
# Everything is counted from the game so far; nothing is searched.

LEAST = 5  # pieces, before which nothing is projected
_CELLS = 4  # of a piece


class Projection(NamedTuple):
    """Projected result of a game that goes on as it did, with its standard error."""

    value: float
    error: float


def projected(parts: Sequence[float], more: float) -> Projection | None:
    """Return the projection to `more` parts like those so far; None while there are too few of them.

    The error has two sources: how much the parts to come vary, and how well their mean is known.
    """
    if len(parts) < LEAST:
        return None
    count, mean = len(parts), fmean(parts)
    varies = sum((each - mean) ** 2 for each in parts) / (count - 1)
    return Projection(more * mean, sqrt(varies * (more + more * more / count)))


class Sprint(NamedTuple):
    """A race to a number of rows. `pieces` are the fewest that can still clear them.

    `finish` is in seconds from the start, if all further pieces are needed for rows and take as long as those so far.
    `wasted` are the pieces placed beyond the fewest that a clean board needs, `keys` those pressed in vain; the seconds
    are what they took, at the mean time of a piece and of a key.
    """

    pieces: int
    finish: Projection | None
    wasted: int
    wasted_seconds: float
    keys: int
    keys_seconds: float


def fewest_pieces(rows: int, cells: int) -> int:
    """The fewest pieces that can clear `rows` rows of a field with `cells` filled cells."""
    return max(0, ceil((rows * COLUMNS - cells) / _CELLS))


def sprint_of(seat: Seat, goal: int, locks: Sequence[int]) -> Sprint:
    """Return the state of a sprint to `goal` rows: `locks` are the ticks in which the seat's pieces have locked."""
    tally, taken = seat.state.tally, spans(tuple(locks))
    start = seat.state.first or seat.state
    cells = sum(map(int.bit_count, seat.state.field.rows))
    pieces = fewest_pieces(goal - (tally.cleared - start.tally.cleared), cells)
    rest, now = projected(taken, pieces), seat.now / TICKS
    last = locks[-1] / TICKS if locks else 0.0
    finish = None if rest is None else Projection(max(now, last + rest.value), rest.error)
    least = fewest_pieces(goal, sum(map(int.bit_count, start.field.rows)))
    wasted = max(0, len(taken) + pieces - least)
    each, key = (fmean(taken) if taken else 0.0), (now / seat.keys if seat.keys else 0.0)
    return Sprint(pieces, finish, wasted, wasted * each, seat.faults, seat.faults * key)


def room_of(seat: Seat) -> int:
    """The rows that can come up before the stack, with those that wait, stands over the visible rows; below 0 too."""
    return VISIBLE - seat.state.field.height - seat.garbage.waiting


# What a game in real time starts from: its clock, and for each seat the start position and the handling.

SIDES = ("left", "right")
GAME = "tetris-live"


class Arrival(NamedTuple):
    """Rows that reach a seat at the end of a tick, and the tick from which on they may come up."""

    tick: int
    rows: int
    due: int

    def __str__(self) -> str:
        return f"{self.tick}.{self.rows}.{self.due}"


MOST_ARRIVALS = 700  # of a seat, so that a record can hold them
_ARRIVAL = re.compile(r"([0-9]{1,8})\.([0-9]{1,3})\.([0-9]{1,8})")


def arrivals_of(text: str) -> tuple[Arrival, ...]:
    """The arrivals of `TICK.ROWS.DUE+…`, in the order of their ticks. Raises `BadInput`."""
    matches = [_ARRIVAL.fullmatch(each) for each in text.split("+")] if text else []
    results = [Arrival(*map(int, match.groups())) for match in matches if match is not None]
    if len(results) != len(matches) or results != sorted(results, key=lambda each: each.tick):
        raise BadInput(f"{text[:40]!r} is no garbage that arrives; write TICK.ROWS.DUE+…, in their order")
    if len(results) > MOST_ARRIVALS:
        raise BadInput(f"garbage arrives {len(results):,} times; at most {MOST_ARRIVALS} are read")
    return tuple(results)


@dataclass(frozen=True)
class Setup:
    """One player, or two who send each other garbage. Raises `BadInput` for another number.

    `arrivals` are, for each seat, the rows that somebody has sent in a game that was played; none where it is empty.
    """

    timing: Timing
    starts: tuple[State, ...]
    handlings: tuple[Handling, ...]
    arrivals: tuple[tuple[Arrival, ...], ...] = ()

    def __post_init__(self) -> None:
        if self.arrivals and len(self.arrivals) != len(self.starts):
            raise BadInput("garbage that arrives is told for each seat")
        if not 1 <= len(self.starts) <= len(SIDES) or len(self.starts) != len(self.handlings):
            raise BadInput("a game in real time has one player or two, each with a handling")

    @classmethod
    def of(
        cls, rules: Mapping[str, str], timing: str = "cold-clear", handlings: Sequence[str] = ("guideline",)
    ) -> Setup:
        """A game in which all seats, one a handling, have the same rules (`State.open`) and the same pieces.

        A goal of 40 rows is a sprint for one player, a race for two. Raises `BadInput`.
        """
        start = State.open(rules)
        return cls(Timing.parse(timing), (start,) * len(handlings), tuple(map(Handling.parse, handlings)))

    @classmethod
    def open(cls, rules: Mapping[str, str]) -> Setup:
        """The setup that `named` wrote; what is not said is as in `of`. Raises `BadInput`."""
        for key in rules:
            if key not in ("timing", *SIDES):
                raise BadInput(f"a game in real time has no rule {key!r}; its rules are timing, left, right")
        if SIDES[1] in rules and SIDES[0] not in rules:
            raise BadInput("a game in real time with a right seat needs a left one")
        seats = [_seat(rules[side]) for side in SIDES if side in rules] or [_seat("")]
        starts, handlings, arrivals = zip(*seats, strict=True)
        timing = Timing.parse(rules.get("timing", "cold-clear"))
        return cls(timing, starts, handlings, arrivals if any(arrivals) else ())

    def named(self) -> dict[str, str]:
        """All of it by name: `timing`, and by seat the rules of its `State` and its handling as `key=value`."""
        texts = {"timing": str(self.timing)}
        arrivals = self.arrivals or ((),) * len(self.starts)
        for side, start, handling, rows in zip(SIDES, self.starts, self.handlings, arrivals, strict=False):
            rules = start.here() | {"handling": str(handling)}
            if rows:
                rules["arrivals"] = "+".join(map(str, rows))
            texts[side] = " ".join(f"{key}={value}" for key, value in sorted(rules.items()))
        return texts


def _seat(text: str) -> tuple[State, Handling, tuple[Arrival, ...]]:
    """Start and handling of one seat, and the garbage that arrives there. Raises `BadInput`."""
    rules: dict[str, str] = {}
    for word in text.split():
        key, equals, value = word.partition("=")
        if not equals or key in rules:
            raise BadInput(f"{word[:40]!r} is not a rule of a seat; write each once, as key=value")
        rules[key] = value
    handling = Handling.parse(rules.pop("handling", "guideline"))
    arrivals = arrivals_of(rules.pop("arrivals", ""))
    return State.open(rules), handling, arrivals


MOST_AT_ONCE = 8  # ticks that one frame may catch up with; whoever stalls longer has paused the game


class TickClock:
    """Number of ticks that are due, from the time that passed: all of it is paid sooner or later, none twice."""

    def __init__(self, speed: float = 1.0) -> None:
        self.speed = speed  # below 1 is slow motion
        self._owed = 0.0  # ticks

    def due(self, seconds: float) -> int:
        """The ticks to play now; after a stall (a dragged window) no more than `MOST_AT_ONCE`."""
        self._owed += seconds * TICKS * self.speed
        ticks = int(self._owed + 1e-6)  # sixty frames of a sixtieth are sixty ticks, whatever rounding does
        self._owed -= ticks
        if ticks > MOST_AT_ONCE:
            self._owed = 0.0
        return min(ticks, MOST_AT_ONCE)


class Game:
    """Seats that play at the same time, changed by `tick`. Nothing but the buttons moves it."""

    def __init__(self, setup: Setup) -> None:
        self.setup = setup
        pairs = zip(setup.starts, setup.handlings, strict=True)
        self.seats = tuple(Seat(start, setup.timing, handling) for start, handling in pairs)
        self.now = 0  # ticks played

    def copy(self) -> Game:
        """An equal game that goes on by itself."""
        other = object.__new__(Game)
        other.setup, other.now = self.setup, self.now
        other.seats = tuple(seat.copy() for seat in self.seats)
        return other

    def tick(self, buttons: Sequence[Input | int]) -> tuple[list[Event], ...]:
        """Advance one tick in which each seat has this input, and return its events by seat; nothing once it is over.

        Both play their tick before rows change sides, so neither is the first.
        """
        if self.over:
            return tuple([] for _ in self.seats)
        self.now += 1
        items = tuple(seat.tick(held) for seat, held in zip(self.seats, buttons, strict=True))
        if len(items) == 2:
            for events, other in zip(items, reversed(self.seats), strict=True):
                self._send(events, other)
        if self.now == self.setup.timing.limit:
            for seat, events in zip(self.seats, items, strict=True):
                if not seat.over:
                    seat.give_up("time")
                    events.append(Event("end"))
        for seat, arrivals in zip(self.seats, self.setup.arrivals, strict=False):
            first = bisect_left(arrivals, self.now, key=lambda each: each.tick)
            for each in arrivals[first : bisect_right(arrivals, self.now, key=lambda each: each.tick)]:
                seat.receive(each.rows, each.due)
        return items

    def _send(self, events: list[Event], other: Seat) -> None:
        for event in events:
            for rows in event.landing.packets if event.landing is not None else ():
                other.receive(rows, self.now + self.setup.timing.travel)

    @property
    def over(self) -> bool:
        """True if anyone's game has ended: the other has won, or nobody."""
        return any(seat.ending is not None for seat in self.seats)

    @property
    def winner(self) -> int | None:
        """Seat that has won; None while the game goes on, and for a draw.

        A goal reached wins, any other end loses. When the time is up, whoever sent more rows has won. A single
        player wins by the goal.
        """
        if not self.over:
            return None
        merits = [self._merit(seat) for seat in self.seats]
        if len(merits) == 1:
            return 0 if merits[0] > 0 else None
        return None if merits[0] == merits[1] else merits.index(max(merits))

    def _merit(self, seat: Seat) -> float:
        """Return the merit of an ending: 2 for the goal, below 0 for a lost game, and for rows sent in time 0 to 1."""
        if seat.ending == "goal":
            return 2.0
        if seat.ending == "time":
            return 1 - 1 / (1 + seat.state.tally.sent) if len(self.seats) > 1 else 0.0
        return 0.0 if seat.ending is None else -1.0

    @property
    def pieces(self) -> int:
        """The pieces that have locked, of all seats."""
        return sum(seat.state.tally.placed for seat in self.seats)

    def digest(self) -> str:
        """16 hex digits that name all that decides how the game goes on, and its setup."""
        facts = (self.now, self.setup.named(), [seat.facts() for seat in self.seats])
        return hashlib.sha256(repr(facts).encode()).hexdigest()[:16]


# A moment of a game in real time, with the face that every game's positions have.


@dataclass(frozen=True, eq=False)
class Moment:
    """The game at the tick in which its piece number `ply` locked. `live` is looked at, never played on."""

    live: Game
    ply: int = 0

    @property
    def game(self) -> str:
        return GAME

    @property
    def seats(self) -> tuple[str, ...]:
        return SIDES[: len(self.live.seats)]

    @property
    def setup(self) -> dict[str, str]:
        return self.live.setup.named()

    @property
    def states(self) -> tuple[State, ...]:
        """The game of each seat."""
        return tuple(seat.state for seat in self.live.seats)

    @property
    def to_move(self) -> int:
        return 0

    @property
    def over(self) -> bool:
        return self.live.over

    @property
    def winner(self) -> int | None:
        return self.live.winner

    def legal_moves(self) -> tuple[str, ...]:
        """None: a game in real time is played by buttons."""
        return ()

    def play(self, move: str) -> Moment:
        raise IllegalMove("A game in real time is played by buttons, not by moves.")

    def view(self, seat: int) -> State:
        """Return the state as the player in `seat` may know it, as a position of the game piece by piece."""
        return self.live.seats[seat].view()

    def digest(self) -> str:
        return self.live.digest()
