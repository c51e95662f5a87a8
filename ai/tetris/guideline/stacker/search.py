"""The search: at every depth the best node that waits is expanded, in turns, so that all depths grow alike.

One round expands one node of each depth, from the first to the last; what a round finds is looked at by the next depth
in the same round. After w rounds this has seen about what a beam of width w sees, and it can be stopped after each
(known as Chokudai's search, after the programmer who made it popular in contests). Nodes behind the last known piece
are judged by the mean over the letters that the bag can give, of the best placement of each.
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
    placement_of,
    spin_of,
    ways_of,
)
from ai.tetris.guideline.kernels.placing import list_on_rows
from ai.tetris.guideline.kernels.reach import HEIGHT, MOST_WORDS, ROOM_WORDS, ROW_WORDS, WORD_ROWS
from ai.tetris.guideline.kernels.row_field import (
    OUTLINE_WORDS,
    field_rows,
    is_covered,
    outline_of,
    place_on_rows,
    raise_rows,
)
from ai.tetris.guideline.perfect_clear import clears_in_sight
from ai.tetris.guideline.stacker.judgement import (
    CHAINS,
    COMBOS,
    Numbers,
    attack_at,
    attacks_of,
    field_value,
    reward_of,
)
from ai.tetris.guideline.stacker.levels import ALL
from ai.tetris.guideline.stacker.weights import DEFAULT, Weights
from game.tetris.guideline import PIECES, Placement, State
from game.tetris.guideline.attack import TETRIS, AttackTable
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
# `seen` remembers positions by a hash of 64 bits, and the greatest reward with which each was met.

NO_PIECE = -1
MOST_KNOWN = ALL
MOST_DEPTH = MOST_KNOWN  # placements of known pieces
MOST_NODES = 2_048  # of a depth that wait to be expanded
MOST_ROOTS = 2 * MOST_PLACEMENTS
HELD, CHAIN, COMBO, WAITING, SENT, ROOT, LINE = range(ROW_WORDS, ROW_WORDS + 7)
NODE_WORDS = LINE + MOST_DEPTH
OUTLINE = LINE
CHILD_WORDS = OUTLINE + OUTLINE_WORDS
SEEN_BITS = 17

# of `game`; OPENER are the placements in which attack cancels twice
CAP, BLOCKING, CANCELLING, HOLE, WAYS, DEPTH, EPOCH, CHAINING, OPENER, GAME_WORDS = range(10)
# of `counters`: nodes made, first placements, which node is replaced next
NODES, ROOTS, TURN, COUNTERS = range(4)
NOTHING = -1e300
DEAD = -200.0  # rows of attack: what it is worth to have no placement


class Tree(NamedTuple):
    """All arrays of a search, made once.

    `queue` [MOST_KNOWN] the pieces behind the held one; `bag` [70] the letters that can come behind these, and
    `letters[0]` how many they are. `best` [depth, first placement] the greatest value of a node there, NOTHING where
    none was met, and `lines` its placements. `outline` is that of the node whose children are made. `children` hold
    the words of a node up to LINE and, from OUTLINE on, their outline; `earned` are their rewards, `worth` with what
    their fields are worth, `keys` their hashes. WAITING is -1 in a child that is not to be looked at.
    """

    nodes: Words
    values: Numbers
    rewards: Numbers
    order: Words
    sizes: Words
    seen: Words
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


def new_tree(attacks: Words, weights: NDArray[np.float64]) -> Tree:
    """The arrays for searches by one table of attacks and one set of weights."""
    depths = MOST_DEPTH + 2

    def words(*shape: int) -> Words:
        return np.zeros(shape, np.int64)

    return Tree(
        nodes=words(depths, MOST_NODES, NODE_WORDS),
        values=np.zeros((depths, MOST_NODES)),
        rewards=np.zeros((depths, MOST_NODES)),
        order=words(depths, MOST_NODES),
        sizes=words(depths),
        seen=words(2 << SEEN_BITS),
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


_NO_WAY = np.zeros(0, np.int64)
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
        slot = take_best(tree, depth) if tree.letters[0] else -1
        if slot >= 0:
            _look_beyond(tree, depth, slot)
            idle = False
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
            child[ROOT] = tree.counters[ROOTS]
            tree.counters[ROOTS] += 1
        tree.keys[number] = key = _key_of(tree, child, depth)
        prefetch(tree.seen, _seen_at(key))
    for number in range(count):
        if tree.children[number, WAITING] >= 0 and not _is_new(tree, tree.keys[number], tree.earned[number]):
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


@tight
def _place_all(tree: Tree, depth: int, slot: int, piece: int) -> int:
    """List all placements of `piece`, and make a child of each, with its reward; how many there are."""
    node, before = tree.nodes[depth, slot], tree.rewards[depth, slot]
    count = list_on_rows(node, piece, tree.game[WAYS], tree.listed, tree.room)
    for number in range(count):
        tree.earned[number] = before + _put(tree, node, tree.children[number], tree.listed[number], depth)
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
def _put(tree: Tree, node: Words, child: Words, at: int, depth: int) -> float:
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
def _key_of(tree: Tree, child: Words, depth: int) -> int:
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
def _is_new(tree: Tree, key: int, reward: float) -> bool:
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


# The search as values of the rules: a position goes in, placements with their worth and what follows come out.

MOST_FIELDS = 8_000  # looked at for perfect clears: some 15 ms, and enough for nearly all of seven pieces


class RootMove(NamedTuple):
    """A first placement, the worth of the best line behind it in rows of attack, its depth, and that line."""

    at: Placement
    value: float
    depth: int
    line: tuple[Placement, ...]


class BeamSearch:
    """One search after the other in the same arrays. Nothing is kept from one position to the next."""

    def __init__(self, weights: Weights = DEFAULT) -> None:
        self._weights = weights.words()
        self._tree: Tree | None = None
        self._table: AttackTable | None = None
        self._epoch = 0

    def look_at(self, state: State, most_known: int = MOST_KNOWN, clears: int = MOST_FIELDS) -> None:
        """Begin with a position that is not over. Of its pieces `most_known` count, the held one included.

        Perfect clears with these are looked for among `clears` fields at most, 0 for not at all.
        """
        tree = self._tree_for(state.rules.attack)
        self._epoch += 1
        held, queue, bag = _pieces(state, most_known)
        tree.queue[: len(queue)] = queue
        tree.bag[: len(bag)], tree.letters[0] = bag, len(bag)
        rules = state.rules.garbage
        game = tree.game
        game[DEPTH], game[EPOCH], game[CAP] = len(queue), self._epoch, rules.cap
        game[CHAINING] = state.rules.attack.perfect_chains
        game[BLOCKING], game[CANCELLING] = rules.blocking, rules.cancelling
        game[HOLE], game[OPENER] = state.garbage.hole or 0, state.garbage.pieces_of_opener(rules)
        game[WAYS] = ways_of(state.rules.kicks, state.rules.start, state.rules.gravity, state.rules.spins)
        self._plant(tree, state, held)
        if clears and not state.garbage.waiting:
            self._show_clears(tree, state, [piece for piece in (held, *queue) if piece != NO_PIECE], clears)

    def run(self, nodes: int) -> bool:
        """Search until `nodes` more are made; whether there may be more to find."""
        return bool(search(self._there(), _NO_WAY, nodes))

    @property
    def nodes(self) -> int:
        """Number of placements that were tried in this position."""
        return int(self._there().counters[NODES])

    @property
    def depth(self) -> int:
        """Number of placements in the deepest line; one more where the letters behind the last piece were tried."""
        tree = self._there()
        reached = np.flatnonzero(tree.best[:, : max(1, int(tree.counters[ROOTS]))].max(axis=1) > NOTHING)
        return int(reached[-1]) if len(reached) else 0

    def moves(self) -> list[RootMove]:
        """Every first placement, best first: those whose lines go on longest, and of these the most valuable."""
        tree = self._there()
        roots = int(tree.counters[ROOTS])
        best = tree.best[:, :roots]
        depths = best.shape[0] - 1 - (best[::-1] > NOTHING).argmax(axis=0)
        root_moves = [
            _root_move(tree, root, int(depths[root]))
            for root in range(roots)
            if best[depths[root], root] > NOTHING
        ]
        root_moves.sort(key=lambda each: (-each.depth, -each.value, each.at))
        return root_moves

    def first(self) -> Placement | None:
        """The first of `moves`, without the others; None where there is none."""
        tree = self._there()
        best = tree.best[:, : int(tree.counters[ROOTS])]
        depth = int(np.flatnonzero((best > NOTHING).any(axis=1))[-1]) if (best > NOTHING).any() else None
        if depth is None:
            return None
        roots = np.flatnonzero(best[depth] == best[depth].max())
        return min(placement_of(int(tree.lines[depth, root, 0])) for root in roots)

    # -- inside --

    def _there(self) -> Tree:
        assert self._tree is not None
        return self._tree

    def _tree_for(self, table: AttackTable) -> Tree:
        if self._tree is None or table != self._table:
            self._tree, self._table = new_tree(attacks_of(table), self._weights), table
        return self._tree

    def _plant(self, tree: Tree, state: State, held: int) -> None:
        """Make the first node the only one."""
        tree.counters[:], tree.sizes[:] = 0, 0
        tree.best[:] = NOTHING
        tree.order[:] = np.arange(tree.order.shape[1])
        node = tree.nodes[0, 0]
        node[:] = 0
        node[:ROW_WORDS] = field_rows(state.field)
        node[HELD] = held
        node[CHAIN], node[COMBO] = min(state.chain, CHAINS - 1), min(state.combo, COMBOS - 1)
        node[WAITING], node[SENT] = state.garbage.waiting, state.garbage.sent
        tree.sizes[0], tree.values[0, 0], tree.rewards[0, 0] = 1, 0.0, 0.0

    def _show_clears(self, tree: Tree, state: State, pieces: list[int], most: int) -> None:
        """Walk the search along the perfect clears in sight."""
        hold = state.rules.hold and len(pieces) > 1
        ways, _ = clears_in_sight(state.field, pieces, hold, most, state.rules.kicks)
        for way in ways:
            search(tree, np.array(way, np.int64), 0)


def _pieces(state: State, most_known: int) -> tuple[int, list[int], list[int]]:
    """The piece held, those behind it, and the letters of which the next one behind these is drawn."""
    hold = [] if state.hold is None or not state.rules.hold else [state.hold]
    queue = state.queue.pieces(MOST_KNOWN)
    if most_known == 1 and queue:
        return NO_PIECE, [queue[0]], []  # whoever sees the current piece only does not think of holding it
    known = [*hold, *queue]
    cut = known[:most_known]
    left = _letters(state, len(cut) - len(hold)) if len(cut) == len(known) else []
    if state.rules.hold and len(cut) > 1:
        ends = not left and len(cut) == len(known)
        return cut[0], cut[1:] + [NO_PIECE] * ends, left
    # a lone piece is placed whoever holds it
    return NO_PIECE, cut[-1:] if hold and len(cut) == 1 else cut, left


def _letters(state: State, drawn: int) -> list[int]:
    """The letters that can come once so many pieces are drawn; every one where there is no bag."""
    if state.queue.kind == "list":
        return []
    return sorted(state.queue.bag_left(drawn) or range(len(PIECES)))


def _root_move(tree: Tree, root: int, depth: int) -> RootMove:
    placements = [
        placement_of(int(at)) for at in tree.lines[depth, root, : min(depth, int(tree.game[DEPTH]))]
    ]
    return RootMove(placements[0], float(tree.best[depth, root]), depth, tuple(placements[1:]))
