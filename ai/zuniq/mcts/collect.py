"""Garbage collection: keep what the current root can reach, close the gaps, build the table anew.

Nodes and their blocks of edges lie in the order in which they were made, so both can be moved down in one
pass without overwriting what is still to be moved. Nothing that the root can reach is ever freed.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from ai.bits import count_bits
from ai.kernel import tight
from ai.zuniq.mcts.descent import SWITCH
from ai.zuniq.mcts.tree import EDGES, FIRST, KEY, LEGAL, NODES, NONE, Tree, find_slot

Numbers = NDArray[np.int32]


@tight
def mark(tree: Tree, root: int, number: Numbers, waiting: Numbers) -> int:
    """The number of nodes that `root` can reach; `number` gets 0 for them and NONE for all others."""
    for node in range(tree.used[NODES]):
        number[node] = NONE
    number[root] = 0
    waiting[0] = root
    last = 0
    reached = 0
    while last >= 0:
        node = waiting[last]
        last -= 1
        reached += 1
        first = tree.nodes[node, FIRST]
        for edge in range(first, first + count_bits(tree.nodes[node, LEGAL])):
            child = int(tree.child[edge])
            if child != NONE and number[child & ~SWITCH] == NONE:
                number[child & ~SWITCH] = 0
                last += 1
                waiting[last] = child & ~SWITCH
    return reached


@tight
def collect(tree: Tree, root: int, number: Numbers, waiting: Numbers) -> int:
    """The new number of `root`, after everything that it cannot reach has been freed.

    `number` and `waiting` are scratch, one entry for each node the tree can hold.
    """
    mark(tree, root, number, waiting)
    nodes = edges = 0
    for node in range(tree.used[NODES]):
        if number[node] != NONE:
            number[node] = nodes
            edges = _move_down(tree, node, nodes, edges)
            nodes += 1
    for edge in range(edges):
        child = int(tree.child[edge])
        if child != NONE:
            tree.child[edge] = number[child & ~SWITCH] | (child & SWITCH)
    tree.used[NODES], tree.used[EDGES] = nodes, edges
    _fill_slots(tree)
    return int(number[root])


@tight
def _move_down(tree: Tree, node: int, to_node: int, to_edge: int) -> int:
    """The first free edge after a node and its edges have been moved to their new places."""
    first = tree.nodes[node, FIRST]
    count = count_bits(tree.nodes[node, LEGAL])
    for word in range(tree.nodes.shape[1]):
        tree.nodes[to_node, word] = tree.nodes[node, word]
    tree.nodes[to_node, FIRST] = to_edge
    for place in range(count):
        tree.visits[to_edge + place] = tree.visits[first + place]
        tree.value[to_edge + place] = tree.value[first + place]
        tree.child[to_edge + place] = tree.child[first + place]
        tree.move[to_edge + place] = tree.move[first + place]
        tree.later_visits[to_edge + place] = tree.later_visits[first + place]
        tree.later_value[to_edge + place] = tree.later_value[first + place]
    return to_edge + count


@tight
def _fill_slots(tree: Tree) -> None:
    """Enter all nodes into an emptied table; of two with one key the younger stays, as `add_node` has it."""
    for slot in range(len(tree.slots)):
        tree.slots[slot] = NONE
    for node in range(tree.used[NODES]):
        tree.slots[find_slot(tree, tree.nodes[node, KEY])] = node
