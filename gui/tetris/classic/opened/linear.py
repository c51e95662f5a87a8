"""What a linear controller sees on a board: holes, wells and transitions with their weights.

The board's part alone: where the last piece landed and what it took along belong to a move, not to a board.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import groupby

from ai.tetris.classic import features
from ai.tetris.classic.linear import Linear
from game.tetris.classic import Board
from gui.tetris.classic.opened.marks import Account, AreaMark, FootMark, RowMark, Term

_Cell = tuple[int, int]


def of_linear(board: Board, name: str, weights: Linear) -> Account:
    """The board's part of the equity of the controller `name`: each feature times its weight, sign turned."""
    depths = _walled(board)
    covered = {cell: depth for cell, depth in depths.items() if board.outline[cell[0]] < cell[1]}
    lying = _lying(board)
    holes = features.holes(board)
    turns = features.row_transitions(board), features.column_transitions(board)
    transitions = -weights.row_transitions * turns[0] - weights.column_transitions * turns[1]
    diversity = -weights.diversity * features.diversity(board) if weights.diversity else 0.0
    terms = (
        Term("Holes", -weights.holes * sum(map(len, holes.values())), "hollows"),
        Term("Hole rows", -weights.rows_with_holes * len(holes), "hollows"),
        Term("Depth", -weights.hole_depth * sum(lying.values()), "hollows"),
        Term("Wells", -weights.wells * sum(depths.values()), "structure"),
        Term("Transitions", transitions, "structure"),
        Term("Diversity", diversity, "structure"),
    )
    return Account(
        controller=name,
        total=sum(term.value for term in terms),
        terms=tuple(term for term, weight in zip(terms, _weights(weights), strict=True) if weight),
        areas=tuple(_wells(depths, covered, -weights.wells)),
        rows=tuple(_rows(holes, lying, covered, weights)),
        area_heading="Wells",
        foot=FootMark(
            transitions + diversity, "transitions" + (", diversity" if weights.diversity else ""), "structure"
        ),
        total_name="Board",
    )


def _weights(weights: Linear) -> tuple[float, ...]:
    """In the order of the terms: which of them the controller has."""
    return (
        weights.holes,
        weights.rows_with_holes,
        weights.hole_depth,
        weights.wells,
        abs(weights.row_transitions) + abs(weights.column_transitions),
        weights.diversity,
    )


def _walled(board: Board) -> dict[_Cell, int]:
    """The empty cells between filled neighbours (walls are filled), each with the empty cells from it down."""
    found: dict[_Cell, int] = {}
    for y in range(board.height - 1, -1, -1):
        row = board.rows[y]
        beside = (row << 1 | 1) & (row >> 1 | 1 << board.width - 1) & ~row
        for x in range(board.width):
            if beside >> x & 1:
                below = next((b for b in range(y, board.height) if board.filled(x, b)), board.height)
                found[x, y] = below - y
    return found


def _lying(board: Board) -> dict[_Cell, int]:
    """The empty cells with filled ones right on them, each with how many these are."""
    found: dict[_Cell, int] = {}
    for x in range(board.width):
        stacked = 0
        for y in range(board.height):
            if board.filled(x, y):
                stacked += 1
            elif stacked:
                found[x, y], stacked = stacked, 0
    return found


def _wells(depths: dict[_Cell, int], covered: dict[_Cell, int], cost: float) -> Iterator[AreaMark]:
    """The wells that are open to the sky, column by column, each run of walled cells as one area."""
    cells = sorted(cell for cell in depths if cell not in covered)
    runs = groupby(enumerate(cells), key=lambda each: (each[1][0], each[1][1] - each[0]))
    for number, (_, run) in enumerate(runs):
        (x, y), *more = (cell for _, cell in run)
        said = [depths[x, y], *(depths[cell] for cell in more)]
        words = "well, " + " + ".join(map(str, said)) if len(said) <= 6 else f"well, {len(said)} deep"
        label = chr(ord("A") + number) if number < 26 else ""
        yield AreaMark(x, y, 1, len(said), label, cost * sum(said), words)


def _rows(
    holes: dict[int, list[int]], lying: dict[_Cell, int], covered: dict[_Cell, int], weights: Linear
) -> Iterator[RowMark]:
    """The rows with holes: everything that their holes cost."""
    for y, columns in sorted(holes.items()):
        on_them = sum(lying.get((x, y), 0) for x in columns)
        walled = sum(covered.get((x, y), 0) for x in columns)
        value = -(
            weights.holes * len(columns)
            + weights.rows_with_holes
            + weights.hole_depth * on_them
            + weights.wells * walled
        )
        words = f"{len(columns)} hole{'s' if len(columns) > 1 else ''}"
        words += f", {on_them} cell{'s' if on_them > 1 else ''} on top" if on_them else ""
        yield RowMark(y, tuple(columns), value, words)
