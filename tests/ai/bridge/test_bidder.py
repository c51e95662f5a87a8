from dataclasses import replace

import pytest

from ai.bridge.bidder import Bidder, CallValue, utility
from ai.bridge.engine import call_by_rule, expected_tricks
from ai.bridge.exchanger import ExchangeBuffers
from ai.bridge.player.weighing import least_level
from ai.bridge.player.worlds import PASSED, expected, explain_calls
from game.bridge import Board, Deal, Observation, Rules
from game.bridge.cards import parse_hand
from tests.ai.bridge.hands import board, seen

pytestmark = pytest.mark.kernel
STRONG, WEAK = "AKQJT9876.A.A.AK", "5432.5432.543.32"


def _calls(sight: Observation, seed: int = 1, worlds: int = 24) -> list[CallValue]:
    bidder = Bidder(ExchangeBuffers(seed), sight, worlds)
    while bidder.run():
        pass
    return bidder.values()


def _holding(hand: str, calls: tuple[str, ...] = ()) -> Observation:
    """Return North's view with this hand, after these calls."""
    north = parse_hand(hand)
    table = Rules(doubles="double" in calls)
    rest = [card for card in range(52) if not north >> card & 1]
    cards = [card for card in range(52) if north >> card & 1] + rest
    return seen(Board.dealt(table, Deal.of(cards), len(calls) % 2, calls))


def test_a_hand_full_of_tricks_is_bid_to_a_slam() -> None:
    best = _calls(_holding(STRONG))[0]
    assert best.call in ("6S", "7S")
    assert best.makes is not None
    assert best.makes > 0.3


def test_over_a_slam_a_hopeless_hand_passes() -> None:
    assert _calls(_holding(WEAK, ("6S",)))[0].call == "pass"


def test_all_calls_are_legal_and_the_same_seed_calls_alike() -> None:
    for number in range(4):
        at = board(number, Rules(doubles=True)).play("1H")
        call_values = _calls(seen(at), worlds=16)
        assert {each.call for each in call_values} <= set(at.legal())
        assert "double" in {each.call for each in call_values}
        assert call_values == _calls(seen(at), worlds=16)


@pytest.mark.parametrize("number", [6, 7])
def test_nobody_runs_from_doubles_into_a_slam(number: int) -> None:
    at = board(number, Rules(doubles=True), seed=9)
    while at.stage == "auction":
        call_values = _calls(seen(at), worlds=24)
        if at.auction.calls[-1:] == ("double",) and call_values[0].call != "pass":
            assert call_values[0].points > next(each.points for each in call_values if each.call == "pass")
        at = at.play(call_values[0].call)
    assert at.contract.level < 6, at.auction.calls


def test_a_bid_over_a_double_is_valued_as_one_that_is_doubled_again() -> None:
    flat = "K82.Q93.A764.J85"
    results = {each.call: each.points for each in _calls(_holding(flat, ("1D", "double")), worlds=24)}
    assert max(results["6N"], results["6D"]) < -700  # undoubled they lose some 300
    assert max(results, key=lambda call: results[call]) in ("pass", "1N", "redouble")


def test_no_trump_is_not_bid_where_the_rules_have_none() -> None:
    at = board(2, Rules(notrump=False))
    assert not any(each.call.endswith("N") for each in _calls(seen(at), worlds=8))


def test_the_lowest_level_that_outbids() -> None:
    assert [least_level(strain, "2H") for strain in range(5)] == [2, 3, 3, 3, 2]
    assert least_level(0, None) == 1
    assert least_level(4, "1C", notrump=False) == 8


def test_the_rule_bids_the_longest_suit_as_far_as_its_tricks_go() -> None:
    sight = _holding("AKQ32.K2.Q32.432")  # L 5, H 14: 7.05 + 0.78 + 0.184 * 4 = 8.566
    assert expected_tricks(sight.dealt, 0) == pytest.approx(8.566)
    assert call_by_rule(sight) == "1S"
    assert call_by_rule(replace(sight, calls=("1N",))) == "2S"
    assert call_by_rule(replace(sight, calls=("2N",))) == "pass"


def test_the_kernels_expect_as_many_tricks_as_the_rule() -> None:
    for number in range(20):
        hand = seen(board(number)).dealt
        assert [expected(hand, suit) for suit in range(4)] == pytest.approx(
            [expected_tricks(hand, suit) for suit in range(4)]
        )


def test_a_bid_of_spades_is_explained_by_spades() -> None:
    import numpy as np

    bid = np.array([[0, 2, 1, 1, 1, 1, 1]], np.int64)
    passed = np.array([[PASSED, 1, 1, 1, 1, 1, 1]], np.int64)
    spades, hearts = parse_hand("AKQ432.32.32.432"), parse_hand("32.AKQ432.32.432")
    poor = parse_hand("5432.432.432.432")
    assert explain_calls(spades, bid, 1) > explain_calls(hearts, bid, 1) + 1
    assert explain_calls(poor, passed, 1) > explain_calls(spades, passed, 1) + 1
    assert explain_calls(spades, bid, 0) == 0


def test_points_are_those_of_the_scoring_that_is_played() -> None:
    """Eleven down, doubled, in both scorings; and what a call is worth follows."""
    worths = {}
    for table in (
        Rules(doubles=True),
        Rules(doubles=True, scoring="laws"),
        Rules(doubles=True, scoring="laws", vulnerable=True),
    ):
        at = board(3, table)
        for call in ("7N", "double", "pass"):
            at = at.play(call)
        defender = seen(at) if at.contract.declarer != at.to_move else seen(at.play(at.legal()[0]))
        bidder = Bidder(ExchangeBuffers(1), seen(board(3, table).play("7N")), 24)
        while bidder.run():
            pass
        worths[utility(defender)[11]] = next(each.points for each in bidder.values() if each.call == "double")
    assert list(worths) == [2100.0, 2900.0, 3200.0]
    assert list(worths.values()) == sorted(set(worths.values()))
