import random
from typing import Any

import pytest

from game.bridge import Endgame
from game.bridge.cards import bit, card_name, mask_of, parse_card
from game.errors import BadInput, IllegalMove
from tests.known import vectors

VECTORS = vectors("bridge_positions")
FEW_CARDS = VECTORS[:4]  # what plain minimax does at once


def dealt(cards: int, seed: int, led: bool) -> Endgame:
    dice = random.Random(seed)
    taken = dice.sample(range(52), 2 * cards)
    first, second = taken[:cards], taken[cards:]
    lead = first.pop() if led else None
    return Endgame(mask_of(first), mask_of(second), dice.randrange(5), lead)


@pytest.mark.parametrize("vector", VECTORS, ids=lambda each: each["position"])
def test_a_position_is_written_as_it_was_read_and_has_these_cards(vector: dict[str, Any]) -> None:
    here = Endgame.parse(vector["position"])
    assert str(here) == vector["position"]
    assert {card_name(card) for card in here.legal()} == set(vector["cards"])


@pytest.mark.parametrize("vector", FEW_CARDS, ids=lambda each: each["position"])
def test_every_card_is_worth_what_is_known_of_it(vector: dict[str, Any]) -> None:
    here = Endgame.parse(vector["position"])
    assert {card_name(card): here.worth(card) for card in here.legal()} == vector["cards"]
    assert here.value == vector["tricks"]


@pytest.mark.parametrize("led", [False, True])
@pytest.mark.parametrize("seed", range(20))
def test_the_tricks_of_both_hands_make_all_of_them(seed: int, led: bool) -> None:
    here = dealt(1 + seed % 5, seed, led)
    tricks, taken = here.cards_left, 0
    first_leads = True
    while here.cards_left:
        card = here.legal()[seed % len(here.legal())]
        if here.led is not None:
            taken += first_leads is not here.takes(card)
            first_leads = first_leads is not here.takes(card)
        here = here.play(card)
    assert 0 <= taken <= tricks
    assert here == Endgame(0, 0, here.strain)
    assert here.value == 0


@pytest.mark.parametrize("seed", range(30))
def test_the_value_is_the_best_card_of_whoever_is_to_play(seed: int) -> None:
    here = dealt(1 + seed % 4, seed, bool(seed % 2))
    best = max if here.led is None else min
    assert here.value == best(here.worth(card) for card in here.legal())
    assert 0 <= here.value <= here.cards_left


def test_who_has_taken_a_trick_leads_to_the_next() -> None:
    here = Endgame.parse("A2.3.. K4.5.. H")
    endgame = here.play(parse_card("SA")).play(parse_card("SK"))
    assert str(endgame) == "2.3.. 4.5.. H"
    lost = here.play(parse_card("S2")).play(parse_card("SK"))
    assert str(lost) == "4.5.. A.3.. H"
    assert here.value == 1


def test_a_card_that_cannot_be_played_is_refused_with_the_reason() -> None:
    here = Endgame.parse("A2.3.. K4.5.. H").play(parse_card("SA"))
    with pytest.raises(IllegalMove, match=r"H5 does not follow suit; SA was led\."):
        here.play(parse_card("H5"))
    with pytest.raises(IllegalMove, match=r"S2 is not in the hand that is to play\."):
        here.play(parse_card("S2"))


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        ("", "is not a position of the play stage; write two hands and a strain"),
        ("A... K...", "is not a position of the play stage"),
        ("A... K... S led", "is not a position of the play stage"),
        ("A... K... S lead SQ", "is not a position of the play stage"),
        ("A... K... S led SQ S2", "is not a position of the play stage"),
        ("A... K... X", "'X' is not a strain"),
        ("A... K... S led S1", "'S1' is not a card"),
        ("A... A... S", "SA is in this position twice"),
        ("A... K... S led SA", "SA is in this position twice"),
        ("A... K... S led SK", "SK is in this position twice"),
        ("AQ... K... S", "the hands have 2 and 1 cards; between two tricks, both have as many"),
        ("A... K... S led S2", "the hands have 2 and 1 cards; the card led counted, both have as many"),
        ("... ... S", "there are no cards in"),
        ("AKQJT98765432.2.. .AKQJT9876543.A. S", "has 14 cards; a hand has at most 13"),
        ("A...1 K... S", "'1' in 'A...1' is not a rank"),
    ],
)
def test_what_is_no_position_says_why(text: str, reason: str) -> None:
    with pytest.raises(BadInput) as caught:
        Endgame.parse(text)
    assert reason in str(caught.value)
    assert "\n" not in str(caught.value)


def test_a_whole_deal_is_a_position() -> None:
    here = Endgame.parse("AKQJT98765432... .AKQJT98765432.. N")
    assert (here.cards_left, len(here.legal())) == (13, 13)
    assert bit(parse_card("SA")) & here.first
