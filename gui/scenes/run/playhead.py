"""The place in a run, its pace, and what is measured of the boards around it.

Apart from `scene`: nothing is drawn here.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from functools import lru_cache
from math import inf
from time import perf_counter

from ai.tetris.classic.evaluators import EVALUATORS, evaluate
from game.showcase import Showcase, minutes
from game.tetris.classic.board import Board
from game.tetris.classic.series import round_up
from gui.games.classic.equity import breakdown
from gui.play.playhead import OWN, Playhead, Scheduled
from gui.scenes.run.runners import RunHistory, Runner
from gui.ui.commands import Tip
from gui.ui.text import grouped

NO_LIMIT = inf
LIVE_SPEEDS = (1.0, 2.0, 4.0, 8.0, 16.0, 32.0, 64.0, 125.0, 250.0, 500.0, 1000.0, NO_LIMIT)
KEPT_SPEEDS = (*LIVE_SPEEDS[:-1], 4000.0, 16_000.0, 64_000.0)
EASY_SPEED = 4.0  # of a kept game, where the settings have no limit
EASY = 8.0  # pieces a second up to which an eye can follow each move
_EACH = 250.0  # pieces a second up to which each of them gets its place in the graph
_AHEAD = 0.6  # seconds that the engine may be ahead of what is shown
_CHUNK = 4096  # pieces that runners side by side are ordered at a time, at least


class RunPlayhead(Playhead):
    """The pieces that are shown of every runner; `speed` is pieces a second.

    `goal` is a place that single steps have asked for, `front` the farthest that was shown.
    """

    place_word = "piece"
    at = goal = front = 0

    def __init__(
        self, runners: Sequence[Runner], speed: float, speeds: tuple[float, ...] = LIVE_SPEEDS
    ) -> None:
        """`speed` is that of `speeds` at which it begins, or above one of them; 0: without a limit."""
        self.runners = runners
        self.speeds = speeds
        self.speed = max((each for each in speeds if each <= (speed or NO_LIMIT)), default=speeds[0])

    @property
    def known(self) -> int:
        """The pieces that every runner has played."""
        return min(runner.count - runner.lead for runner in self.runners)

    @property
    def begin(self) -> int:
        return max(0, *(runner.history.first - runner.lead for runner in self.runners))

    @property
    def end(self) -> int:
        """All of a game that was kept; of one that is being played what was shown, since nobody knows the rest."""
        return self.front if NO_LIMIT in self.speeds else self.known

    @property
    def ended(self) -> bool:
        return all(runner.ended for runner in self.runners) and self.at >= self.known

    @property
    def racing(self) -> bool:
        """True if it is being played as fast as the machine can."""
        return self.playing and self.speed == NO_LIMIT

    @property
    def easy(self) -> bool:
        """True if each move can be seen: slow, or standing still."""
        return not self.playing or self.speed <= EASY

    def fast_rate(self) -> float:
        """Pieces a second where so many go by that not each can be looked at; else 0."""
        if self.racing:
            return max(runner.rate for runner in self.runners)
        return self.speed if self.playing and self.speed > _EACH else 0.0

    def show(self, at: int) -> None:
        self.at = at
        self.front = max(self.front, at)

    def seek(self, at: int) -> None:
        """Show a place; a run at full speed comes to rest there."""
        if self.racing:
            self.playing = False
        super().seek(at)
        self.goal = self.at

    def step(self, by: int) -> None:
        """Stop, and show the piece before, or one more as soon as it is known."""
        if by < 0:
            super().step(by)
        else:
            self.playing = False
            self.goal = max(self.at, self.goal) + 1

    def update(self, seconds: float) -> None:
        if not self.playing:
            self.play(self.goal - self.at)
        elif self.speed == NO_LIMIT:
            self.play(self.known - self.at)
            self.playing = not self.ended
        else:
            super().update(seconds)
        if self.playing:
            self.goal = self.at

    def wanted(self) -> int:
        """Return how many pieces have to be known soon, so that the playhead never waits."""
        return self.at + 2 + int(self.speed * _AHEAD) if self.playing else max(self.at, self.goal)

    def drive(self) -> None:
        """Have every runner play as far as is needed; side by side, none runs away from the others."""
        for runner in self.runners:
            if not self.racing:
                runner.drive(self.wanted() + runner.lead)
            elif len(self.runners) == 1:
                runner.drive(None)
            else:
                slowest = min(each.rate for each in self.runners)
                runner.drive(self.known + max(_CHUNK, int(slowest)) + runner.lead)

    @property
    def speed_words(self) -> str:
        if self.speed == NO_LIMIT:
            return "max"
        return f"{self.speed / 1000:g}K/s" if self.speed >= 1000 else f"{self.speed:g}/s"

    @property
    def speed_tip(self) -> Tip:
        limited = self.speed != NO_LIMIT
        pace = f"{grouped(int(self.speed))} a second" if limited else "as fast as this computer can"
        return Tip(f"Pieces: {pace}", "Plus, Minus")


class RunTour(Scheduled, RunPlayhead):
    """The place in a run that is a showcase: it follows the showcase's schedule, or goes at any speed."""

    def __init__(self, shown: Showcase, runner: Runner) -> None:
        self.shown = shown
        super().__init__([runner], OWN, (OWN, *KEPT_SPEEDS))
        self.speed = OWN

    @property
    def touring(self) -> bool:
        """True if it follows the schedule."""
        return self.speed == OWN

    @property
    def hurrying(self) -> bool:
        """True if the schedule is between two chapters, where pieces fly by."""
        return self.playing and self.touring and self.part.pace == "flight"

    @property
    def pace_words(self) -> str:
        words = [minutes(self.seconds), super().pace_words if self.touring else ""]
        return " · ".join(filter(None, words))

    @property
    def easy(self) -> bool:
        return not self.hurrying if self.touring else super().easy

    @property
    def ended(self) -> bool:
        return super().ended if self.touring else self.at >= self.known

    def fast_rate(self) -> float:
        if self.hurrying:
            return (self.part.last - self.part.first) / self.part.seconds
        return super().fast_rate()

    def update(self, seconds: float) -> None:
        before = self.at
        if self.touring and self.playing:
            super().update(seconds)
        else:
            RunPlayhead.update(self, seconds)
            if self.at != before:
                self.seconds = self.shown.when(self.at)

    @property
    def speed_words(self) -> str:
        return "1×" if self.touring else super().speed_words

    @property
    def speed_tip(self) -> Tip:
        return Tip("The showcase at its own pace", "Plus, Minus") if self.touring else super().speed_tip


# What is measured of a runner's boards, worked out a few at a time: those that are looked at first come first.

STRETCH = 200  # positions that the graph shows
_QUARTER = 4  # the graph moves on by a part of its width at a time, so that it stands still in between
_MOST_KEPT = 1000
_FEW = 16
_FRAMES = 60
PLAIN = "tengstrand-1.1"


class Curve:
    """Measured values of the boards of a history, by place."""

    def __init__(self, history: RunHistory, measure: Callable[[Board], float]) -> None:
        self._measure = measure
        self._history = history
        self._values: dict[int, float] = {}

    @property
    def known(self) -> int:
        """The number of places that are measured."""
        return len(self._values)

    def value(self, at: int) -> float | None:
        """The measure after `at` pieces, once it is known."""
        return self._values.get(at)

    def put(self, at: int, board: Board) -> None:
        """Measure the board that is there after `at` pieces."""
        if at not in self._values:
            self._values[at] = self._measure(board)
            if len(self._values) > _MOST_KEPT:  # those that were worked out last are those that are looked at
                self._values = dict(list(self._values.items())[-_MOST_KEPT // 2 :])

    def now(self, at: int) -> float:
        """The same, worked out at once where it is not known."""
        at = min(at, self._history.count)
        if at not in self._values:
            self.put(at, self._history.position(at).board)
        return self._values[at]

    def points(self, first: int, last: int) -> list[tuple[int, float]]:
        """(place, measure) of all that is known between two places, in order."""
        return sorted((at, value) for at, value in self._values.items() if first <= at <= last)

    def work(
        self, first: int, last: int, at: int, seconds: float, clock: Callable[[], float] = perf_counter
    ) -> bool:
        """Work out what is missing between two places, what is near `at` first, for at most that long.

        Returns whether everything is known.
        """
        until = clock() + seconds
        for place in _outward(first, last, min(max(at, first), last)):
            if place not in self._values:
                if clock() >= until:
                    return False
                self.now(place)
        return True


def _outward(first: int, last: int, at: int) -> Iterator[int]:
    """All places from `first` to `last`: `at`, then a few at a time before it, then those behind it.

    These few ascend, since each position is at hand once the one before it is known.
    """
    yield at
    for begin in range(at - at % _FEW, first - _FEW, -_FEW):
        yield from range(max(first, begin), min(begin + _FEW, last + 1))
    yield from range(at + 1, last + 1)


@lru_cache(maxsize=64)
def equity_of(board: Board, controller: str) -> float:
    """Return the equity of a board by a controller, lower being better: what can be opened up on it, summed."""
    if controller in EVALUATORS:
        return evaluate(board, controller)
    seen = breakdown(board, controller)
    return seen.total if seen is not None else evaluate(board, PLAIN)


def stretch_around(at: int, rate: float = 0.0) -> tuple[int, int]:
    """The places between which the graph shows what is measured: 200 pieces, or more where many go by in a frame."""
    span = STRETCH * max(1, int(round_up(max(1.0, rate / _FRAMES))))
    step = span // _QUARTER
    first = max(0, at // step * step - span + step)
    return first, first + span
