"""Everything from which some rows can be emptied, and what each position on the way is worth with six pieces seen."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from ai.book.building.clears import clear_steps
from ai.book.building.lines import Lines
from ai.book.building.solve import Solution
from ai.book.building.steps import GOES_ON
from ai.book.finding.dealing import next_bag_sequences
from ai.book.finding.fillings import Filled
from ai.tetris.guideline.perfect_clear import pieces_needed
from game.tetris.guideline.openers.position import FULL_BAG, NO_EXTRA, Position, field_of
from game.tetris.guideline.openers.source import Clear, Stage


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


def tree_of(start: Position, rows: int, first: Sequence[Filled] = ()) -> Iterator[tuple[int, int, Tree]]:
    """The tree of a start without an extra letter: how many positions are done, of how many.

    With `first`, only what begins with one of these placements. Raises `BadInput` where that is impossible or too much.
    """
    pieces, lines = pieces_needed(field_of(start.cells), rows), Lines()
    for position in [start.after(*one) for one in first] or [start]:
        clear = Clear(pieces - bool(first), False)
        for one in clear_steps(Stage("", position, (), clear), "srs"):
            lines.add(one.position, (one.piece, one.cells), 1.0 if one.last else GOES_ON)
    solution, found = Solution(lines), Tree(start, rows, {})
    for done in solution.solved():
        yield done, len(solution.order), found
    for position in solution.order:
        found.nodes[position] = _node(solution, position)
    yield len(solution.order), len(solution.order), found


def _node(solution: Solution, position: Position) -> Node:
    choices = solution.choices(position)
    best, value = choices.best, np.maximum(choices.value.max(0), 0.0)
    runs = 1 + int(np.count_nonzero((best[:, 1:] != best[:, :-1]).any(0)))
    own = position.extra == NO_EXTRA and position.bag != FULL_BAG
    worth = value.reshape(-1, next_bag_sequences(position.bag) if own else len(value)).mean(1)
    goes_on = solution.lines.edges[position].items()
    after = tuple(position.after(*edge) for edge, end in goes_on if end == GOES_ON)
    return Node(worth.astype(np.float32), runs, tuple(dict.fromkeys(after)))
