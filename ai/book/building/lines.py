"""From a source to edges: in which positions of a book which piece may be placed where, and where that leads.

A set of pieces is tried in all orders at once: what is filled says where one stands, however one came there. The
fields are looked at with the cells of the picture, full rows left standing; a step is judged where they are gone.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field

from ai.book.building.clears import clear_steps
from ai.book.building.reach import Movement, Step, steps_of
from ai.book.layout import Mode
from game.errors import BadBook
from game.tetris.guideline.openers.position import (
    MIRRORED,
    Position,
    drops,
    full_rows,
    mirrored_cells,
    rows_of,
)
from game.tetris.guideline.openers.source import Drawn, Line, Source, Stage

GOES_ON = -1.0  # the value of an edge that does not end a line
Edge = tuple[int, int]  # piece and its cells, as the field stands


@dataclass
class Lines:
    """The edges of a book: by position, for each placement its value, `GOES_ON` where the line goes on."""

    edges: dict[Position, dict[Edge, float]] = field(default_factory=dict)

    def add(self, position: Position, edge: Edge, value: float) -> None:
        """One more placement; if it is there already, the larger value stays."""
        known = self.edges.setdefault(position, {})
        known[edge] = max(known.get(edge, GOES_ON), value)

    def keep_mirrored(self) -> None:
        """Drop what cannot be done in the mirror image: kicks of the I are not the same to both sides."""
        for position, edges in list(self.edges.items()):
            other = self.edges.get(position.mirrored(), {})
            for piece, at in list(edges):
                if (MIRRORED[piece], mirrored_cells(at)) not in other:
                    del edges[piece, at]
            if not edges:
                del self.edges[position]

    @property
    def count(self) -> int:
        """How many edges there are."""
        return sum(map(len, self.edges.values()))


def lines_of(source: Source, mode: Mode) -> Iterator[tuple[int, int, Lines]]:
    """The edges of a source and of its mirror image, stage by stage: how many are done, of how many, what is there.

    Raises `BadBook` for a stage that cannot be played at all.
    """
    steps, lines, known = steps_of(mode, Movement()), Lines(), set[Stage]()
    for number, stage in enumerate(source.stages, 1):
        before = lines.count
        for each in (stage, mirrored(stage)):
            if each not in known:
                known.add(each)
                _add(each, lines, steps, mode)
        if lines.count == before and stage.position not in lines.edges:
            raise BadBook(
                f"{source.name}: stage {number}, {stage.title!r}: no piece can be placed as it says"
            )
        yield number, len(source.stages), lines
    lines.keep_mirrored()


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


def _add(stage: Stage, lines: Lines, steps: tuple[Step, Step], mode: Mode) -> None:
    single, several = steps
    for line in stage.lines:
        for found in _orders(stage.position, line, several if len(line.pieces) > 1 else single):
            lines.add(*found)
    if stage.clear is not None:
        for one in clear_steps(stage, mode):
            lines.add(one.position, (one.piece, one.cells), 1.0 if one.last else GOES_ON)


def _orders(start: Position, line: Line, step: Step) -> Iterator[tuple[Position, Edge, float]]:
    """Every step of all orders in which the pieces can be placed."""
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
                yield position, (piece.piece, at), worth if level == len(line.pieces) - 1 else GOES_ON
                after.add((filled | piece.cells, position.after(piece.piece, at), placed | {piece}))
        states = after


def _lowered(at: int, standing: int) -> int:
    """The cells of a piece of the picture once the full rows below it are gone."""
    lowest = rows_of(at).bit_length()
    return at << (standing >> lowest).bit_count()


def long_moves(cells: int, at: int) -> int:
    """1 if the piece cannot fall straight to its place, and 1 more if a row is cleared."""
    return int(not drops(cells, at)) + int(full_rows(cells | at) != 0)
