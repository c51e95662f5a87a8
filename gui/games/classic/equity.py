"""A controller's rating of a board, ready to be drawn: its terms, and their parts by place.

The sums are the evaluator's own; nothing is judged here.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass
from functools import lru_cache
from itertools import groupby
from typing import Literal

from ai.tetris.classic import linear
from ai.tetris.classic.evaluators import EVALUATORS, Area, CoveredRow, Explanation, explain
from ai.tetris.classic.linear import LINEAR, Linear
from game.tetris.classic import Board
from gui.ui.text import as_figure, counted

# The parts of an equity: where they are drawn, and how they are described.

Part = Literal["hollows", "structure", "height"]
PARTS: tuple[Part, ...] = ("hollows", "structure", "height")


@dataclass(frozen=True)
class Term:
    """One summand of an equity: its name, its value, and the part of the drawing that shows it."""

    name: str
    value: float
    part: Part | None = None


@dataclass(frozen=True)
class AreaMark:
    """An area to be outlined, in cells, with its letter, its value and what it is in a few words."""

    x: int
    y: int
    width: int
    height: int
    label: str
    value: float
    words: str


@dataclass(frozen=True)
class RowMark:
    """A row whose holes are marked, with its value and what it is: `forms` from many words to few."""

    y: int
    holes: tuple[int, ...]
    value: float
    forms: tuple[str, ...]


@dataclass(frozen=True)
class EquityBreakdown:
    """A board's equity by one controller, lower being better, with everything of it that can be drawn.

    `foot` is the last line of the sum, below the board. `heights` are the values of the columns, none where heights
    do not count. `total_name` says what the sum is of.
    """

    controller: str
    total: float
    terms: tuple[Term, ...]
    areas: tuple[AreaMark, ...]
    rows: tuple[RowMark, ...]
    area_heading: str
    foot: Term
    heights: tuple[float, ...] = ()
    total_name: str = "Total now"


def short(value: float, digits: int = 3) -> str:
    """A value as short as possible: `.25`, `.553`, `1`, `7`."""
    text = f"{value:.{digits}f}".rstrip("0").rstrip(".")
    return text[1:] if text.startswith("0.") else text


def two_digits(value: float) -> str:
    """A value with two digits, halves rounded away from zero: 1.785 is `1.79`."""
    return as_figure(f"{value + (1e-9 if value >= 0 else -1e-9):.2f}")


# A linear controller: holes, wells and transitions with their weights.
#
# Features of the last move (where it landed, what it cleared) do not belong to the board, and are left out.

_Cell = tuple[int, int]


def _of_linear(board: Board, name: str, weights: Linear) -> EquityBreakdown:
    """The board's part of the equity of the controller `name`: each feature times its weight, sign turned."""
    depths = _walled(board)
    covered = {cell: depth for cell, depth in depths.items() if board.outline[cell[0]] < cell[1]}
    lying = _lying(board)
    holes = linear.holes(board)
    turns = linear.row_transitions(board), linear.column_transitions(board)
    transitions = -weights.row_transitions * turns[0] - weights.column_transitions * turns[1]
    diversity = -weights.diversity * linear.diversity(board) if weights.diversity else 0.0
    turned = abs(weights.row_transitions) + abs(weights.column_transitions)
    terms = (
        (weights.holes, Term("Holes", -weights.holes * sum(map(len, holes.values())), "hollows")),
        (weights.rows_with_holes, Term("Hole rows", -weights.rows_with_holes * len(holes), "hollows")),
        (weights.hole_depth, Term("Depth", -weights.hole_depth * sum(lying.values()), "hollows")),
        (weights.wells, Term("Wells", -weights.wells * sum(depths.values()), "structure")),
        (turned, Term("Transitions", transitions, "structure")),
        (weights.diversity, Term("Diversity", diversity, "structure")),
    )
    foot = "transitions, diversity" if weights.diversity else "transitions"
    return EquityBreakdown(
        controller=name,
        total=sum(term.value for _, term in terms),
        terms=tuple(term for weight, term in terms if weight),
        areas=tuple(_wells(depths, covered, -weights.wells)),
        rows=tuple(_rows(holes, lying, covered, weights)),
        area_heading="Wells",
        foot=Term(foot, transitions + diversity, "structure"),
        total_name="Board now",
    )


def _walled(board: Board) -> dict[_Cell, int]:
    """The empty cells between filled neighbours (walls are filled), each with the empty cells from it down."""
    results: dict[_Cell, int] = {}
    for y in range(board.height - 1, -1, -1):
        row = board.rows[y]
        beside = (row << 1 | 1) & (row >> 1 | 1 << board.width - 1) & ~row
        for x in range(board.width):
            if beside >> x & 1:
                below = next((b for b in range(y, board.height) if board.filled(x, b)), board.height)
                results[x, y] = below - y
    return results


def _lying(board: Board) -> dict[_Cell, int]:
    """The empty cells right under filled ones, each with the number of these."""
    results: dict[_Cell, int] = {}
    for x in range(board.width):
        stacked = 0
        for y in range(board.height):
            if board.filled(x, y):
                stacked += 1
            elif stacked:
                results[x, y], stacked = stacked, 0
    return results


def _wells(depths: dict[_Cell, int], covered: dict[_Cell, int], cost: float) -> Iterator[AreaMark]:
    """The wells that are open to the sky, column by column, each run of walled cells as one area."""
    cells = sorted(cell for cell in depths if cell not in covered)
    runs = groupby(enumerate(cells), key=lambda each: (each[1][0], each[1][1] - each[0]))
    for number, (_, run) in enumerate(runs):
        well = [cell for _, cell in run]
        messages = [depths[cell] for cell in well]
        words = (
            "well, " + " + ".join(map(str, messages)) if len(messages) <= 6 else f"well, {len(messages)} deep"
        )
        label = chr(ord("A") + number) if number < 26 else ""
        yield AreaMark(*well[0], 1, len(messages), label, cost * sum(messages), words)


def _rows(
    holes: dict[int, list[int]], lying: dict[_Cell, int], covered: dict[_Cell, int], weights: Linear
) -> Iterator[RowMark]:
    """The rows with holes, and what these cost."""
    for y, columns in sorted(holes.items()):
        on_them = sum(lying.get((x, y), 0) for x in columns)
        walled = sum(covered.get((x, y), 0) for x in columns)
        value = weights.holes * len(columns) + weights.rows_with_holes
        value += weights.hole_depth * on_them + weights.wells * walled
        words = counted(len(columns), "hole") + (f", {counted(on_them, 'cell')} on top" if on_them else "")
        yield RowMark(y, tuple(columns), -value, (words, counted(len(columns), "hole")))


_POWERS = str.maketrans("0123456789", "⁰¹²³⁴⁵⁶⁷⁸⁹")


@lru_cache(maxsize=64)
def breakdown(board: Board, controller: str) -> EquityBreakdown | None:
    """Return the rating of `board` by `controller`; None for an unknown controller."""
    if controller in EVALUATORS:
        return _of_tengstrand(explain(board, controller))
    if controller in LINEAR:
        return _of_linear(board, controller, LINEAR[controller])
    return None


def _of_tengstrand(explanation: Explanation) -> EquityBreakdown:
    return EquityBreakdown(
        controller=explanation.evaluator,
        total=explanation.equity,
        terms=(
            Term("Hollows", explanation.hollows, "hollows"),
            Term("Structure", explanation.structure, "structure"),
            Term("Height", explanation.height, "height"),
        ),
        areas=tuple(_area(area) for area in sorted(explanation.areas, key=lambda a: (len(a.label), a.label))),
        rows=tuple(_covered(row) for row in explanation.covered),
        heights=tuple(column.value for column in explanation.columns),
        area_heading="Walled areas",
        foot=Term("contour heights", explanation.height, "height"),
    )


def _area(area: Area) -> AreaMark:
    words = f"{area.width} × {area.height}" + (", equal walls" if area.equal_walls else "")
    return AreaMark(area.x, area.y, area.width, area.height, area.label, area.value, words)


def _covered(row: CoveredRow) -> RowMark:
    """The row with the product of its factors, equal ones as a power: `.6 × .553³`."""
    product = " × ".join(
        short(factor) + (str(times).translate(_POWERS) if times > 1 else "")
        for factor, times in Counter(row.factors).items()
    )
    return RowMark(row.y, row.holes, row.value, (f"covered row, {product}", product, "covered row"))
