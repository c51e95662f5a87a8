"""One controller of a run: the worker that plays for it, what it has played, what was seen of it."""

from __future__ import annotations

from collections import deque

from msgspec.structs import replace

from ai.engine import RunOrder, Stretch
from game.config import field
from game.tetris.classic.run import Run
from game.tetris.classic.series import MeanRows, estimate
from game.tetris.classic.state import State
from gui.drawing.letters import grouped, mean_words, short_count
from gui.engines.engine_room import EngineRoom, Ran
from gui.scenes.run.lanes.plan import Plan
from gui.scenes.run.lanes.spread import Spread
from gui.scenes.run.lanes.tape import Tape

_FEW = 100  # ended games up to which the rows of the one under way are worth a word
_METER_SECONDS = 1.0  # over which pieces a second are counted
_NEWS = 1.01  # how many times as many games and rows make a distribution new


class Lane:
    """A controller with its tape. Nothing is played before `drive` is called."""

    def __init__(self, room: EngineRoom, role: str, plan: Plan, tape: Tape, *, live: bool = True) -> None:
        self.role = role
        self.tape = tape
        self.rate = 0.0  # pieces a second of late, as the window gets them
        self.ended = not live
        self._room = room
        self._order = RunOrder(
            game="classic", rules=dict(plan.rules), engine=tape.controller, seed=plan.seed, pieces=0
        )
        self._generation: int | None = None
        self._times: deque[tuple[float, int]] = deque()
        self._spread, self._seen = Spread(), 0

    @classmethod
    def live(cls, room: EngineRoom, role: str, plan: Plan, controller: str) -> Lane:
        """A lane whose controller is going to play."""
        return cls(room, role, plan, Tape(plan, controller))

    @classmethod
    def kept(cls, room: EngineRoom, role: str, plan: Plan, run: Run) -> Lane:
        """A lane that shows a game which was kept; nobody plays on."""
        return cls(room, role, plan, Tape.of(plan, run), live=False)

    @property
    def controller(self) -> str:
        return self.tape.controller

    @property
    def title(self) -> str:
        """The controller's name on the screen."""
        return field("classic.controller").show(self.controller)

    @property
    def count(self) -> int:
        """The pieces played so far."""
        return self.tape.count

    @property
    def busy(self) -> bool:
        """Whether the worker is playing."""
        return self._generation is not None

    def position(self, at: int) -> State:
        """The position after `at` pieces, or the newest one."""
        return self.tape.position(min(at, self.count))

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
        self._order = replace(self._order, pieces=pieces)
        self._generation = self._room.run(self.role, self._order)

    def rest(self) -> None:
        """Have the worker stop; it stays."""
        if self.busy:
            self._room.stop(self.role)
            self._generation = None
        self._times.clear()
        self.rate = 0.0

    def leave(self) -> None:
        """Let the worker go."""
        self.rest()
        self._room.dismiss(self.role)

    def take(self, event: Ran, now: float) -> bool:
        """Put what was played on the tape; whether it was for this lane."""
        if event.role != self.role:
            return False
        if event.generation == self._generation:
            self._take(event.stretch, now)
        return True

    def _take(self, stretch: Stretch, now: float) -> None:
        self.tape.take(stretch)
        self._order = self._order.after(stretch)
        if stretch.done:
            self._generation = None
            self.ended = bool(self._order.pieces) or self._order.pieces is None
        if self.tape.full:
            self.rest()
            self.ended = True
        self._measure(now)

    def fail(self) -> None:
        """The worker has given up: what is known stays."""
        self._generation = None
        self.ended = True

    def _measure(self, now: float) -> None:
        self._times.append((now, self.count))
        while len(self._times) > 2 and now - self._times[1][0] > _METER_SECONDS:
            self._times.popleft()
        (began, before), (ended, after) = self._times[0], self._times[-1]
        self.rate = (after - before) / (ended - began) if ended - began > _METER_SECONDS / 4 else self.rate

    @property
    def mean(self) -> MeanRows:
        """Rows a game as `estimate` takes it: the rows of the game under way count, too."""
        return estimate(self.tape.rows + self.tape.going_on, self.tape.games, 1)

    @property
    def mean_words(self) -> str:
        """The mean for a person: `1.48M`, or `over 271K` where no game has ended."""
        words = mean_words(self.mean.mean)
        return words if self.tape.games else f"over {words}" if self.tape.going_on else "–"

    @property
    def range_words(self) -> str:
        """Its interval for a person: `1.05M – 2.25M`, or how far the first game is."""
        _, low, high = self.mean
        if high is None:
            return f"{short_count(self.tape.going_on)} rows so far"
        return f"{mean_words(low)} – {mean_words(high)}"

    @property
    def games_words(self) -> str:
        """The games that have ended, and the rows of the one under way: `3 games + 1.2M rows`."""
        games = self.tape.games
        if not games:
            return "no game has ended"
        ended = f"{grouped(games)} game{'s' * (games != 1)}"
        return f"{ended} + {short_count(self.tape.going_on)} rows" if games < _FEW else ended

    @property
    def spread(self) -> Spread:
        """The distribution of rows over all games, the one under way too; of many, of all but a few."""
        seen = self.tape.games + self.tape.rows + self.tape.going_on
        if seen > self._seen * _NEWS:
            self._seen, self._spread = seen, Spread.of(self.tape.tally, self.tape.going_on)
        return self._spread
