"""One step of the endgame search: all that can follow from a position, looked up and put in order.

A position after a move is never built wall by wall. Its form is the sum of the forms of its blocks, and a move
changes only one of them - unless it closes a zone, which changes the sizes that count for all. A position that
is known to be lost ends the step at once. The unknown ones are tried later in the order of how few answers
they leave, with a bonus for walls that have won at this stage of the game before; those that come to the same
are tried once. Settled walls have left the board; a move among them only flips the parity.
"""

from __future__ import annotations

from ai.bits import count_bits, lowest_bit
from ai.kernel import inlined
from ai.zuniq.bridges import BLOCKS, find_bridges, passages, reach, walls_of
from ai.zuniq.endgame.desk import COUNT, KEY, NEXT, OPEN, ORDER, PARITY, TAKEN, WALL, Desk
from ai.zuniq.endgame.parts import (
    SUM_KEPT,
    SUM_MOVES,
    SUM_TEMPO,
    UNIT,
    UNIT_MOVES,
    WALLS,
    add_unit,
    key_of,
    unit_of,
)
from ai.zuniq.endgame.results import LOSS, UNKNOWN, WIN, look_up
from ai.zuniq.topology import Topology, Words

ANSWER = 256  # one legal answer weighs as much as this many units of `ORDER`
HISTORY_WEIGHT = 3 * ANSWER  # a wall that always won at this stage is worth three answers


@inlined
def expand(grid: Topology, desk: Desk, level: int) -> int:
    """WIN if a position after a move is known to be lost, else UNKNOWN with the unknown ones as children."""
    frame = desk.frames[level]
    taken = frame[TAKEN]
    frame[NEXT] = 0
    frame[COUNT] = 0
    bridges, blocks = find_bridges(grid, frame[OPEN], desk.far, desk.work)
    _look_at_blocks(grid, desk, frame[OPEN], taken, blocks)
    down, right = passages(grid, frame[OPEN])
    if frame[PARITY]:
        _after_loose_move(desk, blocks)
        if _consider(desk, level, len(desk.far), taken) == WIN:
            return WIN
    for k in range(blocks):
        _sum_blocks(desk, blocks, k)
        rest = desk.parts[k, UNIT_MOVES]
        while rest:
            wall = lowest_bit(rest)
            rest &= rest - 1
            now_taken = taken
            if bridges >> wall & 1:
                now_taken |= 1 << count_bits(desk.far[wall])
                _after_closing(grid, desk, blocks, k, desk.far[wall], now_taken)
            else:
                _after_drawing(grid, desk, k, wall, down, right, taken)
            if _consider(desk, level, wall, now_taken) == WIN:
                return WIN
    return UNKNOWN


@inlined
def _look_at_blocks(grid: Topology, desk: Desk, open_walls: int, taken: int, blocks: int) -> None:
    """Put the forms of all blocks into `parts`."""
    for k in range(blocks):
        cells = desk.work[BLOCKS + k]
        walls = walls_of(grid, cells) & open_walls
        row = unit_of(grid, desk.units, walls, cells, taken, desk.form, desk.walk)
        for field in range(UNIT):
            desk.parts[k, field] = desk.units[row, field]


@inlined
def _sum_blocks(desk: Desk, blocks: int, without: int) -> None:
    """Set `total[0]` to the sum over all blocks but one."""
    total = desk.total[0]
    total[:] = 0
    for k in range(blocks):
        if k != without:
            add_unit(desk.parts[k], total)


@inlined
def _after_loose_move(desk: Desk, blocks: int) -> None:
    """Set `total[1]` to the position after a move among settled walls."""
    _sum_blocks(desk, blocks, blocks)
    _copy(desk.total[0], desk.total[1])
    desk.total[1, SUM_TEMPO] ^= 1


@inlined
def _after_drawing(grid: Topology, desk: Desk, k: int, wall: int, down: int, right: int, taken: int) -> None:
    """Set `total[1]` to the position after a wall in block `k` that closes nothing, but may part the block."""
    _copy(desk.total[0], desk.total[1])
    cells = desk.work[BLOCKS + k]
    walls = desk.parts[k, WALLS] & ~(1 << wall)
    first = cells
    if not grid.border >> wall & 1:
        if wall < grid.horizontal:
            down &= ~(1 << (wall - grid.columns))
        else:
            right &= ~(1 << grid.sides[wall, 0])
        first = reach(grid, 1 << grid.sides[wall, 0], cells, down, right)
    if first == cells:
        _add(grid, desk, walls, cells, taken)
    else:
        part = walls_of(grid, first) & walls
        _add(grid, desk, part, first, taken)
        _add(grid, desk, walls ^ part, cells ^ first, taken)


@inlined
def _after_closing(grid: Topology, desk: Desk, blocks: int, k: int, closed: int, taken: int) -> None:
    """Set `total[1]` to the position after closing a zone of block `k`; `taken` has its size already."""
    desk.total[1, :] = 0
    for other in range(blocks):
        cells = desk.work[BLOCKS + other]
        walls = desk.parts[other, WALLS]
        if other == k:
            cells &= ~closed
            walls &= ~walls_of(grid, closed)
        if cells:
            _add(grid, desk, walls, cells, taken)


@inlined
def _add(grid: Topology, desk: Desk, walls: int, cells: int, taken: int) -> None:
    row = unit_of(grid, desk.units, walls, cells, taken, desk.form, desk.walk)
    add_unit(desk.units[row], desk.total[1])


@inlined
def _consider(desk: Desk, level: int, wall: int, taken: int) -> int:
    """WIN if the position in `total[1]` is known to be lost; if it is unknown, it joins the children."""
    frame = desk.frames[level]
    after = desk.total[1]
    after[SUM_TEMPO] ^= frame[PARITY]
    answers = after[SUM_MOVES] + after[SUM_TEMPO]
    if answers == 0:
        return WIN
    key = key_of(after, taken)
    value = look_up(desk.table, key)
    if value == LOSS:
        return WIN
    children = desk.children[level]
    if value == UNKNOWN and not _among(children, frame[COUNT], key):
        history = desk.history[count_bits(frame[OPEN]), wall]
        order = answers * ANSWER - HISTORY_WEIGHT * (2 * history[0] + 1) // (2 * history[1] + 2)
        child = children[_make_room(children, frame[COUNT], order)]
        child[OPEN] = after[SUM_KEPT]
        child[TAKEN] = taken
        child[PARITY] = after[SUM_TEMPO]
        child[KEY] = key
        child[WALL] = wall
        child[ORDER] = order
        frame[COUNT] += 1
    return UNKNOWN


@inlined
def _make_room(children: Words, count: int, order: int) -> int:
    """The row of a new child; those with a higher order move up."""
    at = count
    while at > 0 and children[at - 1, ORDER] > order:
        _copy(children[at - 1], children[at])
        at -= 1
    return at


@inlined
def _among(children: Words, count: int, key: int) -> bool:
    found = False
    for k in range(count):
        found |= children[k, KEY] == key
    return found


@inlined
def _copy(words: Words, to: Words) -> None:
    for k in range(len(words)):
        to[k] = words[k]
