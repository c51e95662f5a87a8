"""Best play in the explorer of a book that is best play: what each legal placement is worth for the queue on the board.

Apart from `scene`: the question to the engine and its answers, while `panel` draws them.
"""

from __future__ import annotations

from collections import OrderedDict
from typing import NamedTuple

from ai.tetris.guideline.clear_search import Clears, ClearSearch
from ai.tetris.guideline.clear_work import ClearWork
from game.tetris.guideline import PIECES, Placement
from game.tetris.guideline.openers.position import NO_EXTRA
from gui.play.engine_room import EngineRoom, Event
from gui.play.job import RoomJob
from gui.scenes.books.walk import Step

SOLVER = "solver"  # the worker that also solves for the sandbox
ROWS = 4
REST_SECONDS = 0.15  # without a change, before anybody is asked
_MOST_KEPT = 500  # answers


class Choice(NamedTuple):
    """A legal placement: its number, its rank from 1, the same for equals, and with how many orders it succeeds.

    `clears`: the mean of perfect clears in a row, where it is known.
    """

    number: int
    rank: int
    move: Placement
    solved: int
    clears: float | None = None

    @property
    def name(self) -> str:
        """Name of its target."""
        return f"choice {self.number}"


class BestPlay(RoomJob[ClearSearch, Clears]):
    """Asks for the chances of all placements on the board that is shown; answers are kept.

    `choices` are the placements, the best first, of `futures` orders of what is not seen; none before they are known.
    """

    def __init__(self, room: EngineRoom) -> None:
        super().__init__(room, SOLVER, ClearWork)
        self.choices: list[Choice] = []
        self.futures = 0
        self.progress = 0.0
        self.for_many = False  # as books play for many perfect clears in a row, by the settings
        self._known: OrderedDict[str, Clears] = OrderedDict()
        self._key, self._rested = "", 0.0

    @property
    def pending(self) -> bool:
        """True if nothing was heard yet of the board that is shown."""
        return self._key not in self._known

    @property
    def chance(self) -> float | None:
        """The chance with best play for the queue on the board, where it is known."""
        return self.choices[0].solved / self.futures if self.choices else None

    def look(self, step: Step, seconds: float, *, wanted: bool) -> None:
        """Show a step of a walk; work on another one ends once this one has rested."""
        bag, extra = step.bag
        letters = "".join(PIECES[piece] for piece in range(len(PIECES)) if bag >> piece & 1)
        twice = "" if extra == NO_EXTRA else PIECES[extra]
        order = ClearSearch(rules=step.state.here(), rows=ROWS, letters=letters, twice=twice)
        key = _key(order)
        if key != self._key:
            self._key, self._rested, self.progress, self.failure = key, 0.0, 0.0, ""
            self._show(self._known.get(key))
        self._rested += seconds
        if not wanted or key in self._known:
            if self.busy:
                self.stop()
        elif self.order != order and self._rested >= REST_SECONDS:
            self.start(order)

    def take(self, event: Event) -> None:
        """Take in how far the work is, and its result."""
        order, heard = self.order, self.hear(event)
        if order is None or heard is None:
            return
        key = _key(order)
        if heard.done:
            self._known[key] = heard
            if len(self._known) > _MOST_KEPT:
                self._known.popitem(last=False)
        if key == self._key:
            self.progress = heard.progress
            self._show(heard)

    def _show(self, clears: Clears | None) -> None:
        self.choices, self.futures = [], 0
        if clears is None or not clears.futures:
            return
        self.futures = clears.futures
        rank, before = 0, -1
        in_a_row = {Placement.parse(each.move)[:4]: each.clears for each in clears.loop}
        for number, (text, solved) in enumerate(zip(clears.best, clears.successes, strict=True), 1):
            rank, before = (rank if solved == before else number), solved
            move = Placement.parse(text)
            self.choices.append(Choice(number, rank, move, solved, in_a_row.get(move[:4])))


def _key(order: ClearSearch) -> str:
    """A search as a text, for a dictionary."""
    return repr((sorted(order.rules.items()), order.letters, order.twice))
