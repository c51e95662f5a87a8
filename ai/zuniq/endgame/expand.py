"""One step of the endgame search: all that can follow from a position, looked up and put in order.

A position after a move is never built wall by wall. Its form is the sum of the forms of its blocks, and a move
changes only one of them - unless it closes a zone, which changes the sizes that count for all. A position that
is known to be lost ends the step at once. The unknown ones are tried later in the order of how few answers
they leave, with a bonus for walls that have won at this stage of the game before; those that come to the same
are tried once. Settled walls have left the board; a move among them only flips the parity.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from ai.bits import count_bits, lowest_bit, prefetch
from ai.kernel import inlined
from ai.zuniq.bridges import BLOCKS, WORK, find_bridges, flood, passages, reach, walls_of
from ai.zuniq.endgame.forms import (
    FORM,
    SUM_KEPT,
    SUM_MOVES,
    SUM_TEMPO,
    TOTAL,
    UNIT,
    UNIT_MOVES,
    UNIT_ROWS,
    WALK,
    WALLS,
    add_unit,
    key_of,
    unit_of,
)
from ai.zuniq.topology import Topology, Words

# The arrays of the endgame search, so that it can stop after any number of nodes and go on later.
#
#     control   LEVEL, ENTERING (1: the position of this level is not expanded yet), RESULT, NODES,
#               KEEP_FROM: the work from which a result is kept, STORED: how many are
#     frames    [level, field]           the position of a level, and how far its children are tried
#     children  [level, child, field]    those still unknown when the position was expanded, best first
#     kept      [result, field]          results that took much work, for whoever saves them
#
# A position is its OPEN walls without settled ones, the TAKEN sizes, and the PARITY of the settled walls' moves.

LEVEL, ENTERING, RESULT, NODES, KEEP_FROM, STORED, CONTROLS = range(7)
OPEN, TAKEN, PARITY, KEY, NEXT, COUNT, BEGUN, FRAME_FIELDS = range(8)
WALL, ORDER, CHILD_FIELDS = 4, 5, 6  # a child's first four fields are those of a frame
# a kept result's first three fields are those of a frame
VALUE, WORK_DONE, KEPT_WALL, KEPT_FIELDS = (3, 4, 5, 6)
KEPT_ROWS = 4096
KEEP_NOTHING = (1 << 62) - 1
MOST_BLOCKS = 60
AHEAD = 4  # a child is looked up when so many more are known, and its entry has come from memory


class Workspace(NamedTuple):
    """Everything the search writes to, and what it keeps; `new_desk` makes it. All words are int64."""

    table: Words  # [2^k] results
    units: Words  # [UNIT_ROWS, UNIT] forms of blocks
    control: Words  # [CONTROLS]
    frames: Words  # [levels, FRAME_FIELDS]
    children: Words  # [levels, walls + 1, CHILD_FIELDS]
    fields: Words  # [KEPT_ROWS, KEPT_FIELDS]
    history: Words  # [levels, walls + 1, 2] by number of open walls and wall: wins, tries
    far: Words  # [walls] what each bridge of the position being expanded cuts off
    work: Words  # [WORK] of the bridge search, with the cells of the blocks
    pending: Words  # [AHEAD, CHILD_FIELDS] children whose entries in the table are being fetched
    parts: Words  # [MOST_BLOCKS, UNIT] the blocks of the position being expanded
    total: Words  # [2, TOTAL] the sum without the block that is moved in, and the sum after the move
    form: Words  # [FORM]
    walk: Words  # [WALK]


def new_desk(walls: int, table_bits: int) -> Workspace:
    """The arrays for a board of so many walls and a table of 2^`table_bits` words."""
    levels = walls + 2

    def words(*shape: int) -> Words:
        return np.zeros(shape, dtype=np.int64)

    control = words(CONTROLS)
    control[KEEP_FROM] = KEEP_NOTHING
    return Workspace(
        table=words(1 << table_bits),
        units=words(UNIT_ROWS, UNIT),
        control=control,
        frames=words(levels, FRAME_FIELDS),
        children=words(levels, walls + 1, CHILD_FIELDS),
        fields=words(KEPT_ROWS, KEPT_FIELDS),
        history=words(levels, walls + 1, 2),
        far=words(walls),
        work=words(WORK),
        pending=words(AHEAD, CHILD_FIELDS),
        parts=words(MOST_BLOCKS, UNIT),
        total=words(2, TOTAL),
        form=words(FORM),
        walk=words(WALK),
    )


# The table of results: one bit for every position the search has decided, as long as there is room.
#
#     word      bits 1..63: the key's       bit 0: 1 if the side to move wins       0: empty
#     bucket    two words: first the newest, then the one it has pushed aside
#
# The table never grows. Two positions with the same 63 bits would be taken for one; with 10^8 questions and a
# full table of 2^22 words that is to be expected in one of some 20 000 searches.

UNKNOWN, LOSS, WIN = -1, 0, 1  # for the side to move


@inlined
def look_up(table: Words, key: int) -> int:
    """WIN or LOSS where the table knows it, else UNKNOWN."""
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
def fetch(table: Words, key: int) -> None:
    """Have the entries for `key` at hand soon."""
    prefetch(table, (key >> 1) & (len(table) - 2))


@inlined
def store(table: Words, key: int, value: int) -> None:
    """Keep a result; the bucket's older word makes room."""
    slot = (key >> 1) & (len(table) - 2)
    word = (key & ~1) | value
    if table[slot] | 1 != word | 1:
        table[slot + 1] = table[slot]
    table[slot] = word


ANSWER = 256  # one legal answer weighs as much as this many units of `ORDER`
HISTORY_WEIGHT = 3 * ANSWER  # a wall that always won at this stage is worth three answers


@inlined
def expand(grid: Topology, workspace: Workspace, level: int) -> int:
    """WIN if a position after a move is known to be lost, else UNKNOWN with the unknown ones as children."""
    frame = workspace.frames[level]
    taken = frame[TAKEN]
    frame[NEXT] = 0
    frame[COUNT] = 0
    bridges, blocks = find_bridges(grid, frame[OPEN], workspace.far, workspace.work)
    _look_at_blocks(grid, workspace, frame[OPEN], taken, blocks)
    down = right = 0
    if len(grid.images) > 1:
        down, right = passages(grid, frame[OPEN])
    count = 0
    if frame[PARITY]:
        _after_loose_move(workspace, blocks)
        if _put(workspace, level, len(workspace.far), taken, count) == WIN:
            return WIN
        count = 1
    for k in range(blocks):
        _sum_blocks(workspace, blocks, k)
        rest = workspace.parts[k, UNIT_MOVES]
        while rest:
            wall = lowest_bit(rest)
            rest &= rest - 1
            now_taken = taken
            if bridges >> wall & 1:
                now_taken |= 1 << count_bits(workspace.far[wall])
                _after_closing(grid, workspace, blocks, k, workspace.far[wall], now_taken)
            else:
                _after_drawing(grid, workspace, k, wall, down, right, taken)
            if count >= AHEAD and _consider(workspace, level, count & (AHEAD - 1)) == WIN:
                return WIN
            if _put(workspace, level, wall, now_taken, count & (AHEAD - 1)) == WIN:
                return WIN
            count += 1
    for place in range(max(0, count - AHEAD), count):
        if _consider(workspace, level, place & (AHEAD - 1)) == WIN:
            return WIN
    return UNKNOWN


@inlined
def _look_at_blocks(grid: Topology, workspace: Workspace, open_walls: int, taken: int, blocks: int) -> None:
    """Put the forms of all blocks into `parts`."""
    for k in range(blocks):
        cells = workspace.work[BLOCKS + k]
        walls = walls_of(grid, cells) & open_walls
        row = unit_of(grid, workspace.units, walls, cells, taken, workspace.form, workspace.walk)
        for field in range(UNIT):
            workspace.parts[k, field] = workspace.units[row, field]


@inlined
def _sum_blocks(workspace: Workspace, blocks: int, without: int) -> None:
    """Set `total[0]` to the sum over all blocks but one."""
    total = workspace.total[0]
    total[:] = 0
    for k in range(blocks):
        if k != without:
            add_unit(workspace.parts[k], total)


@inlined
def _after_loose_move(workspace: Workspace, blocks: int) -> None:
    """Set `total[1]` to the position after a move among settled walls."""
    _sum_blocks(workspace, blocks, blocks)
    _copy(workspace.total[0], workspace.total[1])
    workspace.total[1, SUM_TEMPO] ^= 1


@inlined
def _after_drawing(
    grid: Topology, workspace: Workspace, k: int, wall: int, down: int, right: int, taken: int
) -> None:
    """Set `total[1]` to the position after a wall in block `k` that closes nothing, but may part the block."""
    _copy(workspace.total[0], workspace.total[1])
    cells = workspace.work[BLOCKS + k]
    walls = workspace.parts[k, WALLS] & ~(1 << wall)
    first = cells
    if len(grid.images) == 1:
        if not grid.border >> wall & 1:
            first = flood(grid, walls, grid.sides[wall, 0])
    elif not grid.border >> wall & 1:
        if wall < grid.horizontal:
            down &= ~(1 << (wall - grid.columns))
        else:
            right &= ~(1 << grid.sides[wall, 0])
        first = reach(grid, 1 << grid.sides[wall, 0], cells, down, right)
    if first == cells:
        _add(grid, workspace, walls, cells, taken)
    else:
        part = walls_of(grid, first) & walls
        _add(grid, workspace, part, first, taken)
        _add(grid, workspace, walls ^ part, cells ^ first, taken)


@inlined
def _after_closing(
    grid: Topology, workspace: Workspace, blocks: int, k: int, closed: int, taken: int
) -> None:
    """Set `total[1]` to the position after closing a zone of block `k`; `taken` has its size already."""
    workspace.total[1, :] = 0
    for other in range(blocks):
        cells = workspace.work[BLOCKS + other]
        walls = workspace.parts[other, WALLS]
        if other == k:
            cells &= ~closed
            walls &= ~walls_of(grid, closed)
        if cells:
            _add(grid, workspace, walls, cells, taken)


@inlined
def _add(grid: Topology, workspace: Workspace, walls: int, cells: int, taken: int) -> None:
    row = unit_of(grid, workspace.units, walls, cells, taken, workspace.form, workspace.walk)
    add_unit(workspace.units[row], workspace.total[1])


@inlined
def _put(workspace: Workspace, level: int, wall: int, taken: int, place: int) -> int:
    """WIN if the position in `total[1]` leaves no answer; else it is made ready to be looked up."""
    frame = workspace.frames[level]
    after = workspace.total[1]
    after[SUM_TEMPO] ^= frame[PARITY]
    answers = after[SUM_MOVES] + after[SUM_TEMPO]
    if answers == 0:
        frame[NEXT] = frame[COUNT]
        workspace.children[level, frame[COUNT], WALL] = wall
        return WIN
    key = key_of(after, taken)
    fetch(workspace.table, key)
    child = workspace.pending[place]
    child[OPEN] = after[SUM_KEPT]
    child[TAKEN] = taken
    child[PARITY] = after[SUM_TEMPO]
    child[KEY] = key
    child[WALL] = wall
    child[ORDER] = answers
    return UNKNOWN


@inlined
def _consider(workspace: Workspace, level: int, place: int) -> int:
    """WIN if a pending position is known to be lost; if it is unknown, it joins the children."""
    frame = workspace.frames[level]
    children = workspace.children[level]
    pending = workspace.pending[place]
    key = pending[KEY]
    value = look_up(workspace.table, key)
    if value == LOSS:
        frame[NEXT] = frame[COUNT]
        children[frame[COUNT], WALL] = pending[WALL]
        return WIN
    if value == UNKNOWN and not _among(children, frame[COUNT], key):
        history = workspace.history[count_bits(frame[OPEN]), pending[WALL]]
        order = pending[ORDER] * ANSWER - HISTORY_WEIGHT * (2 * history[0] + 1) // (2 * history[1] + 2)
        child = children[_make_room(children, frame[COUNT], order)]
        _copy(pending, child)
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
    is_found = False
    for k in range(count):
        is_found |= children[k, KEY] == key
    return is_found


@inlined
def _copy(words: Words, to: Words) -> None:
    for k in range(len(words)):
        to[k] = words[k]
