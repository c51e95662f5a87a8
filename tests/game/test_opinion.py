"""A proof corrects what was said of the positions before it, on every line of the tree."""

import random

import pytest
from msgspec.structs import replace

from game.advice import Advice, Choice, JudgedMove, Worth
from game.facts import ZuniqFacts
from game.record import Seat
from game.review import Judged, attack_of, values
from game.session import Session, agreeing

SEATS = (Seat("White"), Seat("Black"))


def game(dots: str = "3x3") -> Session:
    return Session.new("zuniq", {"dots": dots}, SEATS)


def advise(session: Session, best: float = 0.6) -> Advice:
    """An opinion on the position, the legal moves in their order."""
    moves = session.position.legal_moves()
    choices = tuple(Choice(move, Worth("win", best - 0.01 * i)) for i, move in enumerate(moves))
    return Advice(choices, "search", Worth("win", best), True, (ZuniqFacts(iterations=100.0),))


def proved(session: Session, proof: str) -> Advice:
    """A proof that the side to move wins, or that it loses."""
    score = 1.0 if proof == "win" else 0.0
    choices = tuple(Choice(move, Worth("win", score), proof=proof) for move in session.position.legal_moves())  # type: ignore[arg-type]
    return Advice(choices, "search", Worth("win", score), True, (ZuniqFacts(iterations=10.0),))


def test_a_move_to_a_lost_position_wins_and_stands_first() -> None:
    session = game()
    session.note(0, advise(session))
    move = session.position.legal_moves()[3]
    session.play(move)
    assert session.note(1, proved(session, "loss"))
    before = session.opinions[0]
    assert (before.choices[0].move, before.choices[0].proof, before.choices[0].worth.value) == (
        move,
        "win",
        1.0,
    )
    assert (before.proven, before.worth) == (True, Worth("win", 1.0))
    assert [each.proof for each in before.choices[1:]] == [None] * (len(before.choices) - 1)
    assert values(session)[0] == 1.0


def test_a_move_to_a_won_position_loses_and_stands_last() -> None:
    session = game()
    session.note(0, advise(session))
    best = session.position.legal_moves()[0]
    session.play(best)
    session.note(1, proved(session, "win"))
    before = session.opinions[0]
    assert before.choices[-1].move == best
    assert (before.choices[-1].proof, before.choices[0].proof) == ("loss", None)
    assert before.worth == before.choices[0].worth == Worth("win", 0.59)


def test_once_all_moves_are_lost_so_is_the_position_and_the_move_before_won() -> None:
    session = game("2x2")
    session.note(0, advise(session))
    first = session.position.legal_moves()[0]
    session.play(first)
    session.note(1, advise(session))
    moves = session.position.legal_moves()
    for number, move in enumerate(moves):
        session.go_to(1)
        session.play(move)
        if session.position.winner is None:
            session.note(2, proved(session, "win"))
        assert session.opinions[1].proven == (number == len(moves) - 1), number
    assert session.opinions[1].choices[0].proof == "loss"
    assert session.opinions[0].choices[0].proof == "win"
    assert session.opinions[0].choices[0].move == first


def test_what_the_engine_says_later_does_not_undo_it() -> None:
    session = game()
    move = session.position.legal_moves()[2]
    session.play(move)
    session.note(1, proved(session, "win"))
    session.go_to(0)
    late = advise(session)
    session.note(0, late)
    results = {each.move: each.proof for each in session.opinions[0].choices}
    assert results[move] == "loss"
    assert session.opinions[0].choices[-1].move == move


def test_moves_that_are_not_listed_may_still_win() -> None:
    session = game()
    moves = session.position.legal_moves()
    session.note(
        0,
        Advice(
            (Choice(moves[0], Worth("win", 0.6)),),
            "search",
            Worth("win", 0.6),
            True,
            (ZuniqFacts(iterations=5.0),),
        ),
    )
    session.play(moves[0])
    session.note(1, proved(session, "win"))
    assert not session.opinions[0].proven


def test_whole_games_backwards_agree_with_plain_search() -> None:
    """Every position of a game is proved from its end; the first one then says what recursion finds."""
    chance = random.Random(7)

    def wins(position: object) -> bool:
        if position.winner is not None:  # type: ignore[attr-defined]
            return bool(position.winner == position.to_move)  # type: ignore[attr-defined]
        return any(
            not wins(after) if after.to_move != position.to_move else wins(after)  # type: ignore[attr-defined]
            for move in position.legal_moves()  # type: ignore[attr-defined]
            if not move.endswith("!")
            for after in [position.play(move)]  # type: ignore[attr-defined]
        )

    for _ in range(10):
        session = game("2x3")
        while session.position.winner is None:
            session.note(session.cursor, advise(session))
            session.play(chance.choice([m for m in session.position.legal_moves() if not m.endswith("!")]))
        for ply in range(session.length - 1, -1, -1):
            session.go_to(ply)
            session.note(ply, proved(session, "win" if wins(session.position) else "loss"))
            choices = session.opinions[ply].choices
            assert choices[0].proof == ("win" if wins(session.position) else "loss")


def judged(
    move: str, best: str, cost: float, verdict: str = "mistake", unit: str = "win"
) -> dict[str, JudgedMove]:
    result = Judged(
        ply=0, mover="White", played=move, best=best, cost=cost, unit=unit, error=0.01,  # type: ignore[arg-type]
        verdict=verdict, source="search",  # type: ignore[arg-type]
    )  # fmt: skip
    return result.in_advice


@pytest.mark.parametrize("late", [False, True])
def test_a_move_that_was_judged_to_be_worse_stands_behind_the_better_one(late: bool) -> None:
    session = game()
    first, second, *_ = session.position.legal_moves()
    advice, verdict = advise(session), judged(first, second, 0.2)
    if late:
        session.note(0, advice)
        session.note(0, replace(advice, judged=verdict))
    else:
        session.note(0, replace(advice, judged=verdict))
        session.note(0, replace(advice, evidence=(ZuniqFacts(iterations=900.0),)))
    result = session.opinions[0]
    assert result.choices[0].move == second
    assert result.choices[-1].move == first, "behind all that are thought to be better than that"
    assert result.choices[-1].worth == Worth("win", 0.59 - 0.2)
    assert result.worth == Worth("win", 0.59)
    assert len(result.choices) == len(advice.choices)


@pytest.mark.parametrize("verdict", ["fine", "close", "best", "unknown"])
def test_what_is_no_mistake_changes_nothing(verdict: str) -> None:
    session = game()
    first, second, *_ = session.position.legal_moves()
    advice = advise(session)
    session.note(0, replace(advice, judged=judged(first, second, 0.2, verdict)))
    assert session.opinions[0].choices == advice.choices


def test_costs_are_told_in_the_unit_of_the_game() -> None:
    moves = ("a", "b")
    for unit, cost, before, then in (
        ("tricks", 1.5, Worth("tricks", 8.0), Worth("tricks", 6.5)),
        ("points", 250.0, Worth("points", 100.0), Worth("points", -150.0)),
        ("attack", 4.4, Worth("order", 2.0), Worth("order", 2.0)),
    ):
        choices = tuple(Choice(move, before) for move in moves)
        advice = Advice(choices, "search", before, True, judged=judged("a", "b", cost, unit=unit))
        assert [(each.move, each.worth) for each in agreeing(advice).choices] == [("b", before), ("a", then)]


def test_what_is_proved_is_not_judged() -> None:
    choices = (Choice("a", Worth("win", 1.0), proof="win"), Choice("b", Worth("win", 0.7)))
    advice = Advice(choices, "search", Worth("win", 1.0), True, judged=judged("a", "b", 0.3))
    assert agreeing(advice) is advice
    assert agreeing(replace(advice, judged=judged("a", "c", 0.3))).choices == choices


def test_a_placement_judged_to_be_worse_stands_behind_with_figures_that_agree() -> None:
    less = (None, Worth("attack", 0.5, 0.6), Worth("attack", 2.0, 0.5))
    choices = tuple(
        Choice(move, Worth("order", -1.0), less=each) for move, each in zip("abc", less, strict=True)
    )
    verdict = judged("a", "b", 3.0, unit="attack")
    agreed = agreeing(Advice(choices, "search", Worth("attack", 9.0, 0.5), True, judged=verdict))
    results = [(each.move, attack_of(agreed, each)) for each in agreed.choices]
    assert [(move, attack and attack.value) for move, attack in results] == [
        ("b", 8.5),
        ("c", 7.0),
        ("a", 5.5),
    ]
    assert agreeing(agreed) is agreed
