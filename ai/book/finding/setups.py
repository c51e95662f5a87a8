"""Setups for perfect clears: fields from which the rest is left to search.

A setup is a field on the way to an empty board, after some pieces of the first bag. What it is worth with an order of
the bag is the mean over what comes then, if the order lets it be built.
"""

from __future__ import annotations

from collections.abc import Iterator
from collections.abc import Sequence as PieceSequence
from functools import cache
from itertools import permutations
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from ai.book.build import folded
from ai.book.building.clears import clear_steps
from ai.book.building.lines import Lines
from ai.book.building.solve import Solution
from ai.book.building.steps import GOES_ON, Movement
from ai.book.finding.fillings import Filled, fillings
from ai.tetris.guideline.perfect_clear import pieces_needed
from game.tetris.guideline.openers.position import (
    FULL_BAG,
    MIRRORED,
    NO_EXTRA,
    Position,
    field_of,
    full_rows,
    mirrored_bag,
    without_rows,
)
from game.tetris.guideline.openers.sequences import BEHIND, Sequence, number, sizes
from game.tetris.guideline.openers.source import Clear, Stage

# Which orders of a bag let a set of pieces be built with hold, all orders at once.
#
# All letters of a bag are seen together: six pieces, and a seventh is the one that is left. An order is a row of
# these letters; the first two can be exchanged, since one of them is held. After k pieces k + 1 letters have come,
# and the one of them that is not placed is in hold.

Orders = NDArray[np.bool_]  # by order: whether it does
Numbers = NDArray[np.int64]
LETTERS = 7


@cache
def orders(bag: int) -> tuple[tuple[int, ...], ...]:
    """All orders of a bag's letters, the smaller of the first two first: 2,520 of a full bag."""
    letters = [piece for piece in range(LETTERS) if bag >> piece & 1]
    return tuple(order for order in permutations(letters) if order[:2] == tuple(sorted(order[:2])))


@cache
def mirrored_orders(bag: int) -> Numbers:
    """By order: the number of its mirror image among the orders of the mirrored bag."""
    numbers = {order: at for at, order in enumerate(orders(mirrored_bag(bag)))}
    images = ([MIRRORED[piece] for piece in order] for order in orders(bag))
    return np.array([numbers[(*sorted(image[:2]), *image[2:])] for image in images], np.int64)


@cache
def come(bag: int, pieces: int) -> Orders:
    """By order: whether a set of different letters has come, with at most one other one."""
    letters = np.array(orders(bag))[:, : pieces.bit_count() + 1]
    seen: Numbers = np.bitwise_or.reduce(1 << letters, axis=1)
    result: Orders = seen & pieces == pieces
    return result


class Building(NamedTuple):
    """The orders of a bag in which a set of pieces can be placed, and one way to do it, each piece as it is placed."""

    orders: Orders
    steps: tuple[Filled, ...]


def building(start: int, bag: int, filled: tuple[Filled, ...], movement: Movement) -> Building:
    """Return how different pieces of the bag can fill these cells of a picture, in which cleared rows stay in place."""
    cells = dict(filled)
    every = sum(1 << piece for piece in cells)
    results = {0: np.ones(len(orders(bag)), np.bool_)}
    steps = dict[
        tuple[int, int], int
    ]()  # by the pieces that are there and the next one: its cells as it is placed
    for pieces in sorted((each for each in range(1, every + 1) if not each & ~every), key=int.bit_count):
        ways = np.zeros(len(orders(bag)), np.bool_)
        for piece, at in filled:
            before = pieces & ~(1 << piece)
            if pieces >> piece & 1 and before in results:
                standing = start | sum(cells[each] for each in cells if before >> each & 1)
                gone = full_rows(standing)
                placed = without_rows(at, gone)
                if placed in movement.reached(without_rows(standing, gone), piece):
                    steps[before, piece] = placed
                    ways |= results[before]
        if (ways & come(bag, pieces)).any():
            results[pieces] = ways & come(bag, pieces)
    works = results.get(every, np.zeros(len(orders(bag)), np.bool_))
    return Building(works, _one_way(every, int(works.argmax()), results, steps) if works.any() else ())


def _one_way(
    every: int, order: int, results: dict[int, Orders], steps: dict[tuple[int, int], int]
) -> tuple[Filled, ...]:
    """The steps to all pieces that one order of the bag allows."""
    way: list[Filled] = []
    while every:
        before, piece = next(
            (before, piece)
            for before, piece in steps
            if before | 1 << piece == every and results[before][order]
        )
        way.append((piece, steps[before, piece]))
        every = before
    return tuple(reversed(way))


def buildable(start: int, bag: int, filled: tuple[Filled, ...], movement: Movement) -> Orders:
    """By order: whether different pieces of the bag can be placed on these cells, as in `building`."""
    return building(start, bag, filled, movement).orders


@cache
def beginnings(bag: int, left: int) -> Numbers:
    """By order: which of the beginnings of a position's sequences it leads to, once all but `left` is placed.

    The letters of this bag decide the beginning; behind it come those of the next one. -1: too much has come.
    """
    result = np.full(len(orders(bag)), -1, np.int64)
    here = np.flatnonzero(come(bag, bag & ~left))
    if left.bit_count() < 2:
        result[here] = 0
        return result
    behind = next_bag_sequences(left)
    for at in here.tolist():
        rest = [piece for piece in orders(bag)[at] if left >> piece & 1]
        letters = (*rest[2:], *range(LETTERS))[:BEHIND]
        sequence = Sequence(min(rest[:2]), max(rest[:2]), (letters[0], letters[1], letters[2], letters[3]))
        place = number(left, NO_EXTRA, sequence)
        assert place is not None
        result[at] = place // behind
    return result


def next_bag_sequences(left: int) -> int:
    """In how many ways the letters of the next bag that are seen can come, behind two letters or more of this one."""
    result = 1
    for letters in sizes(left, NO_EXTRA)[1][max(0, left.bit_count() - 2) :]:
        result *= letters
    return result


# Everything from which some rows can be emptied, and what each position on the way is worth with six pieces seen.


class Node(NamedTuple):
    """A position on the way: by beginning (see `dealing`) its mean value, runs if written plainly, what follows."""

    worth: NDArray[np.float32]
    runs: int
    after: tuple[Position, ...]


class Tree(NamedTuple):
    """All positions from which so many rows can be emptied, the start among them if it can be done at all."""

    start: Position
    rows: int
    nodes: dict[Position, Node]

    def left(self, position: Position) -> int:
        """The letters of the first bag that are not placed yet."""
        if position.extra != NO_EXTRA:
            return 1 << position.extra
        return 0 if position.bag == FULL_BAG and position != self.start else position.bag


def tree_of(start: Position, rows: int, first: PieceSequence[Filled] = ()) -> Iterator[tuple[int, int, Tree]]:
    """The tree of a start without an extra letter: how many positions are done, of how many.

    With `first`, only what begins with one of these placements. Raises `BadInput` where that is impossible or too much.
    """
    pieces, lines = pieces_needed(field_of(start.cells), rows), Lines()
    for position in [start.after(*one) for one in first] or [start]:
        clear = Clear(pieces - bool(first), False)
        for one in clear_steps(Stage("", position, (), clear), "srs"):
            lines.add(one.position, (one.piece, one.cells), 1.0 if one.last else GOES_ON)
    solution, tree = Solution(lines), Tree(start, rows, {})
    for done in solution.solved():
        yield done, len(solution.order), tree
    for position in solution.order:
        tree.nodes[position] = _node(solution, position)
    yield len(solution.order), len(solution.order), tree


def _node(solution: Solution, position: Position) -> Node:
    choices = solution.choices(position)
    best, value = choices.best, np.maximum(choices.value.max(0), 0.0)
    runs = 1 + int(np.count_nonzero((best[:, 1:] != best[:, :-1]).any(0)))
    own = position.extra == NO_EXTRA and position.bag != FULL_BAG
    worth = value.reshape(-1, next_bag_sequences(position.bag) if own else len(value)).mean(1)
    goes_on = solution.lines.edges[position].items()
    after = tuple(position.after(*edge) for edge, end in goes_on if end == GOES_ON)
    return Node(worth.astype(np.float32), runs, tuple(dict.fromkeys(after)))


Worth = NDArray[np.float32]  # by order of the first bag


class Setup(NamedTuple):
    """A field, all ways to build it, its worth by order, mirrored or not, and the share of orders that build it."""

    position: Position
    builds: tuple[tuple[Filled, ...], ...]
    worth: Worth
    built: float


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
