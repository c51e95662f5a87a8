"""How long an engine may think about one move in the window, and when it claims: by its game's own rules."""

from __future__ import annotations

from ai.engine import Choice, Limit
from game.position import Position

_SHARE = 0.12  # of what is left on the clock, where a game has no schedule of its own
_LEAST = 0.05
_WITHOUT_CLOCK = 2.0


def limit_for(position: Position, budget: float | None, used: float, level: str) -> Limit:
    """The limit for one move: levels below full know their own; `budget` and `used` are seconds a game."""
    if level not in ("", "full"):
        return Limit()
    if budget is None:
        return Limit(seconds=_WITHOUT_CLOCK)
    left = max(0.0, budget - used)
    if position.game == "zuniq":
        from ai.zuniq.match.clock import seconds_for_move

        return Limit(seconds=seconds_for_move(position.ply + 1, left, game=budget))
    return Limit(seconds=max(_LEAST, left * _SHARE))


def move_text(position: Position, choice: Choice) -> str:
    """The move an engine plays for its choice, with what it announces: at Zuniq a claim where that pays."""
    move = choice.move.rstrip("!")
    if position.game == "zuniq":
        from ai.zuniq.match.claims import pays
        from game.zuniq import State

        assert isinstance(position, State)
        seat = position.to_move
        unclaimed = position.claims[seat] is None
        return move + ("!" if unclaimed and pays(seat, position.ply + 1, choice.score, choice.proof) else "")
    return move
