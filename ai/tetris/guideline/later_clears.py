"""Best play for a later perfect clear, exact: from a held letter and what is left of the bag, with six pieces seen.

A clear takes ten pieces, so that the next one begins inside a bag. Each clear is for itself: nothing is asked of what
is held when it is done. `kernels/later.py` says what lies where; levels 7 to 9 are those of the first clear.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import pairwise
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from ai.compiled import sources
from ai.memory import free_memory
from ai.tetris.guideline.kernels import later as kernels
from ai.tetris.guideline.kernels.later import FULL
from ai.tetris.guideline.kernels.layout import Words
from ai.tetris.guideline.kernels.optimum import FIRST_BAG, KINDS, WORD, Codes, Edges, Living, Numbers
from ai.tetris.guideline.optimum import (
    SLICE,
    ArrayFolder,
    Level,
    Search,
    Tell,
    arrays_of,
    firsts_of,
    quiet,
    sixth_level,
    twice,
)
from game import places
from game.errors import BadInput
from game.tetris.guideline.pieces import PIECES as LETTERS

PIECES_OF_CLEAR = 10
SEEN_BEHIND = 5  # with the held one six pieces are seen
LETTERS_LEFT = (6, 3, 7, 4, 1, 5, 2)  # of the bag, where clears 1 to 7 begin; then so again
# bytes that a clear takes at most, rounded up: its costliest start with those `alike`, and all its starts together
ALONE = {
    2: 2_700_000_000,
    3: 1_200_000_000,
    4: 2_200_000_000,
    5: 1_800_000_000,
    6: 1_800_000_000,
    7: 2_700_000_000,
    8: 1_200_000_000,
}
TOGETHER = {
    2: 8_000_000_000,
    3: 3_500_000_000,
    4: 13_500_000_000,
    5: 5_200_000_000,
    6: 12_300_000_000,
    7: 6_300_000_000,
    8: 9_300_000_000,
}
FIELDS_ON_DISK = 1_500_000_000  # bytes
IN_HALVES = 15  # the highest count of which two stand in a byte


class Start(NamedTuple):
    """Start of a clear: the held letter and the letters (bits) left of the bag."""

    held: int
    left: int

    def __str__(self) -> str:
        return (
            f"{LETTERS[self.held]}|{''.join(LETTERS[each] for each in range(KINDS) if self.left >> each & 1)}"
        )

    @property
    def orders(self) -> int:
        """Number of orders of the ten letters that come."""
        return math.prod(choices(self.left))


def alike(start: Start) -> list[Start]:
    """The starts of one position of a book: which of a bag's letters is held makes no difference, in order."""
    bag = start.left | 1 << start.held
    if bag == start.left:
        return [start]
    return [Start(held, bag & ~(1 << held)) for held in range(KINDS) if bag >> held & 1]


def start_of(text: str) -> Start:
    """A start as people write it, `S|SZO`. Raises `BadInput`."""
    held, _, left = text.strip().upper().partition("|")
    letters = [LETTERS.find(each) for each in left]
    if (
        len(held) != 1
        or held not in LETTERS
        or min(letters, default=-1) < 0
        or len(set(letters)) < len(letters)
    ):
        raise BadInput(f"{text[:40]!r} is not a start: write the held letter, |, and the letters left: S|SZO")
    return Start(LETTERS.index(held), sum(1 << each for each in letters))


def starts_of(clear: int) -> list[Start]:
    """All starts of the n-th clear, 1 or more."""
    size = LETTERS_LEFT[(clear - 1) % len(LETTERS_LEFT)]
    lefts = [bits for bits in range(1, FULL + 1) if bits.bit_count() == size]
    return sorted((Start(held, left) for held in range(KINDS) for left in lefts), key=str)


def clear_of(start: Start) -> int:
    """Return the number of the later clear that has the start, 2 to 8.

    The eighth begins as the first does, but may hold any letter.
    """
    return (LETTERS_LEFT.index(start.left.bit_count()) - 1) % KINDS + 2


def choices(left: int) -> list[int]:
    """Return how many letters each of the ten that come can be."""
    results, size = [], left.bit_count()
    for _ in range(PIECES_OF_CLEAR):
        results.append(size)
        size = size - 1 or KINDS
    return results


def after_letter(left: int, letter: int) -> int:
    """Return the rest of the bag once a letter has come; a new bag where nothing is."""
    return left & ~(1 << letter) or FULL


@dataclass
class Contexts:
    """Piece held and rest of the bag, by the number of a context of a level; and what follows on it."""

    held: Words
    lefts: Words
    after: Words  # [context, letter that comes, held placed or the letter placed], -1 for what cannot be
    steps: Words  # [context, piece placed, word of a mask of the next level]
    numbers: dict[Start, int]

    @property
    def arrays(self) -> kernels.Contexts:
        """The arrays that kernels take."""
        return kernels.Contexts(self.held, self.lefts, self.after)

    @property
    def words(self) -> int:
        """Number of words in a mask."""
        return -(-len(self.held) // WORD)


def contexts_of(starts: list[Start]) -> list[Contexts]:
    """The contexts of levels 0 to 6, the starts first."""
    levels = [starts]
    for _ in range(FIRST_BAG + 1):
        levels.append(sorted({then for each in levels[-1] for _, _, then in _follow(each)}))
    contexts = []
    for here, later in pairwise(levels):
        numbers = {each: number for number, each in enumerate(later)}
        after = np.full((len(here), KINDS, 2), -1, np.int64)
        steps = np.zeros((len(here), KINDS, -(-len(later) // WORD)), np.int64)
        for number, each in enumerate(here):
            for letter, turn, then in _follow(each):
                after[number, letter, turn] = numbers[then]
                placed = letter if turn else each.held
                steps[number, placed, numbers[then] // WORD] |= 1 << numbers[then] % WORD
        held, lefts = (np.array([each[side] for each in here], np.int64) for side in (0, 1))
        contexts.append(
            Contexts(held, lefts, after, steps, {each: number for number, each in enumerate(here)})
        )
    return contexts


def _follow(context: Start) -> list[tuple[int, int, Start]]:
    """Each letter that can come, whether it (1) or what is held (0) is placed, and the context then."""
    held, left = context
    return [
        (letter, turn, Start(letter if turn == 0 else held, after_letter(left, letter)))
        for letter in range(KINDS)
        if left >> letter & 1
        for turn in (0, 1)
    ]


@dataclass
class StateCounts:
    """Of each state counts from 0 to `most`, by letters seen; small ones two in a byte (`kernels/later.py`)."""

    rows: NDArray[Any]
    most: int

    @classmethod
    def of(cls, counts: NDArray[Any], most: int) -> StateCounts:
        """`counts`: [state, letters seen], an even number of them."""
        if most <= IN_HALVES:
            counts = counts.astype(np.uint8, copy=False)
            return cls(counts[:, ::2] | counts[:, 1::2] << 4, most)
        return cls(counts, most)

    @property
    def form(self) -> int:
        """As `kernels.join_states` takes it."""
        return kernels.HALVES if self.most <= IN_HALVES else kernels.COUNTS

    def counts(self, states: int | slice) -> NDArray[Any]:
        """The counts of a state, or of some, as numbers."""
        rows = self.rows[states]
        return rows if self.form == kernels.COUNTS else apart(rows)


def apart(halves: NDArray[Any]) -> NDArray[Any]:
    """Counts that stand two in a byte, one in each."""
    result = np.stack((halves & IN_HALVES, halves >> 4), -1)
    return result.reshape(*halves.shape[:-1], 2 * halves.shape[-1])


@dataclass
class Solution:
    """A clear from one start: its states, what they are worth, and the exact value.

    `sixth`: the values of level 6, [state, letters seen], bits; `reduced`: by level 1 to 5, by letters seen a piece
    earlier, the orders of the letters that are not seen; `values`: those of the start, [start, letters seen].
    `numerator` counts orders of all letters.
    """

    start: Start
    contexts: list[Contexts]
    levels: dict[int, Level]
    seventh: Words
    sixth: NDArray[Any]
    reduced: dict[int, StateCounts]
    values: NDArray[Any]

    @property
    def numerator(self) -> int:
        """The orders with which best play empties the field, of all starts that were solved together."""
        return int(self.values.sum(dtype=np.int64))

    @property
    def denominator(self) -> int:
        """All orders of the ten letters that come, of as many starts."""
        return self.start.orders * len(self.contexts[0].held)

    @property
    def value(self) -> float:
        """The mean over all starts and orders."""
        return self.numerator / self.denominator

    @property
    def by_start(self) -> dict[Start, int]:
        """The orders with which best play empties the field, start by start."""
        states = {
            start: self.levels[0].state(0, number) for start, number in self.contexts[0].numbers.items()
        }
        return {
            start: 0 if state is None else int(self.values[state].sum(dtype=np.int64))
            for start, state in states.items()
        }


class LaterSearch(Search):
    """The states on the way from an empty field to the clear, from some starts of the same clear."""

    def __init__(self, origins: list[Start], cells: int = 0, level: int = 0) -> None:
        """`cells` and `level` begin inside a clear, for tests: `origins` are what is held and left there."""
        super().__init__()
        self.origins, self.begin_level, self.cells = origins, level, cells
        self.contexts = [Contexts(*(np.zeros(0, np.int64),) * 4, {})] * level + contexts_of(origins)
        self.contexts = self.contexts[: FIRST_BAG + 1]
        self.steps = [each.steps for each in self.contexts]

    def choices(self, level: int) -> list[int]:
        """Return how many letters each of those that come after so many placements can be."""
        return choices(self.origins[0].left)[level - self.begin_level : PIECES_OF_CLEAR - self.begin_level]

    def solve(self, tell: Tell = quiet) -> Solution:
        """Best play from the starts with six pieces seen."""
        return self._solution(*self.graph(tell), tell)

    def graph(self, tell: Tell = quiet) -> tuple[dict[int, Level], Words, NDArray[Any]]:
        """The levels with their states that live, the values of level 7, and those of level 6."""
        begin = self.begin_level
        forward = {begin: (np.array([self.cells], np.int64), self._first_mask())}
        for level in range(begin, FIRST_BAG):
            forward[level + 1] = self.forward(level, *forward[level], tell)
        fields, masks = forward.pop(FIRST_BAG)
        late, words, numbers, edges = self.seventh(fields, self._placeable(masks), tell)
        sixth, values = self._sixth(fields[numbers], masks[numbers], edges, words, tell)
        del fields, masks, edges
        levels = {FIRST_BAG: sixth}
        for level in range(FIRST_BAG - 1, begin - 1, -1):
            levels[level] = self.backward(level, forward.pop(level), levels[level + 1], tell)
        return {**levels, **late}, words, values

    def solve_among(self, every: AllFields, tell: Tell = quiet) -> Solution:
        """The same out of the fields that any letters make: for many starts."""
        begin = self.begin_level
        masks = {begin: self._first_mask()}
        for number in range(begin, FIRST_BAG):
            here, words = every.levels[number], self.steps[number].shape[2]
            masks[number + 1] = np.zeros((len(every.levels[number + 1].fields), words), np.int64)
            edges = here.starts, here.to, here.at
            kernels.spread_contexts(masks[number], self.steps[number], *edges, masks[number + 1])
        sixth = every.levels[FIRST_BAG]
        begins = np.stack([sixth.starts[:-1], sixth.starts[1:]], 1)
        copies = begins, sixth.to.copy(), sixth.at.copy()
        level, values = self._sixth(
            np.arange(len(sixth.fields)), masks.pop(FIRST_BAG), copies, every.seventh, tell
        )
        stored, living = level.fields, np.zeros((len(sixth.fields), level.sets.shape[1]), np.int64)
        living[stored], level.fields = level.sets, sixth.fields[stored]
        levels = {FIRST_BAG: level, **{late: every.levels[late] for late in (7, 8, 9)}}
        for number in range(FIRST_BAG - 1, begin - 1, -1):
            here, mask = every.levels[number], masks.pop(number)
            alive = np.zeros(len(here.to), np.uint8)
            kernels.keep_living(mask, self.steps[number], here.starts, here.to, here.at, living, alive)
            renumbered = np.full(len(living), -1, np.int32)
            renumbered[stored] = np.arange(len(stored), dtype=np.int32)
            stored, living, chosen = np.flatnonzero(mask.any(1)), mask, alive.astype(np.bool_)
            starts = np.append(0, np.cumsum(alive, dtype=np.int64)).astype(np.int32)[here.starts]
            starts = np.append(starts[stored], starts[-1])
            edges = starts, renumbered[here.to[chosen]], here.at[chosen]
            levels[number] = Level(here.fields[stored], mask[stored], firsts_of(mask[stored]), *edges)
        return self._solution(levels, every.seventh, values, tell)

    def _first_mask(self) -> Words:
        words = -(-len(self.origins) // WORD)
        bits = [min(WORD, len(self.origins) - WORD * word) for word in range(words)]
        return np.array([[(1 << count) - 1 for count in bits]], np.int64)

    def _sixth(
        self,
        fields: Words,
        masks: Words,
        edges: tuple[Numbers, Numbers, Codes],
        words: Words,
        tell: Tell,
    ) -> tuple[Level, NDArray[Any]]:
        """Level 6 and its values; the arrays are written over."""
        contexts, letters = self.contexts[FIRST_BAG], self.choices(FIRST_BAG)
        scratch = np.zeros((KINDS * KINDS, KINDS), np.int64)
        values = np.zeros((1 << 14, letters[0] * letters[1]), kind_of_bits(letters[2] * letters[3]))
        firsts, sizes, done = np.zeros(len(fields), np.int32), np.zeros(3, np.int64), 0
        while done < len(fields):
            end = min(done + SLICE, len(fields))
            arrays = fields, Living(masks, firsts), Edges(*edges), words, contexts.arrays
            done = kernels.sixth_states(done, end, *arrays, scratch, values, sizes)
            if done < end:
                values = twice(values)
            tell(done, len(fields), "values of level 6")
        return sixth_level(fields, masks, firsts, *edges, sizes), values[: sizes[2]].copy()

    def _placeable(self, masks: Words) -> Words:
        """By field of level 6 the letters (bits) that can be placed in some of its contexts."""
        result = np.zeros(len(masks), np.int64)
        contexts = self.contexts[FIRST_BAG]
        for context, letters in enumerate((1 << contexts.held | contexts.lefts).tolist()):
            result |= -(masks[:, context // WORD] >> context % WORD & 1) & letters
        return result

    def _solution(self, levels: dict[int, Level], words: Words, sixth: NDArray[Any], tell: Tell) -> Solution:
        """The values of levels 5 and before; of those between only what is seen a piece earlier is kept."""
        reduced: dict[int, StateCounts] = {}
        begin, later = self.begin_level, sixth
        form = kernels.BITS
        for level in range(FIRST_BAG - 1, begin, -1):
            reduced[level] = self._reduced(level, levels, later, form, tell)
            later, form = reduced[level].rows, reduced[level].form
        here = levels[begin]
        values = self._joined(begin, levels, later, form, range(len(here.fields)), range(here.states))
        values = apart(values) if form == kernels.HALVES else values
        return Solution(self.origins[0], self.contexts, levels, words, sixth, reduced, values)

    def _reduced(
        self, level: int, levels: dict[int, Level], later: NDArray[Any], form: int, tell: Tell
    ) -> StateCounts:
        """The values of a level where its last letter is not seen, sums, out of those of the next level."""
        here, letters, state_counts = levels[level], self.choices(level), None
        ends, most = np.append(here.firsts, here.states), math.prod(letters[SEEN_BEHIND - 1 :])
        for begin in range(0, max(1, len(here.fields)), SLICE):
            end = min(begin + SLICE, len(here.fields))
            first, last = int(ends[begin]), int(ends[end])
            values = self._joined(level, levels, later, form, range(begin, end), range(first, last))
            if form == kernels.BITS:
                sums = np.zeros((len(values), values.shape[1] * letters[3]), np.uint8)
                kernels.count_last(values, letters[3], letters[4], sums)
            else:
                values = apart(values) if form == kernels.HALVES else values
                hidden = letters[SEEN_BEHIND - 1]
                each = values.reshape(len(values), values.shape[1] // hidden, hidden)
                sums = np.zeros(each.shape[:2], np.uint8 if most < 256 else np.uint16)
                for letter in range(hidden):
                    sums += each[:, :, letter].astype(sums.dtype)
            part = StateCounts.of(sums, most)
            if state_counts is None:
                state_counts = StateCounts(np.zeros((here.states, part.rows.shape[1]), part.rows.dtype), most)
            state_counts.rows[first:last] = part.rows
            tell(end, len(here.fields), f"values of level {level}")
        assert state_counts is not None
        return state_counts

    def _joined(
        self,
        level: int,
        levels: dict[int, Level],
        later: NDArray[Any],
        form: int,
        fields: range,
        states: range,
    ) -> NDArray[Any]:
        """The values of some fields' states out of those of the next level, in the same form."""
        here, next_level, contexts = levels[level], levels[level + 1], self.contexts[level]
        result = np.zeros((len(states), self.choices(level)[0] * later.shape[1]), later.dtype)
        kernels.join_states(
            fields.start,
            fields.stop,
            states.start,
            here.living,
            here.edges,
            next_level.living,
            later,
            contexts.arrays,
            form,
            result,
        )
        return result


@dataclass
class AllFields:
    """The fields on the way to a clear with any letters, levels 0 to 9, and the values of level 7."""

    levels: dict[int, Level]
    seventh: Words


def fields_folder() -> Path:
    """Return the folder of the fields that all clears share, for this version of the sources that make them."""
    return places.cache_dir() / "later-clears" / sources.digest(Path(__file__))[:16]


def fields_are_kept() -> bool:
    """Return True if the last of the fields is kept, which is made after all others."""
    return (fields_folder() / "any-back-0.part").is_file()


def all_fields(parts: ArrayFolder, tell: Tell = quiet, cells: int = 0, begin: int = 0) -> AllFields:
    """Every field from which a clear may follow, and the placements between them; takes minutes.

    `cells` and `begin` start inside a clear, for tests.
    """
    search = Search()
    forward = {begin: np.array([cells], np.int64)}
    for level in range(begin, FIRST_BAG):

        def ahead(level: int = level) -> list[NDArray[Any]]:
            return [search.forward_any(level, forward[level], tell)]

        (forward[level + 1],) = parts.get(f"any-{level + 1}", ahead) if level > 3 else ahead()

    def late() -> list[NDArray[Any]]:
        fields = forward.pop(FIRST_BAG)
        levels, words, numbers, (starts, to, at) = search.seventh(fields, np.array([127]), tell)
        begins = np.append(starts[:, 0], len(to)).astype(np.int32)
        levels[FIRST_BAG] = Level(fields[numbers], *_NO_STATES, begins, to, at)
        return [words, *(array for level in (6, 7, 8, 9) for array in arrays_of(levels[level]))]

    words, *rest = parts.get("any-late", late)
    levels = {level: Level(*rest[6 * (level - 6) : 6 * (level - 5)]) for level in (6, 7, 8, 9)}
    for level in range(FIRST_BAG - 1, begin - 1, -1):

        def back(level: int = level) -> list[NDArray[Any]]:
            return arrays_of(search.followed(level, forward[level], levels[level + 1].fields, tell))

        levels[level] = Level(*(parts.get(f"any-back-{level}", back)))
    return AllFields(levels, words)


_NO_STATES = np.zeros((0, 1), np.int64), np.zeros(0, np.int32)


def solve(start: Start, tell: Tell = quiet) -> Solution:
    """Best play from a start of a later clear with six pieces seen."""
    return LaterSearch([start]).solve(tell)


def demand_memory(starts: Sequence[Start], jobs: int = 1) -> None:
    """Raises `BadInput` where memory does not suffice for so many of the starts at a time; it says what can be done."""
    free, need = free_memory(), max((ALONE[clear_of(start)] for start in starts), default=0)
    if free is None or free >= jobs * need:
        return
    what, fewer = "a later clear needs" if jobs == 1 else f"{jobs} later clears at a time need", free // need
    fitting = [clear for clear in ALONE if ALONE[clear] <= free]
    if fewer:
        offer = f"--jobs {fewer}"
    elif fitting:
        offer = "enough for --starts " + " or ".join(f"'clear {clear}'" for clear in fitting)
    else:
        offer = f"the smallest need {min(ALONE.values()) / 1e9:.1f} GB"
    raise BadInput(f"{what} {jobs * need / 1e9:.1f} GB of memory, {free / 1e9:.1f} GB are free: {offer}")


def all_fit(clear: int) -> bool:
    """Return True if all starts of a clear, 2 to 8, can be solved together in the memory that is free."""
    free = free_memory()
    return free is None or free >= TOGETHER[clear]


def at_a_time(starts: Sequence[Start], most: int) -> int:
    """Return how many of the starts can be solved at a time in the memory that is free: 1 to `most`."""
    free, need = free_memory(), max((ALONE[clear_of(start)] for start in starts), default=1)
    return max(1, most if free is None else min(most, free // need))


def kind_of_bits(count: int) -> type[np.integer[Any]]:
    """The smallest kind of numbers that holds so many bits."""
    return next(
        (kind for size, kind in ((8, np.uint8), (16, np.uint16), (32, np.uint32)) if count <= size), np.int64
    )
