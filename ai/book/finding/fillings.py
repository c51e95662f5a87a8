"""Exact fillings: every set of pieces that together take up given cells, whatever way each of them gets there."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache

from game.tetris.guideline.openers.position import (
    NO_EXTRA,
    Position,
    all_placements,
    bag_after,
    bit,
    cleared,
)

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
