"""How often each placement of a book is played, if all that it can choose is equally good by its values."""

from __future__ import annotations

from collections.abc import Container

import numpy as np

from ai.book.building.solve import Choices, Numbers, Solution, Values, steps_of
from ai.book.building.steps import GOES_ON, Edge
from game.tetris.guideline.openers.position import START, Position
from game.tetris.guideline.openers.sequences import count, sizes

Placed = tuple[Position, Edge]
_NOBODY = 1e-9  # of all games


def use_of(solution: Solution, first: Container[Placed]) -> dict[Placed, float]:
    """By placement: in how many of all games from the empty board it is played, 0..1.

    Of placements that are equally good one of `first` is played, if there is one.
    """
    at = {START: np.full(_sequences(START), 1 / _sequences(START))}
    found = dict[Placed, float]()
    for position in reversed(solution.order):
        games = at.pop(position, None)
        if games is None:
            continue
        choices = solution.choices(position)
        picked = _picked(position, choices, first)
        for row in sorted(set(picked.tolist()) - {-1}):
            share = float(games[picked == row].sum())
            if share <= _NOBODY:
                continue
            edge = choices.edges[row]
            found[position, edge] = share
            then = position.after(*edge)
            if solution.lines.edges[position][edge] == GOES_ON and then in solution.lines.edges:
                _pass_on(position, edge[0], np.where(picked == row, games, 0.0), then, at)
    return found


def _picked(position: Position, choices: Choices, first: Container[Placed]) -> Numbers:
    """By sequence: the placement that is played, -1 for none."""
    best = choices.best
    picked = np.full(best.shape[1], -1, np.int64)
    for row in sorted(range(len(best)), key=lambda each: (position, choices.edges[each]) in first):
        picked[best[row]] = row
    return picked


def _pass_on(
    position: Position, piece: int, games: Values, then: Position, at: dict[Position, Values]
) -> None:
    """Add games to the position they lead to; the letter not seen yet is any of those that can come."""
    steps, last = steps_of(position.bag, position.extra, piece), sizes(then.bag, then.extra)[1][-1]
    groups = np.bincount(steps.groups, games[steps.at], _sequences(then) // last)
    at[then] = at.get(then, 0.0) + np.repeat(groups / last, last)


def _sequences(position: Position) -> int:
    return count(position.bag, position.extra)
