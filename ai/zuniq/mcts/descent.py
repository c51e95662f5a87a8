"""One iteration of the search: down the tree, one playout, back up with its result and with proofs.

    root --e1--> node --e2--> node --e3--> (edge met for the second time: its position becomes a node)
                                           (edge met for the first time: only a playout from behind it)

Results travel up as seen by the side that made each move. A position whose result is certain ends the
descent at once: a move into a lost position wins, a move into a won one leaves the choice of its parent.

The way down only reads nodes. The board at its end is made afterwards: from the root by playing the moves,
or, where the way led into a node that keeps another board of the same value, from the last such node.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from ai.bits import count_bits, prefetch
from ai.kernel import inlined, tight
from ai.zuniq.bridges import WORK, find_bridges, legal_walls, settled
from ai.zuniq.key import position_key
from ai.zuniq.mcts.judgement import Weights, judge
from ai.zuniq.mcts.playout import (
    CLOSED,
    MOST_WALLS,
    OPEN,
    TAKEN,
    Candidates,
    Dots,
    Randomness,
    Walls,
    copy_position,
    gather,
    play,
    play_out,
    scratch_dots,
)
from ai.zuniq.mcts.tree import (
    CHUNK,
    CLOSED_FROM,
    COUNT,
    EDGES,
    FIRST,
    KEY,
    LEGAL,
    LIVE,
    LOST,
    NODES,
    NONE,
    STATUS,
    UNKNOWN,
    VISITS,
    WITHHELD,
    WON,
    ZONES,
    Tree,
    add_node,
    drop_edge,
    find_node,
    has_room,
)
from ai.zuniq.mcts.tree import OPEN as OPEN_WALLS
from ai.zuniq.topology import Topology, Words

LONGEST = 144  # upper bound of moves on a path, and of those before the root
SWITCH = 1 << 30  # bit of an edge's child: that node keeps another board than the move leads to
SIZES = (1 << 32) - 1
SPARE = 128  # nodes kept for moves that are solved by other means
SPREAD_SLACK = 0x1F83D9ABFB41BD6B  # odd; fractional part of the square root of 17, as in SHA-512
SCALE = np.float32(1 << 21)
PLACES = 256  # more than a node has edges
SPREADS = 4096
LINE = 16  # entries of `Tree.child` in a line of the cache

Scores = NDArray[np.float32]


class Tuning(NamedTuple):
    """Parameters for the choice of moves inside the tree; the names of its two kinds: `ai.zuniq.mcts.search`."""

    seed_rule: bool  # the seed's exploration constant instead of ours
    exploration: float  # weight of the exploration term
    later: float  # how fast a move's own results outweigh those of playouts in which it came later
    weights: Weights  # of `judge`
    spreads: Scores  # [SPREADS] by visits of a node: `exploration` by the square root of their logarithm
    trust: Scores  # [LONGEST] by ply: the share of `judge` in the result of an iteration, 0 to 1
    first_visits: int  # visits of an edge from which its position becomes a node
    left_out: Words  # [LONGEST] by ply: the walls not looked at while there are others


class Scratch(NamedTuple):
    """Room for one descent; `new_scratch` makes it."""

    dots: Dots
    board: Words
    played: Words
    far: Words
    work: Words
    nodes: Words
    edges: Words
    deepest: Words  # [1] the length of the longest path so far


def new_scratch() -> Scratch:
    """Room for one descent on any grid."""
    return Scratch(
        scratch_dots(),
        np.zeros(3, np.int64),
        np.zeros(2, np.int64),
        np.zeros(MOST_WALLS, np.int64),
        np.zeros(WORK, np.int64),
        np.zeros(LONGEST, np.int64),
        np.zeros(LONGEST, np.int64),
        np.zeros(1, np.int64),
    )


class RootContext(NamedTuple):
    """Values that every iteration from one root shares beside the tree."""

    dots: Dots  # of the root, as is the board
    board: Words
    grid: Topology
    walls: Walls
    tuning: Tuning
    state: Randomness
    room: Scratch


@tight
def meet(
    tree: Tree,
    board: Words,
    ply: int,
    grid: Topology,
    tuning: Tuning,
    state: Randomness,
    room: Scratch,
    spare: int,
) -> int:
    """The node of a position, made if it is new; NONE if it is new and the tree is full.

    Of the moves in settled regions, which only pass the turn, a node keeps one if their number is odd and
    none if it is even. `position_key` looks at their parity only, so that a board could come to follow from
    itself; `slack`, which every move that closes nothing lowers by one and no move raises, keeps such boards
    apart, and paths free of cycles.
    """
    open_walls, taken = board[OPEN], board[TAKEN]
    bridges = blocks = 0
    if taken:  # else every open wall is legal, and nothing is dead
        bridges, blocks = find_bridges(grid, open_walls, room.far, room.work)
    withheld = tuning.left_out[ply]
    key = position_key(grid, open_walls, taken, bridges, blocks, room.far, room.work)
    slack = count_bits(open_walls) + count_bits(board[CLOSED])
    key ^= slack * SPREAD_SLACK
    if withheld:
        key = ~key
    node = find_node(tree, key)
    if node == NONE and has_room(tree, spare):
        legal = legal_walls(open_walls, taken, bridges, room.far)
        loose, moves = settled(grid, open_walls, taken, blocks, room.work)
        spare = legal & loose
        legal ^= spare if moves & 1 == 0 else spare & (spare - 1)
        node = add_node(tree, key, board, legal, withheld, state)
    return node


@tight
def meet_root(
    tree: Tree, board: Words, ply: int, grid: Topology, tuning: Tuning, state: Randomness, room: Scratch
) -> int:
    """The node of a position with every legal move of this very board; NONE if the tree is full."""
    open_walls, taken = board[OPEN], board[TAKEN]
    node = meet(tree, board, ply, grid, tuning, state, room, 0)
    bridges, _ = find_bridges(grid, open_walls, room.far, room.work)
    legal = legal_walls(open_walls, taken, bridges, room.far)
    if node == NONE or (tree.nodes[node, OPEN_WALLS] == open_walls and tree.nodes[node, LEGAL] == legal):
        return node
    if not has_room(tree, 0):
        return NONE
    withheld = tuning.left_out[ply]
    return add_node(tree, tree.nodes[node, KEY], board, legal, withheld, state)


def spreads(exploration: float) -> Scores:
    """The weight of exploration by the visits of a node, for most nodes that are met: a logarithm is dear."""
    scores: Scores = (exploration * np.sqrt(np.log(np.arange(SPREADS) + 1.0))).astype(np.float32)
    return scores


@inlined
def choose(tree: Tree, node: int, tuning: Tuning) -> int:
    """The live edge of `node` to follow next."""
    row, head = tree.nodes[node], tree.heads[node]
    first, live, visits = head[FIRST], head[LIVE], head[VISITS]
    for edge in range(first, first + live, LINE):
        prefetch(tree.child, edge)  # needed as soon as one of them is chosen
    prefetch(tree.move, first)
    if tuning.seed_rule:
        return _choose_by_seed(tree, row, first, live, np.log(visits + 1.0))
    if visits < SPREADS:
        spread = tuning.spreads[visits]
    else:
        spread = np.float32(tuning.exploration * np.sqrt(np.log(visits + 1.0)))
    best = 0
    for place in range(0, live, CHUNK):
        edge, last = first + place, first + place + CHUNK
        packed = _best_place(
            tree.visits[edge:last],
            tree.value[edge:last],
            tree.later_visits[edge:last],
            tree.later_value[edge:last],
            live - place,
            np.float32(tuning.later),
            spread,
        )
        best = max(best, packed + place)
    return int(first + (best & (PLACES - 1)))


@inlined
def _best_place(
    visits: NDArray[np.int32],
    values: Scores,
    later_visits: Scores,
    later_values: Scores,
    live: int,
    later: np.float32,
    spread: np.float32,
) -> int:
    """The best score and its place, of a chunk of edges of which the first `live` ones count.

    Both are packed into one integer, because a maximum of integers is what compilers turn into vector code:
    21 bits behind the point of the score, then 8 bits for the place. The score is

        mean + others / whole * (later mean - mean) + spread / root

    with a single division.
    """
    one = np.float32(1.0)
    best = 0
    for place in range(CHUNK):
        own, mean = np.float32(visits[place]), values[place]
        others = later_visits[place] + one
        whole, root = own + others + later * own * others, np.sqrt(own + one)
        score = mean + (others * root * (later_values[place] - mean) + spread * whole) / (whole * root)
        packed = int(np.int32(score * SCALE)) * PLACES + place
        best = max(best, packed if place < live else 0)
    return best


@inlined
def _choose_by_seed(tree: Tree, row: Words, first: int, live: int, spread: float) -> int:
    """The seed's rule: UCB1 with c = 0.5 + finished children / children."""
    count = row[COUNT]
    finished = count - live - row[WITHHELD]
    weight = np.float32((0.5 + finished / count) * np.sqrt(spread))
    best, best_score = first, np.float32(-1.0)
    for edge in range(first, first + live):
        if tree.visits[edge] == 0:
            return edge
        score = tree.value[edge] + weight / np.sqrt(np.float32(tree.visits[edge]))
        if score > best_score:
            best, best_score = edge, score
    return best


@tight
def iterate(count: int, tree: Tree, root: int, root_ply: int, ground: RootContext) -> int:
    """The number of iterations done, fewer than `count` if the root is proven meanwhile."""
    dots, board, grid, walls, tuning, state, room = ground
    for done in range(count):
        ripe = visits_before_node(tree, tuning.first_visits)
        if tree.heads[root, STATUS] != UNKNOWN:
            return done
        depth, leaf, switch = _walk_down(tree, root, tuning, room)
        room.deepest[0] = max(room.deepest[0], depth)
        _set_up(tree, depth, switch, dots, board, grid, walls, room)
        if leaf == NONE and tree.visits[room.edges[depth - 1]] + 1 >= ripe:
            leaf = meet(tree, room.board, root_ply + depth, grid, tuning, state, room, SPARE)
            _link(tree, room.edges[depth - 1], leaf, room.board[OPEN])
        result = _result(tree, leaf, root_ply + depth, grid, walls, tuning, state, room)
        _back_up(tree, depth, leaf, result, room)
    return count


@inlined
def _link(tree: Tree, edge: int, node: int, open_walls: int) -> None:
    """Let `edge`, which leads to a board with these open walls, lead to `node` if there is one."""
    if node != NONE:
        tree.child[edge] = node | SWITCH if tree.nodes[node, OPEN_WALLS] != open_walls else node


@tight
def settle(tree: Tree, root: int, root_ply: int, edge: int, wins: bool, ground: RootContext) -> None:
    """Tell the tree that the move of `edge` of the root wins, or that it loses."""
    dots, board, grid, walls, tuning, state, room = ground
    room.edges[0] = edge
    _set_up(tree, 1, -1, dots, board, grid, walls, room)
    node = meet(tree, room.board, root_ply + 1, grid, tuning, state, room, 0)
    _link(tree, edge, node, room.board[OPEN])
    if node != NONE:
        tree.heads[node, STATUS] = LOST if wins else WON
    if wins:
        tree.heads[root, STATUS] = WON
    else:
        drop_edge(tree, root, edge)


@inlined
def visits_before_node(tree: Tree, least: int) -> int:
    """Visits from which an edge's position becomes a node: `least`, and more as the tree fills up."""
    fill = max(8 * tree.used[EDGES] // len(tree.move), 8 * tree.used[NODES] // len(tree.nodes))
    return least << int(max(0, 2 * (fill - 4)))


@inlined
def _walk_down(tree: Tree, root: int, tuning: Tuning, room: Scratch) -> tuple[int, int, int]:
    """The length of the path, the node at its end or NONE, and the last step into another board or -1."""
    node = root
    depth = 0
    switch = -1
    while tree.heads[node, STATUS] == UNKNOWN:
        edge = choose(tree, node, tuning)
        room.nodes[depth] = node
        room.edges[depth] = edge
        depth += 1
        node = tree.child[edge]
        if node == NONE:
            return depth, NONE, switch
        if node & SWITCH:
            node ^= SWITCH
            switch = depth
            room.nodes[depth] = node
    return depth, node, switch


@inlined
def _set_up(
    tree: Tree, depth: int, switch: int, dots: Dots, board: Words, grid: Topology, walls: Walls, room: Scratch
) -> None:
    """Set the board of `room` to the one at the end of the path."""
    if switch < 0:
        copy_position(dots, board, room.dots, room.board)
    else:
        row = tree.nodes[room.nodes[switch]]
        gather(room.dots, row[OPEN_WALLS], walls)
        room.board[OPEN] = row[OPEN_WALLS]
        room.board[CLOSED] = row[ZONES] >> CLOSED_FROM
        room.board[TAKEN] = row[ZONES] & SIZES
    for step in range(max(switch, 0), depth):
        play(room.dots, room.board, tree.move[room.edges[step]], walls, grid)


@inlined
def _result(
    tree: Tree,
    leaf: int,
    ply: int,
    grid: Topology,
    walls: Walls,
    tuning: Tuning,
    state: Randomness,
    room: Scratch,
) -> np.float32:
    """Return the result for the side to move at the end of the path, 0 to 1: by proof, or by playout and judgement."""
    room.played[0] = room.played[1] = 0
    if leaf != NONE and tree.heads[leaf, STATUS] != UNKNOWN:
        return np.float32(tree.heads[leaf, STATUS] == WON)
    trust = tuning.trust[ply]
    judged = np.float32(0.0)
    if trust > 0:
        judged = judge(room.board[OPEN], ply, grid.border, tuning.weights)
        if ply & 1:
            judged = np.float32(1.0) - judged
    open_walls, closed, taken = room.board[OPEN], room.board[CLOSED], room.board[TAKEN]
    won = play_out(room.dots, open_walls, closed, taken, walls, grid, state, room.played) & 1
    return np.float32(trust * judged + (np.float32(1.0) - trust) * np.float32(won))


@inlined
def _back_up(tree: Tree, depth: int, leaf: int, result: np.float32, room: Scratch) -> None:
    """Add `result`, as the side to move at the leaf sees it, to the path, and pass proofs on."""
    mine, theirs = room.played[0], room.played[1]
    status = UNKNOWN
    if leaf != NONE:
        status = tree.heads[leaf, STATUS]
        tree.heads[leaf, VISITS] += 1
    for step in range(depth - 1, -1, -1):
        node, edge = room.nodes[step], room.edges[step]
        result = np.float32(1.0) - result
        mine, theirs = theirs | 1 << int(tree.move[edge]), mine
        head = tree.heads[node]
        head[VISITS] += 1
        tree.visits[edge] += 1
        tree.value[edge] += (result - tree.value[edge]) / np.float32(tree.visits[edge])
        _credit_later(tree, head, mine, result)
        if status == LOST:
            head[STATUS] = WON
        elif status == WON:
            drop_edge(tree, node, edge)
        status = head[STATUS]


@inlined
def _credit_later(tree: Tree, head: NDArray[np.int32], played: int, result: np.float32) -> None:
    """Count `result` for the live edges whose wall is among those `played` from here on."""
    for place in range(0, head[LIVE], CHUNK):
        edge, last = head[FIRST] + place, head[FIRST] + place + CHUNK
        _credit(
            tree.move[edge:last],
            played,
            head[LIVE] - place,
            np.float32(result),
            tree.later_visits[edge:last],
            tree.later_value[edge:last],
        )


@inlined
def _credit(
    moves: Candidates, played: int, live: int, result: np.float32, visits: Scores, values: Scores
) -> None:
    one = np.float32(1.0)
    for place in range(CHUNK):
        hit = np.float32((played >> int(np.int64(moves[place] & 63))) & (1 if place < live else 0))
        count = visits[place] + hit
        visits[place] = count
        values[place] += hit * (result - values[place]) / (count + one - hit)
