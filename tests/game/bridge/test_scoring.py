import pytest

from game.bridge import Contract, Rules, State
from game.bridge.auction import LAWS, LAWS_VULNERABLE, ORIGINAL, Scale, double_changes, points, score
from game.bridge.cards import STRAINS

STAKES = {"": 1, "X": 2, "XX": 4}


def contract(text: str, declarer: int = 0) -> Contract:
    return Contract(int(text[0]), STRAINS.index(text[1]), declarer, STAKES[text[2:]])


# tricks that the declarer has taken, and what the original program's rule gives for them
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
    assert score(ORIGINAL, contract(text), tricks) == points


# the same by the laws of duplicate bridge, not vulnerable and vulnerable
BY_THE_LAWS = [
    ("1N", 7, 90, 90),
    ("2S", 10, 60 + 50 + 60, 60 + 50 + 60),
    ("4H", 10, 120 + 300, 120 + 500),
    ("6S", 12, 180 + 300 + 500, 180 + 500 + 750),
    ("7N", 13, 220 + 300 + 1000, 220 + 500 + 1500),
    ("2SX", 9, 120 + 300 + 50 + 100, 120 + 500 + 50 + 200),
    ("1SXX", 9, 120 + 300 + 100 + 2 * 200, 120 + 500 + 100 + 2 * 400),
    ("4H", 7, -150, -300),
    *[("7NX", 13 - down, -lost, -more) for down, lost, more in (
        (1, 100, 200), (2, 300, 500), (3, 500, 800), (4, 800, 1100), (5, 1100, 1400), (11, 2900, 3200),
        (13, 3500, 3800),
    )],
    *[("7NXX", 13 - down, -lost, -more) for down, lost, more in (
        (1, 200, 400), (2, 600, 1000), (3, 1000, 1600), (4, 1600, 2200), (11, 5800, 6400),
    )],
]  # fmt: skip


@pytest.mark.parametrize(("text", "tricks", "safe", "vulnerable"), BY_THE_LAWS)
def test_by_the_laws_each_score_is_that_of_duplicate_bridge(
    text: str, tricks: int, safe: int, vulnerable: int
) -> None:
    assert score(LAWS, contract(text), tricks) == safe
    assert score(LAWS_VULNERABLE, contract(text), tricks) == vulnerable


@pytest.mark.parametrize("scale", [LAWS, LAWS_VULNERABLE, ORIGINAL])
@pytest.mark.parametrize("stake", STAKES)
@pytest.mark.parametrize("strain", STRAINS)
def test_every_trick_more_is_worth_more_and_only_a_made_contract_pays(
    strain: str, stake: str, scale: Scale
) -> None:
    for level in range(1, 8):
        scores = [score(scale, contract(f"{level}{strain}{stake}"), tricks) for tricks in range(14)]
        assert scores == sorted(set(scores))
        assert all((points > 0) is (tricks >= 6 + level) for tricks, points in enumerate(scores))


def test_the_points_go_to_the_declarer_or_to_the_other() -> None:
    assert points(Rules(), contract("2S", declarer=1), (4, 9)) == (0, 140)
    assert points(Rules(), contract("2S", declarer=1), (6, 7)) == (50, 0)
    assert points(Rules(), contract("2S", declarer=0), (7, 6)) == (0, 50)


def test_by_tricks_whoever_has_more_gets_ten_for_each_of_the_difference() -> None:
    assert points(Rules(scoring="tricks"), contract("4S", declarer=0), (8, 5)) == (30, 0)
    assert points(Rules(scoring="tricks"), contract("1C", declarer=0), (6, 7)) == (0, 10)
    assert points(Rules(scoring="tricks"), contract("1C", declarer=1), (13, 0)) == (130, 0)


def test_a_double_gains_more_from_a_vulnerable_declarer() -> None:
    assert double_changes(Rules(scoring="laws"), contract("4H")) == (590 - 420, 100 - 50)
    assert double_changes(Rules(scoring="laws", vulnerable=True), contract("4H")) == (790 - 620, 200 - 100)


def test_old_records_keep_the_rule_of_the_original_program() -> None:
    """A record that names no vulnerability has the digest that it had before there was any."""
    old = {"scoring": "duplicate", "deals": "random:5", "doubles": "on", "match": "1 deals"}
    assert "vulnerable" not in State.open(old).setup
    assert (
        State.open(old).digest() == State.open({**old, "vulnerable": "none"}).digest() == "6b3f252ecb59abac"
    )
