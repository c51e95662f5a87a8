"""The exact search: who wins a position, by trying moves until every one of them is refuted or one is not.

The game is impartial and has no draws, so a position is won by the side to move or lost, and one bit is all
that has to be found: it is won if some move leads to a lost position. Positions are known by their key
(`ai.zuniq.key`) and kept in a table of buckets of two words:

    table word      bits 1..63: the key's       bit 0: 1 if the side to move wins       0: empty
    bucket          first the newest, then the one it has pushed aside

The search is depth first. A position is expanded once: every move is made, the children's keys are looked up
(one known lost child ends it), and the unknown children are tried in the order of how few legal answers they
leave, with a bonus for walls that have won at this stage of the game before.

Everything lives in arrays, so the search can stop after any number of nodes and go on later:

    control   LEVEL, ENTERING (1: the position of this level is not expanded yet), RESULT, NODES
    frames    [level, field]            the position of a level and how far its children are tried
    children  [level, child, field]     those still unknown when the position was expanded, best first
"""

from __future__ import annotations

from ai.bits import count_bits, lowest_bit
from ai.kernel import tight
from ai.zuniq.bridges import draw, find_bridges, legal_walls
from ai.zuniq.key import position_key
from ai.zuniq.topology import Topology, Words

UNKNOWN, LOSS, WIN = -1, 0, 1
LEVEL, ENTERING, RESULT, NODES, CONTROLS = 0, 1, 2, 3, 4
OPEN, TAKEN, KEY, NEXT, COUNT, FRAME_FIELDS = 0, 1, 2, 3, 4, 5
CHILD_OPEN, CHILD_TAKEN, CHILD_KEY, WALL, ORDER, CHILD_FIELDS = 0, 1, 2, 3, 4, 5
HISTORY_UNIT = 256  # one legal answer weighs as much as this many units of `ORDER`
HISTORY_WEIGHT = 3 * HISTORY_UNIT  # a wall that always won is worth three answers
HISTORY_LIMIT = 256


@tight
def search(
    grid: Topology,
    table: Words,
    control: Words,
    frames: Words,
    children: Words,
    history: Words,
    far: Words,
    work: Words,
    nodes: int,
) -> bool:
    """Expand at most `nodes` positions; True once `control[RESULT]` is WIN or LOSS for level 0."""
    budget = control[NODES] + nodes
    while True:
        level = control[LEVEL]
        frame = frames[level]
        value = UNKNOWN
        if control[ENTERING]:
            if control[NODES] >= budget:
                return False
            control[NODES] += 1
            control[ENTERING] = 0
            value = _expand(grid, table, frame, children[level], history, far, work)
        if value == UNKNOWN:
            value = _next_child(table, frame, frames[level + 1], children[level])
            if value == UNKNOWN:
                control[LEVEL] = level + 1
                control[ENTERING] = 1
                continue
        store(table, frame[KEY], value)
        if level == 0:
            control[RESULT] = value
            return True
        control[LEVEL] = level - 1
        _learn(frames[level - 1], children[level - 1], history, value)


@tight
def _expand(
    grid: Topology, table: Words, frame: Words, children: Words, history: Words, far: Words, work: Words
) -> int:
    """WIN if a child is known to be lost, else UNKNOWN with the unknown children sorted."""
    open_walls = frame[OPEN]
    taken = frame[TAKEN]
    bridges, _ = find_bridges(grid, open_walls, far[0], work)
    rest = legal_walls(open_walls, taken, bridges, far[0])
    stage = count_bits(open_walls)
    count = 0
    while rest:
        wall = lowest_bit(rest)
        rest &= rest - 1
        child_open, child_taken = draw(grid, open_walls, taken, wall, bridges, far[0])
        child_bridges, blocks = find_bridges(grid, child_open, far[1], work)
        key = position_key(grid, child_open, child_taken, child_bridges, blocks, far[1], work)
        value = look_up(table, key)
        if value == LOSS:
            return WIN
        answers = count_bits(legal_walls(child_open, child_taken, child_bridges, far[1]))
        if answers == 0:
            return WIN
        if value == UNKNOWN and not _among(children, count, key):
            tried = history[stage, wall, 1]
            order = answers * HISTORY_UNIT - HISTORY_WEIGHT * (2 * history[stage, wall, 0] + 1) // (
                2 * tried + 2
            )
            _insert(children, count, child_open, child_taken, key, wall, order)
            count += 1
    frame[NEXT] = 0
    frame[COUNT] = count
    return UNKNOWN


@tight
def _among(children: Words, count: int, key: int) -> bool:
    for k in range(count):  # noqa: SIM110 - numba knows no generator expressions
        if children[k, CHILD_KEY] == key:
            return True
    return False


@tight
def _insert(
    children: Words, count: int, open_walls: int, taken: int, key: int, wall: int, order: int
) -> None:
    """Put a child in front of those with a higher order."""
    at = count
    while at > 0 and children[at - 1, ORDER] > order:
        for field in range(CHILD_FIELDS):
            children[at, field] = children[at - 1, field]
        at -= 1
    children[at, CHILD_OPEN] = open_walls
    children[at, CHILD_TAKEN] = taken
    children[at, CHILD_KEY] = key
    children[at, WALL] = wall
    children[at, ORDER] = order


@tight
def _next_child(table: Words, frame: Words, below: Words, children: Words) -> int:
    """WIN if a child turns out lost, LOSS if none is left, else UNKNOWN with the next child in `below`."""
    while frame[NEXT] < frame[COUNT]:
        child = children[frame[NEXT]]
        value = look_up(table, child[CHILD_KEY])
        if value == LOSS:
            return WIN
        if value == UNKNOWN:
            below[OPEN] = child[CHILD_OPEN]
            below[TAKEN] = child[CHILD_TAKEN]
            below[KEY] = child[CHILD_KEY]
            return UNKNOWN
        frame[NEXT] += 1
    return LOSS


@tight
def _learn(frame: Words, children: Words, history: Words, value: int) -> None:
    """Count how often the wall just tried has won at this stage of the game."""
    entry = history[count_bits(frame[OPEN]), children[frame[NEXT], WALL]]
    entry[0] += 1 - value
    entry[1] += 1
    if entry[1] > HISTORY_LIMIT:
        entry[0] >>= 1
        entry[1] >>= 1


@tight
def look_up(table: Words, key: int) -> int:
    """WIN or LOSS for the side to move where the table knows it, else UNKNOWN."""
    slot = (key >> 1) & (len(table) - 2)
    for k in range(slot, slot + 2):
        if table[k] | 1 == key | 1:
            return int(table[k] & 1)
    return UNKNOWN


@tight
def store(table: Words, key: int, value: int) -> None:
    """Keep a result; the bucket's older word makes room."""
    slot = (key >> 1) & (len(table) - 2)
    word = (key & ~1) | value
    if table[slot] | 1 != word | 1:
        table[slot + 1] = table[slot]
    table[slot] = word
