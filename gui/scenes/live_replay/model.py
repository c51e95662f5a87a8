"""A game in real time looked at again: the game and its wells at one tick, and what happened in all of it.

Apart from `scene`: nothing is drawn here.
"""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from collections.abc import Sequence
from time import perf_counter
from typing import NamedTuple

from game.advice import Advice
from game.showcase import Showcase
from game.tetris.guideline import Landing
from game.tetris.guideline.real_time import Event, Replay, Seat
from game.tetris.guideline.real_time.game import Game
from gui.play.playhead import Scheduled, TickPlayhead
from gui.scenes.live.wells import Well

_JUMP = 120  # ticks ahead from which looking is quicker than playing


class ReplayPlayhead(TickPlayhead):
    """A tick of a replay. `game` is the game there, to be looked at only; `wells` is what its picture remembers."""

    def __init__(self, replay: Replay, tick: int = 0) -> None:
        self.replay = replay
        self.show(tick)

    @property
    def at(self) -> int:
        return self.game.now

    @property
    def end(self) -> int:
        return self.replay.ticks

    def show(self, at: int) -> None:
        """Show a tick, with what a player would have seen said just then: the clear of a moment ago."""
        self.game: Game = self.replay.at(at)
        self.wells = [Well() for _ in self.game.seats]
        for well, seat in zip(self.wells, self.game.seats, strict=True):
            if seat.state.last is not None and seat.piece is None and not seat.over:
                well.see(Event("lock", 0, seat.state.last))

    def play(self, places: int) -> int:
        if places > _JUMP:
            return super().play(places)
        tick = min(self.at + places, self.end)
        while self.at < tick:
            told = self.game.tick(self.replay.buttons_at(self.at + 1))
            for well, events in zip(self.wells, told, strict=True):
                for event in events:
                    well.see(event)
        return places

    @property
    def locked(self) -> Sequence[int]:
        return [lock.tick for lock in self.replay.locks]


class ReplayTour(Scheduled, ReplayPlayhead):
    """The same as a showcase, which waits while a chapter is read."""

    def __init__(self, shown: Showcase) -> None:
        assert shown.record.live is not None
        self.shown = shown
        super().__init__(shown.record.live)

    def place_at(self, seconds: float) -> int:
        return self.shown.tick_at(seconds)

    def when(self, at: int) -> float:
        thousandths = range(int(self.shown.seconds * 1000))
        return bisect_left(thousandths, at, key=lambda each: self.shown.tick_at(each / 1000)) / 1000


class Locked(NamedTuple):
    """A piece that has locked: when, what it did, and how high the stack was then."""

    tick: int
    landing: Landing
    height: int

    @property
    def attack(self) -> int:
        """The rows that its clear was worth."""
        return self.landing.attack


class MatchHistory:
    """The pieces of every seat in order, as far as the game was gone through: a little in each frame."""

    def __init__(self, replay: Replay) -> None:
        self.replay = replay
        self._game = replay.at(0)
        self.seats: tuple[list[Locked], ...] = tuple([] for _ in self._game.seats)

    def work(self, seconds: float) -> None:
        """Go on for no longer than that."""
        began = perf_counter()
        while self._game.now < self.replay.ticks and perf_counter() - began < seconds:
            told = self._game.tick(self.replay.buttons_at(self._game.now + 1))
            for pieces, seat, events in zip(self.seats, self._game.seats, told, strict=True):
                for event in events:
                    if event.kind == "lock" and event.landing is not None:
                        pieces.append(Locked(self._game.now, event.landing, seat.state.field.height))

    def upto(self, seat: int, tick: int) -> list[Locked]:
        """The pieces of a seat that have locked up to a tick."""
        return self.seats[seat][: self._count(seat, tick)]

    def after(self, seat: int, tick: int) -> Locked | None:
        """The next piece of a seat that locks after a tick; None where none does, or none is known yet."""
        return next(iter(self.seats[seat][self._count(seat, tick) :]), None)

    def _count(self, seat: int, tick: int) -> int:
        return bisect_right(self.seats[seat], tick, key=lambda piece: piece.tick)


_NOTICED = 0.05  # of the position score; behind a book's move there may be one that the search thinks more of
Key = tuple[int, int, int]  # the seat, its pieces so far, and the rows that have come up


def key_of(number: int, seat: Seat) -> Key:
    """What a question is about: the piece, and how its field has come about."""
    tally = seat.state.tally
    return number, 2 * tally.placed + seat.held, tally.risen


def verdict(advice: Advice, landing: Landing) -> str:
    """How the piece that was really placed stands among the choices: `number 3, score 0.4 less`."""
    placed = str(landing.placement.canonical())
    rank = next((rank for rank, choice in enumerate(advice.choices) if choice.move == placed), None)
    if rank is None:
        return "not considered"
    if rank == 0:
        return "the engine’s choice"
    less = advice.choices[0].score - advice.choices[rank].score
    return f"number {rank + 1}" + (f", score {less:.1f} less" if less > _NOTICED else "")
