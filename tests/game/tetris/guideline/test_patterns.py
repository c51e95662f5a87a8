import pytest

from game.errors import BadInput
from game.tetris.guideline.patterns import Pattern, name_of
from game.tetris.guideline.saves import wishes_of


@pytest.mark.parametrize(
    ("text", "length", "queues"),
    [
        ("*p7", 7, 5_040),
        ("*!", 7, 5_040),
        ("[IOT]p2,*p4", 6, 5_040),
        (" I J ", 2, 1),
        ("**", 2, 49),
        ("[TSZ],[IOJL]", 2, 12),
        ("[^T]!", 6, 720),
        ("TI[SZ]p1**p3[S]!O[SZ]", 10, 5_880),
        ("' *p3, *p2 '", 5, 8_820),
        ("T,T;Z,* # the second", 2, 8),
        ("I,*p4\n# nothing\n\n*p5", 5, 840 + 2_520 - 360),
        ("#Q=[](I)SZ,*p3", 6, 210),
    ],
)
def test_a_pattern_stands_for_its_queues(text: str, length: int, queues: int) -> None:
    pattern = Pattern.parse(text)
    assert pattern.length == length
    assert len(pattern.queues) == queues


def test_the_queues_of_a_pattern_are_different_and_in_order() -> None:
    queues = [name_of(queue) for queue in Pattern.parse("T,[OI]p2;TOI").queues]
    assert queues == ["TIO", "TOI"]


@pytest.mark.parametrize(
    "text", ["", "*p8", "*p0", "*pf", "*6", "[]p1", "[SZT]kp2", "[TSZ p1", "X", "[TT]", "*p4;*p5", "*p7" * 9]
)
def test_a_pattern_that_is_none_is_refused(text: str) -> None:
    with pytest.raises(BadInput):
        Pattern.parse(text)


def test_a_pattern_of_too_many_queues_is_not_dealt() -> None:
    with pytest.raises(BadInput, match="4,233,600 queues"):
        assert len(Pattern.parse("*p7,*p4").queues)


@pytest.mark.parametrize(
    ("text", "good", "bad"),
    [
        ("T&&S", ["T", "S", "Z"], ["S", "Z"]),
        ("T || S", ["T", "Z"], ["I", "L", "O"]),
        ("T || (I && L)", ["I", "L"], ["I", "O"]),
        ("LSZ", ["LSZO", "TSZO"], ["TSZ", "LS"]),
        ("^S", ["LS", "LZ"], ["LS", "SZ"]),
        ("!T", ["L", "S"], ["T", "I"]),
        ("!(T&&S)||L", ["T", "S", "L"], ["T", "S"]),
        ("/^[^T]*L[^J]*$/", ["ILSZ", "IJSZ"], ["TLSZ"]),
    ],
)
def test_a_wanted_save_is_one_of_what_can_be_left(text: str, good: list[str], bad: list[str]) -> None:
    (wish,) = wishes_of(text)
    assert wish.holds(good)
    assert not wish.holds(bad)


def test_wanted_saves_have_priorities_and_names() -> None:
    assert [wish.name for wish in wishes_of("T#the T, /L,?S/, I || O")] == ["the T", "/L,?S/", "I || O"]


@pytest.mark.parametrize("text", ["", "T ||", "(T", "T)", "X", "T $", "/[/", "!"])
def test_a_wanted_save_that_is_none_is_refused(text: str) -> None:
    with pytest.raises(BadInput):
        wishes_of(text)
