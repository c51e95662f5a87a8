"""How fast a run is shown: from one step at a time to as fast as the machine can, and where it stands."""

from __future__ import annotations

from gui.ui.text import grouped

LIVE_SPEEDS = (1.0, 2.0, 4.0, 8.0, 16.0, 32.0, 64.0, 125.0, 250.0, 500.0, 1000.0, 0.0)
KEPT_SPEEDS = (*LIVE_SPEEDS[:-1], 4000.0, 16_000.0, 64_000.0)
NO_LIMIT = 0.0
EASY = 8.0  # pieces a second up to which an eye can follow each move
_EACH = 250.0  # pieces a second up to which each of them gets its place in the graph
_AHEAD = 0.6  # seconds that the engine may be ahead of what is shown


class Playback:
    """The playhead of a run. `at` is the number of pieces shown, `speed` pieces a second, 0: no limit.

    `goal` is a place that single steps have asked for, `front` the farthest that was shown.
    """

    def __init__(self, speeds: tuple[float, ...], speed: float) -> None:
        self.speeds = speeds
        limited = [each for each in speeds if each]
        wanted = speed if speed or NO_LIMIT in speeds else limited[-1]
        self.speed = min(limited, key=lambda each: abs(each - wanted)) if wanted else NO_LIMIT
        self.playing = False
        self.at = self.goal = self.front = 0
        self._part = 0.0

    @property
    def unlimited(self) -> bool:
        """Whether the run is shown as fast as it is played."""
        return self.speed == NO_LIMIT

    @property
    def racing(self) -> bool:
        """Whether it is being played as fast as the machine can."""
        return self.playing and self.unlimited

    @property
    def easy(self) -> bool:
        """Whether each move can be seen: slow, or standing still."""
        return not self.playing or (not self.unlimited and self.speed <= EASY)

    def rate(self, played: float) -> float:
        """Pieces a second where so many go by that not each can be looked at; else 0.

        `played` is how many are being played.
        """
        if not self.playing:
            return 0.0
        return played if self.unlimited else self.speed if self.speed > _EACH else 0.0

    def advance(self, seconds: float, count: int) -> None:
        """Let time pass, as far as the `count` pieces go that are known."""
        if not self.playing:
            if self.at < min(self.goal, count):
                self._show(min(self.goal, count))
        elif self.unlimited:
            self.put(max(self.at, count))
        else:
            self._part = min(self._part + seconds * self.speed, 1.0 + seconds * self.speed)
            whole = min(int(self._part), count - self.at)
            if whole > 0:
                self._part -= whole
                self.put(self.at + whole)

    def put(self, at: int) -> None:
        """Show the position after `at` pieces; steps that were asked for are forgotten."""
        self._show(max(0, at))
        self.goal = self.at

    def _show(self, at: int) -> None:
        self.at = at
        self.front = max(self.front, at)

    def step(self) -> None:
        """Stop, and show one more piece as soon as it is known."""
        self.playing = False
        self.goal = max(self.at, self.goal) + 1

    def wanted(self) -> int:
        """How many pieces have to be known soon, so that the playhead never waits."""
        return self.at + 2 + int(self.speed * _AHEAD) if self.playing else max(self.at, self.goal)

    def faster(self) -> None:
        """Go up one speed; after the fastest comes the slowest."""
        self.speed = self.speeds[(self.speeds.index(self.speed) + 1) % len(self.speeds)]

    def slower(self) -> None:
        """Go down one speed."""
        self.speed = self.speeds[max(0, self.speeds.index(self.speed) - 1)]

    @property
    def words(self) -> str:
        """The speed for a small button."""
        if self.unlimited:
            return "max"
        return f"{self.speed / 1000:g}K/s" if self.speed >= 1000 else f"{self.speed:g}/s"

    @property
    def about(self) -> str:
        """The speed in full, with its keys."""
        pace = "as fast as the machine can" if self.unlimited else f"{grouped(int(self.speed))} a second"
        return f"Pieces: {pace}  (+ and −)"
