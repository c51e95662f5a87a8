"""All perfect clears of a stage as edges: in every order in which the bag can deal the pieces without hold.

By movement the perfect-clear search finds them. The older way of building has its own idea of what can be placed, and
so a search of its own here, plain and slow, for comparisons.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from functools import cache
from typing import NamedTuple

from ai.book.file import Mode
from ai.tetris.guideline.kernels.layout import placement_of
from ai.tetris.guideline.perfect_clear import search
from game.tetris.guideline.field import COLUMNS
from game.tetris.guideline.openers.position import (
    HEIGHT,
    NO_EXTRA,
    Position,
    above,
    all_placements,
    bit,
    cells_at,
    drops,
    field_of,
    placement_at,
    rests,
)
from game.tetris.guideline.openers.source import Stage
from game.tetris.guideline.pieces import PIECES

# What the older way of building takes for placeable: dropped, slid in, or one of a few simple spins.
#
# A row of the table says which columns must be open: "x + a and x + b are empty from row y + k up to the sixth row",
# with x the left column of the piece's cells and y the row of its centre. `walls` are cells that must be filled (or
# lie beyond the wall). It knows neither kicks nor where a piece comes from, and errs both ways: books that are played
# are built by real movement.

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
    """Return True if a piece on the cells `at` rests, and drops there, slides in or turns in by the table."""
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
    """Return True if the piece can be dropped elsewhere in its row and then goes there over free cells."""
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
    results = []
    for shafts, walls in _SPINS.get(name, ()):
        if placed.y < 1 and any(row < 0 for _, row in shafts):
            continue
        columns = [(x + column, placed.y + row) for each, row in shafts for column in each]
        if any(not 0 <= column < COLUMNS for column, _ in columns):
            continue
        empty = sum(bit(column, y) for column, row in columns for y in range(row, TOP))
        solid = [_solid(x, placed.y, each) for each in walls]
        results.append((empty, tuple(wall for wall in solid if wall is not None)))
    return tuple(results)


def _solid(x: int, y: int, walls: tuple[Wall, ...]) -> int | None:
    """The cells that must be filled; None where one of them can never be."""
    result = 0
    for column, row in walls:
        if x + column in (-1, COLUMNS) and column in (-1, 3):
            continue
        if not (0 <= x + column < COLUMNS and y + row < HEIGHT):
            return None
        result |= bit(x + column, y + row)
    return result


Counts = tuple[int, ...]  # how many of each piece


class ClearStep(NamedTuple):
    """A placement on the way to a perfect clear; `last`: the board is empty then."""

    position: Position
    piece: int
    cells: int
    last: bool


def clear_steps(stage: Stage, mode: Mode) -> Iterator[ClearStep]:
    """Every placement from which the stage's perfect clear can be reached."""
    assert stage.clear is not None
    rows = (stage.position.cells.bit_count() + 4 * stage.clear.pieces) // COLUMNS
    if mode == "srs":
        return _by_movement(stage.position, rows, _limits(stage, held_over=1))
    return _as_before(stage.position, rows, _limits(stage, held_over=0))


def _limits(stage: Stage, held_over: int) -> list[Counts]:
    """Return how many of each piece may be used up after each piece.

    `held_over` pieces of the first bag can be held while the next one begins: one, or as the older builder saw it none.
    """
    clear, position = stage.clear, stage.position
    assert clear is not None
    first = tuple(
        (position.bag >> piece & 1) + (clear.carried and position.extra == piece != NO_EXTRA)
        for piece in range(7)
    )
    letters = sum(first) + (not clear.carried and position.extra != NO_EXTRA)
    beyond = min(clear.pieces, max(0, clear.pieces - letters + held_over))
    whole = tuple(count + 1 for count in first)
    return [first] * (clear.pieces - beyond) + [whole] * beyond


def _by_movement(start: Position, rows: int, limits: list[Counts]) -> Iterator[ClearStep]:
    supplies = [Counter({piece: count for piece, count in enumerate(each) if count}) for each in limits]
    ways = search(field_of(start.cells), rows, supplies)
    positions = {0: start} if ways else {}
    last = int(ways.begins[-2]) if ways else 0
    for node in range(len(ways.starts) - 1):
        position = positions.pop(node, None)
        if position is None:  # only with more than one piece held over
            continue
        for after, word in ways.edges[ways.starts[node] : ways.starts[node + 1]].tolist():
            placed = placement_of(word)
            at = cells_at(*placed[:4])
            assert at is not None
            if not position.bag >> placed.piece & 1 and position.extra != placed.piece:
                continue
            positions[after] = position.after(placed.piece, at)
            yield ClearStep(position, placed.piece, at, node >= last)


# -- as the older builder saw it --

State = tuple[Position, int, Counts]  # the rows left, the pieces used


def _as_before(start: Position, rows: int, limits: list[Counts]) -> Iterator[ClearStep]:
    levels: list[list[tuple[State, int, int, State]]] = []
    states: set[State] = {(start, rows, (0,) * 7)}
    for limit in limits:
        levels.append([step for state in states for step in _steps(state, limit)])
        states = {to for *_, to in levels[-1]}
    good = {state for state in states if state[1] == 0}
    for level in reversed(range(len(levels))):
        items = [(state, piece, at) for state, piece, at, to in levels[level] if to in good]
        good = {state for state, _, _ in items}
        for state, piece, at in items:
            yield ClearStep(state[0], piece, at, level == len(levels) - 1)


def _steps(state: State, limit: Counts) -> Iterator[tuple[State, int, int, State]]:
    position, rows, used = state
    cells = position.cells
    for piece in range(7):
        if used[piece] >= limit[piece]:
            continue
        count = (*used[:piece], used[piece] + 1, *used[piece + 1 :])
        for at in _within(piece, rows):
            if cells & at or not rests(cells, at) or not placeable(cells, piece, at):
                continue
            then = position.after(piece, at)
            left = rows - (cells.bit_count() + 4 - then.cells.bit_count()) // COLUMNS
            if _may_work(then.cells, left):
                yield state, piece, at, (then, left, count)


@cache
def _within(piece: int, rows: int) -> tuple[int, ...]:
    """Every placement within the lowest rows."""
    return tuple(at for at, placed in all_placements(piece).items() if max(y for _, y in placed.cells) < rows)


@cache
def _may_work(cells: int, rows: int) -> bool:
    """No border of two columns without empty cells on both sides of it has a part of a piece on either side."""
    mask = (1 << HEIGHT) - (1 << HEIGHT - rows)
    left, before = 0, mask
    for x in range(COLUMNS):
        empty = ~(cells >> HEIGHT * x) & mask
        if left & 3 and not before & empty:
            return False
        left += empty.bit_count()
        before = empty
    return True
