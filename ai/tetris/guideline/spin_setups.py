"""The question of solution-finder's spin: every set of pieces with which a T can be turned in and clears rows.

For each place of a T the rows that it is to clear are filled first, each piece fills a cell of them. Where that cannot
be placed or the T cannot be turned in, pieces are put where they can change it: below one that floats, on a corner of
the T, or where they refuse an earlier kick. No piece is needless: without it the T would not clear these rows.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cache
from typing import NamedTuple

from ai.tetris.guideline.covering import Picture, landings
from ai.tetris.guideline.setups import Filled, Setup, Supply, built, fillings, holes_in, placements_within
from game.errors import BadInput
from game.tetris.guideline import COLUMNS, Field, System
from game.tetris.guideline.field import ROWS
from game.tetris.guideline.masks import (
    Mask,
    cells_of_mask,
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


@dataclass(frozen=True)
class SpinSetup:
    """The pieces of a spin, the T last; where the T is among the first rows, its spin, and what it clears."""

    setup: Setup
    place: Placement
    cleared: int
    cleared_by_all: int
    holes: int


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
) -> Iterator[SpinSetup | None]:
    """Every way to a T-spin that clears at least so many `lines`, and None now and then while none is found.

    Rows from `bottom` to below `top` are cleared (as far as the stack goes), pieces lie below `margin` (two above
    `top`), and at most so many `roofs` are there only so that the others can be placed and the T turned in.
    Raises `BadInput` for too many ways.
    """
    top = field.height if top is None else top
    margin = min(ROWS, top + 2) if margin is None else margin
    search = _Search(field, supply, system, margin, supply.length if roofs is None else roofs)
    count = 0
    for place in _places(field, margin):
        for result in search.with_t(place, range(bottom, top), lines):
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
    """Cells of which another piece has to take one, and whether they are corners of the T."""

    cells: Mask
    is_corner: bool = False


class _Search:
    """The pieces for one place of a T after the other."""

    def __init__(self, field: Field, supply: Supply, system: System, margin: int, roofs: int) -> None:
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

    def with_t(self, place: Placement, rows: Sequence[int], lines: int) -> Iterator[SpinSetup | None]:
        """Every way in which a T at a place clears so many of the rows, with or without others before it."""
        if self._counts[T] < 0:
            return
        at, own = mask_of(place.cells), {y for _, y in place.cells}
        free = tuple(each for each in self._all if not each[1] & at)
        results, seen = dict[frozenset[Filled], SpinSetup](), set[frozenset[Filled]]()
        for some in _subsets(rows):
            if len(own.intersection(some)) < lines:
                continue
            missing = sum(row_mask(y) for y in some) & ~self._start & ~at
            for filled in fillings(missing, free, self._counts, self._supply.length - 1):
                yield None
                for pieces in self._completed(filled, place, at, self._roofs, seen):
                    spin = self._spin(tuple(sorted(pieces)), place, at)
                    if spin is not None and spin.cleared >= lines:
                        results[frozenset(pieces)] = spin
        for some_pieces, result in results.items():
            if not any(other < some_pieces and results[other].cleared >= result.cleared for other in results):
                yield result

    def _completed(
        self,
        pieces: tuple[Filled, ...],
        place: Placement,
        at: Mask,
        roofs: int,
        seen: set[frozenset[Filled]],
    ) -> Iterator[tuple[Filled, ...]]:
        """The pieces, with others where they are needed, so that all can be placed and the T turned in."""
        key = frozenset(pieces)
        if key in seen or not self._supply.allows([T, *(piece for piece, _ in pieces)]):
            return
        seen.add(key)
        needed = self._needed(pieces, place, at)
        if needed is None:
            yield pieces
            return
        cells, is_corner = needed
        if not is_corner and not roofs:
            return
        used = at
        for _, mask in pieces:
            used |= mask
        tried = set[Filled]()
        while cells:
            for each in self._covering[cells & -cells]:
                if not each[1] & used and each not in tried:
                    tried.add(each)
                    rest = roofs if is_corner else roofs - 1
                    yield from self._completed((*pieces, each), place, at, rest, seen)
            cells &= cells - 1

    def _needed(self, pieces: tuple[Filled, ...], place: Placement, at: Mask) -> _Needed | None:
        """The cells of which another piece has to take one; None where nothing is missing."""
        picture = Picture(self._start, pieces, self._system)
        placed = picture.most
        whole = (1 << len(pieces)) - 1
        standing = picture.standing(whole)
        if placed != whole:
            floating = [mask for number, (_, mask) in enumerate(pieces) if not placed >> number & 1]
            below = 0
            for mask in floating:
                below |= mask >> COLUMNS
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
            return _Needed(with_rows(cells, gone) & self._within, is_corner=True)
        cells = _before(place, self._system) & ~now & ~there
        return _Needed(with_rows(cells, gone) & self._within)

    def _spin(self, pieces: tuple[Filled, ...], place: Placement, at: Mask) -> SpinSetup | None:
        """The spin with these pieces; None where no queue can build it."""
        picture = Picture(self._start, (*pieces, (T, at)), self._system, len(pieces))
        before = picture.standing((1 << len(pieces)) - 1)
        gone = full_rows(before)
        standing = before | at
        cleared = [y for y in full_rows(standing) if y not in gone]
        setup = built(picture, self._supply)
        if setup is None:
            return None
        spin = landings(without_rows(before, gone), T, self._system)[without_rows(at, gone)]
        after = without_rows(standing, full_rows(standing))
        holes = holes_in(after, strict=False).bit_count()
        return SpinSetup(setup, place._replace(spin=spin), len(cleared), len(full_rows(standing)), holes)


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
