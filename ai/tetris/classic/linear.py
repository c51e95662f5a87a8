"""The linear controllers: a weight for each feature, and the judgement of a placement in plain Python.

The best placement has the highest weighted sum. As an equity, lower is better: the sum with its sign turned.
"""

from __future__ import annotations

from dataclasses import dataclass
from itertools import pairwise
from typing import NamedTuple

from game.tetris.classic.board import Board
from game.tetris.classic.pieces import HEIGHTS, PIECES, cells_at
from game.tetris.classic.rules import PIVOTS, Placement, RuleName, Rules

# What linear controllers see of a placement: counted in plain Python, cell by cell, to be read and to be believed.
#
# The kernels in `kernels/features.py` count the same and are held to these. All but the first two are counted on the
# board that is left, its full rows gone. Sources: Pierre Dellacherie's controller in Colin Fahey's Standard Tetris
# (landing height to wells), Thiery and Scherrer, "Building Controllers for Tetris", 2009 (hole depth, rows with
# holes), Gabillon, Ghavamzadeh and Scherrer, 2013 (diversity).

DIFFERENCES = range(-2, 3)  # the steps between adjacent columns whose diversity is counted


class Features(NamedTuple):
    """The features of one placement, as the literature counts them."""

    landing_height: (
        float  # the middle of the piece where it landed, in rows above the floor, the lowest row 0
    )
    eroded: int  # rows cleared times the cells of this piece that went with them
    row_transitions: int  # changes between filled and empty along the rows; the walls are filled
    column_transitions: int  # the same along the columns; the floor is filled, the sky is empty
    holes: int  # empty cells with a filled one anywhere above
    wells: int  # for each empty cell with filled neighbours left and right: the empty cells from it down
    hole_depth: int  # the filled cells stacked without a gap on an empty one, summed
    rows_with_holes: int
    diversity: int  # how many of the steps -2 to 2 occur between adjacent columns


def features(board: Board, piece: int, at: Placement) -> Features:
    """The features of putting `piece` at `at` on `board`."""
    landed = board.landed(piece, *at)
    left = landed.cleared()
    return Features(
        landing_height=landing_height(board, piece, at),
        eroded=eroded(landed, piece, at),
        row_transitions=row_transitions(left),
        column_transitions=column_transitions(left),
        holes=sum(map(len, holes(left).values())),
        wells=sum(wells(left)),
        hole_depth=hole_depth(left),
        rows_with_holes=len(holes(left)),
        diversity=diversity(left),
    )


def landing_height(board: Board, piece: int, at: Placement) -> float:
    """The middle of a piece where it has landed, in rows above the lowest one."""
    return board.height - at.y - (HEIGHTS[piece][at.rotation] + 1) / 2


def eroded(landed: Board, piece: int, at: Placement) -> int:
    """Full rows times the cells of the piece in them; `landed` has its full rows still."""
    full = landed.full_rows
    return len(full) * sum(y in full for _, y in cells_at(piece, *at))


def row_transitions(board: Board) -> int:
    """Changes between filled and empty along all rows, from wall to wall: two in an empty row."""
    cells = ([True, *(board.filled(x, y) for x in range(board.width)), True] for y in range(board.height))
    return sum(a != b for row in cells for a, b in pairwise(row))


def column_transitions(board: Board) -> int:
    """Changes between filled and empty along all columns, from the empty sky to the filled floor."""
    cells = ([False, *(board.filled(x, y) for y in range(board.height)), True] for x in range(board.width))
    return sum(a != b for column in cells for a, b in pairwise(column))


def holes(board: Board) -> dict[int, list[int]]:
    """By row, only where there are any: the columns of its empty cells with a filled one somewhere above."""
    results: dict[int, list[int]] = {}
    for y in range(board.height):
        for x in range(board.width):
            if not board.filled(x, y) and board.outline[x] < y:
                results.setdefault(y, []).append(x)
    return results


def wells(board: Board) -> list[int]:
    """For each empty cell between filled neighbours (walls are filled): the empty cells from it down."""
    depths = []
    for x in range(board.width):
        for y in range(board.height):
            if not board.filled(x, y) and _filled(board, x - 1, y) and _filled(board, x + 1, y):
                bottom = next((b for b in range(y, board.height) if board.filled(x, b)), board.height)
                depths.append(bottom - y)
    return depths


def hole_depth(board: Board) -> int:
    """For each empty cell: the filled cells that lie on it without a gap, summed."""
    total = 0
    for x in range(board.width):
        for y in range(board.height):
            above = y - 1
            while not board.filled(x, y) and above >= 0 and board.filled(x, above):
                total += 1
                above -= 1
    return total


def diversity(board: Board) -> int:
    """Return how many of the steps -2 to 2 occur between adjacent columns."""
    steps = {a - b for a, b in pairwise(board.outline)}
    return sum(step in steps for step in DIFFERENCES)


def _filled(board: Board, x: int, y: int) -> bool:
    """Return True if a cell is filled; the walls are."""
    return not 0 <= x < board.width or board.filled(x, y)


# What our own controller sees of a placement: the features of the literature, some of them split, and a few more.
#
# Counted in plain Python, to be read and to be believed; `kernels/features.py` counts the same and is held to it.

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
    """Return the features of the heights of the columns.

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


# The weights of our own controller, by rule set and feature; the highest weighted sum is best.
#
# Each feature has two: for a stack that is lower than half the board, and for one as high or higher. Found by
# `bench/classic_tuning.py`; docs/classic.md tells how, and what they are worth.

Weights = dict[str, tuple[float, float]]

_SPAWN: Weights = {
    "landing_height": (-1.73, -1.73),
    "eroded": (1.71, 1.69),
    "row_transitions": (-2.72, -2.80),
    "column_transitions": (-4.81, -5.26),
    "holes": (2.63, 1.87),
    "hole_depth": (-0.65, -0.65),
    "well_1": (-2.21, -2.12),
    "well_2": (-4.12, -4.12),
    "well_3": (-4.09, -4.09),
    "well_4": (-3.42, -3.34),
    "spoilt_1": (-12.83, -13.39),
    "spoilt_2": (-10.41, -10.47),
    "spoilt_3": (-10.50, -10.71),
    "spoilt_4": (-11.03, -12.05),
    "lid_1": (0.45, 0.52),
    "lid_2": (-0.06, 0.04),
    "lid_3": (-1.70, -1.81),
    "lid_4": (-1.99, -1.84),
    "step_0": (0.08, 0.14),
    "step_1": (1.09, 1.11),
    "step_2": (0.42, 0.36),
    "uneven": (-0.40, -0.39),
    "blocked": (-18.48, -25.65),
    "near_top": (-1.98, -2.08),
    "deep": (-2.15, -2.26),
    "wide_2": (-1.17, -1.15),
    "wide_3": (-1.26, -1.26),
}
_SIMPLIFIED: Weights = {
    "landing_height": (-2.23, -2.48),
    "eroded": (0.73, 1.12),
    "row_transitions": (-2.65, -2.43),
    "column_transitions": (-4.80, -6.55),
    "holes": (1.46, 1.17),
    "hole_depth": (-0.57, -0.23),
    "well_1": (-2.53, -2.48),
    "well_2": (-3.79, -3.81),
    "well_3": (-4.05, -4.08),
    "well_4": (-2.76, -3.03),
    "spoilt_1": (-12.07, -9.93),
    "spoilt_2": (-8.14, -8.31),
    "spoilt_3": (-9.77, -10.84),
    "spoilt_4": (-9.91, -10.84),
    "lid_1": (0.27, -0.24),
    "lid_2": (-0.56, -0.28),
    "lid_3": (-1.34, -1.32),
    "lid_4": (-1.48, -0.77),
    "step_0": (1.07, 1.09),
    "step_1": (2.16, 1.99),
    "step_2": (0.16, 0.16),
    "uneven": (-0.17, -0.60),
}
KIBITZ: dict[RuleName, Weights] = {"spawn": _SPAWN, "fahey": _SPAWN, "simplified": _SIMPLIFIED}


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
