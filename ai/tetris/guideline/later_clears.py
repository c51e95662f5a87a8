"""Best play for a later perfect clear, exact: from a held letter and what is left of the bag, with six pieces seen.

A clear takes ten pieces, so that the next one begins inside a bag. Each clear is for itself: nothing is asked of what
is held when it is done. `kernels/later.py` says what lies where; levels 7 to 9 are those of the first clear.
"""

from __future__ import annotations

import math
from dataclasses import dataclass
from itertools import pairwise
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from ai.memory import free_memory
from ai.tetris.guideline.kernels import later as kernels
from ai.tetris.guideline.kernels import optimum as first_kernels
from ai.tetris.guideline.kernels.later import FULL, WORD
from ai.tetris.guideline.kernels.layout import Words
from ai.tetris.guideline.kernels.optimum import COLUMNS, FIRST_BAG, KINDS, MOST_CHILDREN, Codes, Numbers
from ai.tetris.guideline.optimum import SLICE, Level, Search, Tell, quiet
from game.errors import BadInput
from game.tetris.guideline.pieces import PIECES as LETTERS

PIECES_OF_CLEAR = 10
SEEN_BEHIND = 5  # with the held one six pieces are seen
LETTERS_LEFT = (6, 3, 7, 4, 1, 5, 2)  # of the bag, where clears 1 to 7 begin; then so again
MEMORY = 3_000_000_000  # bytes at most while a start is solved


class Start(NamedTuple):
    """Where a clear begins: the held letter and the letters (bits) left of the bag."""

    held: int
    left: int

    def __str__(self) -> str:
        return (
            f"{LETTERS[self.held]}|{''.join(LETTERS[each] for each in range(KINDS) if self.left >> each & 1)}"
        )

    @property
    def orders(self) -> int:
        """How many orders of the ten letters that come there are."""
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


def choices(left: int) -> list[int]:
    """How many letters each of the ten that come can be."""
    found, size = [], left.bit_count()
    for _ in range(PIECES_OF_CLEAR):
        found.append(size)
        size = size - 1 or KINDS
    return found


def after_letter(left: int, letter: int) -> int:
    """What is left of the bag once a letter has come; a new bag where nothing is."""
    return left & ~(1 << letter) or FULL


@dataclass
class Contexts:
    """What is held, and left of the bag, by the number of a context of a level; and what follows on it."""

    held: Words
    lefts: Words
    after: Words  # [context, letter that comes, held placed or the letter placed], -1 for what cannot be
    steps: Words  # [context, piece placed, word of a mask of the next level]
    numbers: dict[Start, int]

    @property
    def words(self) -> int:
        """How many words a mask has."""
        return -(-len(self.held) // WORD)


def contexts_of(starts: list[Start]) -> list[Contexts]:
    """The contexts of levels 0 to 6, the starts first."""
    levels = [starts]
    for _ in range(FIRST_BAG + 1):
        levels.append(sorted({then for each in levels[-1] for _, _, then in _follow(each)}))
    found = []
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
        found.append(Contexts(held, lefts, after, steps, {each: number for number, each in enumerate(here)}))
    return found


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
class Solution:
    """A clear from one start: its states, what they are worth, and the exact value.

    `levels`: up to level 6 the sets of a field are the mask of its contexts, [field, word]. `values`: by level up
    to 4 [state, letters seen] the orders of the letters that are not seen, on levels 5 and 6
    bits; `reduced`: by level 1 to 5 the same where one letter less is seen. `numerator` counts orders of all letters.
    """

    start: Start
    contexts: list[Contexts]
    levels: dict[int, Level]
    seventh: Words
    values: dict[int, NDArray[Any]]
    reduced: dict[int, NDArray[Any]]

    @property
    def numerator(self) -> int:
        """The orders with which best play empties the field, of all starts that were solved together."""
        return int(self.values[0].sum(dtype=np.int64))

    @property
    def denominator(self) -> int:
        """All orders of the ten letters that come, of as many starts."""
        return self.start.orders * len(self.contexts[0].held)


class LaterSearch(Search):
    """The states on the way from an empty field to the clear, from one start."""

    def __init__(self, origin: Start, cells: int = 0, level: int = 0, *, together: bool = False) -> None:
        """`cells` and `level` begin inside a clear, for tests: `origin` is what is held and left there.

        `together`: with all starts that have the same two letters to choose from in some order; see `alike`.
        """
        super().__init__()
        self.origins = alike(origin) if together else [origin]
        self.origin, self.begin_level, self.cells = origin, level, cells
        self.contexts = [Contexts(*(np.zeros(0, np.int64),) * 4, {})] * level + contexts_of(self.origins)
        self.contexts = self.contexts[: FIRST_BAG + 1]
        self._masks = np.zeros(MOST_CHILDREN + COLUMNS + 32, np.int64)

    @property
    def _room(self) -> tuple[int, Words, Words, Codes]:
        return self._ways, self._masks, self._rooms, self._codes

    def _spread(self, level: int, fields: Words, masks: Words, tell: Tell) -> tuple[Words, Words]:
        """All fields that follow on those of a level, and their masks."""
        steps = self.contexts[level].steps
        size = max(1 << 14, 1 << (2 * len(fields)).bit_length())
        found, found_masks = np.zeros(size, np.int64), np.zeros((size, steps.shape[2]), np.int64)
        table, sizes, done = np.full(2 * size, -1, np.int32), np.zeros(1, np.int64), 0
        while done < len(fields):
            end = min(done + SLICE, len(fields))
            done = kernels.spread_states(
                level, done, end, fields, masks, steps, found, found_masks, table, sizes, *self._room
            )
            if done < end:
                found, found_masks = _twice(found), _twice(found_masks)
                table = np.full(2 * len(found), -1, np.int32)
                first_kernels.fill_table(found, int(sizes[0]), table)
            tell(done, len(fields), f"level {level}")
        count = int(sizes[0])
        return found[:count].copy(), found_masks[:count].copy()

    def _look_ahead(self, level: int, forward: tuple[Words, Words], later: Level, tell: Tell) -> Level:
        """The states of a level from which one that lives follows."""
        fields, masks = forward
        steps = self.contexts[level].steps
        table = np.full(1 << (2 * len(later.fields)).bit_length(), -1, np.int32)
        first_kernels.fill_table(later.fields, len(later.fields), table)
        kept, kept_masks = np.zeros(len(fields), np.int64), np.zeros(masks.shape, np.int64)
        starts = np.zeros(len(fields) + 1, np.int32)
        to, at = np.zeros(1 << 18, np.int32), np.zeros(1 << 18, np.int16)
        sizes, done = np.zeros(2, np.int64), 0
        while done < len(fields):
            end = min(done + SLICE, len(fields))
            arrays = later.fields, later.sets, table, kept, kept_masks, starts, to, at, sizes
            done = kernels.look_ahead_states(level, done, end, fields, masks, steps, *arrays, *self._room)
            if done < end:
                to, at = _twice(to), _twice(at)
            tell(done, len(fields), f"level {level}")
        count, edges = int(sizes[0]), int(sizes[1])
        masks = kept_masks[:count].copy()
        return Level(
            kept[:count].copy(),
            masks,
            _firsts(masks),
            starts[: count + 1].copy(),
            to[:edges].copy(),
            at[:edges].copy(),
        )

    def _sixth(
        self, edges: tuple[Words, Words, Numbers, Numbers, Codes], masks: Words, words: Words, tell: Tell
    ) -> tuple[Level, NDArray[Any]]:
        """Level 6 and its values."""
        fields, numbers, starts, to, at = edges
        masks, contexts, letters = masks[numbers], self.contexts[FIRST_BAG], self.choices(FIRST_BAG)
        values = np.zeros((1 << 14, letters[0] * letters[1]), kind_of_bits(letters[2] * letters[3]))
        firsts, sizes, done = np.zeros(len(fields), np.int32), np.zeros(3, np.int64), 0
        while done < len(fields):
            end = min(done + SLICE, len(fields))
            arrays = fields, masks, firsts, starts, to, at, words, contexts.held, contexts.lefts
            done = kernels.sixth_states(done, end, *arrays, values, sizes)
            if done < end:
                values = _twice(values)
            tell(done, len(fields), "values of level 6")
        count, edge_count, states = (int(size) for size in sizes)
        begins = np.append(starts[:count, 0], edge_count).astype(np.int32)
        level = Level(
            fields[:count].copy(),
            masks[:count].copy(),
            firsts[:count].copy(),
            begins,
            to[:edge_count].copy(),
            at[:edge_count].copy(),
        )
        return level, values[:states].copy()

    def _placeable(self, masks: Words) -> Words:
        """By field of level 6 the letters (bits) that can be placed in some of its contexts."""
        found = np.zeros(len(masks), np.int64)
        contexts = self.contexts[FIRST_BAG]
        for context, letters in enumerate((1 << contexts.held | contexts.lefts).tolist()):
            found |= -(masks[:, context // WORD] >> context % WORD & 1) & letters
        return found

    def choices(self, level: int) -> list[int]:
        """How many letters each of those that come after so many placements can be."""
        return choices(self.origin.left)[level - self.begin_level : PIECES_OF_CLEAR - self.begin_level]

    def solve(self, tell: Tell = quiet) -> Solution:
        """Best play from the start with six pieces seen."""
        begin = self.begin_level
        forward = {
            begin: (np.array([self.cells], np.int64), np.full((1, 1), (1 << len(self.origins)) - 1, np.int64))
        }
        for level in range(begin, FIRST_BAG):
            forward[level + 1] = self._spread(level, *forward[level], tell)
        fields, masks = forward.pop(FIRST_BAG)
        late, words, edges = self.seventh((fields, np.arange(len(fields))), self._placeable(masks), tell)
        sixth, sixth_values = self._sixth(edges, masks, words, tell)
        del fields, masks, edges
        levels = {FIRST_BAG: sixth}
        for level in range(FIRST_BAG - 1, begin - 1, -1):
            levels[level] = self._look_ahead(level, forward.pop(level), levels[level + 1], tell)
        values: dict[int, NDArray[Any]] = {FIRST_BAG: sixth_values}
        reduced: dict[int, NDArray[Any]] = {}
        for level in range(FIRST_BAG - 1, begin - 1, -1):
            if level < FIRST_BAG - 1:
                reduced[level + 1] = self._reduced(level + 1, values[level + 1])
            values[level] = self._joined(level, levels, reduced.get(level + 1, values[level + 1]), tell)
            if level + 1 < FIRST_BAG - 1:
                del values[level + 1]  # what is seen a piece earlier is enough
        return Solution(self.origin, self.contexts, {**levels, **late}, words, values, reduced)

    def _reduced(self, level: int, values: NDArray[Any]) -> NDArray[Any]:
        """The values of a level where its last letter is not seen: sums."""
        letters = self.choices(level)
        if level == FIRST_BAG - 1:
            found = np.zeros((len(values), values.shape[1] * letters[3]), np.uint8)
            kernels.count_last(values, letters[3], letters[4], found)
            return found
        last = letters[SEEN_BEHIND - 1]
        most = math.prod(letters[SEEN_BEHIND - 1 :])
        shape = len(values), values.shape[1] // last, last
        found = np.zeros(shape[:2], np.uint8 if most < 256 else np.uint16)
        for letter in range(last):
            found += values.reshape(shape)[:, :, letter].astype(found.dtype)
        return found

    def _joined(self, level: int, levels: dict[int, Level], values: NDArray[Any], tell: Tell) -> NDArray[Any]:
        """The values of a level out of those of the next one."""
        here, later, contexts = levels[level], levels[level + 1], self.contexts[level]
        found = np.zeros((here.states, self.choices(level)[0] * values.shape[1]), values.dtype)
        for begin in range(0, len(here.fields), SLICE):
            end = min(begin + SLICE, len(here.fields))
            kernels.join_states(
                begin,
                end,
                here.sets,
                here.firsts,
                here.starts,
                here.to,
                here.at,
                later.sets,
                later.firsts,
                values,
                contexts.held,
                contexts.lefts,
                contexts.after,
                level == FIRST_BAG - 1,
                found,
            )
            tell(end, len(here.fields), f"values of level {level}")
        return found


def solve(start: Start, tell: Tell = quiet) -> Solution:
    """Best play from a start of a later clear with six pieces seen."""
    return LaterSearch(start).solve(tell)


def demand_memory(starts: int = 1) -> None:
    """Raises `BadInput` where memory does not suffice for so many starts at a time."""
    free = free_memory()
    if free is None or free >= starts * MEMORY:
        return
    if starts == 1:
        raise BadInput(f"a later clear needs {MEMORY / 1e9:.1f} GB of memory, {free / 1e9:.1f} GB are free")
    raise BadInput(
        f"{starts} later clears at a time need {starts * MEMORY / 1e9:.1f} GB of memory, {free / 1e9:.1f} GB are free: "
        f"--jobs {max(1, free // MEMORY)}"
    )


def at_a_time(most: int) -> int:
    """How many starts can be solved at a time in the memory that is free: 1 to `most`."""
    free = free_memory()
    return max(1, min(most, most if free is None else free // MEMORY))


def kind_of_bits(count: int) -> type[np.integer[Any]]:
    """The smallest kind of numbers that holds so many bits."""
    return next(
        (kind for size, kind in ((8, np.uint8), (16, np.uint16), (32, np.uint32)) if count <= size), np.int64
    )


def _firsts(masks: Words) -> Numbers:
    counts = np.bitwise_count(masks.view(np.uint64)).sum(1).astype(np.int64)
    found: Numbers = (np.cumsum(counts) - counts).astype(np.int32)
    return found


def _twice(array: NDArray[Any]) -> NDArray[Any]:
    return np.concatenate((array, np.zeros_like(array)))
