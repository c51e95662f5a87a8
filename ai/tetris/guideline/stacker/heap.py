"""The nodes of one depth that wait to be expanded: a heap of bounded size, the best node on top."""

from __future__ import annotations

from ai.kernel import tight
from ai.tetris.guideline.stacker.layout import COUNTERS, MOST_NODES, TURN, Tree

assert COUNTERS > TURN


@tight
def take_best(tree: Tree, depth: int) -> int:
    """The place of the best node, which is not waiting any more; -1 where none is."""
    last = tree.sizes[depth] - 1
    if last < 0:
        return -1
    order, values = tree.order[depth], tree.values[depth]
    best: int = order[0]
    moved = order[last]
    order[last] = best
    tree.sizes[depth] = last
    at = 0
    while True:
        under = 2 * at + 1
        if under >= last:
            break
        if under + 1 < last and values[order[under + 1]] > values[order[under]]:
            under += 1
        if values[order[under]] <= values[moved]:
            break
        order[at] = order[under]
        at = under
    if last:
        order[at] = moved
    return best


@tight
def place_for(tree: Tree, depth: int, value: float) -> int:
    """Where a new node of this value is to be written; -1 where it is not good enough to wait."""
    count, order, values = tree.sizes[depth], tree.order[depth], tree.values[depth]
    at = count
    if count == MOST_NODES:
        half = MOST_NODES // 2
        at = half + tree.counters[TURN] % half
        tree.counters[TURN] += 1
        if values[order[at]] >= value:
            return -1
    else:
        tree.sizes[depth] = count + 1
    place: int = order[at]
    values[place] = value
    while at > 0:
        over = (at - 1) // 2
        if values[order[over]] >= value:
            break
        order[at] = order[over]
        at = over
    order[at] = place
    return place
