import pytest

from game.errors import BadInput
from game.words import counted, ordinal, sentence


@pytest.mark.parametrize(
    ("count", "text"),
    [(0, "0 deals"), (1, "1 deal"), (1200, "1,200 deals"), (1.0, "1 deal"), (0.5, "0.5 deals")],
)
def test_one_has_no_plural(count: float, text: str) -> None:
    assert counted(count, "deal") == text


def test_a_noun_in_y_has_its_plural() -> None:
    assert [counted(2, noun) for noun in ("inaccuracy", "key", "try")] == [
        "2 inaccuracies",
        "2 keys",
        "2 tries",
    ]


@pytest.mark.parametrize(
    ("number", "text"),
    [
        (1, "1st"),
        (2, "2nd"),
        (3, "3rd"),
        (4, "4th"),
        (11, "11th"),
        (12, "12th"),
        (13, "13th"),
        (21, "21st"),
        (112, "112th"),
    ],
)
def test_a_place_has_its_ending(number: int, text: str) -> None:
    assert ordinal(number) == text


def test_an_error_becomes_one_sentence() -> None:
    assert (
        sentence(BadInput("the queue is too short"))
        == sentence("the queue is too short.")
        == "The queue is too short."
    )
