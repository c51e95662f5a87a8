"""A game that begins with nothing in hold: one more layer on top of the solved one.

The player may store the current piece, which brings up the next one; that one has to be placed, and storing
earns nothing. Until he does he plays a game without hold, in which storing is a floor under every draw.
"""

from __future__ import annotations

from dataclasses import replace
from itertools import permutations, product

import numpy as np

from ai.tetris.four_wide.kernels.situations import FULL, list_stored
from ai.tetris.four_wide.kernels.values import Values, sweep
from ai.tetris.four_wide.layout import Layout, lay_out
from ai.tetris.four_wide.solving.solve import NO_FLOORS, Solution, solve


def with_empty_hold(solution: Solution) -> Solution:
    """The values of all states with nothing in hold, laid out as a game without hold. The solution is one with it.

    Its `error` covers that of the solution.
    """
    layout = lay_out(replace(solution.layout.model, hold=False))
    found = solve(layout, floors=_stored(solution, layout))
    return replace(found, error=found.error + solution.error)


def fresh_mean(solution: Solution) -> float:
    """The mean at the start field over the queues of a fresh start: with bags, those that begin a new one."""
    model = solution.layout.model
    if model.randomizer == "random":
        values = [
            solution.value(model.start, None, queue, 0) for queue in product(range(7), repeat=model.previews)
        ]
    else:
        values = [
            solution.value(
                model.start, None, queue, FULL & ~sum(1 << piece for piece in queue) if queue else 0
            )
            for queue in permutations(range(7), model.previews)
        ]
    return sum(values) / len(values)


def _stored(solution: Solution, empty: Layout) -> Values:
    """What storing the current piece is worth, by branch of the layout with nothing in hold, and field."""
    full, model = solution.layout, solution.layout.model
    branches, fields = len(empty.pieces) // 2, full.fields
    begins = np.zeros(branches + 1, np.int64)
    pieces, after = np.empty(14 * branches, np.int8), np.empty(14 * branches, np.int32)
    bagged = model.randomizer == "bag"
    list_stored(empty.keys, full.keys, model.previews, bagged, begins, pieces, after)
    worth = np.zeros(branches * fields)
    graph = (full.edges, full.sources, full.targets)
    lists = (begins, pieces, after, solution.values)
    sweep(0, branches, *lists, *graph, NO_FLOORS, worth, np.zeros(2 * fields))
    return worth.reshape(branches, fields)
