"""Classic Tetris on a ladder: more rows on the same pieces.

The board is small, so that games end: on 10x20 good controllers play for hours. Nothing is counted in nodes or seconds;
a player is a controller and how far it looks ahead.
"""

from __future__ import annotations

from typing import cast

from ai.ladder.contests import OwnBoards
from game.tetris.classic import State

SIZE = "10x10"
MOST_PIECES = 5_000


def _start(seed: int) -> dict[str, str]:
    return {"size": SIZE, "rules": "spawn", "pieces": f"uniform:{seed}"}


CONTEST = OwnBoards(_start, lambda position: float(cast(State, position).cleared), MOST_PIECES)
