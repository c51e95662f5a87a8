"""The walls of the well, quiet and dark: no pieces, but the ground on which the kibitzer writes."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from functools import lru_cache
from typing import NamedTuple

from game.advice import Choice
from game.errors import BadInput
from game.tetris.four_wide.state import State, move_of
from game.tetris.four_wide.well import ROW, WIDTH, Drop
from game.tetris.guideline import Field, Placement
from game.tetris.guideline import State as Seat
from game.tetris.guideline.field import COLUMNS, Paint
from game.tetris.guideline.rules import Rules
from gui.games.guideline.cells import SeatGeometry, draw_icon
from gui.games.guideline.render_state import SeatState, marks_of
from gui.games.guideline.seat_view import draw_bare
from gui.games.well import Cell
from gui.ui.canvas import Box, Canvas, Point
from gui.ui.targets import inside
from gui.ui.text import clears_words
from gui.ui.theme import mix

# A four-wide position as players know it: a board of ten columns of which three on each side are walls.

LEFT = 3  # the column in which the well begins
WALLS = 18  # rows: so high that a piece can lie nowhere else, and lower than where it starts
_WALL = (1 << COLUMNS) - 1 - (ROW << LEFT)


@lru_cache(maxsize=16)
def seat_of(state: State) -> Seat:
    """The seat that shows a position, its current piece in hand."""
    return Seat(_rules(state), board_of(state.field), state.queue, state.hold)


def _rules(state: State) -> Rules:
    kicks = {"kicks": "srs+180"} if state.model.reach == "srs+" else {}
    shown = {"previews": str(max(1, state.model.previews)), "hold": "-" if state.model.hold else "off"}
    return Rules.open({**shown, **kicks})


def board_of(field: int) -> Field:
    """The board with a four-wide field between its walls."""
    return Field.of([_WALL | (field >> (WIDTH * row) & ROW) << LEFT for row in range(WALLS)])


def landed(state: State) -> Seat | None:
    """The seat right after the last placement, for its motion; None at a start."""
    drop = state.last
    if drop is None:
        return None
    before = replace(seat_of(state), field=board_of(drop.before), hold=drop.piece, queue=state.queue)
    return before.lock(on_board(drop), held=True)


def painted(seat: SeatState, state: State) -> SeatState:
    """The picture of a seat without its walls, the cells of the well in the colours of the pieces they came from."""
    before, now = (_paint(colours) for colours in state.colours)
    landing = seat.landing
    if landing is not None:
        landing = landing._replace(field=_within(landing.field), paint=before)
    return replace(seat, field=_within(seat.field), paint=now, landing=landing, metered=False)


def _paint(colours: str) -> Paint:
    """The letters of a field's cells as the paint of a board."""
    rows = (colours[start : start + WIDTH].ljust(WIDTH, ".") for start in range(0, len(colours), WIDTH))
    return Paint(tuple(row.rjust(LEFT + WIDTH, ".").ljust(COLUMNS, ".") for row in rows))


def _within(field: Field) -> Field:
    """Return the cells that are filled between the walls."""
    return Field.of([row & ~_WALL for row in field.rows[: field.height]])


def on_board(drop: Drop) -> Placement:
    """A placement in the well as one on the board."""
    orientation, x, y = drop.pose
    return Placement(drop.piece, orientation, x + LEFT, y)


def to_board(choice: Choice) -> Choice:
    """An opinion on the well as one on the board."""
    return Choice(move_on_board(choice.move), choice.worth, choice.share, choice.proof)


def move_on_board(move: str) -> str:
    """A move in the well as one on the board."""
    at = Placement.parse(move)
    return str(at._replace(x=at.x + LEFT))


def from_board(state: State, move: str) -> str:
    """A move on the board as one in the well: the placement that covers the same cells. Raises `BadInput`."""
    at = Placement.parse(move)
    for drop in state.placements:
        if drop.piece == at.piece and set(on_board(drop).cells) == set(at.cells):
            return move_of(drop)
    raise BadInput("a piece has to come to rest in the well")


_LIT = 0.4  # how far a wall comes out of the ground towards a hairline


def wall_boxes(geometry: SeatGeometry) -> tuple[Box, Box]:
    """The left and the right wall."""
    side = geometry.cell
    left, top = geometry.corner(0, WALLS - 1)
    right, _ = geometry.corner(LEFT + WIDTH, WALLS - 1)
    high = WALLS * side
    return (left, top, LEFT * side, high), (right, top, (COLUMNS - LEFT - WIDTH) * side, high)


def draw_walls(canvas: Canvas, geometry: SeatGeometry, rows: int | None = None) -> None:
    """Both walls, their courses hardly seen, an edge towards the well; of walls with an end the `rows` left."""
    colour = canvas.theme.colour
    stone = mix(colour.raised, colour.line, _LIT)
    joint = mix(stone, colour.well, 0.3)
    for (x, y, width, high), left in zip(wall_boxes(geometry), (True, False), strict=True):
        gone = 0 if rows is None else max(0, WALLS - rows)
        canvas.fill((x, y + gone * geometry.cell, width, high - gone * geometry.cell), stone)
        for row in range(max(1, gone), WALLS):
            at = y + row * geometry.cell
            canvas.rule((x, at), (x + width, at), joint)
        canvas.fill((x + width - 1 if left else x, y, 1, high), colour.line2)


# What every useful placement is worth, written on the walls beside it: a number, and a line to a cell of its own.

_HIGH, _STEP, _GAP = 22.0, 24.0, 8.0  # units: a tag, from one to the next, from the well to its words
_BEYOND = 32.0  # units that a tag may reach beyond a narrow wall, where nothing stands so low
_FAINT = 0.6  # of the colour of figures that are estimates
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
    """A tag for each of the choices, the best first; none where even beyond the walls is no room."""
    results = [(choice, Placement.parse(choice.move)) for choice in choices]
    taken: set[Cell] = set()
    tags: list[Tag] = []
    for choice, at in results:
        others = {cell for _, other in results if other != at for cell in other.cells}
        cell = min(at.cells, key=lambda cell: (cell in taken, cell in others, _inwards(cell[0]), cell[1]))
        taken.add(cell)
        tags.append(Tag(choice, at, cell, (0.0, 0.0, 0.0, 0.0), _is_left(cell[0], tags)))
    boxes: dict[str, Box] = {}
    for wall, left in zip(wall_boxes(geometry), (True, False), strict=True):
        boxes |= _stacked(canvas, geometry, wall, [tag for tag in tags if tag.left == left])
    placed = (tag for tag in tags if tag.choice.move in boxes)
    return tuple(tag._replace(box=boxes[tag.choice.move]) for tag in placed)


def draw_tags(
    canvas: Canvas, geometry: SeatGeometry, tags: Sequence[Tag], lit: str | None, *, proven: bool
) -> None:
    """Every tag with its line; the first is filled where it is proven, else framed, as is that of the move `lit`.

    What is not proven is fainter.
    """
    colour = canvas.theme.colour
    plain = colour.amber_text if proven else mix(colour.well, colour.amber_text, _FAINT)
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
        ink = colour.amber_ink if filled else plain
        at, style = (x + width - 8 if tag.left else x + 8, y + high / 2), "small" if rank == 0 else "label"
        canvas.text(at, clears_words(tag.choice.worth.value), style, ink, "right" if tag.left else "left")
        _draw_piece(canvas, geometry, tag)


def tag_at(tags: Sequence[Tag], point: Point) -> Tag | None:
    """The tag under a point."""
    return next((tag for tag in tags if inside(point, tag.box)), None)


def _inwards(column: int) -> int:
    """Return how far a column lies from the nearer wall."""
    return min(column - LEFT, LEFT + WIDTH - 1 - column)


def _is_left(column: int, before: Sequence[Tag]) -> bool:
    """On the nearer wall, or on the emptier one where the other has three tags more."""
    lefts = sum(tag.left for tag in before)
    rights = len(before) - lefts
    return column < LEFT + WIDTH // 2 if abs(lefts - rights) < 3 else lefts < rights


def _stacked(canvas: Canvas, geometry: SeatGeometry, wall: Box, tags: Sequence[Tag]) -> dict[str, Box]:
    """By move the boxes of one wall's tags, from the floor up: as near to the row of the cell as the one below lets."""
    floor, boxes = wall[1] + wall[3] - _HIGH / 2 - 2, dict[str, Box]()
    for tag in sorted(tags, key=lambda tag: (tag.cell[1], -tag.choice.worth.value)):
        y = min(geometry.middle(*tag.cell)[1], floor)
        floor = y - _STEP
        width = canvas.text_width(clears_words(tag.choice.worth.value), "small") + 16
        if width + _GAP > wall[2] + _BEYOND:
            return {}
        x = wall[0] + wall[2] - _GAP - width if tag.left else wall[0] + _GAP
        boxes[tag.choice.move] = (x, y - _HIGH / 2, width, _HIGH)
    return boxes


def _draw_piece(canvas: Canvas, geometry: SeatGeometry, tag: Tag) -> None:
    """The piece as it lies, beyond its number, where there is room."""
    x, y, width, high = tag.box
    edge = geometry.corner(0, 0)[0] if tag.left else geometry.well.right
    room = x - edge if tag.left else edge - x - width
    if room >= _ICON_ROOM:
        at = (x - _ICON_ROOM / 2 if tag.left else x + width + _ICON_ROOM / 2, y + high / 2)
        draw_icon(canvas, at, tag.placement.piece, _ICON, orientation=tag.placement.orientation)


# A four-wide well without anything around it: for lists, for home, beside choices.


def draw_small(canvas: Canvas, box: Box, state: State, choices: Sequence[Choice] = ()) -> None:
    """The well between its walls as large as it fits, with the best placement."""
    marks = marks_of([to_board(choice) for choice in choices[:1]], known=1)
    look = painted(replace(SeatState.of(seat_of(state)), marks=marks), state)
    draw_walls(canvas, draw_bare(canvas, box, look, 2.0))
