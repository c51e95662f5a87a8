"""One controller of a run: the worker that plays for it, what it has played, what was seen of it."""

from __future__ import annotations

import zlib
from array import array
from bisect import bisect_right
from collections import Counter, OrderedDict, deque
from collections.abc import Callable, Iterable
from dataclasses import replace
from pathlib import Path
from struct import unpack_from
from typing import NamedTuple

import msgspec
from msgspec.structs import replace as replace_fields

from ai.engine import RunOrder, Stretch
from ai.work import Playing
from game.config import field
from game.errors import BadRecord
from game.record import MOST_EARLIER
from game.tetris.classic.board import Board
from game.tetris.classic.run import MARK, Run
from game.tetris.classic.series import MeanRows, Spread, estimate
from game.tetris.classic.state import State
from gui.play.engine_room import EngineRoom, Event
from gui.play.job import RoomJob
from gui.play.run_plan import Plan
from gui.ui.text import counted, mean_words

# Everything that a controller has played in a run: game after game, a byte a piece, each position at hand.

BLOCK = 2 * MARK  # pieces of a game that are opened together
MOST = 150_000_000  # pieces that are kept: then the oldest games are forgotten
_OPEN = 12  # blocks that are kept ready to be looked at
_FEW = 100  # ended games up to which the rows of the one under way are worth a word
_NEWS = 1.01  # how many times as many games and rows make a distribution new


class Standing(NamedTuple):
    """The score of a run at one of its places: the games that have ended, their rows, and the rows of the next one."""

    games: int = 0
    rows: int = 0
    going_on: int = 0

    @property
    def mean(self) -> MeanRows:
        """Rows a game as `estimate` takes it: the rows of the game under way count, too."""
        return estimate(self.rows + self.going_on, self.games, 1)

    @property
    def rank(self) -> float:
        """The number by which runners are ranked: a game that goes on is as good as its rows so far."""
        return self.mean.mean if self.games else float(self.going_on)

    @property
    def mean_words(self) -> str:
        """The mean for a person: `1.48M`, or `over 271K` where no game has ended."""
        words = mean_words(self.mean.mean)
        return words if self.games else f"over {words}" if self.going_on else "–"

    @property
    def range_words(self) -> str:
        """Its interval for a person: `1.05M – 2.25M`, or how far the first game is."""
        _, low, high = self.mean
        return f"{self._so_far} so far" if high is None else f"{mean_words(low)} – {mean_words(high)}"

    @property
    def games_forms(self) -> tuple[str, ...]:
        """The games that have ended, and the rows of the one under way, ever shorter: `3 games + 1 240 rows`."""
        if not self.games:
            return "no game has ended", "no end yet"
        ended = counted(self.games, "game")
        return (f"{ended} + {self._so_far}", ended) if self.games < _FEW else (ended,)

    @property
    def _so_far(self) -> str:
        return counted(self.going_on, "row")


class RunHistory:
    """The pieces of a series of games. Positions are counted over all games: `at` pieces from the start.

    The series may begin with a game that was kept: it goes on from there, and `before` says how the games before it
    stood. Games are numbered from the one with which it begins.
    """

    def __init__(
        self, plan: Plan, controller: str, most: int = MOST, earlier: Iterable[tuple[int, int]] = ()
    ) -> None:
        """`earlier`: the games that are known by their results alone, as in `Record.earlier`."""
        self.plan = plan
        self.controller = controller
        self._most = most
        self._columns = bytearray()
        self._tucks = bytearray()  # empty as long as all are 0
        self._marks = bytearray()  # boards after every 256th piece of a game
        self._height = int(plan.rules["size"].partition("x")[2])
        self._run: Run | None = None  # the first game, where it was kept
        self._growing = False  # whether it is the one under way
        self._forgotten = 0  # games before those below: the one that was kept, too
        self._starts = array("q", [0])  # by game: the pieces before it
        self._sums = array("q", [0])  # the rows before it
        self._first_mark = array("q", [0])  # and the marks before it
        self._blocks: OrderedDict[tuple[int, int], tuple[Run, int]] = OrderedDict()
        self._newest: Stretch | None = None  # the last one, where it was too long to be followed
        self._tally = Counter[int](dict(earlier))  # of the earlier and the first games by their rows
        self._tallied = 0  # so many of the latter
        self.before = Standing(self._tally.total(), sum(rows * games for rows, games in self._tally.items()))
        self._spread = (Standing(), Spread())

    @classmethod
    def of(cls, plan: Plan, run: Run, earlier: Iterable[tuple[int, int]] = ()) -> RunHistory:
        """The history that begins with a game which was kept."""
        history = cls(plan, run.controller, earlier=earlier)
        history._run, history._growing, history._forgotten = run, True, 1
        history._starts[0] = run.count
        return history

    @property
    def first(self) -> int:
        """The first place that is still known: 0, until old games have been forgotten."""
        return self._starts[0] if self._run is None else 0

    @property
    def count(self) -> int:
        """The pieces played in all games."""
        return self._starts[0] + len(self._columns)

    @property
    def games(self) -> int:
        """The number of games that have ended."""
        return self._forgotten + len(self._starts) - 1 - self._growing

    @property
    def full(self) -> bool:
        """True if a single game has become too long to be kept."""
        return len(self._columns) >= 2 * self._most

    # -- growing --

    def take(self, stretch: Stretch) -> None:
        """Add what was played next."""
        if self._growing:
            stretch = self._grow(stretch)
        if stretch.tucks or self._tucks:
            self._tucks.extend(bytes(len(self._columns) - len(self._tucks)))
            self._tucks.extend(stretch.tucks or bytes(len(stretch.columns)))
        self._columns.extend(stretch.columns)
        self._marks.extend(stretch.marks)
        for pieces, rows in stretch.finished:
            self._starts.append(self._starts[-1] + pieces)
            self._sums.append(self._sums[-1] + rows)
            self._first_mark.append(self._first_mark[-1] + pieces // MARK)
        self._newest = stretch if len(stretch.columns) > MARK else None
        if len(self._columns) > self._most and len(self._starts) > 1:
            self._forget()

    def _grow(self, stretch: Stretch) -> Stretch:
        """Add to the game that was kept what belongs to it; returns the rest."""
        run, finished = self._run, stretch.finished
        assert run is not None
        pieces = finished[0][0] - run.count if finished else len(stretch.columns)
        marks = 4 * self._height * ((run.count + pieces) // MARK - run.count // MARK)
        run.append(stretch.columns[:pieces], stretch.tucks[:pieces], stretch.marks[:marks])
        self._starts[0], self._growing = run.count, not finished
        if finished:
            self._sums[0] = finished[0][1]
        return replace_fields(
            stretch,
            columns=stretch.columns[pieces:],
            tucks=stretch.tucks[pieces:],
            marks=stretch.marks[marks:],
            finished=finished[1:],
        )

    def _forget(self) -> None:
        """Drop the oldest games, so that half of what may be kept is free again."""
        wanted = bisect_right(self._starts, self.count - self._most // 2) - 1
        games = max(1, min(wanted, len(self._starts) - 1))
        self._tally_games(max(self._tallied, self._forgotten + games))
        pieces = self._starts[games] - self._starts[0]
        marks = self._first_mark[games] - self._first_mark[0]
        del self._columns[:pieces], self._tucks[:pieces], self._marks[: 4 * self._height * marks]
        del self._starts[:games], self._first_mark[:games], self._sums[:games]
        self._run = None
        self._forgotten += games

    # -- counting --

    def standing(self, at: int, state: State) -> Standing:
        """The score after `at` pieces, where `state` is the position."""
        game, _ = self.game_at(at)
        rows = self.before.rows + self._rows_before(game)
        if state.over:
            return Standing(self.before.games + game + 1, rows + state.cleared)
        return Standing(self.before.games + game, rows, state.cleared)

    def spread(self, standing: Standing) -> Spread:
        """The distribution of rows over the games of a standing, the one under way too; of many, of all but a few."""
        seen, now = sum(self._spread[0]), sum(standing)
        if max(seen, now) > _NEWS * min(seen, now):
            ended = standing.games - self.before.games
            reported = min(ended, self.games)  # the end of the last one may not be told yet
            self._tally_games(reported)
            last = standing.rows - self.before.rows - self._rows_before(reported)
            tally = self._tally + Counter([last] if ended > reported else [])
            self._spread = standing, Spread.of(tally, standing.going_on)
        return self._spread[1]

    def results_before(self, game: int) -> tuple[tuple[int, int], ...]:
        """Rows and how many games before this one had so many, for its record; none where they are too many."""
        self._tally_games(game)
        return tuple(sorted(self._tally.items())) if len(self._tally) <= MOST_EARLIER else ()

    def _tally_games(self, games: int) -> None:
        """Let the tally be that of the first `games` games."""
        step = 1 if games > self._tallied else -1
        while self._tallied != games:
            game = min(self._tallied, self._tallied + step)
            rows = self._rows_before(game + 1) - self._rows_before(game)
            self._tally[rows] += step
            if not self._tally[rows]:
                del self._tally[rows]
            self._tallied += step

    def _rows_before(self, game: int) -> int:
        place = game - self._forgotten
        return self._sums[place] if place >= 0 else 0

    # -- looking --

    def game_at(self, at: int) -> tuple[int, int]:
        """The number of the game that is shown after `at` pieces, and its own pieces until then."""
        place = bisect_right(self._starts, at) - 1
        first = 0 if self._run is None else -1
        if place > first and at == self._starts[place] and at == self.count:
            place -= 1  # nothing of the next game is known yet: look at how this one ended
        return self._forgotten + place, at - self.start_of(self._forgotten + place)

    def start_of(self, game: int) -> int:
        """The number of pieces before a game that is kept."""
        place = game - self._forgotten
        return self._starts[place] if place >= 0 else 0

    def length_of(self, game: int) -> int:
        """The pieces of a game, as far as they are known; 0 for one that was forgotten."""
        if game < self._forgotten and self._run is None:
            return 0
        return self._end_of(game) - self.start_of(game)

    def starts(self, first: int, last: int) -> tuple[int, ...]:
        """Return where games after the first one that is kept begin between two places, both included."""
        if self._growing:
            return ()
        low = max(int(self._run is None), bisect_right(self._starts, first - 1))
        return tuple(self._starts[low : bisect_right(self._starts, last)])

    def position(self, at: int) -> State:
        """The position after `at` pieces, `first` to `count`.

        The newest one of a run at full speed does not know its last move: it came as it is.
        """
        came = self._newest
        if came is not None and at == self.count and came.placed:
            return replace(State.open(came.rules), placed=came.placed, cleared=came.cleared)
        game, ply = self.game_at(at)
        if self._run is not None and game < self._forgotten:
            return self._run.position(ply)
        block = max(0, ply - 1) // BLOCK
        run, cleared = self._block(game, block)
        state = run.position(ply - block * BLOCK)
        return replace(state, placed=ply, cleared=cleared + state.cleared) if block else state

    def _rules_of(self, game: int) -> dict[str, str]:
        """The rules of a game that was not kept."""
        return self.plan.rules_of(self.before.games + game, self.start_of(game))

    def _end_of(self, game: int) -> int:
        """Return where a game ends, as far as it is known."""
        place = game - self._forgotten + 1
        return self._starts[place] if place < len(self._starts) else self.count

    def _block(self, game: int, block: int) -> tuple[Run, int]:
        """A part of a game as a run of its own, and the rows that were cleared before it."""
        stored = self._blocks.pop((game, block), None)
        run, cleared = stored if stored is not None else self._opened(game, block)
        self._blocks[game, block] = run, cleared
        if len(self._blocks) > _OPEN:
            self._blocks.popitem(last=False)
        start = self.start_of(game) + block * BLOCK
        end = min(start + BLOCK, self._end_of(game))
        if start + run.count < end:
            run.append(*self._cut(game, block * BLOCK + run.count, end - self.start_of(game)))
        return run, cleared

    def _opened(self, game: int, block: int) -> tuple[Run, int]:
        start = State.open(self._rules_of(game))
        if not block:
            return Run(start, self.controller), 0
        number = self._first_mark[game - self._forgotten] - self._first_mark[0] + block * (BLOCK // MARK) - 1
        rows = unpack_from(f"<{self._height}I", self._marks, 4 * self._height * number)
        board, ply = Board(start.rules.width, start.rules.height, rows), block * BLOCK
        cleared = (start.board.cells + 4 * ply - board.cells) // board.width
        return Run(State(start.rules, board, start.pieces.after(ply)), self.controller), cleared

    def _cut(self, game: int, first: int, last: int) -> tuple[bytes, bytes, bytes]:
        """Columns, tucks and marks of a part of a game, by its own plies."""
        start = self.start_of(game) - self._starts[0]
        mark = self._first_mark[game - self._forgotten] - self._first_mark[0]
        known, size = slice(start + first, start + last), 4 * self._height
        marks = slice(size * (mark + first // MARK), size * (mark + last // MARK))
        return bytes(self._columns[known]), bytes(self._tucks[known]), bytes(self._marks[marks])

    def copied(self, game: int) -> Callable[[], Run]:
        """Return a function that makes a run of a whole game, as far as it is known now.

        It may be called in another thread.
        """
        if self._run is not None and game < self._forgotten:
            run = self._run.frozen()
            return lambda: run
        rules, start = self._rules_of(game), self.start_of(game)
        parts, controller = self._cut(game, 0, self._end_of(game) - start), self.controller

        def build() -> Run:
            run = Run(State.open(rules), controller)
            run.append(*parts)
            return run

        return build


_METER_SECONDS = 1.0  # over which pieces a second are counted


class Runner:
    """A controller with its history. Nothing is played before `drive` is called."""

    def __init__(
        self, room: EngineRoom, role: str, plan: Plan, history: RunHistory, *, live: bool = True
    ) -> None:
        self.role = role
        self.history = history
        self.lead = 0  # pieces by which it was ahead of the others when they went on
        self.rate = 0.0  # pieces a second of late, as the window gets them
        self.ended = not live
        self._room = room
        self._job: RoomJob[RunOrder, Stretch] = RoomJob(room, role, Playing)
        self._order = RunOrder(
            game="classic", rules=dict(plan.rules), engine=history.controller, seed=plan.seed, pieces=0
        )
        if live and history.count:
            here = history.position(history.count)
            self._order = replace_fields(
                self._order,
                rules=here.here(),
                number=history.before.games,
                placed=here.placed,
                cleared=here.cleared,
            )
        self._times: deque[tuple[float, int]] = deque()

    @classmethod
    def live(cls, room: EngineRoom, role: str, plan: Plan, controller: str) -> Runner:
        """A runner whose controller is going to play."""
        return cls(room, role, plan, RunHistory(plan, controller))

    @classmethod
    def resumed(
        cls,
        room: EngineRoom,
        role: str,
        plan: Plan,
        run: Run,
        earlier: Iterable[tuple[int, int]] = (),
        *,
        live: bool,
    ) -> Runner:
        """A runner with a game that was kept; where it is `live` its controller goes on with the series."""
        return cls(room, role, plan, RunHistory.of(plan, run.frozen() if live else run, earlier), live=live)

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
        """True if the worker is playing."""
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
        if heard is None:
            return
        self.history.take(heard)
        self._order = self._order.after(heard)
        if heard.done:
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
