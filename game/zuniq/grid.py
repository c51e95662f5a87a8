"""The board of dots: numbering of cells and walls, and their CodeCup names.

A board of R x C dots has (R-1) x (C-1) cells. A dot is a row letter from the top and a column digit from
the left. `A1h` is the wall from dot A1 to the dot on its right, `A1v` the wall to the dot below.

    A1 -A1h- A2 -A2h- A3        walls: all horizontal ones row by row, then all vertical ones row by row
    |        |        |         cells: row by row; OUTSIDE (-1) is everything around the board
   A1v  0   A2v  1   A3v
    |        |        |
    B1 -B1h- B2 -B2h- B3
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from functools import cached_property
from typing import NamedTuple

from game.errors import BadInput, IllegalMove

OUTSIDE = -1
ROW_LETTERS = "ABCDEFGHIJKL"
MIN_DOTS, MAX_DOTS = 2, 9
LONGEST_STRIP = 12  # dots in a row of a board with two rows, or in a column of one with two columns
CLAIM = "!"  # behind a wall, in texts


class WallMove(NamedTuple):
    """A move: a wall by its number, and whether it claims the win."""

    wall: int
    claims: bool = False


@dataclass(frozen=True)
class Grid:
    """A board of `rows` x `columns` dots, each 2 to 9; a strip with 2 of one may have 12 of the other.

    Raises `BadInput` for other sizes.
    """

    rows: int = 6
    columns: int = 6

    def __post_init__(self) -> None:
        few, many = sorted((self.rows, self.columns))
        if few < MIN_DOTS or many > (LONGEST_STRIP if few == MIN_DOTS else MAX_DOTS):
            raise BadInput(
                f"a board of {self.rows}x{self.columns} dots is not possible; "
                f"rows and columns go from {MIN_DOTS} to {MAX_DOTS}, with two rows or columns to {LONGEST_STRIP}"
            )

    @classmethod
    def parse(cls, text: str) -> Grid:
        """The grid of `ROWSxCOLUMNS` in dots, such as `6x6`. Raises `BadInput`."""
        match = re.fullmatch(r"([0-9]{1,3})x([0-9]{1,3})", text.strip())
        if not match:
            raise BadInput(
                f"{text[:40]!r} is not a board size; write ROWSxCOLUMNS in dots, from {MIN_DOTS}x{MIN_DOTS} "
                f"to {MAX_DOTS}x{MAX_DOTS}"
            )
        return cls(int(match[1]), int(match[2]))

    def __str__(self) -> str:
        return f"{self.rows}x{self.columns}"

    @cached_property
    def cells(self) -> int:
        """The number of cells."""
        return (self.rows - 1) * (self.columns - 1)

    @cached_property
    def horizontal(self) -> int:
        """The number of horizontal walls, which come first."""
        return self.rows * (self.columns - 1)

    @cached_property
    def walls(self) -> int:
        """The number of walls, at most 144."""
        return self.horizontal + (self.rows - 1) * self.columns

    @cached_property
    def longest(self) -> int:
        """The most plies of a game: walls - cells + zones, of which no two have one size (length identity)."""
        zones = 0
        while (zones + 1) * (zones + 2) // 2 <= self.cells:
            zones += 1
        return self.walls - self.cells + zones

    @cached_property
    def names(self) -> tuple[str, ...]:
        """The name of every wall, by its number."""
        flat = [f"{ROW_LETTERS[r]}{c + 1}h" for r in range(self.rows) for c in range(self.columns - 1)]
        upright = [f"{ROW_LETTERS[r]}{c + 1}v" for r in range(self.rows - 1) for c in range(self.columns)]
        return tuple(flat + upright)

    @cached_property
    def _numbers(self) -> dict[str, int]:
        return {name: wall for wall, name in enumerate(self.names)}

    def wall(self, name: str) -> int:
        """The number of the wall called `name`. Raises `IllegalMove` if the board has none such."""
        try:
            return self._numbers[name]
        except KeyError:
            flat, upright = self.names[: self.horizontal], self.names[self.horizontal :]
            raise IllegalMove(
                f"{name[:20]!r} names no wall of a board with {self} dots; "
                f"walls go from {flat[0]} to {flat[-1]} and from {upright[0]} to {upright[-1]}"
            ) from None

    def move(self, text: str) -> WallMove:
        """The move that a text means: the name of a wall, and `!` behind it for a claim. Raises `IllegalMove`."""
        name = text.removesuffix(CLAIM)
        return WallMove(self.wall(name), claims=name != text)

    def text(self, move: WallMove) -> str:
        """A move as text."""
        return self.names[move.wall] + (CLAIM if move.claims else "")

    def dots(self, wall: int) -> tuple[tuple[int, int], tuple[int, int]]:
        """The (row, column) of the two dots that `wall` joins, upper left one first."""
        if wall < self.horizontal:
            row, column = divmod(wall, self.columns - 1)
            return (row, column), (row, column + 1)
        row, column = divmod(wall - self.horizontal, self.columns)
        return (row, column), (row + 1, column)

    def cell(self, row: int, column: int) -> int:
        """The number of a cell, or `OUTSIDE` for places beyond the border."""
        if 0 <= row < self.rows - 1 and 0 <= column < self.columns - 1:
            return row * (self.columns - 1) + column
        return OUTSIDE

    @cached_property
    def sides(self) -> tuple[tuple[int, int], ...]:
        """By wall: the two cells it parts, above before below and left before right."""
        both = []
        for wall in range(self.walls):
            (row, column), _ = self.dots(wall)
            if wall < self.horizontal:
                both.append((self.cell(row - 1, column), self.cell(row, column)))
            else:
                both.append((self.cell(row, column - 1), self.cell(row, column)))
        return tuple(both)

    @cached_property
    def cell_walls(self) -> tuple[tuple[int, ...], ...]:
        """By cell: the numbers of its four walls."""
        around: list[list[int]] = [[] for _ in range(self.cells)]
        for wall, pair in enumerate(self.sides):
            for cell in pair:
                if cell != OUTSIDE:
                    around[cell].append(wall)
        return tuple(tuple(walls) for walls in around)
