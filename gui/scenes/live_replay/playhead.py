"""The place in a game in real time that is looked at: it plays on by ticks, at any speed, and goes anywhere.

Apart from `scene`: a place in time, which draws nothing.
"""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from collections.abc import Iterator

from game.tetris.guideline.real_time import TICKS, Event, Replay
from game.tetris.guideline.real_time.game import Game

SPEEDS = (0.125, 0.25, 0.5, 1.0, 2.0, 4.0, 8.0)
_WORDS = {0.125: "⅛×", 0.25: "¼×", 0.5: "½×"}
_JUMP = 120  # ticks ahead from which looking is quicker than playing


class Playhead:
    """Where a replay stands. `game` is the game at `tick`, to be looked at only."""

    def __init__(self, replay: Replay, tick: int = 0) -> None:
        self.replay = replay
        self.game: Game = replay.at(tick)
        self.playing = False
        self.speed = 1.0
        self._owed = 0.0  # parts of a tick that have passed

    @property
    def tick(self) -> int:
        """The ticks played up to here."""
        return self.game.now

    @property
    def ended(self) -> bool:
        """Whether the game's last tick is shown."""
        return self.tick >= self.replay.ticks

    @property
    def ply(self) -> int:
        """The pieces locked up to here, of all seats."""
        return self.replay.ply_at(self.tick)

    def seek(self, tick: int) -> None:
        """Show another tick, or the nearest there is."""
        tick = min(max(tick, 0), self.replay.ticks)
        self._owed = 0.0
        if tick != self.tick:
            self.game = self.replay.at(tick)

    def step(self, by: int) -> None:
        """Go on (1) or back (-1) to the tick in which a piece locked; beyond them are the two ends."""
        ticks = [lock.tick for lock in self.replay.locks]
        if by > 0:
            at = bisect_right(ticks, self.tick)
            self.seek(ticks[at] if at < len(ticks) else self.replay.ticks)
        else:
            at = bisect_left(ticks, self.tick) - 1
            self.seek(ticks[at] if at >= 0 else 0)

    def pass_time(self, seconds: float) -> Iterator[tuple[int, Event]]:
        """Play on for so many seconds; tells what happens in each seat."""
        if not self.playing:
            return
        self._owed += seconds * TICKS * self.speed
        due = min(int(self._owed), self.replay.ticks - self.tick)
        self._owed -= int(self._owed)
        yield from self.play_to(self.tick + due)
        if self.ended:
            self.playing = False

    def play_to(self, tick: int) -> Iterator[tuple[int, Event]]:
        """Play on to a tick; tells what happens in each seat, as long as that is not far."""
        if not self.tick <= tick <= self.tick + _JUMP:
            self.seek(tick)
        while self.tick < tick:
            yield from self._play()

    def _play(self) -> Iterator[tuple[int, Event]]:
        told = self.game.tick(self.replay.buttons_at(self.tick + 1))
        for seat, events in enumerate(told):
            for event in events:
                yield seat, event

    # -- speed --

    @property
    def words(self) -> str:
        """The speed as `1×`, `⅛×`."""
        return _WORDS.get(self.speed, f"{self.speed:g}×")

    def faster(self) -> None:
        """The next speed; after the fastest comes the slowest."""
        self.speed = next((speed for speed in SPEEDS if speed > self.speed), SPEEDS[0])

    def slower(self) -> None:
        """The speed below."""
        self.speed = next((speed for speed in reversed(SPEEDS) if speed < self.speed), SPEEDS[0])
