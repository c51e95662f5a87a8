"""Search for queues that lead to a perfect clear, all at once: a bit for each, through the graph of `clears`.

With hold, the pieces used up to a node are those of a queue up to there but one, which is held: so a node can be
reached with those queues only that have dealt its pieces by then. These are the same for all nodes with equal pieces.

    dealt   [level, queue]: how many of each kind a queue has dealt, five bits a kind
    bits    [..., word]: a bit for each queue, WORD in a word

A **picture** is what has been placed, where it lies among the rows that there were at first, in whatever order:

    ids     what was placed last: kind, then each cell, 10 * row + column, seven bits each
    left    the original rows that are still there, as bits; and how many cells of each are filled, four bits a row
    keys    a picture as a sum of its ids, well mixed: two pictures with the same one are taken for one
"""

from __future__ import annotations

from ai.bits import count_bits, lowest_bit
from ai.kernel import inlined, tight
from ai.tetris.guideline.kernels.clears import KINDS, MOST_ROWS, USED_BITS
from ai.tetris.guideline.kernels.layout import (
    CELL_WORDS,
    SHAPE_WORDS,
    SHAPES,
    Words,
    orientation_of,
    piece_of,
    x_of,
    y_of,
)
from game.tetris.guideline.field import COLUMNS

WORD = 63  # queues in a word: its sign is never used
COUNT_BITS = 5
CELL_BITS = 7
_OVER = sum(1 << COUNT_BITS * kind + COUNT_BITS - 1 for kind in range(KINDS))
_SPREAD = -7046029254386353131
NODE, ID, PARENT, LEFT, FILLED, PICTURE_WORDS = 0, 1, 2, 3, 4, 5


@inlined
def _counts(used: int) -> int:
    """The pieces of a node as `dealt` has them."""
    counts = 0
    for kind in range(KINDS):
        counts |= (used >> USED_BITS * kind & 15) << COUNT_BITS * kind
    return counts


@tight
def mark_dealt(dealt: Words, used: Words, bits: Words) -> None:
    """Write bits[number]: the queues that have dealt all the pieces used[number]."""
    for number in range(len(used)):
        counts = _counts(used[number])
        for queue in range(len(dealt)):
            if ((dealt[queue] | _OVER) - counts) & _OVER == _OVER:
                bits[number, queue // WORD] |= 1 << queue % WORD


@tight
def spread_queues(
    starts: Words, edges: Words, begins: Words, groups: Words, allowed: Words, bits: Words
) -> None:
    """Write the queues that lead to each node; bits[0] are all at first, the others none.

    `allowed` [group] are the queues with which a node of its group can be reached; the edges are those of `Ways`.
    """
    for level in range(len(begins)):
        end = begins[level + 1] if level + 1 < len(begins) else len(groups)
        for node in range(begins[level], end):
            some = 0
            for word in range(bits.shape[1]):
                bits[node, word] &= allowed[groups[node], word]
                some |= bits[node, word]
            if not some:
                continue
            for edge in range(starts[node], starts[node + 1]):
                after = edges[edge, 0]
                for word in range(bits.shape[1]):
                    bits[after, word] |= bits[node, word]


@tight
def count_queues(bits: Words) -> int:
    """Return how many bits are set."""
    count = 0
    for word in range(len(bits)):
        count += count_bits(bits[word])
    return count


@tight
def keep(dealt: Words, used: int, bits: Words, result: Words) -> None:
    """Add to kept[queue] the kinds (bits) that are left of what was dealt once the pieces used are gone."""
    counts = _counts(used)
    for word in range(len(bits)):
        rest = bits[word]
        while rest:
            queue = word * WORD + lowest_bit(rest)
            rest &= rest - 1
            for kind in range(KINDS):
                if (dealt[queue] - counts) >> COUNT_BITS * kind & (1 << COUNT_BITS) - 1:
                    result[queue] |= 1 << kind


# -- pictures --


@inlined
def _row(left: int, y: int) -> int:
    """The original row that is row y now."""
    for _ in range(y):
        left &= left - 1
    return lowest_bit(left)


@inlined
def _id_of(at: int, left: int) -> int:
    """A placement as the id of a picture."""
    number = piece_of(at)
    shape = (number * 4 + orientation_of(at)) * SHAPE_WORDS
    for cell in range(shape, shape + 4 * CELL_WORDS, CELL_WORDS):
        row = _row(left, y_of(at) + SHAPES[cell + 2] - SHAPES[cell + 1])
        number = number << CELL_BITS | COLUMNS * row + x_of(at) + SHAPES[cell]
    return number


@inlined
def _mixed(number: int) -> int:
    mixed = (number + 1) * _SPREAD
    mixed = (mixed ^ mixed >> 29) * _SPREAD
    return mixed ^ mixed >> 32


@inlined
def _slot(key: int, mask: int) -> int:
    return (key ^ key >> 23) & mask


@tight
def enter_pictures(pictures: Words, keys: Words, count: int, table: Words) -> None:
    """Enter the first `count` pictures into an empty (-1) table."""
    for number in range(count):
        slot = _slot(keys[number], len(table) - 1)
        while table[slot] >= 0:
            slot = slot + 1 & len(table) - 1
        table[slot] = number


@tight
def draw(
    begin: int,
    end: int,
    starts: Words,
    edges: Words,
    pictures: Words,
    keys: Words,
    table: Words,
    steps: Words,
    sizes: Words,
) -> int:
    """Add the pictures that follow on pictures begin to end, and the steps between them.

    sizes: pictures, steps. Returns the first not done where the arrays get full.
    """
    for number in range(begin, end):
        node = pictures[number, NODE]
        many = starts[node + 1] - starts[node]
        if sizes[0] + many > min(len(pictures), len(table) // 2) or sizes[1] + many > len(steps):
            return number
        left, filled = pictures[number, LEFT], pictures[number, FILLED]
        for edge in range(starts[node], starts[node + 1]):
            placed = _id_of(edges[edge, 1], left)
            key = keys[number] + _mixed(placed)
            slot = _slot(key, len(table) - 1)
            while table[slot] >= 0 and keys[table[slot]] != key:
                slot = slot + 1 & len(table) - 1
            if table[slot] < 0:
                here = sizes[0]
                table[slot], keys[here] = here, key
                pictures[here, NODE], pictures[here, ID], pictures[here, PARENT] = (
                    edges[edge, 0],
                    placed,
                    number,
                )
                _fill(placed, left, filled, pictures[here])
                sizes[0] = here + 1
            steps[sizes[1], 0], steps[sizes[1], 1] = number, table[slot]
            sizes[1] += 1
    return end


@inlined
def _fill(placed: int, left: int, filled: int, picture: Words) -> None:
    """Write the rows that are left, and how far they are filled."""
    for cell in range(4):
        row = (placed >> CELL_BITS * cell & (1 << CELL_BITS) - 1) // COLUMNS
        filled += 1 << 4 * row
    for row in range(MOST_ROWS):
        if filled >> 4 * row & 15 == COLUMNS:
            left &= ~(1 << row)
    picture[LEFT], picture[FILLED] = left, filled


@tight
def spread_pictures(
    steps: Words, pictures: Words, begins: Words, groups: Words, allowed: Words, bits: Words
) -> None:
    """Write the queues with which each picture can be made; bits[0] are all at first. Steps lie level by level."""
    step = 0
    for level in range(len(begins) - 1):
        for number in range(begins[level], begins[level + 1]):
            group = groups[pictures[number, NODE]]
            for word in range(bits.shape[1]):
                bits[number, word] &= allowed[group, word]
        while step < len(steps) and steps[step, 0] < begins[level + 1]:
            before, after = steps[step, 0], steps[step, 1]
            for word in range(bits.shape[1]):
                bits[after, word] |= bits[before, word]
            step += 1
