"""The search on boards of 64 walls and more, up to 9x9 dots: random games and nodes without words for sets of walls.

The tree, the choice of moves and the passing on of proofs are those of `ai.zuniq.mcts.descent`. What differs is the
board: a set of walls is a row of bytes, and the labels of the dots lie apart from their cells, of which there are up to
64 (compare `ai.zuniq.mcts.playout`, where the method is explained).

    labels  by dot: the number of a dot that walls join it to, the same for all dots joined
    cells   by dot: the cells left of the way from the label's dot, a set of 64 bits
    open    by wall: 1 while it is undrawn and outside closed zones
    CLOSED  the cells of closed zones           TAKEN  bit s: a zone of s cells exists

For an undrawn wall between dots with one label, the exclusive or of their cells and `left` of the wall is what lies
inside the loop that it would close. So one pass over the walls tells which are legal, and no search for bridges is
needed. A zone of 64 cells is all of the largest board, so that it may share its bit in TAKEN with that of 63.

A node is known by its exact board: the walls open and the sizes taken.
"""

from __future__ import annotations

from functools import lru_cache
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from ai.bits import count_bits
from ai.kernel import inlined, small, tight
from ai.zuniq.mcts.descent import LONGEST, SPARE, Tuning, choose, visits_before_node
from ai.zuniq.mcts.playout import Candidates, Randomness, below
from ai.zuniq.mcts.tree import (
    COUNT,
    EDGES,
    FIRST,
    KEY,
    LEGAL,
    LIVE,
    LOST,
    NODES,
    NONE,
    OPEN,
    STATUS,
    UNKNOWN,
    VISITS,
    WITHHELD,
    WON,
    ZONES,
    Tree,
    add_move,
    clear_edges,
    drop_edge,
    enter_node,
    find_node,
    has_room,
)
from ai.zuniq.topology import Words
from game.zuniq.grid import OUTSIDE, Grid
from game.zuniq.state import State

DOTS = 96  # 81, rounded up to whole vector registers; the others are never joined
WALLS = 160  # 144, rounded up
CLOSED, TAKEN = range(2)
LAST_SIZE = 63
SPREAD_TAKEN = 0x3C6EF372FE94F82B  # odd; fractional part of the square root of 5, as in SHA-512
NOBODY, MOVER, OTHER = range(3)  # who drew a wall from the leaf on, as the side to move there sees it

Bytes = NDArray[np.uint8]


class WideWalls(NamedTuple):
    """The tables of one grid: by wall its two dots, the cells to its left, the cells on its two sides, a number."""

    first: Bytes
    second: Bytes
    left: Words
    beside: Words
    hashes: Words  # [walls] random numbers, of which those of open walls make a key


class WideBoard(NamedTuple):
    """One board; see above."""

    labels: Bytes  # [DOTS]
    cells: Words  # [DOTS]
    open: Bytes  # [WALLS]
    words: Words  # [2] CLOSED, TAKEN


class WideScratch(NamedTuple):
    """Room for one descent; `wide_scratch` makes it."""

    board: WideBoard
    candidates: Candidates  # [WALLS]
    drawn_by: Bytes  # [WALLS] NOBODY, MOVER or OTHER
    nodes: Words
    edges: Words
    deepest: Words  # [1] the length of the longest path so far


class WideRootContext(NamedTuple):
    """Values that every iteration from one root shares beside the tree."""

    board: WideBoard  # of the root
    walls: WideWalls
    tuning: Tuning
    state: Randomness
    room: WideScratch


@lru_cache(maxsize=8)
def wide_walls(grid: Grid) -> WideWalls:
    """The tables of `grid`; built once per size."""
    first, second, left, beside = [], [], [], []
    for wall in range(grid.walls):
        (row, column), (row2, column2) = grid.dots(wall)
        first.append(row * grid.columns + column)
        second.append(row2 * grid.columns + column2)
        upright = wall >= grid.horizontal
        left.append(sum(1 << grid.cell(row, c) for c in range(column)) if upright else 0)
        beside.append(sum(1 << cell for cell in grid.sides[wall] if cell != OUTSIDE))
    random = np.random.default_rng(grid.walls)
    return WideWalls(
        np.array(first, np.uint8),
        np.array(second, np.uint8),
        np.array(left, np.uint64).view(np.int64),
        np.array(beside, np.uint64).view(np.int64),
        random.integers(-(1 << 63), (1 << 63) - 1, grid.walls, np.int64),
    )


def new_board() -> WideBoard:
    """A board without walls to draw: every dot its own label."""
    return WideBoard(
        np.arange(DOTS, dtype=np.uint8),
        np.zeros(DOTS, np.int64),
        np.zeros(WALLS, np.uint8),
        np.zeros(2, np.int64),
    )


def wide_scratch() -> WideScratch:
    """Room for one descent on any grid."""
    return WideScratch(
        new_board(),
        np.zeros(WALLS, np.uint8),
        np.zeros(WALLS, np.uint8),
        np.zeros(LONGEST, np.int64),
        np.zeros(LONGEST, np.int64),
        np.zeros(1, np.int64),
    )


def replay_wide(state: State) -> WideBoard:
    """The board of `state`, its moves played one by one."""
    walls, board = wide_walls(state.grid), new_board()
    board.open[: state.grid.walls] = 1
    for wall in state.moves:
        play_wide(board, wall, walls)
    return board


@inlined
def _size_bit(zone: int) -> int:
    return 1 << min(count_bits(zone), LAST_SIZE)


@inlined
def _join(board: WideBoard, wall: int, walls: WideWalls) -> None:
    """Draw a wall between dots that are not joined."""
    first, second = walls.first[wall], walls.second[wall]
    label, gone = board.labels[first], board.labels[second]
    change = board.cells[first] ^ board.cells[second] ^ walls.left[wall]
    for dot in range(DOTS):
        board.cells[dot] ^= change if board.labels[dot] == gone else 0
    for dot in range(DOTS):
        board.labels[dot] = label if board.labels[dot] == gone else board.labels[dot]


@inlined
def _zone(board: WideBoard, wall: int, walls: WideWalls) -> int:
    """The cells that a wall between joined dots would cut off."""
    loop = board.cells[walls.first[wall]] ^ board.cells[walls.second[wall]] ^ walls.left[wall]
    return int(loop & ~board.words[CLOSED])


@inlined
def _joined(board: WideBoard, wall: int, walls: WideWalls) -> bool:
    return bool(board.labels[walls.first[wall]] == board.labels[walls.second[wall]])


@small
def play_wide(board: WideBoard, wall: int, walls: WideWalls) -> int:
    """The cells of the zone that drawing a legal `wall` closes, 0 for none; `board` follows."""
    board.open[wall] = 0
    if not _joined(board, wall, walls):
        _join(board, wall, walls)
        return 0
    zone = _zone(board, wall, walls)
    board.words[CLOSED] |= zone
    board.words[TAKEN] |= _size_bit(zone)
    for other in range(len(walls.beside)):
        board.open[other] = 0 if walls.beside[other] & zone else board.open[other]
    return int(zone)


@tight
def legal_wide(board: WideBoard, walls: WideWalls, legal: Candidates) -> int:
    """The number of legal walls, which are written to the head of `legal`, ascending."""
    result = 0
    for wall in range(len(walls.left)):
        if board.open[wall]:
            refused = _joined(board, wall, walls) and (
                board.words[TAKEN] & _size_bit(_zone(board, wall, walls)) != 0
            )
            if not refused:
                legal[result] = wall
                result += 1
    return result


@inlined
def copy_wide(board: WideBoard, to: WideBoard) -> None:
    """Write one board over another."""
    for dot in range(DOTS):
        to.labels[dot] = board.labels[dot]
    for dot in range(DOTS):
        to.cells[dot] = board.cells[dot]
    for wall in range(WALLS):
        to.open[wall] = board.open[wall]
    to.words[CLOSED] = board.words[CLOSED]
    to.words[TAKEN] = board.words[TAKEN]


@inlined
def _play_out(
    board: WideBoard, candidates: Candidates, walls: WideWalls, state: Randomness, drawn_by: Bytes
) -> int:
    """The number of moves of a random game from here, as `playout.play_out` has it; `board` is used up."""
    live = 0
    for wall in range(len(walls.left)):
        candidates[live] = wall
        live += board.open[wall]
    plies = refused = 0
    words = board.words
    while live > 0:
        pick = below(live, state)
        wall = int(np.int64(candidates[pick]))
        last = live - 1
        if words[CLOSED] & walls.beside[wall]:
            candidates[pick] = candidates[last]
            candidates[last] = candidates[last + refused]
            live = last
            continue
        if not _joined(board, wall, walls):
            _join(board, wall, walls)
        else:
            zone = _zone(board, wall, walls)
            size = _size_bit(zone)
            if words[TAKEN] & size:
                candidates[pick] = candidates[last]
                up_to_size = 2 * size - 2
                if words[TAKEN] & up_to_size == up_to_size:
                    candidates[last] = candidates[last + refused]
                else:
                    candidates[last] = wall
                    refused += 1
                live = last
                continue
            words[TAKEN] |= size
            words[CLOSED] |= zone
        drawn_by[wall] = OTHER if plies & 1 else MOVER
        plies += 1
        candidates[pick] = candidates[last]
        candidates[last] = candidates[last + refused]
        live = last + refused
        refused = 0
    return plies


@tight
def count_wide(
    games: int, board: WideBoard, walls: WideWalls, state: Randomness, room: WideScratch, lengths: Words
) -> None:
    """Play `games` random games from one position; `lengths[n]` grows by the number that took n moves."""
    for _ in range(games):
        copy_wide(board, room.board)
        lengths[_play_out(room.board, room.candidates, walls, state, room.drawn_by)] += 1


@tight
def meet_wide(
    tree: Tree, board: WideBoard, walls: WideWalls, state: Randomness, room: WideScratch, spare: int
) -> int:
    """The node of a position, made if it is new; NONE if it is new and the tree is full."""
    key = board.words[TAKEN] * SPREAD_TAKEN
    for wall in range(len(walls.hashes)):
        key ^= walls.hashes[wall] if board.open[wall] else 0
    node = find_node(tree, key)
    if node == NONE and has_room(tree, spare):
        count = legal_wide(board, walls, room.candidates)
        node = tree.used[NODES]
        row, head = tree.nodes[node], tree.heads[node]
        row[KEY] = key
        row[LEGAL] = row[OPEN] = row[ZONES] = row[WITHHELD] = head[VISITS] = 0
        head[FIRST] = tree.used[EDGES]
        head[LIVE] = row[COUNT] = count
        head[STATUS] = UNKNOWN if count else LOST
        enter_node(tree, key, int(node))
        tree.used[NODES] += 1
        tree.used[EDGES] += count
        clear_edges(tree, head[FIRST], head[FIRST] + count)
        for done in range(count):
            add_move(tree, head[FIRST], done, room.candidates[done], state)
    return int(node)


@tight
def iterate_wide(count: int, tree: Tree, root: int, ground: WideRootContext) -> int:
    """The number of iterations done, fewer than `count` if the root is proven meanwhile."""
    board, walls, tuning, state, room = ground
    for done in range(count):
        ripe = visits_before_node(tree, tuning.first_visits)
        if tree.heads[root, STATUS] != UNKNOWN:
            return done
        depth, leaf = _walk_down(tree, root, tuning, room)
        room.deepest[0] = max(room.deepest[0], depth)
        copy_wide(board, room.board)
        for step in range(depth):
            play_wide(room.board, tree.move[room.edges[step]], walls)
        last = room.edges[depth - 1]
        if leaf == NONE and tree.visits[last] + 1 >= ripe:
            leaf = meet_wide(tree, room.board, walls, state, room, SPARE)
            tree.child[last] = leaf
        for wall in range(WALLS):
            room.drawn_by[wall] = NOBODY
        if leaf != NONE and tree.heads[leaf, STATUS] != UNKNOWN:
            result = np.float32(tree.heads[leaf, STATUS] == WON)
        else:
            plies = _play_out(room.board, room.candidates, walls, state, room.drawn_by)
            result = np.float32(plies & 1)
        _back_up(tree, depth, leaf, result, room)
    return count


@tight
def settle_wide(tree: Tree, root: int, edge: int, wins: bool, ground: WideRootContext) -> None:
    """Tell the tree that the move of `edge` of the root wins, or that it loses."""
    board, walls, _, state, room = ground
    copy_wide(board, room.board)
    play_wide(room.board, tree.move[edge], walls)
    node = meet_wide(tree, room.board, walls, state, room, 0)
    tree.child[edge] = node
    if node != NONE:
        tree.heads[node, STATUS] = LOST if wins else WON
    if wins:
        tree.heads[root, STATUS] = WON
    else:
        drop_edge(tree, root, edge)


@inlined
def _walk_down(tree: Tree, root: int, tuning: Tuning, room: WideScratch) -> tuple[int, int]:
    """The length of the path, and the node at its end or NONE."""
    node = root
    depth = 0
    while node != NONE and tree.heads[node, STATUS] == UNKNOWN:
        edge = choose(tree, node, tuning)
        room.nodes[depth] = node
        room.edges[depth] = edge
        depth += 1
        node = tree.child[edge]
    return depth, node


@inlined
def _back_up(tree: Tree, depth: int, leaf: int, result: np.float32, room: WideScratch) -> None:
    """Add `result`, as the side to move at the leaf sees it, to the path, and pass proofs on."""
    status = UNKNOWN
    if leaf != NONE:
        status = tree.heads[leaf, STATUS]
        tree.heads[leaf, VISITS] += 1
    who = MOVER
    for step in range(depth - 1, -1, -1):
        node, edge = room.nodes[step], room.edges[step]
        result = np.float32(1.0) - result
        who = OTHER if who == MOVER else MOVER
        room.drawn_by[tree.move[edge]] = who
        head = tree.heads[node]
        head[VISITS] += 1
        tree.visits[edge] += 1
        tree.value[edge] += (result - tree.value[edge]) / np.float32(tree.visits[edge])
        for other in range(head[FIRST], head[FIRST] + head[LIVE]):
            if room.drawn_by[tree.move[other]] == who:
                visits = tree.later_visits[other] + np.float32(1.0)
                tree.later_visits[other] = visits
                tree.later_value[other] += (result - tree.later_value[other]) / visits
        if status == LOST:
            head[STATUS] = WON
        elif status == WON:
            drop_edge(tree, node, edge)
        status = head[STATUS]
