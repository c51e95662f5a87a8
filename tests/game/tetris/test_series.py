from math import exp, factorial
from random import Random

import pytest

from game.tetris.classic.series import Spread, _gamma_quantile, estimate, interval, mean_interval, round_up


def test_the_interval_of_the_reference_is_found_again() -> None:
    """27 games of tengstrand-1.1 with a mean of 1.48 million rows: 1.05 to 2.25 million."""
    mean_rows = interval(27 * 1_480_000, 27)
    assert mean_rows.mean == 1_480_000
    assert mean_rows.high is not None
    assert (round(mean_rows.low / 1e6, 2), round(mean_rows.high / 1e6, 2)) == (1.05, 2.25)


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
        mean_rows.high - mean_rows.low
        for games in (1, 10, 100, 1000, 10_000)
        if (mean_rows := interval(50 * games, games)).high is not None
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
    mean_rows = estimate(9_000_000, 3, 1)
    assert mean_rows.mean == 3_000_000
    assert mean_rows[1:] == interval(9_000_000, 4, 1)[1:]
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
        mean_rows = mean_interval([round(draw.expovariate(1 / 5000)) for _ in range(12)])
        held += mean_rows.low <= 5000 <= (mean_rows.high or 0)
    assert 0.935 < held / 2000 < 0.965


# -- the distribution --


def test_every_game_stands_in_one_bar() -> None:
    spread = Spread.of({0: 3, 7: 2, 48: 1, 50: 4})
    assert (spread.games, spread.end, spread.bins) == (10, 50.0, 25)
    assert sum(spread.counts()) == 10
    assert (spread.counts()[0], spread.counts()[3], spread.counts()[24]) == (3, 2, 5)


def test_the_exponential_has_the_same_mean_and_as_many_games() -> None:
    spread = Spread.of(dict.fromkeys(range(0, 2000, 5), 1))
    assert spread.mean == pytest.approx(997.5)
    share = 1 - exp(-spread.end / spread.mean)
    assert sum(spread.expected()) == pytest.approx(400 * share)
    assert spread.expected_survival(spread.mean) == pytest.approx(exp(-1))


def test_the_share_of_longer_games_falls_from_all_to_few() -> None:
    spread = Spread.of({10: 50, 20: 25, 40: 24, 90: 1})
    shares = [share for _, share in spread.survival]
    assert shares[0] == 1.0
    assert shares == sorted(shares, reverse=True)
    assert dict(spread.survival)[25.0] == pytest.approx(0.25)
    assert shares[-1] == pytest.approx(0.01)
    assert Spread().survival == []


def test_a_game_that_goes_on_counts_as_far_as_it_has_come() -> None:
    alone = Spread.of({}, 800)
    assert (alone.games, alone.mean, alone.end) == (0, 0.0, 1000.0)
    assert alone.survival[-1] == (800.0, 1.0)
    some = Spread.of({10: 1, 20: 1, 90: 1}, 50)
    shares = dict(some.survival)
    assert some.mean == (10 + 20 + 90 + 50) / 3
    assert (shares[10.0], shares[20.0], shares[50.0]) == (0.75, 0.5, 0.5), "four games, then two"
    assert 100.0 not in shares
    longest = Spread.of({10: 1, 20: 1}, 50)
    assert longest.survival[-1] == (50.0, pytest.approx(1 / 3))


@pytest.mark.parametrize(("value", "round_one"), [(1, 1), (3, 5), (21, 25), (480_001, 500_000), (0.7, 1)])
def test_axes_end_at_round_numbers(value: float, round_one: float) -> None:
    assert round_up(value) == pytest.approx(round_one)
