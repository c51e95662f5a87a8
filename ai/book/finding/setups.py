"""Setups for perfect clears: fields of the first bag from which the rest is left to search, and a good choice of them.

A setup is a field on the way to an empty board, after some pieces of the first bag; from there on a book has every way.
What it is worth with an order of the bag is the mean over what comes then, if the order lets it be built. Setups are
taken one after the other, each time the one that adds most to the mean over all orders for what it adds to the file.
"""

from __future__ import annotations

import heapq
from collections.abc import Iterable, Iterator
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from ai.book.building.compiling import folded
from ai.book.building.reach import Movement
from ai.book.finding.dealing import beginnings, buildable, mirrored_orders, orders
from ai.book.finding.fillings import Filled, fillings
from ai.book.finding.trees import Tree
from game.tetris.guideline.field import COLUMNS
from game.tetris.guideline.openers.position import NO_EXTRA, Position
from game.tetris.guideline.openers.source import Clear, Drawn, Line, Stage

COUNTED = ["no", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten"]
Worth = NDArray[np.float32]  # by order of the first bag
BYTES_OF_POSITION, BYTES_OF_RUN, BYTES_ON_THE_WAY = 20.0, 1.5, 300.0
_LEAST_GAIN = 1e-5


class Setup(NamedTuple):
    """A field, all ways to build it, its worth by order, mirrored or not, and the share of orders that build it."""

    position: Position
    builds: tuple[tuple[Filled, ...], ...]
    worth: Worth
    built: float


class Chosen(NamedTuple):
    """A setup that was taken: E(V) of all so far if one is decided for at the start, and the bytes they may take."""

    setup: Setup
    value: float
    bytes: int


def setups(tree: Tree, least_pieces: int, most: int) -> Iterator[tuple[int, int, Setup]]:
    """The best setups of each number of pieces, up to `most` of them: how many are looked at, of how many.

    Where the start is its own mirror image, so is what a setup is worth.
    """
    by_pieces = dict[int, list[Position]]()
    for position in tree.nodes:
        pieces = (tree.start.bag & ~tree.left(position)).bit_count()
        if pieces >= least_pieces and position.cells.bit_count() == tree.start.cells.bit_count() + 4 * pieces:
            by_pieces.setdefault(pieces, []).append(position)
    best = [
        position
        for _, positions in sorted(by_pieces.items())
        for position in sorted(positions, key=lambda one: (-float(tree.nodes[one].worth.mean()), one))[:most]
    ]
    movement, known = Movement(), set[Position]()
    for done, position in enumerate(best, 1):
        one = folded(position) if tree.start == tree.start.mirrored() else position
        if one not in known and (setup := _setup(tree, position, movement)):
            yield done, len(best), setup
        known.add(one)


def _setup(tree: Tree, position: Position, movement: Movement) -> Setup | None:
    start, left = tree.start, tree.left(position)
    builds, built = [], np.zeros(len(orders(start.bag)), np.bool_)
    supply = tuple((start.bag & ~left) >> piece & 1 for piece in range(7))
    for filled in fillings(position.cells & ~start.cells, supply):
        if (works := buildable(start.cells, start.bag, filled, movement)).any():
            builds.append(tuple(sorted(filled)))
            built |= works
    if not builds:
        return None
    where, values = beginnings(start.bag, left), tree.nodes[position].worth
    worth = np.where(built & (where >= 0), values[np.maximum(where, 0)], 0.0).astype(np.float32)
    if start == start.mirrored():
        worth = np.maximum(worth, worth[mirrored_orders(start.bag)])
        built |= built[mirrored_orders(start.bag)]
    return Setup(position, tuple(sorted(builds)), worth, float(built.mean()))


# -- choosing --


def choose(every: Iterable[Setup], tree: Tree, most_bytes: float) -> Iterator[Chosen]:
    """Setups one after the other, as many as go into so many bytes."""
    choice = _Choice(list(every), tree)
    while (number := choice.next(most_bytes)) is not None:
        choice.take(number)
        yield Chosen(choice.setups[number], float(choice.worth.mean()), round(choice.bytes))


class _Choice:
    def __init__(self, setups: list[Setup], tree: Tree) -> None:
        self.setups = setups
        self.costs = list[float]()
        numbers = dict[Position, int]()
        self.below = [self._below(one.position, tree, numbers) for one in setups]
        self.cost, self.have = np.array(self.costs), np.zeros(len(self.costs), np.bool_)
        self.worth, self.bytes, self.taken = np.zeros(len(orders(tree.start.bag)), np.float32), 0.0, 0
        self.waiting = [(-np.inf, number, -1) for number in range(len(setups))]

    def _below(self, start: Position, tree: Tree, numbers: dict[Position, int]) -> NDArray[np.int64]:
        """The numbers of all positions that a setup leads to, mirror images being one."""
        known, waiting = {start}, [start]
        for position in waiting:
            ahead = [then for then in tree.nodes[position].after if then in tree.nodes and then not in known]
            known.update(ahead)
            waiting += ahead
        found = set()
        for position in waiting:
            if folded(position) not in numbers:
                numbers[folded(position)] = len(numbers)
                self.costs.append(BYTES_OF_POSITION + BYTES_OF_RUN * tree.nodes[position].runs)
            found.add(numbers[folded(position)])
        return np.array(sorted(found), np.int64)

    def _more_bytes(self, number: int) -> float:
        below = self.below[number]
        return float(self.cost[below][~self.have[below]].sum()) + BYTES_ON_THE_WAY

    def next(self, most_bytes: float) -> int | None:
        """The setup with the largest gain for its bytes; gains only shrink, so old ones are upper bounds."""
        while self.waiting:
            _, number, when = heapq.heappop(self.waiting)
            more = self._more_bytes(number)
            gain = float(np.maximum(self.setups[number].worth - self.worth, 0.0).mean())
            if gain < _LEAST_GAIN or self.bytes + more > most_bytes:
                continue
            if when == self.taken:
                return number
            heapq.heappush(self.waiting, (-gain / more, number, self.taken))
        return None

    def take(self, number: int) -> None:
        """Take a setup with all that it leads to."""
        self.bytes += self._more_bytes(number)
        self.have[self.below[number]] = True
        self.worth = np.maximum(self.worth, self.setups[number].worth)
        self.taken += 1


# -- as stages --


def stages_of(tree: Tree, chosen: Iterable[Setup]) -> tuple[Stage, ...]:
    """The setups as stages of a source: all ways to build them, then each with its perfect clear."""
    found = list(chosen)
    lines = {
        Line(tuple(Drawn(*one, False) for one in build), None) for each in found for build in each.builds
    }
    return (
        Stage("The first bag", tree.start, tuple(sorted(lines)), None),
        *(_clear(tree, one) for one in found),
    )


def _clear(tree: Tree, setup: Setup) -> Stage:
    pieces = (COLUMNS * tree.rows - setup.position.cells.bit_count()) // 4
    return Stage(
        f"Perfect clear with {COUNTED[pieces]} pieces",
        setup.position,
        (),
        Clear(pieces, setup.position.extra != NO_EXTRA),
    )
