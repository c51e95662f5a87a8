"""The cells of a guideline well: what is filled, in the colours of its pieces, and pieces wherever they are drawn."""

from __future__ import annotations

from collections.abc import Iterable

from game.tetris.guideline import CELLS, COLUMNS, VISIBLE, Field, letter
from game.tetris.guideline.field import UNKNOWN, Paint
from game.tetris.guideline.pieces import PIECES
from gui.drawing.canvas import Box, Canvas, Point
from gui.drawing.theme import Rgb, mix
from gui.tetris.guideline.geometry import SeatGeometry
from gui.tetris.sprites import loose_sprite, piece_sprite, stone_sprite

Cell = tuple[int, int]
_GHOST = {"dark": 0.25, "light": 0.35}
_GONE = 0.6  # how much of its colour a stack has lost when the game is over


def draw_stack(
    canvas: Canvas, geometry: SeatGeometry, field: Field, paint: Paint, *, faded: bool = False
) -> None:
    """Every filled cell in the colour of its piece, as far up as is seen."""
    theme, pixels = canvas.theme, canvas.px(geometry.cell)
    fade = _GONE if faded else 0.0
    stone = mix(theme.stone, theme.colour.well, fade)
    plain = stone_sprite(canvas, pixels, stone, mix(stone, (0, 0, 0), 0.2))
    left, floor = canvas.px(geometry.well.left), canvas.px(geometry.well.top) + VISIBLE * pixels
    blits = []
    for y in range(min(field.height, VISIBLE)):
        row = field.rows[y]
        for x in range(COLUMNS) if row else ():
            if row >> x & 1:
                name = paint.letter(x, y)
                sprite = plain if name == UNKNOWN else piece_sprite(canvas, pixels, _ink(name), fade)
                blits.append((sprite, (left + x * pixels, floor - (y + 1) * pixels)))
    canvas.surface.fblits(blits)
    for y in range(VISIBLE, field.height):
        for x in range(COLUMNS):
            if field.rows[y] >> x & 1:
                name = paint.letter(x, y)
                draw_cells(
                    canvas, geometry, ((x, y),), "garbage" if name == UNKNOWN else _ink(name), fade=fade
                )


def draw_cells(
    canvas: Canvas,
    geometry: SeatGeometry,
    cells: Iterable[tuple[int, float]],
    ink: str,
    *,
    fade: float = 0.0,
    fallen: float = 0.0,
) -> None:
    """Cells in the colour of a piece's letter, or `garbage`, `fallen` cells lower; over the well without ground."""
    pixels = canvas.px(geometry.cell)
    within, above = piece_sprite(canvas, pixels, ink, fade), loose_sprite(canvas, pixels, ink, fade)
    left, top = canvas.px(geometry.well.left), canvas.px(geometry.well.top)
    highest = canvas.px(geometry.box[1]) if geometry.above else top
    for x, y in cells:
        at = top + round((VISIBLE - 1 - y + fallen) * pixels)
        hidden = max(0, highest - at)
        if hidden < pixels:
            sprite = within if at >= top else above
            canvas.surface.blit(
                sprite, (left + x * pixels, at + hidden), (0, hidden, pixels, pixels - hidden)
            )


def draw_veil(
    canvas: Canvas, geometry: SeatGeometry, cells: Iterable[Cell], piece: int, inset: float = 1.0
) -> None:
    """Where the piece in hand would lock: a veil in its colour, never an outline; `inset` units within its edge."""
    theme = canvas.theme
    veil = mix(theme.colour.well, theme.pieces[letter(piece)].fill, _GHOST[theme.name])
    whole = frozenset(cells)
    for x, y in whole:
        if y < VISIBLE:
            canvas.fill(_joined(geometry, (x, y), whole, inset), veil)


def _joined(geometry: SeatGeometry, cell: Cell, whole: frozenset[Cell], inset: float) -> Box:
    """A cell's rectangle, `inset` units smaller on each side where no other cell of the piece touches it."""
    x, y = cell
    left, top = geometry.corner(x, y)
    side = geometry.cell
    a, b = (0 if (x - 1, y) in whole else inset), (0 if (x, y + 1) in whole else inset)
    c, d = (0 if (x + 1, y) in whole else inset), (0 if (x, y - 1) in whole else inset)
    return (left + a, top + b, side - a - c, side - b - d)


def draw_icon(
    canvas: Canvas, middle: Point, piece: int, cell: float, *, orientation: int = 0, fade: float = 0.0
) -> None:
    """A piece without a well, the box around it centred at `middle`; `cell` in logical units."""
    pixels = max(2, canvas.px(cell))
    cells = CELLS[piece][orientation]
    columns, rows = [x for x, _ in cells], [y for _, y in cells]
    width, height = max(columns) - min(columns) + 1, max(rows) - min(rows) + 1
    left = canvas.px(middle[0]) - width * pixels // 2 - min(columns) * pixels
    bottom = canvas.px(middle[1]) - height * pixels // 2 + (max(rows)) * pixels
    sprite = loose_sprite(canvas, pixels, letter(piece), fade)
    canvas.surface.fblits([(sprite, (left + x * pixels, bottom - y * pixels)) for x, y in cells])


def colour_of(canvas: Canvas, name: str) -> Rgb:
    """The colour of a cell by the letter of a paint: a piece's, garbage's, or stone."""
    return canvas.theme.stone if name == UNKNOWN else canvas.theme.pieces[_ink(name)].fill


def _ink(name: str) -> str:
    """The palette's name for a letter of a paint."""
    return name if name in PIECES else "garbage"
