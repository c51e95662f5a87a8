"""What happened in a game in real time, piece by piece: gathered while the window draws, a little in each frame."""

from __future__ import annotations

from bisect import bisect_right
from time import perf_counter
from typing import NamedTuple

from game.tetris.guideline import Landing
from game.tetris.guideline.real_time import Replay


class Locked(NamedTuple):
    """A piece that has locked: when, what it did, and how high the stack was then."""

    tick: int
    landing: Landing
    height: int


class Chronicle:
    """The pieces of every seat in order, as far as the game was gone through."""

    def __init__(self, replay: Replay) -> None:
        self.replay = replay
        self._game = replay.at(0)
        self.seats: tuple[list[Locked], ...] = tuple([] for _ in self._game.seats)

    @property
    def done(self) -> bool:
        """Whether the whole game was gone through."""
        return self._game.now >= self.replay.ticks

    def work(self, seconds: float) -> None:
        """Go on for no longer than that."""
        began = perf_counter()
        while not self.done and perf_counter() - began < seconds:
            self._tick()

    def _tick(self) -> None:
        told = self._game.tick(self.replay.buttons_at(self._game.now + 1))
        for number, events in enumerate(told):
            for event in events:
                if event.kind == "lock" and event.landing is not None:
                    height = self._game.seats[number].state.field.height
                    self.seats[number].append(Locked(self._game.now, event.landing, height))

    def upto(self, seat: int, tick: int) -> list[Locked]:
        """The pieces of a seat that have locked up to a tick."""
        pieces = self.seats[seat]
        return pieces[: bisect_right(pieces, tick, key=lambda piece: piece.tick)]

    def after(self, seat: int, tick: int) -> Locked | None:
        """The next piece of a seat that locks after a tick; None where none does, or none is known yet."""
        pieces = self.seats[seat]
        at = bisect_right(pieces, tick, key=lambda piece: piece.tick)
        return pieces[at] if at < len(pieces) else None
