"""How long an engine may think about one move in the window."""

from __future__ import annotations

from ai.engine import Limit
from game.position import Position

_SHARE = 0.12  # of what is left on the clock
_LEAST = 0.05
_WITHOUT_CLOCK = 2.0


def limit_for(position: Position, budget: float | None, used: float, level: str) -> Limit:
    """The limit for one move: levels below full know their own; `budget` and `used` are seconds a game."""
    if level not in ("", "full"):
        return Limit()
    if budget is None:
        return Limit(seconds=_WITHOUT_CLOCK)
    return Limit(seconds=max(_LEAST, (budget - used) * _SHARE))
