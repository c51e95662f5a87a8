"""What to call so that every kernel of Zuniq is compiled: once each, with the types the engine uses."""

from __future__ import annotations

from collections.abc import Callable

from ai.engine import Limit
from ai.zuniq.engine import Kibitz
from ai.zuniq.mcts.simple import FlatPlayouts
from ai.zuniq.perft import perft
from ai.zuniq.solver import solve
from game.zuniq.grid import Grid
from game.zuniq.state import State

SMALL_BOARD = State.start(Grid(3, 3))


def _warm_playouts() -> None:
    for _ in FlatPlayouts(seed=0).think(State.start(), Limit(iterations=60)):
        pass


def _warm_search() -> None:
    Kibitz(seed=0).warm_up()


def _warm_solver() -> None:
    solve(SMALL_BOARD, table_bits=10)


def _warm_perft() -> None:
    perft(SMALL_BOARD, 3)


STEPS: list[tuple[str, Callable[[], None]]] = [
    ("Zuniq: random playouts", _warm_playouts),
    ("Zuniq: tree search", _warm_search),
    ("Zuniq: endgame solver", _warm_solver),
    ("Zuniq: counts of sequences", _warm_perft),
]
