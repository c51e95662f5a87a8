"""Where dots, walls and cells stand on the screen, and which wall a point or a key means."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property

from game.zuniq import Grid
from gui.drawing.canvas import Box, Point

_ABOVE, _BELOW = 56.0, 120.0  # room for the column figures, and for sizes and a sentence
_ASIDE = 96.0
_LOW, _VERY_LOW = 420.0, 300.0  # board areas lower than these get tighter margins


@dataclass(frozen=True)
class Geometry:
    """A grid laid out in a box: `left`, `top` is dot A1, `step` the distance of dots, in logical units."""

    grid: Grid
    left: float
    top: float
    step: float

    @classmethod
    def fit(cls, grid: Grid, box: Box, *, bare: bool = False) -> Geometry:
        """The largest layout of `grid` in `box`; `bare` leaves no room for labels (small boards)."""
        x, y, width, height = box
        above, below, aside = (14.0, 14.0, 14.0) if bare else (_ABOVE, _BELOW, _ASIDE)
        if not bare and height < _LOW:
            above, below = (40.0, 88.0) if height >= _VERY_LOW else (34.0, 52.0)
        if not bare and width < 560:
            aside = 56.0
        across, down = grid.columns - 1, grid.rows - 1
        step = min((width - 2 * aside) / across, (height - above - below) / down)
        if not bare:
            step = min(step, 160.0)
        left = x + (width - across * step) / 2
        top = y + above + (height - above - below - down * step) / 2
        return cls(grid, left, top, max(8.0, step))

    def dot(self, row: int, column: int) -> Point:
        """The middle of a dot."""
        return self.left + column * self.step, self.top + row * self.step

    def ends(self, wall: int) -> tuple[Point, Point]:
        """The two dots of a wall."""
        first, second = self.grid.dots(wall)
        return self.dot(*first), self.dot(*second)

    def middle(self, wall: int) -> Point:
        """The middle of a wall."""
        (x0, y0), (x1, y1) = self.ends(wall)
        return (x0 + x1) / 2, (y0 + y1) / 2

    def upright(self, wall: int) -> bool:
        """Whether a wall is vertical."""
        return wall >= self.grid.horizontal

    def cell_box(self, cell: int) -> Box:
        """The square of a cell."""
        row, column = divmod(cell, self.grid.columns - 1)
        x, y = self.dot(row, column)
        return (x, y, self.step, self.step)

    @property
    def box(self) -> Box:
        """The rectangle of all dots."""
        return (
            self.left,
            self.top,
            (self.grid.columns - 1) * self.step,
            (self.grid.rows - 1) * self.step,
        )

    def wall_at(self, point: Point) -> int | None:
        """The wall a point means: the diamonds around the walls' middles fill the board."""
        best = min(range(self.grid.walls), key=lambda wall: self._diamond(wall, point))
        return best if self._diamond(best, point) <= self.step / 2 else None

    def _diamond(self, wall: int, point: Point) -> float:
        x, y = self.middle(wall)
        return abs(point[0] - x) + abs(point[1] - y)

    @cached_property
    def _rows(self) -> list[list[int]]:
        """The walls as a cursor walks them: horizontal and vertical rows in turn, from the top."""
        rows: list[list[int]] = []
        columns, across = self.grid.columns, self.grid.columns - 1
        for row in range(self.grid.rows):
            rows.append([row * across + column for column in range(across)])
            if row < self.grid.rows - 1:
                start = self.grid.horizontal + row * columns
                rows.append([start + column for column in range(columns)])
        return rows

    def step_from(self, wall: int, dx: int, dy: int) -> int | None:
        """The wall one step aside (`dx`) or one row of walls up or down (`dy`); None at the edge."""
        row = next(i for i, walls in enumerate(self._rows) if wall in walls)
        place = self._rows[row].index(wall)
        if dx:
            return self._rows[row][place + dx] if 0 <= place + dx < len(self._rows[row]) else None
        if not 0 <= row + dy < len(self._rows):
            return None
        walls = self._rows[row + dy]
        return walls[min(place, len(walls) - 1)]
