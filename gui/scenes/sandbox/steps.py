"""A way to a perfect clear as it lies on the board of now: cells keep the rows they have before any row goes."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from game.tetris.guideline import ROWS, Placement, State


class Step(NamedTuple):
    """One placement: its number from 1, and its cells among the rows at the beginning of the way."""

    number: int
    placement: Placement
    cells: tuple[tuple[int, int], ...]


def steps_of(course: Sequence[State]) -> tuple[Step, ...]:
    """The placements that lead along these states, each one placement after the one before."""
    rows = list(range(ROWS))
    steps: list[Step] = []
    for number, state in enumerate(course[1:], 1):
        landing = state.last
        if landing is None:
            break
        at = landing.placement
        steps.append(Step(number, at, tuple((x, rows[y]) for x, y in at.cells)))
        rows = [row for y, row in enumerate(rows) if y not in landing.rows]
        rows += [ROWS] * (ROWS - len(rows))
    return tuple(steps)
