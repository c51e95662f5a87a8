import pytest

from ai.bridge.match import MatchResult, PlayedHand, gain_in_points, gain_in_tricks, play_match
from game.bridge import Contract
from game.bridge.auction import points
from game.bridge.cards import STRAINS
from game.bridge.rules import GERMAN_WHIST, Rules
from game.errors import BadInput


def _hands(result: MatchResult) -> list[PlayedHand]:
    return [hand for pair in result.deals for hand in pair]


def test_greedy_takes_two_tricks_a_hand_more_than_chance() -> None:
    gain = gain_in_tricks(play_match("greedy", "random", 40, 1, table=Rules(auction="off")))
    assert gain.mean - gain.margin < 2.29 < gain.mean + gain.margin
    assert gain.mean > 1.5


def test_equal_players_are_equal_deal_by_deal() -> None:
    result = play_match("greedy", "greedy", 10, 2)
    for first, second in result.deals:
        assert (first.points_a, first.points_b) == (second.points_b, second.points_a)
        assert first.contract == second.contract
    assert gain_in_points(result) == (0.0, 0.0)


def test_hands_are_scored_by_the_rules_and_summed() -> None:
    result = play_match("kibitz", "greedy", 3, 3, worlds=4)
    assert result == play_match("kibitz", "greedy", 3, 3, worlds=4)
    for hand in _hands(result):
        if hand.contract is None:
            assert hand == PlayedHand(None, None, 0, 0, 0, 0)
            continue
        seat = 0 if hand.declarer == "a" else 1
        contract = Contract(int(hand.contract[0]), STRAINS.index(hand.contract[1]), seat)
        assert hand.tricks_a + hand.tricks_b == 13
        scored = points(Rules(), contract, (hand.tricks_a, hand.tricks_b))
        assert (hand.points_a, hand.points_b) == scored
    assert result.points_a == sum(hand.points_a for hand in _hands(result))
    assert result.tricks_b == sum(hand.tricks_b for hand in _hands(result))


def test_without_an_auction_the_dealer_declares_his_longest_suit_at_level_one() -> None:
    result = play_match("random", "random", 4, 5, table=Rules(auction="off"))
    for first, second in result.deals:
        assert (first.declarer, second.declarer) == ("a", "b")
        assert first.contract == second.contract
        assert first.contract[0] == "1"


def test_the_measure_is_the_mean_of_a_deals_two_hands() -> None:
    def deal(first: int, second: int) -> tuple[PlayedHand, PlayedHand]:
        return PlayedHand("a", "1S", first, 13 - first, 0, 0), PlayedHand(
            "b", "1S", second, 13 - second, 0, 0
        )

    result = MatchResult(0, 0, 0, 0, (deal(9, 6), deal(7, 5)))
    gain = gain_in_tricks(result)
    assert gain.mean == pytest.approx(0.25)
    assert gain.margin == pytest.approx(1.96 * 0.75 / 2**0.5)


def test_unknown_players_are_refused_by_name() -> None:
    with pytest.raises(BadInput, match=r"'bob'.*kibitz, greedy, random"):
        play_match("greedy", "bob", 1, 1)


def test_german_whist_is_played_for_tricks() -> None:
    result = play_match("greedy", "random", 30, 1, table=Rules.open(GERMAN_WHIST))
    gain = gain_in_tricks(result)
    assert gain.mean - gain.margin > 0.5
    for hand in (each for pair in result.deals for each in pair):
        assert hand.contract is not None
        assert hand.contract[0] == "1"
        assert hand.points_a - hand.points_b == 10 * (hand.tricks_a - hand.tricks_b)
