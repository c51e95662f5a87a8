"""The layout of a guideline seat, and its stack and pieces."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from math import floor
from typing import TypeVar

from game.tetris.guideline import CELLS, COLUMNS, VISIBLE, Field, letter
from game.tetris.guideline.field import UNKNOWN, Paint
from game.tetris.guideline.pieces import PIECES
from gui.games import well
from gui.games.sprites import piece_sprite, stone_sprite
from gui.games.well import Well, draw_cells, on_pixel, stamp, whole_cell
from gui.ui.canvas import Box, Canvas, Point
from gui.ui.theme import mix

# Where the well, hold, queue and garbage meter are, in any box, on whole pixels.
#
# ```
#    HOLD  |  +----------+  NEXT
#    ###   |  |          |  ##
#          |  |   well   |   ##
#   facts  |  |          |
#          |  +----------+
#        meter    name
# ```

_ABOVE = 1.2  # cells over the well
_BELOW, _NAMED = 20.0, 34.0  # units under it, without and with a name there
_MARGIN = 8.0
_BIG, _SMALL = 22 / 26, 16 / 26  # a cell of the first piece beside the well, and of the others, in cells
_LEAST_SIDE = 48.0  # units: what `HOLD` and `NEXT` need
_METER = 6.0
_LEFT_GAP, _RIGHT_GAP = 1.5, 0.92  # cells from the hold to the well less the meter, and to the queue
_STEP = 2.15  # cells from one preview to the next


@dataclass(frozen=True)
class SeatGeometry:
    """A seat. All in logical units, cells on whole pixels; `above` are the rows over the well that are seen.

    Cells are told by column and row from the **bottom**, as the rules have it; `well` is the same well with rows from
    the top, for drawing.
    """

    well: Well
    box: Box
    side: float = 0.0
    above: float = 0.0

    @classmethod
    def fit(cls, box: Box, scale: float, *, above: float = _ABOVE, named: bool = False) -> SeatGeometry:
        """The largest seat in `box` at `scale` pixels a unit, its well in the middle if there is room."""
        below = _NAMED if named else _BELOW
        wide = box[2] - 2 * _MARGIN - _METER
        gaps = COLUMNS + _LEFT_GAP + _RIGHT_GAP
        cell = min((box[3] - below) / (VISIBLE + above), wide / (gaps + 6 * _BIG))
        cell = whole_cell(min(cell, (wide - 2 * _LEAST_SIDE) / gaps), scale)
        side = max(_LEAST_SIDE, 3 * _BIG * cell)
        left_part = side + _LEFT_GAP * cell + _METER
        right_part = (COLUMNS + _RIGHT_GAP) * cell + side
        centred = box[0] + (box[2] - COLUMNS * cell) / 2
        least, most = box[0] + _MARGIN + left_part, box[0] + box[2] - _MARGIN - right_part
        spare = box[3] - below - (VISIBLE + above) * cell
        top = box[1] + above * cell + max(0.0, spare / 2)
        return cls(_well(min(max(centred, least), most), top, cell, scale), box, side, above)

    @classmethod
    def bare(cls, box: Box, scale: float, margin: float = 0.0, rows: int = VISIBLE) -> SeatGeometry:
        """The largest well in `box` with nothing around it, its lower `rows` in the middle of the box."""
        cell = whole_cell(min((box[2] - 2 * margin) / COLUMNS, (box[3] - 2 * margin) / rows), scale)
        left = box[0] + (box[2] - COLUMNS * cell) / 2
        top = box[1] + (box[3] - rows * cell) / 2 - (VISIBLE - rows) * cell
        return cls(_well(left, top, cell, scale), box)

    # -- cells --

    @property
    def cell(self) -> float:
        """The side of a cell."""
        return self.well.cell

    def corner(self, x: float, y: float) -> Point:
        """The upper left of cell (x, y)."""
        return self.well.corner(x, VISIBLE - 1 - y)

    def middle(self, x: float, y: float) -> Point:
        """The middle of cell (x, y)."""
        return self.well.middle(x, VISIBLE - 1 - y)

    def cell_at(self, point: Point) -> tuple[int, int] | None:
        """The cell (column, row) under a point, visible rows above the well included; else None."""
        x, y = self.place(point)
        inside = 0 <= x < COLUMNS and 0 <= y < VISIBLE + self.above
        return (floor(x), floor(y)) if inside else None

    def place(self, point: Point) -> Point:
        """A point measured in cells from the lower left of the well, y up; it may lie anywhere."""
        x, y = self.well.place(point)
        return x, VISIBLE - y

    # -- around the well --

    @property
    def hold(self) -> Box:
        """The column left of the well, from its top to its floor."""
        left = self.meter[0] - _LEFT_GAP * self.cell * 0.58 - self.side
        return (left, self.well.top, self.side, VISIBLE * self.cell)

    @property
    def hold_sign(self) -> Box:
        """The top of that column, its name and the piece below: a click there holds."""
        x, y, width, _ = self.hold
        return (x - 8, y - 8, width + 16, self.side_middle(self.hold)[1] + 1.5 * self.big - y + 8)

    @property
    def meter(self) -> Box:
        """The bar of the waiting rows."""
        left = self.well.left - _LEFT_GAP * self.cell * 0.42 - _METER
        return (left, self.well.top, _METER, VISIBLE * self.cell)

    @property
    def queue(self) -> Box:
        """The column right of the well."""
        return (self.well.right + _RIGHT_GAP * self.cell, self.well.top, self.side, VISIBLE * self.cell)

    @property
    def big(self) -> float:
        """The side of a cell of the piece in hold and of the first preview."""
        return self.side / 3 if self.side > _LEAST_SIDE else min(_LEAST_SIDE / 4, _BIG * self.cell)

    @property
    def small(self) -> float:
        """The side of a cell of the other previews."""
        return min(self.side / 4, max(6.0, _SMALL * self.cell))

    def side_middle(self, column: Box, number: int = 0) -> Point:
        """The middle of the piece `number` in the hold's or the queue's column."""
        step = max(_STEP * self.cell, 2 * self.small + 8)
        return column[0] + column[2] / 2, column[1] + 30 + self.cell + number * step


def _well(left: float, top: float, cell: float, scale: float) -> Well:
    return Well(COLUMNS, VISIBLE, on_pixel(left, scale), on_pixel(top, scale), cell)


Row = TypeVar("Row", int, float)
_GONE = 0.6  # how much of its colour a stack has lost when the game is over


def on_screen(cells: Iterable[tuple[int, Row]]) -> tuple[tuple[int, Row], ...]:
    """Cells as the well is drawn: rows from the top."""
    return tuple((x, VISIBLE - 1 - y) for x, y in cells)


def draw_stack(
    canvas: Canvas, geometry: SeatGeometry, field: Field, paint: Paint, *, faded: bool = False
) -> None:
    """Every filled cell in the colour of its piece."""
    theme, pixels, fade = canvas.theme, canvas.px(geometry.cell), _GONE if faded else 0.0
    stone = mix(theme.stone, theme.colour.well, fade)
    plain = stone_sprite(canvas, pixels, stone, mix(stone, (0, 0, 0), 0.2))
    stamps = []
    for y, row in enumerate(field.rows[: field.height]):
        for x in range(COLUMNS) if row else ():
            if row >> x & 1:
                name = paint.letter(x, y)
                if y >= VISIBLE:
                    draw_piece(canvas, geometry, ((x, y),), _ink(name), fade=fade)
                else:
                    sprite = plain if name == UNKNOWN else piece_sprite(canvas, pixels, _ink(name), fade)
                    stamps.append((sprite, (x, VISIBLE - 1 - y)))
    stamp(canvas, geometry.well, stamps)


def draw_piece(
    canvas: Canvas,
    geometry: SeatGeometry,
    cells: Iterable[tuple[int, float]],
    ink: str,
    *,
    fade: float = 0.0,
) -> None:
    """Cells in the colour of a piece's letter, or of `garbage`; without ground above the well."""
    highest = geometry.box[1] if geometry.above else None
    draw_cells(canvas, geometry.well, on_screen(cells), ink, fade=fade, highest=highest)


def draw_icon(
    canvas: Canvas, middle: Point, piece: int, cell: float, *, orientation: int = 0, fade: float = 0.0
) -> None:
    """A piece without a well, the box around it centred at `middle`; `cell` in logical units."""
    cells = [(x, -y) for x, y in CELLS[piece][orientation]]
    well.draw_icon(canvas, middle, cells, letter(piece), cell, fade=fade)


def _ink(name: str) -> str:
    """The palette's name for the letter of a cell."""
    return name if name in PIECES else "garbage"
