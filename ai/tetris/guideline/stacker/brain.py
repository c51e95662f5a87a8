"""The search as values of the rules: a position goes in, placements with their worth and what follows come out."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from ai.tetris.guideline.clears_in_sight import clears_in_sight
from ai.tetris.guideline.kernels.layout import field_words, placement_of, ways_of
from ai.tetris.guideline.stacker.judgement import CHAINS, COMBOS, attacks_of
from ai.tetris.guideline.stacker.layout import (
    BLOCKING,
    CANCELLING,
    CAP,
    CHAIN,
    COMBO,
    DEPTH,
    EPOCH,
    HELD,
    HOLE,
    MOST_KNOWN,
    NO_PIECE,
    NODES,
    NOTHING,
    ROOTS,
    WAITING,
    WAYS,
    Tree,
    new_tree,
)
from ai.tetris.guideline.stacker.search import follow, search
from ai.tetris.guideline.stacker.weights import DEFAULT, Weights
from game.tetris.guideline import COLUMNS, PIECES, Placement, State
from game.tetris.guideline.attack import AttackTable

MOST_FIELDS = 8_000  # looked at for perfect clears: some 15 ms, and enough for nearly all of seven pieces


class Found(NamedTuple):
    """A first placement, the worth of the best line behind it in rows of attack, its depth, and that line."""

    at: Placement
    value: float
    depth: int
    line: tuple[Placement, ...]


class Brain:
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
        tree = self._tree_for(state.table.table)
        self._epoch += 1
        held, queue, bag = _pieces(state, most_known)
        tree.queue[: len(queue)] = queue
        tree.bag[: len(bag)], tree.letters[0] = bag, len(bag)
        rules = state.table.garbage
        game = tree.game
        game[DEPTH], game[EPOCH], game[CAP] = len(queue), self._epoch, rules.cap
        game[BLOCKING], game[CANCELLING] = rules.blocking, rules.cancelling
        game[HOLE] = state.garbage.hole or 0
        game[WAYS] = ways_of(state.table.kicks, state.table.start, state.table.gravity)
        self._plant(tree, state, held)
        if clears and not state.garbage.waiting:
            self._show_clears(tree, state, [piece for piece in (held, *queue) if piece != NO_PIECE], clears)

    def run(self, nodes: int) -> bool:
        """Search until `nodes` more are made; whether there may be more to find."""
        return bool(search(self._there(), nodes))

    @property
    def nodes(self) -> int:
        """How many placements were tried in this position."""
        return int(self._there().counters[NODES])

    @property
    def depth(self) -> int:
        """How many placements the deepest line has; one more where the letters behind the last piece were tried."""
        tree = self._there()
        reached = np.flatnonzero(tree.best[:, : max(1, int(tree.counters[ROOTS]))].max(axis=1) > NOTHING)
        return int(reached[-1]) if len(reached) else 0

    def found(self) -> list[Found]:
        """Every first placement, best first: those whose lines go on longest, and of these the most valuable."""
        tree = self._there()
        roots = int(tree.counters[ROOTS])
        best = tree.best[:, :roots]
        depths = best.shape[0] - 1 - (best[::-1] > NOTHING).argmax(axis=0)
        found = [
            _found(tree, root, int(depths[root]))
            for root in range(roots)
            if best[depths[root], root] > NOTHING
        ]
        found.sort(key=lambda each: (-each.depth, -each.value, each.at))
        return found

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
        node[:COLUMNS] = field_words(state.field)
        node[HELD] = held
        node[CHAIN], node[COMBO] = min(state.chain, CHAINS - 1), min(state.combo, COMBOS - 1)
        node[WAITING] = state.garbage.waiting
        tree.sizes[0], tree.values[0, 0], tree.rewards[0, 0] = 1, 0.0, 0.0

    def _show_clears(self, tree: Tree, state: State, pieces: list[int], most: int) -> None:
        """Walk the search along the perfect clears in sight."""
        hold = state.table.hold and len(pieces) > 1
        ways, _ = clears_in_sight(state.field, pieces, hold, most, state.table.kicks)
        for way in ways:
            follow(tree, np.array(way, np.int64))


def _pieces(state: State, most_known: int) -> tuple[int, list[int], list[int]]:
    """The piece held, those behind it, and the letters of which the next one behind these is drawn."""
    hold = [] if state.hold is None or not state.table.hold else [state.hold]
    queue = state.queue.pieces(MOST_KNOWN)
    if most_known == 1 and queue:
        return NO_PIECE, [queue[0]], []  # whoever sees the current piece only does not think of holding it
    known = [*hold, *queue]
    cut = known[:most_known]
    left = _letters(state, len(cut) - len(hold)) if len(cut) == len(known) else []
    if state.table.hold and len(cut) > 1:
        ends = not left and len(cut) == len(known)
        return cut[0], cut[1:] + [NO_PIECE] * ends, left
    # a lone piece is placed whoever holds it
    return NO_PIECE, cut[-1:] if hold and len(cut) == 1 else cut, left


def _letters(state: State, drawn: int) -> list[int]:
    """The letters that can come once so many pieces are drawn; every one where there is no bag."""
    if state.queue.kind == "list":
        return []
    return sorted(state.queue.bag_left(drawn) or range(len(PIECES)))


def _found(tree: Tree, root: int, depth: int) -> Found:
    placements = [
        placement_of(int(at)) for at in tree.lines[depth, root, : min(depth, int(tree.game[DEPTH]))]
    ]
    return Found(placements[0], float(tree.best[depth, root]), depth, tuple(placements[1:]))
