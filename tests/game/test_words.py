import pytest

from game.words import counted


@pytest.mark.parametrize(
    ("count", "said"),
    [(0, "0 deals"), (1, "1 deal"), (1200, "1,200 deals"), (1.0, "1 deal"), (0.5, "0.5 deals")],
)
def test_one_has_no_plural(count: float, said: str) -> None:
    assert counted(count, "deal") == said
