"""Judging a game: the best move is searched for, then compared with the one that was played on equal terms.

A search looks deeper at the move it likes, so its own numbers are no fair comparison, and the best of many noisy
numbers is too good to be true. Therefore both moves get the same fresh budget, from the same samples where there is
chance or hidden cards; and what looks like a mistake is looked at once more with four times the budget before it is
called one. Everything that is counted in nodes is the same on every run.
"""

from __future__ import annotations

import time
from collections.abc import Iterator
from typing import Protocol

import msgspec

from ai.engine import Limit
from ai.review.verdict import DEGREES, Comparison, Judged, Review, Unit, Verdict, degree, summary_of
from game.advice import Advice
from game.errors import BadInput
from game.position import Position
from game.session import Session

AGAIN = 4  # times the budget for the second look at what looks like a mistake
# a judged move; some tenths of a second each
NORMAL = {"zuniq": 20_000, "bridge": 60, "tetris": 20_000, "classic": 2_000, "four-wide": 1}
_SECOND = {"zuniq": 400_000, "bridge": 1_500, "tetris": 1_000_000, "classic": 100_000, "four-wide": 1}


class Judge(Protocol):
    """What a game brings: who finds the best move, and how two moves are compared."""

    def unit(self, position: Position) -> Unit:
        """In what the difference of two moves is told here."""
        ...

    def advise(self, position: Position, budget: int, seed: int) -> Advice:
        """The engine's opinion at full strength on the position as the mover sees it."""
        ...

    def compare(
        self, position: Position, better: str, played: str, budget: int, seed: int
    ) -> Comparison | None:
        """How much better `better` is than `played`, by a fresh look; None where that cannot be told."""
        ...


def judge_of(game: str) -> Judge:
    """The judge of a game. Raises `BadInput` where there is none."""
    if game == "zuniq":
        from ai.zuniq.comparison import ZuniqJudge

        return ZuniqJudge()
    if game == "bridge":
        from ai.bridge.comparison import BridgeJudge

        return BridgeJudge()
    if game == "tetris":
        from ai.tetris.guideline.comparison import GuidelineJudge

        return GuidelineJudge()
    if game == "classic":
        from ai.tetris.classic.comparison import ClassicJudge

        return ClassicJudge()
    if game == "four-wide":
        from ai.tetris.four_wide.comparison import FourWideJudge

        return FourWideJudge()
    raise BadInput(f"games of {game!r} cannot be reviewed")


def budget_of(game: str, seconds: float | None = None) -> int:
    """Nodes, iterations or worlds a judged move: the normal number, or about what `seconds` allow."""
    if seconds is None:
        return NORMAL[game]
    return max(1, int(_SECOND[game] * seconds / 3))  # the search, and two moves compared


def judge_move(judge: Judge, position: Position, ply: int, played: str, budget: int) -> Judged:
    """What the move `played` at `ply` has cost its player."""
    seat = position.to_move
    unit = judge.unit(position)

    def judged(best: str, found: Comparison, verdict: Verdict, source: str) -> Judged:
        return Judged(
            ply=ply, mover=position.seats[seat], played=played, best=best, cost=round(max(0.0, found.cost), 6),
            unit=unit, error=round(found.error, 6), verdict=verdict, source=source,  # type: ignore[arg-type]
        )  # fmt: skip

    advice = judge.advise(position, budget, seed=2 * ply + 1)
    if not advice.choices:
        return judged(played, Comparison(0.0), "unknown", advice.source)
    best = advice.choices[0].move
    if best == played or _bare(best) == _bare(played):
        certain = advice.source in ("table", "policy") or advice.proven
        return judged(played, Comparison(0.0), "best", "exact" if certain else advice.source)
    found = judge.compare(position, best, played, budget, seed=2 * ply + 2)
    if found is None:
        return judged(best, Comparison(0.0), "unknown", advice.source)
    verdict = degree(found, unit)
    if verdict in (*DEGREES, "close") and not found.exact:
        found = judge.compare(position, best, played, AGAIN * budget, seed=2 * ply + 1_000_003) or found
        verdict = degree(found, unit)
    if found.cost <= 0:
        best = played if verdict == "fine" and found.exact else best
    source = "exact" if found.exact else advice.source
    return judged(best, found, "best" if found.exact and found.cost <= 0 else verdict, source)


def _bare(move: str) -> str:
    """A move without what is announced with it."""
    return move.rstrip("!")


def judge_game(
    session: Session, budget: int, *, seconds: float | None = None, judge: Judge | None = None
) -> Iterator[Judged]:
    """Judge every move of a game, one at a time, in the order of play. Raises `BadInput` for a game without a judge.

    `seconds` a move is only reported: `budget` is what counts.
    """
    judge = judge or judge_of(session.position.game)
    for ply, move in enumerate(session.moves):
        yield judge_move(judge, session.position_at(ply), ply, move.text, budget)


def review_of(session: Session, judged: list[Judged], budget: int, seconds: float | None = None) -> Review:
    """The document of a game that was judged."""
    start = session.position_at(0)
    counted = {"seconds": seconds} if seconds is not None else {"nodes": float(budget)}
    return Review(
        game=start.game, budget=counted, positions=tuple(judged), summary=summary_of(judged, start.seats)
    )
