"""A game in real time: one seat or two, tick by tick, with rows that travel from one to the other."""

from __future__ import annotations

import hashlib
from collections.abc import Sequence

from game.tetris.guideline.real_time.handling import TICKS
from game.tetris.guideline.real_time.seat import Event, Seat
from game.tetris.guideline.real_time.setup import Setup

MOST_AT_ONCE = 8  # ticks that one frame may catch up with; whoever stalls longer has paused the game


class Beat:
    """How many ticks are due, from the time that passed: all of it is paid sooner or later, none twice."""

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

    def tick(self, buttons: Sequence[int]) -> tuple[list[Event], ...]:
        """What happens by seat in the next tick, in which each holds these buttons; nothing once it is over.

        Both play their tick before rows change sides, so neither is the first.
        """
        if self.over:
            return tuple([] for _ in self.seats)
        self.now += 1
        told = tuple(seat.tick(held) for seat, held in zip(self.seats, buttons, strict=True))
        if len(told) == 2:
            for events, other in zip(told, reversed(self.seats), strict=True):
                self._send(events, other)
        if self.now == self.setup.timing.limit:
            for seat, events in zip(self.seats, told, strict=True):
                if not seat.over:
                    seat.give_up("time")
                    events.append(Event("end"))
        return told

    def _send(self, events: list[Event], other: Seat) -> None:
        for event in events:
            if event.kind == "send":
                other.receive(event.number, self.now + self.setup.timing.travel)

    @property
    def over(self) -> bool:
        """Whether anyone's game has ended: the other has won, or nobody."""
        return any(seat.ending is not None for seat in self.seats)

    @property
    def winner(self) -> int | None:
        """The seat that has won; None while the game goes on, and for a draw.

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
        """What an ending is worth: 2 for the goal, below 0 for a lost game, and for rows sent in time 0 to 1."""
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
