"""Judging a move of a problem that is played to the end, as work for a worker: exact play needs engines."""

from __future__ import annotations

from collections.abc import Iterator

import msgspec

from ai.work import KeptEngines, Work
from game.errors import IllegalMove
from game.practice.attempt import Answer
from game.practice.problem import Problem


class AnswerOrder(msgspec.Struct, frozen=True, kw_only=True):
    """A problem, and the moves played since it began, the one to be judged last."""

    problem: Problem
    played: tuple[str, ...]


class AnswerReport(msgspec.Struct, frozen=True, kw_only=True):
    """The judgement on the last move."""

    answer: Answer
    done: bool = True


class Answering(Work[AnswerOrder, AnswerReport]):
    """The judgement on a move, whose lines are checked by the rules."""

    kind = "answer"
    orders, reports = AnswerOrder, AnswerReport
    again = "judges once more"

    @property
    def game(self) -> str:
        return self.order.problem.game

    def flaw(self, report: AnswerReport) -> str | None:
        before = self.order.problem.open()
        try:
            for move in self.order.played[:-1]:
                before = before.play(move)
            after = before.play(self.order.played[-1])
            for move in report.answer.replies:
                after = after.play(move)
            for move in report.answer.better:
                before.play(move)
        except IllegalMove as error:
            return f"judged with an illegal move ({error})"
        return None

    @staticmethod
    def carry_out(order: AnswerOrder, stored: KeptEngines) -> Iterator[AnswerReport]:
        from ai.practice.answer import answer

        return iter([AnswerReport(answer=answer(order.problem, order.played))])
