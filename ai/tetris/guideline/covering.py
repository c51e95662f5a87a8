"""The question of solution-finder's cover: with which queues pieces can be put exactly where a drawing has them.

In any order: rows that are filled on the way go, and each piece must be able to get to its place when it comes.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cache, cached_property, lru_cache
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from ai.tetris.guideline.kernels.clears import USED_BITS
from ai.tetris.guideline.kernels.layout import MOST_PLACEMENTS, placement_of, ways_of
from ai.tetris.guideline.kernels.placing import list_on_rows
from ai.tetris.guideline.kernels.reach import HEIGHT, MOST_WORDS, ROOM_WORDS, ROW_WORDS, WORD_ROWS
from ai.tetris.guideline.moves import placements
from ai.tetris.guideline.perfect_clear import Ways, covered
from ai.tetris.guideline.pictures import Placed
from game.errors import BadInput
from game.tetris.guideline import COLUMNS, Field, Placement, System
from game.tetris.guideline.field import ROWS
from game.tetris.guideline.fumen import Page
from game.tetris.guideline.masks import Mask, full_rows, mask_of, mask_of_field, without_rows
from game.words import counted

MOST_PIECES = 12  # of a drawing: every set of them may be looked at


class Drawn(NamedTuple):
    """A field, and the pieces that are to be put on it, at rows that it has at first."""

    field: Field
    placed: tuple[Placed, ...]


def drawn_on(pages: Sequence[Page]) -> Drawn:
    """The pieces that a fumen places page after page; what is drawn on the first page is there. Raises `BadInput`."""
    field = pages[0].drawing.cleared().field
    rows, now, placed = list(range(ROWS)), field, list[Placed]()
    for page in pages:
        if page.placement is None or not page.lock:
            continue
        at = page.placement
        if not now.fits(*at[:4]):
            raise BadInput(f"page {pages.index(page) + 1} puts its piece where there are cells")
        placed.append(Placed(at.piece, tuple(sorted((x, rows[y]) for x, y in at.cells))))
        landed = now.landed(*at[:4])
        rows = [row for y, row in enumerate(rows) if y not in landed.full_rows]
        rows += [ROWS + len(placed)] * (ROWS - len(rows))
        now = landed.cleared()
    if not placed:
        raise BadInput("this fumen places no piece; for a cover each page has one piece that locks")
    if len(placed) > MOST_PIECES:
        raise BadInput(
            f"this fumen places {counted(len(placed), 'piece')}; {MOST_PIECES} at most can be covered"
        )
    return Drawn(field, tuple(placed))


def cover(
    drawn: Drawn, queues: NDArray[np.int8], system: System = "srs", *, holding: bool = True
) -> NDArray[np.bool_]:
    """By queue [number, letter] whether all the pieces can be put where they are drawn."""
    if queues.shape[1] < len(drawn.placed):
        return np.zeros(len(queues), np.bool_)
    return covered(orders_of(drawn, system), queues[:, : len(drawn.placed) + holding], holding=holding).solved


def orders_of(drawn: Drawn, system: System = "srs", last: int | None = None) -> Ways:
    """Every order in which the pieces can be placed, as a graph of the sets of them that lie.

    The piece of number `last` comes when all others lie, and by a spin.
    """
    picture = Picture.of(drawn, system, last)
    numbers, levels = {0: 0}, [[0]]
    edges = list[list[tuple[int, int]]]()
    for _ in drawn.placed:
        then = list[int]()
        for lying in levels[-1]:
            edges.append([])
            for number in picture.next(lying):
                after = lying | 1 << number
                if after not in numbers:
                    numbers[after] = len(numbers)
                    then.append(after)
                edges[-1].append((numbers[after], drawn.placed[number].piece))
        levels.append(then)
    edges += [[] for _ in levels[-1]]
    used = [
        sum(1 << USED_BITS * each.piece for number, each in enumerate(drawn.placed) if lying >> number & 1)
        for lying in numbers
    ]
    begins = np.cumsum([0, *(len(level) for level in levels[:-1])])
    starts = np.cumsum([0, *map(len, edges)])
    flat = [edge for each in edges for edge in each]
    if not levels[-1]:
        starts = np.zeros(1, np.int64)
    return Ways(
        starts.astype(np.int64),
        np.array(flat, np.int64).reshape(-1, 2),
        begins.astype(np.int64),
        np.array(used, np.int64),
    )


_ROWS, _LISTED, _ROOM = (np.zeros(words, np.int64) for words in (ROW_WORDS, MOST_PLACEMENTS, ROOM_WORDS))
_WORD = (1 << WORD_ROWS * COLUMNS) - 1


@lru_cache(1 << 17)
def landings(cells: Mask, piece: int, system: System) -> Mapping[Mask, int]:
    """The cells that a piece can lock on among filled ones, and its best spin there."""
    for word in range(MOST_WORDS):  # rows of a kernel are a mask, six of them a word
        _ROWS[word] = cells >> WORD_ROWS * COLUMNS * word & _WORD
    _ROWS[HEIGHT] = -(-cells.bit_length() // COLUMNS)
    count = list_on_rows(_ROWS, piece, ways_of(system), _LISTED, _ROOM)
    return {
        _mask_at(at >> SPIN): at & (1 << SPIN) - 1 for at in _LISTED[:count].tolist()
    }  # by spin: the best last


SPIN = 2  # bits of a placement's word


@cache
def _mask_at(place: int) -> Mask:
    return mask_of(placement_of(place << SPIN).cells)


@dataclass(frozen=True)
class Picture:
    """Pieces on their cells at the rows that there were at first, and the question of the order they can come in."""

    start: Mask
    placed: tuple[tuple[int, Mask], ...]
    system: System = "srs"
    last: int | None = None

    @classmethod
    def of(cls, drawn: Drawn, system: System, last: int | None = None) -> Picture:
        """The picture of what is drawn."""
        placed = tuple((piece, mask_of(where)) for piece, where in drawn.placed)
        return cls(mask_of_field(drawn.field), placed, system, last)

    def standing(self, lying: int) -> Mask:
        """The cells that are filled once some of the pieces (bits) lie, full rows among them."""
        cells = self.start
        for number, (_, where) in enumerate(self.placed):
            if lying >> number & 1:
                cells |= where
        return cells

    def next(self, lying: int) -> Iterator[int]:
        """The numbers of the pieces that can be placed where they are drawn, once some of them lie."""
        standing = self.standing(lying)
        gone = full_rows(standing)
        now = without_rows(standing, gone)
        for number, (piece, where) in enumerate(self.placed):
            is_last = number == self.last
            if lying >> number & 1 or (is_last and lying | 1 << number != (1 << len(self.placed)) - 1):
                continue
            spin = landings(now, piece, self.system).get(without_rows(where, gone), -1)
            if spin > 0 or (spin == 0 and not is_last):
                yield number

    @cached_property
    def _before(self) -> dict[int, tuple[int, int]]:
        """The sets of pieces that can lie: the set before, and the piece placed on it. It ends with all of them."""
        before, waiting, whole = {0: (0, 0)}, [0], (1 << len(self.placed)) - 1
        while waiting and whole not in before:
            lying = waiting.pop()
            for number in self.next(lying):
                after = lying | 1 << number
                if after not in before:
                    before[after] = (lying, number)
                    waiting.append(after)
        return before

    @property
    def most(self) -> int:
        """The most pieces (bits) that can be placed one after the other."""
        return max(self._before, key=int.bit_count)

    @property
    def order(self) -> tuple[int, ...] | None:
        """The numbers of the pieces in one order in which they can be placed; None if there is none."""
        lying, order = (1 << len(self.placed)) - 1, list[int]()
        if lying not in self._before:
            return None
        while lying:
            lying, number = self._before[lying]
            order.append(number)
        return tuple(reversed(order))


def way_of(field: Field, placed: Sequence[Placed], system: System = "srs") -> tuple[Placement, ...]:
    """The placements of pieces in this order, at the rows that there are when each is placed. Raises `BadInput`."""
    rows, way = list(range(ROWS)), list[Placement]()
    for each in placed:
        cells = frozenset((x, rows.index(y)) for x, y in each.cells)
        at = next((at for at in placements(field, each.piece, system) if frozenset(at.cells) == cells), None)
        if at is None:
            raise BadInput("these pieces cannot be placed in this order")
        way.append(at)
        landed = field.landed(*at[:4])
        rows = [row for y, row in enumerate(rows) if y not in landed.full_rows]
        field = landed.cleared()
    return tuple(way)
