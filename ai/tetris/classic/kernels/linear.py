"""Linear controllers: the value of each move, and the best one.

A value is what the placement costs (where it landed, what it eroded) and what the board is worth that it leaves.
Most moves fill no row; for these only the columns around the piece are counted anew (`features.py`).
"""

from __future__ import annotations

import numpy as np

from ai.kernel import inlined, tight
from ai.tetris.classic.controllers import Controller
from ai.tetris.classic.kernels.board import place
from ai.tetris.classic.kernels.features import (
    COLUMN_CHANGE,
    DEPTH,
    DESK_WORDS,
    ERODED,
    HOLE,
    KNOWN,
    LANDING,
    LEFT,
    ROW_CHANGE,
    SPOILT,
    STEP,
    WELL,
    landed_value,
    survey,
)
from ai.tetris.classic.kernels.layout import FULL, HEIGHT, ROW, SCALE, WIDTH, Words, rotation_of, x_of, y_of
from ai.tetris.classic.kernels.shapes import S_HEIGHT, S_ROW, SHAPE_WORDS, SHAPES
from ai.tetris.classic.linear import ASIDE, LEFT_OF_START, LINEAR, Linear
from game.tetris.classic.rules import PIVOTS, Rules

TIED, PIVOT = (
    96,
    97,
)  # on the desk: whether Dellacherie's ties count; by piece * 4 + rotation: the cell turned about


def weights_of(controller: Controller, rules: Rules) -> Words:
    """The desk of a controller under a rule set: weights in units of 1/SCALE, and room to work."""
    desk = np.zeros(DESK_WORDS, dtype=np.int64)
    known = LINEAR[controller.name]
    for at, weight in _weights(known).items():
        desk[at] = round(-weight * SCALE)
    desk[TIED] = known.tied
    for piece, pivots in enumerate(PIVOTS):
        for rotation, (x, _) in enumerate(pivots):
            desk[PIVOT + piece * 4 + rotation] = x
    return desk


def _weights(linear: Linear) -> dict[int, float]:
    """Where on the desk which weight lies."""
    weights = {
        LANDING: linear.landing_height / 2,
        ERODED: linear.eroded,
        ROW_CHANGE: linear.row_transitions,
        COLUMN_CHANGE: linear.column_transitions,
        HOLE: linear.holes,
        DEPTH: linear.hole_depth,
        SPOILT: linear.rows_with_holes,
    }
    weights |= {WELL + below: linear.wells for below in range(4)}
    return weights | {STEP + size: linear.diversity for size in range(3)}


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
    found, best[0] = 0, move_value(board, after, piece, moves[0], weights)
    for i in range(1, count):
        value = move_value(board, after, piece, moves[i], weights)
        if value < best[0]:
            found, best[0] = i, value
    return found


@tight
def move_value(board: Words, after: Words, piece: int, at: int, weights: Words) -> int:
    """The value of one move on the surveyed board."""
    shape = (piece * 4 + rotation_of(at)) * SHAPE_WORDS
    outcome = 0
    if fills(board, shape, x_of(at), y_of(at)):
        outcome = place(board, after, piece, at)
        worth = survey(after, weights, LEFT)
    else:
        worth = landed_value(board, shape, x_of(at), y_of(at), weights)
    return worth + placement_cost(board, piece, at, outcome, weights)


@inlined
def fills(board: Words, shape: int, x: int, y: int) -> bool:
    """Whether a row is full once the piece has landed there."""
    for j in range(SHAPES[shape + S_HEIGHT]):
        if board[ROW + y + j] | (SHAPES[shape + S_ROW + j] << x) == board[FULL]:
            return True
    return False


@inlined
def placement_cost(board: Words, piece: int, at: int, outcome: int, weights: Words) -> int:
    """What the placement itself adds; `outcome` is what `place` returned, 0 where no row went."""
    height = SHAPES[(piece * 4 + rotation_of(at)) * SHAPE_WORDS + S_HEIGHT]
    half_rows = 2 * (board[HEIGHT] - y_of(at)) - height - 1
    eroded = (outcome & 255) * (outcome >> 8)
    value: int = weights[LANDING] * half_rows + weights[ERODED] * eroded
    value -= priority(board, piece, at, weights) * weights[TIED]
    return value


@inlined
def priority(board: Words, piece: int, at: int, weights: Words) -> int:
    """Dellacherie's order of equals, as in Fahey's program: far from the start, left of it, few turns."""
    moved: int = x_of(at) + weights[PIVOT + piece * 4 + rotation_of(at)] - board[WIDTH] // 2
    return ASIDE * abs(moved) + (LEFT_OF_START if moved < 0 else 0) - rotation_of(at)
