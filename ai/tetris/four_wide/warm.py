"""Calls that compile every kernel of four-wide."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from tempfile import TemporaryDirectory

import numpy as np

from ai.tetris.four_wide import policy as policy_file
from ai.tetris.four_wide.chain import lengths_of
from ai.tetris.four_wide.layout import lay_out
from ai.tetris.four_wide.policy import Policy
from ai.tetris.four_wide.solving.minimize import classes_of
from ai.tetris.four_wide.solving.solve import solve, with_empty_hold
from ai.tetris.four_wide.solving.walls import between_walls, profiles_of
from game.tetris.four_wide.model import Model
from game.tetris.four_wide.state import clears

SMALL = Model(3, "random", True, 0)


def _warm_solver() -> None:
    layout = lay_out(SMALL)
    classes_of(layout)
    solution = solve(layout)
    empty = with_empty_hold(solution)
    between_walls(solution, clears(1), empty=empty, as_endless=True)
    with TemporaryDirectory() as folder:
        path = Path(folder) / "small.policy"
        policy_file.write(path, solution)
        policy = Policy.read(path)
        policy.best(SMALL.start, 0, 1, (), 0)
        policy.options(SMALL.start, 0, 1, (), 0)
        _with_values(policy).best(SMALL.start, 0, 1, (), 0)
        lengths_of(policy)
        profiles_of(solution.layout, policy.states)
        del policy  # a mapped file cannot be removed everywhere


def _with_values(policy: Policy) -> Policy:
    """The same with values in place of their numbers, as larger games have them in their files."""
    values = np.frombuffer(policy.states.astype(np.float32).tobytes(), np.float32)
    return replace(policy, states=values, kinds=policy.kinds[:0])


STEPS: list[tuple[str, Callable[[], None]]] = [("Four-wide: solver and policies", _warm_solver)]
