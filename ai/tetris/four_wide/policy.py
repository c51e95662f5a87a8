"""A solved model to play by: what every placement is worth, and the best one."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from pathlib import Path
from typing import Any, NamedTuple

import msgspec
import numpy as np
from numpy.typing import NDArray

from ai import mapped
from ai.tetris.four_wide.kernels.situations import NOBODY, Numbers, Words, canonical, find
from ai.tetris.four_wide.kernels.values import MOST_EDGES, NOTHING, STATE, choose
from ai.tetris.four_wide.layout import Graph, graph_of, heads_of, lists_of, places_of, situations_of
from ai.tetris.four_wide.solving.solve import Solution
from ai.tetris.four_wide.walls import Walls
from game import saving
from game.errors import BadInput, BadTable
from game.tetris.four_wide.model import Model
from game.tetris.four_wide.well import WIDTH

# Policy files: the value of every state of a model, to be looked up without solving it again.
#
# How a file lies is in `ai/mapped.py`. Its body is three arrays, little-endian: the situations (32 bits each), the
# different values (64 bits), and for each state the number of its value (16 bits). A model of more than 65,536
# different values has the values themselves instead of the latter two (32-bit floats). The header names the model and
# the sizes.

FORM = mapped.Form(b"KIBITZ4W", 1, "policy file", BadTable)
ALIKE = 1e-9  # values that differ by less, as a share, are one: the solver knows no better
MOST_KINDS = 1 << 16
_PART = 1_000_000  # states at a time, for which there is room more than once


class Header(msgspec.Struct, frozen=True):
    """Header of a policy file; `error` is the bound on the solver's error."""

    model: Model
    situations: int
    kinds: int
    states: int
    error: float


class Contents(NamedTuple):
    """Contents of a policy file: `states` are numbers of `kinds`, or values where there are no kinds."""

    model: Model
    error: float
    keys: NDArray[np.uint32]
    kinds: NDArray[np.float64]
    states: NDArray[np.uint16] | NDArray[np.float32]


def pack(solution: Solution) -> bytes:
    """A solution as the bytes of a policy file; the same solution gives the same bytes."""
    return b"".join(_parts(solution))


def write(path: Path, solution: Solution) -> int:
    """Put a solution into a file, whole or not at all; its size in bytes. Raises `OSError`."""
    with saving.writing(path) as file:
        return sum(file.write(part) for part in _parts(solution))


def size_of(solution: Solution) -> int:
    """The bytes of a solution's policy file."""
    layout, kinds = solution.layout, _kinds(solution.values)
    words = 2 if len(kinds) else 4
    text = msgspec.json.encode(_header(solution, len(kinds)))
    parts = (len(text), 4 * len(layout.keys), kinds.nbytes, words * layout.states)
    return mapped.START + sum(size + -size % mapped.ALIGNED for size in parts)


def read(path: Path) -> Contents:
    """Return the contents of a policy file, mapped into memory once all of it was checked. Raises `BadTable`."""
    return mapped.read(path, FORM, Header, _contents)


def _contents(header: Header, body: mapped.Bytes, size: int) -> Contents:
    sizes = [4 * header.situations, 8 * header.kinds, (2 if header.kinds else 4) * header.states]
    if len(body) != sum(size + -size % mapped.ALIGNED for size in sizes):
        raise ValueError("its length does not match its header")
    parts, place = [], 0
    for size, kind in zip(sizes, ("<u4", "<f8", "<u2" if header.kinds else "<f4"), strict=True):
        parts.append(body[place : place + size].view(kind))
        place += size + -size % mapped.ALIGNED
    keys, kinds, states = parts
    if len(kinds) and len(states) and states.max() >= len(kinds):
        raise ValueError("a state names a value that does not exist")
    if not _are_values(kinds if len(kinds) else states) or (kinds[1:] <= kinds[:-1]).any():
        raise ValueError("its values are not valid")
    if not 0 <= header.error < np.inf:
        raise ValueError("its error is not valid")
    return Contents(header.model, header.error, keys, kinds, states)


def _are_values(numbers: NDArray[Any]) -> bool:
    """Return True if these are finite and not below 0; it is no value that a state cannot have."""
    return bool(not len(numbers) or (numbers.min() >= 0 and numbers.max() < np.inf))


def _parts(solution: Solution) -> list[mapped.Part]:
    """The content of a file, one part after the other."""
    kinds = _kinds(solution.values)
    states = _numbered(solution.values, kinds) if len(kinds) else solution.values.astype("<f4")
    arrays = (solution.layout.keys.astype("<u4"), kinds.astype("<f8"), states)
    return mapped.parts_of(FORM, _header(solution, len(kinds)), [each.view(np.uint8).data for each in arrays])


def _header(solution: Solution, kinds: int) -> Header:
    layout = solution.layout
    return Header(layout.model, len(layout.keys), kinds, layout.states, solution.error)


def _kinds(values: NDArray[np.float64]) -> NDArray[np.float64]:
    """The different values, rising; none where there are more than a file can number."""
    in_order, results, before, count = np.sort(values), [], -1.0, 0
    for first in range(0, len(in_order), _PART):
        part = in_order[first : first + _PART]
        steps = np.diff(part, prepend=before) > ALIKE * np.maximum(1.0, part)
        results.append(part[steps])
        before, count = part[-1], count + len(results[-1])
        if count > MOST_KINDS:
            return np.zeros(0)
    return np.concatenate(results)


def _numbered(values: NDArray[np.float64], kinds: NDArray[np.float64]) -> NDArray[np.uint16]:
    """For each value the number of its kind: the largest that is not above it."""
    numbers = np.empty(len(values), "<u2")
    for first in range(0, len(values), _PART):
        part = values[first : first + _PART]
        numbers[first : first + _PART] = np.searchsorted(kinds, part, "right") - 1
    return numbers


class Option(NamedTuple):
    """A useful placement: the piece, whether it comes from the hold, and the field that remains.

    `value` is the number of clears to come with best play, this one included; between walls of finite height `chance`
    is the greatest possible chance to reach their end.
    """

    piece: int
    held: bool
    field: int
    value: float
    chance: float = 0.0


@dataclass(frozen=True, eq=False)
class Policy:
    """A model's values, from a file. Fields are numbers as in `game.tetris.four_wide.well`.

    `walls` are those between walls of finite height, where they are at hand.
    """

    model: Model
    graph: Graph
    error: float
    keys: Words
    kinds: NDArray[np.float64]
    states: NDArray[Any]
    heads: Words
    targets: Numbers
    walls: Walls | None = None

    @staticmethod
    def read(path: Path) -> Policy:
        """The policy in a file. Raises `BadTable`."""
        model, error, keys, kinds, states = read(path)
        graph = graph_of(model.start, model.reach, model.lines)
        known = np.unique(situations_of(model) >> 1)
        if not np.array_equal(keys, known) or len(states) != len(keys) * len(graph.fields):
            raise BadTable(
                f"{path}: not a complete policy file: its states are not those of {model.name}; build it again"
            )
        edges, sources, targets = lists_of(graph)
        heads = heads_of(edges, sources, len(graph.fields))
        return Policy(model, graph, error, known, kinds, states, heads, targets)

    def with_walls(self, walls: Walls | None) -> Policy:
        """The same with values between walls of finite height, if they are those of this model."""
        fits = walls is not None and (walls.model, len(walls.states)) == (self.model, len(self.states))
        return replace(self, walls=walls) if fits else self

    def options(
        self,
        field: int,
        current: int,
        hold: int | None,
        queue: Sequence[int],
        bag: int,
        rows: int | None = None,
    ) -> list[Option]:
        """Every useful placement, best first. `queue` are the previews, `bag` the rest after them, as a set of bits.

        Between walls without an end, or where `rows` of them are left, 1 to 40; then `walls` have to be at hand.
        Raises `BadInput` for what cannot come up in this model.
        """
        place, options = self._place(field), []
        for piece, remaining, held in _choices(current, hold):
            row, mirror = self._row(remaining, queue, bag)
            for after in self.graph.follow[piece][place]:
                state, left = (
                    row + int(self.graph.mirror[after] if mirror else after),
                    self.graph.fields[after],
                )
                worth = (self._value(state), 0.0)
                if rows is not None:
                    worth = self._between(state, rows - (field.bit_count() + 4 - left.bit_count()) // WIDTH)
                options.append(Option(piece, held, left, 1.0 + worth[0], worth[1]))
        return sorted(options, key=lambda option: (-option.value, -option.chance))

    def _between(self, state: int, rows: int) -> tuple[float, float]:
        """The clears to come and the chance of the end where so many rows of the walls are left."""
        assert self.walls is not None
        return self.walls.clears(state, max(0, rows)), self.walls.chance(state, rows)

    def best(
        self, field: int, current: int, hold: int | None, queue: Sequence[int], bag: int
    ) -> Option | None:
        """The best placement as `options` has it first, quickly; None where nothing clears a line.

        Nothing is checked: a position that cannot come up gives any placement.
        """
        held = NOBODY if hold is None else hold
        result = choose(
            # so whatever is not there is taken for one that is: the last one, or one before it
            self.keys[:-1],
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
        if result == NOTHING:
            return None
        second, after = bool(result & 1), int(self.targets[0, result >> 1 & MOST_EDGES])
        value = self._value(result >> STATE)
        return Option(held if second else current, second, self.graph.fields[after], 1.0 + value)

    def _place(self, field: int) -> int:
        place = self._places.get(field)
        if place is None:
            raise BadInput(f"the field 0x{field:x} cannot come up in {self.model.name}")
        return place

    @cached_property
    def _places(self) -> dict[int, int]:
        return {field: number for number, field in enumerate(self.graph.fields)}

    def _row(self, held: int | None, queue: Sequence[int], bag: int) -> tuple[int, int]:
        """Return where the values of a situation begin, and True if they are stored for its mirror image."""
        if len(queue) != self.model.previews or (held is None) == self.model.hold:
            raise BadInput(f"a position of {self.model.name} has {self.model.previews} previews")
        result = find(self.keys, canonical(places_of(held, queue), bag))
        if not self._known(result >> 1, held, queue, bag):
            raise BadInput("this queue cannot be followed by this rest of the bag")
        return (result >> 1) * len(self.graph.fields), result & 1

    def _known(self, number: int, held: int | None, queue: Sequence[int], bag: int) -> bool:
        return (
            number < len(self.keys) and int(self.keys[number]) == canonical(places_of(held, queue), bag) >> 1
        )

    def _value(self, state: int) -> float:
        number = self.states[state]
        return float(self.kinds[number] if len(self.kinds) else number)


def _choices(current: int, hold: int | None) -> Iterator[tuple[int, int | None, bool]]:
    """Yield the pieces that may be placed, the piece kept then, and True if it comes from the hold."""
    yield current, hold, False
    if hold is not None and hold != current:
        yield hold, current, True
