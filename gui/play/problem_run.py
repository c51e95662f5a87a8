"""A run through problems: today's ten, or some of a deck; which come, how each went, and where one is."""

from __future__ import annotations

import time
from collections.abc import Callable
from dataclasses import dataclass, field
from datetime import date as Date

from game.errors import NotSaved
from game.practice.attempt import Answer
from game.practice.collection import Collection, Item
from game.practice.daily import attempt_on, problem_of
from game.practice.history import Attempt, Outcome, new_key
from gui.play.engine_room import Event


@dataclass
class ProblemRun:
    """Problems one after the other. `results` has by number how each went; None for one that was not tried yet."""

    collection: Collection
    title: str
    items: tuple[Item, ...]
    results: list[Outcome | None] = field(default_factory=list)
    at: int = 0
    hear: Callable[[Event], object] = field(default=lambda _: None)  # what still makes problems for it
    day: Date | None = None  # whose problem of the day it is

    def __post_init__(self) -> None:
        self.results += [None] * (len(self.items) - len(self.results))

    @classmethod
    def today(cls, collection: Collection) -> ProblemRun:
        """Today's problems, those that are done in front; begins with the first that is left."""
        day = collection.today()
        done = [
            (item, each.outcome) for each in day.done if (item := collection.item(each.problem)) is not None
        ]
        items = (*(item for item, _ in done), *day.left)
        return cls(
            collection, "Today", items, [outcome for _, outcome in done], min(len(done), len(items) - 1)
        )

    @classmethod
    def of_day(cls, collection: Collection, day: Date) -> ProblemRun | None:
        """The problem of a day, as it stands; None where there is none."""
        item = problem_of(collection, day)
        if item is None:
            return None
        tried = attempt_on(collection, item, day)
        results = [None if tried is None else tried.outcome]
        return cls(collection, "Problem of the day", (item,), list[Outcome | None](results), day=day)

    def grow(self, items: tuple[Item, ...]) -> None:
        """Take more problems to its end."""
        known = {each.problem.id for each in self.items}
        new = tuple(each for each in items if each.problem.id not in known)
        self.items, self.results = (*self.items, *new), [*self.results, *(None for _ in new)]

    @property
    def item(self) -> Item:
        """The problem that is tried now."""
        return self.items[self.at]

    @property
    def tried(self) -> int:
        """The number of problems that were tried."""
        return sum(each is not None for each in self.results)

    @property
    def right(self) -> int:
        """The number of those that were solved at the first try."""
        return sum(each in ("right", "fine") for each in self.results)

    @property
    def following(self) -> int | None:
        """The number of the next problem that was not tried; None where all were."""
        order = (*range(self.at + 1, len(self.items)), *range(self.at))
        return next((number for number in order if self.results[number] is None), None)


class Trial:
    """One problem being tried: its hints, its first outcome, and what was tried last.

    `clock` gives seconds that only grow; `notify` is told what could not be saved.
    """

    def __init__(self, run: ProblemRun, clock: Callable[[], float], notify: Callable[[str], object]) -> None:
        self.run = run
        self.problem = run.item.problem
        self.hints = 0
        self.answer: Answer | None = None  # to the last move that was tried; None while it is open
        self.move = ""  # that was tried last
        self.shown = False  # whether the person asked for the answer
        self._clock, self._notify = clock, notify
        self._began = clock()

    @property
    def open(self) -> bool:
        """True while a move may be tried."""
        return not self.shown and (self.answer is None or self.answer.grade == "on")

    @property
    def solved(self) -> bool:
        """True if the last try holds."""
        return self.answer is not None and self.answer.grade in ("right", "fine")

    def judge(self, move: str, answer: Answer) -> None:
        """Take the judgement on a move; the first one that ends the problem is remembered."""
        self.move, self.answer = move, answer
        if answer.grade != "on":
            self._remember(answer.grade)

    def refute(self, answer: Answer) -> None:
        """Take what an engine knows better of a move that is known to be wrong."""
        if answer.grade == "wrong":
            self.answer = answer

    def show(self) -> None:
        """Show the answer: the problem counts as not solved, if nothing was tried."""
        self.shown = True
        self._remember("shown")

    def again(self) -> None:
        """Try once more; how it went stays as it was."""
        self.answer, self.move, self.shown = None, "", False

    def _remember(self, outcome: Outcome) -> None:
        run, problem = self.run, self.problem
        if run.results[run.at] is not None:
            return
        run.results[run.at] = outcome
        attempt = Attempt(
            key=new_key(), problem=problem.id, deck=run.item.deck, game=problem.game, theme=problem.theme,
            at=time.time(), outcome=outcome, hints=self.hints, seconds=max(0.0, self._clock() - self._began),
            long=problem.to_the_end,
        )  # fmt: skip
        try:
            run.collection.history.record(attempt)
        except NotSaved as error:
            self._notify(str(error))
