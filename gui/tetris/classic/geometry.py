"""Where the well, the next piece and the legend stand, for any board in any box, on whole pixels.

```
  +----------+   NEXT
  |          |
  |   well   |   legend, read along the rows
  |          |
  +----------+
   .2  .1  .1    their sum
```
"""

from __future__ import annotations

from dataclasses import dataclass

from gui.drawing.canvas import Box, Point

_ABOVE, _BELOW = 16.0, 40.0  # below stand the heights of the columns
_LOW = 300.0  # boxes lower than this get tighter margins
_MARGIN = 16.0
_GAP = 30.0  # between the well and what stands beside it
WHOLE, SHORT, NARROW = 256.0, 72.0, 48.0  # widths of what stands beside: legend, its figures, the next piece
_HIGH_ENOUGH = 320.0  # what stands beside a low well may rise above it to this height
_LARGEST = 48.0  # a cell, in logical units
_WORTH = 0.8  # the share of its size that a well may give up so that something fits beside it


@dataclass(frozen=True)
class Geometry:
    """A board of `columns` x `rows` with its upper left at `left`, `top`; `cell` is the side of a cell.

    All in logical units that fall on whole pixels. `aside` is the width of what stands beside the well, 0 where
    nothing does, `summit` the y at which that may begin and `limit` the x at which it must end; `below` is the
    room under the floor.
    """

    columns: int
    rows: int
    left: float
    top: float
    cell: float
    aside: float = 0.0
    below: float = 0.0
    summit: float = 0.0
    limit: float = 0.0

    @classmethod
    def fit(cls, columns: int, rows: int, box: Box, scale: float, *, beside: float = WHOLE) -> Geometry:
        """The largest layout in `box` at `scale` pixels a unit, with room for the height values below.

        `beside` is the width wanted beside the well: as much of it is given as does not make the well small.
        """
        above, below = (_ABOVE, _BELOW) if box[3] >= _LOW else (8.0, 28.0)
        high = (box[3] - above - below) / rows
        alone = min(high, (box[2] - 2 * _MARGIN) / columns, _LARGEST)
        for aside in (width for width in (WHOLE, SHORT, NARROW) if width <= beside):
            cell = min(high, (box[2] - 2 * _MARGIN - _GAP - aside) / columns)
            if cell >= _WORTH * alone:
                return cls._placed(columns, rows, box, scale, min(cell, _LARGEST), above, below, aside)
        return cls._placed(columns, rows, box, scale, alone, above, below, 0.0)

    @classmethod
    def bare(cls, columns: int, rows: int, box: Box, scale: float, margin: float = 0.0) -> Geometry:
        """The largest well in `box` without anything around it."""
        cell = min((box[2] - 2 * margin) / columns, (box[3] - 2 * margin) / rows, _LARGEST)
        return cls._placed(columns, rows, box, scale, cell, margin, margin, 0.0)

    @classmethod
    def _placed(
        cls,
        columns: int,
        rows: int,
        box: Box,
        scale: float,
        cell: float,
        above: float,
        below: float,
        aside: float,
    ) -> Geometry:
        pixels = max(1, int(cell * scale + 1e-6))
        cell = pixels / scale
        width = columns * cell + (_GAP + aside if aside else 0.0)
        left = box[0] + (box[2] - width) / 2
        top = box[1] + above + (box[3] - above - below - rows * cell) / 2
        left, top = round(left * scale) / scale, round(top * scale) / scale
        summit = min(top, max(box[1] + above, top + rows * cell - _HIGH_ENOUGH))
        return cls(columns, rows, left, top, cell, aside, below, summit, box[0] + box[2] - _MARGIN)

    @property
    def well(self) -> Box:
        """The rectangle of all cells."""
        return (self.left, self.top, self.columns * self.cell, self.rows * self.cell)

    @property
    def right(self) -> float:
        """The right edge of the well."""
        return self.left + self.columns * self.cell

    @property
    def bottom(self) -> float:
        """The floor of the well."""
        return self.top + self.rows * self.cell

    @property
    def beside(self) -> float:
        """The x at which begins what stands beside the well."""
        return self.right + _GAP

    def corner(self, x: float, y: float) -> Point:
        """The upper left of cell (x, y)."""
        return self.left + x * self.cell, self.top + y * self.cell

    def box(self, x: float, y: float, width: float = 1, height: float = 1) -> Box:
        """The rectangle of `width` x `height` cells from cell (x, y) on."""
        return (*self.corner(x, y), width * self.cell, height * self.cell)

    def middle(self, x: float, y: float) -> Point:
        """The middle of cell (x, y)."""
        return self.corner(x + 0.5, y + 0.5)

    def cells_at(self, point: Point) -> Point | None:
        """A point measured in cells from the well's upper left; None outside (a cell more counts as inside)."""
        x, y = (point[0] - self.left) / self.cell, (point[1] - self.top) / self.cell
        inside = -1.0 <= x <= self.columns + 1.0 and -1.0 <= y <= self.rows + 1.0
        return (x, y) if inside else None
