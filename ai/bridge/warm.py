"""Calls that compile the kernels of player and solver: once each, with the types that are used."""

from __future__ import annotations

from collections.abc import Callable

import numpy as np

from ai.bridge.engine import Kibitz
from ai.bridge.exchanger import LEADERS, ExchangeBuffers
from ai.bridge.player.weighing import JOB
from ai.bridge.solver.solver import Solver
from game.bridge.endgame import Endgame


def _warm_player() -> None:
    """Playing deals out first: an engine that is asked meanwhile compiles what makes them up, and needs that next."""
    ExchangeBuffers(seed=0).settle(np.zeros((0, JOB), np.int64), LEADERS[0])
    Kibitz(seed=0).warm_up()


def _warm_solver() -> None:
    Solver(table_bits=4).cards(Endgame.parse("A... K... N"))


STEPS: list[tuple[str, Callable[[], None]]] = [
    ("Honeymoon bridge: auction and exchange", _warm_player),
    ("Honeymoon bridge: solver", _warm_solver),
]
