"""A solved model to play by: what every placement is worth, and the best one."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from ai.tetris.four_wide import policy_file
from ai.tetris.four_wide.graph import Graph, graph_of
from ai.tetris.four_wide.kernels.choosing import MOST_EDGES, NOTHING, STATE, choose
from ai.tetris.four_wide.kernels.situations import NOBODY, Numbers, Words, canonical, find
from ai.tetris.four_wide.layout import heads_of, lists_of, places_of, situations_of
from game.errors import BadInput, BadTable
from game.tetris.four_wide.model import Model


class Option(NamedTuple):
    """A useful placement: the piece, whether it comes from the hold, and the field that remains.

    `value` is the number of clears to come with best play, this one included.
    """

    piece: int
    held: bool
    field: int
    value: float


@dataclass(frozen=True, eq=False)
class Policy:
    """A model's values, from a file. Fields are numbers as in `game.tetris.four_wide.well`."""

    model: Model
    graph: Graph
    error: float
    keys: Words
    kinds: NDArray[np.float64]
    states: NDArray[Any]
    heads: Words
    targets: Numbers

    @staticmethod
    def read(path: Path) -> Policy:
        """The policy in a file. Raises `BadTable`."""
        model, error, keys, kinds, states = policy_file.read(path)
        graph = graph_of(model.start, model.reach, model.lines)
        known = np.unique(situations_of(model) >> 1)
        if not np.array_equal(keys, known) or len(states) != len(keys) * len(graph.fields):
            raise BadTable(
                f"{path}: no whole policy file: its states are not those of {model.name}; build it again"
            )
        edges, sources, targets = lists_of(graph)
        heads = heads_of(edges, sources, len(graph.fields))
        return Policy(model, graph, error, known, kinds, states, heads, targets)

    def options(
        self, field: int, current: int, hold: int | None, queue: Sequence[int], bag: int
    ) -> list[Option]:
        """Every useful placement, best first. `queue` are the previews, `bag` the rest after them, as a set of bits.

        Raises `BadInput` for what cannot come up in this model.
        """
        place, found = self._place(field), []
        for piece, kept, held in _choices(current, hold):
            row, mirror = self._row(kept, queue, bag)
            for after in self.graph.follow[piece][place]:
                value = self._value(row + int(self.graph.mirror[after] if mirror else after))
                found.append(Option(piece, held, self.graph.fields[after], 1.0 + value))
        return sorted(found, key=lambda option: -option.value)

    def best(
        self, field: int, current: int, hold: int | None, queue: Sequence[int], bag: int
    ) -> Option | None:
        """The best placement as `options` has it first, quickly; None where nothing clears a line.

        Nothing is checked: a position that cannot come up gives any placement.
        """
        held = NOBODY if hold is None else hold
        found = choose(
            self.keys[
                :-1
            ],  # so whatever is not there is taken for one that is: the last one, or one before it
            self.states,
            self.heads,
            self.targets,
            self._place(field),
            current,
            held,
            places_of(0, queue),
            bag,
            hold is not None,
        )
        if found == NOTHING:
            return None
        second, after = bool(found & 1), int(self.targets[0, found >> 1 & MOST_EDGES])
        value = self._value(found >> STATE)
        return Option(held if second else current, second, self.graph.fields[after], 1.0 + value)

    def _place(self, field: int) -> int:
        place = self._places.get(field)
        if place is None:
            raise BadInput(f"the field 0x{field:x} cannot come up in {self.model.name}")
        return place

    @cached_property
    def _places(self) -> dict[int, int]:
        return {field: number for number, field in enumerate(self.graph.fields)}

    def _row(self, kept: int | None, queue: Sequence[int], bag: int) -> tuple[int, int]:
        """Where the values of a situation begin, and whether it is there as its mirror image."""
        if len(queue) != self.model.previews or (kept is None) == self.model.hold:
            raise BadInput(f"a position of {self.model.name} has {self.model.previews} previews")
        found = find(self.keys, canonical(places_of(kept, queue), bag))
        if not self._known(found >> 1, kept, queue, bag):
            raise BadInput("this queue cannot be followed by this rest of the bag")
        return (found >> 1) * len(self.graph.fields), found & 1

    def _known(self, number: int, kept: int | None, queue: Sequence[int], bag: int) -> bool:
        return (
            number < len(self.keys) and int(self.keys[number]) == canonical(places_of(kept, queue), bag) >> 1
        )

    def _value(self, state: int) -> float:
        number = self.states[state]
        return float(self.kinds[number] if len(self.kinds) else number)


def _choices(current: int, hold: int | None) -> Iterator[tuple[int, int | None, bool]]:
    """What may be placed, what is kept then, and whether it comes from the hold."""
    yield current, hold, False
    if hold is not None and hold != current:
        yield hold, current, True
