"""Practice as work for a worker: judging a move that needs an engine, and making problems of a game's mistakes."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TypeVar

from ai.practice.orders import AnswerOrder, AnswerReport, ClearOrder, MistakeOrder, MistakeReport
from ai.work import KeptEngines, Work
from game.errors import BadDeck, IllegalMove
from game.games import open_position


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


Maker = TypeVar("Maker", MistakeOrder, ClearOrder)


class ProblemMaking(Work[Maker, MistakeReport]):
    """Problems made by a worker, each checked by the rules."""

    reports = MistakeReport
    again = "begins once more"

    def flaw(self, report: MistakeReport) -> str | None:
        try:
            for problem in report.problems:
                problem.check()
        except BadDeck as error:
            return f"made a problem that cannot be ({error})"
        return None


class MistakeWork(ProblemMaking[MistakeOrder]):
    """Problems of mistakes that a review has found."""

    kind = "mistakes"
    orders = MistakeOrder

    @property
    def game(self) -> str:
        return self.order.game

    @staticmethod
    def carry_out(order: MistakeOrder, stored: KeptEngines) -> Iterator[MistakeReport]:
        from ai.practice.mistakes import of_order

        position = open_position(order.game, order.setup)
        positions = [position]
        for move in order.moves:
            position = position.play(move)
            positions.append(position)
        return of_order(order, positions)


class ClearMaking(ProblemMaking[ClearOrder]):
    """A problem of a position that a person has brought: find a perfect clear."""

    kind = "clear problem"
    orders = ClearOrder
    game = "tetris"

    @staticmethod
    def carry_out(order: ClearOrder, stored: KeptEngines) -> Iterator[MistakeReport]:
        from ai.practice.clears import of_state
        from game.tetris.guideline import State

        made = of_state(State.open(order.setup))
        refused = ("no perfect clear is known with the pieces in sight",) if made is None else ()
        yield MistakeReport(looked=1, problems=() if made is None else (made,), refused=refused, done=True)
