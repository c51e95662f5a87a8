"""Stages as the text of a source, which `source.parse` reads."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from game.tetris.guideline.openers.position import (
    FULL_BAG,
    NO_EXTRA,
    Position,
    field_of,
    letters_of,
    placement_at,
)
from game.tetris.guideline.openers.source import Line, Stage
from game.tetris.guideline.pieces import ORIENTATIONS, PIECES


def text_of(name: str, about: Iterable[str], stages: Iterable[Stage]) -> str:
    """A source with these stages; `about` are the comments above them."""
    head = [*(f"# {line}" for line in about), f"name: {name}"]
    return "\n\n".join(["\n".join(head), *("\n".join(_lines(stage)) for stage in stages)]) + "\n"


def _lines(stage: Stage) -> Iterator[str]:
    yield f"stage: {stage.title}"
    yield f"bag: {bag_text(stage.position)}"
    if stage.position.cells:
        for row in str(field_of(stage.position.cells)).splitlines():
            yield f"|{row.upper()}|"
    for line in stage.lines:
        yield f"place: {line_text(line)}"
    if stage.clear is not None:
        yield f"clear: {stage.clear.pieces}{' with the carried piece' if stage.clear.carried else ''}"


def bag_text(position: Position) -> str:
    """The letters of a position as a source has them."""
    bag = "all" if position.bag == FULL_BAG else letters_of(position.bag)
    if position.extra == NO_EXTRA:
        return bag
    extra = PIECES[position.extra]
    return extra if position.bag == FULL_BAG else f"{bag} and {extra}"


def line_text(line: Line) -> str:
    """The placements of a line in the letters of a source."""
    words = []
    for piece, cells, tucked in line.pieces:
        placed = placement_at(piece, cells)
        assert placed is not None
        orientation = ORIENTATIONS[placed.orientation][0]
        words.append(f"{'~' if tucked else ''}{PIECES[piece]}{orientation}{placed.x}{placed.y}")
    value = "" if line.value is None else f" = {line.value:g}"
    return " ".join(words) + value
