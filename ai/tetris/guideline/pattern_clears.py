"""Perfect clears for all queues of a pattern: how many there are, what can be kept, and every solution.

The questions of solution-finder's percent and path. An empty hold is as good as the first piece held.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from functools import cached_property
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from ai.tetris.guideline.first_clears import MATTER, FirstClears, Start
from ai.tetris.guideline.perfect_clear import (
    PIECES_OF_CLEAR,
    Covered,
    Search,
    Ways,
    covered,
    least_rows,
    pieces_needed,
)
from ai.tetris.guideline.pictures import Pictures, Solution, pictures
from game.errors import BadInput
from game.tetris.guideline import Field, System
from game.tetris.guideline.loop_values import Leftover, LoopValues
from game.tetris.guideline.patterns import Pattern, name_of
from game.tetris.guideline.pieces import PIECES
from game.tetris.guideline.saves import Wish, left_over
from game.words import counted

BAG = len(PIECES)
MOST_LISTED = 8  # pieces of a solution, where there are many queues


class Wanted(NamedTuple):
    """Of the queues, with how many a wish can be had, and with how many no wish before it can."""

    wish: Wish
    queues: int
    first: int


class Weighed(NamedTuple):
    """Pieces that can be kept, by the clears in a row that follow: each queue counts with its best one.

    `clears` is the mean over all queues, this clear included, 0 where there is none; `pieces` by letter the mean over
    the queues that can keep it; `wishes` over all queues where wanted saves come first, by priority.
    """

    clears: float
    pieces: dict[str, float]
    wishes: float


class PatternClears:
    """Perfect clears of a field with the queues of a pattern behind the piece held; see the module."""

    def __init__(
        self,
        field: Field,
        pattern: Pattern,
        *,
        hold: int | None = None,
        rows: int | None = None,
        system: System = "srs",
        holding: bool = True,
        most: int | None = None,
    ) -> None:
        """`most` fields are kept at once. Raises `BadInput` for too few pieces and too many queues."""
        self.field, self.system, self.holding, self._most = field, system, holding, most
        self.rows = least_rows(field) if rows is None else rows
        self.pieces = pieces_needed(field, self.rows)
        self.held = () if hold is None else (hold,)
        self._ways: Ways | None = None
        letters = pattern.length + len(self.held)
        if letters < self.pieces:
            raise BadInput(
                f"{counted(self.rows, 'row')} {'takes' if self.rows == 1 else 'take'} "
                f"{counted(self.pieces, 'piece')}; the pattern and the hold have {letters}"
            )
        self.queues = pattern.queues
        """All queues, without the piece held: [number, letter]."""
        matter = min(pattern.length, self.pieces + holding - len(self.held))
        self._dealt, self._numbers = np.unique(self.queues[:, :matter], axis=0, return_inverse=True)
        if hold is not None:
            self._dealt = np.insert(self._dealt, 0, hold, axis=1)

    @cached_property
    def _graph(self) -> tuple[FirstClears, Start] | None:
        """The graph of the first clear and a node in it, where it has been made and knows the ways of all queues."""
        graph = FirstClears.known() if self.system == "srs" and self.rows <= 4 else None
        level = PIECES_OF_CLEAR - self.pieces
        if graph is None or not 0 <= level < BAG:
            return None
        rest, behind = self._dealt[:, : BAG - level], np.sort(self._dealt[:, BAG - level :])
        if (rest != rest[0]).any() or (behind[:, 1:] == behind[:, :-1]).any():
            return None
        start = graph.start(self.field, self._dealt[0].tolist())
        return None if start is None or start.level != level else (graph, start)

    @property
    def is_of_a_bag(self) -> bool:
        """True if the field is empty and a bag comes in one order: the graph of the first clear answers that."""
        bags = np.unique(self._dealt[:, :BAG], axis=0)
        return not self.field.cells and self.pieces == PIECES_OF_CLEAR and len(bags) == 1

    def look(self) -> None:
        """Do the work, which is done once."""
        for _ in self.slices():
            pass

    def slices(self) -> Iterator[int]:
        """Do the work, some milliseconds of it at a time, with the number of fields looked at. Raises `BadInput`."""
        if self._of_graph is None:
            yield from self._search()

    @cached_property
    def _of_graph(self) -> Covered | None:
        """The answer where the graph has it for all orders at once."""
        if self._graph is None or self._dealt.shape[1] < MATTER - self._graph[1].level or not self.holding:
            return None
        graph, start = self._graph
        bag = BAG - start.level
        savable = graph.savable(start, self._dealt[0, :bag].tolist(), self._dealt[:, bag:])
        return Covered(savable != 0, savable.astype(np.int64))

    def _search(self) -> Iterator[int]:
        if self._ways is not None:
            return
        counts = [
            (self._dealt[:, : level + 1 + self.holding, None] == np.arange(BAG)).sum(1).max(0)
            for level in range(self.pieces)
        ]
        supplies = [Counter(dict(enumerate(each.tolist()))) for each in counts]
        search = Search(self.field, self.rows, supplies, self.system, self._most, self._graph)
        yield from search.slices()
        self._ways = search.ways

    @property
    def ways(self) -> Ways:
        """All ways of all queues."""
        for _ in self._search():
            pass
        assert self._ways is not None
        return self._ways

    @cached_property
    def _covered(self) -> Covered:
        return self._of_graph or covered(self.ways, self._dealt, holding=self.holding)

    @property
    def solved(self) -> NDArray[np.bool_]:
        """By queue whether there is a perfect clear."""
        return self._covered.solved[self._numbers]

    @property
    def savable(self) -> NDArray[np.int64]:
        """By queue the pieces (bits) of which one can be held once it is done; none where all are placed."""
        return self._covered.savable[self._numbers]

    @property
    def saves(self) -> dict[str, int]:
        """With how many queues a perfect clear can keep each piece."""
        return {letter: int((self.savable >> piece & 1).sum()) for piece, letter in enumerate(PIECES)}

    @property
    def missed(self) -> list[str]:
        """The queues without a perfect clear."""
        return [name_of(queue) for queue in self.queues[~self.solved]]

    def wanted(self, wishes: Sequence[Wish]) -> list[Wanted]:
        """With how many queues each of the wishes can be had."""
        had = [np.zeros(len(self.queues), np.bool_) for _ in wishes]
        matter = self._dealt.shape[1] - len(self.held)
        behind = [left_over(queue) for queue in self.queues[:, matter:].tolist()]
        cases = list(zip(self.savable.tolist(), behind, strict=True))
        answers = dict[tuple[int, str], list[bool]]()
        for number in np.flatnonzero(self.solved).tolist():
            savable, rest = cases[number]
            if (savable, rest) not in answers:
                saves = _saves(savable, rest)
                answers[savable, rest] = [wish.holds(saves) for wish in wishes]
            for each, answer in zip(had, answers[savable, rest], strict=True):
                each[number] = answer
        results, before = list[Wanted](), np.zeros(len(self.queues), np.bool_)
        for wish, each in zip(wishes, had, strict=True):
            results.append(Wanted(wish, int(each.sum()), int((each & ~before).sum())))
            before |= each
        return results

    def weighed(self, values: LoopValues, clear: int, wishes: Sequence[Wish] = ()) -> Weighed:
        """Weigh what can be kept, if this is the clear of that number. Raises `BadInput` for other queues."""
        letters, behind = self._dealt.shape[1], values.left_before(clear + 1)
        drawn = BAG - behind  # letters of the bag in which the clear ends
        if letters <= self.pieces or not self.holding:
            raise BadInput("nothing is kept where all pieces are placed; the queues need one letter more")
        if letters - len(self.held) < drawn:
            raise BadInput(
                f"the bag is not known in which clear {clear} ends: the queues have {letters - len(self.held)} of its "
                f"{counted(drawn, 'letter')}"
            )
        last = self._dealt[:, letters - drawn :]
        bits = (1 << last).sum(1)
        if (np.bitwise_count(bits) < drawn).any():
            raise BadInput(
                f"clear {clear} ends with {counted(drawn, 'letter')} of a bag, which are never the same; "
                "in some of these queues they are: say with --loop which clear it is"
            )
        left = np.where(bits == (1 << BAG) - 1, bits, (1 << BAG) - 1 & ~bits)
        savable = self._covered.savable
        worth = np.zeros((len(left), BAG))
        for number, (rest, can) in enumerate(zip(left.tolist(), savable.tolist(), strict=True)):
            for piece in range(BAG):
                if can >> piece & 1:
                    worth[number, piece] = 1 + values.value(Leftover(piece, rest))
        wished, tests = worth[self._numbers], dict[tuple[int, ...], list[NDArray[np.bool_]]]()
        for queue in np.flatnonzero(self.solved).tolist():
            unused = (*self.queues[queue, letters - len(self.held) :].tolist(),)
            if unused not in tests:
                tests[unused] = [
                    np.array([wish.holds([left_over([piece, *unused])]) for piece in range(BAG)])
                    for wish in wishes
                ]
            holds = next((each for each in tests[unused] if (wished[queue] * each).any()), None)
            if holds is not None:
                wished[queue] *= holds
        can_keep = worth[self._numbers] > 0
        means = worth[self._numbers].sum(0) / np.maximum(1, can_keep.sum(0))
        return Weighed(
            float(worth.max(1)[self._numbers].mean()),
            {letter: float(means[piece]) for piece, letter in enumerate(PIECES) if can_keep[:, piece].any()},
            float(wished.max(1).mean()),
        )

    # -- solutions --

    @cached_property
    def pictures(self) -> Pictures:
        """All solutions. Raises `BadInput` where they are too many."""
        if self.pieces > MOST_LISTED and len(self._dealt) > 1:
            raise BadInput(
                f"solutions of {self.pieces} pieces are too many to list; a board with {MOST_LISTED} pieces to come, "
                "or a single queue can be asked for"
            )
        return pictures(self.field, self.ways, self._dealt, holding=self.holding)

    def solved_by(self, solution: Solution) -> NDArray[np.bool_]:
        """By queue whether it can make a solution."""
        return self.pictures.solved_by(solution)[self._numbers]

    def kept_by(self, solution: Solution) -> dict[str, int]:
        """With how many queues a solution keeps each piece."""
        if self._dealt.shape[1] <= self.pieces or not self.holding:
            return {}
        placed = np.bincount(solution.pieces, minlength=BAG)
        dealt = self._counts_dealt[self._numbers[self.solved_by(solution)]]
        counts = np.bincount((dealt - placed).argmax(1), minlength=BAG).tolist()
        return {PIECES[piece]: count for piece, count in enumerate(counts) if count}

    @cached_property
    def _counts_dealt(self) -> NDArray[np.int64]:
        """By queue as it is dealt, how many of each piece come by the end of the clear."""
        counts: NDArray[np.int64] = (self._dealt[:, : self.pieces + 1, None] == np.arange(BAG)).sum(1)
        return counts


def _saves(savable: int, behind: str) -> list[str]:
    """Everything that can be left: a kept piece, and the letters that have not come."""
    pieces = [piece for piece in range(BAG) if savable >> piece & 1]
    rest = [PIECES.index(letter) for letter in behind]
    return [left_over([piece, *rest]) for piece in pieces] or [behind]
