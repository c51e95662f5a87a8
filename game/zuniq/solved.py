"""The boards of which is known who wins from the first wall on, with the first walls that win.

`assets/zuniq/solved.json` has them with rows <= columns; `assets/zuniq/make.py` makes it, `zuniq check` proves it.
"""

from __future__ import annotations

from functools import cache
from typing import Literal

import msgspec

from game import places, saving
from game.zuniq.grid import Grid

PATH = places.shipped("assets", "zuniq", "solved.json")
MOST_BYTES = 1 << 20


class SolvedBoard(msgspec.Struct, frozen=True):
    """Winner from the empty board, the first walls that win, and the work: positions, CPU seconds of one core."""

    dots: str
    winner: Literal["white", "black"]
    winning_moves: tuple[str, ...]
    nodes: int
    seconds: float


@cache
def boards() -> tuple[SolvedBoard, ...]:
    """All boards that are solved, by their number of walls."""
    if not PATH.exists():
        return ()
    return msgspec.json.decode(saving.load(PATH, MOST_BYTES), type=tuple[SolvedBoard, ...])


def solved(grid: Grid) -> SolvedBoard | None:
    """Return the known result of a board, in either orientation; None if it is not solved."""
    lying = Grid(min(grid.rows, grid.columns), max(grid.rows, grid.columns))
    solved_board = next((board for board in boards() if board.dots == str(lying)), None)
    if solved_board is None or lying == grid:
        return solved_board
    turned = (_turned(lying, grid, lying.wall(move)) for move in solved_board.winning_moves)
    moves = tuple(grid.names[wall] for wall in sorted(turned))
    return msgspec.structs.replace(solved_board, dots=str(grid), winning_moves=moves)


def _turned(lying: Grid, grid: Grid, wall: int) -> int:
    """The wall of `grid` where `wall` comes to lie when the board is mirrored in its diagonal."""
    ends = {(column, row) for row, column in lying.dots(wall)}
    return next(other for other in range(grid.walls) if set(grid.dots(other)) == ends)
