"""A model laid out for the kernels: its situations, their branches, and the graph as lists of edges."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from functools import cache

import numpy as np
from numpy.typing import NDArray

from ai.tetris.four_wide.kernels.situations import (
    BAG,
    NOBODY,
    PLACE,
    Bytes,
    Numbers,
    Words,
    canonical,
    list_branches,
    list_situations,
)
from ai.tetris.four_wide.kernels.values import Continuations, Draws
from ai.tetris.guideline.moves import placements
from game.errors import BadInput
from game.tetris.four_wide.model import Model
from game.tetris.four_wide.well import ROW, WIDTH, Lines, Reach, cleared, continuations, height_of, mirrored
from game.tetris.guideline import Field, System

# The graph of fields: from each field with each piece to the fields that remain.
#
# For `srs` and `srs+` the placements are those of the movement kernel of guideline Tetris, in a field of ten
# columns of which six are walls; `hd` and `geo`, which nobody can play, are those of the plain rules.

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
    waiting, results = list(fields), {}
    for field in waiting:
        for piece in range(7):
            results[field, piece] = follow(field, piece)
            for after in results[field, piece]:
                if after not in fields:
                    fields[after] = None
                    waiting.append(after)
    number = {field: index for index, field in enumerate(fields)}
    numbered = tuple(
        tuple(tuple(number[after] for after in results[field, piece]) for field in fields)
        for piece in range(7)
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


SLICE = 4_096  # situations: some milliseconds


@dataclass(frozen=True, eq=False)
class Layout:
    """Arrays that a sweep needs (see the kernels), and the place of each state of the full model.

    `keys` are the situations that stand for all; `places[n]` is twice the situation of the n-th state of
    queue, bag and hold (in the order of `list_situations`), plus one where it is the mirror image.
    """

    model: Model
    graph: Graph
    keys: Words
    places: Numbers
    begins: Words
    pieces: Bytes
    after: Numbers
    edges: Words
    sources: Numbers
    targets: Numbers

    @property
    def draws(self) -> Draws:
        """The branches of all situations."""
        return Draws(self.begins, self.pieces, self.after)

    @property
    def continuations(self) -> Continuations:
        """The graph as the kernels take it."""
        return Continuations(self.edges, self.sources, self.targets)

    @property
    def fields(self) -> int:
        """The number of fields."""
        return len(self.graph.fields)

    def find(self, hold: int | None, queue: Sequence[int], bag: int) -> tuple[int, bool]:
        """The situation that stands for this hold, queue and rest of the bag (a set of bits; 0 without bags).

        And whether it is the mirror image that stands there. Raises `BadInput` where that cannot come up.
        """
        if (hold is not None) != self.model.hold or len(queue) != self.model.previews:
            raise BadInput(
                f"{self.model.name} has {self.model.previews} previews and {self.model.holds} holds"
            )
        wanted = canonical(places_of(hold, queue), bag)
        number = int(np.searchsorted(self.keys, wanted >> 1))
        if number == len(self.keys) or self.keys[number] != wanted >> 1:
            raise BadInput("this queue cannot be followed by this rest of the bag")
        return number, bool(wanted & 1)

    def slices(self) -> Iterator[tuple[int, int]]:
        """First and last of some situations at a time, in order: control comes back between two kernels."""
        for first in range(0, len(self.keys), SLICE):
            yield first, min(first + SLICE, len(self.keys))

    @property
    def states(self) -> int:
        """The number of states that stand for all of the model."""
        return len(self.keys) * self.fields


def places_of(hold: int | None, queue: Sequence[int]) -> int:
    """Hold and queue as the places of a situation."""
    places = (1 << BAG) - (1 << PLACE * (len(queue) + 1)) | (NOBODY if hold is None else hold)
    return places | sum(piece << PLACE * (place + 1) for place, piece in enumerate(queue))


def situations_of(model: Model) -> Words:
    """`canonical` of every state of hold, queue and bag, in the order of `list_situations`."""
    result = np.zeros(model.sequences * model.holds, np.int64)
    count = list_situations(model.previews, model.randomizer == "bag", model.hold, result)
    assert count == len(result)
    return result


def lay_out(model: Model) -> Layout:
    """The layout of `model`."""
    graph = graph_of(model.start, model.reach, model.lines)
    bagged = model.randomizer == "bag"
    result = situations_of(model)
    keys, places = np.unique(result >> 1, return_inverse=True)
    begins = np.zeros(len(keys) + 1, np.int64)
    pieces, after = np.zeros(14 * len(keys), np.int8), np.zeros(14 * len(keys), np.int32)
    branches = list_branches(keys, model.previews, bagged, begins, pieces, after)
    edges, sources, targets = lists_of(graph)
    return Layout(
        model,
        graph,
        keys,
        (places * 2 + (result & 1)).astype(np.int32),
        begins,
        pieces[: 2 * branches].copy(),
        after[: 2 * branches].copy(),
        edges,
        sources,
        targets,
    )


def lists_of(graph: Graph) -> tuple[Words, Numbers, Numbers]:
    """The graph as the kernels want it: `edges`, `sources` and `targets` (see `kernels.values`)."""
    sources: list[int] = []
    targets: list[int] = []
    edges = [0]
    for by_field in graph.follow:
        for source, followers in enumerate(by_field):
            sources += [source] * len(followers)
            targets += followers
        edges.append(len(sources))
    plain = np.array(targets, np.int32)
    both = np.stack([plain, graph.mirror[plain]])
    return np.array(edges, np.int64), np.array(sources, np.int32), both


def heads_of(edges: Words, sources: Numbers, fields: int) -> Words:
    """By piece and field the first edge, `piece * (fields + 1) + field`; the last of a piece is its end."""
    parts = [
        edges[piece] + np.searchsorted(sources[edges[piece] : edges[piece + 1]], np.arange(fields + 1))
        for piece in range(7)
    ]
    return np.concatenate(parts).astype(np.int64)
