"""Orders to workers of practice, and their reports."""

from __future__ import annotations

import msgspec

from game.practice.attempt import Answer
from game.practice.problem import Problem, Source


class AnswerOrder(msgspec.Struct, frozen=True, kw_only=True):
    """A problem, and the moves played since it began, the one to be judged last."""

    problem: Problem
    played: tuple[str, ...]


class AnswerReport(msgspec.Struct, frozen=True, kw_only=True):
    """The judgement on the last move."""

    answer: Answer
    done: bool = True


class MistakeOrder(msgspec.Struct, frozen=True, kw_only=True):
    """A game from its start, and its mistakes: the ply of each, and the move that was better."""

    game: str
    setup: dict[str, str]
    moves: tuple[str, ...]
    mistakes: tuple[tuple[int, str], ...]
    source: Source


class MistakeReport(msgspec.Struct, frozen=True, kw_only=True):
    """The mistakes looked at so far, the problems made of them, and why there was none of the others."""

    looked: int
    problems: tuple[Problem, ...] = ()
    refused: tuple[str, ...] = ()
    done: bool = False


class ClearOrder(msgspec.Struct, frozen=True, kw_only=True):
    """A position of guideline Tetris that a perfect clear is to be found in."""

    setup: dict[str, str]
