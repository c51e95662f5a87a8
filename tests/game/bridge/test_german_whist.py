"""German Whist: the stock names trumps, the dealer's opponent leads, most of the last thirteen tricks win."""

import random

import pytest

from game.bridge import State
from game.bridge.cards import suit_of
from game.bridge.rules import GERMAN_WHIST
from game.errors import BadInput


def opened(seed: int = 3, dealer: str = "north") -> State:
    return State.open({**GERMAN_WHIST, "deals": f"random:{seed}", "dealer": dealer, "match": "2 deals"})


@pytest.mark.parametrize("dealer", [0, 1])
def test_the_first_card_of_the_stock_names_trumps_and_the_other_leads(dealer: int) -> None:
    for seed in range(1, 8):
        state = opened(seed, ("north", "south")[dealer])
        first = state.board.deal.stock[0]
        assert first is not None
        assert state.stage == "exchange"
        assert state.board.upturned == first
        assert state.board.contract is not None
        assert state.board.contract.strain == suit_of(first)
        assert not state.board.contract.bid
        assert state.to_move == 1 - dealer
        assert state.needs == (7, 7)


def test_a_deal_by_chance_is_scored_by_tricks_and_the_dealer_changes() -> None:
    for seed in range(1, 6):
        chance, state = random.Random(seed), opened(seed)
        while state.previous is None:
            view = state.view(state.to_move)
            assert view.legal_moves() == state.legal_moves()
            before = state
            state = state.play(chance.choice(state.legal_moves()))
            if before.stage == "exchange" and state.stage == "play":
                assert state.to_move == state.board.exchange_tricks[-1].winner
        result = state.results[0]
        north, south = result.tricks
        assert north + south == 13
        assert result.points == (max(0, 10 * (north - south)), max(0, 10 * (south - north)))
        assert state.board.dealer == 1


def test_a_position_opens_again_by_its_own_rules() -> None:
    state = opened(5)
    for _ in range(9):
        state = state.play(state.legal_moves()[0])
    assert State.open(state.here()).digest() == state.digest()
    seen = state.view(0)
    assert State.open(seen.here()).digest() == seen.digest()


def test_without_a_stock_nothing_names_trumps() -> None:
    with pytest.raises(BadInput, match="the stock names trumps"):
        State.open({**GERMAN_WHIST, "deals": "list:AK... QJ... -", "scoring": "tricks"})
