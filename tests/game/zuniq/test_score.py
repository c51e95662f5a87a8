import pytest

from game.zuniq import State
from game.zuniq.state import BLACK, WHITE, break_even, claim_bonus, points

# the break-even in percent for each bonus from 10 to 0, which sinks every two plies: White's 19 and Black's 20 on
PERCENT = (83.3, 84.7, 86.2, 87.7, 89.3, 90.9, 92.6, 94.3, 96.2, 98.0, 100.0)
BLACK_WINS = (
    "E5v A2h B3h C4v E5h C1v E3h F3h B5h A3h D5v D1v B5v C5h D4h C1h A4v F5h C4h A5h A5v B6v E3v D2h C2h A4h "
    "B2h C6v D2v C3v B4v D6v E4h E1v C3h B1v F1h F2h A1h A1v"
)


def with_claims(*plies: int) -> State:
    return State.after(name + "!" * (ply in plies) for ply, name in enumerate(BLACK_WINS.split(), 1))


def test_the_table_of_claims() -> None:
    for number, percent in enumerate(PERCENT):
        for seat, ply in ((WHITE, 19 + 2 * number), (BLACK, 20 + 2 * number)):
            assert claim_bonus(seat, ply) == 10 - number
            assert round(100 * break_even(seat, ply), 1) == percent


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
def test_claims_decide_what_a_game_is_worth(claims: tuple[int, ...], earned: tuple[float, float]) -> None:
    assert points(with_claims(*claims)) == earned


def test_the_first_claim_of_a_side_is_kept() -> None:
    assert with_claims(24, 30, 36).claims == (None, 24)


def test_a_game_that_goes_on_has_no_points() -> None:
    assert points(State.after(BLACK_WINS.split()[:-1])) is None
