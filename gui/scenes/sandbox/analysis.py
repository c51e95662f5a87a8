"""Who looks at the board while it is edited: the engine that advises, and the search for perfect clears.

Both wait until the hand rests, and stop as soon as the board changes. Both think in processes of the engine room.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from types import MappingProxyType
from typing import Literal, NamedTuple

from ai.engine import Limit, Value
from ai.messages import Question
from ai.tetris.guideline.clear_search import Clears, ClearSearch, course_of
from game.advice import Advice
from game.errors import KibitzError
from game.tetris.guideline import PIECES, ROWS, Garbage, Placement, State
from game.tetris.guideline.sandbox import flaw_of_board
from gui.play.advice_feed import KIBITZER
from gui.play.engine_room import EngineRoom, Event, Sought, Thought
from gui.play.job import RoomJob

# A way to a perfect clear as it lies on the board of now: cells keep the rows they have before any row goes.


class Step(NamedTuple):
    """One placement: its number from 1, and its cells among the rows at the beginning of the way."""

    number: int
    placement: Placement
    cells: tuple[tuple[int, int], ...]


def steps_of(course: Sequence[State]) -> tuple[Step, ...]:
    """The placements that lead along these states, each one placement after the one before."""
    rows = list(range(ROWS))
    steps: list[Step] = []
    for number, state in enumerate(course[1:], 1):
        landing = state.last
        if landing is None:
            break
        at = landing.placement
        steps.append(Step(number, at, tuple((x, rows[y]) for x, y in at.cells)))
        rows = [row for y, row in enumerate(rows) if y not in landing.rows]
        rows += [ROWS] * (ROWS - len(rows))
    return tuple(steps)


SOLVER = "solver"
REST_SECONDS, SEARCH_REST_SECONDS = 0.12, 0.3  # without a change, before anybody is asked
_MOST_KEPT = 500
_NO_OPTIONS: Mapping[str, Value] = MappingProxyType({})
Pieces = Literal["queue", "bag", "left"]
PIECES_OF: tuple[Pieces, ...] = ("queue", "bag", "left")


class Adviser:
    """Asks the engine about the position that is seen, and remembers what it said of others."""

    def __init__(
        self, room: EngineRoom, engine: str, seconds: float, options: Mapping[str, Value] = _NO_OPTIONS
    ) -> None:
        self._room, self._engine, self._seconds, self._options = room, engine, seconds, dict(options)
        self._said: dict[int, tuple[State, Advice]] = {}
        self._job = RoomJob(room, KIBITZER, self._ask)
        self._seen: State | None = None
        self._rested = 0.0

    @property
    def failed(self) -> str:
        """Why nothing is said of the position, as a sentence."""
        return self._job.failure

    def advice(self, state: State) -> Advice | None:
        """What was said of a version, the very same one."""
        kept = self._said.get(id(state))
        return kept[1] if kept is not None and kept[0] is state else None

    def update(self, state: State, seconds: float, *, wanted: bool) -> None:
        """Ask about `state` once it has rested, if that is `wanted` and something can be placed."""
        if state is not self._seen:
            self._seen, self._rested = state, 0.0
            self.stop()
        self._rested += seconds
        if not wanted or self._job.busy or self._rested < REST_SECONDS or self.failed:
            return
        said = self.advice(state)
        if (said is None or not said.done) and not flaw_of_board(state) and not state.over:
            self._job.start(state)

    def _ask(self, state: State) -> int:
        question = Question(
            game="tetris", rules=state.view(0).here(), moves=(), seat=0, engine=self._engine,
            limit=Limit(seconds=self._seconds), options=self._options,
        )  # fmt: skip
        return self._room.ask(KIBITZER, question, state)

    def hear(self, event: Event) -> None:
        """Take in what the engine says of the position asked about."""
        heard = self._job.hear(event)
        if isinstance(heard, Thought) and self._job.order is not None:
            self.remember(self._job.order, heard.advice)

    def remember(self, state: State, advice: Advice) -> None:
        """Keep what is said of a version, in place of what was said before."""
        self._said[id(state)] = (state, advice)
        if len(self._said) > _MOST_KEPT:
            self._said.pop(next(iter(self._said)))

    def stop(self) -> None:
        """Stop the engine."""
        self._job.stop()


class Solver:
    """The search for perfect clears: what is asked, what is known, and the way that is shown.

    `pieces` says which pieces there are: those of the queue, all orders of a new bag, or of what is left in the bag.
    `rows` are to be emptied, 0 for the fewest possible. `chosen` is the way that is shown, None for none.
    """

    def __init__(self, room: EngineRoom) -> None:
        self.pieces: Pieces = "queue"
        self.rows = 0
        self.clears: Clears | None = None
        self.chosen: int | None = None
        self.course: tuple[State, ...] = ()
        self._picked = False  # whether a person has chosen the way
        self._job = RoomJob[tuple[State, ClearSearch]](
            room, SOLVER, lambda order: room.seek(SOLVER, order[1])
        )
        self._seen: State | None = None
        self._rested = 0.0

    @property
    def searching(self) -> bool:
        """Whether a search is under way."""
        return self._job.busy

    @property
    def failed(self) -> str:
        """Why the search ended early, as a sentence."""
        return self._job.failure

    def wanted(self, state: State) -> ClearSearch:
        """What is to be searched on this board."""
        bag = {"queue": "", "bag": PIECES, "left": "".join(PIECES[piece] for piece in state.queue.left)}[
            self.pieces
        ]
        rules = {**state.here(), "garbage": "1"}
        return ClearSearch(rules=rules, rows=self.rows, bag=bag or ("" if self.pieces == "queue" else PIECES))

    def update(self, state: State, seconds: float, *, wanted: bool) -> None:
        """Search on `state` once it has rested; what is under way on another board ends at once."""
        if state is not self._seen:
            self._seen, self._rested = state, 0.0
            self._forget(state)
        self._rested += seconds
        if not wanted:
            self.stop()
            return
        if self._rested < SEARCH_REST_SECONDS or self.failed or flaw_of_board(state):
            return
        search = self.wanted(state)
        if self._job.order == (state, search):
            return
        self.clears, self.chosen = None, None
        self._job.start((state, search))

    def hear(self, event: Event) -> None:
        """Take in what has been found."""
        heard = self._job.hear(event)
        if not isinstance(heard, Sought):
            return
        kept, ways = self._way, heard.clears.ways
        self.clears = heard.clears
        self.chosen = ways.index(kept) if kept in ways else None
        if ways and not self._picked and (self.chosen or not self._on_course):
            self._show(0)

    def stop(self) -> None:
        """Search no more; what was not found to its end is forgotten."""
        if self._job.busy:
            self._job.stop()

    def ask_for(self, pieces: Pieces | None = None, rows: int | None = None) -> None:
        """Search with other pieces, or for another number of rows."""
        self.pieces = self.pieces if pieces is None else pieces
        self.rows = self.rows if rows is None else rows
        self._job.failure = ""

    def choose(self, number: int) -> None:
        """Show one of the ways, whatever else is found."""
        self._picked = True
        self._show(number)

    def _show(self, number: int) -> None:
        if self._job.order is None or self.clears is None or not 0 <= number < len(self.clears.ways):
            return
        try:
            state, _ = self._job.order
            course = course_of(replace(state, garbage=Garbage()), self.clears.ways[number])
            self.course = (state, *course[1:])
        except KibitzError as error:  # the rules have the last word
            self._job.failure = f"The engine found what is no perfect clear: {error}"
            self.course = ()
            return
        self.chosen = number

    def steps(self, state: State) -> tuple[Step, ...]:
        """What is still to be placed on the way that is shown, seen from `state`; nothing beside that way."""
        at = self._place(state)
        if at is None or self.pieces != "queue":
            return ()
        ahead = steps_of(self.course[at:])
        return tuple(step._replace(number=step.number + at) for step in ahead)

    def rest(self, state: State) -> tuple[State, ...]:
        """The positions that follow `state` on the way that is shown."""
        at = self._place(state)
        return () if at is None else self.course[at + 1 :]

    @property
    def _way(self) -> str | None:
        return None if self.clears is None or self.chosen is None else self.clears.ways[self.chosen]

    @property
    def _on_course(self) -> bool:
        return self._seen is not None and self._place(self._seen) is not None

    def _place(self, state: State) -> int | None:
        return next((at for at, each in enumerate(self.course) if each is state), None)

    def _forget(self, state: State) -> None:
        """The board has changed: what is known is of another one."""
        self._job.stop()
        self.clears, self.chosen, self._picked = None, None, False
        if self._place(state) is None:
            self.course = ()
