"""The book of best play for the first perfect clear, out of its exact solution (`ai/tetris/guideline/optimum.py`).

The fields and letters on the way are far too many for a book: 2.6 million states. So the book keeps what its own moves
lead to. Level by level, the fewest positions are sought (greedily) that hold one of the best placements for every
sequence that can come up; then as few runs as possible. A sequence of a kept position that no game by the book leads
to has a move only where one of the moves at hand is among its best, or none.

Values are not the same in the mirror image: the kicks of the I differ. So nothing is folded.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Iterator
from functools import cache
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from ai.book.building.coverage import at_hand, covering, fewest_runs, patterns_of
from ai.book.building.steps import Edge
from ai.tetris.guideline.kernels import optimum as kernels
from ai.tetris.guideline.kernels.optimum import (
    BOX,
    BOX_CELLS,
    COLUMNS,
    FIRST_BAG,
    KINDS,
    PAIR_CODES,
    SET_NUMBERS,
    SETS_AFTER,
    gathering,
)
from ai.tetris.guideline.optimum import (
    ORDERS,
    ArrayFolder,
    Graph,
    Level,
    Search,
    Tell,
    graph_of,
    joined,
    quiet,
    reduced,
    seen_of_second_bag,
)
from game.tetris.guideline.openers.position import FULL_BAG, HEIGHT, NO_EXTRA, Position, bag_after
from game.tetris.guideline.openers.sequences import VISIBLE_PIECES, count, sequences

PIECES_OF_CLEAR = 10
Numbers = NDArray[np.int64]


class State(NamedTuple):
    """The number of a field on its level, and the letters as a position of a book has them."""

    field: int
    bag: int
    extra: int


class Options(NamedTuple):
    """The placements from a state, where they lead, and by placement and unit what they are worth.

    A unit is all sequences that begin with the letters that matter; where the piece is not at hand the worth is -1.
    The worth counts orders of letters that are not seen, of `full`.
    """

    edges: list[Edge]
    after: list[State]
    worth: NDArray[np.int16]
    full: int

    @property
    def best(self) -> NDArray[np.bool_]:
        """By placement and unit: whether it is among the best. Nothing is where nothing is worth anything."""
        top = self.worth.max(0)
        result: NDArray[np.bool_] = (self.worth == top) & (top > 0)
        return result

    @property
    def value(self) -> float:
        """E(V): the mean over all sequences."""
        return float(np.maximum(self.worth.max(0), 0).mean(dtype=np.float64) / self.full)


def letters_that_matter(level: int) -> int:
    """Return how many letters of a sequence of a level can change the outcome."""
    return min(VISIBLE_PIECES, PIECES_OF_CLEAR + 1 - level)


@cache
def units(level: int, bag: int, extra: int) -> Numbers:
    """The units of a position's sequences in order, [unit, letter]."""
    every = (
        (each.first, each.second, *each.behind)[: letters_that_matter(level)]
        for each in sequences(bag, extra)
    )
    return np.array(list(dict.fromkeys(every)), np.int64)


@cache
def unit_size(level: int, bag: int, extra: int) -> int:
    """Return the number of sequences in a unit."""
    return count(bag, extra) // len(units(level, bag, extra))


@cache
def units_after(level: int, bag: int, extra: int, piece: int) -> Numbers:
    """By unit: those that can come up once the piece is placed, -1 where there are no more."""
    then = units(level + 1, *bag_after(bag, extra, piece))
    known = min(VISIBLE_PIECES - 1, then.shape[1])
    groups = defaultdict[tuple[int, ...], list[int]](list)
    for number, letters in enumerate(then.tolist()):
        groups[tuple(letters[:known])].append(number)
    results = list[list[int]]()
    for first, second, *behind in units(level, bag, extra).tolist():
        stored = second if piece == first else first
        at_hand = piece in (first, second)
        pair = sorted((stored, behind[0]))
        results.append(groups[(*pair, *behind[1:])[:known]] if at_hand else [])
    most = max(map(len, results))
    return np.array([each + [-1] * (most - len(each)) for each in results], np.int64)


@cache
def _bits() -> Numbers:
    """By first two letters of the second bag: the bits of the two behind, in the order of the sequences."""
    return np.array(
        [
            [
                KINDS * z + w
                for z in range(KINDS)
                for w in range(KINDS)
                if len({z, w, *divmod(code, KINDS)}) == 4
            ]
            for code in PAIR_CODES.tolist()
        ],
        np.int64,
    )


_gathering = cache(gathering)


class Solved:
    """The solution with six pieces seen, asked state by state."""

    start = State(0, FULL_BAG, NO_EXTRA)

    def __init__(self, parts: ArrayFolder | None = None, tell: Tell = quiet) -> None:
        parts, search = ArrayFolder() if parts is None else parts, Search()
        self.graph: Graph
        self.graph, self._sixth = graph_of(search, parts, tell)
        self._reduced = self._values(parts, tell)
        eighth, ninth, self._eighth, _ = search.last_levels()
        assert np.array_equal(eighth.fields, self.graph.levels[8].fields)
        self._last = np.zeros(len(ninth.fields), np.int64)
        kernels.last_pieces(ninth.starts, ninth.at, self._last)
        self._numbers: dict[int, dict[int, int]] = {}

    def _values(self, parts: ArrayFolder, tell: Tell) -> dict[int, NDArray[Any]]:
        """By level: the values of its states, as far as one sees a piece earlier."""
        results: dict[int, NDArray[Any]] = {}
        values: NDArray[Any] = self._sixth
        for level in range(FIRST_BAG - 1, -1, -1):
            known = seen_of_second_bag(level + 1, VISIBLE_PIECES), seen_of_second_bag(level, VISIBLE_PIECES)
            results[level + 1] = values = reduced(values, *known)
            if not level:
                break

            def made(level: int = level, values: NDArray[Any] = values) -> list[NDArray[Any]]:
                return [joined(level, self.graph.levels[level], self.graph.levels[level + 1], values, tell)]

            (values,) = parts.get(f"values-{VISIBLE_PIECES}-{level}", made) if level > 2 else made()
        return results

    def state_of(self, position: Position, level: int) -> State | None:
        """The state of a position after so many pieces; None where it is not on the way."""
        if level not in self._numbers:
            fields = self.graph.levels[level].fields.tolist()
            self._numbers[level] = {field: number for number, field in enumerate(fields)}
        field = self._numbers[level].get(boxed(position.cells))
        return None if field is None else State(field, position.bag, position.extra)

    def position_of(self, level: int, state: State) -> Position:
        """The position of a state."""
        field = int(self.graph.levels[level].fields[state.field])
        return Position(unboxed(field), state.bag, state.extra)

    def options(self, level: int, state: State) -> Options:
        """Every placement from a state that can succeed."""
        here = self.graph.levels[level]
        span = slice(int(here.starts[state.field]), int(here.starts[state.field + 1]))
        codes, to = here.at[span].tolist(), here.to[span].tolist()
        worth = (
            self._late(level, state, codes, to)
            if level >= FIRST_BAG - 1
            else self._early(level, state, codes, to)
        )
        chosen = [edge for edge, each in enumerate(worth) if each is not None and each.max() > 0]
        edges = [
            (codes[edge] // (4 * COLUMNS * BOX), unboxed(int(BOX_CELLS[codes[edge]]))) for edge in chosen
        ]
        after = [
            State(to[edge], *bag_after(state.bag, state.extra, piece))
            for edge, (piece, _) in zip(chosen, edges, strict=True)
        ]
        size = len(units(level, state.bag, state.extra))
        rows = [each for each in (worth[edge] for edge in chosen) if each is not None]
        stacked = np.array(rows, np.int16).reshape(len(rows), size)
        return Options(edges, after, stacked, self._unseen(level))

    def _unseen(self, level: int) -> int:
        """Return the number of orders of the letters that are not seen."""
        full = ORDERS
        for dealt in range(seen_of_second_bag(level, VISIBLE_PIECES)):
            full //= KINDS - dealt
        return full

    def _early(self, level: int, state: State, codes: list[int], to: list[int]) -> list[NDArray[Any] | None]:
        """Up to level 4, where values are numbers."""
        left = [piece for piece in range(KINDS) if state.bag >> piece & 1]
        here = SET_NUMBERS[level][tuple(piece for piece in range(KINDS) if piece not in left)]
        gather, values = _gathering(KINDS - level), self._reduced[level + 1]
        results = list[NDArray[Any] | None]()
        for code, child in zip(codes, to, strict=True):
            piece = code // (4 * COLUMNS * BOX)
            number = self._state_after(level, here, piece, child) if piece in left else None
            if number is None:
                results.append(None)
                continue
            worth = np.full((len(gather), values.shape[2]), -1, np.int16)
            for turn in (0, 1):
                chosen = np.flatnonzero(gather[:, turn, 0] == left.index(piece))
                worth[chosen] = values[number, gather[chosen, turn, 1]]
            results.append(worth.ravel())
        return results

    def _state_after(self, level: int, here: int, piece: int, child: int) -> int | None:
        """The number of the state of the next level, None where it is none."""
        later: Level = self.graph.levels[level + 1]
        then = int(SETS_AFTER[(level * KINDS + piece) * 35 + here])
        return None if then < 0 else later.state(child, then)

    def _late(self, level: int, state: State, codes: list[int], to: list[int]) -> list[NDArray[Any] | None]:
        """From level 5 on, where all letters are seen."""
        every = units(level, state.bag, state.extra)
        results = list[NDArray[Any] | None]()
        for code, child in zip(codes, to, strict=True):
            piece, worth = code // (4 * COLUMNS * BOX), np.full(len(every), -1, np.int16)
            for one, other in ((0, 1), (1, 0)):
                chosen = np.flatnonzero(every[:, one] == piece)
                if len(chosen):
                    ends = self._ends(level, state, child, piece, every[chosen, other], every[chosen, 2:])
                    worth[chosen] = np.maximum(worth[chosen], ends)
            results.append(worth)
        return results

    def _ends(
        self, level: int, state: State, child: int, piece: int, stored: Numbers, behind: Numbers
    ) -> Numbers:
        """Return 1 or 0 for success or failure where one piece of the pair was placed and the other is kept."""
        if level == PIECES_OF_CLEAR - 1:
            return np.ones(len(stored), np.int64)
        result: Numbers
        if level == PIECES_OF_CLEAR - 2:
            result = (self._last[child] >> stored | self._last[child] >> behind[:, 0]) & 1
        elif level == PIECES_OF_CLEAR - 3:
            result = self._eighth[child, stored] >> KINDS * behind[:, 0] + behind[:, 1] & 1
        elif level == FIRST_BAG:
            words = self.graph.seventh[child, KINDS * stored + behind[:, 0]]
            result = words >> KINDS * behind[:, 1] + behind[:, 2] & 1
        else:
            here = SET_NUMBERS[level][tuple(each for each in range(KINDS) if not state.bag >> each & 1)]
            number = self._state_after(level, here, piece, child)
            if number is None:
                return np.zeros(len(stored), np.int64)
            # one pair: all units in their order
            result = (self._sixth[number, 0][:, None] >> _bits() & 1).ravel()
        return result


def boxed(cells: int) -> int:
    """The cells of a position in the lowest four rows, as the kernels of the optimum have them."""
    shift = HEIGHT - BOX
    return sum((cells >> HEIGHT * x + shift & 15) << BOX * x for x in range(COLUMNS))


def unboxed(field: int) -> int:
    """The same the other way round."""
    return sum((field >> BOX * x & 15) << HEIGHT * x + HEIGHT - BOX for x in range(COLUMNS))


# -- which positions and runs a book keeps --


class BookPosition(NamedTuple):
    """A position of the book: its mean value, the first sequence of each run, and the placement of each run, if any."""

    position: Position
    value: float
    starts: tuple[int, ...]
    moves: tuple[Edge | None, ...]


class _StateOptions(NamedTuple):
    """A state with its options, which units can come up in it, and the numbers of the states that follow."""

    state: State
    options: Options
    asked: NDArray[np.bool_]
    after: Numbers


def chosen(solved: Solved, tell: Callable[[int, int, str], object] = quiet) -> Iterator[BookPosition]:
    """Every position that the book keeps, first the empty board, level by level."""
    states = {solved.start: np.ones(len(units(0, solved.start.bag, solved.start.extra)), np.bool_)}
    for level in range(PIECES_OF_CLEAR):
        weighed, numbers = list[_StateOptions](), dict[State, int]()
        for done, (state, asked) in enumerate(states.items(), 1):
            options = solved.options(level, state)
            after = [numbers.setdefault(each, len(numbers)) for each in options.after]
            asked &= options.worth.max(0, initial=0) > 0
            weighed.append(_StateOptions(state, options, asked, np.array(after, np.int64)))
            if done % 64 == 0:
                tell(done, len(states), f"positions of level {level}")
        last = level == PIECES_OF_CLEAR - 1
        patterns = (
            pattern for each in weighed for pattern in patterns_of(each.options.best, each.asked, each.after)
        )
        stored = np.ones(len(numbers), np.bool_) if last else covering(patterns, len(numbers))
        following: dict[State, NDArray[np.bool_]] = {}
        for each in weighed:
            best = each.options.best
            moves = at_hand(best, each.asked, stored[each.after])
            if not len(moves):
                continue
            starts, runs = fewest_runs(best[moves], each.asked)
            yield _as_kept(solved, level, each, moves, starts, runs)
            if not last:
                _ask(level, each, moves[runs], starts, following)
        states = following


def _as_kept(
    solved: Solved, level: int, each: _StateOptions, moves: Numbers, starts: Numbers, runs: Numbers
) -> BookPosition:
    state, options = each.state, each.options
    size = unit_size(level, state.bag, state.extra)
    edges = tuple(None if run < 0 else options.edges[moves[run]] for run in runs.tolist())
    position = solved.position_of(level, state)
    return BookPosition(position, options.value, tuple((size * starts).tolist()), edges)


def _ask(
    level: int,
    each: _StateOptions,
    run_moves: Numbers,
    starts: Numbers,
    following: dict[State, NDArray[np.bool_]],
) -> None:
    """Mark the units of the next level that come up."""
    by_unit = np.repeat(run_moves, np.diff(np.append(starts, len(each.asked))))
    for move in np.unique(by_unit[each.asked]).tolist():
        (piece, _), after = each.options.edges[move], each.options.after[move]
        if after not in following:
            following[after] = np.zeros(len(units(level + 1, after.bag, after.extra)), np.bool_)
        then = units_after(level, each.state.bag, each.state.extra, piece)[each.asked & (by_unit == move)]
        following[after][then[then >= 0]] = True
