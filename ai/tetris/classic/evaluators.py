"""The numbers of Tengstrand's evaluators, laid out for one size of board.

Version 1.1 (2001-02) has hand-made tables; 1.2 to 1.4 are formulas with the same shape. Source: the programs
of Joakim Tengstrand (github tengstrand/tetrisanalyzer) and his description of 1.1 of February 2011.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import lru_cache
from itertools import accumulate
from typing import NamedTuple

from game.errors import BadInput
from game.tetris.classic.board import Board
from game.tetris.classic.rules import Rules

Numbers = tuple[float, ...]

EVALUATORS = ("tengstrand-1.1", "tengstrand-1.2", "tengstrand-1.3", "tengstrand-1.4")

HEIGHTS = (
    7.0,
    7.0,
    2.5,
    2.2,
    1.8,
    1.3,
    1.0,
    0.9,
    0.7,
    0.6,
    0.5,
    0.4,
    0.3,
    0.25,
    0.2,
    0.15,
    0.1,
    0.1,
    0.1,
    0.1,
    0.1,
    0.09,
)
FILLED = (0.0, 0.0, 0.0, 0.1, 0.2, 0.3, 0.4, 0.5, 0.6, 0.553)
WIDTHS = (0.0, 4.25, 2.39, 3.1, 2.21, 2.05, 1.87, 1.52, 1.34, 1.18, 1.0)
UNEQUAL = (0.0, 0.5, 1.19, 2.3, 3.1, 4.6, 5.6)
EQUAL = (0.0, 0.42, 1.05, 2.2, 3.1, 4.6, 5.6)

LATER_WIDTHS = (0.0, 4.978, 2.38, 3.01, 2.21, 2.05, 1.87, 1.52, 1.34, 1.18)
LATER_UNEQUAL = (0.0, 0.5, 1.19, 2.35, 3.1, 4.6)
LATER_EQUAL = (0.0, 0.42, 1.05, 2.22, 3.06, 4.6)
EMPTY_12 = (0.533, 0.6)  # row factors by empty cells, from one on
EMPTY_13 = (0.46, 0.51, 0.5, 0.40)
FULL_ROW = 1.0  # no game reaches a full row; a board that is only looked at may hold one: it hides nothing
FLOOR_WIDTH = 2.8  # 1.4: two columns at the left border, level with each other


@dataclass(frozen=True)
class Evaluator:
    """The tables of one evaluator on boards of `width` columns and `height` rows."""

    name: str
    width: int
    height: int
    heights: (
        Numbers  # [height + 1] by the row of a column's topmost filled cell; `height` for an empty column
    )
    rows: Numbers  # [width + 1] by the number of filled cells in a row
    widths: Numbers  # [width + 1] by the width of an area
    unequal: Numbers  # [height + 1] by the height of an area between walls that differ
    equal: Numbers  # [height + 1] the same between walls that are equally high
    weights: Numbers  # [height] what a hollow row, and an area that begins in this row, are multiplied by
    floor: float  # the width factor of two level columns at the left border
    every_leaf: bool  # whether blocked starts are counted after every move, or only after those near the top


@lru_cache(maxsize=64)
def evaluator(name: str, width: int, height: int) -> Evaluator:
    """The evaluator `name` for this size; BadInput where there is none of that name."""
    if name not in EVALUATORS:
        raise BadInput(f"There is no evaluator “{name}”; there are {', '.join(EVALUATORS)}.")
    return _first(width, height) if name == "tengstrand-1.1" else _later(name, width, height)


def _first(width: int, height: int) -> Evaluator:
    widths = WIDTHS + tuple(round((1 / WIDTHS[9]) ** n, 2) for n in range(1, width - 9))
    return Evaluator(
        name="tengstrand-1.1",
        width=width,
        height=height,
        heights=((7.0,) * (height - 21) + HEIGHTS)[: height + 1],
        rows=(*((0.0,) * (width - 10) + FILLED)[-width:], FULL_ROW),
        widths=widths[: width + 1],
        unequal=_lengthened(UNEQUAL, 1.0, height),
        equal=_lengthened(EQUAL, 1.0, height),
        weights=(1.0,) * height,
        floor=widths[2],
        every_leaf=False,
    )


def _later(name: str, width: int, height: int) -> Evaluator:
    empty = EMPTY_12 if name == "tengstrand-1.2" else EMPTY_13
    weighted = name == "tengstrand-1.4"
    by_empty = _continued(empty, lambda factor: factor * 0.85, width)
    return Evaluator(
        name=name,
        width=width,
        height=height,
        heights=_continued((7.0, 2.5), lambda factor: factor * 0.81, height + 1),
        rows=(*reversed(by_empty), FULL_ROW),
        widths=_lengthened(LATER_WIDTHS, -0.16, width),
        unequal=_lengthened(LATER_UNEQUAL, 1.1, height),
        equal=_lengthened(LATER_EQUAL, 1.1, height),
        weights=tuple(1.4 - 0.02 * y if weighted else 1.0 for y in range(height)),
        floor=FLOOR_WIDTH if weighted else LATER_WIDTHS[2],
        every_leaf=True,
    )


def _continued(begun: Numbers, further: Callable[[float], float], count: int) -> Numbers:
    """`begun`, and then `further` of the one before, `count` numbers in all."""
    rest = accumulate(range(count - len(begun)), lambda last, _: further(last), initial=begun[-1])
    return (*begun[:-1], *rest)[:count]


def _lengthened(begun: Numbers, step: float, last: int) -> Numbers:
    """`begun`, and then `step` more each time, for 0 to `last`."""
    return _continued(begun, lambda factor: factor + step, last + 1)


# What Tengstrand's evaluators see in a board: plain Python, one thought after the other, no kernels.
#
# The equity of a board is the sum of three terms, and lower is better. *Hollows* are rows with empty cells that
# lie under filled ones, *height* is what the skyline costs column by column, and *structure* is what the open
# areas between the walls of the skyline cost: one for each width that opens to the left of a wall.
# The kernels compute the same equity by other ways; tests hold them to this.

PIECES = 7


class ColumnHeight(NamedTuple):
    """Cost of the height of column `x`; `y` is the row of its topmost filled cell."""

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
    """Return the equity of a lost board. For 1.1 it is the equity of a checkerboard of that size."""
    if evaluator(name, width, height).every_leaf:
        return width * (height - 1) * 1.21
    rows = (sum(1 << x for x in range(width) if (width - 1 - x + y) % 2 == 0) for y in range(height))
    return evaluate(Board(width, height, tuple(rows)), name)


def blocked_starts(board: Board, rules: Rules) -> int:
    """Return how many of the seven pieces could not appear on `board`, 0 to 7."""
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
    """Return the number of columns just left of `wall` that are open to the sky in row y."""
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
