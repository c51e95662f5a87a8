"""Engines that analyse the board while it is edited: the engine that advises, and the search for perfect clears.

Both wait until the hand rests, and stop as soon as the board changes. Both think in processes of the engine room.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from functools import lru_cache
from typing import Literal, NamedTuple

from ai.engine import Limit, Value
from ai.tetris.guideline.clear_search import (
    Clears,
    ClearSearch,
    course_of,
    placements_of,
    rows_to_empty,
)
from ai.tetris.guideline.clear_work import ClearWork
from ai.work import Question, Thinking
from game.errors import KibitzError
from game.tetris.guideline import PIECES, ROWS, Field, Garbage, Placement, State
from game.tetris.guideline.patterns import Pattern
from game.tetris.guideline.sandbox import flaw_of_board
from gui.play.advice_feed import AdviceFeed
from gui.play.engine_room import EngineRoom, Event
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


@lru_cache(maxsize=1_000)
def cells_of(way: str, field: Field) -> tuple[tuple[int, tuple[tuple[int, int], ...]], ...]:
    """The pieces of a way and their cells, among the rows that the field has before any row goes."""
    rows, placed = list(range(ROWS)), list[tuple[int, tuple[tuple[int, int], ...]]]()
    for at in placements_of(way):
        placed.append((at.piece, tuple((x, rows[y]) for x, y in at.cells)))
        full = field.landed(*at[:4]).full_rows
        rows = [row for y, row in enumerate(rows) if y not in full] + [ROWS] * len(full)
        field = field.place(*at[:4])[0]
    return tuple(placed)


SOLVER = "solver"
REST_SECONDS, SEARCH_REST_SECONDS = 0.12, 0.3  # without a change, before anybody is asked
Pieces = Literal["queue", "bag", "left", "pattern"]
PIECES_OF: tuple[Pieces, ...] = ("queue", "bag", "left", "pattern")


class Adviser(AdviceFeed[State]):
    """Asks the engine about the board that is seen, once the hand rests."""

    def __init__(self, room: EngineRoom, engine: str, seconds: float, options: Mapping[str, Value]) -> None:
        super().__init__(room, self._ask, rest=REST_SECONDS)
        self._engine, self._limit, self._options = engine, Limit(seconds=seconds), dict(options)

    def _ask(self, state: State) -> Thinking:
        question = Question(
            game="tetris", rules=state.view(0).here(), moves=(), seat=0, engine=self._engine,
            limit=self._limit, options=self._options,
        )  # fmt: skip
        return Thinking(question, state)

    def update(self, state: State, seconds: float, *, wanted: bool) -> None:
        """Ask about `state`, the position on the screen, if that is `wanted` and a piece can be placed."""
        self.look(state, seconds, wanted=wanted and not state.over and not flaw_of_board(state))


class Solver(RoomJob[tuple[State, ClearSearch], Clears]):
    """The search for perfect clears: what is asked, what is known, and the way that is shown.

    `pieces` says which pieces there are: those of the queue, all orders of a new bag, or of what is left in the bag, or
    the queues of a `pattern`. `rows` are to be emptied, 0 for the fewest possible. `chosen` is the way that is shown,
    None for none.
    """

    def __init__(self, room: EngineRoom) -> None:
        super().__init__(room, SOLVER, lambda order: ClearWork(order[1]))
        self.pieces: Pieces = "queue"
        self.pattern = "*p7"
        self.rows = 0
        self.clears: Clears | None = None
        self.chosen: int | None = None
        self.course: tuple[State, ...] = ()
        self._picked = False  # whether a person has chosen the way
        self._seen: State | None = None
        self._rested = 0.0

    def wanted(self, state: State) -> ClearSearch:
        """Return the search to make on this board."""
        left = "".join(PIECES[piece] for piece in state.queue.left) or PIECES
        bag = {"bag": PIECES, "left": left}.get(self.pieces, "")
        pattern = self.pattern if self.pieces == "pattern" else ""
        rules = {**state.here(), "garbage": "1"}
        return ClearSearch(rules=rules, rows=self.rows_on(state), bag=bag, pattern=pattern)

    def rows_on(self, state: State) -> int:
        """The rows to be emptied on this board, 0 for the fewest: that many were chosen, and pieces can fill them."""
        return self.rows if self.rows in rows_to_empty(state.field) else 0

    def update(self, state: State, seconds: float, *, wanted: bool) -> None:
        """Search on `state` once it has rested; what is under way on another board ends at once."""
        if state is not self._seen:
            self._seen, self._rested = state, 0.0
            self._forget(state)
        self._rested += seconds
        if not wanted and self.busy:
            self.stop()
        if not wanted or self._rested < SEARCH_REST_SECONDS or self.failure or flaw_of_board(state):
            return
        order = (state, self.wanted(state))
        if self.order != order:
            self.clears, self.chosen = None, None
            self.start(order)

    def take(self, event: Event) -> None:
        """Take in what has been found."""
        heard = self.hear(event)
        if heard is None:
            return
        shown = self._way
        self.clears = heard
        ways = self.ways
        self.chosen = ways.index(shown) if shown in ways else None
        if ways and not self._picked and (self.chosen or not self._on_course):
            self._show(0)

    @property
    def ways(self) -> tuple[str, ...]:
        """The ways that are listed: of one queue, or the solutions of several."""
        if self.clears is None:
            return ()
        return self.clears.ways or tuple(each.way for each in self.clears.solutions)

    def ask_pattern(self, text: str) -> None:
        """Search with the queues of another pattern. Raises `BadInput` for one that is none."""
        Pattern.parse(text)
        self.pattern = text
        self.ask_for("pattern")

    def ask_for(self, pieces: Pieces | None = None, rows: int | None = None) -> None:
        """Search with other pieces, or for another number of rows."""
        self.pieces = self.pieces if pieces is None else pieces
        self.rows = self.rows if rows is None else rows
        self.failure = ""

    def step_rows(self, state: State, by: int) -> None:
        """Go to the next number of rows that pieces can fill on this board; before the first are the fewest."""
        offered = (0, *rows_to_empty(state.field))
        at = offered.index(self.rows_on(state)) + by
        self.ask_for(rows=offered[min(max(at, 0), len(offered) - 1)])

    def choose(self, number: int) -> None:
        """Show one of the ways, whatever else is found."""
        self._picked = True
        self._show(number)

    def _show(self, number: int) -> None:
        if self.order is None or not 0 <= number < len(self.ways):
            return
        way = self.ways[number]
        try:
            state, _ = self.order
            course = course_of(self._start(state, way), way)
            self.course = (state, *course[1:])
        except KibitzError as error:  # the rules have the last word
            self.failure = f"The engine’s perfect clear is wrong: {error}"
            self.course = ()
            return
        self.chosen = number

    def _start(self, state: State, way: str) -> State:
        """The board of a state with the pieces of a way in its queue, in their order; a single queue stays as it is.

        Raises `KibitzError`.
        """
        state = replace(state, garbage=Garbage())
        if self.pieces == "queue":
            return state
        letters = "".join(PIECES[at.piece] for at in placements_of(way))
        rules = {key: text for key, text in state.here().items() if key != "hold"}
        return State.open({**rules, "queue": f"list:{letters}"})

    def steps(self, state: State) -> tuple[Step, ...]:
        """Return the steps still to be placed on the shown way, seen from `state`; nothing beside that way."""
        at = self._place(state)
        if at is None:
            return ()
        ahead = steps_of(self.course[at:])
        return tuple(step._replace(number=step.number + at) for step in ahead)

    def rest(self, state: State) -> tuple[State, ...]:
        """The positions that follow `state` on the way that is shown."""
        at = self._place(state)
        return () if at is None else self.course[at + 1 :]

    @property
    def _way(self) -> str | None:
        return None if self.chosen is None else self.ways[self.chosen]

    @property
    def _on_course(self) -> bool:
        return self._seen is not None and self._place(self._seen) is not None

    def _place(self, state: State) -> int | None:
        return next((at for at, each in enumerate(self.course) if each is state), None)

    def _forget(self, state: State) -> None:
        """The board has changed: what is known is of another one."""
        self.stop()
        self.clears, self.chosen, self._picked = None, None, False
        if self._place(state) is None:
            self.course = ()
