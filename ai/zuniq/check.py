"""Checks who wins a board, and believes nothing that the solver has found.

It is a second solver, written to be obvious. It shares only the kernels of the rules with the first one (`bridges`,
proved against `game.zuniq`): no forms of parts, no hashed keys, no table of results. A position is kept with the exact
board that it stands for, so two positions are never taken for one, and what merges boards can be said in four lines:

    - Walls in a block none of whose sizes is free never decide anything; only the parity of their number of moves does.
    - Sizes larger than the largest block with a free size are forgotten.
    - Mirrored and turned boards are one.
    - A move among the walls taken away passes the turn: it flips the parity.

Results kept by the solver are hints: which move to try first. A wrong hint costs time and changes nothing.

    key     A  bits 0..59: open walls      B  bits 0..26: sizes taken, bit 27: parity of loose moves
    table   [2^k, 2] A | value << 61, B    value: 1 lost, 2 won for the side to move; two entries to a bucket
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

import numpy as np

from ai.bits import count_bits, lowest_bit
from ai.kernel import inlined, tight
from ai.zuniq.bridges import BLOCKS, WORK, draw, find_bridges, first_free, legal_walls, settled
from ai.zuniq.key import least_image
from ai.zuniq.topology import Topology, Words, board_of, topology
from game.zuniq import State

UNKNOWN, LOST, WON = range(3)
_VALUE_AT, _PARITY_AT = 61, 27
_BOARD = (1 << _VALUE_AT) - 1
_SIZES = (1 << _PARITY_AT) - 1
_SPREAD_A, _SPREAD_B = -0x61C8864680B583EB, 0x6A09E667F3BCC909

LEVEL, ENTERING, NODES, CONTROLS = range(4)
A, B, NEXT, COUNT, FIELDS = range(5)
ORDER, CHILD_FIELDS = 2, 3
HINTED_LOST, HINTED_WON = -1000, 1000  # in the order of moves, beside the number of answers
SLICE_NODES = 20_000
ENTRY = 16  # bytes
LARGER = 8  # times the memory of the solver: there are some eight times as many positions, of two words


class Workspace(NamedTuple):
    """Everything the check writes to."""

    table: Words  # [2^k, 2]
    hints: Words  # [2^k, 2]
    control: Words  # [CONTROLS]
    frames: Words  # [levels, FIELDS]
    children: Words  # [levels, walls + 1, CHILD_FIELDS]
    far: Words  # [2, walls] of the position, and of the one after a move
    work: Words  # [WORK]
    sums: Words  # [2] A and B of the position made last


def new_room(walls: int, table_bits: int, hints: int) -> Workspace:
    """Room for a board of so many walls, a table of 2^`table_bits` entries, and so many hints."""

    def words(*shape: int) -> Words:
        return np.zeros(shape, dtype=np.int64)

    return Workspace(
        words(1 << table_bits, 2),
        words(1 << max(4, (2 * hints).bit_length()), 2),
        words(CONTROLS),
        words(walls + 2, FIELDS),
        words(walls + 2, walls + 1, CHILD_FIELDS),
        words(2, walls),
        words(WORK),
        words(2),
    )


@inlined
def _bucket(table: Words, a: int, b: int) -> int:
    mixed = (a * _SPREAD_A ^ b) * _SPREAD_B
    return (mixed ^ mixed >> 29) & (len(table) - 2)


@inlined
def _look_up(table: Words, a: int, b: int) -> int:
    slot = _bucket(table, a, b)
    value = UNKNOWN
    for place in range(slot, slot + 2):
        if table[place, 0] & _BOARD == a and table[place, 1] == b and table[place, 0] >> _VALUE_AT:
            value = table[place, 0] >> _VALUE_AT & 3
    return value


@tight
def store_result(table: Words, a: int, b: int, value: int) -> None:
    """Keep a result; the older entry of its bucket makes room."""
    slot = _bucket(table, a, b)
    if table[slot, 0] & _BOARD != a or table[slot, 1] != b:
        table[slot + 1, 0] = table[slot, 0]
        table[slot + 1, 1] = table[slot, 1]
    table[slot, 0] = a | value << _VALUE_AT
    table[slot, 1] = b


@tight
def canonical(grid: Topology, open_walls: int, taken: int, parity: int, room: Workspace) -> int:
    """The number of legal answers; `room.found` gets A and B of the board, `parity` loose moves beside it."""
    far = room.far[1]
    bridges, blocks = find_bridges(grid, open_walls, far, room.work)
    loose, moves = settled(grid, open_walls, taken, blocks, room.work)
    free = first_free(taken)
    largest = 0
    for k in range(blocks):
        size = count_bits(room.work[BLOCKS + k])
        if size >= free:
            largest = max(largest, size)
    answers = count_bits(legal_walls(open_walls, taken, bridges, far) & ~loose)
    parity = (parity + moves) & 1
    room.sums[0] = least_image(grid, open_walls & ~loose)
    room.sums[1] = (taken & ((2 << largest) - 1)) | parity << _PARITY_AT
    return answers + parity


@tight
def begin(grid: Topology, open_walls: int, taken: int, parity: int, room: Workspace) -> None:
    """Make the board, with so many loose moves beside it, the position of level 0."""
    canonical(grid, open_walls, taken, parity, room)
    room.frames[0, A] = room.sums[0]
    room.frames[0, B] = room.sums[1]
    room.control[LEVEL] = 0
    room.control[ENTERING] = 1


@tight
def check_slice(grid: Topology, nodes: int, room: Workspace) -> int:
    """Look at no more than `nodes` positions; LOST or WON once that is proved of level 0, else UNKNOWN."""
    control = room.control
    budget = control[NODES] + nodes
    while True:
        level = control[LEVEL]
        frame = room.frames[level]
        value = UNKNOWN
        if control[ENTERING]:
            value = _look_up(room.table, frame[A], frame[B])
            if value == UNKNOWN:
                if control[NODES] >= budget:
                    return UNKNOWN
                control[NODES] += 1
                value = _expand(grid, level, room)
            control[ENTERING] = 0
        if value == UNKNOWN:
            value = _next(level, room)
            if value == UNKNOWN:
                control[LEVEL] = level + 1
                control[ENTERING] = 1
                continue
        store_result(room.table, frame[A], frame[B], value)
        if level == 0:
            return value
        control[LEVEL] = level - 1


@inlined
def _next(level: int, room: Workspace) -> int:
    """WON if a child is lost, LOST if all are won, else UNKNOWN with the next child one level below."""
    frame = room.frames[level]
    while frame[NEXT] < frame[COUNT]:
        child = room.children[level, frame[NEXT]]
        value = _look_up(room.table, child[A], child[B])
        if value == LOST:
            return WON
        if value == UNKNOWN:
            room.frames[level + 1, A] = child[A]
            room.frames[level + 1, B] = child[B]
            return UNKNOWN
        frame[NEXT] += 1
    return LOST


@inlined
def _expand(grid: Topology, level: int, room: Workspace) -> int:
    """WON if some move is known to lead to a lost position; else UNKNOWN with what follows as children."""
    frame = room.frames[level]
    frame[NEXT] = 0
    frame[COUNT] = 0
    open_walls = frame[A]
    taken = frame[B] & _SIZES
    parity = frame[B] >> _PARITY_AT
    if parity:
        answers = canonical(grid, open_walls, taken, 0, room)
        if _consider(level, answers, room) == WON:
            return WON
    far = room.far[0]
    bridges, _ = find_bridges(grid, open_walls, far, room.work)
    legal = legal_walls(open_walls, taken, bridges, far)
    while legal:
        wall = lowest_bit(legal)
        legal &= legal - 1
        now_open, now_taken = draw(grid, open_walls, taken, wall, bridges, far)
        answers = canonical(grid, now_open, now_taken, parity, room)
        if _consider(level, answers, room) == WON:
            return WON
    return UNKNOWN


@inlined
def _consider(level: int, answers: int, room: Workspace) -> int:
    """WON if the position in `room.found` is lost; if that is not known, it joins the children of its level."""
    a, b = room.sums[0], room.sums[1]
    if answers == 0 or _look_up(room.table, a, b) == LOST:
        return WON
    frame = room.frames[level]
    children = room.children[level]
    count = frame[COUNT]
    for k in range(count):
        if children[k, A] == a and children[k, B] == b:
            return UNKNOWN
    hint = _look_up(room.hints, a, b)
    order = answers + (HINTED_LOST if hint == LOST else HINTED_WON if hint == WON else 0)
    at = count
    while at > 0 and children[at - 1, ORDER] > order:
        for field in range(CHILD_FIELDS):
            children[at, field] = children[at - 1, field]
        at -= 1
    children[at, A] = a
    children[at, B] = b
    children[at, ORDER] = order
    frame[COUNT] = count + 1
    return UNKNOWN


class Check:
    """A check of positions of one board. `hints` are rows as in `ai.zuniq.long_solve`: boards and their results."""

    def __init__(
        self, state: State, table_bits: int, hints: Iterator[tuple[int, int, int, bool]], count: int
    ) -> None:
        self._topology = topology(state.grid)
        self._room = new_room(state.grid.walls, table_bits, count)
        self.hints = 0
        for open_walls, taken, parity, won in hints:
            canonical(self._topology, open_walls, taken, parity, self._room)
            a, b = (int(word) for word in self._room.sums)
            store_result(self._room.hints, a, b, WON if won else LOST)
            self.hints += 1

    @property
    def nodes(self) -> int:
        """The positions looked at so far."""
        return int(self._room.control[NODES])

    def wins_slices(self, state: State) -> Iterator[bool | None]:
        """Yield None after every slice, then whether the side to move wins."""
        yield from self._slices(*board_of(state), 0)

    def wins_board(self, open_walls: int, taken: int, parity: int) -> bool:
        """Return True if the side to move wins a board with so many loose moves beside it."""
        return next(won for won in self._slices(open_walls, taken, parity) if won is not None)

    def _slices(self, open_walls: int, taken: int, parity: int) -> Iterator[bool | None]:
        begin(self._topology, open_walls, taken, parity, self._room)
        value = UNKNOWN
        while value == UNKNOWN:
            value = check_slice(self._topology, SLICE_NODES, self._room)
            yield None if value == UNKNOWN else value == WON
