from math import inf, nan

import msgspec
import pytest

from ai.engine import Advice, Choice, Referee
from game.tetris.classic import State as Classic
from game.zuniq import State

START = State.start()
GOOD = Choice("A1h", 0.6, "60 %", 0.7, line=("B2v",))
ADVICE = Advice(
    (GOOD, Choice("A1v!", 0.4, "40 %", 0.3)), "search", 0.6, facts={"nodes": 12.0, "result": "open"}
)


def changed(**changes: object) -> Advice:
    return msgspec.structs.replace(ADVICE, choices=(msgspec.structs.replace(GOOD, **changes),))


def test_sound_advice_has_no_flaw_with_or_without_a_claim() -> None:
    assert Referee(START).flaw(ADVICE) is None


@pytest.mark.parametrize("move", ["", "Z9v", "a1h", "A1h ", "A1h!!", "\0", "A1h" * 1000])
def test_what_the_rules_do_not_know_is_illegal(move: str) -> None:
    flaw = Referee(START).flaw(changed(move=move))
    assert flaw is not None
    assert "illegal" in flaw


def test_a_wall_that_stands_is_illegal_however_often_it_is_proposed() -> None:
    referee = Referee(START.play("A1h"))
    for _ in range(2):
        flaw = referee.flaw(ADVICE)
        assert flaw is not None
        assert "illegal" in flaw


@pytest.mark.parametrize("score", [nan, inf, -inf, -0.01, 1.01])
def test_impossible_numbers_are_flaws(score: float) -> None:
    referee = Referee(START)
    for advice in (changed(score=score), changed(share=score), msgspec.structs.replace(ADVICE, value=score)):
        assert "impossible" in str(referee.flaw(advice))


def test_a_rounding_error_is_no_flaw() -> None:
    assert Referee(START).flaw(changed(score=1 + 1e-9, share=1 + 1e-9)) is None


@pytest.mark.parametrize("facts", [{"nodes": nan}, {"speed": inf}, {"result": "a\0b"}, {"a\nb": 1.0}])
def test_facts_that_cannot_be_shown_are_flaws(facts: dict[str, float | str]) -> None:
    assert "fact" in str(Referee(START).flaw(msgspec.structs.replace(ADVICE, facts=facts)))


def test_texts_that_cannot_be_shown_are_flaws() -> None:
    assert "shown" in str(Referee(START).flaw(changed(label="a\0b")))
    assert "shown" in str(Referee(START).flaw(changed(line=("A2h", "\0"))))


def test_a_move_named_twice_is_a_flaw() -> None:
    assert "twice" in str(Referee(START).flaw(msgspec.structs.replace(ADVICE, choices=(GOOD, GOOD))))


def test_only_a_finished_game_may_end_without_a_move() -> None:
    nothing = Advice((), "search", 0.5)
    finished = State.parse("2x2: A1h B1h A1v A2v")
    assert Referee(START).flaw(nothing) is None
    assert "no move" in str(Referee(START).flaw(msgspec.structs.replace(nothing, done=True)))
    assert Referee(finished).flaw(msgspec.structs.replace(nothing, done=True)) is None


# -- a game whose scores are no chances, and which nobody wins --

TETRIS = Classic.open({"size": "6x8"})
LOST = Classic.open({"size": "6x8", "board": "/".join(["xxxxx."] * 8)})


def equities(*scores: float) -> Advice:
    moves = TETRIS.legal_moves()
    choices = tuple(Choice(move, score, f"{score:.2f}") for move, score in zip(moves, scores, strict=False))
    return Advice(choices, "rule", scores[0], done=True)


def test_equities_may_be_any_number() -> None:
    assert Referee(TETRIS).flaw(equities(-3.5, 12.4, 287.0)) is None
    for score in (nan, inf, -inf):
        assert "impossible" in str(Referee(TETRIS).flaw(equities(1.0, score)))


def test_a_lost_game_ends_without_a_move_though_nobody_has_won() -> None:
    nothing = Advice((), "rule", 0.0, done=True)
    assert LOST.winner is None
    assert Referee(LOST).flaw(nothing) is None
    assert "no move" in str(Referee(TETRIS).flaw(nothing))
