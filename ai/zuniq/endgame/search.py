"""The exact search: who wins a position, by trying moves until every one of them is refuted or one is not.

The game is impartial and has no draws, so a position is won by the side to move or lost, and one bit is all
that has to be found: it is won if some move leads to a lost position. The search is depth first; what it
decides goes into a table under the position's key (`ai.zuniq.endgame.forms`).

Measured against the alternatives on positions of ply 26 and 28: proof-number search (depth first, with this
table) needs five to ten times as many positions, since so many ways lead to the same one; ordering by answers
not yet decided, by closings, or by the reply that served elsewhere gains nothing or loses.
"""

from __future__ import annotations

from ai.bits import count_bits
from ai.kernel import inlined, tight
from ai.zuniq.endgame.expand import (
    BEGUN,
    COUNT,
    ENTERING,
    KEEP_FROM,
    KEPT_WALL,
    KEY,
    LEVEL,
    LOSS,
    NEXT,
    NODES,
    OPEN,
    PARITY,
    RESULT,
    STORED,
    TAKEN,
    UNKNOWN,
    VALUE,
    WALL,
    WIN,
    WORK_DONE,
    Workspace,
    expand,
    look_at_blocks,
    look_up,
    store,
    sum_blocks,
)
from ai.zuniq.endgame.forms import SUM_KEPT, SUM_TEMPO, key_of
from ai.zuniq.topology import Topology, Words

HISTORY_LIMIT = 256
MOST_RECENT = 4  # moves


@tight
def begin(grid: Topology, workspace: Workspace, open_walls: int, taken: int, parity: int) -> int:
    """Make the board, with `parity` loose moves besides, the position of level 0; its known result, or UNKNOWN."""
    total = workspace.total[1]
    blocks, _, _ = look_at_blocks(grid, workspace, open_walls, taken)
    sum_blocks(workspace, blocks, blocks, total)
    total[SUM_TEMPO] ^= parity
    frame = workspace.frames[0]
    frame[OPEN] = total[SUM_KEPT]
    frame[TAKEN] = taken
    frame[PARITY] = total[SUM_TEMPO]
    frame[KEY] = key_of(total, taken)
    frame[WALL] = grid.walls
    frame[BEGUN] = 0
    control = workspace.control
    control[LEVEL] = control[RESULT] = control[NODES] = 0
    control[ENTERING] = 1
    return look_up(workspace.table, frame[KEY])


@tight
def remember(
    grid: Topology, workspace: Workspace, open_walls: int, taken: int, parity: int, value: int
) -> None:
    """Enter a result into the table: of a board, with so many loose moves besides. Any search is dropped."""
    begin(grid, workspace, open_walls, taken, parity)
    store(workspace.table, workspace.frames[0, KEY], value)


@tight
def search(grid: Topology, workspace: Workspace, nodes: int) -> bool:
    """Expand at most `nodes` positions; True once `control[RESULT]` is WIN or LOSS for level 0.

    It also stops where `workspace.kept` is almost full; whoever has emptied it sets `control[STORED]` to 0.
    """
    control = workspace.control
    frames = workspace.frames
    budget = control[NODES] + nodes
    while True:
        level = control[LEVEL]
        frame = frames[level]
        value = UNKNOWN
        if control[ENTERING]:
            frame[BEGUN] = control[NODES]
            value = look_up(workspace.table, frame[KEY])
            if value == UNKNOWN:
                if control[NODES] >= budget or control[STORED] + len(frames) > len(workspace.fields):
                    return False
                control[NODES] += 1
                value = expand(grid, workspace, level)
            control[ENTERING] = 0
        if value == UNKNOWN:
            value = _next_child(workspace.table, frame, frames[level + 1], workspace.children[level])
            if value == UNKNOWN:
                control[LEVEL] = level + 1
                control[ENTERING] = 1
                continue
        store(workspace.table, frame[KEY], value)
        if value == WIN:
            _note_answer(workspace, level)
        if control[NODES] - frame[BEGUN] >= control[KEEP_FROM]:
            _keep(
                frame,
                workspace.children[level, frame[NEXT], WALL],
                value,
                control[NODES] - frame[BEGUN],
                workspace,
            )
        if level == 0:
            control[RESULT] = value
            return True
        control[LEVEL] = level - 1
        _learn(frames[level - 1], workspace.children[level - 1], workspace.history, value)


@inlined
def _keep(frame: Words, wall: int, value: int, work: int, workspace: Workspace) -> None:
    """Add a result to those kept, with the wall that wins where it is a win."""
    row = workspace.fields[workspace.control[STORED]]
    row[OPEN] = frame[OPEN]
    row[TAKEN] = frame[TAKEN]
    row[PARITY] = frame[PARITY]
    row[KEPT_WALL] = wall if value == WIN else -1
    row[VALUE] = value
    row[WORK_DONE] = work
    workspace.control[STORED] += 1


@inlined
def _next_child(table: Words, frame: Words, below: Words, children: Words) -> int:
    """WIN if a child turns out lost, LOSS if none is left, else UNKNOWN with the next child in `below`."""
    while frame[NEXT] < frame[COUNT]:
        child = children[frame[NEXT]]
        value = look_up(table, child[KEY])
        if value == LOSS:
            return WIN
        if value == UNKNOWN:
            for field in range(WALL + 1):
                below[field] = child[field]
            return UNKNOWN
        frame[NEXT] += 1
    return LOSS


@inlined
def _note_answer(workspace: Workspace, level: int) -> None:
    """Have the move that won looked at early in positions like this one."""
    frame = workspace.frames[level]
    answer = 1 << workspace.children[level, frame[NEXT], WALL]
    recent = workspace.recent[level] | answer
    workspace.recent[level] = recent if count_bits(recent) <= MOST_RECENT else answer
    workspace.answers[level, frame[WALL]] = answer


@inlined
def _learn(frame: Words, children: Words, history: Words, value: int) -> None:
    """Count how often the wall just tried has won at this stage of the game."""
    entry = history[count_bits(frame[OPEN]), children[frame[NEXT], WALL]]
    entry[0] += 1 - value
    entry[1] += 1
    if entry[1] > HISTORY_LIMIT:
        entry[0] >>= 1
        entry[1] >>= 1
