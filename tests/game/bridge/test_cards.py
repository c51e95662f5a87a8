import pytest
from hypothesis import given
from hypothesis import strategies as st

from game.bridge.cards import (
    DECK,
    NO_TRUMPS,
    SUITS,
    beats,
    bit,
    card_name,
    cards_of,
    format_hand,
    lengths,
    mask_of,
    parse_card,
    parse_hand,
    parse_strain,
    playable,
    suit_mask,
)
from game.errors import BadInput

hands = st.sets(st.integers(0, 51), max_size=13).map(mask_of)


def test_the_deck_has_every_card_once_and_each_has_its_name() -> None:
    names = [card_name(card) for card in cards_of(DECK)]
    assert len(names) == len(set(names)) == 52
    assert names[:3] == ["SA", "SK", "SQ"]
    assert names[-1] == "C2"
    assert [parse_card(name) for name in names] == list(cards_of(DECK))
    assert parse_card(" sa ") == 12


@given(hands)
def test_a_hand_is_read_as_it_was_written(hand: int) -> None:
    assert parse_hand(format_hand(hand)) == hand
    assert mask_of(cards_of(hand)) == hand
    assert sum(lengths(hand)) == hand.bit_count()


def test_ranks_stand_in_any_order() -> None:
    assert parse_hand("3KA.2T..q") == parse_hand("AK3.T2..Q") == mask_of(map(parse_card, HAND))
    assert lengths(parse_hand("AK3.T2..Q")) == (3, 2, 0, 1)


HAND = ("SA", "SK", "S3", "HT", "H2", "CQ")


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        (
            "AK3.T2.Q",
            "'AK3.T2.Q' has 3 suits; write spades, hearts, diamonds and clubs with dots between them",
        ),
        ("", "has 1 suit;"),
        ("AK3.T2..Q.", "has 5 suits"),
        ("AK1.T2..Q", "'1' in 'AK1.T2..Q' is not a rank; ranks are AKQJT98765432"),
        ("AK3.T22..Q", "H2 appears twice in the hand AK3.T22..Q"),
        ("AKQJT98765432.A..", "AKQJT98765432.A.. has 14 cards; a hand has at most 13"),
    ],
)
def test_what_is_no_hand_says_why(text: str, reason: str) -> None:
    with pytest.raises(BadInput) as caught:
        parse_hand(text)
    assert reason in str(caught.value)


@pytest.mark.parametrize("text", ["", "S", "S1", "AS", "XA", "S10", "SAA"])
def test_what_is_no_card_says_so(text: str) -> None:
    with pytest.raises(BadInput, match="is not a card; a card is its suit and its rank"):
        parse_card(text)


@pytest.mark.parametrize("text", ["", "NT", "X", "SH"])
def test_what_is_no_strain_says_so(text: str) -> None:
    with pytest.raises(BadInput, match="is not a strain; write S, H, D or C, or N"):
        parse_strain(text)


@pytest.mark.parametrize(
    ("led", "reply", "strain", "taken"),
    [
        ("HQ", "HK", "S", True),
        ("HQ", "HJ", "S", False),
        ("HQ", "S2", "S", True),
        ("HQ", "S2", "N", False),
        ("HQ", "DA", "S", False),
        ("SQ", "SK", "S", True),
        ("SQ", "S2", "S", False),
    ],
)
def test_the_higher_card_of_the_suit_led_takes_the_trick_and_a_trump_any_other_suit(
    led: str, reply: str, strain: str, taken: bool
) -> None:
    assert beats(parse_card(reply), parse_card(led), parse_strain(strain)) is taken


@given(hands, st.integers(0, 51))
def test_suit_is_followed_where_that_can_be(hand: int, led: int) -> None:
    hand &= ~bit(led)
    may = playable(hand, led)
    suit = suit_mask(led // 13)
    assert may == (hand & suit if hand & suit else hand)
    assert playable(hand, None) == hand


def test_no_trumps_are_no_suit() -> None:
    assert len(SUITS) == NO_TRUMPS
    assert not any(beats(card_a, card_b, NO_TRUMPS) for card_a in range(13) for card_b in range(13, 52))
