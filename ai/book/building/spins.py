"""What the older way of building takes for placeable: dropped, slid in, or one of a few simple spins.

A row of the table says which columns must be open: "x + a and x + b are empty from row y + k up to the sixth row",
with x the left column of the piece's cells and y the row of its centre. `walls` are cells that must be filled (or lie
beyond the wall). It knows neither kicks nor where a piece comes from, and errs both ways: books that are played are
built by real movement.
"""

from __future__ import annotations

from functools import cache

from game.tetris.guideline.field import COLUMNS
from game.tetris.guideline.openers.position import HEIGHT, above, bit, drops, placement_at, rests
from game.tetris.guideline.pieces import PIECES

TOP = 6  # rows in which shafts are looked at
Shaft = tuple[tuple[int, ...], int]  # columns, first row
Wall = tuple[int, int]
Way = tuple[tuple[Shaft, ...], tuple[tuple[Wall, ...], ...]]  # all shafts, and one of these sets of walls


def _way(*shafts: Shaft, walls: tuple[tuple[Wall, ...], ...] = ((),)) -> Way:
    return shafts, walls


_SPINS: dict[str, tuple[Way, ...]] = {
    "S n": (_way(((0, 1), 2)), _way(((1, 2), 2), walls=(((3, 2),),))),
    "Z n": (_way(((1, 2), 2)), _way(((0, 1), 2), walls=(((-1, 2),),))),
    "L n": (
        _way(((1, 2), -1)),
        _way(((1,), -1), ((0,), 1)),
        _way(((1, 2), 2), walls=(((1, 1),), ((0, 1), (3, 1)))),
    ),
    "J n": (
        _way(((0, 1), -1)),
        _way(((1,), -1), ((2,), 1)),
        _way(((0, 1), 2), walls=(((1, 1),), ((2, 1), (-1, 1)))),
    ),
    "L s": (
        _way(((1, 2), 0)),
        _way(((1,), 0), ((0,), 2)),
        _way(((2,), 1), ((1,), 2), walls=(((1, 1),), ((0, 1), (3, 1)))),
        _way(((0, 1), 1), walls=(((2, 1), (-1, 1)),)),
    ),
    "J s": (
        _way(((0, 1), 0)),
        _way(((1,), 0), ((2,), 2)),
        _way(((0,), 1), ((1,), 2), walls=(((1, 1),), ((2, 1), (-1, 1)))),
        _way(((1, 2), 1), walls=(((0, 1), (3, 1)),)),
    ),
    "T n": (
        _way(((1,), -1), ((0,), 0)),
        _way(((1,), -1), ((2,), 0)),
        _way(((1, 2), 0), walls=(((0, 1), (3, 1)),)),
        _way(((0, 1), 0), walls=(((2, 1), (-1, 1)),)),
    ),
    "T w": (_way(((1, 2), 0)),),
    "T e": (_way(((-1, 0), 0)),),
    "T s": (_way(((0, 1), 0)), _way(((1, 2), 0))),
    "I n": (_way(((1,), -1)), _way(((2,), -1))),
}
# each way of a piece on its cells: cells that must be empty, and sets of cells of which one must be filled
Cells = tuple[int, tuple[int, ...]]


def placeable(cells: int, piece: int, at: int) -> bool:
    """Whether a piece on the cells `at` rests, and drops there, slides in or turns in by the table."""
    if not rests(cells, at):
        return False
    return (
        drops(cells, at)
        or _slides(cells, at)
        or any(
            not cells & empty and any(cells & wall == wall for wall in walls)
            for empty, walls in _ways(piece, at)
        )
    )


def _slides(cells: int, at: int) -> bool:
    """Whether the piece can be dropped elsewhere in its row and then goes there over free cells."""
    left = min(x for x in range(COLUMNS) if at >> HEIGHT * x & (1 << HEIGHT) - 1)
    right = max(x for x in range(COLUMNS) if at >> HEIGHT * x & (1 << HEIGHT) - 1)
    for step, room in ((-1, left), (1, COLUMNS - 1 - right)):
        for far in range(1, room + 1):
            moved = at << HEIGHT * far if step > 0 else at >> HEIGHT * far
            if moved & cells:
                break
            if not above(moved) & cells:
                return True
    return False


@cache
def _ways(piece: int, at: int) -> tuple[Cells, ...]:
    """The rows of the table for a piece on its cells."""
    placed = placement_at(piece, at)
    assert placed is not None
    x = min(column for column, _ in placed.cells)
    name = f"{PIECES[piece]} {'nesw'[placed.orientation]}"
    if (name == "T w" and x >= 8) or (name == "T e" and x <= 0):
        return ()
    found = []
    for shafts, walls in _SPINS.get(name, ()):
        if placed.y < 1 and any(row < 0 for _, row in shafts):
            continue
        columns = [(x + column, placed.y + row) for each, row in shafts for column in each]
        if any(not 0 <= column < COLUMNS for column, _ in columns):
            continue
        empty = sum(bit(column, y) for column, row in columns for y in range(row, TOP))
        solid = [_solid(x, placed.y, each) for each in walls]
        found.append((empty, tuple(wall for wall in solid if wall is not None)))
    return tuple(found)


def _solid(x: int, y: int, walls: tuple[Wall, ...]) -> int | None:
    """The cells that must be filled; None where one of them can never be."""
    found = 0
    for column, row in walls:
        if x + column in (-1, COLUMNS) and column in (-1, 3):
            continue
        if not (0 <= x + column < COLUMNS and y + row < HEIGHT):
            return None
        found |= bit(x + column, y + row)
    return found
