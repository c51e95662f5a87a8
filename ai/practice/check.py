"""Proving the answers of problems again, each by what proves its kind, or judging them with other random numbers."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from random import Random

import msgspec

from ai.practice.making import maker_of_task
from game.errors import BadDeck
from game.practice.problem import Problem


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
    maker = maker_of_task(type(problem.task))
    return "nothing here proves problems of this kind" if maker is None else maker.prove(problem)
