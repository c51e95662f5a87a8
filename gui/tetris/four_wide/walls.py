"""A four-wide position as players know it: a board of ten columns of which three on each side are walls."""

from __future__ import annotations

from dataclasses import replace
from functools import lru_cache

from game.advice import Choice
from game.errors import BadInput
from game.tetris.four_wide.state import State, move_of
from game.tetris.four_wide.well import ROW, WIDTH, Drop
from game.tetris.guideline import Field, Placement
from game.tetris.guideline import State as Seat
from game.tetris.guideline.field import COLUMNS, Paint
from game.tetris.guideline.rules import Rules
from gui.tetris.guideline.look import SeatLook

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


def painted(seat: SeatLook, state: State) -> SeatLook:
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
    """What is filled between the walls."""
    return Field.of([row & ~_WALL for row in field.rows[: field.height]])


def on_board(drop: Drop) -> Placement:
    """A placement in the well as one on the board."""
    orientation, x, y = drop.pose
    return Placement(drop.piece, orientation, x + LEFT, y)


def to_board(choice: Choice) -> Choice:
    """An opinion on the well as one on the board."""
    at = Placement.parse(choice.move)
    return Choice(str(at._replace(x=at.x + LEFT)), choice.score, choice.label, choice.share, choice.proof)


def from_board(state: State, move: str) -> str:
    """A move on the board as one in the well: the placement that covers the same cells. Raises `BadInput`."""
    at = Placement.parse(move)
    for drop in state.placements:
        if drop.piece == at.piece and set(on_board(drop).cells) == set(at.cells):
            return move_of(drop)
    raise BadInput("a piece has to come to rest in the well")
