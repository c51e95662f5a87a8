"""The exact search: who wins a position, by trying moves until every one of them is refuted or one is not.

The game is impartial and has no draws, so a position is won by the side to move or lost, and one bit is all
that has to be found: it is won if some move leads to a lost position. Positions are known by their key
(`ai.zuniq.endgame.parts`) and kept in a table of buckets of two words:

    table word      bits 1..63: the key's       bit 0: 1 if the side to move wins       0: empty
    bucket          first the newest, then the one it has pushed aside

The search is depth first. When a position is expanded, the keys of all positions after its moves are looked up
(one that is known to be lost ends it), and the unknown ones are tried in the order of how few answers they
leave, with a bonus for walls that have won at this stage of the game before. Moves that come to the same are
tried once; settled walls have left the board, and the parity of their moves is a bit of the position, which
any move may flip.

Everything lives in arrays, so the search can stop after any number of nodes and go on later:

    control   LEVEL, ENTERING (1: the position of this level is not expanded yet), RESULT, NODES
    frames    [level, field]            the position of a level and how far its children are tried
    children  [level, child, field]     those still unknown when the position was expanded, best first
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from ai.bits import count_bits, lowest_bit
from ai.kernel import inlined, tight
from ai.zuniq.bridges import BLOCKS, WORK, find_bridges, passages, reach, walls_of
from ai.zuniq.endgame.forms import DESK, FORM
from ai.zuniq.endgame.parts import (
    SUM_KEPT,
    SUM_MOVES,
    SUM_TEMPO,
    TOTAL,
    UNIT,
    UNIT_MOVES,
    UNIT_ROWS,
    add_unit,
    key_of,
    unit_of,
)
from ai.zuniq.topology import Topology, Words

UNKNOWN, LOSS, WIN = -1, 0, 1
LEVEL, ENTERING, RESULT, NODES, CONTROLS = range(5)
OPEN, TAKEN, PARITY, KEY, NEXT, COUNT, FRAME_FIELDS = range(7)
WALL, ORDER, CHILD_FIELDS = 4, 5, 6  # a child's first four fields are those of a frame
BLOCK_WALLS, BLOCK_MOVES, BLOCK_CELLS, BLOCK_FIELDS = range(4)
MOST_BLOCKS = 25
ANSWER = 256  # one legal answer weighs as much as this many units of `ORDER`
HISTORY_WEIGHT = 3 * ANSWER  # a wall that always won at this stage is worth three answers
HISTORY_LIMIT = 256


class Desk(NamedTuple):
    """Everything the search writes to, and what it keeps; `new_desk` makes it. All words are int64."""

    table: Words  # [2^k] results
    units: Words  # [rows, UNIT] forms of parts
    control: Words  # [CONTROLS]
    frames: Words  # [levels, FRAME_FIELDS]
    children: Words  # [levels, walls + 1, CHILD_FIELDS]
    history: Words  # [levels, walls + 1, 2] by open walls and wall: wins, tries
    far: Words  # [walls] what each bridge cuts off
    work: Words  # [WORK] of the bridge search
    blocks: Words  # [MOST_BLOCKS, BLOCK_FIELDS] of the position being expanded
    parts: Words  # [MOST_BLOCKS, UNIT] and their forms
    total: Words  # [2, TOTAL]: without the block that is moved in, and after the move
    form: Words  # [FORM]
    columns: Words  # [DESK] of the walk that makes forms


def new_desk(walls: int, table_bits: int) -> Desk:
    """The arrays for a board of so many walls and a table of 2^`table_bits` words."""
    levels = walls + 2

    def words(*shape: int) -> Words:
        return np.zeros(shape, dtype=np.int64)

    return Desk(
        table=words(1 << table_bits),
        units=words(UNIT_ROWS, UNIT),
        control=words(CONTROLS),
        frames=words(levels, FRAME_FIELDS),
        children=words(levels, walls + 1, CHILD_FIELDS),
        history=words(levels, walls + 1, 2),
        far=words(walls),
        work=words(WORK),
        blocks=words(MOST_BLOCKS, BLOCK_FIELDS),
        parts=words(MOST_BLOCKS, UNIT),
        total=words(2, TOTAL),
        form=words(FORM),
        columns=words(DESK),
    )


@tight
def begin(grid: Topology, desk: Desk, open_walls: int, taken: int) -> None:
    """Make the board the position of level 0."""
    total = desk.total[1]
    total[:] = 0
    _, blocks = find_bridges(grid, open_walls, desk.far, desk.work)
    for k in range(blocks):
        cells = desk.work[BLOCKS + k]
        _add(grid, desk, walls_of(grid, cells) & open_walls, cells, taken)
    frame = desk.frames[0]
    frame[OPEN] = total[SUM_KEPT]
    frame[TAKEN] = taken
    frame[PARITY] = total[SUM_TEMPO]
    frame[KEY] = key_of(total, taken)
    desk.control[:] = 0
    desk.control[ENTERING] = 1


@tight
def search(grid: Topology, desk: Desk, nodes: int) -> bool:
    """Expand at most `nodes` positions; True once `control[RESULT]` is WIN or LOSS for level 0."""
    control = desk.control
    frames = desk.frames
    budget = control[NODES] + nodes
    while True:
        level = control[LEVEL]
        frame = frames[level]
        value = UNKNOWN
        if control[ENTERING]:
            value = look_up(desk.table, frame[KEY])
            if value == UNKNOWN:
                if control[NODES] >= budget:
                    return False
                control[NODES] += 1
                value = _expand(grid, desk, level)
            control[ENTERING] = 0
        if value == UNKNOWN:
            value = _next_child(desk.table, frame, frames[level + 1], desk.children[level])
            if value == UNKNOWN:
                control[LEVEL] = level + 1
                control[ENTERING] = 1
                continue
        store(desk.table, frame[KEY], value)
        if level == 0:
            control[RESULT] = value
            return True
        control[LEVEL] = level - 1
        _learn(frames[level - 1], desk.children[level - 1], desk.history, value)


@inlined
def _expand(grid: Topology, desk: Desk, level: int) -> int:
    """WIN if a position after a move is known to be lost, else UNKNOWN with the unknown ones sorted."""
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
        rest = desk.blocks[k, BLOCK_MOVES]
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
    """Note the walls, cells and moves of every block, and where its form is."""
    for k in range(blocks):
        block = desk.blocks[k]
        cells = desk.work[BLOCKS + k]
        walls = walls_of(grid, cells) & open_walls
        row = unit_of(grid, desk.units, walls, cells, taken, desk.form, desk.columns)
        block[BLOCK_WALLS] = walls
        block[BLOCK_CELLS] = cells
        block[BLOCK_MOVES] = desk.units[row, UNIT_MOVES]
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
    """Set `total[1]` to the position after the move that only flips the parity of settled walls."""
    _sum_blocks(desk, blocks, blocks)
    _copy(desk.total[0], desk.total[1])
    desk.total[1, SUM_TEMPO] ^= 1


@inlined
def _after_drawing(grid: Topology, desk: Desk, k: int, wall: int, down: int, right: int, taken: int) -> None:
    """Set `total[1]` to the position after a wall in block `k` that closes nothing, but may part the block."""
    _copy(desk.total[0], desk.total[1])
    cells = desk.blocks[k, BLOCK_CELLS]
    walls = desk.blocks[k, BLOCK_WALLS] & ~(1 << wall)
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
        cells = desk.blocks[other, BLOCK_CELLS]
        walls = desk.blocks[other, BLOCK_WALLS]
        if other == k:
            cells &= ~closed
            walls &= ~walls_of(grid, closed)
        if cells:
            _add(grid, desk, walls, cells, taken)


@inlined
def _add(grid: Topology, desk: Desk, walls: int, cells: int, taken: int) -> None:
    row = unit_of(grid, desk.units, walls, cells, taken, desk.form, desk.columns)
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
    count = frame[COUNT]
    if value == WIN or _among(children, count, key):
        return UNKNOWN
    history = desk.history[count_bits(frame[OPEN]), wall]
    order = answers * ANSWER - HISTORY_WEIGHT * (2 * history[0] + 1) // (2 * history[1] + 2)
    at = count
    while at > 0 and children[at - 1, ORDER] > order:
        _copy(children[at - 1], children[at])
        at -= 1
    child = children[at]
    child[OPEN] = after[SUM_KEPT]
    child[TAKEN] = taken
    child[PARITY] = after[SUM_TEMPO]
    child[KEY] = key
    child[WALL] = wall
    child[ORDER] = order
    frame[COUNT] = count + 1
    return UNKNOWN


@inlined
def _copy(words: Words, to: Words) -> None:
    for k in range(len(words)):
        to[k] = words[k]


@inlined
def _among(children: Words, count: int, key: int) -> bool:
    found = False
    for k in range(count):
        found |= children[k, KEY] == key
    return found


@inlined
def _next_child(table: Words, frame: Words, below: Words, children: Words) -> int:
    """WIN if a child turns out lost, LOSS if none is left, else UNKNOWN with the next child in `below`."""
    while frame[NEXT] < frame[COUNT]:
        child = children[frame[NEXT]]
        value = look_up(table, child[KEY])
        if value == LOSS:
            return WIN
        if value == UNKNOWN:
            for field in range(KEY + 1):
                below[field] = child[field]
            return UNKNOWN
        frame[NEXT] += 1
    return LOSS


@inlined
def _learn(frame: Words, children: Words, history: Words, value: int) -> None:
    """Count how often the wall just tried has won at this stage of the game."""
    entry = history[count_bits(frame[OPEN]), children[frame[NEXT], WALL]]
    entry[0] += 1 - value
    entry[1] += 1
    if entry[1] > HISTORY_LIMIT:
        entry[0] >>= 1
        entry[1] >>= 1


@inlined
def look_up(table: Words, key: int) -> int:
    """WIN or LOSS for the side to move where the table knows it, else UNKNOWN."""
    slot = (key >> 1) & (len(table) - 2)
    first = table[slot]
    second = table[slot + 1]
    value = UNKNOWN
    if second | 1 == key | 1:
        value = second & 1
    if first | 1 == key | 1:
        value = first & 1
    return value


@inlined
def store(table: Words, key: int, value: int) -> None:
    """Keep a result; the bucket's older word makes room."""
    slot = (key >> 1) & (len(table) - 2)
    word = (key & ~1) | value
    if table[slot] | 1 != word | 1:
        table[slot + 1] = table[slot]
    table[slot] = word
