"""The linear controllers: a weight for each feature, and the judgement of a placement in plain Python.

The best placement has the highest weighted sum. As an equity, lower is better: the sum with its sign turned.
"""

from __future__ import annotations

from dataclasses import dataclass

from ai.tetris.classic.features import Features, features
from ai.tetris.classic.fine import fine_features
from ai.tetris.classic.weights import KIBITZ
from game.tetris.classic.board import Board
from game.tetris.classic.rules import PIVOTS, Placement, Rules

ASIDE, LEFT_OF_START = 100, 10  # Dellacherie's order of equals: a column from the start; left of it


@dataclass(frozen=True)
class Linear:
    """The weights of a linear controller, named as in `Features`; `tied`: equals are ordered by Dellacherie."""

    landing_height: float
    eroded: float
    row_transitions: float
    column_transitions: float
    holes: float
    wells: float
    hole_depth: float = 0.0
    rows_with_holes: float = 0.0
    diversity: float = 0.0
    tied: bool = False

    def equity(self, board: Board, piece: int, at: Placement) -> float:
        """The equity of putting `piece` at `at` on `board`; lower is better."""
        seen = features(board, piece, at)
        return -float(sum(getattr(self, name) * getattr(seen, name) for name in Features._fields))


LINEAR = {
    "dellacherie": Linear(-1, 1, -1, -1, -4, -1, tied=True),
    "bcts": Linear(-12.629, 6.601974, -9.215815, -19.77356, -13.08335, -10.48747, -1.611863, -24.04087),
    "dt-10": Linear(-2.18, 2.42, -2.17, -3.31, 0.95, -2.22, -0.81, -9.65, 1.27),
    "dt-20": Linear(-2.68, 1.38, -2.41, -6.32, 2.03, -2.71, -0.43, -9.48, 0.89),
}


def equity(name: str, rules: Rules, board: Board, piece: int, at: Placement) -> float:
    """The equity that the linear controller `name` gives a placement under a rule set; lower is better."""
    if name in LINEAR:
        return LINEAR[name].equity(board, piece, at)
    stage = 1 if 2 * board.top <= board.height else 0
    seen = fine_features(board, piece, at, rules)
    return -sum(weights[stage] * seen[feature] for feature, weights in KIBITZ[rules.name].items())


def priority(board: Board, piece: int, at: Placement) -> int:
    """Dellacherie's order of equals in Fahey's program, the highest first: far from the start, left, few turns.

    Columns are counted from the cell that the piece turns about, which starts in the middle of the board.
    """
    moved = at.x + PIVOTS[piece][at.rotation][0] - board.width // 2
    return ASIDE * abs(moved) + (LEFT_OF_START if moved < 0 else 0) - at.rotation
