"""Number of perfect clears in a row by play that looks at the pieces behind a clear, beside play that takes their mean.

Method: the clears of a cycle are solved once by the values that come with the program, among a share of the fewer
fields of `loop_solver`. Once all ten letters of a clear are seen, one play takes what is best on the mean over all that
may follow, as `loop_solver` does; the other weighs each end by the value of the next start for the letters that are
seen, and knows that more will be seen with each piece. The runs of both have the same letters.
"""

from __future__ import annotations

import math
import random
import statistics
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property

import numpy as np
from numpy.typing import NDArray

from ai.tetris.guideline import loop_solver
from ai.tetris.guideline.kernels.layout import Words
from ai.tetris.guideline.kernels.optimum import BOX, COLUMNS, FIRST_BAG
from ai.tetris.guideline.later_clears import (
    PIECES_OF_CLEAR,
    AllFields,
    Start,
    after_letter,
    all_fields,
    choices,
    fields_folder,
)
from ai.tetris.guideline.loop_solver import FEWER, SIZES, Counted, LoopSearch, starts_with, worth_behind
from ai.tetris.guideline.optimum import ArrayFolder
from bench.row import Row
from game.tetris.guideline.loop_values import FULL_BAG, KINDS, SEEN, loop_values

NAME = "loop-sight"
ABOUT = "how many more perfect clears in a row come of looking at the pieces behind a clear"
RUNS, SHARE = 500, 4
BEHIND = SEEN - 1  # letters seen behind the held one

Values = NDArray[np.float64]


@dataclass
class SolvedClear:
    """A clear by its solution: where play stands once all ten letters are seen, and where it ends.

    `cells` [start, letters seen before it] are fields of `level`, -1 where the clear is missed, with the number of
    what is held and left then (`contexts`, in `numbers`). `ends` [start, letters]: 7 times the letters left and the
    letter held, 0 if missed.
    """

    starts: list[Start]
    level: int
    numbers: list[Start]
    cells: Words
    contexts: NDArray[np.int16]
    ends: NDArray[np.int16]

    @classmethod
    def of(cls, search: LoopSearch) -> SolvedClear:
        """Solve it and play all orders."""
        _, clear = search.part(0, FULL_BAG)
        level, counts = clear.last_level, np.zeros((FULL_BAG + 1, KINDS), np.int64)
        ends = np.zeros((len(search.starts), math.prod(clear.choices)), np.int16)
        cells, contexts = list[Words](), list[NDArray[np.int16]]()
        for number in range(len(search.starts)):
            clear.count(number, counts, ends[number])
            nodes, _ = clear.nodes(number, level)
            fields = search.every.levels[level].fields[nodes.fields]
            cells.append(np.where(nodes.fields >= 0, fields, -1))
            contexts.append(nodes.contexts.astype(np.int16))
        numbers = [*clear.contexts[level].numbers]
        return cls(search.starts, level, numbers, np.stack(cells), np.stack(contexts), ends)

    @property
    def counted(self) -> Counted:
        """The ends as `loop_solver` takes them."""
        size = (FULL_BAG + 1) * KINDS
        counts = np.stack([np.bincount(ends, minlength=size) for ends in self.ends])
        counts[:, 0] = 0
        none = np.zeros((0, 0), np.int16)
        return Counted(counts.reshape(-1, FULL_BAG + 1, KINDS), self.ends.shape[1], none)

    @cached_property
    def rows(self) -> dict[Start, int]:
        """The number of each start."""
        return {start: number for number, start in enumerate(self.starts)}

    def seen_values(self, follow: Values) -> dict[Start, Values]:
        """The clears in a row from each start by the letters that are seen there, an axis for each."""
        could = choices(self.starts[0].left)[:BEHIND]
        results = dict[Start, Values]()
        for start, ends in zip(self.starts, self.ends, strict=True):
            each = ends.reshape(math.prod(could), -1).astype(np.int64)
            worth = np.where(each > 0, 1 + follow[each // KINDS, each % KINDS], 0.0)
            results[start] = worth.mean(1).reshape(could)
        return results


def ranks_of(left: int, letters: Sequence[int]) -> list[int]:
    """Each letter by its rank among those that can come."""
    ranks = list[int]()
    for letter in letters:
        ranks.append((left & (1 << letter) - 1).bit_count())
        left = after_letter(left, letter)
    return ranks


def number_of(left: int, letters: Sequence[int]) -> int:
    """The number of letters in order among all that can come."""
    number, could = 0, choices(left)
    for rank, count in zip(ranks_of(left, letters), could, strict=False):
        number = number * count + rank
    return number


class Looker:
    """Play of the last pieces of a clear that looks at what is seen behind it."""

    def __init__(self, every: AllFields, allowed: Words, seen_values: Mapping[Start, Values]) -> None:
        """`allowed` are the fields of level 6 (cells) to which the clears were solved."""
        self._levels, self._values = every.levels, seen_values
        self._allowed = np.isin(every.levels[FIRST_BAG].fields, allowed)
        self._order = {level: np.argsort(every.levels[level].fields) for level in (4, 5)}

    def end(
        self, level: int, cells: int, held: int, letters: Sequence[int], left: int, behind: Sequence[int]
    ) -> int:
        """The letter held behind the clear that is played from a field; `letters` are those to come up to the tenth.

        `left` is what is left of the bag then, `behind` the letters that come then.
        """
        fields, order = self._levels[level].fields, self._order[level]
        node = int(order[np.searchsorted(fields, cells, sorter=order)])
        known = dict[tuple[int, int, int], Values | None]()
        ranks, seen = ranks_of(left, behind), 0
        while level < PIECES_OF_CLEAR:
            come = letters[len(letters) - (PIECES_OF_CLEAR - level) :]
            best, chosen = -1.0, (0, 0)
            for child, then in self._steps(level, node, held, come[0]):
                values = self._worth(level + 1, child, then, come[1:], left, known)
                if values is None:
                    continue
                worth = float(values[tuple(ranks[:seen])].mean())
                if worth > best:
                    best, chosen = worth, (child, then)
            node, held = chosen
            level += 1
            seen = max(0, level - (PIECES_OF_CLEAR - BEHIND))
        return held

    def _steps(self, level: int, node: int, held: int, came: int) -> Iterator[tuple[int, int]]:
        """Fields of the next level that can be made, and what is held then."""
        if level == PIECES_OF_CLEAR:
            return
        starts, to, at = self._levels[level].edges
        for edge in range(int(starts[node]), int(starts[node + 1])):
            piece = int(at[edge]) // (4 * COLUMNS * BOX)
            if piece in (held, came) and (level != FIRST_BAG - 1 or self._allowed[to[edge]]):
                yield int(to[edge]), came if piece == held else held

    def _worth(
        self,
        level: int,
        node: int,
        held: int,
        letters: Sequence[int],
        left: int,
        known: dict[tuple[int, int, int], Values | None],
    ) -> Values | None:
        """Clears in a row by the letters behind the clear that are seen on a level; None where it is missed."""
        if level == PIECES_OF_CLEAR:
            return self._values[Start(held, left)]
        key = level, node, held
        if key not in known:
            best: Values | None = None
            for child, then in self._steps(level, node, held, letters[0]):
                values = self._worth(level + 1, child, then, letters[1:], left, known)
                if values is not None:
                    # one letter more is seen there
                    mean = values.mean(-1) if level >= PIECES_OF_CLEAR - BEHIND else values
                    best = mean if best is None else np.maximum(best, mean)
            known[key] = best
        return known[key]


def bags(seed: int) -> Iterator[int]:
    """Letters without end, from bags of seven."""
    chance = random.Random(seed)
    while True:
        yield from chance.sample(range(KINDS), KINDS)


def clears_of(clears: Mapping[int, SolvedClear], seed: int, looker: Looker | None) -> int:
    """The clears in a row of a run from the empty board."""
    dealt, letters, clears_made = bags(seed), list[int](), 0
    held, left = next(dealt), FULL_BAG
    left = after_letter(left, held)
    while True:
        while len(letters) < PIECES_OF_CLEAR + BEHIND:
            letters.append(next(dealt))
        clear, ten, behind = clears[left.bit_count()], letters[:PIECES_OF_CLEAR], letters[PIECES_OF_CLEAR:]
        row = clear.rows[Start(held, left)]
        end = int(clear.ends[row, number_of(left, ten)])
        if not end:
            return clears_made
        if looker is None:
            held = end % KINDS
        else:
            at = number_of(left, ten[: clear.level - 1 + BEHIND])
            held_then = clear.numbers[int(clear.contexts[row, at])].held
            args = int(clear.cells[row, at]), held_then, ten[clear.level :], end // KINDS, behind
            held = looker.end(clear.level, *args)
        left, letters, clears_made = end // KINDS, behind, clears_made + 1


def run(quick: bool) -> list[Row]:
    """The mean numbers of both plays and of their difference; `quick` makes fewer runs."""
    every = all_fields(ArrayFolder(fields_folder()))
    ways = loop_solver.ways_of(every)
    fewer = loop_solver.narrowed(every, ways, {level: most // SHARE for level, most in FEWER.items()})
    follow = np.zeros((FULL_BAG + 1, KINDS))
    for start, value in zip(loop_values().numbers, loop_values().values, strict=True):
        follow[start.left, start.held] = value
    clears = {
        size: SolvedClear.of(LoopSearch(fewer, ways, starts_with(size), worth_behind(size, follow)))
        for size in SIZES
    }
    return compared(every, fewer.levels[FIRST_BAG].fields, clears, 20 if quick else RUNS)


def compared(every: AllFields, allowed: Words, clears: Mapping[int, SolvedClear], runs: int) -> list[Row]:
    """The figures of so many runs."""
    follow = loop_solver.follow_on({size: clear.counted for size, clear in clears.items()})
    seen_values = dict[Start, Values]()
    for clear in clears.values():
        seen_values |= clear.seen_values(follow)
    looker = Looker(every, allowed, seen_values)
    mean = [clears_of(clears, seed, None) for seed in range(runs)]
    look = [clears_of(clears, seed, looker) for seed in range(runs)]
    more = [one - other for one, other in zip(look, mean, strict=True)]
    return [
        Row(what, round(statistics.mean(each), 2), "clears", note=_note(each))
        for what, each in (("by the mean", mean), ("by what is seen", look), ("difference", more))
    ]


def _note(lengths: Sequence[int]) -> str:
    return f"{len(lengths)} runs; standard error {statistics.stdev(lengths) / len(lengths) ** 0.5:.2f}"
