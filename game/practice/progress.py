"""Progress: mistakes by theme over the weeks, as judged in games, or how problems of it went; and the days."""

from __future__ import annotations

import time
from collections import Counter
from collections.abc import Sequence
from typing import NamedTuple

from game.practice.collection import end_of_day
from game.practice.history import DAY, Attempt, History, Reviewed

WEEK = 7 * DAY
WEEKS = 5
DAYS = 28
_LEAST = 2  # weeks with something known, for a line
_ENOUGH = 20  # moves of a week whose mistakes are counted
PER = 100  # moves


class Line(NamedTuple):
    """A theme over the weeks, the oldest first; None for a week of which nothing is known.

    The values are mistakes in 100 moves of judged games, or, where `tries`, shares of problems that went wrong.
    """

    theme: str
    values: tuple[float | None, ...]
    tries: bool

    @property
    def known(self) -> tuple[float, ...]:
        """The values that are known."""
        return tuple(each for each in self.values if each is not None)

    @property
    def fell(self) -> float:
        """By how much it has become better; negative where it has become worse."""
        return self.known[0] - self.known[-1] if self.known else 0.0


def lines(history: History, now: float | None = None, weeks: int = WEEKS) -> list[Line]:
    """The themes with the most mistakes first: those of games where some were judged, else those of problems."""
    end = end_of_day(time.time() if now is None else now)
    themes = _of_games(history.reviewed, end, weeks) or _of_tries(history.attempts, end, weeks)
    known = [each for each in themes if len(each.known) >= _LEAST]
    return sorted(known, key=lambda each: -max(each.known))


def _week(at: float, end: float, weeks: int) -> int | None:
    """The number of the week of a moment, 0 the oldest; None for one that is too old."""
    number = weeks - 1 - int((end - at) // WEEK)
    return number if 0 <= number < weeks else None


def _of_games(reviewed: Sequence[Reviewed], end: float, weeks: int) -> list[Line]:
    moves: Counter[int] = Counter()
    counts: dict[str, Counter[int]] = {}
    for each in reviewed:
        week = _week(each.at, end, weeks)
        if week is not None:
            moves[week] += each.moves
            for theme, count in each.themes.items():
                counts.setdefault(theme, Counter())[week] += count
    return [
        Line(
            theme,
            tuple(
                PER * count[week] / moves[week] if moves[week] >= _ENOUGH else None for week in range(weeks)
            ),
            False,
        )
        for theme, count in counts.items()
    ]


def _of_tries(attempts: Sequence[Attempt], end: float, weeks: int) -> list[Line]:
    tries: dict[str, Counter[int]] = {}
    wrong: dict[str, Counter[int]] = {}
    for each in attempts:
        week = _week(each.at, end, weeks)
        if week is not None:
            tries.setdefault(each.theme, Counter())[week] += 1
            wrong.setdefault(each.theme, Counter())[week] += not each.good
    return [
        Line(
            theme,
            tuple(wrong[theme][week] / count[week] if count[week] else None for week in range(weeks)),
            True,
        )
        for theme, count in tries.items()
    ]


def days(history: History, now: float | None = None, count: int = DAYS) -> tuple[int, ...]:
    """By day, the oldest first and today last: the problems that were tried."""
    end = end_of_day(time.time() if now is None else now)
    tries = Counter(int((end - each.at) // DAY) for each in history.attempts if each.at < end)
    return tuple(tries[number] for number in reversed(range(count)))
