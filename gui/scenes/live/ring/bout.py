"""A game under way, without its picture: what passes with the time, tick by tick, whatever a frame takes."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from typing import Literal, NamedTuple

from game.tetris.guideline import Tally
from game.tetris.guideline.attack import Clear
from game.tetris.guideline.placement import FULL, NO_SPIN
from game.tetris.guideline.real_time import Beat, Event, Game, Replay, Seat
from gui.scenes.live.ring.players import EnginePlayer, Sitter

Phase = Literal["preparing", "counting", "playing", "paused", "over"]
COUNTS, COUNT_SECONDS = 3, 0.5
_ROWS = ("", "Single", "Double", "Triple", "Tetris")
KINDS = (
    "Single",
    "Double",
    "Triple",
    "Tetris",
    "T-spin mini",
    "T-spin single",
    "T-spin double",
    "T-spin triple",
)
Told = list[tuple[int, Event]]


class Bout:
    """A replay that grows, with the players who make it grow. It waits for engines, counts down, and plays.

    `stopped` says why a game ended in which nobody won or lost: a player could not go on.
    """

    def __init__(self, replay: Replay, sitters: Sequence[Sitter]) -> None:
        self.replay = replay
        self.sitters = tuple(sitters)
        self.phase: Phase = "preparing"
        self.stopped = ""
        self.count = 0.0  # seconds of the countdown that are left
        self.past = past_of(replay)
        self._beat = Beat()
        if self.game.over:
            self.phase = "over"

    @property
    def game(self) -> Game:
        return self.replay.game

    @property
    def seats(self) -> tuple[Seat, ...]:
        return self.game.seats

    @property
    def engines(self) -> dict[int, EnginePlayer]:
        """The engines that play, by seat."""
        return {at: each for at, each in enumerate(self.sitters) if isinstance(each, EnginePlayer)}

    @property
    def number(self) -> int:
        """The figure of the countdown, 3 to 1."""
        return max(1, min(COUNTS, int(self.count / COUNT_SECONDS - 1e-9) + 1))

    def pause(self) -> None:
        """Stand still, if the game has begun and is not over."""
        if self.phase in ("playing", "counting", "preparing"):
            self.phase = "paused"

    def go_on(self) -> None:
        """Play on after a pause, once it has been counted down."""
        if self.phase == "paused":
            self.phase = "preparing"

    def pass_time(self, seconds: float) -> Told:
        """What has happened in the ticks that are due, by seat."""
        told: Told = []
        if self.phase in ("preparing", "counting", "playing"):
            self._look()
        if self.phase == "preparing" and all(engine.ready for engine in self.engines.values()):
            self.phase, self.count = "counting", COUNTS * COUNT_SECONDS
        elif self.phase == "counting":
            self.count -= seconds
            if self.count <= 1e-9:
                self.phase, self._beat = "playing", Beat()
        elif self.phase == "playing":
            for _ in range(self._beat.due(seconds)):
                told += self._tick()
        self._end()
        return told

    def _tick(self) -> Told:
        """One tick: everybody looks, everybody presses."""
        seats = self.seats
        self._look()
        held = [sitter.buttons(seat) for sitter, seat in zip(self.sitters, seats, strict=True)]
        told = [(at, event) for at, events in enumerate(self.replay.tick(held)) for event in events]
        for at, event in told:
            if event.landing is not None and event.landing.rows:
                self.past.kinds[at].update(kinds_of(event.landing.clear))
                self.past.tallies[at].append((self.replay.ticks, self.seats[at].state.tally))
        return told

    def _look(self) -> None:
        for sitter, seat in zip(self.sitters, self.seats, strict=True):
            sitter.look(seat)

    def _end(self) -> None:
        gone = next((each for each in self.engines.values() if each.gone), None)
        if gone is not None and self.phase != "over" and not self.game.over:
            kept = " and is kept" if self.replay.count else ""
            self.stopped = f"{gone.player.name} cannot play on. The game ends here{kept}."
        if self.stopped or self.game.over:
            self.phase = "over"


def kinds_of(clear: Clear) -> list[str]:
    """The kind of a clear as statistics count it; none for no rows. A perfect clear counts beside it."""
    if not clear.rows:
        return []
    rows = _ROWS[clear.rows]
    spun = f"T-spin {rows.lower()}" if clear.spin == FULL else "T-spin mini"
    kind = rows if clear.spin == NO_SPIN else spun
    return [kind, "Perfect clear"] if clear.perfect else [kind]


class Past(NamedTuple):
    """What a game has brought so far, by seat: how often each kind of clear, and the counts after each that was one."""

    kinds: tuple[Counter[str], ...]
    tallies: tuple[list[tuple[int, Tally]], ...]  # with the tick of each


def past_of(replay: Replay) -> Past:
    """The past of a game that goes on: it is played through for that."""
    game = Game(replay.setup)
    past = Past(
        tuple(Counter[str]() for _ in game.seats), tuple([(0, seat.state.tally)] for seat in game.seats)
    )
    for tick in range(1, replay.ticks + 1):
        for at, events in enumerate(game.tick(replay.buttons_at(tick))):
            for event in events:
                if event.landing is not None and event.landing.rows:
                    past.kinds[at].update(kinds_of(event.landing.clear))
                    past.tallies[at].append((tick, game.seats[at].state.tally))
    return past
