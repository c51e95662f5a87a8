"""Every other way to build what a source draws: other pieces for the same cells, other bags, a piece held over a bag.

From the empty board on, each picture of the source that the letters of a bag can make is filled in all ways. What is
left of the letters then is another position with a field that is known, and from there it goes on. So the fields are
those of the source, and its spins and clears with them; what changes is which pieces make them, and when.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from ai.book.building.compiling import folded
from ai.book.building.reach import Step
from ai.book.building.steps import Edge, orders, steps_of_stage
from ai.book.finding.fillings import fillings, position_after, supply_of
from ai.book.finding.pictures import Pictures, pictures_of
from game.tetris.guideline.openers.position import NO_EXTRA, START, Position
from game.tetris.guideline.openers.source import Clear, Drawn, Line, Source, Stage

MOST_POSITIONS = 500
AWAY = "Between two bags"


class Way(NamedTuple):
    """A stage of one line or one clear, and all its steps."""

    stage: Stage
    steps: tuple[tuple[Position, Edge, float], ...]


def ways_of(source: Source, step: Step) -> Iterator[tuple[int, int, list[Way]]]:
    """Every way there is: how many positions are done, how many are known, the ways so far."""
    pictures, titles = pictures_of(source, step), _titles(source)
    given = {(stage.position, stage.clear) for stage in source.stages}
    found, waiting, known = list[Way](), [START], {START}
    for done, position in enumerate(waiting, 1):
        title = titles.get(position.cells, AWAY)
        for way, then in _fillings_of(position, pictures, title, step):
            found.append(way)
            if then is not None and folded(then) not in known and len(known) < MOST_POSITIONS:
                known.add(folded(then))
                waiting.append(folded(then))
        for clear in _clears_of(position, pictures):
            stage = Stage(title, position, (), clear)
            if (position, clear) not in given:
                found.append(Way(stage, tuple(steps_of_stage(stage, "srs", (step, step)))))
        yield done, len(waiting), found


def _titles(source: Source) -> dict[int, str]:
    """What the source calls each of its fields and of their mirror images."""
    return {
        position.cells: stage.title
        for stage in reversed(source.stages)
        for position in (stage.position.mirrored(), stage.position)
    }


def _fillings_of(
    position: Position, pictures: Pictures, title: str, step: Step
) -> Iterator[tuple[Way, Position | None]]:
    """Every way to a picture with letters of this bag, and where it leads: None for the end of a line."""
    supply = supply_of(position)
    for line in pictures.ends.get(position.cells, ()):
        if all(supply[piece] >= _count(line, piece) for piece in range(7)):
            yield _way(Stage(title, position, (line,), None), step), None
    for pieces in range(1, sum(supply) + 1):
        for picture in pictures.above(position.cells, pieces):
            if pieces < sum(supply) - 1 and picture not in pictures.whole:
                continue  # a field on the way matters where a bag ends, with one piece held over or none
            for filled in fillings(picture & ~position.cells, supply):
                line = Line(tuple(Drawn(piece, at, False) for piece, at in sorted(filled)), None)
                way = _way(Stage(title, position, (line,), None), step, picture)
                if way.steps:
                    yield way, position_after(position, filled)


def _count(line: Line, piece: int) -> int:
    return sum(one.piece == piece for one in line.pieces)


def _way(stage: Stage, step: Step, picture: int | None = None) -> Way:
    """A way with its steps; without any, if the picture is never reached."""
    steps = list(orders(stage.position, stage.lines[0], step))
    if picture is not None and all(filled != picture for *_, filled in steps):
        return Way(stage, ())
    return Way(stage, tuple(one[:3] for one in steps))


def _clears_of(position: Position, pictures: Pictures) -> Iterator[Clear]:
    """The perfect clears that the source has on this field, with these letters."""
    for pieces in sorted(pictures.clears.get(position.cells, ())):
        yield Clear(pieces, position.extra != NO_EXTRA)
