"""All perfect clears of a stage as edges: in every order in which the bag can deal the pieces without hold.

By movement the perfect-clear search finds them. The older way of building has its own idea of what can be placed, and
so a search of its own here, plain and slow, for comparisons.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from functools import cache
from typing import NamedTuple

from ai.book.building.spins import placeable
from ai.book.layout import Mode
from ai.tetris.guideline.kernels.layout import placement_of
from ai.tetris.guideline.perfect_clear import search
from game.tetris.guideline.field import COLUMNS
from game.tetris.guideline.openers.position import (
    HEIGHT,
    NO_EXTRA,
    Position,
    all_placements,
    cells_at,
    field_of,
    rests,
)
from game.tetris.guideline.openers.source import Stage

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
        return _by_movement(stage.position, rows, _limits(stage))
    return _as_before(stage.position, rows, _limits(stage))


def _limits(stage: Stage) -> list[Counts]:
    """How many of each piece may be used up after each piece: a bag ends before the next one begins."""
    clear, position = stage.clear, stage.position
    assert clear is not None
    first = tuple(
        (position.bag >> piece & 1) + (clear.carried and position.extra == piece != NO_EXTRA)
        for piece in range(7)
    )
    beyond = max(0, clear.pieces - sum(first))
    whole = tuple(count + 1 for count in first)
    return [first] * (clear.pieces - beyond) + [whole] * beyond


def _by_movement(start: Position, rows: int, limits: list[Counts]) -> Iterator[ClearStep]:
    supplies = [Counter({piece: count for piece, count in enumerate(each) if count}) for each in limits]
    ways = search(field_of(start.cells), rows, supplies)
    positions = {0: start} if ways else {}
    last = int(ways.begins[-2]) if ways else 0
    for node in range(len(ways.starts) - 1):
        position = positions.pop(node)
        for after, word in ways.edges[ways.starts[node] : ways.starts[node + 1]].tolist():
            placed = placement_of(word)
            at = cells_at(*placed[:4])
            assert at is not None
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
        kept = [(state, piece, at) for state, piece, at, to in levels[level] if to in good]
        good = {state for state, _, _ in kept}
        for state, piece, at in kept:
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
