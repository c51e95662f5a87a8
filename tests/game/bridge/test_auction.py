import pytest

from game.bridge import Auction, Contract, Rules
from game.bridge.auction import call_words


def after(*calls: str, dealer: int = 0, **rules: str) -> Auction:
    auction = Auction(Rules.open(rules), dealer)
    for call in calls:
        assert auction.why_not(call) is None, f"{call}: {auction.why_not(call)}"
        auction = Auction(auction.rules, dealer, (*auction.calls, call))
    return auction


def test_the_dealer_calls_first_and_then_they_take_turns() -> None:
    assert [after(dealer=dealer).to_call for dealer in (0, 1)] == [0, 1]
    assert [after("1C", "1D", dealer=1).to_call, after("1C", dealer=1).to_call] == [1, 0]


def test_a_pass_after_a_bid_ends_the_auction_and_the_last_bidder_declares() -> None:
    auction = after("1S", "2H", "pass", dealer=1)
    assert auction.over
    assert auction.contract == Contract(2, 1, declarer=0)
    assert auction.contract.needs == 8
    assert auction.legal() == ()
    assert auction.why_not("pass") == "The auction is over."


def test_a_pass_before_any_bid_ends_nothing_and_two_of_them_the_deal() -> None:
    assert not after("pass").over
    assert after("pass", "1C", "pass").contract == Contract(1, 3, declarer=1)
    assert after("pass", "pass").passed_out
    assert after("pass", "pass").contract is None


def test_bids_rise_from_clubs_over_diamonds_hearts_and_spades_to_no_trumps() -> None:
    bids = [call for call in after().legal() if call != "pass"]
    assert bids[:6] == ["1C", "1D", "1H", "1S", "1N", "2C"]
    assert len(bids) == 35
    for at, bid in enumerate(bids):
        assert [call for call in after(bid).legal() if call != "pass"] == bids[at + 1 :]
    assert after("7N").legal() == ("pass",)


@pytest.mark.parametrize(
    ("calls", "call", "reason"),
    [
        (("2H",), "2D", "2D is not higher than 2 hearts."),
        (("1N",), "1N", "1N is not higher than 1 no trump."),
        ((), "8C", "'8C' is not a call; calls are 1C to 7N, pass, double and redouble."),
        ((), "1c", "'1c' is not a call"),
        ((), "SA", "'SA' is not a call"),
        ((), "", "'' is not a call"),
        (("1S",), "double", "These rules do not allow doubles."),
    ],
)
def test_an_impossible_call_is_refused_with_the_reason(
    calls: tuple[str, ...], call: str, reason: str
) -> None:
    assert (after(*calls).why_not(call) or "").startswith(reason)


def test_no_trumps_can_be_left_out() -> None:
    auction = after(notrump="off")
    assert len(auction.legal()) == 29
    assert auction.why_not("1N") == "These rules do not allow no-trump bids."


def test_only_the_last_bid_of_the_other_is_doubled_and_ones_own_redoubled() -> None:
    def doubles(*calls: str) -> list[str]:
        return [call for call in after(*calls, doubles="on").legal() if call.endswith("double")]

    assert doubles() == doubles("pass") == []
    assert doubles("1S") == ["double"]
    assert doubles("1S", "double") == ["redouble"]
    assert doubles("1S", "double", "redouble") == []
    assert doubles("1S", "double", "2S") == ["double"]
    refused = after("1S", doubles="on").why_not("redouble")
    assert refused == "You can redouble only when your own bid was doubled."
    assert after(doubles="on").why_not("double") == "There is no bid to double."


def test_a_double_stands_until_a_higher_bid() -> None:
    assert after("1S", "double", "pass", doubles="on").contract == Contract(1, 0, 0, stake=2)
    assert after("1S", "double", "redouble", "pass", doubles="on").contract == Contract(1, 0, 0, stake=4)
    assert after("1S", "double", "2C", "pass", doubles="on").contract == Contract(2, 3, 0)
    assert str(after("1S", "double", "redouble", "pass", doubles="on").contract) == "1SXX"


def test_calls_have_words() -> None:
    items = [call_words(call) for call in ("1N", "3H", "1S", "pass")]
    assert items == ["1 no trump", "3 hearts", "1 spade", "pass"]
