from contextlib import suppress

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from game.bridge import Contract, Deal, Deals, Endgame, State, rules_of
from game.bridge.cards import DECK, cards_of, lengths, parse_hand
from game.errors import BadInput, IllegalMove
from game.games import open_position
from game.position import opening_of
from tests.game.bridge.matches import states


def after(state: State, *moves: str) -> State:
    for move in moves:
        state = state.play(move)
    return state


def settled(state: State, *calls: str, tricks: int) -> State:
    """The state after a deal that ends with a claim of the play stage's leader, for so many tricks."""
    state = after(state, *calls)
    while state.stage == "exchange":
        state = state.play(state.legal_moves()[-1])
    return after(state, f"claim {tricks}", "accept")


def test_a_match_has_its_deals_and_the_dealer_alternates() -> None:
    course = list(states(4, match="3 deals"))
    assert course[-1].over
    assert course[-1].played == 3
    dealers = [result.dealer for result in course[-1].results]
    assert dealers == [at % 2 for at in range(len(dealers))]
    assert course[-1].points == tuple(
        sum(result.points[seat] for result in course[-1].results) for seat in (0, 1)
    )
    assert [state.ply for state in course] == list(range(len(course)))


def test_the_first_dealer_is_chosen() -> None:
    assert State.open({"dealer": "south"}).to_move == 1
    assert State.open({}).to_move == 0
    assert State.open({"dealer": "south"}).seats == ("North", "South")


def test_after_the_last_trick_the_next_deal_is_on_the_table_and_the_board_before_it_is_at_hand() -> None:
    state = settled(State.open({"deals": "random:3"}), "1S", "pass", tricks=6)
    assert (state.stage, state.number, state.to_move) == ("auction", 2, 1)
    assert state.board.deal == Deal.random(3, 1)
    assert state.previous.result == state.results[-1]
    assert state.play("pass").previous is None


def test_two_passes_bring_a_new_deal_that_does_not_count() -> None:
    state = after(State.open({"match": "1 deals"}), "pass", "pass")
    assert (state.played, state.number, state.to_move) == (0, 1, 1)
    assert state.previous.auction.passed_out
    assert state.board.deal == Deal.random(1, 1)
    assert [result.contract for result in state.results] == [None]


def test_a_match_by_points_ends_when_somebody_has_them() -> None:
    state = State.open({"match": "500 points"})
    deals = 0
    while not state.over:
        state = settled(state, "3N", "pass", tricks=13)
        deals += 1
    assert max(state.points) >= 500
    assert state.winner == state.points.index(max(state.points))
    assert deals == state.played == state.number
    with pytest.raises(IllegalMove, match=r"The match is over\."):
        state.play("pass")


def test_equal_points_have_no_winner_and_listed_deals_come_to_an_end() -> None:
    deal = str(Deal.random(8))
    start = State.open({"deals": f"list:{deal}"})
    assert start.winner is None
    ended = settled(start, "1S", "pass", tricks=0)
    assert ended.over
    assert ended.played == 1
    assert ended.legal_moves() == ()
    drawn = after(State.open({"deals": f"list:{deal}", "points": "70 70", "played": "1"}), "pass", "pass")
    assert drawn.over
    assert drawn.winner is None


def test_what_the_two_need() -> None:
    assert State.open({}).needs is None
    assert after(State.open({}), "1S", "3C", "pass").needs == (5, 9)


def test_without_an_auction_the_dealer_declares_in_his_longest_suit() -> None:
    for seed in range(20):
        state = State.open({"auction": "off", "deals": f"random:{seed}"})
        contract, held = state.board.contract, lengths(state.board.deal.hands[0] or 0)
        assert (state.stage, state.to_move) == ("exchange", 0)
        assert contract is not None
        assert contract == Contract(1, held.index(max(held)), 0)
    north, south = parse_hand("AK32.32.QJ32.J32"), parse_hand("T9.AKQJ.AK4.AKQT")  # two suits of four in each
    even = Deal((north, south), cards_of(DECK & ~north & ~south))
    for dealer, strain in enumerate((0, 1)):
        start = State.open({"auction": "off", "deals": f"list:{even}", "dealer": ("north", "south")[dealer]})
        assert start.board.contract == Contract(1, strain, dealer)


# -- as a start, and as text --


@pytest.mark.parametrize("seed", range(3))
def test_every_position_is_opened_by_its_own_rules(seed: int) -> None:
    options = ({}, {"auction": "off", "lead": "winner"}, {"doubles": "on", "match": "700 points"})[seed]
    for state in states(seed, **options):
        here = opening_of(state)
        assert here is not None
        again = open_position("bridge", here)
        assert again == state
        assert again.digest() == state.digest()
        assert again.legal_moves() == state.legal_moves()
        if not state.over:
            assert again.setup == here


def test_a_game_remembers_the_rules_of_its_start() -> None:
    course = list(states(9, dealer="south", match="2 deals"))
    assert course[-1].setup == course[0].setup == course[0].here()
    assert State.open(course[-1].setup) == course[0]


def test_digests_tell_positions_apart() -> None:
    course = list(states(11))
    assert len({state.digest() for state in course}) == len(course)


def test_a_new_order_of_the_unseen_cards_leads_to_the_same_position() -> None:
    course = list(states(12, match="2 deals"))
    for at in (0, 1, 12, 20, len(course) // 2, len(course) - 40):
        state = course[at]
        moves = [after.board.moves[-1] if after.board.moves else _last(after) for after in course[1 : at + 1]]
        again = State.open(state.anew(5))
        for move in moves:
            again = again.play(move)
        for seat in (0, 1):
            assert again.view(seat) == state.view(seat)
        assert (again == state) is (state.stage == "play")


def _last(state: State) -> str:
    return state.previous.moves[-1]


@pytest.mark.parametrize(
    ("rules", "reason"),
    [
        ({"komi": "7"}, "Bridge has no rule 'komi'; its rules are lead, notrump"),
        ({"lead": "north"}, "the rule 'lead' is one of loser, winner, declarer, defender, not 'north'"),
        ({"notrump": "yes"}, "the rule 'notrump' is one of on, off, not 'yes'"),
        ({"match": "4"}, "the rule 'match' is a length such as '4 deals' or '500 points', not '4'"),
        ({"match": "0 deals"}, "a match of 0 deals is not possible; it has 1 to 10000"),
        ({"match": "200000 points"}, "a match of 200000 points is not possible"),
        ({"scoring": "rubber"}, "the rule 'scoring' is one of duplicate, laws, tricks"),
        ({"dealer": "west"}, "the rule 'dealer' is one of north, south"),
        ({"seat": "west"}, "the rule 'seat' is one of north, south"),
        ({"points": "7"}, "the rule 'points' is 2 numbers from 0 to 10000000, not '7'"),
        ({"played": "-1"}, "the rule 'played' is a number from 0 to 10000"),
        ({"played": "4"}, "this match is over before it begins"),
        ({"points": "0 500", "match": "500 points"}, "this match is over before it begins"),
        ({"deals": "list:"}, "the rule 'deals' lists no deal"),
        ({"deals": "?"}, "a deal with unknown cards is what one seat sees; name it by the rule 'seat'"),
        ({"moves": "1S,pass,S1"}, "the rule 'moves' has a move that is illegal"),
        ({"moves": "pass,pass,1S"}, "the rule 'moves' has a move that is illegal: The deal is over"),
    ],
)
def test_rules_that_are_not_possible_say_why(rules: dict[str, str], reason: str) -> None:
    with pytest.raises(BadInput) as caught:
        State.open(rules)
    assert reason in str(caught.value)


def test_deals_of_a_match_are_those_of_the_text() -> None:
    assert State.open({"deals": "random:77"}).deals == Deals.parse("random:77")


# -- without an exchange --


@pytest.mark.parametrize("leader", [0, 1])
@pytest.mark.parametrize(
    "text", ["A8...J K.A..K D", "T..63. Q7.Q.8. H led C2", "AKQJT98765432... .AKQJT98765432.. N"]
)
def test_a_position_of_the_play_stage_is_a_match_of_its_own(text: str, leader: int) -> None:
    here = Endgame.parse(text)
    state = State.open(rules_of(here, leader))
    assert state.board.endgame == here
    assert (state.stage, state.board.leader, state.board.left) == ("play", leader, here.cards_left)
    assert state.needs == ((7, 7) if here.cards_left == 13 else None)
    for seat in (0, 1):
        view = state.view(seat)
        assert view.board.endgame == here
        assert State.open(view.here()) == view
    while not state.over:
        state = state.play(state.legal_moves()[0])
    assert sum(state.board.won) == here.cards_left
    assert State.open(state.setup).board.endgame == here


def test_hands_of_fewer_cards_are_bid_on_with_the_other_one_hidden() -> None:
    state = State.open({"deals": "list:AK... QJ... -", "scoring": "tricks", "lead": "defender"})
    view = state.view(0)
    assert (view.board.cards.hidden, str(view.board.deal)) == ((0, 2), "AK... ? -")
    assert State.open(view.here()) == view
    playing = after(state, "1S", "pass")
    assert playing.to_move == 1
    assert playing.view(0).board.endgame == playing.board.endgame


@pytest.mark.parametrize(
    ("deal", "reason"),
    [
        ("AK... QJ... -", "hands of fewer than 13 cards make no contract; set the rule 'scoring' to tricks"),
        ("AK... Q... -", "South has 1 cards, not 2"),
        ("... ... -", "the stock has 0 cards"),
    ],
)
def test_small_hands_that_are_not_possible_say_why(deal: str, reason: str) -> None:
    with pytest.raises(BadInput) as caught:
        State.open({"deals": f"list:{deal}"})
    assert reason in str(caught.value)


RULES = "lead notrump doubles auction match scoring vulnerable deals dealer points played moves seat"
VALUES = [
    "on",
    "off",
    "loser",
    "2 deals",
    "north",
    "south",
    "0 0",
    "1",
    "1S,pass",
    "1S,pass,SA",
    "?",
    "tricks",
]
DEALS = (
    f"list:{Deal.random(1)}",
    f"list:? {str(Deal.random(1)).split(' ', 1)[1]}+?",
    "list:AK... QJ... -",
    "list:/",
    "random:5@3",
)
values = st.sampled_from([*VALUES, *DEALS]) | st.text(max_size=9)


@settings(max_examples=150, deadline=None)
@given(st.dictionaries(st.sampled_from(RULES.split()), values, max_size=5))
def test_any_rules_open_a_match_or_say_why_not(rules: dict[str, str]) -> None:
    with suppress(BadInput):
        state = State.open(rules)
        assert State.open(state.here()) == state
        for move in state.legal_moves()[:2]:
            state.play(move)


@settings(max_examples=150, deadline=None)
@given(st.text(max_size=12) | st.sampled_from(["claim 99", "claim", "accept", "SA", "1S", "pass", "double"]))
def test_any_move_is_played_or_refused_with_a_sentence(move: str) -> None:
    bid = {"moves": "1S,pass"}
    for rules in ({}, bid, {"deals": "list:AK... QJ... -", "scoring": "tricks", **bid}):
        with suppress(IllegalMove):
            assert State.open(rules).play(move).ply == 1
