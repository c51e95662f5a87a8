"""Proving the answers of problems again, each by what proves its kind, or judging them with other random numbers."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from random import Random
from typing import cast

import msgspec

from ai.practice.making import maker_of_task
from ai.practice.mistakes import EQUAL, SURE
from ai.registry import engines_of
from ai.review.verdict import Comparison, Judge
from game.errors import BadDeck
from game.position import Position, plain
from game.practice.problem import Keys, Problem, Recall

TWICE = 2  # times the budget with which a problem was made
LIKED = 3  # of the search's choices that are compared with the answers
_SEED = 5_000_021  # apart from those with which problems are made


class WrongProblem(msgspec.Struct, frozen=True):
    """A problem whose answers are not right, and the reason as a clause."""

    id: str
    reason: str


def sample_of(problems: Sequence[Problem], count: int | None, seed: int = 0) -> Sequence[Problem]:
    """So many of the problems, drawn at random; all of them where no number is given."""
    if count is None or count >= len(problems):
        return problems
    return Random(seed).sample(problems, count)


def check(problems: Sequence[Problem]) -> Iterator[WrongProblem | None]:
    """Yield for each problem what is wrong with it, None where nothing is."""
    for problem in problems:
        reason = _flaw(problem)
        yield WrongProblem(problem.id, reason) if reason else None


def _flaw(problem: Problem) -> str:
    try:
        problem.check()
    except BadDeck as error:
        return str(error).rstrip(".")
    proves_any = problem.source.kind in ("made", "book") or isinstance(problem.task, Keys | Recall)
    maker = maker_of_task(type(problem.task)) if proves_any else None
    return _judged(problem) if maker is None else maker.prove(problem)


# Problems of a person's own games: judged once more, by twice the budget and from other random numbers.


def _judged(problem: Problem) -> str:
    """Return which move is better than an answer, or as good and called wrong; empty if none is."""
    engines, position, best = engines_of(problem.game), problem.open(), problem.answers[0]
    judge, budget = engines.judge(), TWICE * (problem.nodes or engines.normal)
    liked = [plain(position, each.move) for each in judge.advise(position, budget, _SEED).choices[:LIKED]]
    for move in dict.fromkeys((*problem.costs, *liked)):
        compared = None if move in problem.answers else _compared(judge, position, best, move, budget)
        if compared is None:
            continue
        if compared.cost < -SURE * compared.error:
            return f"{move} is better than {best}"
        if move in problem.costs and compared.cost <= EQUAL * compared.error:
            return f"{move} is as good as {best}"
    return ""


def _compared(judge: Judge, position: Position, better: str, move: str, budget: int) -> Comparison | None:
    slices = judge.compare(position, better, move, budget, _SEED)
    while True:
        try:
            next(slices)
        except StopIteration as ended:
            return cast("Comparison | None", ended.value)
