"""Linear controllers: the value of each move, and the best one.

A value is what the placement costs (where it landed, what it eroded) and what the board is worth that it leaves.
Most moves fill no row; for these only the columns around the piece are counted anew (`features.py`).

Values of several moves, or of several boards further ahead, can be compared if they were judged in the same stage:
`take_stage` is called once a decision, with the board on which it is made.
"""

from __future__ import annotations

import numpy as np

from ai.kernel import inlined, tight
from ai.tetris.classic.controllers import Controller
from ai.tetris.classic.kernels.features import (
    BLOCKED,
    COLUMN_CHANGE,
    DEEP,
    DEPTH,
    ERODED,
    FINE,
    HOLE,
    KNOWN,
    LANDING,
    LEFT,
    LID,
    PIVOT,
    ROW_CHANGE,
    RULES,
    SPOILT,
    STAGE,
    STAGES,
    STEP,
    TALL,
    TIED,
    UNEVEN,
    WEIGHTS,
    WELL,
    WIDE,
    WORKSPACE_WORDS,
    landed_value,
    survey,
)
from ai.tetris.classic.kernels.layout import (
    FULL,
    HEIGHT,
    MOST_ROTATIONS,
    ROW,
    RULE_WORDS,
    S_HEIGHT,
    S_ROW,
    SCALE,
    SHAPE_WORDS,
    SHAPES,
    STARTS,
    TOP,
    WIDTH,
    Words,
    rotation_of,
    rule_words,
    x_of,
    y_of,
)
from ai.tetris.classic.kernels.placements import blocked_starts, place
from ai.tetris.classic.linear import ASIDE, KIBITZ, LEFT_OF_START, LINEAR, Weights
from game.tetris.classic.rules import PIVOTS, Rules

COARSE_AT = {  # where in the workspace the weight of a feature lies
    "landing_height": (LANDING,),
    "eroded": (ERODED,),
    "row_transitions": (ROW_CHANGE,),
    "column_transitions": (COLUMN_CHANGE,),
    "holes": (HOLE,),
    "wells": (WELL, WELL + 1, WELL + 2, WELL + 3),
    "hole_depth": (DEPTH,),
    "rows_with_holes": (SPOILT,),
    "diversity": (STEP, STEP + 1, STEP + 2),
}
FINE_AT = {
    **{name: COARSE_AT[name] for name in COARSE_AT if name not in ("wells", "rows_with_holes", "diversity")},
    **{f"well_{n}": (WELL + n - 1,) for n in range(1, 5)},
    **{f"step_{n}": (STEP + n,) for n in range(3)},
    **{f"spoilt_{n}": (SPOILT + n - 1,) for n in range(1, 5)},
    **{f"lid_{n}": (LID + n - 1,) for n in range(1, 5)},
    "uneven": (UNEVEN,),
    "deep": (DEEP,),
    "wide_2": (WIDE,),
    "wide_3": (WIDE + 1,),
    "blocked": (BLOCKED,),
}


def weights_of(controller: Controller, rules: Rules) -> Words:
    """The workspace of a controller under a rule set: weights in units of 1/SCALE, and room to work."""
    if controller.name == "kibitz":
        return fine_workspace(KIBITZ[rules.name], rules)
    known = LINEAR[controller.name]
    workspace = _new_workspace(rules)
    for name, places in COARSE_AT.items():
        _lay(workspace, places, getattr(known, name))
    workspace[TIED] = known.tied
    return workspace


def fine_workspace(weights: Weights, rules: Rules) -> Words:
    """The workspace of a controller with the features of `fine.py`; those not named have no weight."""
    workspace = _new_workspace(rules)
    workspace[FINE] = 1
    for stage in (1, 0):
        workspace[STAGE] = stage
        for name, both in weights.items():
            _lay_fine(workspace, name, both[stage], rules.height)
        workspace[STAGES + stage * WEIGHTS : STAGES + (stage + 1) * WEIGHTS] = workspace[:WEIGHTS]
    return workspace


def _lay_fine(workspace: Words, name: str, weight: float, height: int) -> None:
    if name == "near_top":
        for y in range(height):
            workspace[TALL + y] = round(-weight * 0.5**y * SCALE)
    else:
        _lay(workspace, FINE_AT[name], weight)


def _new_workspace(rules: Rules) -> Words:
    workspace = np.zeros(WORKSPACE_WORDS, dtype=np.int64)
    workspace[RULES : RULES + RULE_WORDS] = rule_words(rules)
    for piece, pivots in enumerate(PIVOTS):
        for rotation, (x, _) in enumerate(pivots):
            workspace[PIVOT + piece * MOST_ROTATIONS + rotation] = x
    return workspace


def _lay(workspace: Words, places: tuple[int, ...], weight: float) -> None:
    unit = SCALE // 2 if LANDING in places else SCALE
    for at in places:
        workspace[at] = round(-weight * unit)


@tight
def rate_linear(
    board: Words, after: Words, piece: int, moves: Words, count: int, weights: Words, values: Words
) -> None:
    """The value of every move, into `values`."""
    survey(board, weights, KNOWN)
    for i in range(count):
        values[i] = move_value(board, after, piece, moves[i], weights)


@tight
def best_linear(
    board: Words, after: Words, piece: int, moves: Words, count: int, weights: Words, best: Words
) -> int:
    """The number of the move with the lowest value, the first of equals; its value goes into `best[0]`."""
    survey(board, weights, KNOWN)
    result, best[0] = 0, move_value(board, after, piece, moves[0], weights)
    for i in range(1, count):
        value = move_value(board, after, piece, moves[i], weights)
        if value < best[0]:
            result, best[0] = i, value
    return result


@tight
def move_value(board: Words, after: Words, piece: int, at: int, weights: Words) -> int:
    """The value of one move on the surveyed board."""
    shape = (piece * MOST_ROTATIONS + rotation_of(at)) * SHAPE_WORDS
    outcome = 0
    worth: int
    if fills(board, shape, x_of(at), y_of(at)) or crowds(board, at, weights):
        outcome = place(board, after, piece, at)
        worth = survey(after, weights, LEFT)
        if weights[BLOCKED] != 0 and after[TOP] < weights[RULES + STARTS]:
            worth += weights[BLOCKED] * blocked_starts(after, weights[RULES : RULES + RULE_WORDS])
    else:
        worth = landed_value(board, shape, x_of(at), y_of(at), weights)
    return worth + placement_cost(board, piece, at, outcome, weights)


@inlined
def crowds(board: Words, at: int, weights: Words) -> bool:
    """Return True if the rows are touched in which pieces start, and that matters."""
    if weights[BLOCKED] == 0:
        return False
    return bool(min(board[TOP], y_of(at)) < weights[RULES + STARTS])


@inlined
def fills(board: Words, shape: int, x: int, y: int) -> bool:
    """Return True if a row is full once the piece has landed there."""
    for j in range(SHAPES[shape + S_HEIGHT]):
        if board[ROW + y + j] | (SHAPES[shape + S_ROW + j] << x) == board[FULL]:
            return True
    return False


@inlined
def placement_cost(board: Words, piece: int, at: int, outcome: int, weights: Words) -> int:
    """Return the share of the placement itself; `outcome` is what `place` returned, 0 where no row went."""
    height = SHAPES[(piece * MOST_ROTATIONS + rotation_of(at)) * SHAPE_WORDS + S_HEIGHT]
    half_rows = 2 * (board[HEIGHT] - y_of(at)) - height - 1
    eroded = (outcome & 255) * (outcome >> 8)
    value: int = weights[LANDING] * half_rows + weights[ERODED] * eroded
    value -= priority(board, piece, at, weights) * weights[TIED]
    return value


@inlined
def priority(board: Words, piece: int, at: int, weights: Words) -> int:
    """Dellacherie's order of equals, as in Fahey's program: far from the start, left of it, few turns."""
    moved: int = x_of(at) + weights[PIVOT + piece * MOST_ROTATIONS + rotation_of(at)] - board[WIDTH] // 2
    return ASIDE * abs(moved) + (LEFT_OF_START if moved < 0 else 0) - rotation_of(at)
