import math
from collections.abc import Sequence

import numpy as np
import pytest

from game.ladder.rating import ELO, Hypotheses, Score, chance, ratings, sequential


def duel(wins: int, draws: int, losses: int) -> list[Score]:
    return [
        Score(0, 1, points)
        for points, count in ((1.0, wins), (0.5, draws), (0.0, losses))
        for _ in range(count)
    ]


@pytest.mark.parametrize(
    ("wins", "draws", "losses"), [(1, 0, 0), (7, 0, 3), (60, 0, 40), (3, 4, 3), (20, 0, 0)]
)
def test_two_players_differ_by_the_log_odds(wins: int, draws: int, losses: int) -> None:
    rated = ratings(2, duel(wins, draws, losses))
    assert rated is not None
    won, lost = wins + draws / 2 + 0.5, losses + draws / 2 + 0.5
    difference = ELO * math.log(won / lost)
    assert rated[0].value - rated[1].value == pytest.approx(difference)
    assert rated[0].value == pytest.approx(difference / 2)
    games = wins + draws + losses + 1
    error = ELO * math.sqrt(games / (won * lost))  # 1/won + 1/lost, for points that add up to the games
    assert rated[0].high - rated[0].low == pytest.approx(2 * 1.959964 * error / 2, rel=1e-6)


def test_the_order_of_games_and_of_players_does_not_matter() -> None:
    games = [Score(0, 1, 1.0), Score(1, 2, 0.5), Score(0, 2, 1.0), Score(2, 1, 1.0), Score(0, 1, 0.0)]
    turned = [Score(2 - b, 2 - a, 1 - points) for a, b, points in reversed(games)]
    one, other = ratings(3, games), ratings(3, turned)
    assert one is not None
    assert other is not None
    np.testing.assert_allclose(one, other[::-1], atol=1e-6)
    assert sum(each.value for each in one) == pytest.approx(0, abs=1e-6)


def test_there_is_no_rating_as_long_as_not_all_have_met() -> None:
    assert ratings(3, [Score(0, 1, 1.0)]) is None
    assert ratings(4, [Score(0, 1, 1.0), Score(2, 3, 1.0)]) is None
    assert ratings(3, [Score(0, 1, 1.0), Score(1, 2, 1.0)]) is not None


def test_the_interval_holds_the_true_rating_in_about_95_of_100_ladders() -> None:
    strengths = np.array([-150.0, -30.0, 40.0, 140.0])
    random = np.random.default_rng(20261127)
    inside = total = 0
    for _ in range(300):
        games = [
            Score(a, b, float(random.random() < chance(strengths[a] - strengths[b])))
            for a in range(4)
            for b in range(a)
            for _ in range(20)
        ]
        rated = ratings(4, games)
        assert rated is not None
        inside += sum(each.low <= true <= each.high for each, true in zip(rated, strengths, strict=True))
        total += 4
    assert 0.93 <= inside / total <= 0.98


# -- the sequential test --

STATED = Hypotheses(0, 60, 0.05, 0.05)


def accepted(difference: float, sides: float, draws: float, runs: int, group: int) -> list[float | None]:
    """Results of tests at this true difference; the first seat is worth `sides`, so many games are drawn."""
    random = np.random.default_rng(int(difference) + 7)
    results: list[float | None] = []
    for _ in range(runs):
        number = np.arange(4_000)
        expected = _chances(difference, sides, number)
        drawn = np.minimum(draws, 2 * np.minimum(expected, 1 - expected))
        luck = random.random(len(number))
        points = np.where(luck < expected - drawn / 2, 1.0, np.where(luck < expected + drawn / 2, 0.5, 0.0))
        results.append(sequential(points.tolist(), STATED, group)[0].accepted)
    return results


def _chances(difference: float, sides: float, number: np.ndarray) -> np.ndarray:
    """The points that are expected of each game; over both sides they are those of the difference."""
    mean = chance(difference)
    return np.clip(mean + np.where(number % 2 == 0, sides, -sides), 0, 1)


@pytest.mark.parametrize(("sides", "draws"), [(0.0, 0.0), (0.0, 0.4), (0.35, 0.0)])
def test_neither_error_comes_more_often_than_stated(sides: float, draws: float) -> None:
    runs = 600
    spread = 3 * math.sqrt(0.05 * 0.95 / runs)
    for difference, wrong in ((0.0, 60), (60.0, 0)):
        results = accepted(difference, sides, draws, runs, 2)
        assert results.count(wrong) / runs <= 0.05 + spread
        assert results.count(60 - wrong) / runs >= 0.95 - spread


def test_a_test_ends_with_a_whole_group_and_counts_no_game_behind_it() -> None:
    verdict, games = sequential([1.0] * 100, STATED, 2)
    assert verdict.accepted == 60
    assert games % 2 == 0
    assert sequential([1.0] * games + [0.0] * 50, STATED, 2) == (verdict, games)
    assert sequential([1.0] * (games - 1), STATED, 2)[0].accepted is None
    assert sequential([], STATED)[0].ratio == 0


def test_wins_alone_take_the_games_that_wald_s_bound_says() -> None:
    step = math.log(chance(60) / chance(0))
    assert sequential([1.0] * 100, STATED)[1] == math.ceil(-math.log(0.05) / step)


def test_the_points_of_draws_count_half() -> None:
    points: Sequence[float] = [1.0, 0.0]
    assert sequential(points, STATED)[0].ratio == pytest.approx(sequential([0.5, 0.5], STATED)[0].ratio)
