"""What our own controller sees of a placement: the features of the literature, some of them split, and a few more.

Counted in plain Python, to be read and to be believed; `kernels/features.py` counts the same and is held to it.
"""

from __future__ import annotations

from itertools import pairwise

from ai.tetris.classic.features import (
    column_transitions,
    eroded,
    hole_depth,
    holes,
    landing_height,
    row_transitions,
    wells,
)
from game.tetris.classic.board import Board
from game.tetris.classic.pieces import PIECES
from game.tetris.classic.rules import Placement, Rules

MOST = 4  # splits end here: the fourth well cell from the top and all below it, four cells lacking or more


def fine_features(board: Board, piece: int, at: Placement, rules: Rules) -> dict[str, float]:
    """The features of putting `piece` at `at` on `board`, by name; full rows gone but for the first two."""
    landed = board.landed(piece, *at)
    left = landed.cleared()
    seen = {
        "landing_height": landing_height(board, piece, at),
        "eroded": eroded(landed, piece, at),
        "row_transitions": row_transitions(left),
        "column_transitions": column_transitions(left),
        "holes": sum(map(len, holes(left).values())),
        "hole_depth": hole_depth(left),
        "blocked": sum(not rules.can_start(left, piece) for piece in range(len(PIECES))),
    }
    return seen | _wells(left) | _rows(left) | _outline(left)


def _wells(board: Board) -> dict[str, float]:
    """`well_1` to `well_4`: the cells of wells, by how many rows they lie below a cell between filled neighbours.

    A cell counts for each such cell above it (or itself) in its well, so that all together are `wells`.
    """
    depths = [below for depth in wells(board) for below in range(1, depth + 1)]
    return {f"well_{n}": sum(min(below, MOST) == n for below in depths) for n in range(1, MOST + 1)}


def _rows(board: Board) -> dict[str, float]:
    """`spoilt_N`: rows with holes that lack N cells. `lid_N`: rows with a filled cell above a hole that do."""
    seen = dict.fromkeys([f"{name}_{n}" for name in ("spoilt", "lid") for n in range(1, MOST + 1)], 0.0)
    spoilt = holes(board)
    for y, row in enumerate(board.rows):
        lacking = min(board.width - row.bit_count(), MOST)
        if y in spoilt:
            seen[f"spoilt_{lacking}"] += 1
        if any(row >> x & 1 for below in spoilt if below > y for x in spoilt[below]):
            seen[f"lid_{lacking}"] += 1
    return seen


def _outline(board: Board) -> dict[str, float]:
    """What the heights of the columns tell.

    `step_N`: how many of +N and -N occur between adjacent columns. `uneven`: the sum of all these steps. `deep`:
    rows of depth of a column between higher ones, from the third on; `wide_2`, `wide_3`: of two columns between
    higher ones, from the second and from the third on. `near_top`: 1 for a column that reaches into the top row,
    half as much for each row further down.
    """
    walled = (0, *board.outline, 0)  # a wall is as high as the board
    ways = [b - a for a, b in pairwise(board.outline)]
    deep = [own - max(left, right) for left, own, right in zip(walled, walled[1:], walled[2:], strict=False)]
    fours = zip(walled, walled[1:], walled[2:], walled[3:], strict=False)
    wide = [min(own, next_) - max(left, right) for left, own, next_, right in fours]
    return {
        "step_0": 0 in ways,
        "step_1": (1 in ways) + (-1 in ways),
        "step_2": (2 in ways) + (-2 in ways),
        "uneven": sum(map(abs, ways)),
        "deep": sum(max(depth - 2, 0) for depth in deep),
        "wide_2": sum(max(depth - 1, 0) for depth in wide),
        "wide_3": sum(max(depth - 2, 0) for depth in wide),
        "near_top": sum(0.5**y for y in board.outline if y < board.height),
    }
