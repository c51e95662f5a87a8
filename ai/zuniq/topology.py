"""The tables of one board, as arrays that kernels can take.

A set of walls is one 64-bit word, bit w for wall w in the numbering of `game.zuniq.Grid`: horizontal walls
row by row, then vertical walls row by row (60 walls at 6x6 dots). A set of cells is a word with bit i for
cell i, row by row (25 cells). Everything around the board is ONE further vertex, number `cells`.

    6x6 dots, upper left corner:       the four walls of cell i (row r, column c, 5 cells a row):

        A1 ---- 0 ---- A2 ---- 1 ---             up     i                 down    i + 5
        |              |                         left   30 + 6 r + c      right   left + 1
        30   cell 0    31   cell 1
        |              |                       so the four bits (up, down, left, right) of a cell are
        B1 ---- 5 ---- B2 ---- 6 ---           read from a word by three shifts: its `code`, 0 to 15
"""

from __future__ import annotations

from functools import lru_cache
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from game.zuniq import State
from game.zuniq.grid import OUTSIDE, Grid

Words = NDArray[np.int64]

WORD_WALLS = 63  # the walls of a board whose sets fit into words; wider ones are for `ai.zuniq.mcts.wide`
UP, DOWN, LEFT, RIGHT = 1, 2, 4, 8  # the bits of a cell's code
DOOR, SECOND_DOOR = 1 << 61, 1 << 62  # in `links`: one way and a second way to the outside
BESIDE = 64  # row length of `between`: up to 60 cells and the outside, rounded up
MOST_OPEN = 60  # walls, and with them cells, of the part of a wide board that `patch` has tables for
CHUNK = 8  # cells in a `row` of a patch
IMAGE_BYTES = 8  # the bytes of a set of walls


class Topology(NamedTuple):
    """The tables of one board; `topology(grid)` builds them. All words are int64."""

    cells: int  # number of cells; also the number of the outside vertex
    walls: int  # number of walls
    columns: int  # cells in a row; of a patch, CHUNK
    horizontal: int  # number of horizontal walls = number of the first vertical one
    full: int  # all walls
    border: int  # the walls with the outside on one side
    near: Words  # [cells] the walls of each cell
    up: Words  # [cells] the number of each cell's upper wall; of a patch, 62 where that is not open
    down: Words  # [cells] the lower one
    left: Words  # [cells] the left one
    right: Words  # [cells] the right one
    sides: Words  # [walls, 2] the vertices on both sides, above or left first
    ends: Words  # [walls, 2] the dots at both ends, numbered row by row
    inner: Words  # [walls] a cell beside the wall: below or right of it where there is one
    links: Words  # [cells * 16] cell * 16 + code -> the cells behind open walls, DOOR, SECOND_DOOR
    between: Words  # [(cells + 1) * BESIDE] a * BESIDE + b -> the (first) wall between two vertices, or -1
    row_walls: Words  # [rows << columns] row << columns | set of its cells -> all walls of those cells
    images: Words  # [symmetries, IMAGE_BYTES, 256] k, byte, its value -> the walls these become by symmetry k


@lru_cache(maxsize=25)
def topology(grid: Grid) -> Topology:
    """The tables of `grid`, which has at most `WORD_WALLS` walls; built once per size."""
    assert grid.walls <= WORD_WALLS
    outside = grid.cells
    sides = np.array(grid.sides, dtype=np.int64)
    sides[sides == OUTSIDE] = outside
    near = np.array([sum(1 << w for w in walls) for walls in grid.cell_walls], dtype=np.int64)
    columns = grid.columns - 1
    left = np.array(
        [grid.horizontal + i // columns * grid.columns + i % columns for i in range(grid.cells)],
        dtype=np.int64,
    )
    border = sum(1 << w for w in range(grid.walls) if outside in sides[w])
    return Topology(
        cells=grid.cells,
        walls=grid.walls,
        columns=columns,
        horizontal=grid.horizontal,
        full=(1 << grid.walls) - 1,
        border=border,
        near=near,
        up=np.arange(grid.cells, dtype=np.int64),
        down=np.arange(grid.cells, dtype=np.int64) + columns,
        left=left,
        right=left + 1,
        sides=sides,
        ends=_ends(grid),
        inner=np.where(sides[:, 1] == outside, sides[:, 0], sides[:, 1]),
        links=_links(grid, sides, left),
        between=_between(grid, sides),
        row_walls=_row_walls(grid, near),
        images=_images(grid),
    )


def _ends(grid: Grid) -> Words:
    pairs = [[row * grid.columns + column for row, column in grid.dots(w)] for w in range(grid.walls)]
    return np.array(pairs, dtype=np.int64)


def _links(grid: Grid, sides: Words, left: Words) -> Words:
    """By cell and code: the neighbours behind the walls that the code says are open."""
    links = np.zeros(grid.cells * 16, dtype=np.int64)
    columns = grid.columns - 1
    for cell in range(grid.cells):
        around = {UP: cell, DOWN: cell + columns, LEFT: left[cell], RIGHT: left[cell] + 1}
        for code in range(16):
            beyond = [int(sides[w].sum()) - cell for bit, w in around.items() if code & bit]
            doors = beyond.count(grid.cells)
            result = sum(1 << other for other in beyond if other != grid.cells)
            links[cell * 16 + code] = result | DOOR * (doors > 0) | SECOND_DOOR * (doors > 1)
    return links


def _between(grid: Grid, sides: Words) -> Words:
    table = np.full((grid.cells + 1) * BESIDE, -1, dtype=np.int64)
    for wall in reversed(range(grid.walls)):
        first, second = (int(vertex) for vertex in sides[wall])
        table[first * BESIDE + second] = table[second * BESIDE + first] = wall
    return table


def _row_walls(grid: Grid, near: Words) -> Words:
    rows, columns = grid.rows - 1, grid.columns - 1
    table = np.zeros(rows << columns, dtype=np.int64)
    for row in range(rows):
        for cells in range(1 << columns):
            for column in range(columns):
                if cells >> column & 1:
                    table[row << columns | cells] |= near[row * columns + column]
    return table


def _images(grid: Grid) -> Words:
    """By symmetry of the board, the identity first: where each byte of a set of walls goes."""
    turns = [np.array(turn) for turn in _symmetries(grid)]
    table = np.zeros((len(turns), IMAGE_BYTES, 256), dtype=np.int64)
    for k, turn in enumerate(turns):
        for wall, image in enumerate(turn):
            byte, bit = divmod(wall, 8)
            having = np.arange(256) >> bit & 1 == 1
            table[k, byte, having] |= 1 << int(image)
    return table


def _symmetries(grid: Grid) -> list[list[int]]:
    """The permutations of the walls that mirrors and turns of the board cause: 8 if it is square, else 4."""
    rows, columns = grid.rows - 1, grid.columns - 1
    ends = [frozenset(grid.dots(w)) for w in range(grid.walls)]
    number = {pair: w for w, pair in enumerate(ends)}

    def image(dot: tuple[int, int], mirrors: tuple[bool, bool], swap: bool) -> tuple[int, int]:
        row = rows - dot[0] if mirrors[0] else dot[0]
        column = columns - dot[1] if mirrors[1] else dot[1]
        return (column, row) if swap else (row, column)

    return [
        [number[frozenset(image(dot, (upside, sideways), swap) for dot in pair)] for pair in ends]
        for swap in ((False, True) if rows == columns else (False,))
        for upside in (False, True)
        for sideways in (False, True)
    ]


# The part of a wide board that is still open, once that fits into words: the same tables, but a wall's number says
# nothing of where it lies. Cells and walls are numbered anew, there is no symmetry but the identity, and the solver
# follows links where it would otherwise shift whole sets of cells.


class Patch(NamedTuple):
    """The tables of an open part, and the walls of the board by their new number."""

    tables: Topology
    walls: tuple[int, ...]

    def board_of(self, state: State) -> tuple[int, int]:
        """The board (open, taken) of a state of which no wall outside the patch is open."""
        open_walls, taken = board_of(state)
        fits = (2 << self.tables.cells) - 1
        return sum(1 << k for k, wall in enumerate(self.walls) if open_walls >> wall & 1), taken & fits

    def covers(self, state: State) -> bool:
        """Return True if all walls of `state` that are open belong to the patch."""
        return not board_of(state)[0] & ~sum(1 << wall for wall in self.walls)


def patch(state: State) -> Patch:
    """The tables of what is open in `state`, at most `MOST_OPEN` walls."""
    grid, walls = state.grid, tuple(wall_numbers(board_of(state)[0]))
    assert len(walls) <= MOST_OPEN
    number = {wall: k for k, wall in enumerate(walls)}
    items = sorted({cell for wall in walls for cell in grid.sides[wall] if cell != OUTSIDE})
    place = {cell: k for k, cell in enumerate(items)} | {OUTSIDE: len(items)}
    cells = len(items)
    sides = np.array([[place[cell] for cell in grid.sides[wall]] for wall in walls], np.int64).reshape(-1, 2)
    near = np.zeros(cells, np.int64)
    around = np.full((4, cells), 62, np.int64)  # no wall has this number
    links = np.zeros(cells * 16, np.int64)
    columns = grid.columns - 1
    for k, cell in enumerate(items):
        left = grid.horizontal + cell // columns * grid.columns + cell % columns
        all_four = (cell, cell + columns, left, left + 1)
        near[k] = sum(1 << number[wall] for wall in all_four if wall in number)
        around[:, k] = [number.get(wall, 62) for wall in all_four]
        for code in range(16):
            ways = [number[wall] for bit, wall in enumerate(all_four) if code >> bit & 1 and wall in number]
            beyond = [int(sides[way].sum()) - k for way in ways]
            doors = beyond.count(cells)
            result = sum(1 << other for other in beyond if other != cells)
            links[k * 16 + code] = result | DOOR * (doors > 0) | SECOND_DOOR * (doors > 1)
    between = np.full((cells + 1) * BESIDE, -1, np.int64)
    for wall, (first, second) in enumerate(sides.tolist()):
        between[first * BESIDE + second] = between[second * BESIDE + first] = wall
    rows = -(-cells // CHUNK)
    row_walls = np.zeros(rows << CHUNK, np.int64)
    for k in range(cells):
        row, column = divmod(k, CHUNK)
        having = np.flatnonzero(np.arange(1 << CHUNK) >> column & 1) + (row << CHUNK)
        row_walls[having] |= near[k]
    tables = Topology(
        cells=cells,
        walls=len(walls),
        columns=CHUNK,
        horizontal=0,
        full=(1 << len(walls)) - 1,
        border=sum(1 << k for k, wall in enumerate(walls) if OUTSIDE in grid.sides[wall]),
        near=near,
        up=around[0].copy(),
        down=around[1].copy(),
        left=around[2].copy(),
        right=around[3].copy(),
        sides=sides,
        ends=np.zeros_like(sides),
        inner=np.where(sides[:, 1] == cells, sides[:, 0], sides[:, 1]),
        links=links,
        between=between,
        row_walls=row_walls,
        images=np.zeros((1, IMAGE_BYTES, 256), np.int64),
    )
    return Patch(tables, walls)


# From the rules' states to the two words of the kernels.


def board_of(state: State) -> tuple[int, int]:
    """The board (open, taken) of `state`, laid out as in `ai.zuniq.bridges`."""
    open_walls = (1 << state.grid.walls) - 1
    for wall in state.drawn:
        open_walls &= ~(1 << wall)
    for zone in state.zones:
        for cell in zone:
            for wall in state.grid.cell_walls[cell]:
                open_walls &= ~(1 << wall)
    return open_walls, sum(1 << size for size in state.sizes)


def open_walls(state: State) -> int:
    """The number of walls of `state` that are undrawn and outside closed zones."""
    return board_of(state)[0].bit_count()


def wall_numbers(walls: int) -> list[int]:
    """The numbers in a set of walls, ascending."""
    return [wall for wall in range(walls.bit_length()) if walls >> wall & 1]
