"""What Tengstrand's evaluators see in a board: plain Python, one thought after the other, no kernels.

The equity of a board is the sum of three terms, and lower is better. *Hollows* are rows with empty cells that
lie under filled ones, *height* is what the skyline costs column by column, and *structure* is what the open
areas between the walls of the skyline cost: one for each width that opens to the left of a wall.
The kernels compute the same equity by other ways; tests hold them to this.
"""

from __future__ import annotations

import math
from collections.abc import Iterator
from functools import lru_cache
from typing import NamedTuple

from ai.tetris.classic.evaluators import Evaluator, evaluator
from game.tetris.classic.board import Board
from game.tetris.classic.rules import Rules

PIECES = 7


class ColumnHeight(NamedTuple):
    """What the height of column `x` costs; `y` is the row of its topmost filled cell."""

    x: int
    y: int
    value: float


class Area(NamedTuple):
    """An open area of the skyline: its left column, its top row, its size, and what it costs.

    `value` = width_factor * height_factor * weight. Labels go by the left column, then from the top.
    """

    x: int
    y: int
    width: int
    height: int
    equal_walls: bool
    width_factor: float
    height_factor: float
    weight: float
    value: float
    label: str


class CoveredRow(NamedTuple):
    """A row with covered holes; `top` is the highest row that covers one, `factors` are those of top to y.

    `value` = (1 - the product of the factors) * columns * the row's weight.
    """

    y: int
    top: int
    factors: tuple[float, ...]
    holes: tuple[int, ...]
    value: float


class Explanation(NamedTuple):
    """An equity with everything it is made of. Areas stand by their right-hand wall, then from the top."""

    evaluator: str
    equity: float
    height: float
    structure: float
    hollows: float
    columns: tuple[ColumnHeight, ...]
    areas: tuple[Area, ...]
    covered: tuple[CoveredRow, ...]


def explain(board: Board, name: str = "tengstrand-1.1") -> Explanation:
    """The equity of `board` by the evaluator `name`, opened up; BadInput if there is no such evaluator."""
    tables = evaluator(name, board.width, board.height)
    outline = board.outline
    columns = tuple(ColumnHeight(x, y, tables.heights[y]) for x, y in enumerate(outline))
    areas = tuple(_areas(outline, tables))
    covered = tuple(_covered_rows(board, tables))
    hollows = math.fsum(row.value for row in covered)
    height = math.fsum(column.value for column in columns)
    structure = math.fsum(area.value for area in areas)
    equity = hollows + height + structure
    return Explanation(name, equity, height, structure, hollows, columns, _labelled(areas), covered)


def evaluate(board: Board, name: str = "tengstrand-1.1") -> float:
    """The equity of `board`, without the blocked-start term; lower is better."""
    return explain(board, name).equity


@lru_cache(maxsize=64)
def maximum_equity(width: int, height: int, name: str = "tengstrand-1.1") -> float:
    """What a lost board counts. For 1.1 it is the equity of a checkerboard of that size."""
    if evaluator(name, width, height).every_leaf:
        return width * (height - 1) * 1.21
    rows = (sum(1 << x for x in range(width) if (width - 1 - x + y) % 2 == 0) for y in range(height))
    return evaluate(Board(width, height, tuple(rows)), name)


def blocked_starts(board: Board, rules: Rules) -> int:
    """How many of the seven pieces could not appear on `board`, 0 to 7."""
    return sum(not rules.can_start(board, piece) for piece in range(PIECES))


# -- structure --


def _areas(outline: tuple[int, ...], tables: Evaluator) -> Iterator[Area]:
    """The areas that open to the left of each wall, and of the right border, from the top."""
    for wall in range(1, tables.width + 1):
        start = outline[wall] if wall < tables.width else min(outline)
        topmost = True
        for y, width, height in _runs(outline, wall, start, tables.height):
            yield _area(outline, tables, wall, (y, width, height), topmost)
            topmost = False


def _runs(outline: tuple[int, ...], wall: int, start: int, bottom: int) -> Iterator[tuple[int, int, int]]:
    """Top row, width and height of each run of rows that are equally wide to the left of a wall."""
    y = start
    while y < bottom and (width := _open_width(outline, wall, y)):
        top = y
        while y < bottom and _open_width(outline, wall, y) == width:
            y += 1
        yield top, width, y - top


def _open_width(outline: tuple[int, ...], wall: int, y: int) -> int:
    """How many columns just left of `wall` are open to the sky in row y."""
    x = wall
    while x > 0 and outline[x - 1] > y:
        x -= 1
    return wall - x


def _area(
    outline: tuple[int, ...], tables: Evaluator, wall: int, run: tuple[int, int, int], topmost: bool
) -> Area:
    y, width, height = run
    x = wall - width
    wall_top = outline[wall] if wall < tables.width else 0
    equal = topmost and x > 0 and outline[x - 1] == wall_top
    on_floor = wall == 2 and width == 2 and outline[0] == outline[1]
    width_factor = tables.floor if on_floor else tables.widths[width]
    height_factor = (tables.equal if equal else tables.unequal)[height]
    weight = tables.weights[y]
    value = width_factor * height_factor * weight
    return Area(x, y, width, height, equal, width_factor, height_factor, weight, value, "")


def _labelled(areas: tuple[Area, ...]) -> tuple[Area, ...]:
    places = sorted((area.x, area.y, area.width) for area in areas)
    letters = {place: _letters(number) for number, place in enumerate(places)}
    return tuple(area._replace(label=letters[area.x, area.y, area.width]) for area in areas)


def _letters(number: int) -> str:
    """A to Z, then AA, AB, … as columns of a spreadsheet."""
    before, last = divmod(number, 26)
    return ("" if before == 0 else _letters(before - 1)) + chr(ord("A") + last)


# -- hollows --


def _covered_rows(board: Board, tables: Evaluator) -> Iterator[CoveredRow]:
    outline = board.outline
    factors = tuple(tables.rows[row.bit_count()] for row in board.rows)
    for y in range(min(outline), board.height):
        holes = tuple(x for x, top in enumerate(outline) if top < y and not board.filled(x, y))
        if holes:
            top = min(outline[x] for x in holes)
            product = math.prod(factors[top : y + 1])
            value = (1 - product) * board.width * tables.weights[y]
            yield CoveredRow(y, top, factors[top : y + 1], holes, value)
