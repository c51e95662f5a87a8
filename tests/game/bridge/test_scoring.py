import pytest

from game.bridge import Contract
from game.bridge.auction import points, score
from game.bridge.cards import STRAINS

STAKES = {"": 1, "X": 2, "XX": 4}


def contract(text: str, declarer: int = 0) -> Contract:
    return Contract(int(text[0]), STRAINS.index(text[1]), declarer, STAKES[text[2:]])


# tricks that the declarer has taken, and what the table of the house rule gives for them
TABLE = [
    # clubs and diamonds 20 a trick, hearts and spades 30, no trumps 40 for the first; under 100 a bonus of 50
    ("1C", 7, 20 + 50),
    ("1D", 7, 20 + 50),
    ("1H", 7, 30 + 50),
    ("1S", 7, 30 + 50),
    ("1N", 7, 40 + 50),
    ("2N", 8, 40 + 30 + 50),
    ("4D", 10, 80 + 50),
    ("3S", 9, 90 + 50),
    # 100 or more: a bonus of 300
    ("5C", 11, 100 + 300),
    ("4H", 10, 120 + 300),
    ("3N", 9, 100 + 300),
    # an overtrick is worth a trick, and never turns a part score into a game
    ("1S", 13, 30 + 50 + 6 * 30),
    ("1N", 10, 40 + 50 + 3 * 30),
    ("2C", 9, 40 + 50 + 20),
    # bids of six and seven
    ("6C", 12, 120 + 300 + 500),
    ("6N", 13, 190 + 300 + 500 + 30),
    ("7S", 13, 210 + 300 + 1000),
    ("7N", 13, 220 + 300 + 1000),
    ("5N", 13, 160 + 300 + 60),
    # doubled: the contract counts twice, also for the game; 50 for making it; 100 an overtrick
    ("1SX", 7, 60 + 50 + 50),
    ("2SX", 8, 120 + 300 + 50),
    ("2DX", 10, 80 + 50 + 50 + 2 * 100),
    ("6HX", 12, 360 + 300 + 500 + 50),
    # redoubled: four times, 100, 200
    ("1CXX", 7, 80 + 50 + 100),
    ("1SXX", 9, 120 + 300 + 100 + 2 * 200),
    ("7NXX", 13, 880 + 300 + 1000 + 100),
    # undertricks: 50 each
    ("1S", 6, -50),
    ("4H", 7, -150),
    ("7N", 0, -13 * 50),
    # doubled: 100, then 200 each
    ("1SX", 6, -100),
    ("3NX", 7, -300),
    ("6CX", 8, -100 - 3 * 200),
    # redoubled: 200, then 400 each
    ("1SXX", 6, -200),
    ("2HXX", 5, -200 - 2 * 400),
]


@pytest.mark.parametrize(("text", "tricks", "points"), TABLE)
def test_a_contract_is_worth_what_the_table_says(text: str, tricks: int, points: int) -> None:
    assert score(contract(text), tricks) == points


@pytest.mark.parametrize("stake", STAKES)
@pytest.mark.parametrize("strain", STRAINS)
def test_every_trick_more_is_worth_more_and_only_a_made_contract_pays(strain: str, stake: str) -> None:
    for level in range(1, 8):
        scores = [score(contract(f"{level}{strain}{stake}"), tricks) for tricks in range(14)]
        assert scores == sorted(set(scores))
        assert all((points > 0) is (tricks >= 6 + level) for tricks, points in enumerate(scores))


def test_the_points_go_to_the_declarer_or_to_the_other() -> None:
    assert points("duplicate", contract("2S", declarer=1), (4, 9)) == (0, 140)
    assert points("duplicate", contract("2S", declarer=1), (6, 7)) == (50, 0)
    assert points("duplicate", contract("2S", declarer=0), (7, 6)) == (0, 50)


def test_by_tricks_whoever_has_more_gets_ten_for_each_of_the_difference() -> None:
    assert points("tricks", contract("4S", declarer=0), (8, 5)) == (30, 0)
    assert points("tricks", contract("1C", declarer=0), (6, 7)) == (0, 10)
    assert points("tricks", contract("1C", declarer=1), (13, 0)) == (130, 0)
