"""What is said of a solved model: means over the states of the full game, and the largest value."""

from __future__ import annotations

from dataclasses import dataclass
from itertools import permutations

import numpy as np

from ai.tetris.four_wide.kernels.situations import FULL
from ai.tetris.four_wide.solving.solve import Solution


@dataclass(frozen=True)
class Figures:
    """Means of the value, all states of hold and sequence equally weighted.

    `value` is that of the start field, `per_field` of every field, `mean` of all, `maximum` the largest of
    all; `fresh` is that of the start field where the queue is the beginning of a new bag, None without bags.
    """

    value: float
    mean: float
    maximum: float
    fresh: float | None
    per_field: dict[int, float]


def figures_of(solution: Solution) -> Figures:
    """The figures of a solution."""
    layout = solution.layout
    rows, mirrors = solution.rows(), (layout.places & 1).astype(bool)
    times, reflected = (
        np.bincount(layout.places[chosen] >> 1, minlength=len(layout.keys)) for chosen in (~mirrors, mirrors)
    )
    by_field = (times @ rows + (reflected @ rows)[layout.graph.mirror]) / len(layout.places)
    per_field = {field: float(mean) for field, mean in zip(layout.graph.fields, by_field, strict=True)}
    start = layout.model.start
    return Figures(
        per_field[start], float(by_field.mean()), float(solution.values.max()), _fresh(solution), per_field
    )


def _fresh(solution: Solution) -> float | None:
    model = solution.layout.model
    if model.randomizer != "bag":
        return None
    values = [
        solution.value(model.start, hold, queue, FULL & ~sum(1 << piece for piece in queue) if queue else 0)
        for queue in permutations(range(7), model.previews)
        for hold in (range(7) if model.hold else (None,))
    ]
    return sum(values) / len(values)
