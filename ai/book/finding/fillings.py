"""Exact fillings: every set of pieces that together take up given cells, whatever way each of them gets there."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from functools import cache

from game.tetris.guideline.openers.position import (
    FULL_BAG,
    NO_EXTRA,
    Position,
    all_placements,
    bag_after,
    bit,
    cleared,
    field_of,
    letters_of,
    placement_at,
)
from game.tetris.guideline.openers.source import Line, Stage
from game.tetris.guideline.pieces import ORIENTATIONS, PIECES

Filled = tuple[int, int]  # a piece and its cells
Supply = tuple[int, ...]  # how many of each piece


def supply_of(position: Position) -> Supply:
    """How many of each piece can come before the next bag begins, the extra letter among them."""
    return tuple((position.bag >> piece & 1) + (position.extra == piece != NO_EXTRA) for piece in range(7))


def fillings(cells: int, supply: Supply) -> Iterator[tuple[Filled, ...]]:
    """Every set of pieces that fills the cells exactly, with no more of each than there are."""
    if not cells:
        yield ()
        return
    for piece, at in _covering(cells & -cells):
        if supply[piece] and not at & ~cells:
            left = (*supply[:piece], supply[piece] - 1, *supply[piece + 1 :])
            for rest in fillings(cells & ~at, left):
                yield ((piece, at), *rest)


@cache
def _covering(cell: int) -> tuple[Filled, ...]:
    """Every placement that takes up a cell, it being the lowest bit of those."""
    return tuple(
        (piece, at)
        for piece in range(7)
        for at, placed in all_placements(piece).items()
        if at & -at == cell and any(bit(x, y) == cell for x, y in placed.cells)
    )


def position_after(start: Position, filled: tuple[Filled, ...]) -> Position:
    """The position once all the pieces have been placed, full rows taken out at the end."""
    cells, bag, extra = start
    for piece, at in filled:
        cells |= at
        bag, extra = bag_after(bag, extra, piece)
    return Position(cleared(cells), bag, extra)


# Stages as the text of a source, which `source.parse` reads.


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
