"""Perfect clears as pictures: what lies where when all is placed, in whatever order, and the queues that can make it.

Players call a picture a solution. Some of them are enough for all queues that can be solved: a **minimal** set.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from ai.tetris.guideline.kernels.clears import MOST_ROWS
from ai.tetris.guideline.kernels.covering import (
    CELL_BITS,
    FILLED,
    ID,
    LEFT,
    PARENT,
    PICTURE_WORDS,
    WORD,
    count_queues,
    draw,
    enter_pictures,
    spread_pictures,
)
from ai.tetris.guideline.kernels.layout import Words
from ai.tetris.guideline.optimum import twice
from ai.tetris.guideline.perfect_clear import Ways, dealt_by, in_parts, listed, reachable_with
from game.errors import BadInput
from game.tetris.guideline.field import COLUMNS, NO_PAINT, Field
from game.tetris.guideline.fumen import Drawing, Page
from game.tetris.guideline.pieces import PIECES

MOST_WORDS = 1 << 25  # of bits of queues: a quarter of a gigabyte
MOST_PICTURES = 1 << 20


class Placed(NamedTuple):
    """A piece of a picture, and its cells (x, y) among the rows that there were at first."""

    piece: int
    cells: tuple[tuple[int, int], ...]


@dataclass(frozen=True)
class Solution:
    """A picture: its pieces in one order in which they can be placed, and the queues (bits) that can make it."""

    placed: tuple[Placed, ...]
    bits: Words

    @property
    def queues(self) -> int:
        """The number of queues that can make it."""
        return count_queues(self.bits)

    @property
    def pieces(self) -> tuple[int, ...]:
        """Its pieces in that order."""
        return tuple(each.piece for each in self.placed)


@dataclass(frozen=True)
class Pictures:
    """All solutions of a field, those of most queues first; the queues are [number, letter]."""

    solutions: tuple[Solution, ...]
    queues: NDArray[np.int8]

    def solved_by(self, solution: Solution) -> NDArray[np.bool_]:
        """Return by queue whether it can make a solution."""
        return listed(solution.bits, len(self.queues))

    @cached_property
    def minimal(self) -> tuple[int, ...]:
        """The numbers of solutions that are enough for all queues that any of them solves, few of them."""
        words = [solution.bits for solution in self.solutions]
        return enough(np.array(words, np.int64), len(self.queues)) if words else ()


def pictures(field: Field, ways: Ways, queues: NDArray[np.int8], *, holding: bool = True) -> Pictures:
    """The pictures of all the ways that some of the queues can make. Raises `BadInput` where they are too many."""
    if not ways:
        return Pictures((), queues)
    drawn, steps, begins = _drawn(field, ways)
    wholes = len(drawn) - int(begins[-2])
    if wholes * -(-len(queues) // WORD) > MOST_WORDS:
        raise BadInput(
            f"{wholes:,} solutions for {len(queues):,} queues are too many to list; ask for fewer pieces or a "
            "narrower pattern"
        )
    dealt = dealt_by(queues, len(ways.begins) - 1, holding=holding)
    parts = list[Words]()
    for some in in_parts(dealt, len(drawn)):
        groups, allowed = reachable_with(ways, some)
        bits = np.zeros((len(drawn), allowed.shape[1]), np.int64)
        bits[0] = allowed[groups[0]]
        spread_pictures(steps, drawn, begins, groups, allowed, bits)
        parts.append(bits[begins[-2] :].copy())
    solved = np.concatenate(parts, axis=1)
    results = [
        Solution(_placed(drawn, number), bits)
        for number, bits in enumerate(solved, int(begins[-2]))
        if bits.any()
    ]
    results.sort(key=lambda each: (-each.queues, sorted(each.placed)))
    return Pictures(tuple(results), queues)


def _drawn(field: Field, ways: Ways) -> tuple[Words, Words, Words]:
    """All pictures, whole or not, level by level; the steps between them; where levels begin, and the end."""
    drawn, keys = np.zeros((1 << 12, PICTURE_WORDS), np.int64), np.zeros(1 << 12, np.int64)
    steps, table = np.zeros((1 << 14, 2), np.int64), np.full(1 << 13, -1, np.int64)
    rows = len(ways.begins) - 1  # pieces
    height = (4 * rows + field.cells) // COLUMNS
    drawn[0, LEFT] = (1 << height) - 1
    drawn[0, FILLED] = sum(field.rows[y].bit_count() << 4 * y for y in range(min(height, MOST_ROWS)))
    enter_pictures(drawn, keys, 1, table)
    sizes, begins = np.array([1, 0], np.int64), [0, 1]
    for _ in range(rows):
        done, end = begins[-2], begins[-1]
        while done < end:
            done = draw(done, end, ways.starts, ways.edges, drawn, keys, table, steps, sizes)
            if done < end and len(drawn) >= MOST_PICTURES:
                raise BadInput("too many ways to list; ask for fewer pieces or a narrower pattern")
            if done < end:
                drawn, keys, steps = twice(drawn), twice(keys), twice(steps)
                table = np.full(2 * len(drawn), -1, np.int64)
                enter_pictures(drawn, keys, int(sizes[0]), table)
        begins.append(int(sizes[0]))
    return drawn[: sizes[0]], steps[: sizes[1]], np.array(begins, np.int64)


def _placed(drawn: Words, number: int) -> tuple[Placed, ...]:
    placed = []
    while number:
        word = int(drawn[number, ID])
        cells = [word >> CELL_BITS * cell & (1 << CELL_BITS) - 1 for cell in range(4)]
        placed.append(
            Placed(word >> 4 * CELL_BITS, tuple(sorted((cell % COLUMNS, cell // COLUMNS) for cell in cells)))
        )
        number = int(drawn[number, PARENT])
    return tuple(reversed(placed))


# -- few that are enough --

MOST_TRIED = 1_000  # sets that are looked at for a smaller one
MOST_COMPARED = 4_000  # kinds of queues, by the solutions that they have, among which fewer are looked for


def enough(words: Words, queues: int) -> tuple[int, ...]:
    """The numbers of a few solutions that solve every queue that one of them does, from their bits, [solution, word].

    As few as can be found soon: mostly the fewest.
    """
    best = _greedy(words)
    if len(words) * queues > MOST_COMPARED * MOST_COMPARED:
        return tuple(sorted(best))
    solves = np.array([listed(each, queues) for each in words], np.bool_).reshape(len(words), queues)
    columns = np.unique(np.packbits(solves[:, solves.any(0)].T, axis=1, bitorder="little"), axis=0)
    if len(columns) > MOST_COMPARED:
        return tuple(sorted(best))
    columns = columns[np.argsort(np.bitwise_count(columns).sum(1), kind="stable")]
    hardest, count = np.zeros_like(columns), 0  # the solutions of queues of which no other one asks for more
    for each in columns:
        if not (hardest[:count] & ~each == 0).all(1).any():
            hardest[count] = each
            count += 1
    hard = [int.from_bytes(each.tobytes(), "little") for each in hardest[:count]]
    search = _Search(hard, best)
    search.look((), (1 << len(hard)) - 1)
    return tuple(sorted(search.best))


def _greedy(words: Words) -> tuple[int, ...]:
    """Always the solution that solves most of what is left; those that the others make needless go at the end."""
    chosen, rest = list[int](), np.bitwise_or.reduce(words, 0)
    while rest.any():
        number = int(np.bitwise_count(words & rest).sum(1, dtype=np.int64).argmax())
        chosen.append(number)
        rest = rest & ~words[number]
    for number in [*chosen]:
        others = [each for each in chosen if each != number]
        if others and not (words[number] & ~np.bitwise_or.reduce(words[others], 0)).any():
            chosen = others
    return tuple(chosen)


class _Search:
    """Branch and bound: a queue with the fewest solutions first, the solution first that solves most."""

    def __init__(self, hard: Sequence[int], best: tuple[int, ...]) -> None:
        self._owners = [
            [number for number in range(each.bit_length()) if each >> number & 1] for each in hard
        ]
        solves = dict[int, int]()
        for queue, owners in enumerate(self._owners):
            for number in owners:
                solves[number] = solves.get(number, 0) | 1 << queue
        self._solves, self._left, self.best = solves, MOST_TRIED, best

    def look(self, chosen: tuple[int, ...], rest: int) -> None:
        """Go on from some solutions with the queues (bits) that they do not solve."""
        if not rest:
            if len(chosen) < len(self.best):
                self.best = chosen
            return
        self._left -= 1
        if self._left < 0 or len(chosen) + self._least(rest) >= len(self.best):
            return
        owners = self._owners[(rest & -rest).bit_length() - 1]  # they lie by the number of their solutions
        for number in sorted(owners, key=lambda each: -(self._solves[each] & rest).bit_count()):
            self.look((*chosen, number), rest & ~self._solves[number])

    def _least(self, rest: int) -> int:
        """At least so many more are needed: queues of which no solution solves two."""
        count = 0
        while rest:
            count += 1
            for number in self._owners[(rest & -rest).bit_length() - 1]:
                rest &= ~self._solves[number]
        return count


# -- drawn --


def page_of(field: Field, placed: Sequence[Placed], comment: str = "") -> Page:
    """A page of a fumen with the field in grey and all pieces of a picture in their colours."""
    rows, paint = list(field.rows), NO_PAINT
    for piece, cells in placed:
        paint = paint.with_cells(cells, PIECES[piece])
        for x, y in cells:
            rows[y] |= 1 << x
    return Page(Drawing.of(Field.of(rows), paint), comment=comment)
