"""Judging a move: the best move is searched for, then compared with the one that was played on equal terms.

A search looks deeper at the move it likes, so its own numbers are no fair comparison, and the best of many noisy
numbers is too good to be true. Therefore both moves get the same fresh budget, from the same samples where there is
chance or hidden cards; and what looks like a mistake is looked at once more with four times the budget before it is
called one. What can be proved is not compared. Everything that is counted in nodes is the same on every run.
"""

from __future__ import annotations

from collections.abc import Generator, Iterator
from typing import NamedTuple, TypeVar, cast

import msgspec

from ai.engine import Limit
from ai.review.verdict import AGAIN, Comparison, Judge, degree, tells
from game.advice import Advice, Verdict, Worth
from game.position import Position, plain
from game.review import DEGREES, Judged, recommends

_SECOND_LOOK, _OTHER_LOOK = 1_000_003, 2_000_003  # so far apart that no seed is used twice
_FAVOURITES = 3  # of the search that are compared, where those before turned out to be lost
_LEAST_ERROR = 1e-6  # of what is not exact, as it is told
_NOTHING_YET = Advice((), "search")
Result = TypeVar("Result")


class Turn(NamedTuple):
    """A move of a game, and the position in which `seat` made it; `advice`: what the record says of it."""

    ply: int
    seat: str
    position: Position
    move: str
    advice: Advice | None = None


def judge_move(judge: Judge, turn: Turn, budget: int) -> Judged:
    """Return the cost of a move to its player.

    `budget`: nodes, iterations or worlds for the search and for the comparison.
    """
    slices = judging(judge, turn, budget)
    while True:
        try:
            next(slices)
        except StopIteration as ended:
            return cast(Judged, ended.value)


def judging(judge: Judge, turn: Turn, budget: int, first: str = "") -> Generator[Advice, None, Judged]:
    """`judge_move` in slices: yields the advice on the position each time, and returns what was found.

    What looks like a mistake is told at once, and looked at again. `first` is the move to compare with, where a coach
    has found one by comparing; else it is searched for.
    """
    ply, seat, position, played, answer = turn
    unit = judge.unit(position)

    def judged(best: str, comparison: Comparison, verdict: Verdict, source: str) -> Judged:
        cost = round(max(0.0, comparison.cost), 6)
        error = 0.0 if comparison.exact else max(_LEAST_ERROR, round(comparison.error, 6))
        return Judged(
            ply=ply, mover=seat, played=played, best=best, cost=cost, unit=unit, error=error,
            verdict=verdict, source=source,  # type: ignore[arg-type]
        )  # fmt: skip

    if answer is not None and recommends(answer, played):
        return judged(played, Comparison(0.0), "best", answer.source)
    proved = yield from _meanwhile(_NOTHING_YET, judge.prove(position, played, budget))
    comparison: Comparison | None = None
    for look in range(_FAVOURITES):
        advice = _led_by(judge.advise(position, budget, seed=2 * ply + 1 + look * _OTHER_LOOK), first)
        yield advice
        if not advice.choices or position.over:
            return judged(played, Comparison(0.0), "unknown", advice.source)
        if proved is not None:
            comparison = Comparison(proved.cost)
            return judged(
                proved.best, comparison, degree(comparison, unit) if proved.cost else "best", "exact"
            )
        best, error = advice.choices[0].move, judge.doubt(position, advice)
        if plain(position, best) == plain(position, played):
            if error is None:
                return judged(played, Comparison(0.0), "unknown", advice.source)
            return judged(played, Comparison(0.0, error), "best", advice.source if error else "exact")
        comparison = yield from _comparing(judge, turn, advice, budget, 2 * ply + 2)
        if comparison is None or not comparison.exact or comparison.cost > 0 or error == 0:
            break
        comparison = (
            None  # both are won, or both lost, which says nothing of the others: the engine knows that now
        )
    if comparison is None:
        return judged(best, Comparison(0.0), "unknown", advice.source)
    if not comparison.exact and (degree(comparison, unit) != "fine" or not tells(comparison, unit)):
        so_far = judged(best, comparison, degree(comparison, unit), advice.source).judged_moves(looking=True)
        advice = msgspec.structs.replace(advice, judged={**advice.judged, **so_far})
        yield advice
        again = yield from _comparing(judge, turn, advice, AGAIN * budget, 2 * ply + _SECOND_LOOK)
        comparison = again or comparison
        blamed = degree(comparison, unit) in DEGREES and not comparison.exact
        if blamed and judge.stands_by(position, played, budget, 2 * ply + _SECOND_LOOK):
            return judged(best, comparison, "close", advice.source)
    if comparison.exact and comparison.cost <= 0:
        return judged(played, comparison, "best", "exact")
    return judged(best, comparison, degree(comparison, unit), "exact" if comparison.exact else advice.source)


def _comparing(
    judge: Judge, turn: Turn, advice: Advice, budget: int, seed: int
) -> Generator[Advice, None, Comparison | None]:
    slices = judge.compare(turn.position, advice.choices[0].move, turn.move, budget, seed)
    return (yield from _meanwhile(advice, slices))


def _meanwhile(advice: Advice, slices: Generator[None, None, Result]) -> Generator[Advice, None, Result]:
    """Return the results of the slices; `advice` is said after each."""
    while True:
        try:
            next(slices)
        except StopIteration as ended:
            return cast(Result, ended.value)
        yield advice


def _led_by(advice: Advice, first: str) -> Advice:
    """The advice with that choice in front, if it has it."""
    choices = sorted(advice.choices, key=lambda each: each.move != first)
    return msgspec.structs.replace(advice, choices=tuple(choices)) if first else advice


class Reviewer:
    """An engine that judges the move that was played in a position; its advice carries what it has found.

    `iterations` of the limit are the budget, else `normal`. `played` is the move; `ply` tells the random numbers of one
    judgement from those of another; `first` is the coach's first choice, if it was compared with others.
    """

    def __init__(self, judge: Judge, normal: int, played: str, ply: int = 0, first: str = "") -> None:
        self._judge, self._normal, self._played, self._ply, self._first = judge, normal, played, ply, first

    def think(self, view: Position, limit: Limit) -> Iterator[Advice]:
        """Yield the advice on the position, at last with what the move has cost."""
        turn = Turn(self._ply, view.seats[view.to_move], view, self._played)
        budget = limit.iterations or self._normal
        slices = judging(self._judge, turn, budget, self._first)
        advice = None
        while True:
            try:
                advice = msgspec.structs.replace(next(slices), done=False)
            except StopIteration as ended:
                judged = cast(Judged, ended.value)
                break
            yield advice
        if advice is None:
            return
        advice = msgspec.structs.replace(advice, judged={**advice.judged, **judged.in_advice})
        if advice.choices:
            slices_of_worth = self._judge.worth(view, judged.best, budget, 2 * self._ply + 2)
            while True:
                try:
                    next(slices_of_worth)
                except StopIteration as ended:
                    worth = cast(Worth | None, ended.value)
                    advice = advice if worth is None else msgspec.structs.replace(advice, worth=worth)
                    break
                yield advice
        yield msgspec.structs.replace(advice, done=True)
