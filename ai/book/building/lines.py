"""From a source to edges: the positions of a book, the pieces that may be placed there, and where they lead.

The stages and their mirror images are units of work that any process can do (`ai/book/units.py`). What they give is put
together in their order, so the edges are the same whoever has done what.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field

from ai.book.building.steps import GOES_ON, Edge, mirrored
from ai.book.file import Mode
from ai.book.units import Crew, alone, steps_in, unit_of
from game.errors import BadBook
from game.tetris.guideline.openers.position import MIRRORED, Position, mirrored_cells
from game.tetris.guideline.openers.source import Source


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
        """Number of edges."""
        return sum(map(len, self.edges.values()))


def lines_of(source: Source, mode: Mode, crew: Crew = alone) -> Iterator[tuple[int, int, Lines]]:
    """The edges of a source and of its mirror image, unit by unit: how many are done, of how many, what is there.

    Raises `BadBook` for a stage that cannot be played at all.
    """
    stages = list(dict.fromkeys(each for stage in source.stages for each in (stage, mirrored(stage))))
    lines, given, ready = Lines(), dict[int, bytes](), 0
    for many, (number, result) in enumerate(crew([unit_of(stage, mode) for stage in stages]), 1):
        given[number] = result
        while ready in given:
            for position, edge, value in steps_in(given.pop(ready)):
                lines.add(position, edge, value)
            ready += 1
        yield many, len(stages), lines
    for number, stage in enumerate(source.stages, 1):
        if stage.position not in lines.edges and mirrored(stage).position not in lines.edges:
            raise BadBook(
                f"{source.name}: stage {number}, {stage.title!r}: no piece can be placed as it says"
            )
    lines.keep_mirrored()
