"""Calls that compile every kernel of Zuniq. once each, with the types the engine uses."""

from __future__ import annotations

from collections.abc import Callable

from ai.engine import Limit
from ai.zuniq.check import Check
from ai.zuniq.engine import WARMING, Kibitz
from ai.zuniq.long_solve import LongSolver
from ai.zuniq.mcts.search import Search
from ai.zuniq.mcts.simple import FlatPlayouts
from ai.zuniq.perft import perft
from ai.zuniq.solver import Solver, solve
from game.zuniq.grid import Grid
from game.zuniq.state import State

SMALL_BOARD = State.start(Grid(3, 3))


def _warm_playouts() -> None:
    for _ in FlatPlayouts(seed=0).think(State.start(), Limit(iterations=60)):
        pass


class _Rootless(Search):
    """A search that has not met its root, so that it can be asked for no iterations at all."""

    def _meet(self) -> int:
        return 0


def _warm_search() -> None:
    """The iterations first: an engine that is asked meanwhile compiles what meets the root, and needs them next."""
    _Rootless(SMALL_BOARD, WARMING).run(0)
    Kibitz(seed=0).warm_up()


def _warm_solver() -> None:
    solve(SMALL_BOARD, table_bits=10)


def _warm_perft() -> None:
    perft(SMALL_BOARD, 3)


def _warm_wide() -> None:
    state = State.start(Grid(9, 9))
    search = Search(state, WARMING)
    search.run(300)
    search.settle(search.undecided()[0], False)
    for _ in FlatPlayouts(seed=0).think(state, Limit(iterations=144)):
        pass
    perft(state, 2)


def _warm_long_solve() -> None:
    solver = LongSolver(SMALL_BOARD.grid, 0)
    solver.solve(SMALL_BOARD, lambda _: False)
    Solver(SMALL_BOARD.grid, 10).remember([(0, 0, 0, True)])
    for _ in Check(SMALL_BOARD, 10, iter([(0, 0, 0, True)]), 1).wins_slices(SMALL_BOARD):
        pass


STEPS: list[tuple[str, Callable[[], None]]] = [
    ("Zuniq: tree search", _warm_search),
    ("Zuniq: random playouts", _warm_playouts),
    ("Zuniq: endgame solver", _warm_solver),
    ("Zuniq: counts of sequences", _warm_perft),
    ("Zuniq: boards of more than 60 walls", _warm_wide),
    ("Zuniq: whole boards and their check", _warm_long_solve),
]
