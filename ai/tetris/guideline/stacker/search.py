"""The search: at every depth the best node that waits is expanded, in turns, so that all depths grow alike.

One round expands one node of each depth, from the first to the last; what a round finds is looked at by the next depth
in the same round. After w rounds this has seen about what a beam of width w sees, and it can be stopped after each
(known as Chokudai's search, after the programmer who made it popular in contests). Nodes behind the last known piece
are judged by the mean over the letters that the bag can give, of the best placement of each.
"""

from __future__ import annotations

from ai.kernel import inlined, tight
from ai.tetris.guideline.kernels.layout import BOTTOM, CELLS, Words, spin_of
from ai.tetris.guideline.kernels.placing import list_placements, place
from ai.tetris.guideline.stacker.heap import place_for, take_best
from ai.tetris.guideline.stacker.judgement import attack_at, field_value, reward_of
from ai.tetris.guideline.stacker.layout import (
    BLOCKING,
    CANCELLING,
    CAP,
    CHAIN,
    COMBO,
    DEAD,
    DEPTH,
    EPOCH,
    HELD,
    HOLE,
    LINE,
    NO_PIECE,
    NODE_WORDS,
    NODES,
    NOTHING,
    ROOT,
    ROOTS,
    SEEN_BITS,
    WAITING,
    WAYS,
    Tree,
)
from game.tetris.guideline.attack import TETRIS
from game.tetris.guideline.field import COLUMNS
from game.tetris.guideline.pieces import T

FINE = 1 << 16  # parts of a row of attack, by which rewards are told apart
_ODD = -7046029254386353131  # 2^64 / golden ratio, as a signed word


@tight
def search(tree: Tree, nodes: int) -> bool:
    """Expand nodes until `nodes` more are made; whether there may be more to find."""
    end, depth = tree.counters[NODES] + nodes, tree.game[DEPTH]
    while tree.counters[NODES] < end:
        idle = True
        for at in range(depth):
            slot = take_best(tree, at)
            if slot >= 0:
                _expand(tree, at, slot)
                idle = False
        slot = take_best(tree, depth) if tree.letters[0] else -1
        if slot >= 0:
            _look_beyond(tree, depth, slot)
            idle = False
        if idle:
            return False
    return True


@tight
def follow(tree: Tree, way: Words) -> None:
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
    found = -1
    for number in range(tree.sizes[depth]):
        slot = tree.order[depth, number]
        same = True
        for step in range(depth):
            same &= (tree.nodes[depth, slot, LINE + step] ^ way[step]) < 4
        if same and (found < 0 or tree.values[depth, slot] > tree.values[depth, found]):
            found = slot
    return found


@tight
def _expand(tree: Tree, depth: int, slot: int) -> None:
    """Make all children of a node."""
    held, current = tree.nodes[depth, slot, HELD], tree.queue[depth]
    if current != NO_PIECE:
        _children(tree, depth, slot, current, held)
    if held not in (NO_PIECE, current):
        _children(tree, depth, slot, held, current)


@tight
def _children(tree: Tree, depth: int, slot: int, piece: int, held: int) -> None:
    """Make the children that place `piece` and hold the other one."""
    node, child = tree.nodes[depth, slot], tree.child
    count = list_placements(node, piece, tree.game[WAYS], tree.listed, tree.room)
    t_known = held == T
    for later in range(depth + 1, tree.game[DEPTH]):
        t_known |= tree.queue[later] == T
    for word in range(LINE, LINE + depth):
        child[word] = node[word]
    for number in range(count):
        at = tree.listed[number]
        reward = tree.rewards[depth, slot] + _put(tree, node, child, at)
        tree.counters[NODES] += 1
        if depth == 0:
            child[ROOT] = tree.counters[ROOTS]
            tree.counters[ROOTS] += 1
        if child[WAITING] < 0:
            continue
        child[HELD], child[LINE + depth] = held, at
        if not _is_new(tree, depth, reward):
            continue
        value = reward + field_value(child, tree.weights, t_known, child[CHAIN])
        _note(tree, depth + 1, child[ROOT], value)
        place_at = place_for(tree, depth + 1, value)
        if place_at >= 0:
            tree.rewards[depth + 1, place_at] = reward
            for word in range(NODE_WORDS):
                tree.nodes[depth + 1, place_at, word] = child[word]


@inlined
def _put(tree: Tree, node: Words, child: Words, at: int) -> float:
    """Write the node's field and counts after a placement into `child`; the reward. Over: WAITING is -1."""
    rows, spin, game = place(node, child, at), spin_of(at), tree.game
    perfect = False
    if rows:
        left = 0
        for x in range(COLUMNS):
            left |= child[x]
        perfect = left == 0
    chain, combo, waiting = node[CHAIN], node[COMBO], node[WAITING]
    attack = tree.attacks[attack_at(spin, rows, chain, combo, perfect)]
    child[CHAIN], child[COMBO] = chain, 0
    if rows:
        child[COMBO] = combo + 1
        child[CHAIN] = chain + 1 if rows >= TETRIS or spin else 0
    if waiting:
        if game[CANCELLING]:
            waiting = max(0, waiting - attack)
        if not (rows and game[BLOCKING]):
            waiting = _rise(child, waiting, game[CAP], game[HOLE])
    child[WAITING], child[ROOT] = waiting, node[ROOT]
    return reward_of(node, at, rows, attack, perfect, tree.weights)


@tight
def _rise(field: Words, waiting: int, cap: int, hole: int) -> int:
    """Let waiting rows come up, all with their hole in one column; how many still wait, -1 where that is the end."""
    count = min(waiting, cap)
    rows, over = CELLS & ~((1 << BOTTOM + 1 - count) - 1), False
    for x in range(COLUMNS):
        over |= field[x] & (2 << count) - 1 != 0
        field[x] = field[x] >> count | (rows if x != hole else 0)
    return -1 if over else waiting - count


@inlined
def _is_new(tree: Tree, depth: int, reward: float) -> bool:
    """Whether the position in `child` was not met at this depth with as great a reward."""
    child, key = tree.child, tree.game[EPOCH] * 16 + depth
    for word in range(WAITING + 1):
        key = (key ^ child[word]) * _ODD
        key ^= key >> 29
    at = key >> 20 & (1 << SEEN_BITS) - 1
    worth = int(reward * FINE)
    if tree.seen[at, 0] == key and tree.seen[at, 1] >= worth:
        return False
    tree.seen[at, 0], tree.seen[at, 1] = key, worth
    return True


@inlined
def _note(tree: Tree, depth: int, root: int, value: float) -> None:
    """Remember the line in `child` where it is the best of its first placement at this depth."""
    if value > tree.best[depth, root]:
        tree.best[depth, root] = value
        for step in range(depth):
            tree.lines[depth, root, step] = tree.child[LINE + step]


@tight
def _look_beyond(tree: Tree, depth: int, slot: int) -> None:
    """Judge a node of the last depth by what the next letters of the bag can do."""
    node, count = tree.nodes[depth, slot], tree.letters[0]
    held = node[HELD]
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
    node, child = tree.nodes[depth, slot], tree.child
    count = list_placements(node, piece, tree.game[WAYS], tree.listed, tree.room)
    best: float = DEAD + tree.rewards[depth, slot]
    for number in range(count):
        reward = tree.rewards[depth, slot] + _put(tree, node, child, tree.listed[number])
        if child[WAITING] >= 0:
            best = max(best, reward + field_value(child, tree.weights, t_known, child[CHAIN]))
    tree.counters[NODES] += count
    return best
