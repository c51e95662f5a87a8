from collections import Counter
from contextlib import suppress

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from game.bridge import Deal, Deals
from game.bridge.cards import DECK, cards_of, mask_of, suit_of
from game.bridge.deal import shuffled
from game.errors import BadInput

seeds = st.integers(0, 2**64 - 1)
FIRST = "AKQJT98765432... .AKQJT98765432.. DADKDQDJDTD9D8D7D6D5D4D3D2CACKCQCJCTC9C8C7C6C5C4C3C2"


@given(seeds, st.integers(0, 2**40))
def test_a_deal_holds_every_card_once_and_is_read_as_it_was_written(seed: int, number: int) -> None:
    deal = Deal.random(seed, number)
    assert deal.open
    assert deal.hands[0] is not None
    assert deal.hands[1] is not None
    assert deal.hands[0] | deal.hands[1] | mask_of(card for card in deal.stock if card is not None) == DECK
    assert Deal.parse(str(deal)) == deal


def test_the_same_seed_deals_the_same_cards_for_ever() -> None:
    assert str(Deal.random(1)) == (
        "T9842.T4.A8.KJ98 K3.AJ3.KJ74.AQ32 H2DQC4SQD9S5HQH7H6D3H5SJS6SAC6D5H9HKS7D2DTD6H8C5CTC7"
    )
    assert str(Deal.random(2024, 25)) == (
        "T762.982.965.T53 Q.QJ754.AQ8432.K DKH6HKSAH3DTS4HAS8CJC2C9C7CAD7DJSKC6C8C4SJS9S5HTS3CQ"
    )


def test_every_card_comes_to_every_place_alike() -> None:
    deals = [Deal.random(7, number) for number in range(2000)]
    spades = sum(sum(suit_of(card) == 0 for card in cards_of(deal.hands[0] or 0)) for deal in deals)
    assert abs(spades / 2000 - 13 / 4) < 0.12
    tops = Counter(deal.stock[0] for deal in deals)
    assert len(tops) == 52
    assert max(tops.values()) < 75


def test_the_deals_of_a_stream_come_one_after_the_other() -> None:
    deals = Deals.parse("random:5@3")
    assert deals.first() == Deal.random(5, 3)
    assert str(deals.after()) == "random:5@4"
    assert str(Deals()) == "random:1"


def test_listed_deals_come_first_and_then_the_stream_or_none() -> None:
    deals = Deals.parse(f"list:{FIRST}/{FIRST}")
    assert deals.after().first() == Deal.parse(FIRST)
    assert deals.after().after().first() is None
    assert str(deals) == f"list:{FIRST}/{FIRST}"
    mixed = Deals.parse(f"list:{FIRST}+random:9")
    assert mixed.after().first() == Deal.random(9)
    assert str(mixed) == f"list:{FIRST}+random:9"
    assert str(mixed.after()) == "random:9"


def test_one_deal_of_a_stream_is_replaced_and_the_others_stay() -> None:
    deals = Deals.parse("random:5").with_deal(2, Deal.parse(FIRST))
    assert [deals.first(), deals.after().first()] == [Deal.random(5), Deal.random(5, 1)]
    assert deals.after().after().first() == Deal.parse(FIRST)
    assert str(deals.after().after().after()) == "random:5@3"
    with pytest.raises(BadInput, match="there are only 1 deals"):
        Deals.parse(f"list:{FIRST}").with_deal(1, Deal.parse(FIRST))


@given(st.integers(0, 52), seeds)
def test_shuffling_leaves_the_first_cards_where_they_are(first: int, seed: int) -> None:
    order = shuffled(range(52), first, seed)
    assert order[:first] == tuple(range(first))
    assert sorted(order) == list(range(52))


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        ("", "'' names no deals; write random:SEED"),
        ("random:", "names no deals"),
        ("random:-1", "names no deals"),
        ("random:18446744073709551616", "is too large a seed; it goes from 0 to 18446744073709551615"),
        ("list:AK... Q...", "is not a deal; a deal is two hands of 13 cards and the 26 of the stock"),
        (f"list:{FIRST[:-2]}", "the stock has 25 cards"),
        (f"list:{FIRST[:-1]}", "is not a deal"),
        (f"list:{FIRST[:-2]}SA", "SA is in this deal twice"),
        (f"list:{FIRST}+", "names no deals"),
        (f"list:{FIRST}+list:{FIRST}", "names no deals"),
        ("list:" + "/".join([FIRST] * 101), "101 deals are too many; at most 100 can be listed"),
        (f"list:{FIRST.replace('AKQJT98765432... ', 'KQJT98765432... ')}", "North has 12 cards"),
        (f"list:{FIRST.replace('C2', 'C1')}", "'C1' is not a card"),
    ],
)
def test_what_is_no_deal_says_why(text: str, reason: str) -> None:
    with pytest.raises(BadInput) as caught:
        Deals.parse(text)
    assert reason in str(caught.value)


@settings(max_examples=200)
@given(st.text(max_size=80))
def test_any_text_names_deals_or_says_why_not(text: str) -> None:
    with suppress(BadInput):
        deals = Deals.parse(text)
        assert Deals.parse(str(deals)) == deals
