"""A game in real time that remembers its buttons: to be played on, and to be looked at from any tick or piece.

A mark, a copy of the game, every `MARK` ticks leaves at most that many to play between any moment and what is known.
"""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Sequence
from dataclasses import replace
from itertools import pairwise
from typing import Annotated, NamedTuple, TypeAlias

import msgspec
from msgspec import Meta

from game.errors import BadInput, BadRecord
from game.tetris.guideline.real_time.game import MOST_ARRIVALS, Arrival, Game, Moment, Setup
from game.tetris.guideline.real_time.handling import MOST_CHANGES, Handling, Input, pack, unpack
from game.tetris.guideline.real_time.seat import Event
from game.tetris.guideline.state import State

# A part of a game in real time as a file holds it: ten seconds of buttons, and what came of them.

STRETCH = 600  # ticks; a wrong game cannot hide for longer


class Lock(NamedTuple):
    """A piece has locked: at the end of which tick (from 1), and in which seat."""

    tick: int
    seat: int


Runs: TypeAlias = Annotated[str, Meta(max_length=STRETCH * (2 * MOST_CHANGES + len(":1 ")))]
Within: TypeAlias = tuple[Annotated[int, Meta(ge=1, le=STRETCH)], Annotated[int, Meta(ge=0, le=1)]]


class Ticks(msgspec.Struct, frozen=True, forbid_unknown_fields=True, tag_field="line", tag="ticks"):
    """The buttons of `count` ticks after the first `tick` ones, and the digest of the game after them.

    `buttons`: the run lengths of each seat, as in `handling.pack`. `locks`: the pieces that locked, each with its tick
    from 1 on within the stretch and its seat, in the order of ticks and seats.
    """

    tick: Annotated[int, Meta(ge=0, le=10**7)]
    count: Annotated[int, Meta(ge=1, le=STRETCH)]
    buttons: Annotated[tuple[Runs, ...], Meta(min_length=1, max_length=2)]
    locks: Annotated[tuple[Within, ...], Meta(max_length=2 * STRETCH)]
    state: Annotated[str, Meta(min_length=16, max_length=16)]

    @property
    def ordered(self) -> bool:
        """True if buttons change within a tick, in an order."""
        return any(run.index(":") > 2 for runs in self.buttons for run in runs.split())


class InvalidTicks(BadRecord):
    """Ticks that are no game: `tick` is the last tick (from 0) up to which it is known to be wrong."""

    def __init__(self, tick: int, reason: str) -> None:
        super().__init__(f"The game is not possible up to tick {tick:,}: {reason.rstrip('.')}.")
        self.tick = tick


def fault_of(stretches: Sequence[Ticks], seats: int) -> tuple[int, str] | None:
    """Number and reason of the first stretch that does not belong where it stands; None if all do."""
    for number, each in enumerate(stretches):
        if each.tick != number * STRETCH or (each.count != STRETCH and number < len(stretches) - 1):
            return number, f"ticks stand {STRETCH} a line one after the other, only the last are fewer"
        if len(each.buttons) != seats:
            return number, f"there are buttons of {len(each.buttons)} seats in a game of {seats}"
        if any(not before < after for before, after in pairwise(each.locks)):
            return number, "the locks are out of order"
        if any(tick > each.count or seat >= seats for tick, seat in each.locks):
            return number, "a lock is beyond the ticks or the seats"
        try:
            for runs in each.buttons:
                unpack(runs, each.count)
        except BadInput as error:
            return number, str(error)
    return None


MARK = 120


class Replay:
    """A game from its setup on, grown by `tick`, looked at by `at` (a tick) and `position` (a ply: pieces locked).

    `locks` is the index of its pieces: the tick and seat of each, in order. From a file they are believed until the
    game is played up to them; `prove` plays it to its end.
    """

    def __init__(self, setup: Setup) -> None:
        self.setup = setup
        self.locks: list[Lock] = []
        self._buttons: list[list[Input]] = [[] for _ in setup.starts]
        self._front = Game(setup)  # played furthest; nobody else has it
        self._marks = {0: self._front.copy()}
        self._digests: dict[int, str] = {}  # by tick, of the game after it
        self._known_ticks = 0  # ticks of which locks and digests are given, and not found
        self._fault: InvalidTicks | None = None

    @classmethod
    def packed(cls, setup: Setup, stretches: Sequence[Ticks]) -> Replay:
        """The game that `stretches` hold, in which none has a `fault_of`; nothing is played yet."""
        replay = cls(setup)
        for each in stretches:
            for items, runs in zip(replay._buttons, each.buttons, strict=True):
                items += unpack(runs, each.count)
            replay.locks += [Lock(each.tick + tick, seat) for tick, seat in each.locks]
            replay._digests[each.tick + each.count] = each.state
        replay._known_ticks = replay.ticks
        return replay

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Replay):
            return NotImplemented
        same = (self.setup.named(), self.locks) == (other.setup.named(), other.locks)
        return same and self._buttons == other._buttons and self.stretches() == other.stretches()

    __hash__ = None  # type: ignore[assignment]  # it grows

    @property
    def ticks(self) -> int:
        """The ticks played."""
        return len(self._buttons[0])

    @property
    def count(self) -> int:
        """The pieces locked, of all seats."""
        return len(self.locks)

    @property
    def rules(self) -> dict[str, str]:
        """The rules under which the game opens."""
        return self.setup.named()

    # -- playing --

    def tick(self, buttons: Sequence[Input | int]) -> tuple[list[Event], ...]:
        """Play a tick, as `Game.tick`; once the game is over nothing is kept any more. Raises as `at`."""
        self._advance(self.ticks)
        if self._front.over:
            return tuple([] for _ in self._buttons)
        for items, held in zip(self._buttons, buttons, strict=True):
            items.append(bytes((held,)) if isinstance(held, int) else held)
        return self._next()

    @property
    def game(self) -> Game:
        """The game as it stands, to be looked at only: `tick` changes it."""
        self._advance(self.ticks)
        return self._front

    def cut(self, tick: int) -> Replay:
        """The game up to a tick, to be played on from there. Raises as `at`."""
        front = self.at(tick)
        other = Replay(self.setup)
        other._front = front
        other._buttons = [items[:tick] for items in self._buttons]
        other.locks = [lock for lock in self.locks if lock.tick <= tick]
        other._marks = {at: game for at, game in self._marks.items() if at <= tick}
        other._digests = {at: text for at, text in self._digests.items() if at <= tick and at % STRETCH == 0}
        return other

    def branch(self, tick: int, handlings: Sequence[Handling]) -> Replay:
        """A new game that starts where this one is after a tick, with other handlings: as when a person takes over.

        The pieces in hand start again, waiting rows are due at once, figures begin at nothing. Raises as `at`.
        """
        starts = tuple(State.open(seat.untouched().here()) for seat in self.at(tick).seats)
        return Replay(Setup(self.setup.timing, starts, tuple(handlings)))

    def alone(self, tick: int, number: int, handling: Handling) -> Replay:
        """A new game of one seat from a tick on: with the rows that reached it in this game, when they did.

        The piece in hand starts again, and figures begin at nothing. Where the other seat was out it ends when this
        game did; else it goes on. Raises as `at`.
        """
        game = self.at(tick)
        timing, seat = self.setup.timing, game.seats[number]
        batches = tuple(each._replace(due=max(0, each.due - tick)) for each in seat.state.garbage.batches)
        state = replace(seat.state, garbage=replace(seat.state.garbage, batches=batches))
        listed = self.setup.arrivals[number] if self.setup.arrivals else ()
        arrivals = [
            Arrival(each.tick - tick, each.rows, max(0, each.due - tick))
            for each in listed
            if each.tick > tick
        ]
        while game.now < self.ticks:
            events = game.tick(self.buttons_at(game.now + 1))
            now = game.now - tick
            for each in events[1 - number] if len(events) > 1 else ():
                packets = each.landing.packets if each.landing is not None else ()
                arrivals += [Arrival(now, rows, now + timing.travel) for rows in packets]
        limit = timing.limit - tick if timing.limit else 0
        if len(game.seats) > 1 and game.over and not seat.over:
            limit = self.ticks - tick
        timing = replace(timing, limit=max(1, limit) if limit else 0)
        start = State.open(state.here())
        arrivals.sort(key=lambda each: each.tick)
        return Replay(Setup(timing, (start,), (handling,), (tuple(arrivals[:MOST_ARRIVALS]),)))

    # -- looking --

    def at(self, tick: int) -> Game:
        """A copy of the game after a tick, 0 to `ticks`, to be done with as one likes.

        Raises `BadInput` for another tick, and `InvalidTicks` where the game turns out to be none.
        """
        if not 0 <= tick <= self.ticks:
            raise BadInput(f"this game has no tick {tick}; it goes from 0 to {self.ticks:,}")
        self._advance(tick)
        game = self._marks[tick // MARK * MARK].copy()
        while game.now < tick:
            game.tick([items[game.now] for items in self._buttons])
        return game

    def tick_of(self, ply: int) -> int:
        """The tick in which piece number `ply` locked; 0 for 0. Raises `BadInput` for a ply it does not have."""
        if not 0 <= ply <= self.count:
            raise BadInput(f"this game has no piece {ply}; it goes from 0 to {self.count:,}")
        return self.locks[ply - 1].tick if ply else 0

    def ply_at(self, tick: int) -> int:
        """The pieces locked up to a tick."""
        return bisect_right(self.locks, tick, key=lambda lock: lock.tick)

    def buttons_at(self, tick: int) -> tuple[Input, ...]:
        """The input of each seat in a tick, 1 to `ticks`."""
        return tuple(items[tick - 1] for items in self._buttons)

    def position(self, ply: int) -> Moment:
        """The moment in which piece number `ply` locked; 0 is the start. Raises as `at` and `tick_of`."""
        return Moment(self.at(self.tick_of(ply)), ply)

    # -- keeping --

    def stretches(self) -> tuple[Ticks, ...]:
        """The game as a file holds it. Raises `InvalidTicks`."""
        return tuple(self._stretch(first) for first in range(0, self.ticks, STRETCH))

    def prove(self) -> None:
        """Play all of it, and compare every piece and digest. Raises `InvalidTicks` for the first that differs."""
        self._advance(self.ticks)

    # -- inside --

    def _stretch(self, first: int) -> Ticks:
        end = min(first + STRETCH, self.ticks)
        if end not in self._digests:
            self._digests[end] = self.at(end).digest()
        locks = self.locks[self.ply_at(first) : self.ply_at(end)]
        return Ticks(
            first,
            end - first,
            tuple(pack(items[first:end]) for items in self._buttons),
            tuple((lock.tick - first, lock.seat) for lock in locks),
            self._digests[end],
        )

    def _advance(self, tick: int) -> None:
        """Play the furthest game on to a tick, if it has not been there."""
        if self._fault and tick >= self._fault.tick:
            raise self._fault
        while self._front.now < tick:
            if self._front.over and not self._fault:
                self._fault = InvalidTicks(self._front.now + 1, "it is over before that")
            if self._fault:
                raise self._fault
            self._next()

    def _next(self) -> tuple[list[Event], ...]:
        """Play one tick of the furthest game; what is given about it must be so, else it is noted."""
        front = self._front
        lines = front.tick([items[front.now] for items in self._buttons])
        now, locked = front.now, [seat for seat, events in enumerate(lines) if _locks(events)]
        if now > self._known_ticks:
            self.locks += [Lock(now, seat) for seat in locked]
        elif [lock.seat for lock in self.locks[self.ply_at(now - 1) : self.ply_at(now)]] != locked:
            self._fault = InvalidTicks(now, "the pieces did not lock as it says")
        if now % STRETCH == 0 or now == self._known_ticks:
            digest = front.digest()
            if self._digests.setdefault(now, digest) != digest and now <= self._known_ticks:
                self._fault = self._fault or InvalidTicks(now, "the game there is not the one that was saved")
        if self._fault:
            raise self._fault
        if now % MARK == 0:
            self._marks[now] = front.copy()
        return lines


def _locks(events: list[Event]) -> bool:
    return any(event.kind == "lock" for event in events)
