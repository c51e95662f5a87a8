"""Painting a board: single cells, and whole rows that move, turn over, go or come up."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace
from typing import Any, Literal

from game.tetris.guideline.field import BARE, COLUMNS, FULL_ROW, GARBAGE, ROWS, UNKNOWN, Field, Paint
from game.tetris.guideline.pieces import PIECES
from game.tetris.guideline.state import State

Shift = Literal["left", "right", "up", "down"]
ERASER = BARE
BRUSHES = (*PIECES, GARBAGE, ERASER)
_MIRRORED = str.maketrans("LJSZ", "JLZS")
Cell = tuple[int, int]


def changed(state: State, **changes: Any) -> State:
    """The position with some of its parts changed: no move led here, and no game began before."""
    return replace(state, **{"last": None, "first": None, "pushed_out": False, **changes})


def painted(state: State, cells: Iterable[Cell], brush: str) -> State:
    """The position with these cells (column, row) filled by `brush`, or empty for the eraser; others are left alone."""
    inside = [(x, y) for x, y in cells if 0 <= x < COLUMNS and 0 <= y < ROWS]
    rows = list(state.field.rows)
    for x, y in inside:
        rows[y] = rows[y] & ~(1 << x) if brush == ERASER else rows[y] | 1 << x
    return changed(state, field=Field(tuple(rows)), paint=state.paint.with_cells(inside, brush))


def shifted(state: State, way: Shift) -> State:
    """The position with all cells moved by one; what leaves the field is gone."""
    rows = _letters(state)
    if way == "up":
        rows = ["." * COLUMNS, *rows[:-1]]
    elif way == "down":
        rows = [*rows[1:], "." * COLUMNS]
    elif way == "left":
        rows = [row[1:] + "." for row in rows]
    else:
        rows = ["." + row[:-1] for row in rows]
    return _of_letters(state, rows)


def mirrored(state: State) -> State:
    """The position with left and right exchanged, and with them L and J, S and Z: also those to come."""
    rows = [row[::-1].translate(_MIRRORED) for row in _letters(state)]
    queue = state.queue
    listed, bag, left = (_twins(each) for each in (queue.listed, queue.bag, queue.left))
    turned = replace(queue, listed=listed, bag=tuple(sorted(bag)), left=tuple(sorted(left)))
    hold = None if state.hold is None else _twin(state.hold)
    return _of_letters(replace(state, queue=turned, hold=hold), rows)


def cleared(state: State) -> State:
    """The position with an empty board."""
    return changed(state, field=Field.empty(), paint=Paint())


def without_full_rows(state: State) -> State:
    """The position once its full rows are gone; everything above them has moved down."""
    return changed(state, field=state.field.cleared(), paint=state.paint.without(state.field.full_rows))


def with_garbage(state: State, hole: int) -> State:
    """The position pushed up by a row of garbage that is open in column `hole`."""
    row = FULL_ROW & ~(1 << hole)
    return changed(state, field=state.field.add_garbage((row,))[0], paint=state.paint.pushed((row,)))


def without_bottom(state: State) -> State:
    """The position without its lowest row."""
    return shifted(state, "down")


def flaw_of_board(state: State) -> str:
    """What keeps pieces from being placed on this board, as a sentence; empty where nothing does."""
    full = state.field.full_rows
    if not full:
        return ""
    if len(full) == 1:
        return f"Row {full[0] + 1} is full. Open a cell of it, or clear it."
    return f"Rows {', '.join(str(y + 1) for y in full)} are full. Open a cell of each, or clear them."


def _letters(state: State) -> list[str]:
    """All rows, the bottom row first, each cell in its letter."""
    cells = range(COLUMNS)
    return [
        "".join(state.paint.letter(x, y) if row >> x & 1 else BARE for x in cells)
        for y, row in enumerate(state.field.rows)
    ]


def _of_letters(state: State, rows: list[str]) -> State:
    """The position with these rows, the bottom row first."""
    field = Field(tuple(sum(1 << x for x, cell in enumerate(row) if cell != BARE) for row in rows))
    top = field.height
    return changed(state, field=field, paint=Paint(tuple(row.replace(UNKNOWN, BARE) for row in rows[:top])))


def _twins(letters: tuple[int, ...]) -> tuple[int, ...]:
    return tuple(map(_twin, letters))


def _twin(piece: int) -> int:
    return PIECES.index(PIECES[piece].translate(_MIRRORED))
