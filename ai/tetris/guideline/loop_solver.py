"""Best play for as many perfect clears in a row as can be, solved: what it is worth to hold a letter behind a clear.

A clear ends with a held letter and some letters left of the bag, from which the next one starts. Play of one clear
chooses by the mean number of clears that will follow on each such end (`kernels/loop.py`), counting the orders that
lead to each; the values of all starts then follow from linear equations. With these values all is chosen anew until
nothing changes (policy iteration).
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import count, pairwise
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from ai.compiled import sources
from ai.memory import free_memory
from ai.tetris.guideline.kernels import later as later_kernels
from ai.tetris.guideline.kernels import loop as kernels
from ai.tetris.guideline.kernels import narrowing
from ai.tetris.guideline.kernels.later import FULL
from ai.tetris.guideline.kernels.layout import Words
from ai.tetris.guideline.kernels.loop import RANKS, TOP, Nodes, Play, Values
from ai.tetris.guideline.kernels.optimum import FIRST_BAG, KINDS, WORD, Edges, Living, Marks, last_pieces
from ai.tetris.guideline.later_clears import (
    PIECES_OF_CLEAR,
    AllFields,
    Contexts,
    Start,
    after_letter,
    choices,
    starts_of,
)
from ai.tetris.guideline.optimum import SLICE, ArrayFolder, Level, Tell, firsts_of, quiet
from game import places
from game.errors import BadInput
from game.tetris.guideline.loop_values import LETTERS_LEFT, SEEN, Cycle, Leftover, chances_alone

SLICE_OF_STATES = 8_000
MEMORY = 15_000_000_000  # bytes at most


@dataclass(frozen=True)
class Worth:
    """Order and worth of the letters that can be held behind a clear, by what is left of the bag (bits)."""

    ranks: Words  # [left, letter]: 1 to 7
    by_rank: Words  # [left, rank]
    worth: Words  # [left, rank], of TOP
    scale: float  # of one unit of `worth`

    @classmethod
    def of(cls, follow: NDArray[np.float64]) -> Worth:
        """`follow` [left, letter held]: the clears that will follow."""
        order = np.argsort(follow, axis=1, kind="stable")
        ranks, by_rank = np.zeros((FULL + 1, KINDS + 1), np.int64), np.zeros((FULL + 1, RANKS), np.int64)
        worth, scale = np.zeros((FULL + 1, RANKS), np.int64), (1 + float(follow.max())) / TOP
        for left in range(FULL + 1):
            for rank, letter in enumerate(order[left].tolist(), 1):
                ranks[left, letter], by_rank[left, rank] = rank, letter
                worth[left, rank] = round((1 + follow[left, letter]) / scale)
        return cls(ranks, by_rank, worth, scale)

    def plays_as(self, other: Worth | None) -> bool:
        """Return True if a clear is played in the same way by both."""
        return (
            other is not None
            and np.array_equal(self.ranks, other.ranks)
            and np.array_equal(self.worth, other.worth)
        )


def letters_allowed(size: int, place: int, letters: int) -> list[int]:
    """The letters (bits) that can come, by level, where those of a place (1 to 10, 0 for none) are known.

    Within the bag in which a clear starts, with `size` letters left, that is one letter.
    """
    results = [FULL] * PIECES_OF_CLEAR
    if place:
        results[place - 1] = letters
        if place <= size:
            results[: place - 1] = [FULL & ~letters] * (place - 1)
    return results


def contexts_of(starts: list[Start], allowed: Sequence[int]) -> list[Contexts]:
    """The contexts of levels up to 6, the starts first; `allowed` letters (bits) can come, by level."""
    levels = [starts]
    for letters in allowed:
        levels.append(sorted({then for each in levels[-1] for _, _, then in _follow(each, letters)}))
    results = []
    for level, (here, later) in enumerate(pairwise(levels)):
        numbers = {each: number for number, each in enumerate(later)}
        after = np.full((len(here), KINDS, 2), -1, np.int64)
        steps = np.zeros((len(here), KINDS, max(1, -(-len(later) // WORD))), np.int64)
        for number, each in enumerate(here):
            for letter, turn, then in _follow(each, allowed[level]):
                after[number, letter, turn] = numbers[then]
                placed = letter if turn else each.held
                steps[number, placed, numbers[then] // WORD] |= 1 << numbers[then] % WORD
        held, lefts = (np.array([each[side] for each in here], np.int64) for side in (0, 1))
        numbers_here = {each: number for number, each in enumerate(here)}
        results.append(Contexts(held, lefts & allowed[level], after, steps, numbers_here))
    return results


def _follow(context: Start, allowed: int) -> Iterator[tuple[int, int, Start]]:
    """Each allowed letter that can come, whether it (1) or what is held (0) is placed, and the context then."""
    held, left = context
    for letter in range(KINDS):
        if left & allowed & 1 << letter:
            then = after_letter(left, letter)
            yield letter, 0, Start(letter, then)
            yield letter, 1, Start(held, then)


@dataclass
class LoopClear:
    """A clear from its starts with best play for what follows: its living states and their values.

    Fields are numbered as in `AllFields`. `codes` [state, letters] of level 6 down to the one behind the last level on
    which all letters are known, `means` [state, letters seen a piece earlier] from there down to level 1.
    """

    every: AllFields
    ways: Words
    starts: list[Start]
    worth: Worth
    allowed: Sequence[int] = (FULL,) * PIECES_OF_CLEAR  # letters (bits) that can come, by level
    first: int = 0  # the level of the starts; tests have others
    tell: Tell = quiet
    behind: int = SEEN - 1  # letters seen behind the held one
    contexts: list[Contexts] = field(init=False)
    choices: list[int] = field(init=False)  # how many letters each that comes can be, by level
    last_level: int = field(init=False)  # the earliest on which all letters are known
    edges: dict[int, Edges] = field(init=False, default_factory=dict)
    living: dict[int, Living] = field(init=False, default_factory=dict)
    codes: dict[int, Marks] = field(init=False)
    means: dict[int, Values] = field(init=False, default_factory=dict)
    ends: Marks = field(init=False)

    def __post_init__(self) -> None:
        none = Contexts(*(np.zeros(0, np.int64),) * 4, {})
        allowed = self.allowed[: PIECES_OF_CLEAR - self.first]
        self.contexts = [none] * self.first + contexts_of(self.starts, allowed[: FIRST_BAG + 1 - self.first])
        self.choices, left = [1] * self.first, self.starts[0].left
        for letters in allowed:
            self.choices.append((left & letters).bit_count())
            left = after_letter(left, (left & letters).bit_length() - 1)
        self.last_level = PIECES_OF_CLEAR - self.behind
        while (
            self.last_level > self.first and math.prod(self.choices[self.last_level + self.behind - 1 :]) == 1
        ):
            self.last_level -= 1
        self._find_living()
        self.codes = {FIRST_BAG: self._sixth_codes(self.living[FIRST_BAG], self.tell)}
        self.ends = self._ends()
        for level in range(FIRST_BAG - 1, self.last_level, -1):
            self.codes[level] = self._joined_codes(level)
        for level in range(self.last_level, self.first, -1):
            self.means[level] = self._means(level)
            self.codes.pop(level, None)  # a third of the memory; `count` makes those anew that play comes to

    def states(self, level: int) -> int:
        """Number of living states."""
        return _states(self.living[level])

    def _find_living(self) -> None:
        masks = {self.first: self._first_mask()}
        for level in range(self.first, FIRST_BAG):
            here, steps = self.every.levels[level], self.contexts[level].steps
            masks[level + 1] = np.zeros((len(self.every.levels[level + 1].fields), steps.shape[2]), np.int64)
            later_kernels.spread_contexts(
                masks[level], steps, here.starts, here.to, here.at, masks[level + 1]
            )
        self.edges[FIRST_BAG] = self.every.levels[FIRST_BAG].edges
        self._each_sixth(masks[FIRST_BAG], np.zeros(0, np.int32), np.zeros((0, 1), np.uint8), self.tell)
        self.living[FIRST_BAG] = Living(masks[FIRST_BAG], firsts_of(masks[FIRST_BAG]))
        for level in range(FIRST_BAG - 1, self.first - 1, -1):
            here, mask = self.every.levels[level], masks.pop(level)
            alive = np.zeros(len(here.to), np.uint8)
            later_kernels.keep_living(
                mask,
                self.contexts[level].steps,
                here.starts,
                here.to,
                here.at,
                self.living[level + 1].masks,
                alive,
            )
            chosen = alive.astype(np.bool_)
            starts = np.append(0, np.cumsum(alive, dtype=np.int64)).astype(np.int32)[here.starts]
            self.edges[level] = Edges(starts, here.to[chosen], here.at[chosen])
            self.living[level] = Living(mask, firsts_of(mask))

    def _first_mask(self) -> Words:
        words = -(-len(self.starts) // WORD)
        bits = [min(WORD, len(self.starts) - WORD * word) for word in range(words)]
        return np.array([[(1 << count) - 1 for count in bits]], np.int64)

    def _each_sixth(self, masks: Words, firsts: NDArray[np.int32], codes: Marks, tell: Tell) -> None:
        work = np.zeros((KINDS, KINDS), np.int64)
        for begin in range(0, len(masks), 16 * SLICE):
            end = min(begin + 16 * SLICE, len(masks))
            kernels.sixth_codes(
                begin,
                end,
                Living(masks, firsts),
                self.edges[FIRST_BAG],
                self.ways,
                self.contexts[FIRST_BAG].arrays,
                self.worth.ranks,
                work,
                codes,
            )
            tell(end, len(masks), "level 6")

    def _sixth_codes(self, living: Living, tell: Tell) -> Marks:
        size = math.prod(self.choices[FIRST_BAG:])
        codes = np.zeros((_states(living), size // 2), np.uint8)
        if len(codes):
            self._each_sixth(*living, codes, tell)
        return codes

    def _ends(self) -> Marks:
        """[context of the last level on which all letters are known, letters]: what is left of the bag then."""
        contexts = self.contexts[self.last_level]
        result = np.zeros((len(contexts.lefts), math.prod(self.choices[self.last_level :])), np.uint8)
        for start, number in contexts.numbers.items():
            lefts = [start.left]
            for level in range(self.last_level - self.first, PIECES_OF_CLEAR - self.first):
                lefts = [
                    after_letter(left, letter)
                    for left in lefts
                    for letter in range(KINDS)
                    if left & self.allowed[level] & 1 << letter
                ]
            result[number, : len(lefts)] = lefts
        return result

    def _joined_codes(self, level: int) -> Marks:
        later = self.codes[level + 1]
        result = np.zeros((self.states(level), self.choices[level] * later.shape[1]), np.uint8)
        for begin, end, first, last in self._slices(level):
            self._join(level, begin, end, first, later, result[first:last])
        return result

    def _means(self, level: int) -> Values:
        size = math.prod(self.choices[level : level + self.behind - 1])
        result = np.zeros((self.states(level), size), np.uint16)
        for begin, end, first, last in self._slices(level):
            values, rows = self._values_of(level, begin, end, first, last), result[first:last]
            if level == self.last_level:
                arrays = self.living[level], self.ends, self.worth.worth, values, rows
                kernels.mean_codes(begin, end, first, *arrays)
            else:
                kernels.mean_last(values, self.choices[level + self.behind - 1], rows)
        return result

    def _values_of(self, level: int, begin: int, end: int, first: int, last: int) -> NDArray[Any]:
        """Codes, or values, of the states first to last of fields begin to end, by the letters that are seen there."""
        if level in self.codes:
            codes: Marks = self.codes[level][first:last]
            return codes
        later = self.codes[level + 1] if level == self.last_level else self.means[level + 1]
        values = np.zeros((last - first, self.choices[level] * later.shape[1]), later.dtype)
        self._join(level, begin, end, first, later, values)
        return values

    def _join(
        self, level: int, begin: int, end: int, origin: int, later: NDArray[Any], result: NDArray[Any]
    ) -> None:
        """Write the best codes or values of fields begin to end out of those of the next level."""
        form = later_kernels.HALVES if later.dtype == np.uint8 else later_kernels.COUNTS
        here, then = self.living[level], self.living[level + 1]
        contexts, edges = self.contexts[level].arrays, self.edges[level]
        later_kernels.join_states(begin, end, origin, here, edges, then, later, contexts, form, result)
        self.tell(end, len(here.firsts), f"values of level {level}")

    def _slices(self, level: int) -> Iterator[tuple[int, int, int, int]]:
        """Fields, and the states of theirs, by few enough to be worked on at a time."""
        firsts, states, begin = self.living[level].firsts, self.states(level), 0
        while begin < len(firsts):
            first = int(firsts[begin])
            end = max(begin + 1, int(np.searchsorted(firsts, first + SLICE_OF_STATES, "right")) - 1)
            end = len(firsts) if first + SLICE_OF_STATES >= states else end
            last = states if end == len(firsts) else int(firsts[end])
            if last > first:
                yield begin, end, first, last
            begin = end

    # -- play --

    def play_of(self, level: int) -> Play:
        """The level as play looks at it."""
        contexts = self.contexts[level]
        values = self.codes[level + 1] if level == self.last_level else self.means[level + 1]
        return Play(
            self.edges[level],
            contexts.held,
            contexts.lefts,
            contexts.after,
            self.living[level + 1],
            values,
        )

    def count(self, start: int, counts: Words, ends: NDArray[np.int16], begun: Nodes | None = None) -> None:
        """Play all orders of the letters from a start; see `count_ends`.

        `begun`: where the first placement leads, if it was chosen before all of the allowed letters were known.
        """
        level, arrays = self.last_level, (self.ends, self.worth.by_rank, counts, ends)
        nodes, more = self.nodes(start, level, begun)
        if level == FIRST_BAG:
            living = self._reached(nodes)
            kernels.count_coded(living, self._sixth_codes(living, quiet), nodes, more, *arrays)
        else:
            kernels.count_ends(self.play_of(level), nodes, more, self.choices[level], *arrays)

    def nodes(self, start: int, until: int, begun: Nodes | None = None) -> tuple[Nodes, int]:
        """The nodes of a level to which play leads from a start, and the letters that may be seen there besides.

        The nodes stand by the letters that were seen on the level before, from the start on.
        """
        nodes, more = Nodes(np.zeros(1, np.int32), np.full(1, start, np.int32)), self.seen_first
        for level in range(self.first, until):
            is_begun = begun is not None and level == self.first
            nodes = begun if begun is not None and is_begun else self._chosen(level, nodes, more)
            more = self.choices[level + self.behind]
        return nodes, more

    def _reached(self, nodes: Nodes) -> Living:
        """The living states of level 6 among some nodes."""
        masks, some = np.zeros_like(self.living[FIRST_BAG].masks), nodes.fields >= 0
        words, bits = np.divmod(nodes.contexts[some], WORD)
        np.bitwise_or.at(masks, (nodes.fields[some], words), np.int64(1) << bits.astype(np.int64))
        masks &= self.living[FIRST_BAG].masks
        return Living(masks, firsts_of(masks))

    @property
    def seen_first(self) -> int:
        """The number of orders of the letters that are seen at a start."""
        return math.prod(self.choices[self.first : self.first + self.behind])

    def _chosen(self, level: int, before: Nodes, more: int) -> Nodes:
        return chosen_nodes(self.play_of(level), before, more, self.choices[level])


def _states(living: Living) -> int:
    """Number of states."""
    return int(np.bitwise_count(living.masks.view(np.uint64)).sum())


def chosen_nodes(play: Play, before: Nodes, more: int, choices_here: int) -> Nodes:
    """Return the nodes to which best play leads from some nodes of a level; see `choose_edges`."""
    size = len(before.fields) * more
    nodes = Nodes(np.zeros(size, np.int32), np.zeros(size, np.int32))
    kernels.choose_edges(
        play, before, more, choices_here, nodes, np.zeros(size, np.int32), np.zeros(1, np.int64)
    )
    return nodes


def ways_of(every: AllFields) -> Words:
    """By field of level 7 and letter: see `kernels/loop.py`."""
    ninth, eighth, seventh = (every.levels[level] for level in (9, 8, 7))
    pieces = np.zeros(len(ninth.fields), np.int64)
    last_pieces(ninth.starts, ninth.at, pieces)
    two, three = (np.zeros((len(each.fields), KINDS), np.int64) for each in (eighth, seventh))
    kernels.extend_ways(0, len(two), eighth.edges, pieces[:, None], 0, two)
    kernels.extend_ways(0, len(three), seventh.edges, two, KINDS, three)
    return three


class Counted(NamedTuple):
    """A clear as best play plays it: the orders of letters by what they lead to.

    `counts` [start, letters left behind the clear, letter held then], of `orders` a start. `samples` [start, order]:
    some of the orders, by chance; 7 times the letters left behind the clear and the letter held, 0 if it is missed.
    """

    counts: Words
    orders: int
    samples: NDArray[np.int16]


# is told each start that has been played: the clear, the number of the start in it, the end of each order as in
# `samples`, and where the first placement leads, if it was chosen before
Watch = Callable[[LoopClear, int, NDArray[np.int16], Nodes | None], None]

# By the letters left of the bag where a clear starts: the one of the ten letters by which the work is parted, so that
# it takes less memory, and the letters that it can be in each part.
_WHOLE, _ALONE = (FULL,), tuple(1 << letter for letter in range(KINDS))
_TWO, _THREE, _FOUR = (0b1111, 0b1110000), (0b111, 0b11000, 0b1100000), (0b11, 0b1100, 0b110000, 0b1000000)
_NO_PARTS = (0, _WHOLE)
PARTS: dict[int, dict[int, tuple[int, Sequence[int]]]] = {  # by the number of pieces seen
    6: {3: (4, _TWO), 4: (5, _THREE), 5: (6, _FOUR), 6: (6, _ALONE)},
    5: {4: (5, _THREE)},
}


class LoopSearch(NamedTuple):
    """A clear that is to be solved and played from all its starts."""

    every: AllFields
    ways: Words
    starts: list[Start]
    worth: Worth
    tell: Tell = quiet
    behind: int = SEEN - 1

    @property
    def size(self) -> int:
        """The number of letters left of the bag where it starts."""
        return self.starts[0].left.bit_count()

    def part(self, place: int, letters: int) -> tuple[list[int], LoopClear]:
        """The clear where one of these letters comes at a place, and the numbers of the starts that can have it."""
        inside = 0 < place <= self.size
        numbers = [n for n, each in enumerate(self.starts) if not inside or each.left & letters]
        starts, allowed = (
            [self.starts[number] for number in numbers],
            letters_allowed(self.size, place, letters),
        )
        clear = LoopClear(
            self.every, self.ways, starts, self.worth, allowed, tell=self.tell, behind=self.behind
        )
        return numbers, clear

    def counted(
        self, samples: int = 0, watch: Watch | None = None, parts: tuple[int, Sequence[int]] = _NO_PARTS
    ) -> Counted:
        """Play it with all orders of the letters, in `parts` (see `PARTS`)."""
        place, groups = parts
        begun = self._begun(place, groups) if place > max(self.behind, self.size) else None
        counts = np.zeros((len(self.starts), FULL + 1, KINDS), np.int64)
        sampled = np.zeros((len(self.starts), samples), np.int16)
        drawn = self._drawn(place, samples)
        for letters in groups:
            numbers, clear = self.part(place, letters)
            ends = np.zeros(math.prod(clear.choices), np.int16)
            for at, number in enumerate(numbers):
                ends[:] = 0
                nodes = None if begun is None else begun[number]
                clear.count(at, counts[number], ends, nodes)
                some = (letters >> drawn[number] & 1).astype(np.bool_)
                sampled[number, some] = np.random.default_rng((number, letters)).choice(ends, int(some.sum()))
                if watch is not None:
                    watch(clear, at, ends, nodes)
                self.tell(at + 1, len(numbers), "starts")
            del clear  # its memory goes before new memory comes
        return Counted(counts, self.starts[0].orders, sampled)

    def _drawn(self, place: int, samples: int) -> Words:
        """The letter at a place of each order that is drawn, [start, order]."""
        result = np.zeros((len(self.starts), samples), np.int64)
        for number, each in enumerate(self.starts):
            could = [n for n in range(KINDS) if not 0 < place <= self.size or each.left >> n & 1]
            if place:
                result[number] = np.random.default_rng(number).choice(could, samples)
        return result

    def _begun(self, place: int, groups: Sequence[int]) -> list[Nodes]:
        """The nodes behind the first placement from each start, which is chosen before the letter of the place is seen.

        So the means over all its letters are made first.
        """
        free, could = contexts_of(self.starts, [FULL] * 2), choices(self.starts[0].left)
        fields, contexts = len(self.every.levels[1].fields), len(free[1].held)
        sums = np.zeros((fields * contexts, math.prod(could[1 : self.behind])), np.int64)
        for letters in groups:
            _, clear = self.part(place, letters)
            masks, state = clear.living[1].masks, 0
            for number in range(fields):
                for context in range(contexts):
                    if masks[number, context // WORD] >> context % WORD & 1:
                        sums[number * contexts + context] += letters.bit_count() * clear.means[1][
                            state
                        ].astype(np.int64)
                        state += 1
            del clear
        bits = [min(WORD, contexts - WORD * word) for word in range(-(-contexts // WORD))]
        masks = np.array([[(1 << count) - 1 for count in bits]] * fields, np.int64)
        values, living = ((sums + KINDS // 2) // KINDS).astype(np.uint16), Living(masks, firsts_of(masks))
        play = Play(self.every.levels[0].edges, free[0].held, free[0].lefts, free[0].after, living, values)
        begins = [
            Nodes(np.zeros(1, np.int32), np.full(1, start, np.int32)) for start in range(len(self.starts))
        ]
        return [chosen_nodes(play, each, math.prod(could[: self.behind]), could[0]) for each in begins]


# -- all clears of a cycle --

SIZES = LETTERS_LEFT  # letters left of the bag where the clears of a cycle start
ORDER = (7, 3, 6, 5, 4, 2, 1)  # in which they are worked on: those first by which the most is won
SAMPLES = {
    1: 3_000,
    2: 1_500,
    3: 1_500,
    4: 1_500,
    5: 1_500,
    6: 3_000,
    7: 12_000,
}  # orders of a start, by size
GUESS = 100.0  # clears in a row from a start that is certain, before anything is known
ROUNDS_AMONG_FEWER = 2  # rounds in which most clears are played among fewer fields
LIGHT = (7, 2)  # clears, by size, that are played among all fields from the second round on


def is_among_all(size: int, number: int) -> bool:
    """Return True if a clear is played among all fields in a round."""
    return number >= (1 if size in LIGHT else ROUNDS_AMONG_FEWER)


def starts_with(size: int) -> list[Start]:
    """The starts with so many letters left of the bag."""
    return starts_of(SIZES.index(size) + 1)


def next_size(size: int) -> int:
    """Return how many letters are left of the bag behind a clear that starts with so many."""
    return SIZES[(SIZES.index(size) + 1) % len(SIZES)]


def follow_on(known: Mapping[int, Counted]) -> NDArray[np.float64]:
    """The clears in a row from each start, [letters left, letter held], with the play of those clears that is known.

    The others are taken to go as well as each alone does.
    """
    numbers = {start: number for number, start in enumerate(s for size in SIZES for s in starts_with(size))}
    matrix, chance = np.zeros((len(numbers),) * 2), np.zeros(len(numbers))
    for size in SIZES:
        for row, start in enumerate(starts_with(size)):
            number = numbers[start]
            if size not in known:
                chance[number] = GUESS * chances_alone()[Leftover(*start)]
                continue
            counts, orders = known[size].counts[row], known[size].orders
            chance[number] = counts.sum() / orders
            for left, held in zip(*counts.nonzero(), strict=True):
                matrix[number, numbers[Start(int(held), int(left))]] = counts[left, held] / orders
    values = np.linalg.solve(np.eye(len(numbers)) - matrix, chance)
    result = np.zeros((FULL + 1, KINDS))
    for (held, left), number in numbers.items():
        result[left, held] = values[number]
    return result


def worth_behind(size: int, follow: NDArray[np.float64]) -> Worth:
    """The worth of what is left behind a clear that starts with so many letters left."""
    ends = np.zeros_like(follow)
    for held, left in starts_with(next_size(size)):
        ends[left, held] = follow[left, held]
    return Worth.of(ends)


class Step(NamedTuple):
    """A clear has been played anew: of which round, from how many letters left, and as how many starts were not before.

    `known` are the clears of all sizes as they have been played last.
    """

    round: int
    size: int
    changed: int
    known: dict[int, Counted]


def steps(
    every: AllFields, parts: ArrayFolder, tell: Tell = quiet, watch: Watch | None = None, see: int = SEEN
) -> Iterator[Step]:
    """Policy iteration, clear by clear, until no start of a cycle is played otherwise than before.

    The first rounds have fewer fields (`narrowed`), so that soon all clears are known as they can be played at least.
    A clear is not played again among the same fields for ends of the same worth. `parts` keep what is done; `watch` is
    told of what is not kept yet; `see` pieces are seen.
    """
    ways, known, worths = ways_of(every), dict[int, Counted](), dict[tuple[int, bool], Worth]()
    fewer: AllFields | None = None
    for number in count():
        total = 0
        for size in ORDER:
            among_all, worth = is_among_all(size, number), worth_behind(size, follow_on(known))
            if worth.plays_as(worths.get((size, among_all))):
                yield Step(number, size, 0, dict(known))
                continue
            worths[size, among_all] = worth

            def played(
                size: int = size, among_all: bool = among_all, worth: Worth = worth
            ) -> list[NDArray[Any]]:
                nonlocal fewer
                if not among_all and fewer is None:
                    fewer = narrowed(every, ways)
                fields = every if among_all or fewer is None else fewer
                search = LoopSearch(fields, ways, starts_with(size), worth, tell, see - 1)
                parted = PARTS[see].get(size, _NO_PARTS) if among_all else _NO_PARTS
                result = search.counted(SAMPLES[size], watch, parted)
                return [result.counts, result.samples]

            counts, samples = parts.get(f"{see}-{number}-{size}", played)
            before = known.get(size)
            changed = len(counts) if before is None else int((before.counts != counts).any((1, 2)).sum())
            known[size] = Counted(counts, starts_with(size)[0].orders, samples)
            total += changed
            yield Step(number, size, changed, dict(known))
        if number >= ROUNDS_AMONG_FEWER and not total:
            return


def cycles_of(known: Mapping[int, Counted]) -> tuple[Cycle, ...]:
    """The values of all starts, and where they lead."""
    follow, results = follow_on(known), list[Cycle]()
    for clear, size in enumerate(SIZES, 1):
        starts, then = starts_with(size), starts_with(next_size(size))
        counts = known[size].counts
        ends = tuple(tuple(int(counts[row, left, held]) for held, left in then) for row in range(len(starts)))
        values = tuple(float(follow[left, held]) for held, left in starts)
        results.append(Cycle(clear, known[size].orders, tuple(map(str, starts)), values, ends))
    return tuple(results)


def upper_bound() -> NDArray[np.float64]:
    """Clears in a row that no play exceeds, [letters left, letter held].

    No start is cleared more often than by play for it alone, whatever is held behind it. What is left of the bag then
    is each set of letters as often; the orders that are missed may be those with the least to follow.
    """
    bound, alone = np.zeros((FULL + 1, KINDS)), chances_alone()
    while True:
        before = bound.copy()
        for size in reversed(SIZES):
            ends = sorted({start.left for start in starts_with(next_size(size))})
            follow = 1 + bound[ends].max(1)
            for held, left in starts_with(size):
                chance = alone[Leftover(held, left)]
                bound[left, held] = follow.mean() - (1 - chance) * follow.min()
        if np.abs(bound - before).max() < 1e-9:
            return bound


def loop_folder() -> Path:
    """Return the folder of what is done, for this version of the sources that make it."""
    return places.cache_dir() / "loop" / sources.digest(Path(__file__))[:16]


def demand_memory() -> None:
    """Raises `BadInput` where memory does not suffice."""
    free = free_memory()
    if free is not None and free < MEMORY:
        raise BadInput(f"this needs {MEMORY / 1e9:.0f} GB of memory, {free / 1e9:.1f} GB are free")


# -- fewer fields --

FEWER = {2: 2_000, 3: 20_000, 4: 100_000, 5: 700_000, 6: 1_200_000}  # by level
_APART = {5: 1.0, 4: 0.6, 3: 0.0, 2: 0.0, 1: 0.0}  # as `narrowing.score_before` takes it


def narrowed(every: AllFields, ways: Words, most: Mapping[int, int] = FEWER) -> AllFields:
    """The fields that leave a way for most orders of pieces, so many of a level: for play that takes far less time.

    It may miss a clear that best play makes; what it comes to is exact all the same.
    """
    levels = dict(every.levels)
    scores = {FIRST_BAG: np.zeros(len(levels[FIRST_BAG].fields))}
    narrowing.score_sixth(
        levels[FIRST_BAG].edges, ways, np.zeros((KINDS, KINDS), np.int64), scores[FIRST_BAG]
    )
    for level, apart in _APART.items():
        scores[level] = np.zeros(len(levels[level].fields))
        arrays = scores[level + 1], apart, np.zeros(KINDS), scores[level]
        narrowing.score_before(levels[level].edges, *arrays)
    chosen = np.zeros(1, np.int64)
    for level in range(FIRST_BAG + 1):
        here = levels[level]
        counts, owners = np.diff(here.starts), np.repeat(np.arange(len(here.fields)), np.diff(here.starts))
        is_chosen = np.zeros(len(here.fields), np.bool_)
        is_chosen[chosen] = True
        edges, then = is_chosen[owners], chosen
        to, at = here.to[edges], here.at[edges]
        if level < FIRST_BAG:
            then = np.unique(to)
            if len(then) > most.get(level + 1, len(then)):
                best = np.argsort(-scores[level + 1][then], kind="stable")[: most[level + 1]]
                then = np.sort(then[best])
            renumbered = np.full(len(levels[level + 1].fields), -1, np.int32)
            renumbered[then] = np.arange(len(then), dtype=np.int32)
            to = renumbered[to]
            counts = np.bincount(owners[edges][to >= 0], minlength=len(counts))
            to, at = to[to >= 0], at[to >= 0]
        starts = np.append(0, np.cumsum(counts[chosen])).astype(np.int32)
        none = np.zeros((0, 1), np.int64), np.zeros(0, np.int32)
        levels[level] = Level(here.fields[chosen], *none, starts, to, at)
        chosen = then
    return AllFields(levels, every.seventh)
