"""The steps of one stage: in which positions on its way which piece may be placed where.

A set of pieces is tried in all orders at once: what is filled says where one stands, however one came there. The
fields are looked at with the cells of the picture, full rows left standing; a step is judged where they are gone.
"""

from __future__ import annotations

from collections.abc import Iterator

from ai.book.building.clears import clear_steps
from ai.book.building.reach import Step
from ai.book.file import Mode
from game.tetris.guideline.openers.position import (
    MIRRORED,
    Position,
    drops,
    full_rows,
    mirrored_cells,
    rows_of,
)
from game.tetris.guideline.openers.source import Drawn, Line, Stage

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
            tuple(Drawn(MIRRORED[one.piece], mirrored_cells(one.cells), one.tucked) for one in line.pieces),
            line.value,
        )
        for line in stage.lines
    )
    return Stage(stage.title, stage.position.mirrored(), lines, stage.clear)


def orders(start: Position, line: Line, step: Step) -> Iterator[tuple[Position, Edge, float, int]]:
    """Every step of all orders in which the pieces can be placed, and what is filled then, full rows left standing."""
    worth = GOES_ON if line.value is None else line.value
    states = {
        (start.cells, start, frozenset[Drawn]())
    }  # what is filled, full rows left standing; the pieces placed
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
