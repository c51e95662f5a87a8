"""Nodes that a search leaves to the next one: those behind the placement that was made, with their depth one less.

All that was judged stays judged. Only where a T has come into sight the fields are judged anew, since a slot for it is
worth more then. Nodes whose letters were tried wait again, for the piece that is known now.
"""

from __future__ import annotations

from ai.kernel import inlined, tight
from ai.tetris.guideline.kernels.layout import Words, piece_of
from ai.tetris.guideline.kernels.reach import HEIGHT, WORD_ROWS
from ai.tetris.guideline.kernels.row_field import outline_of
from ai.tetris.guideline.stacker.judgement import field_value
from ai.tetris.guideline.stacker.tree import (
    CHAIN,
    DEPTH,
    GAME_WORDS,
    HELD,
    KNOWN,
    LINE,
    NODES,
    NOTHING,
    ROOT,
    ROOTS,
    ROUNDS,
    SENT,
    SPARE,
    Tree,
    copy_node,
    first_of,
    is_new,
    key_of,
    place_for,
    put,
)
from game.tetris.guideline.pieces import T

MOST_KEPT = 256  # nodes of a depth, about the best of them: a heap begins with these


@tight
def keep(tree: Tree, root: Words, game: Words, queue: Words, placed: int) -> bool:
    """Make the position of a node the first one, with all that was searched behind it; False where nothing was.

    `root` are the words of its node up to LINE, `game` and `queue` what is known there. `placed`: 1 where it lies
    behind a first placement, 0 where it is the first position itself, with more pieces in sight.
    """
    before = tree.game[DEPTH]
    last = before - placed
    if last < 1 or not _lead_to(tree, root, placed):
        return False
    for word in range(GAME_WORDS):
        tree.game[word] = game[word]
    t_is_new = False
    for at in range(game[DEPTH]):
        tree.queue[at] = queue[at]
        t_is_new |= at >= last and queue[at] == T
    tree.counters[NODES] = tree.counters[ROOTS] = tree.counters[ROUNDS] = 0
    for depth in range(len(tree.sizes)):
        for first in range(tree.best.shape[1]):
            tree.best[depth, first] = NOTHING
    for depth in range(1, last + 1):
        source = depth + 1
        if not placed:
            source = SPARE
            tree.sizes[SPARE] = 0
            for number in range(tree.sizes[depth]):
                copy_node(tree, depth, tree.order[depth, number], SPARE)
        tree.sizes[depth] = 0
        _take_over(tree, source, depth, placed, t_is_new)
    _take_over(tree, before + 1, last, placed, t_is_new)
    for depth in range(last + 1, len(tree.sizes)):
        tree.sizes[depth] = 0
    for word in range(LINE):
        tree.nodes[0, 0, word] = root[word]
    tree.sizes[0] = 1
    tree.counters[KNOWN] = tree.counters[ROOTS]
    return True


@tight
def _lead_to(tree: Tree, root: Words, placed: int) -> bool:
    """Write the gains of the first placements; whether any of them leads to this position."""
    node, child, current = tree.nodes[0, 0], tree.children[0], tree.queue[0]
    outline_of(node, tree.outline)
    result = False
    for number in range(tree.counters[ROOTS]):
        if placed:
            at = tree.firsts[number]
            tree.gains[number] = put(tree, node, child, at, 0)
            child[HELD] = node[HELD] if piece_of(at) == current else current
            same = _are_equal(child, root)
        else:
            tree.gains[number] = 0.0
            same = _are_equal(node, root)
        result |= same
        if not same:
            tree.gains[number] = NOTHING
    return result


@inlined
def _are_equal(node: Words, root: Words) -> bool:
    same = True
    for word in range((root[HEIGHT] + WORD_ROWS - 1) // WORD_ROWS):
        same &= node[word] == root[word]
    for word in range(HEIGHT, SENT + 1):
        same &= node[word] == root[word]
    return same


@tight
def _take_over(tree: Tree, source: int, depth: int, placed: int, t_is_new: bool) -> None:
    """Let the nodes of the row `source` that lie behind the new start wait at `depth`."""
    left = MOST_KEPT
    for number in range(tree.sizes[source]):
        slot = tree.order[source, number]
        node = tree.nodes[source, slot]
        gain = tree.gains[node[ROOT]]
        if gain == NOTHING:
            continue
        left -= 1
        if left < 0:
            break
        reward, value = tree.rewards[source, slot] - gain, tree.values[source, slot] - gain
        if t_is_new:
            outline_of(node, tree.outline)
            value = reward + field_value(node, tree.outline, tree.weights, True, node[CHAIN])
        place_at = place_for(tree, depth, value)
        if place_at < 0:
            continue
        tree.rewards[depth, place_at] = reward
        there = tree.nodes[depth, place_at]
        for word in range(LINE):
            there[word] = node[word]
        for step in range(depth):
            there[LINE + step] = node[LINE + placed + step]
        there[ROOT] = root = first_of(tree, there[LINE])
        is_new(tree, key_of(tree, there, depth - 1), reward)
        if value > tree.best[depth, root]:
            tree.best[depth, root] = value
            for step in range(depth):
                tree.lines[depth, root, step] = there[LINE + step]
