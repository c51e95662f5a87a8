"""Best play for the first perfect clear, exact: for every order of two bags and any number of pieces that are seen.

First the fields are found that can be made of the first bag (`forward`), then, from the empty field back, those from
which the rows can still be emptied (`late`, `backward`); what is left is a graph of states with placements between
them. Values are whole numbers from the last level back to the first. `kernels/optimum.py` says what lies where.
"""

from __future__ import annotations

import contextlib
import math
import shutil
from collections.abc import Callable
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, ClassVar, NamedTuple

import msgspec
import numpy as np
from numpy.typing import NDArray

from ai import mapped
from ai.compiled import sources
from ai.memory import free_memory
from ai.tetris.guideline.kernels import optimum as kernels
from ai.tetris.guideline.kernels.layout import Words, ways_of
from ai.tetris.guideline.kernels.optimum import (
    BOX,
    COLUMNS,
    FIRST_BAG,
    KINDS,
    MOST_CHILDREN,
    PAIRS,
    RANKS,
    SET_COUNTS,
    SETS_AFTER,
    Codes,
    Edges,
    Living,
    Lookup,
    Marks,
    Numbers,
    States,
    Work,
    arrangements,
    gathering,
)
from ai.tetris.guideline.kernels.reach import ROOM_WORDS
from game import places, saving
from game.errors import BadInput, BadTable
from game.tetris.guideline.pieces import PIECES as LETTERS
from game.tetris.guideline.placement import Placement

SLICE = 4_000  # fields that a call of a kernel works on, some milliseconds
ORDERS = 840  # of the four letters of the second bag that matter
ALL_SEEN = 11  # pieces: with more nothing can be done

Tell = Callable[[int, int, str], object]  # done, of how many, what


def quiet(done: int, total: int, what: str) -> None:
    """Tell nobody."""


@dataclass
class Level:
    """The fields after so many pieces that can still be emptied, and what follows on them.

    `sets` (the mask of each field, [field, word]) and `firsts` (its first state) up to level 6; the edges of field n
    are `to` and `at` [starts[n]:starts[n + 1]]. Up to level 6 an edge is of use for those contexts only for which
    `to` has the next one.
    """

    fields: Words
    sets: Words
    firsts: Numbers
    starts: Numbers
    to: Numbers
    at: Codes

    @property
    def edges(self) -> Edges:
        """The edges of all fields."""
        return Edges(self.starts, self.to, self.at)

    @property
    def living(self) -> Living:
        """The states of levels up to 6, by field."""
        return Living(self.sets, self.firsts)

    @property
    def states(self) -> int:
        """The number of states of levels up to 6."""
        return int(np.bitwise_count(self.sets.view(np.uint64)).sum())

    def state(self, field: int, context: int) -> int | None:
        """The number of a state of levels up to 6; None where it does not live."""
        masks: list[int] = self.sets[field].tolist()
        word, bit = divmod(context, kernels.WORD)
        if not masks[word] >> bit & 1:
            return None
        before = sum(each.bit_count() for each in masks[:word]) + (masks[word] & (1 << bit) - 1).bit_count()
        return int(self.firsts[field]) + before


@dataclass
class Graph:
    """All levels from `first` to 9, the values of levels 7 and 8, and how many states each level has."""

    first: int
    levels: dict[int, Level]
    seventh: Words  # [field of level 7, 49], see `kernels.last_three`
    counts: list[tuple[int, int]] = field(default_factory=list)  # fields and states of levels first to 10


def _steps_of_sets(level: int, allowed: int) -> Words:
    """The sets of the next level by set and piece, as masks, [set, piece, 1]."""
    after = SETS_AFTER.reshape(KINDS, KINDS, -1)[level, :, : SET_COUNTS[level], None].transpose(1, 0, 2)
    result: Words = np.where(after < 0, 0, 1 << np.maximum(after, 0)) & allowed
    return np.ascontiguousarray(result)


class Search:
    """The fields on the way from one field to the perfect clear; see the module."""

    _last: ClassVar[tuple[Level, Level, Words, Words] | None] = None
    _tables: ClassVar[tuple[Lookup, Lookup] | None] = None

    def __init__(self, cells: int = 0, left: int = 127, allowed: list[int] | None = None) -> None:
        """`cells` as in the kernels, with the letters `left` of the first bag; `allowed` sets (bits) by level."""
        self.first = KINDS - left.bit_count()
        self.start, self.left = cells, left
        allowed = allowed or [(1 << int(SET_COUNTS[level])) - 1 for level in range(KINDS)]
        self.steps = [_steps_of_sets(level, allowed[level + 1]) for level in range(FIRST_BAG)]
        self._ways = ways_of()
        self._scratch = np.zeros(2 * MOST_CHILDREN + 22, np.int64)
        self._rooms = np.zeros(ROOM_WORDS, np.int64)
        self._codes = np.zeros(2 * MOST_CHILDREN, np.int16)

    @property
    def _work(self) -> Work:
        return Work(self._ways, self._scratch[: MOST_CHILDREN + 22], self._rooms, self._codes)

    # -- forward --

    def begin(self) -> tuple[Words, Words]:
        """The field of the first level, and its set."""
        number = int(RANKS[127 & ~self.left])
        return np.array([self.start], np.int64), np.array([[1 << number]], np.int64)

    def forward(self, level: int, fields: Words, sets: Words, tell: Tell = quiet) -> tuple[Words, Words]:
        """All fields that follow on those of a level, up to level 6, and their masks; some may not be emptied."""
        steps = self.steps[level]
        room = max(1 << 14, 1 << (2 * len(fields)).bit_length())
        result, found_sets = np.zeros(room, np.int64), np.zeros((room, steps.shape[2]), np.int64)
        table, sizes, done = np.full(2 * room, -1, np.int32), np.zeros(1, np.int64), 0
        while done < len(fields):
            end = min(done + SLICE, len(fields))
            before, after = States(fields, sets), States(result, found_sets)
            done = kernels.spread(level, done, end, before, steps, after, table, sizes, self._work)
            if done < end:
                result, found_sets = twice(result), twice(found_sets)
                table = np.full(2 * len(result), -1, np.int32)
                kernels.fill_table(result, int(sizes[0]), table)
            tell(done, len(fields), f"level {level}")
        count = int(sizes[0])
        return result[:count].copy(), found_sets[:count].copy()

    def forward_any(self, level: int, fields: Words, tell: Tell = quiet) -> Words:
        """All fields that follow on those of a level with any letters; some may not be emptied."""
        table, sizes, done = (
            np.zeros(max(1 << 14, 1 << (2 * len(fields)).bit_length()), np.int64),
            np.zeros(1, np.int64),
            0,
        )
        while done < len(fields):
            end = min(done + SLICE, len(fields))
            done = kernels.spread_any(level, done, end, fields, table, sizes, self._work)
            if done < end:
                before, table = table, np.zeros(2 * len(table), np.int64)
                sizes[0] = 0
                kernels.enter_all(before, table, sizes)
            tell(done, len(fields), f"level {level}")
        result: Words = table[table != 0]
        result ^= kernels.OUTSIDE
        return result

    # -- late levels --

    def last_levels(self, tell: Tell = quiet) -> tuple[Level, Level, Words, Words]:
        """Levels 8 and 9 with any letters, the values of level 8, and all fields of level 7 that may do.

        They are the same for all searches, and are kept once they are found.
        """
        if Search._last is None:
            Search._last = self._find_last_levels(tell)
        return Search._last

    def _looked_up(self, tell: Tell) -> tuple[Lookup, Lookup]:
        """The fields of level 8, and those of level 7 that may do, with tables: kept for the same reason."""
        if Search._tables is None:
            eighth, _, _, maybe = self.last_levels(tell)
            Search._tables = _lookup(eighth.fields), _lookup(maybe)
        return Search._tables

    def _find_last_levels(self, tell: Tell) -> tuple[Level, Level, Words, Words]:
        empty = np.zeros(1, np.int64)
        ninth = self.followed(9, self._before(10, empty), empty)
        pieces = np.zeros(len(ninth.fields), np.int64)
        kernels.last_pieces(ninth.starts, ninth.at, pieces)
        eighth = self.followed(8, self._before(9, ninth.fields), ninth.fields)
        words = np.zeros((len(eighth.fields), KINDS), np.int64)
        kernels.last_two(eighth.starts, eighth.to, eighth.at, pieces, words)
        return eighth, ninth, words, self._before(8, eighth.fields, tell)

    def _before(self, level: int, fields: Words, tell: Tell = quiet) -> Words:
        result, sizes = np.zeros(1 << 16, np.int64), np.zeros(1, np.int64)
        table, done = np.full(2 * len(result), -1, np.int32), 0
        while done < len(fields):
            end = min(done + SLICE, len(fields))
            done = kernels.take_out(level, done, end, fields, result, table, sizes)
            tell(done, len(fields), f"level {level - 1}")
            if done < end:
                result = twice(result)
                table = np.full(2 * len(result), -1, np.int32)
                kernels.fill_table(result, int(sizes[0]), table)
        return np.sort(result[: sizes[0]])

    def followed(self, level: int, fields: Words, later: Words, tell: Tell = quiet) -> Level:
        """Those of the fields that lead to a later one, with any letters, and the edges."""
        looked_up, starts = _lookup(later), np.zeros(len(fields) + 1, np.int32)
        to, at = np.zeros(1 << 16, np.int32), np.zeros(1 << 16, np.int16)
        sizes, done = np.zeros(2, np.int64), 0
        while done < len(fields):
            end = min(done + SLICE, len(fields))
            edges = Edges(starts, to, at)
            done = kernels.follow(level, done, end, fields, looked_up, edges, sizes, self._work)
            if done < end:
                to, at = twice(to), twice(at)
            tell(done, len(fields), f"level {level}")
        stored = np.flatnonzero(np.diff(starts))
        begins = np.append(starts[stored], starts[-1]).astype(np.int32)
        none = np.zeros((0, 1), np.int64)
        return Level(
            fields[stored], none, np.zeros(0, np.int32), begins, to[: sizes[1]].copy(), at[: sizes[1]].copy()
        )

    def late(self, sixth: tuple[Words, Words], tell: Tell = quiet) -> tuple[dict[int, Level], Words, Words]:
        """Levels 6 to 9 out of the fields of level 6; the values of levels 6 [state, 1, 42] and 7."""
        fields, sets = sixth
        levels, words, numbers, edges = self.seventh(fields, np.array([127]), tell)
        level, values = _states_of_level_6(fields[numbers], sets[numbers], *edges, words)
        return {6: level, **levels}, values, words

    def seventh(
        self, fields: Words, letters: Words, tell: Tell = quiet
    ) -> tuple[dict[int, Level], Words, Words, tuple[Numbers, Numbers, Codes]]:
        """Levels 7 to 9, the values of level 7, the numbers of those fields of level 6 that have edges, and these.

        `letters` (bits) can be placed on each of the fields of level 6, or on all. Where the edges of a field begin
        and end: [field, 2].
        """
        eighth, ninth, eighth_words, maybe = self.last_levels(tell)
        known = np.full(len(maybe), -1, np.int32)
        eighth_fields, maybe_fields = self._looked_up(tell)
        result, words = np.zeros(1 << 14, np.int64), np.zeros((1 << 14, KINDS * KINDS), np.int64)
        stored, starts = np.zeros(len(fields), np.int64), np.zeros((len(fields), 2), np.int32)
        to, at = np.zeros(1 << 18, np.int32), np.zeros(1 << 18, np.int16)
        late_starts = np.zeros(len(result) + 1, np.int32)
        late_to, late_at = np.zeros(1 << 18, np.int32), np.zeros(1 << 18, np.int16)
        sizes, done = np.zeros(4, np.int64), 0
        while done < len(fields):
            end = min(done + SLICE, len(fields))
            done = kernels.reach_late(
                done,
                end,
                kernels.Sixth(fields, letters, stored, Edges(starts, to, at)),
                maybe_fields,
                known,
                kernels.Seventh(result, words, Edges(late_starts, late_to, late_at)),
                eighth_fields,
                eighth_words,
                sizes,
                Work(self._ways, self._scratch, self._rooms, self._codes),
            )
            if done < end:
                if sizes[0] + MOST_CHILDREN > len(result):
                    result, words = twice(result), twice(words)
                    late_starts = np.append(late_starts, np.zeros(len(late_starts) - 1, np.int32))
                elif sizes[1] + MOST_CHILDREN > len(to):
                    to, at = twice(to), twice(at)
                else:
                    late_to, late_at = twice(late_to), twice(late_at)
            tell(done, len(fields), "level 6")
        count, many = int(sizes[0]), int(sizes[3])
        seventh = Level(
            result[:count].copy(),
            np.zeros((0, 1), np.int64),
            np.zeros(0, np.int32),
            late_starts[: count + 1].copy(),
            late_to[: sizes[2]].copy(),
            late_at[: sizes[2]].copy(),
        )
        words = words[:count].copy()
        del result, late_to, late_at, late_starts, known
        edges = starts[:many].copy(), to[: sizes[1]].copy(), at[: sizes[1]].copy()
        return {7: seventh, 8: eighth, 9: ninth}, words, stored[:many].copy(), edges

    # -- backward --

    def backward(self, level: int, forward: tuple[Words, Words], later: Level, tell: Tell = quiet) -> Level:
        """The states of a level from which one that lives follows."""
        fields, sets = forward
        lookup = _lookup(later.fields)
        stored, kept_sets = np.zeros(len(fields), np.int64), np.zeros(sets.shape, np.int64)
        starts = np.zeros(len(fields) + 1, np.int32)
        to, at = np.zeros(1 << 18, np.int32), np.zeros(1 << 18, np.int16)
        sizes, done = np.zeros(2, np.int64), 0
        while done < len(fields):
            end = min(done + SLICE, len(fields))
            states, result = States(fields, sets), States(stored, kept_sets)
            arrays = states, self.steps[level], lookup, later.sets, result, Edges(starts, to, at)
            done = kernels.look_ahead(level, done, end, *arrays, sizes, self._work)
            if done < end:
                to, at = twice(to), twice(at)
            tell(done, len(fields), f"level {level}")
        count, edges = int(sizes[0]), int(sizes[1])
        kept_sets = kept_sets[:count].copy()
        return Level(
            stored[:count].copy(),
            kept_sets,
            firsts_of(kept_sets),
            starts[: count + 1].copy(),
            to[:edges].copy(),
            at[:edges].copy(),
        )


def _states_of_level_6(
    fields: Words, sets: Words, starts: Numbers, to: Numbers, at: Codes, words: Words
) -> tuple[Level, Words]:
    """Level 6 and its values [state, 1, 42]; the arrays are written over."""
    values = np.zeros((max(KINDS, len(fields)), 1, PAIRS), np.int64)
    firsts, sizes, done = np.zeros(len(fields), np.int32), np.zeros(3, np.int64), 0
    while done < len(fields):
        end = min(done + SLICE, len(fields))
        living, edges = Living(sets, firsts), Edges(starts, to, at)
        done = kernels.end_of_first_bag(done, end, fields, living, edges, words, values, sizes)
        if done < end:
            values = twice(values)
    return sixth_level(fields, sets, firsts, starts, to, at, sizes), values[: sizes[2]].copy()


def sixth_level(
    fields: Words, masks: Words, firsts: Numbers, starts: Numbers, to: Numbers, at: Codes, sizes: Words
) -> Level:
    """Level 6 out of arrays of which as much is of use as the sizes say: fields, edges."""
    count, edges = int(sizes[0]), int(sizes[1])
    begins = np.append(starts[:count, 0], edges).astype(np.int32)
    stored = fields[:count].copy(), masks[:count].copy(), firsts[:count].copy()
    return Level(*stored, begins, to[:edges].copy(), at[:edges].copy())


def firsts_of(masks: Words) -> Numbers:
    """The number of the first state of each field."""
    counts = np.bitwise_count(masks.view(np.uint64)).sum(1).astype(np.int64)
    result: Numbers = (np.cumsum(counts) - counts).astype(np.int32)
    return result


def _lookup(fields: Words) -> Lookup:
    return Lookup(fields, _table_of(fields), _marks_of(fields))


def _marks_of(fields: Words) -> Words:
    marks = np.zeros(1 << max(0, len(fields).bit_length() - 1), np.int64)
    kernels.mark_fields(fields, marks)
    return marks


def _table_of(fields: Words) -> Numbers:
    table = np.full(1 << (2 * len(fields)).bit_length(), -1, np.int32)
    kernels.fill_table(fields, len(fields), table)
    return table


def twice(array: NDArray[Any]) -> NDArray[Any]:
    """The array with as much room again behind it."""
    return np.concatenate((array, np.zeros_like(array)))


# -- how many states there are --


def counted(levels: dict[int, Level]) -> list[tuple[int, int]]:
    """Fields and states of each level up to 10: those that can be reached and from which a clear is possible."""
    results = [
        (len(each.fields), each.states) for level, each in sorted(levels.items()) if level <= FIRST_BAG
    ]
    marks = {10: np.ones((1, int(SET_COUNTS[3] + KINDS * SET_COUNTS[4])), np.uint8)}
    for level in (9, 8, 7):
        used = level - FIRST_BAG - 1
        size = int(SET_COUNTS[used] + KINDS * SET_COUNTS[used + 1])
        marks[level] = np.zeros((len(levels[level].fields), size), np.uint8)
        _late_states(level, levels[level], marks, forward=False)
    reached = np.zeros_like(marks[7])
    sixth = levels[FIRST_BAG]
    begins = np.stack([sixth.starts[:-1], sixth.starts[1:]], 1)
    kernels.leave_first_bag(sixth.sets, begins, sixth.to, sixth.at, marks[7], reached)
    marks[7] = reached
    for level in (7, 8, 9):
        _late_states(level, levels[level], marks, forward=True)
        marks[level + 1] = (marks[level + 1] == 3).astype(np.uint8)
    return results + [(int(marks[level].any(1).sum()), int(marks[level].sum())) for level in (7, 8, 9, 10)]


def _late_states(level: int, edges: Level, marks: dict[int, Marks], *, forward: bool) -> None:
    kernels.late_states(level, edges.starts, edges.to, edges.at, marks[level + 1], marks[level], forward)


# -- values --


def seen_of_second_bag(level: int, see: int) -> int:
    """Return how many of the four letters of the second bag that matter are seen on a level."""
    return max(0, min(4, level + see - KINDS))


def reduced(values: NDArray[Any], seen: int, then: int) -> NDArray[Any]:
    """Values [state, arrangement, letters] where only `then` of `seen` letters of the second bag are known: sums.

    With all four seen `values` are words of bits; else numbers, of the smallest kind that holds them.
    """
    while seen > then:
        if seen == 4:
            values = _counts_of_bits(values)
        elif seen == 1:
            values = values.sum(2, dtype=np.int16, keepdims=True)
        else:
            last = KINDS + 1 - seen
            shape = (*values.shape[:2], values.shape[2] // last, last)
            values = values.reshape(shape).sum(3, dtype=np.uint8)
        seen -= 1
    return values


def _counts_of_bits(values: Words) -> NDArray[np.uint8]:
    """By the first three letters of the second bag: with how many fourth ones it works."""
    result = np.zeros((*values.shape[:2], PAIRS * (KINDS - 2)), np.uint8)
    kernels.count_fourth(values, result)
    return result


def joined(level: int, here: Level, later: Level, values: NDArray[Any], tell: Tell = quiet) -> NDArray[Any]:
    """The values [state, arrangement, letters] of a level out of those of the next, reduced to the same letters."""
    letters = KINDS - level
    gather = gathering(letters)
    result = np.zeros((here.states, len(gather), values.shape[2]), values.dtype)
    best = np.zeros((letters, *values.shape[1:]), values.dtype)
    for begin in range(0, len(here.fields), SLICE):
        end = min(begin + SLICE, len(here.fields))
        kernels.join(
            level,
            begin,
            end,
            here.living,
            here.edges,
            later.living,
            values,
            gather,
            values.dtype == np.int64,
            best,
            result,
        )
        tell(end, len(here.fields), f"values of level {level}")
    return result


# -- the first piece, and all of it together --


class First(NamedTuple):
    """A first placement: its mean over the classes whose pair has the piece, as a fraction; in how many it is best."""

    placement: Placement
    numerator: int
    denominator: int
    best: int


@dataclass(frozen=True)
class Optimum:
    """With how many of all orders best play empties the field where `see` pieces are seen.

    `levels`: fields and states by the number of pieces placed; `classes`: by the pair to choose from and the five
    letters behind (see `kernels.arrangements`) the orders, of 840, of the next four letters with which it succeeds.
    """

    see: int
    levels: tuple[tuple[int, int], ...]
    classes: tuple[int, ...]
    first: tuple[First, ...]

    @property
    def numerator(self) -> int:
        """The orders with which it succeeds."""
        return sum(self.classes)

    @property
    def denominator(self) -> int:
        """All orders of the first bag, the pair without its order, and of the next four letters."""
        return ORDERS * len(self.classes)


def solve(see: int = 6, *, parts: ArrayFolder | None = None, tell: Tell = quiet) -> Optimum:
    """Best play from the empty field with `see` pieces seen, 5 to 11; `parts` keep what is done on the way."""
    parts = ArrayFolder() if parts is None else parts
    graph, sixth = graph_of(Search(), parts, tell)
    values = values_of(graph, sixth, see, 1, parts, tell)
    classes, first = _first_piece(graph, reduced(values, seen_of_second_bag(1, see), 0)[:, :, 0], see)
    return Optimum(see, tuple(graph.counts), classes, first)


def values_of(
    graph: Graph, sixth: Words, see: int, level: int, parts: ArrayFolder, tell: Tell = quiet
) -> NDArray[Any]:
    """The values [state, arrangement, letters seen of the second bag] of a level, 1 to 6, from those of level 6."""
    values: NDArray[Any] = sixth
    for here in range(FIRST_BAG - 1, level - 1, -1):
        values = reduced(values, seen_of_second_bag(here + 1, see), seen_of_second_bag(here, see))

        def made(here: int = here, values: NDArray[Any] = values) -> list[NDArray[Any]]:
            return [joined(here, graph.levels[here], graph.levels[here + 1], values, tell)]

        (values,) = parts.get(f"values-{see}-{here}", made) if here > 2 else made()
    return values


def graph_of(search: Search, parts: ArrayFolder, tell: Tell = quiet) -> tuple[Graph, Words]:
    """The graph of a search, and the values of level 6."""
    forward = {search.first: search.begin()}
    for level in range(search.first, FIRST_BAG):

        def ahead(level: int = level) -> list[NDArray[Any]]:
            return [*search.forward(level, *forward[level], tell)]

        fields, sets = parts.get(f"forward-{level + 1}", ahead) if level > 2 else ahead()
        forward[level + 1] = fields, sets

    def late() -> list[NDArray[Any]]:
        levels, values, words = search.late(forward[FIRST_BAG], tell)
        return [values, words, *(array for level in (6, 7, 8, 9) for array in arrays_of(levels[level]))]

    values, words, *rest = parts.get("late", late)
    levels = {level: Level(*rest[6 * (level - 6) : 6 * (level - 5)]) for level in (6, 7, 8, 9)}
    for level in range(FIRST_BAG - 1, search.first - 1, -1):
        here, later = forward.pop(level), levels[level + 1]

        def back(
            here: tuple[Words, Words] = here, later: Level = later, level: int = level
        ) -> list[NDArray[Any]]:
            return arrays_of(search.backward(level, here, later, tell))

        levels[level] = Level(*(parts.get(f"level-{level}", back)))
    return Graph(search.first, levels, words, counted(levels)), values


def arrays_of(level: Level) -> list[NDArray[Any]]:
    """Its arrays, as `ArrayFolder` keep them."""
    return [level.fields, level.sets, level.firsts, level.starts, level.to, level.at]


def _first_piece(graph: Graph, values: Words, see: int) -> tuple[tuple[int, ...], tuple[First, ...]]:
    """The classes and the first placements; `values` [state of level 1, arrangement].

    With five pieces seen the order of the last two of the bag is not known when the first one is placed: the placement
    is the same for both, of several as good the first in the order of the rules.
    """
    start, later = graph.levels[0], graph.levels[1]
    orders, gather = arrangements(KINDS), gathering(KINDS)
    placements = [placement_of_code(int(code), 0) for code in start.at]
    rows = sorted(range(len(placements)), key=placements.__getitem__)
    worth = np.full((len(rows), len(orders)), -1, np.int64)
    for row, edge in enumerate(rows):
        piece, child = placements[edge].piece, int(start.to[edge])
        state = int(later.firsts[child])  # after one piece there is one set for a field
        for turn in (0, 1):
            chosen = np.flatnonzero(gather[:, turn, 0] == piece)
            worth[row, chosen] = values[state, gather[chosen, turn, 1]]
    together = 2 if see == 5 else 1  # orders that cannot be told apart lie side by side
    sums = worth.reshape(len(rows), -1, together).sum(2)
    chosen = np.repeat(sums.argmax(0), together)
    classes = worth[chosen, np.arange(len(orders))]
    best = np.repeat(sums == sums.max(0), together, axis=1).sum(1)
    first = [
        First(
            placements[edge],
            int(worth[row][worth[row] >= 0].sum()),
            ORDERS * int((worth[row] >= 0).sum()),
            int(best[row]),
        )
        for row, edge in enumerate(rows)
    ]
    return tuple(classes.tolist()), tuple(first)


def placement_of_code(code: int, spin: int) -> Placement:
    """The placement of an edge."""
    form, place = divmod(code, COLUMNS * BOX)
    return Placement(*divmod(form, 4), place // BOX, BOX - 1 - place % BOX, spin)


def class_name(number: int) -> str:
    """The letters of a class: the pair, a blank, the five behind in order."""
    letters = "".join(LETTERS[each] for each in arrangements(KINDS)[number])
    return f"{letters[:2]} {letters[2:]}"


# -- what is done is kept until all of it is --

FORM = mapped.Form(b"KIBITZPC", 1, "part of a solution", BadTable)
DISK_BYTES = 700_000_000  # of all parts together
MEMORY = {5: 1_250_000_000, 6: 1_250_000_000, 7: 1_550_000_000, ALL_SEEN: 1_800_000_000}  # by pieces seen


class _Saved(msgspec.Struct, frozen=True):
    """The kinds and shapes of the arrays in a file."""

    kinds: tuple[str, ...]
    shapes: tuple[tuple[int, ...], ...]


class ArrayFolder:
    """Arrays by name in a folder; what is damaged is made again, and without a folder nothing is kept.

    With `fresh` nothing counts that was there. `notice`: why nothing more is kept, if so.
    """

    def __init__(self, folder: Path | None = None, *, fresh: bool = False) -> None:
        self.folder = folder
        self.notice: str | None = None
        if fresh:
            self.forget()
        if folder is not None and (reason := places.prepare(folder)) is not None:
            self.folder = None
            self.notice = f"{reason} What is done is not kept: an interrupted run starts over."

    @property
    def known(self) -> int:
        """Number of known parts."""
        return 0 if self.folder is None else sum(1 for _ in self.folder.glob("*.part"))

    def get(self, name: str, make: Callable[[], list[NDArray[Any]]]) -> list[NDArray[Any]]:
        """The arrays of this name: as they were kept, or made now and kept."""
        if self.folder is None:
            return make()
        if (saved := self.saved(name)) is not None:
            return [each.copy() for each in saved]  # kernels are compiled for arrays that can be written
        path, results = self._path(name), make()
        header = _Saved(tuple(each.dtype.str for each in results), tuple(each.shape for each in results))
        try:
            body = [np.ascontiguousarray(each).ravel().view(np.uint8).data for each in results]
            with saving.writing(path) as file:
                for part in mapped.parts_of(FORM, header, body):
                    file.write(part)
        except OSError as error:
            self.notice = f"{path} cannot be written: {error.strerror or error}. Nothing more is kept."
            self.folder = None
        return results

    def saved(self, name: str) -> list[NDArray[Any]] | None:
        """The arrays of this name if they are there, sound; they cannot be written."""
        if self.folder is not None:
            with contextlib.suppress(BadTable):
                return mapped.read(self._path(name), FORM, _Saved, _arrays_of)
        return None

    def _path(self, name: str) -> Path:
        return Path(self.folder or "") / f"{name}.part"

    def forget(self) -> None:
        """Throw all away: it is done."""
        if self.folder is not None:
            shutil.rmtree(self.folder, ignore_errors=True)


def _arrays_of(header: _Saved, body: mapped.Bytes, size: int) -> list[NDArray[Any]]:
    results, begin = [], 0
    for kind, shape in zip(header.kinds, header.shapes, strict=True):
        length = np.dtype(kind).itemsize * math.prod(shape)
        if begin + length > len(body):
            raise ValueError("it is cut off")
        results.append(body[begin : begin + length].view(kind).reshape(shape))
        begin += length + -length % mapped.ALIGNED
    return results


def parts_folder() -> Path:
    """Return the folder of the parts, for this version of the sources that make them."""
    return places.cache_dir() / "perfect-clear" / sources.digest(Path(__file__))[:16]


def demand_memory(see: int) -> None:
    """Raises `BadInput` with what can be done where memory does not suffice."""
    free = free_memory()
    if free is None or MEMORY[see] <= free:
        return
    fewer = [f"--see {each}" for each in (7, 6) if MEMORY[each] <= free and each < see]
    offer = f"{fewer[0]} can be done" if fewer else "no number of seen pieces can be done"
    raise BadInput(f"this needs {MEMORY[see] / 1e9:.2f} GB of memory, {free / 1e9:.2f} GB are free; {offer}")
