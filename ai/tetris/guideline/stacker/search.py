"""The search as values of the rules: a position goes in, placements with their worth and what follows come out."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from ai.tetris.guideline.kernels.layout import Words, placement_of, ways_of
from ai.tetris.guideline.kernels.reach import ROW_WORDS
from ai.tetris.guideline.kernels.row_field import field_rows
from ai.tetris.guideline.perfect_clear import clears_in_sight
from ai.tetris.guideline.stacker.judgement import CHAINS, COMBOS, attacks_of
from ai.tetris.guideline.stacker.subtree import keep
from ai.tetris.guideline.stacker.tree import (
    BLOCKING,
    CANCELLING,
    CAP,
    CHAIN,
    CHAINING,
    COMBO,
    DEPTH,
    EPOCH,
    GAME_WORDS,
    HELD,
    HOLE,
    LINE,
    MOST_KNOWN,
    NO_PIECE,
    NODES,
    NOTHING,
    OPENER,
    ROOTS,
    SENT,
    WAITING,
    WAYS,
    Tree,
    new_tree,
    search,
)
from ai.tetris.guideline.stacker.weights import DEFAULT, Weights
from game.tetris.guideline import PIECES, Placement, State
from game.tetris.guideline.attack import AttackTable

_NO_WAY = np.zeros(0, np.int64)

MOST_FIELDS = 8_000  # looked at for perfect clears: some 15 ms, and enough for nearly all of seven pieces


class RootMove(NamedTuple):
    """A first placement, the worth of the best line behind it in rows of attack, its depth, and that line."""

    at: Placement
    value: float
    depth: int
    line: tuple[Placement, ...]


class BeamSearch:
    """One search after the other in the same arrays."""

    def __init__(self, weights: Weights = DEFAULT) -> None:
        self._weights = weights.words()
        self._tree: Tree | None = None
        self._table: AttackTable | None = None
        self._epoch = 0

    def look_at(
        self, state: State, most_known: int = MOST_KNOWN, clears: int = MOST_FIELDS, keep_on: bool = False
    ) -> None:
        """Begin with a position that is not over. Of its pieces `most_known` count, the held one included.

        Perfect clears with these are looked for among `clears` fields at most, 0 for not at all; then the search walks
        along them. With `keep_on` all is kept that was searched behind this position before, by way of a placement or
        while fewer pieces were known; but not where there are perfect clears: of equal positions only one is kept, and
        the ways to them may have gone through others.
        """
        tree, is_old = self._tree_for(state.rules.attack)
        self._epoch += 1
        held, queue, bag = _pieces(state, most_known)
        game, root = self._game(state, len(queue)), _root(state, held)
        ways = _clears(state, [piece for piece in (held, *queue) if piece != NO_PIECE], clears)
        is_kept = keep_on and is_old and not ways and _is_kept(tree, root, game, np.array(queue, np.int64))
        if not is_kept:
            tree.game[:] = game
            tree.queue[: len(queue)] = queue
            self._plant(tree, root)
        tree.bag[: len(bag)], tree.letters[0] = bag, len(bag)
        for way in ways:
            search(tree, np.array(way, np.int64), 0)

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

    def _tree_for(self, table: AttackTable) -> tuple[Tree, bool]:
        """The arrays, and True if something was searched in them before."""
        if self._tree is None or table != self._table:
            self._tree, self._table = new_tree(attacks_of(table), self._weights), table
            return self._tree, False
        return self._tree, True

    def _game(self, state: State, depth: int) -> Words:
        """The rules as the search asks for them."""
        rules, game = state.rules.garbage, np.zeros(GAME_WORDS, np.int64)
        game[DEPTH], game[EPOCH], game[CAP] = depth, self._epoch, rules.cap
        game[CHAINING] = state.rules.attack.perfect_chains
        game[BLOCKING], game[CANCELLING] = rules.blocking, rules.cancelling
        game[HOLE], game[OPENER] = state.garbage.hole or 0, state.garbage.pieces_of_opener(rules)
        game[WAYS] = ways_of(state.rules.kicks, state.rules.start, state.rules.gravity, state.rules.spins)
        return game

    def _plant(self, tree: Tree, root: Words) -> None:
        """Make the first node the only one."""
        tree.counters[:], tree.sizes[:] = 0, 0
        tree.best[:] = NOTHING
        tree.order[:] = np.arange(tree.order.shape[1])
        tree.nodes[0, 0, :LINE] = root
        tree.sizes[0], tree.values[0, 0], tree.rewards[0, 0] = 1, 0.0, 0.0


def _clears(state: State, pieces: list[int], most: int) -> list[list[int]]:
    """The ways to perfect clears with these pieces."""
    if not most or state.garbage.waiting:
        return []
    hold = state.rules.hold and len(pieces) > 1
    return clears_in_sight(state.field, pieces, hold, most, state.rules.kicks)[0]


_LASTING = [CAP, BLOCKING, CANCELLING, WAYS, CHAINING]  # rules of a game that do not change with a placement


def _root(state: State, held: int) -> Words:
    """The words of the first node, up to LINE."""
    root = np.zeros(LINE, np.int64)
    root[:ROW_WORDS] = field_rows(state.field)
    root[HELD] = held
    root[CHAIN], root[COMBO] = min(state.chain, CHAINS - 1), min(state.combo, COMBOS - 1)
    root[WAITING], root[SENT] = state.garbage.waiting, state.garbage.sent
    return root


def _is_kept(tree: Tree, root: Words, game: Words, queue: Words) -> bool:
    """Keep what was searched behind a position; False where that is nothing."""
    before = tree.game
    if (game[_LASTING] != before[_LASTING]).any() or (root[WAITING] and game[HOLE] != before[HOLE]):
        return False
    for placed in (1, 0):
        known = tree.queue[placed : before[DEPTH]]
        same = len(known) <= len(queue) and (queue[: len(known)] == known).all()
        if same and game[OPENER] == max(0, before[OPENER] - placed) and keep(tree, root, game, queue, placed):
            return True
    return False


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
