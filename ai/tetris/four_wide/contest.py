"""Four-wide on a ladder: the longer combo on the same pieces. Nothing is counted in nodes or seconds."""

from __future__ import annotations

from typing import cast

from ai.ladder.contests import OwnBoards
from game.tetris.four_wide.state import State

MOST_PIECES = 1_000


def _start(seed: int) -> dict[str, str]:
    return {"residual": "3", "randomizer": "bag", "previews": "3", "queue": f"seven_bag:{seed}"}


CONTEST = OwnBoards(_start, lambda position: float(cast(State, position).combo), MOST_PIECES)
