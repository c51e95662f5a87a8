"""What to call so that the solver of the play stage is compiled: once, with the types that are used."""

from __future__ import annotations

from collections.abc import Callable

from ai.bridge.solver.solver import Solver
from game.bridge.endgame import Endgame


def _warm_solver() -> None:
    Solver(table_bits=4).cards(Endgame.parse("A... K... N"))


STEPS: list[tuple[str, Callable[[], None]]] = [("Honeymoon bridge: solver", _warm_solver)]
