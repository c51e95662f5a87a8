"""One controller of a run: the worker that plays for it, what it has played, what was seen of it."""

from __future__ import annotations

import zlib
from array import array
from bisect import bisect_right
from collections import Counter, OrderedDict, deque
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from struct import unpack_from

import msgspec
from msgspec.structs import replace as replace_fields

from ai.engine import RunOrder, Stretch
from game.config import field
from game.errors import BadRecord
from game.tetris.classic.board import Board
from game.tetris.classic.run import MARK, Run
from game.tetris.classic.series import MeanRows, Spread, estimate
from game.tetris.classic.state import State
from gui.play.engine_room import EngineRoom, Event, RunStretch
from gui.play.job import RoomJob
from gui.play.run_plan import Plan
from gui.ui.text import grouped, mean_words, short_count

# Everything that a controller has played in a run: game after game, a byte a piece, each position at hand.

BLOCK = 2 * MARK  # pieces of a game that are opened together
MOST = 150_000_000  # pieces that are kept: then the oldest games are forgotten
_OPEN = 12  # blocks that are kept ready to be looked at


class RunHistory:
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
    def of(cls, plan: Plan, run: Run) -> RunHistory:
        """The history of one game that was kept."""
        history = cls(plan, run.controller)
        history._kept = run
        return history

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


_FEW = 100  # ended games up to which the rows of the one under way are worth a word
_METER_SECONDS = 1.0  # over which pieces a second are counted
_NEWS = 1.01  # how many times as many games and rows make a distribution new


class Runner:
    """A controller with its history. Nothing is played before `drive` is called."""

    def __init__(
        self, room: EngineRoom, role: str, plan: Plan, history: RunHistory, *, live: bool = True
    ) -> None:
        self.role = role
        self.history = history
        self.rate = 0.0  # pieces a second of late, as the window gets them
        self.ended = not live
        self._room = room
        self._job: RoomJob[RunOrder] = RoomJob(room, role, lambda order: room.run(role, order))
        self._order = RunOrder(
            game="classic", rules=dict(plan.rules), engine=history.controller, seed=plan.seed, pieces=0
        )
        self._times: deque[tuple[float, int]] = deque()
        self._spread, self._seen = Spread(), 0

    @classmethod
    def live(cls, room: EngineRoom, role: str, plan: Plan, controller: str) -> Runner:
        """A runner whose controller is going to play."""
        return cls(room, role, plan, RunHistory(plan, controller))

    @classmethod
    def kept(cls, room: EngineRoom, role: str, plan: Plan, run: Run) -> Runner:
        """A runner that shows a game which was kept; nobody plays on."""
        return cls(room, role, plan, RunHistory.of(plan, run), live=False)

    @property
    def controller(self) -> str:
        return self.history.controller

    @property
    def title(self) -> str:
        """The controller's name on the screen."""
        return field("classic.controller").show(self.controller)

    @property
    def count(self) -> int:
        """The pieces played so far."""
        return self.history.count

    @property
    def busy(self) -> bool:
        """Whether the worker is playing."""
        return self._job.busy

    def position(self, at: int) -> State:
        """The position after `at` pieces, or the newest one."""
        return self.history.position(min(at, self.count))

    def drive(self, upto: int | None) -> None:
        """See to it that the worker plays until `upto` pieces are known; None: on and on."""
        if self.ended:
            return
        if upto is None:
            if not self.busy or self._order.pieces is not None:
                self._go(None)
        elif self.busy and self._order.pieces is None:
            self.rest()
        elif not self.busy and self.count < upto:
            self._go(upto - self.count)

    def _go(self, pieces: int | None) -> None:
        self._order = replace_fields(self._order, pieces=pieces)
        self._job.start(self._order)

    def rest(self) -> None:
        """Have the worker stop; it stays."""
        self._job.stop()
        self._times.clear()
        self.rate = 0.0

    def leave(self) -> None:
        """Let the worker go."""
        self.rest()
        self._room.dismiss(self.role)

    def hear(self, event: Event, now: float) -> None:
        """Put what was played on the history. Where the worker gives up, what is known stays."""
        heard = self._job.hear(event)
        self.ended = self.ended or bool(self._job.failure)
        if not isinstance(heard, RunStretch):
            return
        self.history.take(heard.stretch)
        self._order = self._order.after(heard.stretch)
        if heard.stretch.done:
            self.ended = bool(self._order.pieces) or self._order.pieces is None
        if self.history.full:
            self.rest()
            self.ended = True
        self._measure(now)

    def _measure(self, now: float) -> None:
        self._times.append((now, self.count))
        while len(self._times) > 2 and now - self._times[1][0] > _METER_SECONDS:
            self._times.popleft()
        (began, before), (ended, after) = self._times[0], self._times[-1]
        self.rate = (after - before) / (ended - began) if ended - began > _METER_SECONDS / 4 else self.rate

    @property
    def mean(self) -> MeanRows:
        """Rows a game as `estimate` takes it: the rows of the game under way count, too."""
        return estimate(self.history.rows + self.history.going_on, self.history.games, 1)

    @property
    def mean_words(self) -> str:
        """The mean for a person: `1.48M`, or `over 271K` where no game has ended."""
        words = mean_words(self.mean.mean)
        return words if self.history.games else f"over {words}" if self.history.going_on else "–"

    @property
    def range_words(self) -> str:
        """Its interval for a person: `1.05M – 2.25M`, or how far the first game is."""
        _, low, high = self.mean
        if high is None:
            rows = self.history.going_on
            return f"{short_count(rows)} {'row' if rows == 1 else 'rows'} so far"
        return f"{mean_words(low)} – {mean_words(high)}"

    @property
    def games_words(self) -> str:
        """The games that have ended, and the rows of the one under way: `3 games + 1.2M rows`."""
        games = self.history.games
        if not games:
            return "no game has ended"
        ended = f"{grouped(games)} game{'s' * (games != 1)}"
        return f"{ended} + {short_count(self.history.going_on)} rows" if games < _FEW else ended

    @property
    def spread(self) -> Spread:
        """The distribution of rows over all games, the one under way too; of many, of all but a few."""
        seen = self.history.games + self.history.rows + self.history.going_on
        if seen > self._seen * _NEWS:
            self._seen, self._spread = seen, Spread.of(self.history.tally, self.history.going_on)
        return self._spread


# A race that was played before, in a file: what pictures show without an engine.

_MOST = 1 << 22  # bytes, unpacked


class RaceCourse(msgspec.Struct, frozen=True):
    """All that one controller has played, in one stretch."""

    controller: str
    played: Stretch


class Race(msgspec.Struct, frozen=True):
    """The courses of several controllers on the same pieces."""

    rules: dict[str, str]
    seed: int
    courses: tuple[RaceCourse, ...]

    @property
    def plan(self) -> Plan:
        """The plan that all have followed."""
        return Plan(tuple(course.controller for course in self.courses), self.rules, self.seed)


def read_race(path: Path) -> Race:
    """A race that was kept. Raises `BadRecord`."""
    try:
        unpacked = zlib.decompressobj().decompress(path.read_bytes(), _MOST)
        return msgspec.msgpack.decode(unpacked, type=Race)
    except (OSError, zlib.error, msgspec.MsgspecError) as error:
        raise BadRecord(f"{path.name} is not a race: {error}.") from None
