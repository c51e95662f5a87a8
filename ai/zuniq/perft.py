"""Counting the legal sequences of moves from a position: the test of the kernels against the rules.

The last move of a sequence is counted, not played. Most sequences reach the same boards in another order, and
equal boards have equal futures, so counts are kept in a table:

    table[slot] = (open, taken | moves left << 32, count)       slot = hash of the first two, newest wins
"""

from __future__ import annotations

import numpy as np

from ai.bits import count_bits, lowest_bit
from ai.kernel import tight
from ai.zuniq.bridges import WORK, draw, find_bridges, legal_walls
from ai.zuniq.mcts.playout import Candidates
from ai.zuniq.mcts.wide import (
    WALLS,
    WideBoard,
    WideWalls,
    copy_wide,
    legal_wide,
    play_wide,
    replay_wide,
    wide_walls,
)
from ai.zuniq.topology import WORD_WALLS, Topology, Words, board_of, topology
from game.zuniq import State

TABLE_BITS = 18  # 6 MB
_SPREAD = -7046029254386353131  # 2^64 / golden ratio, odd: multiplying spreads the low bits upwards
_OPEN, _TAKEN, _BRIDGES, _TO_TRY, _COUNT, _FIELDS = 0, 1, 2, 3, 4, 5


def perft(state: State, depth: int) -> int:
    """The number of legal sequences of `depth` moves from `state`; 1 for depth 0. Claims do not matter.

    Counts up to 2^63 - 1 are exact.
    """
    if depth <= 0:
        return 1
    if state.grid.walls > WORD_WALLS:
        return _perft_wide(state, depth)
    grid = topology(state.grid)
    open_walls, taken = board_of(state)
    depth = min(depth, grid.walls + 1)
    far = np.zeros((depth, grid.walls), dtype=np.int64)
    line = np.zeros((depth, _FIELDS), dtype=np.int64)
    table = np.zeros((1 << TABLE_BITS, 3), dtype=np.int64)
    return int(count_sequences(grid, open_walls, taken, far, line, table, np.zeros(WORK, dtype=np.int64)))


@tight
def count_sequences(
    grid: Topology, open_walls: int, taken: int, far: Words, line: Words, table: Words, work: Words
) -> int:
    """The number of sequences of `len(line)` >= 1 moves.

    Scratch: `far` [depth, walls] and `line` [depth, fields] keep one row for every move of the current
    sequence; `table` [power of two, 3] must be zero at first.
    """
    last = len(line) - 1
    at = 0
    entering = True
    while True:
        if entering:
            entering = False
            known = _look_up(table, open_walls, taken, last - at)
            if known >= 0:
                at -= 1
                line[at, _COUNT] += known
            else:
                bridges, _ = find_bridges(grid, open_walls, far[at], work)
                legal = legal_walls(open_walls, taken, bridges, far[at])
                line[at, _OPEN] = open_walls
                line[at, _TAKEN] = taken
                line[at, _BRIDGES] = bridges
                line[at, _TO_TRY] = legal if at < last else 0
                line[at, _COUNT] = 0 if at < last else count_bits(legal)
        to_try = line[at, _TO_TRY]
        if to_try:
            line[at, _TO_TRY] = to_try & (to_try - 1)
            open_walls, taken = draw(
                grid, line[at, _OPEN], line[at, _TAKEN], lowest_bit(to_try), line[at, _BRIDGES], far[at]
            )
            at += 1
            entering = True
            continue
        total = line[at, _COUNT]
        _keep(table, line[at, _OPEN], line[at, _TAKEN], last - at, total)
        at -= 1
        if at < 0:
            return int(total)
        line[at, _COUNT] += total


def _perft_wide(state: State, depth: int) -> int:
    depth = min(depth, state.grid.walls + 1)
    start, board = replay_wide(state), replay_wide(state)
    line = WideBoard(
        np.stack([start.labels] * depth),
        np.stack([start.cells] * depth),
        np.stack([start.open] * depth),
        np.stack([start.words] * depth),
    )
    lists, left = np.zeros((depth, WALLS), np.uint8), np.zeros(depth, np.int64)
    return int(count_wide_sequences(line, board, wide_walls(state.grid), lists, left))


@tight
def count_wide_sequences(
    line: WideBoard, board: WideBoard, walls: WideWalls, lists: Candidates, left: Words
) -> int:
    """The number of sequences of `len(left)` >= 1 moves; sequences that meet are counted anew each time.

    Scratch: `line`, each part with a row for every move, the first being the position; `board`; `lists`
    [depth, WALLS] and `left` [depth] are the moves still to be played at every depth.
    """
    last = len(left) - 1
    total = 0
    at = 0
    entering = True
    while True:
        if entering:
            here = WideBoard(line.labels[at], line.cells[at], line.open[at], line.words[at])
            count = legal_wide(here, walls, lists[at])
            left[at] = count if at < last else 0
            total += 0 if at < last else count
        entering = left[at] > 0
        if entering:
            left[at] -= 1
            here = WideBoard(line.labels[at], line.cells[at], line.open[at], line.words[at])
            copy_wide(here, board)
            play_wide(board, lists[at, left[at]], walls)
            at += 1
            copy_wide(board, WideBoard(line.labels[at], line.cells[at], line.open[at], line.words[at]))
        else:
            at -= 1
            if at < 0:
                return total


@tight
def _slot(table: Words, open_walls: int, tag: int) -> int:
    mixed = (open_walls ^ tag * _SPREAD) * _SPREAD
    return (mixed ^ mixed >> 32) & (len(table) - 1)


@tight
def _look_up(table: Words, open_walls: int, taken: int, left: int) -> int:
    """The count kept for a board with `left` moves to go, or -1."""
    tag = taken | (left + 1) << 32
    slot = _slot(table, open_walls, tag)
    if table[slot, 0] == open_walls and table[slot, 1] == tag:
        return int(table[slot, 2])
    return -1


@tight
def _keep(table: Words, open_walls: int, taken: int, left: int, count: int) -> None:
    tag = taken | (left + 1) << 32
    slot = _slot(table, open_walls, tag)
    table[slot, 0] = open_walls
    table[slot, 1] = tag
    table[slot, 2] = count
