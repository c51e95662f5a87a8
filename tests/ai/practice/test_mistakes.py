"""Problems of mistakes: proved, or confirmed by a longer duel, or refused; also in a process of their own."""

from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from ai import registry
from ai.practice import games
from ai.practice.answer import answer, at_once
from ai.practice.job import FileJob, Looked
from ai.practice.mistakes import EQUAL, SURE, Mistake, Refused, problem_of
from ai.review.judge import Turn
from ai.review.verdict import Comparison, Judge, Slices
from game.advice import Advice, Choice, Unit, Worth
from game.games import open_position
from game.position import Position
from game.practice.history import History, Reviewed
from game.practice.problem import Problem, Source
from game.record import Move, Record, Seat, write_record
from tests.cli.test_practice import lost_game


class ToldJudge(Judge):
    """A judge that knows by how much each move is worse than the first one, and how sure that is."""

    def __init__(self, costs: dict[str, tuple[float, float]]) -> None:
        self.costs = costs
        self.budgets: list[int] = []

    def unit(self, position: Position) -> Unit:
        return "attack"

    def advise(self, position: Position, budget: int, seed: int) -> Advice:
        moves = [move for move in self.costs if move in position.legal_moves()] or position.legal_moves()[:1]
        return Advice(tuple(Choice(move, Worth("order", 0.0)) for move in moves), "search")

    def compare(self, position: Position, better: str, played: str, budget: int, seed: int) -> Slices:
        yield
        self.budgets.append(budget)
        return Comparison(*self.costs[played])

    def doubt(self, position: Position, advice: Advice) -> float | None:
        return 0.5


def judged(**costs: tuple[float, float]) -> tuple[Problem | Refused, ToldJudge, tuple[str, ...]]:
    """The fate of a mistake where `best` is compared with `played` and with some others."""
    position = open_position("tetris", {"queue": "list:TLJSZIO"})
    legal = position.legal_moves()
    names = dict(zip(("best", *costs), legal, strict=False))
    judge = ToldJudge({names["best"]: (0.0, 1.0), **{names[name]: cost for name, cost in costs.items()}})
    turn = Turn(0, "player", position, names["played"])
    return problem_of(Mistake(turn, names["best"], Source(kind="game")), judge), judge, legal


def test_what_is_surely_worse_is_a_problem_and_what_is_equal_an_answer() -> None:
    made, judge, legal = judged(played=(4.0, 1.0), equal=(1.9, 1.0), worse=(3.1, 1.0))
    assert isinstance(made, Problem)
    assert made.answers == (legal[0], legal[2])
    assert set(made.costs) == {legal[1], legal[3]}
    assert made.costs[legal[1]] == Worth("attack", 4.0, 1.0)
    assert (made.proof, made.nodes) == ("duel", 8 * 20_000)
    assert set(judge.budgets) == {8 * 20_000}
    made.check()


@pytest.mark.parametrize(
    ("costs", "reason"),
    [
        ({"played": (2.9, 1.0)}, "no certain difference"),
        ({"played": (0.5, 0.1)}, "too small"),
        ({"played": (4.0, 1.0), "between": (2.5, 1.0)}, "may be as good"),
        ({"played": (4.0, 1.0), "better": (-3.5, 1.0)}, "better move"),
    ],
)
def test_what_is_in_doubt_is_refused(costs: dict[str, Any], reason: str) -> None:
    assert EQUAL < SURE
    made, _, _ = judged(**costs)
    assert isinstance(made, Refused)
    assert reason in made.reason


def test_what_lies_in_between_is_looked_at_once_more() -> None:
    _, judge, _ = judged(played=(2.9, 1.0))
    assert judge.budgets == [8 * 20_000, 32 * 20_000]


@pytest.mark.parametrize(("cost", "grade"), [(2.9, "fine"), (3.1, "wrong")])
def test_a_move_that_nobody_compared_is_wrong_beyond_three_standard_errors(
    cost: float, grade: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    made, judge, legal = judged(played=(4.0, 1.0))
    assert isinstance(made, Problem)
    judge.costs[legal[2]] = (cost, 1.0)
    engines = replace(registry.engines_of("tetris"), judge=lambda: judge)
    monkeypatch.setattr(registry, "engines_of", lambda game: engines)
    assert at_once(made, [legal[2]]) is None
    assert answer(made, [legal[2]]).grade == grade


def test_a_lost_win_is_a_problem_whose_answers_all_win() -> None:
    _, thrown, right = lost_game()
    wrong = next(move for move in thrown.legal_moves() if move not in right)
    turn = Turn(thrown.ply, "white", thrown, wrong)
    made = problem_of(Mistake(turn, right[0], Source(kind="game")))
    assert isinstance(made, Problem)
    assert made.proof == "proved"
    assert set(made.answers) == set(right)
    assert set(made.costs) == set(thrown.legal_moves()) - set(right)
    after = made.open().play(wrong)
    for move in made.lines[wrong]:
        after = after.play(move)
    assert after.winner == 1
    for move in thrown.legal_moves():
        first = at_once(made, [move])
        assert first is not None
        assert (first.grade == "right") == (move in right)
        assert answer(made, [move]).grade == first.grade


def test_the_first_games_give_more_problems_until_there_are_ten(monkeypatch: pytest.MonkeyPatch) -> None:
    made, _, _ = judged(played=(4.0, 1.0))
    assert isinstance(made, Problem)
    asked: list[int] = []

    def look_at(game: str, most: int) -> Iterator[Looked]:
        asked.append(most)
        reviewed = Reviewed(key="0123456789abcdef", game="tetris", at=1.8e9, moves=60)
        yield Looked(reviewed=reviewed, problems=(made,) * min(most, 4), refused=0)

    monkeypatch.setattr(games, "games_of", lambda path, player: ["a game", "another", "a third", "a fourth"])
    monkeypatch.setattr(games, "look_at", look_at)
    list(games.problems_from([Path("one.ttrm")], "me", lambda game: False, made=1))
    assert asked == [9, 5, 3, 3]


def test_files_become_problems_in_a_process_of_their_own(tmp_path: Path) -> None:
    end, thrown, right = lost_game()
    seats = (Seat("You"), Seat("Kibitz", "engine", "kibitz", "full"))
    good, bad = tmp_path / "a.kibitz", tmp_path / "b.kibitz"
    moves = tuple(Move(text) for text in end.move_texts)
    write_record(good, Record(game="zuniq", rules=end.setup, seats=seats, moves=moves))
    bad.write_text("nonsense")
    job = FileJob([good, bad])
    job.start()
    progress = job.wait(200)
    assert progress.finished
    assert progress.error is None
    (looked,) = progress.looked
    assert looked.reviewed.moves > 0
    problem = next(each for each in looked.problems if each.source.move == thrown.ply + 1)
    assert set(problem.answers) == set(right)
    assert len(progress.unread) == 1
    assert "b.kibitz" in progress.unread[0]
    history = History(tmp_path / "history.sqlite")
    history.add(looked.problems, looked.reviewed)
    again = FileJob([good], history=history.file)
    again.start()
    assert again.wait(200).looked == ()
