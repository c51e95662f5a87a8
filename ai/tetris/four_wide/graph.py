"""The graph of fields: from each field with each piece to the fields that remain.

For `srs` and `srs+` the placements are those of the movement kernel of guideline Tetris, in a field of ten
columns of which six are walls; `hd` and `geo`, which nobody can play, are those of the plain rules.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from functools import cache

import numpy as np
from numpy.typing import NDArray

from ai.tetris.guideline.moves import placements
from game.tetris.four_wide.well import ROW, WIDTH, Lines, Reach, cleared, continuations, height_of, mirrored
from game.tetris.guideline import Field, System

LEFT = 3  # the column of the ten in which the well begins
WALLS = 12  # rows: higher than any field and lower than where pieces start, so that they can come in anywhere
_WALL = (1 << 10) - 1 - (ROW << LEFT)
_SYSTEMS: dict[Reach, System] = {"srs": "srs", "srs+": "srs+180"}


@dataclass(frozen=True, eq=False)
class Graph:
    """All fields that can be reached from the first, and their continuations.

    `follow[piece][number]` are the numbers of the fields that `piece` leads to from field `number`; pieces
    are 0 to 6 for I O T L J S Z. `mirror` is the number of the mirror image of each field.
    """

    fields: tuple[int, ...]
    follow: tuple[tuple[tuple[int, ...], ...], ...]
    mirror: NDArray[np.int32]

    @property
    def edges(self) -> int:
        """The number of (field, piece, next field)."""
        return sum(len(followers) for by_field in self.follow for followers in by_field)

    def number(self, field: int) -> int:
        """The number of a field. Raises `ValueError` for one that cannot be reached."""
        return self.fields.index(field)


@cache
def graph_of(start: int, reach: Reach = "srs", lines: Lines = "one") -> Graph:
    """The closure of `start`, in order of discovery, with the mirror images of all its fields."""
    system = _SYSTEMS.get(reach)
    if system is None:
        return _closure(start, lambda field, piece: continuations(field, piece, reach, lines))
    return _closure(start, lambda field, piece: _by_kernel(field, piece, system, lines))


def _closure(start: int, follow: Callable[[int, int], tuple[int, ...]]) -> Graph:
    fields = dict.fromkeys((start, mirrored(start)))
    waiting, found = list(fields), {}
    for field in waiting:
        for piece in range(7):
            found[field, piece] = follow(field, piece)
            for after in found[field, piece]:
                if after not in fields:
                    fields[after] = None
                    waiting.append(after)
    number = {field: index for index, field in enumerate(fields)}
    numbered = tuple(
        tuple(tuple(number[after] for after in found[field, piece]) for field in fields) for piece in range(7)
    )
    return Graph(tuple(fields), numbered, np.array([number[mirrored(field)] for field in fields], np.int32))


def _by_kernel(field: int, piece: int, system: System, lines: Lines) -> tuple[int, ...]:
    rows = [_WALL | (field >> (WIDTH * row) & ROW) << LEFT for row in range(WALLS)]
    assert height_of(field) < WALLS - 4
    followers = set()
    for placement in placements(Field.of(rows), piece, system):
        columns = {x for x, _ in placement.cells}
        if min(columns) >= LEFT and max(columns) < LEFT + WIDTH:
            cells = sum(1 << (WIDTH * y + x - LEFT) for x, y in placement.cells)
            after, count = cleared(field | cells)
            if count == 1 or (count > 1 and lines == "any"):
                followers.add(after)
    return tuple(sorted(followers))
