from math import exp, factorial
from random import Random

import pytest

from game.tetris.classic.series import _gamma_quantile, estimate, interval, mean_interval


def test_the_interval_of_the_reference_is_found_again() -> None:
    """27 games of tengstrand-1.1 with a mean of 1.48 million rows: 1.05 to 2.25 million."""
    found = interval(27 * 1_480_000, 27)
    assert found.mean == 1_480_000
    assert found.high is not None
    assert (round(found.low / 1e6, 2), round(found.high / 1e6, 2)) == (1.05, 2.25)


@pytest.mark.parametrize(
    ("degrees", "low", "high"),
    [(2, 0.0506, 7.3778), (10, 3.2470, 20.4832), (20, 9.5908, 34.1696), (100, 74.2219, 129.5612)],
)
def test_the_quantiles_are_those_of_the_printed_tables(degrees: int, low: float, high: float) -> None:
    assert 2 * _gamma_quantile(degrees // 2, -1.959963984540054) == pytest.approx(low, abs=6e-5)
    assert 2 * _gamma_quantile(degrees // 2, 1.959963984540054) == pytest.approx(high, abs=6e-5)


@pytest.mark.parametrize("shape", [1, 2, 7, 40])
def test_the_quantile_is_exact_by_the_sum_of_a_poisson_distribution(shape: int) -> None:
    value = _gamma_quantile(shape, 1.959963984540054)
    above = sum(exp(-value) * value**k / factorial(k) for k in range(shape))
    assert above == pytest.approx(0.025, abs=1e-9)


def test_the_approximation_for_many_games_joins_the_exact_values() -> None:
    below, at, above = (_gamma_quantile(shape, 1.959963984540054) for shape in (999, 1000, 1001))
    assert above - at == pytest.approx(at - below, rel=1e-3)


def test_more_games_of_the_same_mean_say_more() -> None:
    widths = [
        found.high - found.low
        for games in (1, 10, 100, 1000, 10_000)
        if (found := interval(50 * games, games)).high is not None
    ]
    assert len(widths) == 5
    assert widths == sorted(widths, reverse=True)


def test_unfinished_games_leave_the_upper_end_open() -> None:
    whole, some, none = (interval(1000, 10, unfinished) for unfinished in (0, 9, 10))
    assert whole.mean == some.mean == none.mean == 100
    assert whole.low == some.low == none.low
    assert whole.high is not None
    assert some.high is not None
    assert some.high > whole.high
    assert none.high is None


def test_the_estimate_counts_the_rows_of_games_that_go_on() -> None:
    found = estimate(9_000_000, 3, 1)
    assert found.mean == 3_000_000
    assert found[1:] == interval(9_000_000, 4, 1)[1:]
    assert estimate(500, 5) == interval(500, 5)
    none = estimate(1_000_000, 0, 1)
    assert none.mean == none.low == pytest.approx(1_000_000 / 3.6889, rel=1e-4)
    assert none.high is None


def test_the_estimate_is_right_on_average_where_the_mean_of_ended_games_is_not() -> None:
    draw, rows, ended, ended_rows = Random(3), 0, 0, 0
    for _ in range(2000):  # series that are looked at after so many rows, whatever is going on then
        left = 3000.0
        while (game := draw.expovariate(1 / 1000)) < left:
            left -= game
            ended, ended_rows = ended + 1, ended_rows + round(game)
        rows += 3000
    assert estimate(rows, ended, 2000).mean == pytest.approx(1000, rel=0.03)
    assert ended_rows / ended < 800


def test_games_without_a_row_have_a_mean_of_nothing() -> None:
    assert mean_interval([0, 0, 0]) == (0, 0, 0)


def test_nineteen_of_twenty_intervals_hold_the_true_mean() -> None:
    draw, held = Random(5), 0
    for _ in range(2000):
        found = mean_interval([round(draw.expovariate(1 / 5000)) for _ in range(12)])
        held += found.low <= 5000 <= (found.high or 0)
    assert 0.935 < held / 2000 < 0.965
