"""What every useful placement is worth, written on the walls beside it: a number, and a line to a cell of its own."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from game.advice import Choice
from game.tetris.four_wide.well import WIDTH
from game.tetris.guideline import Placement
from gui.drawing.canvas import Box, Canvas
from gui.tetris.four_wide.masonry import wall_boxes
from gui.tetris.four_wide.walls import LEFT
from gui.tetris.guideline.cells import Cell, draw_icon
from gui.tetris.guideline.geometry import SeatGeometry

_HIGH, _STEP, _GAP = 22.0, 24.0, 8.0  # units: a tag, from one to the next, from the well to its words
_ICON = 5.0  # units of a cell of the piece that is drawn beside its number
_ICON_ROOM = 26.0


class Tag(NamedTuple):
    """A placement on the board with its number: the cell its line ends in, its box, on the left wall or the right."""

    choice: Choice
    placement: Placement
    cell: Cell
    box: Box
    left: bool


def tags_of(canvas: Canvas, geometry: SeatGeometry, choices: Sequence[Choice]) -> tuple[Tag, ...]:
    """A tag for each of the choices, the best first; none where the walls are too narrow for a number."""
    found = [(choice, Placement.parse(choice.move)) for choice in choices]
    taken: set[Cell] = set()
    hooks: list[tuple[Choice, Placement, Cell, bool]] = []
    for choice, at in found:
        others = {cell for _, other in found if other != at for cell in other.cells}
        cell = min(at.cells, key=lambda cell: (cell in taken, cell in others, _inwards(cell[0]), cell[1]))
        taken.add(cell)
        hooks.append((choice, at, cell, _is_left(cell[0], hooks)))
    walls = wall_boxes(geometry)
    tags: list[Tag] = []
    for wall, left in zip(walls, (True, False), strict=True):
        tags += _stacked(canvas, geometry, wall, left, [hook for hook in hooks if hook[3] == left])
    order = {choice.move: rank for rank, choice in enumerate(choices)}
    return tuple(sorted(tags, key=lambda tag: order[tag.choice.move]))


def draw_tags(
    canvas: Canvas, geometry: SeatGeometry, tags: Sequence[Tag], lit: str | None, *, proven: bool
) -> None:
    """Every tag with its line; the first is filled where it is proven, else framed, as is that of the move `lit`."""
    colour = canvas.theme.colour
    for rank, tag in reversed(list(enumerate(tags))):
        x, y, width, high = tag.box
        end = geometry.middle(*tag.cell)
        start = (x + width if tag.left else x, y + high / 2)
        canvas.stroke([start, end], colour.amber_line, 1.5 if rank == 0 or tag.choice.move == lit else 1.0)
        canvas.disc(end, 2.5, colour.amber_line)
    for rank, tag in enumerate(tags):
        x, y, width, high = tag.box
        filled = rank == 0 and proven
        if filled:
            canvas.panel(tag.box, colour.amber, radius=high / 2)
        elif rank == 0 or tag.choice.move == lit:
            canvas.panel(tag.box, colour.well, radius=high / 2, edge=colour.amber_line, width=1.5)
        ink = colour.amber_ink if filled else colour.amber_text
        middle, style = y + high / 2, "small" if rank == 0 else "label"
        if tag.left:
            canvas.text((x + width - 8, middle), tag.choice.label, style, ink, "right")
        else:
            canvas.text((x + 8, middle), tag.choice.label, style, ink)
        _draw_piece(canvas, geometry, tag)


def tag_at(tags: Sequence[Tag], point: tuple[float, float]) -> Tag | None:
    """The tag under a point."""
    for tag in tags:
        x, y, width, high = tag.box
        if x <= point[0] <= x + width and y <= point[1] <= y + high:
            return tag
    return None


def _inwards(column: int) -> int:
    """How far a column lies from the nearer wall."""
    return min(column - LEFT, LEFT + WIDTH - 1 - column)


def _is_left(column: int, before: Sequence[tuple[Choice, Placement, Cell, bool]]) -> bool:
    """On the nearer wall, or on the emptier one where the other has three tags more."""
    lefts = sum(left for *_, left in before)
    rights = len(before) - lefts
    return column < LEFT + WIDTH // 2 if abs(lefts - rights) < 3 else lefts < rights


def _stacked(
    canvas: Canvas,
    geometry: SeatGeometry,
    wall: Box,
    left: bool,
    hooks: Sequence[tuple[Choice, Placement, Cell, bool]],
) -> list[Tag]:
    """Tags of one wall from the floor up, each as near to the row of its cell as the one below lets it be."""
    floor = wall[1] + wall[3] - _HIGH / 2 - 2
    tags = []
    for choice, at, cell, _ in sorted(hooks, key=lambda hook: (hook[2][1], -hook[0].score)):
        y = min(geometry.middle(*cell)[1], floor)
        floor = y - _STEP
        width = canvas.text_width(choice.label, "small") + 16
        if width + _GAP > wall[2]:
            return []
        x = wall[0] + wall[2] - _GAP - width if left else wall[0] + _GAP
        tags.append(Tag(choice, at, cell, (x, y - _HIGH / 2, width, _HIGH), left))
    return tags


def _draw_piece(canvas: Canvas, geometry: SeatGeometry, tag: Tag) -> None:
    """The piece as it lies, beyond its number, where there is room."""
    x, y, width, high = tag.box
    edge = geometry.corner(0, 0)[0] if tag.left else geometry.well.right
    room = x - edge if tag.left else edge - x - width
    if room >= _ICON_ROOM:
        at = (x - _ICON_ROOM / 2 if tag.left else x + width + _ICON_ROOM / 2, y + high / 2)
        draw_icon(canvas, at, tag.placement.piece, _ICON, orientation=tag.placement.orientation)
