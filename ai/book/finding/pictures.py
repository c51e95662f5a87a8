"""What a source draws: the fields that its lines build, full rows left standing, and what ends them."""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from ai.book.building.reach import Step
from ai.book.building.steps import mirrored, orders
from game.tetris.guideline.openers.source import Line, Source


class Pictures(NamedTuple):
    """The fields of a source by their number of cells: `whole` ones, and those on the way to them as well.

    `ends` are the single placements that end a line and `clears` the numbers of pieces of perfect clears, by field.
    """

    whole: frozenset[int]
    by_count: dict[int, tuple[int, ...]]
    ends: dict[int, tuple[Line, ...]]
    clears: dict[int, frozenset[int]]

    def above(self, cells: int, pieces: int) -> Iterator[int]:
        """The pictures that so many pieces make of a field."""
        for picture in self.by_count.get(cells.bit_count() + 4 * pieces, ()):
            if not cells & ~picture:
                yield picture


def pictures_of(source: Source, step: Step) -> Pictures:
    """All pictures of a source and of its mirror image; `step` says what can be placed."""
    whole, every = set[int](), set[int]()
    ends, clears = dict[int, list[Line]](), dict[int, set[int]]()
    for stage in dict.fromkeys(one for each in source.stages for one in (each, mirrored(each))):
        whole.add(stage.position.cells)
        for line in stage.lines:
            if line.value is not None:
                ends.setdefault(stage.position.cells, []).append(line)
                continue
            every.update(filled for *_, filled in orders(stage.position, line, step))
            whole.add(stage.position.cells | sum(one.cells for one in line.pieces))
        if stage.clear is not None:
            clears.setdefault(stage.position.cells, set()).add(stage.clear.pieces)
    return Pictures(
        frozenset(whole),
        _by_count(every | whole),
        {cells: tuple(dict.fromkeys(lines)) for cells, lines in ends.items()},
        {cells: frozenset(pieces) for cells, pieces in clears.items()},
    )


def _by_count(every: set[int]) -> dict[int, tuple[int, ...]]:
    found = dict[int, list[int]]()
    for cells in sorted(every):
        found.setdefault(cells.bit_count(), []).append(cells)
    return {count: tuple(all_cells) for count, all_cells in found.items()}
