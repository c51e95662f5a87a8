"""From values to what a book keeps: the positions that its own moves lead to, and one move for each run of sequences.

Neighbouring sequences share a move as long as one placement is among the best of all of them. Of a position and its
mirror image one is kept, the smaller one, and answers for both; so whatever is chosen can be mirrored.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import reduce
from typing import NamedTuple

import numpy as np

from ai.book.building.solve import Choices, Numbers, Solution
from ai.book.building.steps import Edge
from ai.book.layout import key
from ai.book.reading import mirrored_sequences
from game.tetris.guideline.openers.position import START, Position

NO_MOVE = -1


class Kept(NamedTuple):
    """A position of the book: its mean value, the first sequence of each run, and the placement of each run, if any."""

    position: Position
    value: float
    starts: tuple[int, ...]
    moves: tuple[Edge | None, ...]


class Counts(NamedTuple):
    """The size of a book as if nothing were folded: positions, runs, sequences that have a move."""

    positions: int
    runs: int
    combinations: int


def folded(position: Position) -> Position:
    """The position or its mirror image, whichever comes first in a file."""
    return min(position, position.mirrored(), key=key)


def compiled(solution: Solution) -> Iterator[tuple[Kept, Counts]]:
    """Every position of the book, first the empty board, with what it adds to the book's size."""
    waiting, known = [START], {START}
    for position in waiting:
        if not solution.mean(position):
            continue
        choices = solution.choices(position)
        after = [folded(position.after(*edge)) for edge in choices.edges]
        new = [then not in known and not solution.older for then in after]
        chosen = _chosen(choices, new)
        yield _kept(position, solution.mean(position), choices, chosen), _counts(position, choices, chosen)
        for row in sorted(set(chosen.tolist()) - {NO_MOVE}):
            if after[row] not in known:
                known.add(after[row])
                waiting.append(after[row])


def _chosen(choices: Choices, new: list[bool]) -> Numbers:
    """By sequence: the edge, `NO_MOVE` where nothing has a value.

    Of several that are as good, one that does not lead to a `new` position; then the first.
    """
    best = choices.best
    changes = np.flatnonzero(np.any(best[:, 1:] != best[:, :-1], axis=0)) + 1
    starts = [0, *changes.tolist()]
    sets = [frozenset(np.flatnonzero(best[:, start]).tolist()) for start in starts]
    found = np.zeros(best.shape[1], np.int64)
    first = 0
    for last in range(1, len(starts) + 1):
        if last < len(starts) and (
            reduce(frozenset.intersection, sets[first : last + 1]) or not sets[last] | sets[first]
        ):
            continue
        common = reduce(frozenset.intersection, sets[first:last])
        end = starts[last] if last < len(starts) else len(found)
        found[starts[first] : end] = min(common, key=lambda row: (new[row], row)) if common else NO_MOVE
        first = last
    return found


def _kept(position: Position, value: float, choices: Choices, chosen: Numbers) -> Kept:
    starts = _starts(chosen)
    moves = tuple(None if row == NO_MOVE else choices.edges[row] for row in chosen[starts].tolist())
    return Kept(position, value, tuple(starts.tolist()), moves)


def _starts(chosen: Numbers) -> Numbers:
    """Where a run begins."""
    return np.concatenate(([0], np.flatnonzero(np.diff(chosen)) + 1))


def _counts(position: Position, choices: Choices, chosen: Numbers) -> Counts:
    having = int(np.count_nonzero(chosen != NO_MOVE))
    runs = len(_starts(chosen))
    if position == position.mirrored():
        return Counts(1, runs, having)
    other = chosen[mirrored_sequences(position.bag, position.extra)]
    return Counts(2, runs + len(_starts(other)), 2 * having)
