from math import inf, nan

import msgspec
import pytest

from ai.engine import Advice, Choice
from game.advice import JudgedMove, Worth
from game.facts import BookFacts, BridgeFacts, Evidence, ZuniqFacts
from game.referee import Referee
from game.tetris.classic import State as Classic
from game.zuniq import State

START = State.start()
GOOD = Choice("A1h", Worth("win", 0.6), 0.7, line=("B2v",))
ADVICE = Advice(
    (GOOD, Choice("A1v!", Worth("win", 0.4), 0.3)),
    "search",
    Worth("win", 0.6),
    evidence=(ZuniqFacts(nodes=12.0),),
)


def changed(**changes: object) -> Advice:
    return msgspec.structs.replace(ADVICE, choices=(msgspec.structs.replace(GOOD, **changes),))


def test_sound_advice_has_no_flaw_with_or_without_a_claim_or_a_rounding_error() -> None:
    assert Referee(START).flaw(ADVICE) is None
    assert Referee(START).flaw(changed(worth=Worth("win", 1 + 1e-9), share=1 + 1e-9)) is None


FLAWS = [
    *(({"move": move}, "illegal") for move in ("", "Z9v", "a1h", "A1h ", "A1h!!", "\0", "A1h" * 1000)),
    *(
        ({field: Worth("win", value)}, "impossible")
        for field in ("worth", "known")
        for value in (nan, inf, -inf, -0.01, 1.01)
    ),
    *(({"share": share}, "impossible") for share in (nan, inf, -inf, -0.01, 1.01)),
    ({"worth": Worth("tricks", 13.5)}, "impossible"),
    ({"less": Worth("attack", nan)}, "impossible"),
    ({"worth": Worth("win", 0.5, -0.1)}, "impossible"),
    ({"line": ("A2h", "\0")}, "shown"),
]


@pytest.mark.parametrize(("changes", "word"), FLAWS)
def test_a_choice_that_cannot_be_is_a_flaw(changes: dict[str, object], word: str) -> None:
    assert word in str(Referee(START).flaw(changed(**changes)))


FACTS: list[Evidence] = [
    ZuniqFacts(nodes=nan), ZuniqFacts(depth=inf), BookFacts(title="a\0b"), BridgeFacts(tricks={"a\nb": 1.0})
]  # fmt: skip


@pytest.mark.parametrize(
    ("advice", "word"),
    [
        *(
            (msgspec.structs.replace(ADVICE, worth=Worth("win", value)), "impossible")
            for value in (nan, inf, -inf, -0.01, 1.01)
        ),
        *((msgspec.structs.replace(ADVICE, evidence=(facts,)), "fact") for facts in FACTS),
        (msgspec.structs.replace(ADVICE, choices=(GOOD, GOOD)), "twice"),
        (
            msgspec.structs.replace(ADVICE, judged={"A2h": JudgedMove("A1h", Worth("win", nan), "fine")}),
            "judged",
        ),
        (
            msgspec.structs.replace(ADVICE, judged={"A\0": JudgedMove("A1h", Worth("win", 0.1), "fine")}),
            "judged",
        ),
    ],
)
def test_advice_that_cannot_be_shown_is_a_flaw(advice: Advice, word: str) -> None:
    assert word in str(Referee(START).flaw(advice))


def test_a_wall_that_stands_is_illegal_however_often_it_is_proposed() -> None:
    referee = Referee(START.play("A1h"))
    assert all("illegal" in str(referee.flaw(ADVICE)) for _ in range(2))


def test_only_a_finished_game_may_end_without_a_move() -> None:
    nothing = Advice((), "search", None)
    finished = State.parse("2x2: A1h B1h A1v A2v")
    assert Referee(START).flaw(nothing) is None
    assert "no move" in str(Referee(START).flaw(msgspec.structs.replace(nothing, done=True)))
    assert Referee(finished).flaw(msgspec.structs.replace(nothing, done=True)) is None


# -- a game whose scores are no chances, and which nobody wins --

TETRIS = Classic.open({"size": "6x8"})
LOST = Classic.open({"size": "6x8", "board": "/".join(["xxxxx."] * 8)})


def equities(*scores: float) -> Advice:
    moves = TETRIS.legal_moves()
    choices = tuple(Choice(move, Worth("equity", score)) for move, score in zip(moves, scores, strict=False))
    return Advice(choices, "rule", choices[0].worth, done=True)


def test_equities_may_be_any_number() -> None:
    assert Referee(TETRIS).flaw(equities(-3.5, 12.4, 287.0)) is None
    for score in (nan, inf, -inf):
        assert "impossible" in str(Referee(TETRIS).flaw(equities(1.0, score)))


def test_a_lost_game_ends_without_a_move_though_nobody_has_won() -> None:
    nothing = Advice((), "rule", None, done=True)
    assert LOST.winner is None
    assert Referee(LOST).flaw(nothing) is None
    assert "no move" in str(Referee(TETRIS).flaw(nothing))
