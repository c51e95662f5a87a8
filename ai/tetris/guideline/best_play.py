"""Best play in one position of the first perfect clear, with the pieces that are seen; exact.

Up to the fourth piece a graph of all that can follow is solved (`optimum`); what was found answers later positions of
the same game at once. From the fourth piece on at most one letter that matters is not seen: then the ways to empty the
field are found for each letter that can come.

Apart from `clear_finder`: this answers any program, that one the window.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import permutations
from math import perm
from typing import Any

from numpy.typing import NDArray

from ai.tetris.guideline import perfect_clear
from ai.tetris.guideline.kernels.layout import placement_of
from ai.tetris.guideline.kernels.optimum import BOX, COLUMNS, FIRST_BAG, KINDS, RANKS, arrangements
from ai.tetris.guideline.moves import placements
from ai.tetris.guideline.optimum import (
    ALL_SEEN,
    ArrayFolder,
    Search,
    Tell,
    graph_of,
    joined,
    placement_of_code,
    quiet,
    reduced,
    seen_of_second_bag,
)
from game.tetris.guideline.field import Field
from game.tetris.guideline.openers import sequences
from game.tetris.guideline.openers.position import FULL_BAG, NO_EXTRA
from game.tetris.guideline.placement import Placement

LEAST_SEEN = 6  # pieces
PIECES_OF_CLEAR = 10
SEARCHED = 4  # from this level on at most one letter is not seen


class Stopped(Exception):
    """Exception that `tell` may raise: nobody waits for the result any more."""


@dataclass(frozen=True)
class Chances:
    """With how many orders of the letters that are not seen, of `futures`, each placement keeps to best play.

    The best first. Every legal placement of the two pieces to choose from is there, cells that can be reached with
    different spins once.
    """

    futures: int
    placements: tuple[tuple[Placement, int], ...]

    @property
    def best(self) -> int:
        """The orders with which best play empties the field."""
        return self.placements[0][1] if self.placements else 0


def level_of(field: Field, bag: int, extra: int = NO_EXTRA) -> int | None:
    """Return how many pieces of the first perfect clear lie, by the field and the letters to come.

    None if it is not one.

    `bag` (bits) and `extra` as a book's position has them.
    """
    used = KINDS - bag.bit_count()
    for level in (used, KINDS + used) if extra == NO_EXTRA else (FIRST_BAG + used,):
        gone, rest = divmod(4 * level - field.cells, COLUMNS)
        if level < PIECES_OF_CLEAR and not rest and 0 <= gone < BOX and field.height <= BOX - gone:
            return level
    return None


class BestPlay:
    """Answers on positions one after the other; of what it has solved last it keeps what later ones need."""

    def __init__(self) -> None:
        self._solved: _Solved | None = None

    def chances(
        self, field: Field, bag: int, extra: int, seen: Sequence[int], tell: Tell = quiet
    ) -> Chances | None:
        """Return the value of each placement with best play; None where this is no position of the first perfect clear.

        `seen` are at least six pieces: the two to choose from, then those behind them. `tell` may raise to end it.
        """
        level = level_of(field, bag, extra)
        if level is None or len(seen) < LEAST_SEEN or not _can_come(bag, extra, seen):
            return None
        if level >= SEARCHED:
            futures, results = _searched(level, field, bag, extra, seen)
        else:
            futures, results = self._joined(level, field, bag, seen, tell)
        for piece in dict.fromkeys(seen[:2]):
            for at in placements(field, piece):
                results.setdefault(at._replace(spin=0), 0)
        return Chances(futures, tuple(sorted(results.items(), key=lambda each: (-each[1], each[0]))))

    def _joined(
        self, level: int, field: Field, bag: int, seen: Sequence[int], tell: Tell
    ) -> tuple[int, dict[Placement, int]]:
        letters = KINDS - level
        order, second = [*seen[:letters]], [*seen[letters : letters + BOX]]
        if len(order) == letters - 1:  # the last letter of the bag is known all the same
            order += [piece for piece in range(KINDS) if bag >> piece & 1 and piece not in order]
        see = min(ALL_SEEN, len(seen))
        cells = _box_of(field)
        results = None if self._solved is None else self._solved.worth(level, cells, order, second, see)
        if results is None:
            self._solved = None  # its memory goes before new memory comes
            search = Search(cells, bag, _allowed(level, bag, order))
            self._solved = solved = _Solved(search, order, see, tell)
            results = solved.worth(level, cells, order, second, see)
        return perm(KINDS - len(second), BOX - len(second)), results or {}


def _can_come(bag: int, extra: int, seen: Sequence[int]) -> bool:
    """Return True if bags can give these pieces there."""
    first, second = sorted(seen[:2])
    a, b, c, d = seen[2:LEAST_SEEN]
    return sequences.number(bag, extra, sequences.Sequence(first, second, (a, b, c, d))) is not None


# -- from the fourth piece on --


def _searched(
    level: int, field: Field, bag: int, extra: int, seen: Sequence[int]
) -> tuple[int, dict[Placement, int]]:
    """The futures, and with how many of them the field can be emptied behind each placement."""
    missing = max(0, ALL_SEEN - level - len(seen))
    futures = list(permutations(_behind(bag, extra, seen), missing))
    needed, rows = PIECES_OF_CLEAR - level, BOX - (4 * level - field.cells) // COLUMNS
    results: Counter[Placement] = Counter()
    for future in futures:
        letters = [*seen, *future]
        supplies = [Counter(letters[: placed + 2]) for placed in range(needed)]
        ways = perfect_clear.search(field, rows, supplies)
        if ways:
            results.update({placement_of(word) for word in ways.edges[: ways.starts[1], 1].tolist()})
    return len(futures), dict(results)


def _behind(bag: int, extra: int, seen: Sequence[int]) -> list[int]:
    """The letters that can come behind those seen."""
    drawn = [*seen]
    if extra != NO_EXTRA:
        drawn.remove(extra)
    left = bag
    for piece in drawn:
        left = (left or FULL_BAG) & ~(1 << piece)
    return [piece for piece in range(KINDS) if (left or FULL_BAG) >> piece & 1]


# -- before --


class _Solved:
    """The graph behind one position, with the values of all its levels.

    `order` are the letters left of the first bag as they come, the first two in any order.
    """

    def __init__(self, search: Search, order: Sequence[int], see: int, tell: Tell) -> None:
        self.first, self.order, self.see = search.first, list(order), see
        graph, sixth = graph_of(search, ArrayFolder(), tell)
        self.levels = {level: graph.levels[level] for level in range(self.first, FIRST_BAG + 1)}
        self.values: dict[int, NDArray[Any]] = {FIRST_BAG: sixth}
        for level in range(FIRST_BAG - 1, self.first, -1):
            then, seen = seen_of_second_bag(level, see), seen_of_second_bag(level + 1, see)
            values = reduced(self.values[level + 1], seen, then)
            self.values[level] = joined(level, self.levels[level], self.levels[level + 1], values, tell)

    def worth(
        self, level: int, cells: int, order: Sequence[int], second: Sequence[int], see: int
    ) -> dict[Placement, int] | None:
        """The placements with which something succeeds; None where this position is none of those solved."""
        used = [piece for piece in self.order if piece not in order]
        left = [piece for piece in self.order if piece in order]
        same = sorted(left[:2]) == sorted(order[:2]) and left[2:] == list(order[2:])
        if level < self.first or see != self.see or not same or len(used) != level - self.first:
            return None
        here, later = self.levels[level], self.levels[level + 1]
        place = next(iter((here.fields == cells).nonzero()[0].tolist()), None)
        letters = 127 & ~sum(1 << piece for piece in order)
        if place is None or not int(here.sets[place, 0]) >> int(RANKS[letters]) & 1:
            # where the search began nothing leads to the end; of any other position that is not known
            return {} if level == self.first else None
        results = dict[Placement, int]()
        seen = seen_of_second_bag(level + 1, see)
        for edge in range(here.starts[place], here.starts[place + 1]):
            at, child = placement_of_code(int(here.at[edge]), 0), int(here.to[edge])
            rank = int(RANKS[letters | 1 << at.piece])
            if at.piece not in order[:2] or not int(later.sets[child, 0]) >> rank & 1:
                continue
            state = int(later.firsts[child]) + (int(later.sets[child, 0]) & (1 << rank) - 1).bit_count()
            number = _arrangement([piece for piece in order if piece != at.piece])
            values = reduced(
                self.values[level + 1][state : state + 1, number : number + 1], seen, len(second)
            )
            results[at] = _value_at(values[0, 0], second)
        return results


def _arrangement(order: Sequence[int]) -> int:
    """The number of an order of letters, the first two in any order."""
    ranks = [sorted(order).index(piece) for piece in order]
    return arrangements(len(order)).index((*sorted(ranks[:2]), *ranks[2:]))


def _box_of(field: Field) -> int:
    """A field as the kernels have it."""
    return sum((field.rows[y] >> x & 1) << BOX * x + BOX - 1 - y for x in range(COLUMNS) for y in range(BOX))


def _allowed(level: int, left: int, order: Sequence[int]) -> list[int]:
    """By level the sets (bits) that can be placed if the letters left come in this order: all seen but one."""
    allowed, base = [0] * KINDS, 127 & ~left
    for placed in range(FIRST_BAG - level + 1):
        dealt = order[: placed + 1]
        for held in dealt if placed else [None]:
            letters = base | sum(1 << piece for piece in dealt if held is not None and piece != held)
            allowed[level + placed] |= 1 << int(RANKS[letters])
    return allowed


def _value_at(values: NDArray[Any], second: Sequence[int]) -> int:
    """One of the values of an arrangement, by the letters of the second bag that are seen."""
    if len(second) == 4:
        x, y, z, w = second
        return int(values[(KINDS - 1) * x + y - (y > x)]) >> KINDS * z + w & 1
    number, left = 0, list(range(KINDS))
    for letter in second:
        number = number * len(left) + left.index(letter)
        left.remove(letter)
    return int(values[number])
