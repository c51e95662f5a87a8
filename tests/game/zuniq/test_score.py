import pytest

from game.zuniq import State
from game.zuniq.state import BLACK, WHITE, break_even, claim_bonus, points

# White's ply, Black's ply, bonus, break-even in percent
TABLE = [
    (19, 20, 10, 83.3),
    (21, 22, 9, 84.7),
    (23, 24, 8, 86.2),
    (25, 26, 7, 87.7),
    (27, 28, 6, 89.3),
    (29, 30, 5, 90.9),
    (31, 32, 4, 92.6),
    (33, 34, 3, 94.3),
    (35, 36, 2, 96.2),
    (37, 38, 1, 98.0),
    (39, 40, 0, 100.0),
]
BLACK_WINS = (
    "E5v A2h B3h C4v E5h C1v E3h F3h B5h A3h D5v D1v B5v C5h D4h C1h A4v F5h C4h A5h A5v B6v E3v D2h C2h A4h "
    "B2h C6v D2v C3v B4v D6v E4h E1v C3h B1v F1h F2h A1h A1v"
)


def with_claims(*plies: int) -> State:
    return State.after(name + "!" * (ply in plies) for ply, name in enumerate(BLACK_WINS.split(), 1))


@pytest.mark.parametrize(("white", "black", "bonus", "percent"), TABLE)
def test_the_table_of_claims(white: int, black: int, bonus: int, percent: float) -> None:
    assert claim_bonus(WHITE, white) == claim_bonus(BLACK, black) == bonus
    assert round(100 * break_even(WHITE, white), 1) == percent
    assert round(100 * break_even(BLACK, black), 1) == percent


@pytest.mark.parametrize("seat", [WHITE, BLACK])
def test_an_early_claim_brings_no_more_than_ten_and_a_late_one_costs_nothing(seat: int) -> None:
    assert claim_bonus(seat, 1) == 10
    assert claim_bonus(seat, 41) == 0
    assert break_even(seat, 41) == 1.0


@pytest.mark.parametrize(
    ("claims", "earned"),
    [
        ((), (50.0, 100.0)),
        ((30,), (50.0, 105.0)),  # the winner is paid for a claim
        ((29, 34), (0.0, 103.0)),  # a loser who claimed gets nothing
        ((24, 30, 36), (50.0, 108.0)),  # the first claim of a side counts
    ],
)
def test_a_game_is_worth_what_its_claims_make_of_it(
    claims: tuple[int, ...], earned: tuple[float, float]
) -> None:
    assert points(with_claims(*claims)) == earned


def test_the_first_claim_of_a_side_is_kept() -> None:
    assert with_claims(24, 30, 36).claims == (None, 24)


def test_a_game_that_goes_on_has_no_points() -> None:
    assert points(State.after(BLACK_WINS.split()[:-1])) is None
