"""A four-wide well that stands on a board of guideline Tetris, and the game of four-wide that is played in it.

Four neighbouring columns are the well; the other six, the field's edges beside them, are its walls. Each clear takes
a row of the walls along, so walls of so many rows feed at most so many clears.
"""

from __future__ import annotations

from typing import NamedTuple

from game.tetris.four_wide.model import Model, Randomizer
from game.tetris.four_wide.state import MOST_WALLS, State
from game.tetris.four_wide.well import ROW, STARTS, WIDTH, Reach, height_of
from game.tetris.guideline.bags import Queue
from game.tetris.guideline.field import COLUMNS, FULL_ROW, ROWS, Field
from game.tetris.guideline.placement import Placement
from game.tetris.guideline.srs import System
from game.tetris.guideline.state import State as Board

PLACES = range(COLUMNS - WIDTH + 1)  # the left column of a well: both edges, and everything between
# The highest field of a game, by its residual cells. A piece clears at most one row above it (the flat I that lies on
# top), so that walls of one row more let the well do all that the solved game does.
HIGHEST = {3: 3, 5: 4, 6: 4}
REACHES: dict[System, Reach] = {"srs": "srs", "srs+180": "srs+", "srs+": "srs+"}
PIECES = 7
_ONE_EACH = tuple(range(PIECES))


class Well(NamedTuple):
    """Four columns from `left` on, open to the sky above what lies in them.

    `field` are its cells from row `base` on, numbered as in `four_wide.well`; `walls` the rows from there up in which
    all six other cells are filled, without a gap; `floor` says whether what lies below is closed.
    """

    left: int
    base: int
    field: int
    walls: int
    floor: bool

    @property
    def residual(self) -> int:
        """The cells that lie in it."""
        return self.field.bit_count()

    @property
    def columns(self) -> str:
        """Its columns, counted from 1 as players do."""
        return f"columns {self.left + 1} to {self.left + WIDTH}"

    def field_with(self, at: Placement) -> int | None:
        """The field once a piece lies there, before anything is cleared; None where a cell is outside the well."""
        field = self.field
        for x, y in at.cells:
            if not (self.left <= x < self.left + WIDTH and y >= self.base):
                return None
            field |= 1 << (WIDTH * (y - self.base) + x - self.left)
        return field


def walled(left: int, field: int, walls: int) -> Field:
    """A board on which a well stands from column `left` on, between walls of so many rows."""
    beside = FULL_ROW ^ ROW << left
    return Field.of([beside | (field >> (WIDTH * row) & ROW) << left for row in range(walls)])


def standing(board: Field) -> Well | None:
    """The well with the highest walls, be it fit for a combo or not.

    None where there is none that a player would call one: any gap in a stack would do.
    """
    wells = (_well(board, left) for left in PLACES)
    return max(filter(_is_deep, wells), key=lambda well: well.walls, default=None)


def flaw(well: Well) -> str:
    """Return why no combo of the solved game can be played in this well, as a clause; empty where one can be.

    Whether its cells lie as in the solved game is not asked here: that takes the whole graph of fields.
    """
    if not well.floor:
        return f"the well has no floor: row {well.base} below it is open"
    if well.residual not in STARTS:
        known = ", ".join(map(str, STARTS))
        cells = "1 cell lies" if well.residual == 1 else f"{well.residual} cells lie"
        return f"{cells} in the well; the solved game has one of {known}"
    needed = HIGHEST[well.residual] + 1
    if well.walls < needed:
        return f"the walls are {well.walls} rows high, {needed} are needed"
    return ""


def _is_deep(well: Well) -> bool:
    """Return True if the walls are higher than what lies in it, or as high as what could lie in it."""
    return well.field > 0 and well.walls >= HIGHEST.get(well.residual, height_of(well.field) + 1)


def games_in(well: Well, board: Board) -> tuple[State, ...]:
    """The game of four-wide that the player plays there; () where he knows no piece but the current one.

    With nothing in hold he plays nearly what he would play with the first piece in hold: what can be placed is the same
    ever after, and storing shows one piece more. Then there is a game for each piece that can be that one, all equally
    likely. Their mean is exact for placements that store; for others it is a little too high, since that piece is
    seen only once something is stored.
    """
    hold, queue = board.hold, board.queue.view(1 + board.rules.previews)
    if not board.rules.hold or hold is not None:
        return _games(well, board, hold, (queue,))
    hold, queue = queue.piece(), queue.after()
    if queue.kind == "list" or not queue.listed:
        return _games(well, board, hold, (queue,))
    coming = queue.left if queue.bag else range(PIECES)
    return _games(well, board, hold, tuple(queue.with_piece(piece) for piece in coming))


def _games(well: Well, board: Board, hold: int | None, queues: tuple[Queue, ...]) -> tuple[State, ...]:
    """One game for each queue."""
    pieces = queues[0].pieces(1 + board.rules.previews)
    if not pieces:
        return ()
    randomizer, reach = _randomizer(queues[0], len(pieces)), REACHES[board.rules.kicks]
    model = Model(well.residual, randomizer, board.rules.hold, len(pieces) - 1, reach)
    walls = min(well.walls, MOST_WALLS)
    return tuple(State(model, well.field, hold, queue, board.combo, walls=walls) for queue in queues)


def _randomizer(queue: Queue, seen: int) -> Randomizer:
    """Bags of seven where what is left in the bag is known; else every piece may come at any time."""
    return "bag" if queue.bag == _ONE_EACH and queue.bag_left(seen) is not None else "random"


def _well(board: Field, left: int) -> Well:
    """Return the well in the four columns from `left` on."""
    well = ROW << left
    walls = FULL_ROW ^ well
    base = max((y + 1 for y, row in enumerate(board.rows) if row & well), default=0)
    while base and board.rows[base - 1] & walls == walls:
        base -= 1
    high = next((y for y in range(base, ROWS) if board.rows[y] & walls != walls), ROWS)
    cells = (board.rows[y] >> left & ROW for y in range(base, high))
    field = sum(row << (WIDTH * number) for number, row in enumerate(cells))
    return Well(left, base, field, high - base, base == 0 or board.rows[base - 1] & well == well)
