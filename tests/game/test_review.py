"""Costs of a game's moves, from the stored opinions."""

from __future__ import annotations

import msgspec
import pytest

from game.advice import Advice, Choice, JudgedMove, Proof, Source, Unit, Verdict, Worth
from game.facts import ZuniqFacts
from game.record import Seat
from game.review import Judged, judge, mistakes, ranks, values
from game.session import Session

MOVES = ("A1h", "A2h", "B1h", "B2h")


def played(moves: tuple[str, ...] = MOVES, dots: str = "3x3") -> Session:
    session = Session.new("zuniq", {"dots": dots}, (Seat("a"), Seat("b")))
    for move in moves:
        session.play(move)
    return session


def choice(move: str, score: float, proof: Proof | None = None) -> Choice:
    return Choice(move, Worth("win", score), proof=proof)


def advice(*choices: Choice, value: float | None = None) -> Advice:
    return Advice(choices, "search", choices[0].worth if value is None else Worth("win", value))


def judged(session: Session, ply: int, verdict: Verdict, cost: float, error: float = 0.0) -> None:
    """Keep what a review has found of the move at `ply`."""
    move = session.moves[ply].text
    result = Judged(
        ply=ply, mover="white", played=move, best="C1h", cost=cost, unit="win", error=error, verdict=verdict,
        source="search",
    )  # fmt: skip
    answer = session.opinions.get(ply) or advice(choice("C1h", 0.75))
    session.note(ply, msgspec.structs.replace(answer, judged={**answer.judged, **result.in_advice}))


def test_without_opinions_nothing_is_said() -> None:
    session = played()
    assert values(session) == (None,) * 5
    assert judge(session) == (None,) * 4
    assert mistakes(session) == ()


def test_chances_are_the_first_seats() -> None:
    session = played()
    session.note(0, advice(choice("A1h", 0.6)))
    session.note(1, advice(choice("A2h", 0.3)))
    session.note(2, advice(choice("B1h", 0.9), value=0.8))
    assert values(session) == (0.6, 0.7, 0.8, None, None)


def test_proofs_and_the_end_are_certain() -> None:
    session = played(("A1h", "A1v", "A2v", "B1h"), "2x2")
    session.note(2, advice(choice("A2v", 0.4, "loss")))
    session.note(3, advice(choice("B1h", 0.7, "win")))
    assert values(session) == (None, 0.0, 0.0, 0.0, 0.0)  # the last of four walls is Black's


def test_what_two_searches_say_is_no_judgement() -> None:
    session = played()
    session.note(0, advice(choice("C1h", 0.75), choice("A1h", 0.5)))
    session.note(1, advice(choice("C1h", 0.9)))
    assert judge(session)[0] is None


def test_a_judged_move_has_its_cost_error_and_degree() -> None:
    session = played()
    judged(session, 0, "mistake", 0.25, 0.05)
    (judgement,) = mistakes(session)
    assert (judgement.ply, judgement.seat, judgement.move, judgement.better) == (0, 0, "A1h", "C1h")
    assert (judgement.before, judgement.after, judgement.loss, judgement.error) == (0.75, 0.5, 0.25, 0.05)
    assert judgement.verdict == "mistake"


@pytest.mark.parametrize(("verdict", "grave"), [("fine", 0), ("inaccuracy", 0), ("close", 0), ("blunder", 1)])
def test_only_mistakes_and_blunders_are_listed(verdict: Verdict, grave: int) -> None:
    session = played()
    judged(session, 2, verdict, 0.3)
    assert len(mistakes(session)) == grave


def test_what_was_judged_of_another_move_says_nothing_of_this_one() -> None:
    session = played()
    judged(session, 1, "blunder", 0.5)
    session.go_to(1)
    session.play("C2h")
    assert mistakes(session) == ()


def test_a_judgement_survives_a_deeper_opinion_and_an_earlier_one() -> None:
    session = played()
    deep = Advice((choice("B2h", 0.6),), "search", Worth("win", 0.6), evidence=(ZuniqFacts(iterations=9e9),))
    judged(session, 0, "mistake", 0.25)
    session.note(0, deep)
    assert len(mistakes(session)) == 1
    assert session.opinions[0].worth == Worth("win", 0.6)
    judged(session, 0, "blunder", 0.5)
    assert session.opinions[0].worth == Worth("win", 0.6), "the deeper opinion stays"
    assert mistakes(session)[0].verdict == "blunder"


def test_a_proven_win_thrown_away_is_a_blunder_of_full_size() -> None:
    session = played()
    session.note(1, advice(choice("C1h", 0.6, "win"), choice("A2h", 0.55)))
    assert judge(session)[1] is None
    session.note(2, advice(choice("C1h", 0.6, "win")))
    (judgement,) = mistakes(session)
    assert (judgement.ply, judgement.seat, judgement.move, judgement.better, judgement.loss) == (
        1,
        1,
        "A2h",
        "C1h",
        1.0,
    )
    assert (judgement.verdict, judgement.error) == ("blunder", 0.0)


def test_a_choice_proven_lost_needs_no_second_opinion() -> None:
    session = played()
    session.note(0, advice(choice("C1h", 1.0, "win"), choice("A1h", 0.4, "loss")))
    assert mistakes(session)[0].loss == 1.0


def test_in_a_lost_position_nothing_is_a_mistake() -> None:
    session = played()
    session.note(0, advice(choice("C1h", 0.2, "loss"), choice("A1h", 0.1, "loss")))
    assert judge(session)[0] is not None
    assert mistakes(session) == ()


def test_undone_moves_are_judged_too() -> None:
    session = played()
    judged(session, 3, "blunder", 0.8)
    session.go_to(0)
    assert [judgement.ply for judgement in mistakes(session)] == [3]


def scored(unit: Unit, *values: float, source: Source = "search", **judged: JudgedMove) -> Advice:
    choices = tuple(Choice(f"m{at}", Worth(unit, value)) for at, value in enumerate(values))
    return Advice(choices, source, choices[0].worth, judged=judged)


def changed(advice: Advice, at: int, **changes: Worth) -> Advice:
    """The advice with another choice in the place `at`."""
    choices = list(advice.choices)
    choices[at] = msgspec.structs.replace(choices[at], **changes)
    return msgspec.structs.replace(advice, choices=tuple(choices))


def test_what_reads_the_same_shares_its_rank() -> None:
    assert ranks(scored("win", 0.652, 0.648, 0.644, 0.641, 0.6)) == (1, 1, 3, 3, 5)
    assert ranks(scored("order", 5.04, 4.96, 4.9, 4.9)) == (1, 1, 3, 3)
    assert ranks(advice(choice("a", 1.0, "win"), choice("b", 1.0, "win"), choice("c", 0.9))) == (1, 1, 3)
    known = changed(scored("order", 5.0, 5.0, source="book"), 0, known=Worth("chance", 0.9))
    assert ranks(known) == (1, 2), "known and searched for"


def test_equity_is_better_the_lower_it_is() -> None:
    low, high = Worth("equity", 3.0), Worth("equity", 4.5)
    assert low.better_than(high)
    assert low.gain(high) == 1.5
    assert low.less(1.5) == high


def test_known_moves_are_ranked_by_what_is_known_of_them() -> None:
    answer = scored("order", 0.0, -3.0, 1.0, 1.0, source="policy")
    for at, clears in enumerate((12.34, 12.34, 11.0)):
        answer = changed(answer, at, known=Worth("clears", clears))
    assert ranks(answer) == (1, 1, 3, 4)
    assert answer.known == 3


@pytest.mark.parametrize(("less", "error", "results"), [(0.5, 0.4, (1, 1, 3)), (1.0, 0.4, (1, 2, 3))])
def test_a_difference_within_its_error_is_none(less: float, error: float, results: tuple[int, ...]) -> None:
    assert ranks(changed(scored("order", 5.0, 3.1, 0.2), 1, less=Worth("attack", less, error))) == results


def test_a_judgement_decides_whether_two_moves_are_equal() -> None:
    for verdict, result in (("close", (1, 1)), ("mistake", (1, 2))):
        judged_move = JudgedMove("m0", Worth("win", 0.1), verdict)  # type: ignore[arg-type]
        assert ranks(scored("win", 0.65, 0.65, m1=judged_move)) == result


def test_placements_are_ranked_by_what_was_measured_whatever_the_search_has_them_at() -> None:
    attack = Worth("attack", 9.0, 0.5)
    answer = msgspec.structs.replace(scored("order", -1.0, -1.0, -1.0), worth=attack)
    for second, third, result in ((3.0, 4.0, (1, 2, 3)), (0.6, 0.6, (1, 1, 1))):
        measured = changed(answer, 1, less=Worth("attack", second, 0.5))
        assert ranks(changed(measured, 2, less=Worth("attack", third, 0.5))) == result
