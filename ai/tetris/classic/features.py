"""What linear controllers see of a placement: counted in plain Python, cell by cell, to be read and to be believed.

The kernels in `kernels/features.py` count the same and are held to these. All but the first two are counted on the
board that is left, its full rows gone. Sources: Pierre Dellacherie's controller in Colin Fahey's Standard Tetris
(landing height to wells), Thiery and Scherrer, "Building Controllers for Tetris", 2009 (hole depth, rows with
holes), Gabillon, Ghavamzadeh and Scherrer, 2013 (diversity).
"""

from __future__ import annotations

from itertools import pairwise
from typing import NamedTuple

from game.tetris.classic.board import Board
from game.tetris.classic.pieces import HEIGHTS, cells_at
from game.tetris.classic.rules import Placement

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
    found: dict[int, list[int]] = {}
    for y in range(board.height):
        for x in range(board.width):
            if not board.filled(x, y) and board.outline[x] < y:
                found.setdefault(y, []).append(x)
    return found


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
    """How many of the steps -2 to 2 occur between adjacent columns."""
    steps = {a - b for a, b in pairwise(board.outline)}
    return sum(step in steps for step in DIFFERENCES)


def _filled(board: Board, x: int, y: int) -> bool:
    """Whether a cell is filled; the walls are."""
    return not 0 <= x < board.width or board.filled(x, y)
