"""A Zuniq position as a picture of letters, for terminals, logs and recorded games.

  1   2   3   4
A +---+   +   +      + dot      --- | wall      x  a wall that may not be drawn now
  | 1 |
B +---+   +---+      a closed zone shows its size in each of its cells
          |
C +   +   +   +
"""

from __future__ import annotations

from game.zuniq.grid import ROW_LETTERS
from game.zuniq.state import State


def diagram(state: State) -> str:
    """The picture of `state`: 2 * rows lines, without blanks at their ends, without a last line feed."""
    grid = state.grid
    lines = ["  " + "   ".join(str(column + 1) for column in range(grid.columns))]
    for row in range(grid.rows):
        lines.append(f"{ROW_LETTERS[row]} {_dots(state, row)}")
        if row < grid.rows - 1:
            lines.append(f"  {_cells(state, row)}".rstrip())
    return "\n".join(lines)


def _dots(state: State, row: int) -> str:
    first = row * (state.grid.columns - 1)
    walls = range(first, first + state.grid.columns - 1)
    return "+" + "".join(_wall(state, wall, "---", " x ", "   ") + "+" for wall in walls)


def _cells(state: State, row: int) -> str:
    grid = state.grid
    first = grid.horizontal + row * grid.columns
    line = _wall(state, first, "|", "x", " ")
    for column in range(grid.columns - 1):
        line += _size(state, grid.cell(row, column)) + _wall(state, first + column + 1, "|", "x", " ")
    return line


def _wall(state: State, wall: int, drawn: str, forbidden: str, free: str) -> str:
    if wall in state.drawn:
        return drawn
    return free if wall in state.legal else forbidden


def _size(state: State, cell: int) -> str:
    """The size of the closed zone that `cell` belongs to, three letters wide; blanks in the open."""
    zone = next((zone for zone in state.zones if cell in zone), None)
    return f"{len(zone):^3}" if zone else "   "
