"""Everything that a controller has played in a run: game after game, a byte a piece, each position at hand."""

from __future__ import annotations

from array import array
from bisect import bisect_right
from collections import Counter, OrderedDict
from collections.abc import Callable
from dataclasses import replace
from struct import unpack_from

from ai.engine import Stretch
from game.tetris.classic.board import Board
from game.tetris.classic.run import MARK, Run
from game.tetris.classic.state import State
from gui.scenes.run.lanes.plan import Plan

BLOCK = 2 * MARK  # pieces of a game that are opened together
MOST = 150_000_000  # pieces that are kept: then the oldest games are forgotten
_OPEN = 12  # blocks that are kept ready to be looked at


class Tape:
    """The pieces of a series of games. Positions are counted over all games: `at` pieces from the start."""

    def __init__(self, plan: Plan, controller: str, most: int = MOST) -> None:
        self.plan = plan
        self.controller = controller
        self.tally: Counter[int] = Counter()  # all finished games by their rows
        self.rows = 0  # of all games that have ended
        self.going_on = 0  # rows of the game under way
        self._most = most
        self._columns = bytearray()
        self._tucks = bytearray()  # empty as long as all are 0
        self._marks = bytearray()  # boards after every 256th piece of a game
        self._height = int(plan.rules["size"].partition("x")[2])
        self._forgotten = 0  # games
        self._starts = array("q", [0])  # by game that is kept: the pieces before it
        self._first_mark = array("q", [0])  # and the marks before it
        self._blocks: OrderedDict[tuple[int, int], tuple[Run, int]] = OrderedDict()
        self._newest: Stretch | None = None  # the last one, where it was too long to be followed
        self._kept: Run | None = None

    @classmethod
    def of(cls, plan: Plan, run: Run) -> Tape:
        """The tape of one game that was kept."""
        tape = cls(plan, run.controller)
        tape._kept = run
        return tape

    @property
    def first(self) -> int:
        """The first place that is still known: 0, until old games have been forgotten."""
        return self._starts[0]

    @property
    def count(self) -> int:
        """The pieces played in all games."""
        return self._kept.count if self._kept is not None else self._starts[0] + len(self._columns)

    @property
    def games(self) -> int:
        """The number of games that have ended."""
        return self._forgotten + len(self._starts) - 1

    @property
    def full(self) -> bool:
        """Whether a single game has become too long to be kept."""
        return len(self._columns) >= 2 * self._most

    # -- growing --

    def take(self, stretch: Stretch) -> None:
        """Add what was played next."""
        if stretch.tucks or self._tucks:
            self._tucks.extend(bytes(len(self._columns) - len(self._tucks)))
            self._tucks.extend(stretch.tucks or bytes(len(stretch.columns)))
        self._columns.extend(stretch.columns)
        self._marks.extend(stretch.marks)
        for pieces, rows in stretch.finished:
            self._starts.append(self._starts[-1] + pieces)
            self._first_mark.append(self._first_mark[-1] + pieces // MARK)
            self.tally[rows] += 1
            self.rows += rows
        self.going_on = stretch.cleared
        self._newest = stretch if len(stretch.columns) > MARK else None
        if len(self._columns) > self._most and len(self._starts) > 1:
            self._forget()

    def _forget(self) -> None:
        """Drop the oldest games, so that half of what may be kept is free again."""
        wanted = bisect_right(self._starts, self.count - self._most // 2) - 1
        games = max(1, min(wanted, len(self._starts) - 1))
        pieces = self._starts[games] - self._starts[0]
        marks = self._first_mark[games] - self._first_mark[0]
        del self._columns[:pieces], self._tucks[:pieces], self._marks[: 4 * self._height * marks]
        del self._starts[:games], self._first_mark[:games]
        self._forgotten += games

    # -- looking --

    def game_at(self, at: int) -> tuple[int, int]:
        """The number of the game that is shown after `at` pieces, and its own pieces until then."""
        place = bisect_right(self._starts, at) - 1
        if place and at == self._starts[place] and at == self.count:
            place -= 1  # nothing of the next game is known yet: look at how this one ended
        return self._forgotten + place, at - self._starts[place]

    def start_of(self, game: int) -> int:
        """The number of pieces before a game that is kept."""
        return self._starts[game - self._forgotten]

    def starts(self, first: int, last: int) -> tuple[int, ...]:
        """Where games after the first one that is kept begin between two places, both included."""
        low = max(1, bisect_right(self._starts, first - 1))
        return tuple(self._starts[low : bisect_right(self._starts, last)])

    def position(self, at: int) -> State:
        """The position after `at` pieces, `first` to `count`.

        The newest one of a run at full speed does not know its last move: it came as it is.
        """
        if self._kept is not None:
            return self._kept.position(at)
        came = self._newest
        if came is not None and at == self.count and came.placed:
            return replace(State.open(came.rules), placed=came.placed, cleared=came.cleared)
        game, ply = self.game_at(at)
        block = max(0, ply - 1) // BLOCK
        run, cleared = self._block(game, block)
        state = run.position(ply - block * BLOCK)
        return replace(state, placed=ply, cleared=cleared + state.cleared) if block else state

    def _end_of(self, game: int) -> int:
        """Where a game ends, as far as it is known."""
        place = game - self._forgotten + 1
        return self._starts[place] if place < len(self._starts) else self.count

    def _block(self, game: int, block: int) -> tuple[Run, int]:
        """A part of a game as a run of its own, and the rows that were cleared before it."""
        kept = self._blocks.pop((game, block), None)
        run, cleared = kept if kept is not None else self._opened(game, block)
        self._blocks[game, block] = run, cleared
        if len(self._blocks) > _OPEN:
            self._blocks.popitem(last=False)
        start = self.start_of(game) + block * BLOCK
        end = min(start + BLOCK, self._end_of(game))
        if start + run.count < end:
            run.append(*self._cut(game, block * BLOCK + run.count, end - self.start_of(game)))
        return run, cleared

    def _opened(self, game: int, block: int) -> tuple[Run, int]:
        start = State.open(self.plan.rules_of(game, self.start_of(game)))
        if not block:
            return Run(start, self.controller), 0
        number = self._first_mark[game - self._forgotten] - self._first_mark[0] + block * (BLOCK // MARK) - 1
        rows = unpack_from(f"<{self._height}I", self._marks, 4 * self._height * number)
        board, ply = Board(start.table.width, start.table.height, rows), block * BLOCK
        cleared = (start.board.cells + 4 * ply - board.cells) // board.width
        return Run(State(start.table, board, start.pieces.after(ply)), self.controller), cleared

    def _cut(self, game: int, first: int, last: int) -> tuple[bytes, bytes, bytes]:
        """Columns, tucks and marks of a part of a game, by its own plies."""
        start = self.start_of(game) - self._starts[0]
        mark = self._first_mark[game - self._forgotten] - self._first_mark[0]
        known, size = slice(start + first, start + last), 4 * self._height
        marks = slice(size * (mark + first // MARK), size * (mark + last // MARK))
        return bytes(self._columns[known]), bytes(self._tucks[known]), bytes(self._marks[marks])

    def copied(self, game: int) -> Callable[[], Run]:
        """What makes a run of a whole game, as far as it is known now; it may be called in another thread."""
        if self._kept is not None:
            return self._kept.frozen
        rules, start = self.plan.rules_of(game, self.start_of(game)), self.start_of(game)
        parts, controller = self._cut(game, 0, self._end_of(game) - start), self.controller

        def build() -> Run:
            run = Run(State.open(rules), controller)
            run.append(*parts)
            return run

        return build
