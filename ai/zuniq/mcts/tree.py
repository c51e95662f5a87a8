"""The search tree: positions in one table with open addressing, moves as blocks of edges.

A node is a position, met by whatever order of moves, or one of equal value (`ai.zuniq.key`): mirrored, or
with other loose moves. What it keeps is the board it was first met as, so that a descent that comes in from
another one goes on with this; on wide boards (`ai.zuniq.mcts.wide`) there is one board to a key, and LEGAL, OPEN
and ZONES stay 0. What every descent reads is apart in 16 bytes, since it waits for them:

    of `heads`                                         of `nodes`
    STATUS   proven won or lost for the side to move   KEY      position key (`ai.zuniq.key`)
    FIRST    its first edge                            LEGAL    the walls of its edges as one word
    LIVE     number of edges still worth trying        OPEN     its open walls
    VISITS   playouts that went through it             ZONES    closed cells << 32 | sizes taken
                                                       WITHHELD number of edges kept out of the search
                                                       COUNT    number of all its edges

Its edges are one block in three parts:

    | live: may be chosen | proven to lose | withheld (border pruning), until nothing else is left |

An edge has its own statistics: a position reached by several moves does not mix them up. All values are
those of the side that makes the move, so that the same node serves both colours.
"""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from ai.bits import count_bits, lowest_bit
from ai.kernel import inlined, tight
from ai.zuniq.mcts.playout import CLOSED, TAKEN, Randomness, below
from ai.zuniq.mcts.playout import OPEN as OPEN_WALLS
from ai.zuniq.topology import Words

STATUS, FIRST, LIVE, VISITS, HEAD_FIELDS = range(5)
KEY, LEGAL, OPEN, ZONES, WITHHELD, COUNT, FIELDS = range(7)
UNKNOWN, WON, LOST = range(3)  # STATUS, seen by the side to move
NODES, EDGES = range(2)  # what `used` counts
NONE = -1
CLOSED_FROM = 32  # where the closed cells begin in ZONES

CHUNK = 32  # edges that a loop goes over at once: so many follow the last block, unused
MOST_EDGES = 144  # upper bound of one block: the walls of 9x9 dots
SPREAD = np.uint64(0x9E3779B97F4A7C15)  # 2**64 / golden ratio: spreads keys over the slots (Knuth 6.4)


class Tree(NamedTuple):
    """The arrays of a tree; `new_tree` makes them. A node takes 64 bytes and 8 to 16 of slots, an edge 21."""

    heads: NDArray[np.int32]  # [nodes, HEAD_FIELDS]
    nodes: NDArray[np.int64]  # [nodes, FIELDS]
    slots: NDArray[np.int32]  # [power of two] the number of the node kept here and 1, or 0
    used: NDArray[np.int64]  # [2] nodes and edges in use
    visits: NDArray[np.int32]  # [edges] times this edge was chosen
    value: NDArray[np.float32]  # [edges] mean result for the side that chooses it
    child: NDArray[np.int32]  # [edges] the node behind it, or NONE
    move: NDArray[np.uint8]  # [edges] the wall it draws
    later_visits: NDArray[np.float32]  # [edges] playouts in which its wall was drawn later by the same side
    later_value: NDArray[np.float32]  # [edges] mean result of those


def new_tree(nodes: int, edges: int) -> Tree:
    """An empty tree with room for `nodes` positions and `edges` moves.

    All is zero, so the system gives memory only as the tree grows.
    """
    slots = 1 << (2 * nodes - 1).bit_length()
    return Tree(
        np.zeros((nodes, HEAD_FIELDS), np.int32),
        np.zeros((nodes, FIELDS), np.int64),
        np.zeros(slots, np.int32),
        np.zeros(2, np.int64),
        np.zeros(edges + CHUNK, np.int32),
        np.zeros(edges + CHUNK, np.float32),
        np.zeros(edges + CHUNK, np.int32),
        np.zeros(edges + CHUNK, np.uint8),
        np.zeros(edges + CHUNK, np.float32),
        np.zeros(edges + CHUNK, np.float32),
    )


def tree_bytes(tree: Tree) -> int:
    """The memory of all arrays of a tree, in bytes."""
    return sum(array.nbytes for array in tree)


@inlined
def find_slot(tree: Tree, key: int) -> int:
    """The slot that holds the node of `key`, or the empty slot where it belongs."""
    last = len(tree.slots) - 1
    slot = int(np.int64((np.uint64(key) * SPREAD) >> np.uint64(32))) & last
    while tree.slots[slot] and tree.nodes[tree.slots[slot] - 1, KEY] != key:
        slot = (slot + 1) & last
    return slot


@inlined
def find_node(tree: Tree, key: int) -> int:
    """The number of the node of `key`, or NONE."""
    return int(tree.slots[find_slot(tree, key)]) - 1


@inlined
def enter_node(tree: Tree, key: int, node: int) -> None:
    """Let `find_node` find this node by its key."""
    tree.slots[find_slot(tree, key)] = node + 1


@inlined
def has_room(tree: Tree, spare: int) -> bool:
    """Return True if one more node with the largest block of edges fits, and `spare` more after it."""
    nodes, edges = tree.used[NODES] + spare, tree.used[EDGES] + (spare + 1) * MOST_EDGES
    return bool(nodes < len(tree.nodes)) and bool(edges <= len(tree.move) - CHUNK)


@tight
def add_node(tree: Tree, key: int, board: Words, legal: int, withheld: int, state: Randomness) -> int:
    """The number of a new node for `board` with the moves `legal`, in random order, `withheld` ones last.

    A position without a move is lost for the side to move. There must be room. If there is a node of `key`,
    the new one takes its place in the table; what leads to the old one still does.
    """
    node, first = tree.used[NODES], tree.used[EDGES]
    count, kept_back = count_bits(legal), count_bits(legal & withheld)
    if kept_back == count:
        kept_back = 0
    row, head = tree.nodes[node], tree.heads[node]
    row[KEY], row[LEGAL], row[OPEN] = key, legal, board[OPEN_WALLS]
    row[ZONES] = board[CLOSED] << CLOSED_FROM | board[TAKEN]
    head[FIRST], head[LIVE], row[WITHHELD] = first, count - kept_back, kept_back
    head[STATUS] = UNKNOWN if count else LOST
    head[VISITS] = 0
    row[COUNT] = count
    enter_node(tree, key, int(node))
    tree.used[NODES] += 1
    tree.used[EDGES] += count
    clear_edges(tree, first, first + count)
    _fill(tree, first, legal & ~withheld if kept_back else legal, state)
    _fill(tree, first + count - kept_back, legal & withheld if kept_back else 0, state)
    return int(node)


@tight
def _fill(tree: Tree, first: int, walls: int, state: Randomness) -> None:
    """Write the moves of the set `walls` from `first` on, shuffled as they come (inside-out)."""
    done = 0
    while walls:
        wall = lowest_bit(walls)
        walls &= walls - 1
        add_move(tree, first, done, wall, state)
        done += 1


@inlined
def clear_edges(tree: Tree, first: int, last: int) -> None:
    """Make edges fresh, but for their moves."""
    tree.visits[first:last] = 0
    tree.value[first:last] = 0.0
    tree.child[first:last] = NONE
    tree.later_visits[first:last] = 0.0
    tree.later_value[first:last] = 0.0


@inlined
def add_move(tree: Tree, first: int, done: int, wall: int, state: Randomness) -> None:
    """One more move of a block that has `done`, at a random place among them."""
    place = below(done + 1, state)
    tree.move[first + done] = tree.move[first + place]
    tree.move[first + place] = wall


@tight
def swap_edges(tree: Tree, one: int, other: int) -> None:
    """Exchange two edges of a block."""
    _exchange(tree.visits, one, other)
    _exchange(tree.value, one, other)
    _exchange(tree.child, one, other)
    _exchange(tree.move, one, other)
    _exchange(tree.later_visits, one, other)
    _exchange(tree.later_value, one, other)


@inlined
def _exchange(values: NDArray[Any], one: int, other: int) -> None:
    stored = values[one]
    values[one] = values[other]
    values[other] = stored


@tight
def drop_edge(tree: Tree, node: int, edge: int) -> None:
    """Take a live edge that is proven to lose out of the choice; the node is lost when none is left.

    Its playouts are taken out of the node's own statistics, which then speak of the moves still open.
    """
    row, head = tree.nodes[node], tree.heads[node]
    head[VISITS] -= tree.visits[edge]
    head[LIVE] -= 1
    swap_edges(tree, edge, head[FIRST] + head[LIVE])
    if head[LIVE] == 0:
        if row[WITHHELD]:
            _release(tree, node)
        else:
            head[STATUS] = LOST


@tight
def _release(tree: Tree, node: int) -> None:
    """Let the withheld edges of a node take part, now that all others lose."""
    row, head = tree.nodes[node], tree.heads[node]
    last = head[FIRST] + row[COUNT] - 1
    for place in range(row[WITHHELD]):
        if head[FIRST] + place >= last - place:
            break
        swap_edges(tree, head[FIRST] + place, last - place)
    head[LIVE], row[WITHHELD] = row[WITHHELD], 0
