"""Value of every position of a book with every sequence, and its best placements.

A placement that ends a line is worth what the source says. Any other one is worth the mean, over the letters that
can then be seen for the first time, of what it leads to; these lie side by side in a position's values, so that a mean
is one of rows. Where values are equal, fewer long moves are better; they are averaged over what is worth something.

As the older builder did it, worth is kept in single precision and equal only where the numbers are: some values that
are one then differ in their last digit, and so fewer sequences share a move.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from ai.book.building.lines import Lines
from ai.book.building.steps import GOES_ON, Edge, long_moves
from game.errors import BadBook
from game.tetris.guideline.openers.position import START, Position, bag_after
from game.tetris.guideline.openers.sequences import Sequence, count, number, sequences, sizes

ALIKE = 1e-9  # values that differ by less are one: they are fractions with small denominators
NO_VALUE = -1.0
Values = NDArray[np.floating[Any]]
Numbers = NDArray[np.int64]


class Steps(NamedTuple):
    """For a bag and a piece: sequences in which it can be placed, and the group of sequences each leads to."""

    at: Numbers
    groups: Numbers


class GroupValues(NamedTuple):
    """By group of sequences that differ in the last letter: mean value, and mean long moves where it has a value."""

    value: Values
    long: Values


class Choices(NamedTuple):
    """A position's edges, sorted, and by edge and sequence: values (`NO_VALUE`: it cannot be), long moves.

    What differs by `alike` or less is one.
    """

    edges: tuple[Edge, ...]
    value: Values
    long: Values
    alike: float = ALIKE

    @property
    def best(self) -> NDArray[np.bool_]:
        """By edge and sequence: whether it is among the best. Nothing is where nothing has a value."""
        top = self.value.max(0)
        tied = (self.value >= top - self.alike) & (top > self.alike)
        long = np.where(tied, self.long, np.inf)
        result: NDArray[np.bool_] = tied & (long <= long.min(0) + self.alike)
        return result


class Solution:
    """The worth of every position of some lines. Raises `BadBook` where they go round in a circle.

    `older`: as the older builder kept and compared it.
    """

    def __init__(self, lines: Lines, older: bool = False) -> None:
        self.lines, self.older = lines, older
        self._kind = np.float32 if older else np.float64
        self.order = _order(lines)
        self._worth: dict[Position, GroupValues] = {}
        self._mean: dict[Position, float] = {}

    def solved(self) -> Iterator[int]:
        """Solve all positions, those first to which others lead; now and then, how many are done."""
        for done, position in enumerate(self.order, 1):
            choices = self.choices(position)
            best = choices.best
            value = np.maximum(choices.value.max(0), 0.0)
            long = np.where(best, choices.long, np.inf).min(0)
            last = sizes(position.bag, position.extra)[1][-1]
            alive = best.any(0).reshape(-1, last)
            long = np.where(alive, long.reshape(-1, last), 0.0)
            self._worth[position] = GroupValues(
                (value.reshape(-1, last).sum(1, np.float64) / last).astype(self._kind),
                (long.sum(1, np.float64) / np.maximum(alive.sum(1), 1)).astype(self._kind),
            )
            self._mean[position] = float(value.mean(dtype=np.float64))
            if done % 256 == 0:
                yield done

    def mean(self, position: Position = START) -> float:
        """E(V): the mean over all sequences; 0 where no line goes on."""
        return self._mean.get(position, 0.0)

    def choices(self, position: Position) -> Choices:
        """Return the value of each placement with each sequence, once everything it leads to is solved."""
        edges = self.lines.edges[position]
        names = tuple(sorted(edges))
        bag, extra = position.bag, position.extra
        value = np.full((len(names), count(bag, extra)), NO_VALUE, self._kind)
        long = np.zeros_like(value)
        for row, (piece, at) in enumerate(names):
            steps, own = steps_of(bag, extra, piece), long_moves(position.cells, at)
            if edges[piece, at] != GOES_ON:
                value[row, steps.at], long[row, steps.at] = edges[piece, at], own
                continue
            after = self._worth.get(position.after(piece, at))
            value[row, steps.at] = 0.0 if after is None else after.value[steps.groups]
            long[row, steps.at] = own if after is None else own + after.long[steps.groups]
        return Choices(names, value, long, 0.0 if self.older else ALIKE)


def _order(lines: Lines) -> list[Position]:
    """All positions with edges, each behind those it leads to. Raises `BadBook` for a circle."""
    done: dict[Position, bool] = {}  # False while it is being looked at
    order = []
    for start in lines.edges:
        waiting = [start]
        while waiting:
            position = waiting[-1]
            if done.get(position):
                waiting.pop()
                continue
            done[position] = False
            ahead = [then for then in _following(lines, position) if not done.get(then)]
            if any(then in done for then in ahead):
                raise BadBook(f"the lines go round in a circle at {position}")
            if ahead:
                waiting += ahead
                continue
            done[position] = True
            order.append(position)
            waiting.pop()
    return order


def _following(lines: Lines, position: Position) -> Iterator[Position]:
    for (piece, at), value in lines.edges[position].items():
        if value == GOES_ON and (then := position.after(piece, at)) in lines.edges:
            yield then


@cache
def steps_of(bag: int, extra: int, piece: int) -> Steps:
    """Return where each sequence with the piece leads."""
    then = bag_after(bag, extra, piece)
    last = sizes(*then)[1][-1]
    at, groups = [], []
    known: dict[tuple[int, ...], int] = {}
    for place, (first, second, behind) in enumerate(sequences(bag, extra)):
        if piece not in (first, second):
            continue
        other = second if piece == first else first
        key = (min(other, behind[0]), max(other, behind[0]), *behind[1:])
        if key not in known:
            known[key] = _any_number(then, key) // last
        at.append(place)
        groups.append(known[key])
    return Steps(np.array(at, np.int64), np.array(groups, np.int64))


def _any_number(then: tuple[int, int], key: tuple[int, ...]) -> int:
    """The number of one of the sequences that begin with these five letters."""
    first, second, a, b, c = key
    generator = (number(*then, Sequence(first, second, (a, b, c, letter))) for letter in range(7))
    return next(each for each in generator if each is not None)
