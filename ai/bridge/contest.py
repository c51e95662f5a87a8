"""Bridge on a ladder: a game is one deal played twice, with the seats exchanged; more points from both ways win.

Seconds are those of a decision.
"""

from __future__ import annotations

from typing import cast

from ai.ladder.contests import SharedBoard
from game.bridge import State
from game.position import Position


def _scores(position: Position) -> tuple[float, float]:
    north, south = cast(State, position).points
    return float(north), float(south)


CONTEST = SharedBoard(lambda seed: {"deals": f"random:{seed}", "match": "1 deals"}, _scores, twice=True)
