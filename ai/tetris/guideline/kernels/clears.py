"""The graph of all fields on the way to a perfect clear.

A node is a field and the pieces used so far; how they were placed, and in which order, is forgotten. So what many
orders share is searched once. A node is three words:

    nodes[n, LOW]   columns 0 to 4, twelve rows each: column x at bit 12 x, its bottom row is the highest bit
    nodes[n, HIGH]  columns 5 to 9
    nodes[n, USED]  four bits a kind of piece: how many of them are used

The edges of node n are edges[starts[n]:starts[n + 1]], (node after, placement without spin), by kind of piece. Nodes
lie level by level, a level being the number of pieces used; `table` finds a node by its words.

supply[level, kind] is how many of a kind may be used up after the next piece. For a queue that is what can be seen by
then, hold included: nodes never have more than two pieces to choose from. For all queues of a bag it is the bag.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from ai.bits import count_bits
from ai.kernel import inlined, tight
from ai.tetris.guideline.kernels.layout import (
    BOTTOM,
    FORMS,
    S_HIGH,
    SHAPE_WORDS,
    SHAPES,
    Words,
    orientation_of,
    y_of,
)
from ai.tetris.guideline.kernels.placing import list_cells, place
from game.tetris.guideline.field import COLUMNS
from game.tetris.guideline.pieces import CELLS

MOST_ROWS = 12
LOW, HIGH, USED, NODE_WORDS = 0, 1, 2, 3
AFTER, PLACEMENT, EDGE_WORDS = 0, 1, 2
# what a search knows about itself
ROWS, FILLED, LEVEL, NODES, EDGES, NEXT, LEVEL_END, SIZE_WORDS = 0, 1, 2, 3, 4, 5, 6, 7
MOST_CHILDREN = 1_024  # of one node, all kinds of pieces together
KINDS, USED_BITS = 7, 4
TOP_BIT = BOTTOM - MOST_ROWS + 1  # the bit of the highest of the rows a node can hold
COLUMN = (1 << MOST_ROWS) - 1
# odd: they spread low bits upwards
_SPREAD = (-7046029254386353131, -4658895280553007687, -7723592293110705685)


def _codes() -> Words:
    """The cells of each piece, 4 bits a column from its leftmost on, the top row lowest; and which piece that is."""
    codes = []
    for piece, orientations in enumerate(CELLS):
        for cells in orientations[: FORMS[piece]]:
            left, top = min(x for x, _ in cells), max(y for _, y in cells)
            codes.append((sum(1 << 4 * (x - left) + top - y for x, y in cells), piece))
    return np.array(codes, np.int64)


CODES = _codes()


# -- nodes --


@inlined
def _pack(field: Words, first: int) -> int:
    """Five columns of a field as a word of a node."""
    word = 0
    for x in range(5):
        word |= field[first + x] >> TOP_BIT << MOST_ROWS * x
    return word


@inlined
def unpack(node: Words, field: Words) -> None:
    """Write the field of a node."""
    for x in range(5):
        field[x] = (node[LOW] >> MOST_ROWS * x & COLUMN) << TOP_BIT
        field[5 + x] = (node[HIGH] >> MOST_ROWS * x & COLUMN) << TOP_BIT


@inlined
def _slot(low: int, high: int, used: int, mask: int) -> int:
    mixed = low * _SPREAD[0] ^ high * _SPREAD[1] ^ used * _SPREAD[2]
    return (mixed ^ mixed >> 31) * _SPREAD[0] >> 20 & mask


@tight
def start_node(field: Words, nodes: Words, table: Words, sizes: Words) -> int:
    """Begin with this field, none of the pieces used."""
    return add_node(nodes, table, sizes, _pack(field, 0), _pack(field, 5), 0)


@tight
def add_node(nodes: Words, table: Words, sizes: Words, low: int, high: int, used: int) -> int:
    """The number of the node with these words, which is new if there was none."""
    slot = _slot(low, high, used, len(table) - 1)
    while table[slot] >= 0:
        node: int = table[slot]
        if nodes[node, LOW] == low and nodes[node, HIGH] == high and nodes[node, USED] == used:
            return node
        slot = slot + 1 & len(table) - 1
    node = sizes[NODES]
    table[slot] = node
    nodes[node, LOW], nodes[node, HIGH], nodes[node, USED] = low, high, used
    sizes[NODES] = node + 1
    return node


@tight
def fill_table(nodes: Words, count: int, table: Words) -> None:
    """Enter the first `count` nodes into an empty (-1) table."""
    for node in range(count):
        slot = _slot(nodes[node, LOW], nodes[node, HIGH], nodes[node, USED], len(table) - 1)
        while table[slot] >= 0:
            slot = slot + 1 & len(table) - 1
        table[slot] = node


# -- forward --


class Growing(NamedTuple):
    """The nodes and edges that have been found, their `table`, the pieces that there are by level, and the sizes."""

    nodes: Words
    starts: Words
    edges: Words
    table: Words
    supply: Words
    sizes: Words


@tight
def expand(growing: Growing, most: int, ways: int, fields: Words, listed: Words, room: Words) -> None:
    """Find what follows on up to `most` nodes of a level from sizes[NEXT] on; less where arrays get full.

    Scratch: `fields` [2, 10], `listed` (MOST_PLACEMENTS) and `room` (ROOM_WORDS).
    """
    nodes, starts, edges, table, _, sizes = growing
    node = sizes[NEXT]
    end = min(sizes[LEVEL_END], node + most)
    while node < end:
        if sizes[NODES] + MOST_CHILDREN > min(len(nodes) - 1, len(table) // 2):
            break
        if sizes[EDGES] + MOST_CHILDREN > len(edges):
            break
        starts[node] = sizes[EDGES]
        unpack(nodes[node], fields[0])
        _follow(growing, nodes[node, USED], ways, fields, listed, room)
        node += 1
    starts[node] = sizes[EDGES]
    sizes[NEXT] = node


@inlined
def _follow(growing: Growing, used: int, ways: int, fields: Words, listed: Words, room: Words) -> None:
    """Add all nodes and edges that follow on the field fields[0]."""
    nodes, _, edges, table, supply, sizes = growing
    here, after, level = fields[0], fields[1], sizes[LEVEL]
    rows = _rows_left(here, sizes, level)
    for kind in range(KINDS):
        if (used >> USED_BITS * kind & 15) >= supply[level, kind]:
            continue
        used_then = used + (1 << USED_BITS * kind)
        for number in range(list_cells(here, kind, ways, listed, room)):
            at = listed[number]
            shape = (kind * 4 + orientation_of(at)) * SHAPE_WORDS
            if y_of(at) + SHAPES[shape + S_HIGH] >= rows:
                continue
            rows_then = rows - place(here, after, at)
            if not _may_work(after, rows_then, used_then, supply, level + 1):
                continue
            node = add_node(nodes, table, sizes, _pack(after, 0), _pack(after, 5), used_then)
            edges[sizes[EDGES], AFTER], edges[sizes[EDGES], PLACEMENT] = node, at
            sizes[EDGES] += 1


@inlined
def _rows_left(field: Words, sizes: Words, level: int) -> int:
    """Return how many rows are still to be emptied."""
    filled = 0
    for x in range(COLUMNS):
        filled += count_bits(field[x])
    rows: int = sizes[ROWS] - (sizes[FILLED] + 4 * level - filled) // 10
    return rows


@tight
def _may_work(field: Words, rows: int, used: int, supply: Words, level: int) -> bool:
    """Return True if the field can perhaps be emptied.

    Where no empty cell has an empty neighbour across the border of two columns, no piece will ever cross it, since
    rows leave as wholes: so the empty cells on either side must be a multiple of four. And the last four of all
    must be a piece that is there to be placed: no row of them is without an empty cell, so they lie together.
    """
    mask = (1 << rows) - 1 << BOTTOM - rows + 1
    left, first, code, before = 0, -1, 0, mask
    for x in range(COLUMNS):
        empty = mask & ~field[x]
        if left & 3 and not before & empty:
            return False
        left += count_bits(empty)
        if empty and first < 0:
            first = x
        if rows <= 4 and 0 <= x - first < 4 and first >= 0:
            code |= (empty >> BOTTOM - rows + 1) << 4 * (x - first)
        before = empty
    if left != 4:
        return True
    for number in range(len(CODES)):
        if CODES[number, 0] == code:
            kind = CODES[number, 1]
            there: bool = (used >> USED_BITS * kind & 15) < supply[level, kind]
            return there
    return False


# -- backward --


@tight
def prune(starts: Words, edges: Words, count: int, goals: int, names: Words) -> int:
    """Keep only nodes from which a goal, a node from `goals` on, can be reached, and edges between them.

    `names` [count] gets the new number of each node, -1 for those that are gone. `starts` and `edges` are written
    anew; how many nodes are left. Nodes come before all that follow on them.
    """
    for node in range(count - 1, -1, -1):
        names[node] = 0 if node >= goals else -1
        if node < goals:
            for edge in range(starts[node], starts[node + 1]):
                if names[edges[edge, AFTER]] >= 0:
                    names[node] = 0
                    break
    left = 0
    for node in range(count):
        if names[node] >= 0:
            names[node] = left
            left += 1
    held = 0
    for node in range(count):
        begin, end = starts[node], starts[node + 1] if node < goals else starts[node]
        if names[node] < 0:
            continue
        starts[names[node]] = held  # never beyond what has been read
        for edge in range(begin, end):
            after = names[edges[edge, AFTER]]
            if after >= 0:
                edges[held, AFTER], edges[held, PLACEMENT] = after, edges[edge, PLACEMENT]
                held += 1
    starts[left] = held
    return left
