"""The search as Python drives it: one tree, one root, slices of iterations, and what they have found."""

from __future__ import annotations

import msgspec
import numpy as np
from numpy.typing import NDArray

from ai.kernel import tight
from ai.zuniq.mcts.descent import (
    LONGEST,
    SWITCH,
    RootContext,
    Tuning,
    iterate,
    meet_root,
    new_scratch,
    settle,
    spreads,
)
from ai.zuniq.mcts.judgement import weights
from ai.zuniq.mcts.playout import OPEN, replay, wall_tables
from ai.zuniq.mcts.tree import (
    COUNT,
    EDGES,
    FIRST,
    KEY,
    LIVE,
    LOST,
    NODES,
    NONE,
    STATUS,
    UNKNOWN,
    VISITS,
    WON,
    Tree,
    enter_node,
    new_tree,
    tree_bytes,
)
from ai.zuniq.mcts.wide import (
    WideRootContext,
    iterate_wide,
    meet_wide,
    replay_wide,
    settle_wide,
    wide_scratch,
    wide_walls,
)
from ai.zuniq.topology import WORD_WALLS, topology
from game.advice import Proof
from game.config import Exploration
from game.zuniq.grid import Grid
from game.zuniq.state import WHITE, State

# Garbage collection: keep what the current root can reach, close the gaps, build the table anew.
#
# Nodes and their blocks of edges lie in the order in which they were made, so both can be moved down in one
# pass without overwriting what is still to be moved. Nothing that the root can reach is ever freed.

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
        first = tree.heads[node, FIRST]
        for edge in range(first, first + tree.nodes[node, COUNT]):
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
    first = tree.heads[node, FIRST]
    count = int(tree.nodes[node, COUNT])
    for word in range(tree.nodes.shape[1]):
        tree.nodes[to_node, word] = tree.nodes[node, word]
    for word in range(tree.heads.shape[1]):
        tree.heads[to_node, word] = tree.heads[node, word]
    tree.heads[to_node, FIRST] = to_edge
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
        tree.slots[slot] = 0
    for node in range(tree.used[NODES]):
        enter_node(tree, tree.nodes[node, KEY], node)


LINE_VISITS = 8  # a move seen less often is no expectation
LONGEST_LINE = 12
FADING = 18, 28  # plies between which judgement at sight gives way to playouts
CROWDED = 0.5  # share of the tree in use from which a new root collects garbage first


class SearchSettings(msgspec.Struct, frozen=True):
    """Sizes and kinds of a search; the names of `config.yaml`. Border walls count from the given plies on."""

    edges: int = 6_000_000
    nodes: int = 250_000
    exploration: Exploration = "kibitz"
    border_from_white: int = 0
    border_from_black: int = 0
    white_border_until: int = 20  # on the large board White, when to move, draws nothing else before this ply
    weight: float = 0.1
    later: float = 0.001
    solver_bits: int = 21
    prove_from: int = 36  # open walls: with so many left or fewer the exact solver helps
    threads: int = 1  # walls proved side by side; one at a time where iterations are counted
    first_visits: int = 2
    judgement_white: float = 0.5  # the share of judgement at sight in White's first moves, 0 to 1
    judgement_black: float = 0.0  # Black, for whom random games speak already, plays better without it


class SearchResult(msgspec.Struct, frozen=True):
    """The search's figures for one move. visits, mean result for the mover (0 to 1), proof, the line."""

    wall: int
    visits: int
    value: float
    proof: Proof | None
    line: tuple[int, ...]


class Search:
    """A tree that is kept from one position to the next. `look_at` a state, `run` slices, read `results`."""

    def __init__(self, state: State, settings: SearchSettings | None = None, seed: int = 0) -> None:
        self.settings = settings or SearchSettings()
        self.tree: Tree = new_tree(self.settings.nodes, self.settings.edges)
        self.iterations = 0
        self._number = np.empty(self.settings.nodes, np.int32)
        self._waiting = np.empty(self.settings.nodes, np.int32)
        self._scratch, self._wide_scratch = new_scratch(), wide_scratch()
        self._random = np.array([seed], np.uint64)
        self._tuning = Tuning(
            self.settings.exploration == "seed",
            self.settings.weight,
            self.settings.later,
            weights(),
            spreads(self.settings.weight),
            np.zeros(LONGEST, np.float32),
            self.settings.first_visits,
            np.zeros(LONGEST, np.int64),
        )
        self.state = state
        self._root = NONE
        self.look_at(state)

    def look_at(self, state: State) -> None:
        """Make `state` the root; what the tree knows of it stays, and what it cannot reach may go."""
        if self._root != NONE and state.grid != self.state.grid:
            self._clear()
        self.state = state
        self.iterations = 0
        self._tuning.trust[:] = self._trust(state)
        self._tuning.left_out[:] = self._left_out(state)
        self._ground = self._prepare(state)
        self._ground.room.deepest[0] = 0
        self._root = self._meet()
        if self._root == NONE:
            self._clear()
            self._root = self._meet()
        elif self.fill > CROWDED:
            self.collect()
        if self.proof == "win" and all(self._status(child) != LOST for child in self._children(self._root)):
            self.tree.heads[self._root, STATUS] = (
                UNKNOWN  # the solver said so: the move that wins is not known
            )

    def _prepare(self, state: State) -> RootContext | WideRootContext:
        if state.grid.walls > WORD_WALLS:
            board, tables = replay_wide(state), wide_walls(state.grid)
            return WideRootContext(board, tables, self._tuning, self._random, self._wide_scratch)
        dots, words = replay(state)
        grid, walls = topology(state.grid), wall_tables(state.grid)
        return RootContext(dots, words, grid, walls, self._tuning, self._random, self._scratch)

    def _trust(self, state: State) -> list[float]:
        """By ply, the share of judgement at sight: all the side to move may have at first, in time none."""
        if state.grid != Grid():
            return [0.0] * LONGEST
        begin, end = FADING
        fading = (min(1.0, max(0.0, (end - ply) / (end - begin))) for ply in range(LONGEST))
        most = (self.settings.judgement_white, self.settings.judgement_black)[state.to_move]
        return [most * share for share in fading]

    def _left_out(self, state: State) -> list[int]:
        """By ply, the walls that the side to move does not look at while there are others."""
        settings = self.settings
        if state.grid.walls > WORD_WALLS:
            return [0] * LONGEST
        grid = topology(state.grid)
        border_from = (settings.border_from_white, settings.border_from_black)
        left_out = [grid.border if ply < border_from[ply & 1] else 0 for ply in range(LONGEST)]
        if state.to_move == WHITE and state.grid == Grid() and not settings.border_from_white:
            # White wins 61 % of the games of `bench/zuniq_judgement.py` in which it drew border walls only up to
            # ply 22, against 31 % of all; and a third of the moves is looked at more closely.
            for ply in range(WHITE, settings.white_border_until, 2):
                left_out[ply] = grid.full & ~grid.border
        return left_out

    def _meet(self) -> int:
        tree, ground, random = self.tree, self._ground, self._random
        if isinstance(ground, WideRootContext):
            return meet_wide(tree, ground.board, ground.walls, random, ground.room, 0)
        return meet_root(tree, ground.board, self.state.ply, ground.grid, self._tuning, random, self._scratch)

    def collect(self) -> None:
        """Free everything that the root cannot reach."""
        self._root = collect(self.tree, self._root, self._number, self._waiting)

    def forget(self) -> None:
        """Empty the tree; the root stays, as if just met."""
        self._clear()
        self._root = self._meet()

    def _clear(self) -> None:
        self.tree.used[:] = 0
        self.tree.slots[:] = 0

    def run(self, iterations: int) -> int:
        """The number of iterations done now: fewer than asked only where the result is proven."""
        if isinstance(self._ground, WideRootContext):
            done = iterate_wide(iterations, self.tree, self._root, self._ground)
        else:
            done = iterate(iterations, self.tree, self._root, self.state.ply, self._ground)
        self.iterations += done
        return done

    def settle(self, wall: int, wins: bool) -> None:
        """Take over a result found elsewhere, unless it is known: whether drawing `wall` wins."""
        live = (edge for edge in self._live_edges(self._root) if int(self.tree.move[edge]) == wall)
        edge = next(live, NONE)
        if edge == NONE or self.proof is not None:
            return
        if isinstance(self._ground, WideRootContext):
            settle_wide(self.tree, self._root, edge, wins, self._ground)
        else:
            settle(self.tree, self._root, self.state.ply, edge, wins, self._ground)

    def undecided(self) -> list[int]:
        """The walls whose result is not proven, the most visited first."""
        edges = sorted(self._live_edges(self._root), key=lambda edge: -int(self.tree.visits[edge]))
        return [int(self.tree.move[edge]) for edge in edges]

    def _live_edges(self, node: int) -> range:
        head = self.tree.heads[node]
        return range(int(head[FIRST]), int(head[FIRST]) + int(head[LIVE]))

    @property
    def fill(self) -> float:
        """The share of the tree in use, 0 to 1."""
        tree = self.tree
        return float(max(tree.used[NODES] / len(tree.nodes), tree.used[EDGES] / len(tree.move)))

    @property
    def open_walls(self) -> int:
        """The number of undrawn walls outside closed zones."""
        if isinstance(self._ground, WideRootContext):
            return int(self._ground.board.open.sum())
        return int(self._ground.board[OPEN]).bit_count()

    @property
    def nodes(self) -> int:
        """The number of positions in the tree."""
        return int(self.tree.used[NODES])

    @property
    def bytes(self) -> int:
        """The memory of the tree, whether in use or not."""
        return tree_bytes(self.tree)

    @property
    def depth(self) -> int:
        """The length of the longest path since the root was set."""
        return int(self._ground.room.deepest[0])

    @property
    def proof(self) -> Proof | None:
        """The certain result for the side to move, if there is one."""
        return _PROOFS[int(self.tree.heads[self._root, STATUS])]

    @property
    def visits(self) -> int:
        """Iterations through the root, those of earlier moves included."""
        return int(self.tree.heads[self._root, VISITS])

    def results(self, lines: int = 0) -> list[SearchResult]:
        """Return the figures of every legal move, best first, the first `lines` of them with a line."""
        first = int(self.tree.heads[self._root, FIRST])
        order = sorted(range(len(self.state.legal)), key=lambda place: self._merit(first + place))
        return [self._read(first + place, number < lines) for number, place in enumerate(order)]

    def _merit(self, edge: int) -> tuple[int, int, int]:
        """Sorting moves by this puts proven wins first, then the most visited, proven losses last."""
        rank = {LOST: 0, UNKNOWN: 1, WON: 2}[self._status(int(self.tree.child[edge]))]
        return rank, -int(self.tree.visits[edge]), int(self.tree.move[edge])

    def _status(self, child: int) -> int:
        return UNKNOWN if child == NONE else int(self.tree.heads[child & ~SWITCH, STATUS])

    def _read(self, edge: int, with_line: bool) -> SearchResult:
        tree = self.tree
        child = int(tree.child[edge])
        return SearchResult(
            int(tree.move[edge]),
            int(tree.visits[edge]),
            float(tree.value[edge]),
            "loss" if self.proof == "loss" else _PROOFS_OF_MOVE[self._status(child)],
            self._line(child) if with_line else (),
        )

    def _line(self, child: int) -> tuple[int, ...]:
        """The moves expected from `child` on, as far as they were looked at and belong to this very board."""
        tree, line = self.tree, list[int]()
        while child != NONE and not child & SWITCH and len(line) < LONGEST_LINE:
            head = tree.heads[child]
            edges = slice(int(head[FIRST]), int(head[FIRST]) + int(head[LIVE]))
            if head[STATUS] == WON:
                wins = (edge for edge in self._edges(child) if self._status(int(tree.child[edge])) == LOST)
                edge = next(wins, NONE)  # none where the solver knows of a win that the tree has not met
                if edge == NONE:
                    break
            elif head[LIVE] == 0:
                break
            else:
                edge = edges.start + int(np.argmax(tree.visits[edges]))
                if tree.visits[edge] < LINE_VISITS:
                    break
            line.append(int(tree.move[edge]))
            child = int(tree.child[edge])
        return tuple(line)

    def _edges(self, node: int) -> range:
        row, head = self.tree.nodes[node], self.tree.heads[node]
        return range(int(head[FIRST]), int(head[FIRST]) + int(row[COUNT]))

    def _children(self, node: int) -> list[int]:
        return [int(self.tree.child[edge]) for edge in self._edges(node)]


_PROOFS: dict[int, Proof | None] = {UNKNOWN: None, WON: "win", LOST: "loss"}
_PROOFS_OF_MOVE: dict[int, Proof | None] = {UNKNOWN: None, WON: "loss", LOST: "win"}
