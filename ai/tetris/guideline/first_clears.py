"""The graph of the first perfect clear, made once and kept in the cache folder: it answers in milliseconds.

It has every field on the way from the empty board through a bag, and what can be placed on it (`optimum`). Making it
takes half a minute; without it the same questions are searched anew, in seconds.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any, ClassVar, NamedTuple

import numpy as np
from numpy.typing import NDArray

from ai.memory import free_memory
from ai.tetris.guideline.kernels import first_clears as kernels
from ai.tetris.guideline.kernels.layout import Words
from ai.tetris.guideline.kernels.optimum import BOX, COLUMNS, FIRST_BAG, KINDS, RANKS, Codes, Edges, Numbers
from ai.tetris.guideline.optimum import ArrayFolder, Level, Search, Tell, placement_of_code, quiet
from game import places
from game.tetris.guideline.field import Field
from game.tetris.guideline.placement import Placement

LEVELS = kernels.LEVELS
BAG = KINDS
MATTER = 11  # letters: ten are placed, one may be kept
MEMORY = 1_300_000_000  # bytes that making it takes
NAME = "graph-1"  # another number where what is kept changes


class Start(NamedTuple):
    """A node of the graph, and the letters of the first bag that lie there."""

    node: int
    placed: tuple[int, ...]

    @property
    def level(self) -> int:
        """The number of pieces that lie there."""
        return len(self.placed)


@dataclass(frozen=True)
class FirstClears:
    """The graph; `kernels/first_clears.py` says what lies where. Nothing is written into its arrays."""

    begins: tuple[int, ...]  # the first node of each level, and the end of all
    fields: Words
    sets: Words
    starts: Numbers
    to: Numbers
    at: Codes

    _known: ClassVar[FirstClears | None] = None

    @property
    def edges(self) -> Edges:
        """The edges of all nodes."""
        return Edges(self.starts, self.to, self.at)

    @classmethod
    def known(cls) -> FirstClears | None:
        """Return the graph if it has been made."""
        if cls._known is None:
            arrays = ArrayFolder(folder()).saved(NAME) if folder().is_dir() else None
            cls._known = None if arrays is None else cls._of(arrays)
        return cls._known

    @classmethod
    def made(cls, tell: Tell = quiet) -> FirstClears | None:
        """Return the graph, which is made now if it has not been; None where memory does not suffice."""
        if cls.known() is None:
            free = free_memory()
            if free is not None and free < MEMORY:
                return None
            arrays = ArrayFolder(folder()).get(NAME, lambda: _arrays(Search(), tell))
            cls._known = cls.known() or cls._of(arrays)
        return cls._known

    @classmethod
    def behind(cls, search: Search) -> FirstClears:
        """Return the part of the graph behind the field of a search."""
        return cls._of(_arrays(search, quiet))

    @classmethod
    def _of(cls, arrays: Sequence[NDArray[Any]]) -> FirstClears:
        begins, *rest = arrays
        for each in rest:
            each.flags.writeable = False  # kernels are compiled for such arrays, mapped or not
        return cls(tuple(begins.tolist()), *rest)

    # -- one queue --

    def start(self, field: Field, letters: Sequence[int]) -> Start | None:
        """The node from which every way of these letters goes; None where the graph does not know them all.

        Of the letters the first is held. Those left of the first bag and four behind must be such as bags deal them.
        """
        cells = box_of(field)
        for level in range(FIRST_BAG + 1) if field.height <= BOX else ():
            left = letters[: BAG - level]
            behind = letters[BAG - level : MATTER - level]
            if len({*left}) < BAG - level or len({*behind}) < len(behind):
                continue
            begin, end = self.begins[level : level + 2]
            numbers = np.flatnonzero(self.fields[begin:end] == cells)
            placed = tuple(letter for letter in range(BAG) if letter not in left)
            rank = int(RANKS[sum(1 << letter for letter in placed)])
            if len(numbers) and int(self.sets[begin + numbers[0]]) >> rank & 1:
                return Start(begin + int(numbers[0]), placed)
        return None

    def way(
        self, start: Start, letters: Sequence[int], *, holding: bool = True
    ) -> tuple[Placement, ...] | None:
        """One way to the end with these letters, the first of them held; without spins."""
        steps = LEVELS - start.level
        line = np.zeros((steps, kernels.LINE_WORDS), np.int64)
        failed = np.zeros(len(self.starts) - 1, np.uint8)
        live = _live(letters[: BAG - start.level], start.level)
        queue = np.array(letters[: MATTER - start.level], np.int64)
        arrays = live, self.sets, self.edges, failed, line
        if not kernels.find_way(start.node, start.level, queue, holding, *arrays):
            return None
        codes = self.at[line[:, kernels.EDGE] - 1].tolist()
        return tuple(placement_of_code(code, 0) for code in codes)

    # -- the rest of a bag in a known order --

    def savable(self, start: Start, order: Sequence[int], behind: NDArray[np.int8]) -> NDArray[np.uint8]:
        """The pieces that can be kept, as bits, where the rest of a bag comes in this order and `behind` [n, 4] then.

        The first letter is held. No bit is set where there is no clear.
        """
        x, y, z, w = behind.T.astype(np.int64)
        bits = self._of_bag(start, order)[:, KINDS * x + y] >> KINDS * z + w & 1
        pieces: NDArray[np.uint8] = (bits << np.arange(KINDS)[:, None]).sum(0).astype(np.uint8)
        return pieces

    def _of_bag(self, start: Start, order: Sequence[int]) -> Words:
        begins, first = self.begins, start.level
        held, live = np.zeros(begins[FIRST_BAG + 1], np.uint8), _live(order, first)
        held[start.node] = 1 << order[0]
        arrays = self.starts, self.to, self.at
        for level in range(first, FIRST_BAG):
            kernels.spread_known(
                begins[level],
                begins[level + 1],
                order[level - first + 1],
                live[level + 1],
                self.sets,
                *arrays,
                held,
            )
        sixth, seventh, eighth, ninth = begins[FIRST_BAG:LEVELS]
        late = np.zeros(eighth - seventh, np.int64)
        kernels.leave_bag(sixth, seventh, seventh, held, *arrays, late)
        words = np.zeros((ninth - eighth, KINDS * KINDS), np.int64)
        kernels.keep_of_last_two(eighth, ninth, *arrays, words)
        bits = np.zeros((KINDS, KINDS * KINDS), np.int64)
        kernels.keep_of_last_four(seventh, eighth, late, *arrays, words, bits)
        return bits


def _live(letters: Sequence[int], level: int) -> Words:
    """By level and letter held: the number of the set placed then, if the letters left of the bag come so."""
    numbers = np.full((FIRST_BAG + 1, KINDS), -1, np.int64)
    placed = 127 & ~sum(1 << letter for letter in letters)
    for number, letter in enumerate(letters):
        placed |= 1 << letter
        for held in letters[: number + 1]:
            numbers[level + number, held] = RANKS[placed & ~(1 << held)]
    return numbers


def box_of(field: Field) -> int:
    """A field as the kernels have it."""
    return sum((field.rows[y] >> x & 1) << BOX * x + BOX - 1 - y for x in range(COLUMNS) for y in range(BOX))


# -- how it is made --


def folder() -> Path:
    """Return the folder of what is kept."""
    return places.cache_dir() / "first-clears"


def _arrays(search: Search, tell: Tell) -> list[NDArray[Any]]:
    """The arrays of the graph, as they are kept."""
    levels = [*_levels(search, tell)]
    begins = np.cumsum([0, *(len(each.fields) for each in levels), 1]).astype(np.int64)
    fields = np.concatenate([*(each.fields for each in levels), [0]]).astype(np.int64)
    sets = np.concatenate([each.sets[:, 0] for each in levels[: FIRST_BAG + 1]])
    edges = np.cumsum([0, *(len(each.to) for each in levels)])
    starts = np.concatenate(
        [
            *(each.starts[:-1].astype(np.int64) + first for each, first in zip(levels, edges, strict=False)),
            [edges[-1], edges[-1]],
        ]
    ).astype(np.int32)
    to = np.concatenate([each.to + int(begins[level + 1]) for level, each in enumerate(levels)])
    at = np.concatenate([each.at for each in levels])
    return [begins, fields, sets, starts, to.astype(np.int32), at.astype(np.int16)]


def _levels(search: Search, tell: Tell) -> Iterator[Level]:
    """Levels 0 to 9; those before the search's first are empty."""
    first = search.first
    forward = {first: search.begin()}
    for level in range(first, FIRST_BAG):
        forward[level + 1] = search.forward(level, *forward[level], tell)
    levels = search.late(forward.pop(FIRST_BAG), tell)[0]
    for level in range(FIRST_BAG - 1, first - 1, -1):
        levels[level] = search.backward(level, forward.pop(level), levels[level + 1], tell)
    none, words = np.zeros(0, np.int32), np.zeros(0, np.int64)
    nothing = Level(words, words[:, None], none, np.zeros(1, np.int32), none, np.zeros(0, np.int16))
    for level in range(LEVELS):
        yield levels.get(level, nothing)
