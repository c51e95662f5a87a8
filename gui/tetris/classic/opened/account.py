"""What a controller sees on a board, ready to be drawn: its terms, and each part of them where it lies.

The sums are the evaluator's own; nothing is judged here.
"""

from __future__ import annotations

from functools import lru_cache

from ai.tetris.classic.evaluators import EVALUATORS
from ai.tetris.classic.explain import Area, CoveredRow, Explanation, explain
from ai.tetris.classic.linear import LINEAR
from game.tetris.classic import Board
from gui.tetris.classic.opened.linear import of_linear
from gui.tetris.classic.opened.marks import Account, AreaMark, FootMark, RowMark, Term, short

_NAMED_FACTORS = 6
_COVERED_ROW = 7.0  # of Tengstrand's on 10 columns: 6.94 where both rows lack one cell, up to 10


@lru_cache(maxsize=64)
def account(board: Board, controller: str) -> Account | None:
    """What `controller` sees on `board`; None for one that nothing is known of."""
    if controller in EVALUATORS:
        return _of_tengstrand(explain(board, controller))
    if controller in LINEAR:
        return of_linear(board, controller, LINEAR[controller])
    return None


def worth_of_a_hole(controller: str) -> float:
    """About what it costs to cover an empty cell: the measure of what a bad move gives away, above 0."""
    weights = LINEAR.get(controller)
    if weights is None:
        return _COVERED_ROW
    turns = 2 * (weights.row_transitions + weights.column_transitions)
    return max(1.0, -(weights.holes + weights.rows_with_holes + weights.hole_depth + turns))


def _of_tengstrand(said: Explanation) -> Account:
    return Account(
        controller=said.evaluator,
        total=said.equity,
        terms=(
            Term("Hollows", said.hollows, "hollows"),
            Term("Structure", said.structure, "structure"),
            Term("Height", said.height, "height"),
        ),
        areas=tuple(_area(area) for area in sorted(said.areas, key=lambda a: (len(a.label), a.label))),
        rows=tuple(_covered(row) for row in said.covered),
        heights=tuple(column.value for column in said.columns),
        area_heading="Walled areas",
        foot=FootMark(said.height, "contour heights", "height"),
    )


def _area(area: Area) -> AreaMark:
    words = f"{area.width} × {area.height}" + (", equal walls" if area.equal_walls else "")
    return AreaMark(area.x, area.y, area.width, area.height, area.label, area.value, words)


def _covered(row: CoveredRow) -> RowMark:
    product = " × ".join(short(factor) for factor in row.factors[:_NAMED_FACTORS])
    product += " × …" if len(row.factors) > _NAMED_FACTORS else ""
    return RowMark(row.y, row.holes, row.value, f"covered row, {product}")
