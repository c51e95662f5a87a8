"""The results of a review, put into a game by hand."""

from __future__ import annotations

import msgspec

from game.advice import Advice, Choice, Unit, Verdict, Worth
from game.review import Judged
from game.session import Session


def blame(
    session: Session, ply: int, cost: float, best: str, unit: Unit = "win", verdict: Verdict = "blunder",
    error: float = 0.0,
) -> None:  # fmt: skip
    """Have the move at `ply` judged; what was said of the position stays."""
    move = session.moves[ply].text
    judged = Judged(
        ply=ply, mover=session.position_at(ply).seats[0], played=move, best=best, cost=cost, unit=unit, error=error,
        verdict=verdict, source="search",
    )  # fmt: skip
    advice = session.opinions.get(ply) or Advice(
        (Choice(best, Worth("win", 0.5)),), "search", Worth("win", 0.5)
    )
    session.note(ply, msgspec.structs.replace(advice, judged={**advice.judged, **judged.in_advice}))
