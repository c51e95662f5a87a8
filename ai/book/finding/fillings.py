"""Exact fillings: every set of pieces that together take up given cells, whatever way each of them gets there."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from functools import cache
from itertools import combinations
from typing import NamedTuple

from game.tetris.guideline.field import COLUMNS
from game.tetris.guideline.openers.position import (
    FULL_BAG,
    HEIGHT,
    NO_EXTRA,
    Position,
    all_placements,
    bag_after,
    cleared,
    field_of,
    letters_of,
    placement_at,
    rows_of,
    with_rows,
)
from game.tetris.guideline.openers.source import Line, Stage
from game.tetris.guideline.pieces import ORIENTATIONS, PIECES

Filled = tuple[int, int]  # a piece and its cells
Supply = tuple[int, ...]  # how many of each piece


def supply_of(position: Position) -> Supply:
    """Return how many of each piece can come before the next bag begins, the extra letter among them."""
    return tuple((position.bag >> piece & 1) + (position.extra == piece != NO_EXTRA) for piece in range(7))


class Picture(NamedTuple):
    """A field with the rows still standing that are cleared on the way to it; `gone` are these, bits of a column."""

    cells: int
    gone: int


def pictures(start: int, goal: int, supply: Supply) -> Iterator[Picture]:
    """Every picture of the way from one field to another that so many pieces can draw, fewest cleared rows first."""
    height = rows_of(goal).bit_count()
    for cleared_rows in range(HEIGHT - height + 1):
        missing = goal.bit_count() + COLUMNS * cleared_rows - start.bit_count()
        if missing > 4 * sum(supply):
            return
        if missing <= 0 or missing % 4:
            continue
        for chosen in combinations(range(height + cleared_rows), cleared_rows):
            gone = sum(1 << HEIGHT - 1 - y for y in chosen)
            raised = with_rows(goal, gone)
            assert raised is not None, "there is room for the rows"
            cells = raised | sum(gone << HEIGHT * x for x in range(COLUMNS))
            if not start & ~cells:
                yield Picture(cells, gone)


def fillings(cells: int, supply: Supply, gone: int = 0) -> Iterator[tuple[Filled, ...]]:
    """Every set of pieces that fills the cells exactly, with no more of each than there are.

    The rows of `gone` are cleared on the way: a piece that comes after that lies across them.
    """
    if not cells:
        yield ()
        return
    for piece, at in _covering(cells & -cells, gone):
        if supply[piece] and not at & ~cells:
            left = (*supply[:piece], supply[piece] - 1, *supply[piece + 1 :])
            for rest in fillings(cells & ~at, left, gone):
                yield ((piece, at), *rest)


@cache
def _covering(cell: int, gone: int) -> tuple[Filled, ...]:
    """Every placement that takes up a cell, it being the lowest bit of those, before or after rows of `gone` went."""
    return tuple(filled for filled in _placements(gone) if filled[1] & -filled[1] == cell)


@cache
def _placements(gone: int) -> tuple[Filled, ...]:
    """Every piece on its cells, where these are when any of the rows of `gone` have been cleared already."""
    rows = [1 << y for y in range(HEIGHT) if gone >> y & 1]
    results = dict[Filled, None]()
    for count in range(len(rows) + 1):
        for cleared_rows in map(sum, combinations(rows, count)):
            for piece in range(7):
                for at in all_placements(piece):
                    raised = with_rows(at, cleared_rows)
                    if raised is not None:
                        results[piece, raised] = None
    return tuple(results)


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
