"""What to call so that the kernels of player and solver are compiled: once each, with the types that are used."""

from __future__ import annotations

from collections.abc import Callable

from ai.bridge.engine import Kibitz
from ai.bridge.solver.solver import Solver
from game.bridge.endgame import Endgame


def _warm_player() -> None:
    Kibitz(seed=0).warm_up()


def _warm_solver() -> None:
    Solver(table_bits=4).cards(Endgame.parse("A... K... N"))


STEPS: list[tuple[str, Callable[[], None]]] = [
    ("Honeymoon bridge: solver", _warm_solver),
    ("Honeymoon bridge: auction and exchange", _warm_player),
]
