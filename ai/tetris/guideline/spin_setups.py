"""The question of solution-finder's spin: every set of pieces with which a T can be turned in and clears rows.

For each place of a T the rows that it is to clear are filled first, each piece fills a cell of them. Where a piece
would float or the T cannot be turned in, pieces are put where they can change it: below one that floats, on a corner of
the T, or where they refuse an earlier kick; these fill no further row. A piece in none of the rows that the T clears is
needed: without it another would float or the T could not be turned in.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from typing import Literal, NamedTuple, get_args

import numpy as np

from ai.tetris.guideline.covering import Picture, landings
from ai.tetris.guideline.pictures import Placed
from ai.tetris.guideline.setups import Filled, Setup, Supply, built, fillings, placements_within
from game.errors import BadInput
from game.tetris.guideline import COLUMNS, Field, System
from game.tetris.guideline.field import ROWS
from game.tetris.guideline.masks import (
    Mask,
    cells_of_mask,
    field_of_mask,
    full_rows,
    mask_of,
    mask_of_field,
    row_mask,
    with_rows,
    without_rows,
)
from game.tetris.guideline.pieces import CELLS, T
from game.tetris.guideline.placement import Placement
from game.tetris.guideline.spins import CORNERS
from game.tetris.guideline.srs import KICKS

MOST_SPINS = 20_000

# can be played; the others can, but the T is not turned in; pieces rest on others but cannot all get there
Mark = Literal["O", "X", "-"]


@dataclass(frozen=True)
class SpinSetup:
    """The pieces of a spin, the T last; where the T is among the first rows, its spin, and what it clears.

    One that cannot be played has its pieces in no order.
    """

    setup: Setup
    place: Placement
    cleared: int
    cleared_by_all: int
    holes: int
    mark: Mark = "O"


def spin_setups(
    field: Field,
    supply: Supply,
    lines: int = 2,
    *,
    bottom: int = 0,
    top: int | None = None,
    margin: int | None = None,
    roofs: int | None = None,
    system: System = "srs",
    marks: Sequence[Mark] = get_args(Mark)[:1],
    roofed: bool = True,
) -> Iterator[SpinSetup | None]:
    """Every way to a T-spin that clears at least so many `lines`, and None now and then while none is found.

    Rows from `bottom` to below `top` are cleared (as far as the stack goes), pieces lie below `margin` (two above
    `top`), and at most so many `roofs` are there only so that the T can be turned in; without `roofed` none are, and
    whether it can is not asked. Only ways with one of the `marks` count. Raises `BadInput` for too many ways.
    """
    top = field.height if top is None else top
    margin = min(ROWS, top + 2) if margin is None else margin
    most = supply.length if roofs is None else roofs
    search = _Search(field, supply, system, margin, most if roofed else None)
    count = 0
    for place in _places(field, margin):
        for result in search.with_t(place, range(bottom, top), lines, marks):
            count += result is not None
            if count > MOST_SPINS:
                raise BadInput(
                    f"over {MOST_SPINS:,} ways are too many; ask for fewer rows or a narrower pattern"
                )
            yield result


def _places(field: Field, margin: int) -> Iterator[Placement]:
    for orientation in range(4):
        for y in range(margin):
            for x in range(COLUMNS):
                place = Placement(T, orientation, x, y)
                if field.fits(*place[:4]) and max(row for _, row in place.cells) < margin:
                    yield place


def _subsets(rows: Sequence[int]) -> Iterator[tuple[int, ...]]:
    for chosen in range(1 << len(rows)):
        yield tuple(row for number, row in enumerate(rows) if chosen >> number & 1)


class _Needed(NamedTuple):
    """Cells of which another piece has to take one, and whether only for a roof."""

    cells: Mask
    is_roof: bool = False


class _Search:
    """The pieces for one place of a T after the other."""

    def __init__(self, field: Field, supply: Supply, system: System, margin: int, roofs: int | None) -> None:
        self._start, self._supply, self._system, self._roofs = mask_of_field(field), supply, system, roofs
        self._within = (1 << COLUMNS * margin) - 1 & ~self._start
        counts = [*supply.each]
        counts[T] -= 1  # the one that is turned in
        self._counts = tuple(counts)
        self._all = placements_within(self._start, self._within, self._counts) if counts[T] >= 0 else ()
        self._covering = defaultdict[Mask, list[Filled]](list)
        for each in self._all:
            for x, y in cells_of_mask(each[1]):
                self._covering[1 << COLUMNS * y + x].append(each)

    def with_t(
        self, place: Placement, rows: Sequence[int], lines: int, marks: Sequence[Mark]
    ) -> Iterator[SpinSetup | None]:
        """Every way in which a T at a place clears so many rows, some of these among them."""
        if self._counts[T] < 0:
            return
        at, own = mask_of(place.cells), {y for _, y in place.cells}
        free = tuple(each for each in self._all if not each[1] & at)
        results, seen = set[frozenset[Filled]](), set[tuple[object, ...]]()
        for some in _subsets(rows):
            if own.isdisjoint(some):
                continue
            missing = sum(row_mask(y) for y in some) & ~self._start & ~at
            for filled in fillings(missing, free, self._counts, self._supply.length - 1):
                yield None
                full = full_rows(self._standing(filled) | at)
                if len(own.intersection(full)) < lines:
                    continue
                for pieces in self._completed(filled, place, at, self._roofs, full, seen):
                    key = frozenset(pieces)
                    if key in results or (self._roofs is not None and self._spare(pieces, place, at, full)):
                        continue
                    results.add(key)
                    result = self._spin(tuple(sorted(pieces)), place, at)
                    if result.mark in marks:
                        yield result

    def _standing(self, pieces: Sequence[Filled]) -> Mask:
        """The cells that are filled with these pieces, full rows among them."""
        cells = self._start
        for _, mask in pieces:
            cells |= mask
        return cells

    def _completed(
        self,
        pieces: tuple[Filled, ...],
        place: Placement,
        at: Mask,
        roofs: int | None,
        full: Sequence[int],
        seen: set[tuple[object, ...]],
    ) -> Iterator[tuple[Filled, ...]]:
        """The pieces, with others where they are needed; no other rows than these are `full`."""
        key = frozenset(pieces), roofs, full
        if key in seen or not self._supply.allows([T, *(piece for piece, _ in pieces)]):
            return
        seen.add(key)
        needed = self._needed(pieces, place, at)
        if needed is None:
            yield pieces
            return
        cells, is_roof = needed
        is_roof = is_roof or roofs != self._roofs  # what a roof rests on is one, too
        if is_roof and not roofs:
            return
        used = self._standing(pieces) | at
        rest, tried = roofs - is_roof if roofs else roofs, set[Filled]()
        while cells:
            for each in self._covering[cells & -cells]:
                if not each[1] & used and each not in tried and full_rows(used | each[1]) == full:
                    tried.add(each)
                    yield from self._completed((*pieces, each), place, at, rest, full, seen)
            cells &= cells - 1

    def _needed(self, pieces: Sequence[Filled], place: Placement, at: Mask) -> _Needed | None:
        """The cells of which another piece has to take one; None where nothing is missing."""
        standing, below = self._standing(pieces), 0
        for mask in self._floating(pieces):
            below |= mask >> COLUMNS
        if below:
            return _Needed(below & ~standing & ~at & self._within)
        gone = full_rows(standing)
        now, there = without_rows(standing, gone), without_rows(at, gone)
        if landings(now, T, self._system).get(there, 0):
            return None
        place = place._replace(y=place.y - sum(y < place.y for y in gone))
        if there & row_mask(0) == 0 and not there >> COLUMNS & now:
            return _Needed(with_rows(there >> COLUMNS & ~there, gone) & self._within)
        corners = _corners(place)
        cells = mask_of(cell for cell in corners if cell[0] in range(COLUMNS) and cell[1] >= 0) & ~now
        if len(corners) - cells.bit_count() < 3:
            return _Needed(with_rows(cells, gone) & self._within)
        if self._roofs is None:
            return None
        cells = _before(place, self._system) & ~now & ~there
        return _Needed(with_rows(cells, gone) & self._within, is_roof=True)

    def _floating(self, pieces: Sequence[Filled]) -> Iterator[Mask]:
        """The pieces that would rest on nothing, wherever they come from."""
        standing, before = self._standing(pieces), set(full_rows(self._start))
        full = {y: mask for _, mask in pieces for y in full_rows(self._start | mask) if y not in before}
        for _, mask in pieces:
            if not _rests(mask, standing, {y: one for y, one in full.items() if one != mask}):
                yield mask

    def _spare(self, pieces: Sequence[Filled], place: Placement, at: Mask, full: Sequence[int]) -> bool:
        """Return True if one of the pieces that are in no row which the T clears is not needed."""
        by_t = sum(row_mask(y) for y in full if y in {y for _, y in place.cells})
        for number, (_, mask) in enumerate(pieces):
            others = [*pieces[:number], *pieces[number + 1 :]]
            if mask & by_t or any(self._floating(others)):
                continue
            standing = self._standing(others)
            gone = full_rows(standing)
            if landings(without_rows(standing, gone), T, self._system).get(without_rows(at, gone), 0):
                return True
        return False

    def _spin(self, pieces: tuple[Filled, ...], place: Placement, at: Mask) -> SpinSetup:
        """The spin with these pieces, marked by how it can be played."""
        before = self._standing(pieces)
        gone, whole = full_rows(before), full_rows(before | at)
        after = without_rows(before | at, whole)
        spin = landings(without_rows(before, gone), T, self._system).get(without_rows(at, gone), 0)
        setup = built(Picture(self._start, (*pieces, (T, at)), self._system, len(pieces)), self._supply)
        mark: Mark = "O"
        if setup is None:
            others = Picture(self._start, pieces, self._system)
            mark = "-" if others.order is None else "X"
            placed = tuple(Placed(piece, cells_of_mask(mask)) for piece, mask in (*pieces, (T, at)))
            none = np.zeros(len(self._supply.queues), np.bool_)
            setup = Setup(placed, 0, none, field_of_mask(after), len(whole))
        cleared = len([y for y in whole if y not in gone])
        holes = ((after >> COLUMNS) & ~after).bit_count()
        return SpinSetup(setup, place._replace(spin=spin), cleared, len(whole), holes, mark)


def _rests(mask: Mask, standing: Mask, full: Mapping[int, Mask]) -> bool:
    """Return True if a piece has something below it, once rows between its cells are gone.

    A row that another piece fills alone (`full`) is gone at once: the piece lies there before it or after it.
    """
    rows = [y for y in range(mask.bit_length() // COLUMNS + 1) if mask & row_mask(y)]
    between = [y for y in range(rows[0], rows[-1]) if y not in rows]
    if not set(between) <= set(full_rows(standing)):
        return False
    before = after = standing & ~mask
    for y, one in full.items():
        before &= ~(one & row_mask(y))
    gone = sorted({*between, *full} - {*rows})
    for cells, without in ((after, gone), (before, between)):
        there = without_rows(mask, without)
        if there & row_mask(0) or there >> COLUMNS & without_rows(cells, without):
            return True
    return False


def _corners(place: Placement) -> tuple[tuple[int, int], ...]:
    return tuple((place.x + dx, place.y + dy) for dx, dy in CORNERS)


@cache
def _before(place: Placement, system: System) -> Mask:
    """The cells that a T takes at places which a turn tries before the one by which it gets here."""
    offsets = set[tuple[int, int]]()
    for before in range(4):
        if before == place.orientation:
            continue
        kicks = KICKS[system][T].get((before, place.orientation), ())
        offsets |= {
            (first[0] - kick[0], first[1] - kick[1])
            for number, kick in enumerate(kicks)
            for first in kicks[:number]
        }
    cells = {
        (place.x + dx + cx, place.y + dy + cy) for dx, dy in offsets for cx, cy in CELLS[T][place.orientation]
    }
    return mask_of((x, y) for x, y in cells if 0 <= x < COLUMNS and 0 <= y < ROWS)
