"""Lines of an opening book: dealt at the beginning of a stage, judged placement by placement, until they are over."""

from __future__ import annotations

import random
from collections.abc import Callable
from dataclasses import dataclass

from game.tetris.guideline import Placement
from game.tetris.guideline.openers.position import START, Position
from gui.scenes.books.best_play import BestPlay
from gui.scenes.books.book import ListedBook, OpenBook
from gui.scenes.books.values import BookValues
from gui.scenes.books.walk import Step

ALL_STAGES = "All stages"
_TRIES = 50  # queues that are dealt until the book has a move
LONGEST = 60  # pieces of a line


@dataclass(frozen=True)
class Verdict:
    """The judgement on a placement: what it costs of the chance, the chance with the book's move, and what is left."""

    move: Placement
    cost: float
    best: float

    @property
    def right(self) -> bool:
        return self.cost <= 0.0

    @property
    def left(self) -> float:
        """The chance that is still there behind it."""
        return max(0.0, self.best - self.cost)


class BookLines:
    """A book, its walk, and the values by which placements are judged; none for best play, which the solver judges."""

    def __init__(
        self, listed: ListedBook, chance: random.Random, say: Callable[[str], object], best: BestPlay
    ) -> None:
        """Raises `BadBook`."""
        self.listed, self.best = listed, best
        self.book = OpenBook(listed, chance, say)
        self.values = None if listed.optimum else BookValues(self.book.graph.chances, listed.ends)

    @property
    def name(self) -> str:
        return self.listed.path.stem

    @property
    def stages(self) -> list[tuple[str, Position]]:
        """All stages together, and each of those that lines of the book lead to, with the position it begins in."""
        results: dict[str, Position] = {}
        for position, title in self.listed.stages.items():
            place = self.book.walk.reading.number(position)
            if place is not None and (place in self.book.graph.depth or not self.ready):
                results.setdefault(title, position)
        single = list(results.items()) if len(results) > 1 else []
        return [(ALL_STAGES, START), *single]

    @property
    def ready(self) -> bool:
        """True once the chances of the book are worked out."""
        return self.book.graph.done

    def to_stage(self, number: int) -> int:
        """Stand where a stage begins; the step of the walk that is."""
        place = self.book.walk.reading.number(self.stages[number][1])
        self.book.walk.go_to(0)
        if place is not None and place in self.book.graph.depth:
            self.book.walk.jump(self.book.graph.path(place))
        return self.book.walk.at

    def deal(self) -> None:
        """Show other pieces, for which the book has a move."""
        for _ in range(_TRIES):
            self.book.walk.deal()
            if self.book.here.move is not None:
                break

    def verdict(self, step: Step, at: Placement) -> Verdict | None:
        """The judgement on a placement at a step; None where the solver is still at work."""
        if self.values is not None:
            best = 0.0 if step.position is None else self.values.of_queue(step.position, step.seen)
            return Verdict(at, self.values.costs(step, at), best)
        if self.best.pending or not self.best.choices:
            return None
        first, whole = self.best.choices[0], self.best.futures
        solved = next((each.solved for each in self.best.choices if each.move[:4] == at[:4]), 0)
        return Verdict(at, (first.solved - solved) / whole, first.solved / whole)

    def is_over(self, step: Step, made: int, stage: int) -> bool:
        """Return True if a line of a stage has come to its end at a step, `made` pieces behind its beginning."""
        if step.move is None or made >= LONGEST:
            return True
        title = self.listed.stages.get(step.position, "") if step.position is not None else ""
        if made and stage and title not in ("", self.stages[stage][0]):
            return True  # the next stage begins
        return (made > 0 and not step.state.field.height) or (
            self.values is not None and self.values.ended(step, made)
        )
