"""One step of the endgame search: all that can follow from a position, looked up and put in order.

A position after a move is never built wall by wall. Its form is the sum of the forms of its blocks, and a move
changes only one of them - unless it closes a zone, which changes the sizes that count for all. A position that
is known to be lost ends the step at once. The unknown ones are tried later in the order of how few answers
they leave, with a bonus for walls that have won at this stage of the game before; those that come to the same
are tried once. Settled walls have left the board; a move among them only flips the parity.

Three of four positions are won by a move into one that is known to be lost already. So the answers that served last are
looked at first: making a position after a move is what the search does most. In which order they are looked at changes
nothing else: equal children stay in the order of their walls.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from ai.bits import count_bits, lowest_bit, prefetch
from ai.kernel import inlined
from ai.zuniq.bridges import flood, passages, reach, walls_of
from ai.zuniq.endgame.forms import (
    FORM,
    SUM_KEPT,
    SUM_MOVES,
    SUM_TEMPO,
    TOTAL,
    UNIT,
    UNIT_BRIDGES,
    UNIT_MOVES,
    UNIT_ROWS,
    WALK,
    WALLS,
    add_unit,
    fetch_units,
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
# A position is its OPEN walls without settled ones, the TAKEN sizes, and the PARITY of the settled walls' moves. WALL
# led to it; a move among settled walls has the number behind the last wall.

LEVEL, ENTERING, RESULT, NODES, KEEP_FROM, STORED, CONTROLS = range(7)
OPEN, TAKEN, PARITY, KEY, WALL, NEXT, COUNT, BEGUN, FRAME_FIELDS = range(9)
ORDER, PLACE, CHILD_FIELDS = 5, 6, 7  # a child's first five fields are those of a frame
# a kept result's first three fields are those of a frame
VALUE, WORK_DONE, KEPT_WALL, KEPT_FIELDS = (3, 4, 5, 6)
KEPT_ROWS = 4096
KEEP_NOTHING = (1 << 62) - 1
MOST_BLOCKS = 60
PLACES = 1 << 12  # more than a position has children: 64 of each block, and a move among settled walls


class Workspace(NamedTuple):
    """Everything the search writes to, and what it keeps; `new_workspace` makes it. All words are int64."""

    table: Words  # [2^k] results
    units: Words  # [UNIT_ROWS, UNIT] forms of blocks
    control: Words  # [CONTROLS]
    frames: Words  # [levels, FRAME_FIELDS]
    children: Words  # [levels, walls + 1, CHILD_FIELDS]
    fields: Words  # [KEPT_ROWS, KEPT_FIELDS]
    history: Words  # [levels, walls + 1, 2] by number of open walls and wall: wins, tries
    recent: Words  # [levels] the set of moves that won last at this level
    answers: Words  # [levels, walls + 1] by the move before it: the one that won last
    pending: Words  # [CHILD_FIELDS] the last child made, whose entry in the table is being fetched
    cells: Words  # [MOST_BLOCKS] those of the blocks of the position being expanded
    parts: Words  # [MOST_BLOCKS, UNIT] their forms
    total: Words  # [2, TOTAL] the sum without the block that is moved in, and the sum after the move
    form: Words  # [FORM]
    walk: Words  # [WALK]


def new_workspace(walls: int, table_bits: int) -> Workspace:
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
        recent=words(levels),
        answers=words(levels, walls + 1),
        pending=words(CHILD_FIELDS),
        cells=words(MOST_BLOCKS),
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
    blocks, down, right = look_at_blocks(grid, workspace, frame[OPEN], taken)
    is_pending = False
    if frame[PARITY]:
        _after_loose_move(workspace, blocks)
        if _put(workspace, level, grid.walls, taken, 0) == WIN:
            return WIN
        is_pending = True
    likely = workspace.recent[level] | workspace.answers[level, frame[WALL]]
    for turn in range(2 * blocks):
        k = turn if turn < blocks else turn - blocks
        rest = workspace.parts[k, UNIT_MOVES] & (likely if turn < blocks else ~likely)
        if rest:
            fetch_units(workspace.units, workspace.parts[k, WALLS], rest, workspace.cells[k], taken)
            sum_blocks(workspace, blocks, k, workspace.total[0])
        while rest:
            wall = lowest_bit(rest)
            rest &= rest - 1
            now_taken = _after_wall(grid, workspace, blocks, k, wall, down, right, taken)
            if is_pending and _consider(workspace, level) == WIN:
                return WIN
            if _put(workspace, level, wall, now_taken, (k + 1) << 6 | wall) == WIN:
                return WIN
            is_pending = True
    if is_pending and _consider(workspace, level) == WIN:
        return WIN
    return UNKNOWN


@inlined
def look_at_blocks(grid: Topology, workspace: Workspace, open_walls: int, taken: int) -> tuple[int, int, int]:
    """The number of blocks, and the passages of the board; `cells` and `parts` tell of the blocks."""
    down = right = 0
    if len(grid.images) > 1:
        down, right, _ = passages(grid, open_walls)
    blocks = 0
    doors = open_walls & grid.border
    while doors:
        cells = _joined(grid, open_walls, grid.inner[lowest_bit(doors)], (1 << grid.cells) - 1, down, right)
        walls = walls_of(grid, cells) & open_walls
        doors &= ~walls
        row = unit_of(grid, workspace.units, walls, cells, taken, workspace.form, workspace.walk)
        _copy(workspace.units[row], workspace.parts[blocks])
        workspace.cells[blocks] = cells
        blocks += 1
    return blocks, down, right


@inlined
def _joined(grid: Topology, walls: int, cell: int, within: int, down: int, right: int) -> int:
    """The set of cells that open walls join to a cell."""
    if len(grid.images) == 1:
        return flood(grid, walls, cell)
    return reach(grid, 1 << cell, within, down, right)


@inlined
def sum_blocks(workspace: Workspace, blocks: int, without: int, total: Words) -> None:
    """Set `total` to the sum over all blocks but one."""
    total[:] = 0
    for k in range(blocks):
        if k != without:
            add_unit(workspace.parts[k], total)


@inlined
def _after_loose_move(workspace: Workspace, blocks: int) -> None:
    """Set `total[1]` to the position after a move among settled walls."""
    sum_blocks(workspace, blocks, blocks, workspace.total[1])
    workspace.total[1, SUM_TEMPO] ^= 1


@inlined
def _after_wall(
    grid: Topology, workspace: Workspace, blocks: int, k: int, wall: int, down: int, right: int, taken: int
) -> int:
    """Set `total[1]` to the position after a wall in block `k`; the sizes that are taken then."""
    cells = workspace.cells[k]
    walls = workspace.parts[k, WALLS] & ~(1 << wall)
    first = cells
    if not grid.border >> wall & 1:
        cell = grid.sides[wall, 0]
        if wall < grid.horizontal:
            down &= ~(1 << cell)
        else:
            right &= ~(1 << cell)
        first = _joined(grid, walls, cell, cells, down, right)
    if workspace.parts[k, UNIT_BRIDGES] >> wall & 1:
        closed = first
        if walls_of(grid, first) & walls & grid.border:
            closed ^= cells
        taken |= 1 << count_bits(closed)
        _after_closing(grid, workspace, blocks, k, closed, taken)
        return int(taken)
    _copy(workspace.total[0], workspace.total[1])
    if first == cells:
        _add(grid, workspace, walls, cells, taken)
    else:
        part = walls_of(grid, first) & walls
        _add(grid, workspace, part, first, taken)
        _add(grid, workspace, walls ^ part, cells ^ first, taken)
    return int(taken)


@inlined
def _after_closing(
    grid: Topology, workspace: Workspace, blocks: int, k: int, closed: int, taken: int
) -> None:
    """Set `total[1]` to the position after closing a zone of block `k`; `taken` has its size already."""
    workspace.total[1, :] = 0
    for other in range(blocks):
        cells = workspace.cells[other]
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
    child = workspace.pending
    child[OPEN] = after[SUM_KEPT]
    child[TAKEN] = taken
    child[PARITY] = after[SUM_TEMPO]
    child[KEY] = key
    child[WALL] = wall
    child[ORDER] = answers
    child[PLACE] = place
    return UNKNOWN


@inlined
def _consider(workspace: Workspace, level: int) -> int:
    """WIN if the pending position is known to be lost; if it is unknown, it joins the children."""
    frame = workspace.frames[level]
    children = workspace.children[level]
    pending = workspace.pending
    key = pending[KEY]
    value = look_up(workspace.table, key)
    if value == LOSS:
        frame[NEXT] = frame[COUNT]
        children[frame[COUNT], WALL] = pending[WALL]
        return WIN
    if value == UNKNOWN and _first_of_its_key(frame, children, key, pending[PLACE]):
        history = workspace.history[count_bits(frame[OPEN]), pending[WALL]]
        order = pending[ORDER] * ANSWER - HISTORY_WEIGHT * (2 * history[0] + 1) // (2 * history[1] + 2)
        order = order * PLACES + pending[PLACE]
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
def _first_of_its_key(frame: Words, children: Words, key: int, place: int) -> bool:
    """Return True if no child with this key has an earlier place; one with a later place is taken out."""
    count = frame[COUNT]
    at = count
    for k in range(count):
        at = k if children[k, KEY] == key else at
    if at < count:
        if children[at, PLACE] < place:
            return False
        frame[COUNT] = count - 1
        for k in range(at, count - 1):
            _copy(children[k + 1], children[k])
    return True


@inlined
def _copy(words: Words, to: Words) -> None:
    for k in range(len(words)):
        to[k] = words[k]
