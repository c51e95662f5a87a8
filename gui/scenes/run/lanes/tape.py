"""Everything that a controller has played in a run: game after game, a byte a piece, each position at hand."""

from __future__ import annotations

from array import array
from bisect import bisect_right
from collections import Counter, OrderedDict

from ai.engine import Stretch
from game.tetris.classic.run import Run
from game.tetris.classic.state import State
from gui.scenes.run.lanes.plan import Plan

APART = 256  # pieces of a game between two marks
_OPEN = 3  # games that are kept ready to be looked at


class Tape:
    """The pieces of a series of games. Positions are counted over all games: `at` pieces from the start."""

    def __init__(self, plan: Plan, controller: str) -> None:
        self.plan = plan
        self.controller = controller
        self.tally: Counter[int] = Counter()  # finished games by their rows
        self.rows = 0  # of all games that have ended
        self._columns = bytearray()
        self._tucks = bytearray()  # empty as long as all are 0
        self._marks = bytearray()
        self._mark_bytes = 4 * int(plan.rules["size"].partition("x")[2])
        self._starts = array("q", [0])  # by game: the pieces before it
        self._first_mark = array("q", [0])  # by game: the marks before it
        self._runs: OrderedDict[int, Run] = OrderedDict()
        self._kept: Run | None = None

    @classmethod
    def of(cls, plan: Plan, run: Run) -> Tape:
        """The tape of one game that was kept."""
        tape = cls(plan, run.controller)
        tape._kept = run
        return tape

    @property
    def count(self) -> int:
        """The pieces played in all games."""
        return self._kept.count if self._kept is not None else len(self._columns)

    @property
    def games(self) -> int:
        """The number of games that have ended."""
        return len(self._starts) - 1

    def take(self, stretch: Stretch) -> None:
        """Add what was played next."""
        if stretch.tucks or self._tucks:
            self._tucks.extend(bytes(len(self._columns) - len(self._tucks)))
            self._tucks.extend(stretch.tucks or bytes(len(stretch.columns)))
        self._columns.extend(stretch.columns)
        self._marks.extend(stretch.marks)
        for pieces, rows in stretch.finished:
            self._starts.append(self._starts[-1] + pieces)
            self._first_mark.append(self._first_mark[-1] + pieces // APART)
            self.tally[rows] += 1
            self.rows += rows

    def game_at(self, at: int) -> tuple[int, int]:
        """The number of the game that is shown after `at` pieces, and its own pieces until then."""
        game = min(bisect_right(self._starts, at), len(self._starts)) - 1
        if game and at == self._starts[game] and at == self.count:
            game -= 1  # nothing of the next game is known yet: look at how this one ended
        return game, at - self._starts[game]

    def start_of(self, game: int) -> int:
        """The number of pieces before a game."""
        return self._starts[game]

    def starts(self, first: int, last: int) -> tuple[int, ...]:
        """Where games after the first one begin between two places, both included."""
        low = max(1, bisect_right(self._starts, first - 1))
        return tuple(self._starts[low : bisect_right(self._starts, last)])

    def position(self, at: int) -> State:
        """The position after `at` pieces, 0 to `count`."""
        game, ply = self.game_at(at)
        return self.run(game).position(ply)

    def run(self, game: int) -> Run:
        """A game by itself, as far as it has been played."""
        if self._kept is not None:
            return self._kept
        run = self._runs.pop(game, None) or Run(
            State.open(self.plan.rules_of(game, self._starts[game])), self.controller
        )
        self._runs[game] = run
        if len(self._runs) > _OPEN:
            self._runs.popitem(last=False)
        first, end = self._starts[game], self._starts[game + 1] if game < self.games else len(self._columns)
        if first + run.count < end:
            known = slice(first + run.count, end)
            seen = self._first_mark[game] + run.count // APART
            marks = self._marks[self._mark_bytes * seen : self._mark_bytes * self._marks_upto(game, end)]
            run.append(bytes(self._columns[known]), bytes(self._tucks[known]), bytes(marks))
        return run

    def _marks_upto(self, game: int, end: int) -> int:
        return self._first_mark[game] + (end - self._starts[game]) // APART
