"""Everything a controller thinks with, as arrays; and its choice among the placements of one piece.

`family` is asked once a piece: each family goes through the placements in its own kernel.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from ai.kernel import tight
from ai.tetris.classic.controllers import find_controller
from ai.tetris.classic.kernels.layout import BOARD_WORDS, MOST_MOVES, SCALE, Words
from ai.tetris.classic.kernels.linear import best_linear, rate_linear, weights_of
from ai.tetris.classic.kernels.placements import ROOM_WORDS
from ai.tetris.classic.kernels.rules import rule_words
from ai.tetris.classic.kernels.tables import FACTOR_WORDS, LOST, Factors, tables
from ai.tetris.classic.kernels.tengstrand import (
    FACTOR_ROOM,
    VIEW_WORDS,
    best_tengstrand,
    rate_tengstrand,
)
from game.tetris.classic.rules import Rules

TENGSTRAND, LINEAR = 0, 1
MOST_LEVELS = 4
LINEAR_LOST = 30_000 * SCALE  # their sources give no number for a lost game, which deeper search needs


class Mind(NamedTuple):
    """A controller under a rule set. One thread at a time: it is also the room that it thinks in."""

    family: int
    lost: int  # the value of a board on which a piece has no place
    rules: Words
    costs: Words  # of a Tengstrand evaluator
    factors: Factors
    views: Words
    weights: Words  # of a linear controller
    boards: Words  # [MOST_LEVELS + 1, BOARD_WORDS] the board, and those that each further ply leads to
    moves: Words  # [MOST_LEVELS, MOST_MOVES]
    values: Words  # [MOST_MOVES]
    ranked: Words  # [MOST_MOVES] the same for ply 0, while deeper plies overwrite `values`
    room: Words
    best: Words  # [1] the value of the best placement that was found last


def mind(controller: str, rules: Rules) -> Mind:
    """The mind of the controller with this name; BadInput where there is none."""
    found = find_controller(controller)
    first = found.family == "tengstrand"
    costs, table = tables(found.name if first else "tengstrand-1.1", rules.width, rules.height)
    factors = np.zeros(FACTOR_ROOM, np.float64)
    factors[:FACTOR_WORDS] = table
    return Mind(
        family=TENGSTRAND if first else LINEAR,
        lost=int(costs[LOST]) if first else LINEAR_LOST,
        rules=rule_words(rules).copy(),  # deeper search changes an entry for a while
        costs=costs,
        factors=factors,
        views=np.zeros(2 * VIEW_WORDS, np.int64),
        weights=np.zeros(1, np.int64) if first else weights_of(found, rules),
        boards=np.zeros((MOST_LEVELS + 1, BOARD_WORDS), np.int64),
        moves=np.zeros((MOST_LEVELS, MOST_MOVES), np.int64),
        values=np.zeros(MOST_MOVES, np.int64),
        ranked=np.zeros(MOST_MOVES, np.int64),
        room=np.zeros(ROOM_WORDS, np.int64),
        best=np.zeros(1, np.int64),
    )


@tight
def rate(mind: Mind, ply: int, piece: int, count: int) -> None:
    """The value of each of the `count` placements listed for this ply, into `mind.values`."""
    board, after, moves = mind.boards[ply], mind.boards[ply + 1], mind.moves[ply]
    if mind.family == LINEAR:
        rate_linear(board, after, piece, moves, count, mind.weights, mind.values)
    else:
        rate_tengstrand(
            board, after, piece, moves, count, mind.rules, mind.views, mind.costs, mind.factors, mind.values
        )


@tight
def best_of(mind: Mind, ply: int, piece: int, count: int, limit: int) -> int:
    """The number of the best of the placements listed for this ply; its value is in `mind.best[0]`.

    Where nothing is below `limit`, that value may be anything from `limit` on.
    """
    mind.best[0] = limit
    board, after, moves = mind.boards[ply], mind.boards[ply + 1], mind.moves[ply]
    if mind.family == LINEAR:
        return best_linear(board, after, piece, moves, count, mind.weights, mind.best)
    return best_tengstrand(
        board,
        after,
        piece,
        moves,
        count,
        mind.rules,
        mind.views,
        mind.costs,
        mind.factors,
        mind.values,
        mind.best,
    )
