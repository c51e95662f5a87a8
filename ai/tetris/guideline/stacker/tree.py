"""The search: at every depth the best node that waits is expanded, in turns, so that all depths grow alike.

One round expands one node of each depth, from the first to the last; what a round finds is looked at by the next depth
in the same round. After w rounds this has seen about what a beam of width w sees, and it can be stopped after each
(known as Chokudai's search, after the programmer who made it popular in contests). Nodes behind the last known piece
are judged by the mean over the letters that the bag can give, of the best placement of each: one every second round.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from ai.bits import prefetch
from ai.kernel import inlined, tight
from ai.shorts import greatest, shorts_at
from ai.tetris.guideline.kernels.layout import (
    MOST_PLACEMENTS,
    Words,
    spin_of,
)
from ai.tetris.guideline.kernels.placing import list_on_rows
from ai.tetris.guideline.kernels.reach import HEIGHT, MOST_WORDS, ROOM_WORDS, ROW_WORDS, WORD_ROWS
from ai.tetris.guideline.kernels.row_field import (
    OUTLINE_WORDS,
    is_covered,
    outline_of,
    place_on_rows,
    raise_rows,
)
from ai.tetris.guideline.stacker.judgement import (
    Numbers,
    attack_at,
    field_value,
    reward_of,
)
from ai.tetris.guideline.stacker.levels import ALL
from game.tetris.guideline.attack import TETRIS
from game.tetris.guideline.pieces import T

# How a search lies in memory.
#
# Pieces are known by place: `held` at the start, then `queue`; NO_PIECE behind these is the end of all pieces. An
# empty hold is as good as the first piece held, since what can be placed is the same ever after; so at every depth
# one of two pieces is placed, and the other is held.
#
# A node is a row of words, the field first:
#
#     0–7  field   HELD piece or NO_PIECE   CHAIN, COMBO as in the rules   WAITING rows   SENT rows in the opener, 0
#     behind it   ROOT the number of the first placement   LINE the placements that led to it
#
# Nodes of one depth share `MOST_NODES` places. `order[depth]` is a permutation of them: its first `sizes[depth]` are
# a heap, the best on top, the others are free. A node that has been expanded is free, but not overwritten before the
# next one of its depth comes. When all are taken, a new node takes the place of one in the lower half that is worse.
#
# A node whose placements are all that is known is copied to the depth behind it when the letters that come next are
# tried: once the next piece is known the search goes on there.
#
# `seen` remembers positions by a hash of 64 bits, and the greatest reward with which each was met.

NO_PIECE = -1
MOST_KNOWN = ALL
MOST_DEPTH = MOST_KNOWN  # placements of known pieces
SPARE = MOST_DEPTH + 2  # behind all depths: room for the nodes of one
MOST_NODES = 2_048  # of a depth that wait to be expanded
MOST_ROOTS = 2 * MOST_PLACEMENTS
HELD, CHAIN, COMBO, WAITING, SENT, ROOT, LINE = range(ROW_WORDS, ROW_WORDS + 7)
NODE_WORDS = LINE + MOST_DEPTH
OUTLINE = LINE
CHILD_WORDS = OUTLINE + OUTLINE_WORDS
SEEN_BITS = 17

# of `game`; OPENER are the placements in which attack cancels twice
CAP, BLOCKING, CANCELLING, HOLE, WAYS, DEPTH, EPOCH, CHAINING, OPENER, GAME_WORDS = range(10)
# of `counters`: nodes made, first placements, how many of them an earlier search knew, which node is replaced next,
# rounds begun
NODES, ROOTS, KNOWN, TURN, ROUNDS, COUNTERS = range(6)
BEYOND_EVERY = 2  # rounds: the letters of a bag take as many nodes as three depths
NOTHING = -1e300
DEAD = -200.0  # rows of attack: what it is worth to have no placement


class Tree(NamedTuple):
    """All arrays of a search, made once.

    `queue` [MOST_KNOWN] the pieces behind the held one; `bag` [70] the letters that can come behind these, and
    `letters[0]` how many they are. `firsts` are the first placements. `best` [depth, first placement] the greatest
    value of a node there, NOTHING where none was met, and `lines` its placements. `outline` is that of the node whose
    children are made. `children` hold the words of a node up to LINE and, from OUTLINE on, their outline; `earned` are
    their rewards, `worth` with what their fields are worth, `keys` their hashes. WAITING is -1 in a child that is not
    to be looked at. `gains` are the rewards of the first placements that lead to the position of the next search,
    NOTHING those of all others.
    """

    nodes: Words
    values: Numbers
    rewards: Numbers
    order: Words
    sizes: Words
    seen: Words
    firsts: Words
    best: Numbers
    lines: Words
    queue: Words
    bag: Words
    letters: Words
    game: Words
    counters: Words
    attacks: Words
    weights: Numbers
    listed: Words
    outline: Words
    children: Words
    earned: Numbers
    worth: Numbers
    keys: Words
    room: Words
    gains: Numbers


def new_tree(attacks: Words, weights: NDArray[np.float64]) -> Tree:
    """The arrays for searches by one table of attacks and one set of weights."""
    depths = SPARE + 1

    def words(*shape: int) -> Words:
        return np.zeros(shape, np.int64)

    return Tree(
        nodes=words(depths, MOST_NODES, NODE_WORDS),
        values=np.zeros((depths, MOST_NODES)),
        rewards=np.zeros((depths, MOST_NODES)),
        order=words(depths, MOST_NODES),
        sizes=words(depths),
        seen=words(2 << SEEN_BITS),
        firsts=words(MOST_ROOTS),
        best=np.zeros((depths, MOST_ROOTS)),
        lines=words(depths, MOST_ROOTS, MOST_DEPTH),
        queue=words(MOST_KNOWN),
        bag=words(70),
        letters=words(1),
        game=words(GAME_WORDS),
        counters=words(COUNTERS),
        attacks=attacks,
        weights=weights,
        listed=words(MOST_PLACEMENTS),
        outline=words(OUTLINE_WORDS),
        children=words(MOST_PLACEMENTS, CHILD_WORDS),
        earned=np.zeros(MOST_PLACEMENTS),
        worth=np.zeros(MOST_PLACEMENTS),
        keys=words(MOST_PLACEMENTS),
        room=words(ROOM_WORDS),
        gains=np.zeros(MOST_ROOTS),
    )


# The nodes of one depth that wait to be expanded: a heap of bounded size, the best node on top.

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
    """Return the place for a new node of this value: -1 where it is not good enough to wait."""
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


FINE = 1 << 16  # parts of a row of attack, by which rewards are told apart
_ODD = -7046029254386353131  # 2^64 / golden ratio, as a signed word


@tight
def search(tree: Tree, way: Words, nodes: int) -> bool:
    """Expand the nodes along a way, then others until `nodes` more are made; whether there may be more to find.

    That both are one kernel halves the time to compile them.
    """
    if len(way):
        _follow(tree, way)
    end, depth = tree.counters[NODES] + nodes, tree.game[DEPTH]
    while tree.counters[NODES] < end:
        idle = True
        for at in range(depth):
            slot = take_best(tree, at)
            if slot >= 0:
                _expand(tree, at, slot)
                idle = False
        tree.counters[ROUNDS] += 1
        if tree.letters[0] and tree.sizes[depth]:
            idle = False
            if tree.counters[ROUNDS] % BEYOND_EVERY == 0:
                slot = take_best(tree, depth)
                _look_beyond(tree, depth, slot)
                copy_node(tree, depth, slot, depth + 1)
        if idle:
            return False
    return True


@tight
def _follow(tree: Tree, way: Words) -> None:
    """Expand the nodes along a way from the root, whatever they are worth, so that the search knows its end."""
    known = tree.game[DEPTH]
    for depth in range(min(len(way), known)):
        if depth == 0 and tree.sizes[0]:
            _expand(tree, 0, take_best(tree, 0))
        elif depth:
            slot = _waiting_on(tree, depth, way)
            if slot < 0:
                return
            _expand(tree, depth, slot)
    if len(way) > known and tree.letters[0]:  # the last one is the piece in hold
        slot = _waiting_on(tree, known, way)
        if slot >= 0:
            _look_beyond(tree, known, slot)


@inlined
def _waiting_on(tree: Tree, depth: int, way: Words) -> int:
    """The best of the nodes that wait behind the first `depth` placements of a way, whatever their spins; -1: none."""
    result = -1
    for number in range(tree.sizes[depth]):
        slot = tree.order[depth, number]
        same = True
        for step in range(depth):
            same &= (tree.nodes[depth, slot, LINE + step] ^ way[step]) < 4
        if same and (result < 0 or tree.values[depth, slot] > tree.values[depth, result]):
            result = slot
    return result


@tight
def _expand(tree: Tree, depth: int, slot: int) -> None:
    """Make all children of a node."""
    outline_of(tree.nodes[depth, slot], tree.outline)
    held, current = tree.nodes[depth, slot, HELD], tree.queue[depth]
    if current != NO_PIECE:
        _children(tree, depth, slot, current, held)
    if held not in (NO_PIECE, current):
        _children(tree, depth, slot, held, current)


@tight
def _children(tree: Tree, depth: int, slot: int, piece: int, held: int) -> None:
    """Make the children that place `piece` and hold the other one.

    The positions seen lie far apart in memory: all are asked for before the first is needed.
    """
    count = _place_all(tree, depth, slot, piece)
    t_known = held == T
    for later in range(depth + 1, tree.game[DEPTH]):
        t_known |= tree.queue[later] == T
    for number in range(count):
        child = tree.children[number]
        child[HELD] = held
        if depth == 0:
            child[ROOT] = first_of(tree, tree.listed[number])
            if child[ROOT] < tree.counters[KNOWN]:  # searched before
                child[WAITING] = -1
                continue
        tree.keys[number] = key = key_of(tree, child, depth)
        prefetch(tree.seen, _seen_at(key))
    for number in range(count):
        if tree.children[number, WAITING] >= 0 and not is_new(tree, tree.keys[number], tree.earned[number]):
            tree.children[number, WAITING] = -1
    _judge_all(tree, count, t_known)
    for number in range(count):
        child, value = tree.children[number], tree.worth[number]
        if child[WAITING] < 0:
            continue
        _note(tree, depth, slot, number, value)
        place_at = place_for(tree, depth + 1, value)
        if place_at >= 0:
            tree.rewards[depth + 1, place_at] = tree.earned[number]
            for word in range(LINE):
                tree.nodes[depth + 1, place_at, word] = child[word]
            _write_line(tree, depth, slot, number, tree.nodes[depth + 1, place_at, LINE:])


@inlined
def first_of(tree: Tree, at: int) -> int:
    """The number of a first placement, a new one for a new placement."""
    count = tree.counters[ROOTS]
    for root in range(count):
        if tree.firsts[root] == at:
            return root
    tree.firsts[count] = at
    tree.counters[ROOTS] = count + 1
    return int(count)


@inlined
def copy_node(tree: Tree, depth: int, slot: int, to: int) -> None:
    """Let a node wait at another depth, too."""
    place_at = place_for(tree, to, tree.values[depth, slot])
    if place_at >= 0:
        tree.rewards[to, place_at] = tree.rewards[depth, slot]
        for word in range(NODE_WORDS):
            tree.nodes[to, place_at, word] = tree.nodes[depth, slot, word]


@tight
def _place_all(tree: Tree, depth: int, slot: int, piece: int) -> int:
    """List all placements of `piece`, and make a child of each, with its reward; how many there are."""
    node, before = tree.nodes[depth, slot], tree.rewards[depth, slot]
    count = list_on_rows(node, piece, tree.game[WAYS], tree.listed, tree.room)
    for number in range(count):
        tree.earned[number] = before + put(tree, node, tree.children[number], tree.listed[number], depth)
    tree.counters[NODES] += count
    return count


@tight
def _judge_all(tree: Tree, count: int, t_known: bool) -> None:
    """Write what the children are worth, but those that are over or known."""
    for number in range(count):
        child = tree.children[number]
        if child[WAITING] >= 0:
            value = field_value(child, child[OUTLINE:], tree.weights, t_known, child[CHAIN])
            tree.worth[number] = tree.earned[number] + value


@inlined
def _write_line(tree: Tree, depth: int, slot: int, number: int, line: Words) -> None:
    """Write the placements that lead to a child."""
    for step in range(depth):
        line[step] = tree.nodes[depth, slot, LINE + step]
    line[depth] = tree.listed[number]


@inlined
def put(tree: Tree, node: Words, child: Words, at: int, depth: int) -> float:
    """Write the node's field and counts after placement `depth` into `child`; the reward. Over: WAITING is -1."""
    spin, game, outline = spin_of(at), tree.game, child[OUTLINE:]
    rows = place_on_rows(node, tree.outline, child, outline, at)
    perfect, new_outline = False, rows > 0
    if rows:
        left = 0
        for word in range(MOST_WORDS):
            left |= child[word]
        perfect = left == 0
    chain, combo, waiting = node[CHAIN], node[COMBO], node[WAITING]
    attack = tree.attacks[attack_at(spin, rows, chain, combo, perfect)]
    child[CHAIN], child[COMBO] = chain, 0
    if rows:
        child[COMBO] = combo + 1
        child[CHAIN] = chain + 1 if rows >= TETRIS or spin or (perfect and game[CHAINING]) else 0
    child[SENT] = 0
    if game[OPENER] > depth:
        # asked once here, by the rules before each part of a surge or perfect clear
        twice = waiting >= node[SENT]
        if game[OPENER] > depth + 1:
            child[SENT] = node[SENT] + (max(0, attack - waiting) if game[CANCELLING] else attack)
        if twice and game[CANCELLING]:
            waiting = max(0, waiting - attack)
    if waiting:
        if game[CANCELLING]:
            waiting = max(0, waiting - attack)
        if not (rows and game[BLOCKING]):
            waiting = _rise(child, waiting, game[CAP], game[HOLE])
            new_outline = True
    if new_outline:
        outline_of(child, outline)
    else:
        child[HEIGHT] = greatest(shorts_at(outline, 0))
    child[WAITING], child[ROOT] = waiting, node[ROOT]
    return reward_of(at, rows, attack, perfect, is_covered(tree.outline, at), tree.weights)


@tight
def _rise(field: Words, waiting: int, cap: int, hole: int) -> int:
    """Let waiting rows come up, all with their hole in one column; how many still wait, -1 where that is the end."""
    count = min(waiting, cap)
    return -1 if raise_rows(field, count, hole) else waiting - count


@inlined
def _mixed(key: int) -> int:
    key *= _ODD
    return key ^ key >> 29


@inlined
def key_of(tree: Tree, child: Words, depth: int) -> int:
    """The hash of a position at a depth of this search."""
    counts = (
        child[HELD] + 1 | child[CHAIN] << 4 | child[COMBO] << 12 | child[WAITING] << 20 | child[SENT] << 40
    )
    key = _mixed(_mixed(tree.game[EPOCH] * 16 + depth) ^ counts)
    for word in range((child[HEIGHT] + WORD_ROWS - 1) // WORD_ROWS):
        key = _mixed(key ^ child[word])
    return key


@inlined
def _seen_at(key: int) -> int:
    at: int = (key >> 20 & (1 << SEEN_BITS) - 1) * 2
    return at


@inlined
def is_new(tree: Tree, key: int, reward: float) -> bool:
    """Return True if a position was not met at this depth with as great a reward."""
    at, worth = _seen_at(key), int(reward * FINE)
    if tree.seen[at] == key and tree.seen[at + 1] >= worth:
        return False
    tree.seen[at], tree.seen[at + 1] = key, worth
    return True


@inlined
def _note(tree: Tree, depth: int, slot: int, number: int, value: float) -> None:
    """Remember the line of a child where it is the best of its first placement at its depth."""
    root = tree.children[number, ROOT]
    if value > tree.best[depth + 1, root]:
        tree.best[depth + 1, root] = value
        _write_line(tree, depth, slot, number, tree.lines[depth + 1, root])


@tight
def _look_beyond(tree: Tree, depth: int, slot: int) -> None:
    """Judge a node of the last depth by what the next letters of the bag can do."""
    node, count = tree.nodes[depth, slot], tree.letters[0]
    held = node[HELD]
    outline_of(node, tree.outline)
    best_held = NOTHING
    if held != NO_PIECE:
        best_held = _best_child(tree, depth, slot, held, False)
    total, before, value = 0.0, NO_PIECE, NOTHING
    for number in range(count):
        letter = tree.bag[number]
        if letter != before:
            value = DEAD if letter == held else _best_child(tree, depth, slot, letter, held == T)
            before = letter
        total += max(value, best_held)
    value = total / count
    if value > tree.best[depth + 1, node[ROOT]]:
        tree.best[depth + 1, node[ROOT]] = value
        for step in range(depth):
            tree.lines[depth + 1, node[ROOT], step] = node[LINE + step]


@tight
def _best_child(tree: Tree, depth: int, slot: int, piece: int, t_known: bool) -> float:
    """The greatest value that placing `piece` leads to, DEAD where it cannot be placed."""
    best: float = DEAD + tree.rewards[depth, slot]
    count = _place_all(tree, depth, slot, piece)
    _judge_all(tree, count, t_known)
    for number in range(count):
        if tree.children[number, WAITING] >= 0:
            best = max(best, tree.worth[number])
    return best
