"""A model laid out for the kernels: its situations, their branches, and the graph as lists of edges."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

import numpy as np

from ai.tetris.four_wide.graph import Graph, graph_of
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
from game.errors import BadInput
from game.tetris.four_wide.model import Model

SLICE = 4_096  # situations: some milliseconds


@dataclass(frozen=True, eq=False)
class Layout:
    """What a sweep needs (see the kernels), and where each state of the full model is found.

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
    found = np.zeros(model.sequences * model.holds, np.int64)
    count = list_situations(model.previews, model.randomizer == "bag", model.hold, found)
    assert count == len(found)
    return found


def lay_out(model: Model) -> Layout:
    """The layout of `model`."""
    graph = graph_of(model.start, model.reach, model.lines)
    bagged = model.randomizer == "bag"
    found = situations_of(model)
    keys, places = np.unique(found >> 1, return_inverse=True)
    begins = np.zeros(len(keys) + 1, np.int64)
    pieces, after = np.zeros(14 * len(keys), np.int8), np.zeros(14 * len(keys), np.int32)
    branches = list_branches(keys, model.previews, bagged, begins, pieces, after)
    edges, sources, targets = lists_of(graph)
    return Layout(
        model,
        graph,
        keys,
        (places * 2 + (found & 1)).astype(np.int32),
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
