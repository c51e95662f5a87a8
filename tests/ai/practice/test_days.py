"""The problems of the next days, each played to its end with its answers against the judge."""

from datetime import date, timedelta
from pathlib import Path

from ai.practice.answer import answer
from game.practice.collection import Collection
from game.practice.daily import problem_of
from game.practice.history import History
from game.practice.problem import Problem, Recall

DAY = date(2026, 11, 27)


def solves(problem: Problem, first: str) -> str:
    """The grade with which a problem ends that begins with an answer; a step further the first move that holds."""
    played, grade = [first], answer(problem, [first])
    while grade.grade == "on":
        played += grade.replies
        position = problem.open()
        for move in played:
            position = position.play(move)
        line = (first, *problem.lines.get(first, ()))
        known = (
            [line[len(played)]] if tuple(played) == line[: len(played)] and len(line) > len(played) else []
        )
        for move in (*known, *position.legal_moves()):
            grade = answer(problem, [*played, move])
            if grade.grade != "wrong":
                played.append(move)
                break
    return grade.grade


def test_the_problems_of_many_days_are_solved_by_their_answers(tmp_path: Path) -> None:
    collection = Collection(History(tmp_path / "history.sqlite"))
    decks = set()
    for number in range(22):
        item = problem_of(collection, DAY + timedelta(days=number))
        assert item is not None
        decks.add(item.deck)
        if not isinstance(item.problem.task, Recall):  # marked, not played: `tests/gui/test_recall.py`
            assert solves(item.problem, item.problem.answers[0]) == "right", (item.deck, item.problem.id)
    assert decks == {deck.name for deck in collection.decks if deck.problems and deck.name != "mistakes"}
