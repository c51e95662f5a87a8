"""The steps of one stage: in which positions on its way which piece may be placed where.

A set of pieces is tried in all orders at once: what is filled says where one stands, however one came there. The
fields are looked at with the cells of the picture, full rows left standing; a step is judged where they are gone.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator

import numpy as np

from ai.book.building.clears import clear_steps
from ai.book.file import Mode
from ai.tetris.guideline.kernels.layout import BOTTOM, MOST_PLACEMENTS, Words, placement_of, ways_of
from ai.tetris.guideline.kernels.placing import list_placements
from ai.tetris.guideline.kernels.reach import ROOM_WORDS
from game.tetris.guideline.field import COLUMNS
from game.tetris.guideline.openers.position import (
    COLUMN,
    HEIGHT,
    MIRRORED,
    Position,
    cells_at,
    drops,
    full_rows,
    mirrored_cells,
    rests,
    rows_of,
)
from game.tetris.guideline.openers.source import DrawnPiece, Line, Stage
from game.tetris.guideline.placement import NO_SPIN

# Where a piece can be placed on the cells of a book: by real movement, or as the older builder saw it.

LOW = BOTTOM - HEIGHT + 1  # the bit of the tenth row in a kernel's column
# cells, piece, cells of the piece, whether it was tucked in the picture
Step = Callable[[int, int, int, bool], bool]


def words_of(cells: int) -> Words:
    """The cells as kernels take a field."""
    return np.array([(cells >> HEIGHT * x & COLUMN) << LOW for x in range(COLUMNS)], np.int64)


class Movement:
    """All places that pieces reach from their start by SRS, each asked for once."""

    def __init__(self) -> None:
        self._known: dict[int, dict[int, int]] = {}
        self._cells: dict[int, int | None] = {}
        self._placements, self._room = np.zeros(MOST_PLACEMENTS, np.int64), np.zeros(ROOM_WORDS, np.int64)
        self._ways = ways_of()

    def __len__(self) -> int:
        return len(self._known)

    def reached(self, cells: int, piece: int) -> dict[int, int]:
        """The cells on which the piece can lock, within ten rows, and the best spin with which it can."""
        key = cells << 3 | piece
        known = self._known.get(key)
        if known is None:
            known = self._known[key] = self._reached(cells, piece)
        return known

    def _reached(self, cells: int, piece: int) -> dict[int, int]:
        count = list_placements(words_of(cells), piece, self._ways, self._placements, self._room)
        results = {}
        for word in self._placements[:count].tolist():  # ascending: the best spin of equal cells comes last
            if word not in self._cells:
                self._cells[word] = cells_at(*placement_of(word)[:4])
            at = self._cells[word]
            if at is not None:
                results[at] = word & 3
        return results

    def spin(self, cells: int, piece: int, at: int) -> int:
        """The best spin with which a piece locks there: none 0, mini 1, full 2."""
        return self.reached(cells, piece).get(at, NO_SPIN)

    def step(self, cells: int, piece: int, at: int, tucked: bool) -> bool:
        """Return True if a piece can be placed there."""
        return at in self.reached(cells, piece)


def older_step(cells: int, piece: int, at: int, tucked: bool) -> bool:
    """Return True if the older builder takes a piece of a set there: it rests, and drops or lay below others."""
    return rests(cells, at) and (tucked or drops(cells, at))


def anywhere(cells: int, piece: int, at: int, tucked: bool) -> bool:
    """A single placement, which the older builder takes as it stands."""
    return True


def steps_of(mode: Mode, movement: Movement) -> tuple[Step, Step]:
    """Return the conditions on a single placement and on one of a set."""
    return (movement.step, movement.step) if mode == "srs" else (anywhere, older_step)


GOES_ON = -1.0  # the value of an edge that does not end a line
Edge = tuple[int, int]  # piece and its cells, as the field stands


def steps_of_stage(
    stage: Stage, mode: Mode, steps: tuple[Step, Step]
) -> Iterator[tuple[Position, Edge, float]]:
    """Every step of a stage with its value, some several times; `steps` as from `reach.steps_of`."""
    single, several = steps
    for line in stage.lines:
        for position, edge, value, _ in orders(
            stage.position, line, several if len(line.pieces) > 1 else single
        ):
            yield position, edge, value
    if stage.clear is not None:
        for one in clear_steps(stage, mode):
            yield one.position, (one.piece, one.cells), 1.0 if one.last else GOES_ON


def mirrored(stage: Stage) -> Stage:
    """The stage with left and right exchanged."""
    lines = tuple(
        Line(
            tuple(
                DrawnPiece(MIRRORED[one.piece], mirrored_cells(one.cells), one.tucked) for one in line.pieces
            ),
            line.value,
        )
        for line in stage.lines
    )
    return Stage(stage.title, stage.position.mirrored(), lines, stage.clear)


def orders(start: Position, line: Line, step: Step) -> Iterator[tuple[Position, Edge, float, int]]:
    """Every step of all orders in which the pieces can be placed, and what is filled then, full rows left standing."""
    worth = GOES_ON if line.value is None else line.value
    # what is filled, full rows left standing; the pieces placed
    states = {(start.cells, start, frozenset[DrawnPiece]())}
    for level in range(len(line.pieces)):
        after = set()
        for filled, position, placed in states:
            standing = full_rows(filled)
            for piece in line.pieces:
                at = _lowered(piece.cells, standing) if standing else piece.cells
                if piece in placed or not step(position.cells, piece.piece, at, piece.tucked):
                    continue
                value = worth if level == len(line.pieces) - 1 else GOES_ON
                yield position, (piece.piece, at), value, filled | piece.cells
                after.add((filled | piece.cells, position.after(piece.piece, at), placed | {piece}))
        states = after


def _lowered(at: int, standing: int) -> int:
    """The cells of a piece of the picture once the full rows below it are gone."""
    lowest = rows_of(at).bit_length()
    return at << (standing >> lowest).bit_count()


def long_moves(cells: int, at: int) -> int:
    """1 if the piece cannot fall straight to its place, and 1 more if a row is cleared."""
    return int(not drops(cells, at)) + int(full_rows(cells | at) != 0)
