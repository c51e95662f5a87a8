from itertools import pairwise

import pytest

from game.bridge import Board, Contract, Deal, Endgame, Rules, Trick
from game.bridge.cards import card_name, cards_of, format_hand, parse_card
from game.errors import IllegalMove
from tests.game.bridge.matches import states

# North: all spades; South: all hearts; the stock: diamonds from the ace, then clubs
STOCK = "".join(suit + rank for suit in "DC" for rank in "AKQJT98765432")
PACK = Deal.parse(f"AKQJT98765432... .AKQJT98765432.. {STOCK}")


def board(*moves: str, dealer: int = 0, **rules: str) -> Board:
    return Board.dealt(Rules.open(rules), PACK, dealer, moves)


def exchanged(seed: int = 1, **rules: str) -> list[Board]:
    """The boards of one deal of a match by chance, those of the play stage last."""
    return [state.board for state in states(seed, match="1 deals", **rules)]


def test_the_declarer_leads_to_the_exchange_and_a_card_lies_open() -> None:
    here = board("1S", "2H", "pass")
    assert (here.stage, here.to_move, here.contract) == ("exchange", 1, Contract(2, 1, 1))
    assert (card_name(here.upturned or 0), here.stock) == ("DA", 25)
    assert (board().upturned, board().stock) == (None, 26)


def test_the_winner_takes_the_open_card_and_the_loser_the_next_one_and_both_may_play_them_at_once() -> None:
    here = board("1S", "pass", "S2", "HA")
    (trick,) = here.tricks
    assert trick == Trick(0, *map(parse_card, ("S2", "HA")), 0, *map(parse_card, ("DA", "DK")))
    assert [format_hand(hand) for hand in here.cards.hands] == ["AKQJT9876543..A.", ".KQJT98765432.K."]
    assert (here.to_move, card_name(here.upturned or 0), here.stock) == (0, "DQ", 23)
    again = here.play("DA").play("DK")
    assert again.tricks[-1] == Trick(0, *map(parse_card, ("DA", "DK")), 0, *map(parse_card, ("DQ", "DJ")))


def test_suit_is_followed_in_the_exchange_too() -> None:
    here = board("1H", "pass", "S2", "H2")
    assert (here.tricks[-1].winner, here.to_move) == (1, 1)
    led = here.play("DA")
    assert led.legal() == ("DK",)
    with pytest.raises(IllegalMove, match=r"SA does not follow suit; DA was led\."):
        led.play("SA")
    with pytest.raises(IllegalMove, match=r"North does not hold HA\."):
        led.play("HA")
    assert here.play("HA").legal() == (*(f"S{rank}" for rank in "AKQJT9876543"), "DK")


def test_a_trump_takes_what_a_higher_card_of_another_suit_does_not() -> None:
    assert board("1H", "pass", "SA", "H2").tricks[-1].winner == 1
    assert board("1D", "pass", "S2", "HA").tricks[-1].winner == 0
    assert board("1N", "pass", "S2", "HA").tricks[-1].winner == 0


def test_after_thirteen_tricks_the_hands_have_thirteen_cards_and_every_card_is_accounted_for() -> None:
    for here in exchanged(3):
        sizes = [hand.bit_count() for hand in here.cards.hands]
        on_table = here.led is not None
        assert here.cards.hidden == (0, 0)
        if here.stage == "exchange":
            assert sorted(sizes) == ([12, 13] if on_table else [13, 13])
            assert sum(sizes) + here.cards.gone.bit_count() + here.stock + 1 == 52
        if here.stage == "play":
            assert sizes[1 - here.leader] == here.left
            assert sizes[here.leader] == here.left - on_table
            assert sum(sizes) + here.cards.gone.bit_count() == 52
            assert here.upturned is None


@pytest.mark.parametrize("lead", ["loser", "winner", "declarer", "defender"])
@pytest.mark.parametrize("seed", range(4))
def test_the_rules_say_who_leads_to_the_play_stage(lead: str, seed: int) -> None:
    first = next(here for here in exchanged(seed, lead=lead) if here.stage == "play")
    last, contract = first.exchange_tricks[-1], first.contract
    one = last.winner if lead in ("winner", "loser") else contract.declarer
    assert first.to_move == first.leader == (one if lead in ("winner", "declarer") else 1 - one)


def test_the_play_stage_is_the_position_that_it_is_on_the_command_line() -> None:
    boards = [here for here in exchanged(5) if here.stage == "play" and here.claimed is None]
    assert boards
    for here, after in pairwise(boards):
        end = here.endgame
        assert Endgame.parse(str(end)) == end
        assert tuple(map(card_name, end.legal())) == here.legal()
        if after.moves[-1] in here.legal():
            assert end.play(parse_card(after.moves[-1])) == after.endgame


def test_the_tricks_that_count_are_those_of_the_play_stage() -> None:
    last = exchanged(6)[-1]
    assert last.over
    assert sum(last.won) == 13
    assert last.left == 0
    assert last.result.tricks == last.won
    with pytest.raises(IllegalMove, match=r"The deal is over\."):
        last.play("SA")


def at_play(seed: int = 2) -> Board:
    return next(here for here in exchanged(seed) if here.stage == "play")


def test_a_claim_is_answered_and_ends_the_deal_where_it_is_accepted() -> None:
    here = at_play()
    claimer = here.to_move
    asked = here.play("claim 9")
    assert (asked.to_move, asked.legal(), asked.claims()) == (1 - claimer, ("accept", "refuse"), ())
    ended = asked.play("accept")
    assert ended.over
    assert ended.won[claimer] == 9
    assert ended.won[1 - claimer] == 4
    assert ended.legal() == ()


def test_after_a_refusal_a_card_is_played_before_the_next_claim() -> None:
    refused = at_play().play("claim 9").play("refuse")
    assert refused.legal() == at_play().legal()
    assert refused.claims() == ()
    with pytest.raises(IllegalMove, match=r"A claim was refused; play a card first\."):
        refused.play("claim 1")
    assert refused.play(refused.legal()[0]).claims()


def test_claims_count_the_trick_in_progress_and_never_more_than_there_are() -> None:
    here = at_play()
    here = here.play(here.legal()[0])
    assert here.claims() == tuple(f"claim {tricks}" for tricks in range(14))
    assert here.play("claim 13").play("accept").won[here.to_move] == 13
    for wrong in ("claim 14", "claim", "claim -1", "claim x", "claim  1"):
        with pytest.raises(IllegalMove, match=r"is not a claim; write claim and a number from 0 to 13\."):
            here.play(wrong)


def test_nothing_is_claimed_before_the_play_stage_and_a_claim_is_not_passed_over() -> None:
    with pytest.raises(IllegalMove, match=r"Tricks can be claimed in the play stage only\."):
        board("1S", "pass").play("claim 3")
    assert board("1S", "pass").claims() == ()
    with pytest.raises(IllegalMove, match=r"Answer the claim with accept or refuse\."):
        at_play().play("claim 3").play(at_play().legal()[0])


@pytest.mark.parametrize("text", ["sA", "S10", "", "1S", "pass", "accept", "S1", " SA"])
def test_what_is_no_card_is_refused_where_a_card_is_due(text: str) -> None:
    with pytest.raises(IllegalMove) as caught:
        board("1S", "pass").play(text)
    assert str(caught.value).endswith(".")


def test_two_passes_end_the_deal_without_a_result_in_points() -> None:
    passed = board("pass", "pass", dealer=1)
    assert passed.over
    assert passed.result == (1, None, (0, 0), (0, 0))
    assert len(cards_of(passed.cards.hands[0])) == 13
