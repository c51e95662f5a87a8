"""The equity of a lane's positions, worked out a few at a time: those that are looked at first come first."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from time import perf_counter

from ai.tetris.classic.evaluators import EVALUATORS
from ai.tetris.classic.explain import evaluate
from game.tetris.classic.board import Board
from gui.scenes.run.lanes.spread import round_up
from gui.scenes.run.lanes.tape import Tape
from gui.tetris.classic.opened.account import account

STRETCH = 200  # positions that the graph shows
_QUARTER = 4  # the graph moves on by a part of its width at a time, so that it stands still in between
_MOST_KEPT = 1000
_FEW = 16
_FRAMES = 60
PLAIN = "tengstrand-1.1"


class Curve:
    """Equities by place on a tape, lower being better."""

    def __init__(self, tape: Tape, evaluator: str = PLAIN) -> None:
        self.evaluator = evaluator
        self._tape = tape
        self._values: dict[int, float] = {}

    def value(self, at: int) -> float | None:
        """The equity after `at` pieces, once it is known."""
        return self._values.get(at)

    def put(self, at: int, board: Board) -> None:
        """Work it out for the board that is there after `at` pieces."""
        if at not in self._values:
            self._values[at] = equity_of(board, self.evaluator)
            if len(self._values) > _MOST_KEPT:  # those that were worked out last are those that are looked at
                self._values = dict(list(self._values.items())[-_MOST_KEPT // 2 :])

    def now(self, at: int) -> float:
        """The same, worked out at once where it is not known."""
        at = min(at, self._tape.count)
        if at not in self._values:
            self.put(at, self._tape.position(at).board)
        return self._values[at]

    def points(self, first: int, last: int) -> list[tuple[int, float]]:
        """(place, equity) of all that is known between two places, in order."""
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


def equity_of(board: Board, controller: str) -> float:
    """What a board is worth to a controller, lower being better: what can be opened up on it, summed."""
    if controller in EVALUATORS:
        return evaluate(board, controller)
    seen = account(board, controller)
    return seen.total if seen is not None else evaluate(board, PLAIN)


def stretch_around(at: int, rate: float = 0.0) -> tuple[int, int]:
    """The places between which the graph shows the equity: 200 pieces, or more where many go by in a frame."""
    span = STRETCH * max(1, int(round_up(max(1.0, rate / _FRAMES))))
    step = span // _QUARTER
    first = max(0, at // step * step - span + step)
    return first, first + span
