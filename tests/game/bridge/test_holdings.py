"""Sure winners and guarded honours, by example and against the definition on random hands."""

from __future__ import annotations

from random import Random

import pytest

from game.bridge.auction import ORIGINAL, Contract, double_changes, score
from game.bridge.cards import (
    bit,
    cards_of,
    entries,
    established,
    guarded,
    higher_outside,
    mask_of,
    parse_card,
    parse_hand,
    suit_of,
    unguarded_by,
    winners,
)
from game.bridge.rules import Rules


def cards(text: str) -> tuple[int, ...]:
    return tuple(sorted(parse_card(each) for each in text.split()))


def test_top_cards_win() -> None:
    hand = parse_hand("AK3.QJ2..5")
    assert set(winners(hand, 0)) == set(cards("SA SK"))
    gone = mask_of(cards("HA HK"))
    assert set(winners(hand, gone)) == set(cards("SA SK HQ HJ"))


@pytest.mark.parametrize(
    ("hand", "card", "lost"),
    [
        ("K3...", "S3", "SK"),
        ("K32...", "S3", ""),
        ("Q32...", "S2", "SQ"),
        ("Q432...", "S2", ""),
        ("AK3...", "S3", ""),
        ("KQ...", "SQ", "SK"),
    ],
)
def test_a_guard_can_be_played_away(hand: str, card: str, lost: str) -> None:
    assert unguarded_by(parse_card(card), parse_hand(hand), 0) == cards(lost)


def test_an_honour_is_a_winner_once_the_higher_ones_are_gone() -> None:
    assert guarded(parse_hand("K3..."), 0) == cards("SK")
    assert guarded(parse_hand("K3..."), bit(parse_card("SA"))) == ()
    assert winners(parse_hand("K3..."), bit(parse_card("SA"))) == cards("SK")


@pytest.mark.parametrize("seed", range(50))
def test_the_definition_holds_on_random_hands(seed: int) -> None:
    random = Random(seed)
    deck = random.sample(range(52), 52)
    own, gone = mask_of(deck[:13]), mask_of(deck[13 : 13 + random.randrange(20)])
    others = [card for card in range(52) if not (own | gone) & bit(card)]
    for card in cards_of(own):
        higher = [each for each in others if suit_of(each) == suit_of(card) and each > card]
        assert higher_outside(card, own, gone) == len(higher)
        assert (card in winners(own, gone)) == (not higher)
    for card in guarded(own, gone):
        assert card not in winners(own, gone)


@pytest.mark.parametrize("seed", range(30))
def test_what_a_trick_makes_high_could_be_beaten_before_it(seed: int) -> None:
    random = Random(seed)
    pack = random.sample(range(52), 30)
    own, played, gone = pack[:13], [pack[0], pack[13]], pack[14:]
    left = set(range(52)) - set(pack)  # what the other side may still hold, besides the card that is played

    def beaten(card: int, outside: set[int]) -> bool:
        return any(suit_of(each) == suit_of(card) and each > card for each in outside)

    results = established(mask_of(own), mask_of(gone), mask_of(played))
    assert set(results) == {
        card for card in own[1:] if beaten(card, left | {pack[13]}) and not beaten(card, left)
    }
    suit = suit_of(pack[0])
    assert set(entries(mask_of(own), mask_of(gone), suit)) == {
        card for card in own if suit_of(card) != suit and not beaten(card, left | {pack[13]})
    }


@pytest.mark.parametrize("contract", [Contract(2, 0, 0), Contract(3, 4, 1), Contract(4, 3, 0, 2)])
def test_a_double_changes_what_is_scored(contract: Contract) -> None:
    made, down = double_changes(Rules(), contract)
    doubled = contract._replace(stake=2 * contract.stake)
    assert made == score(ORIGINAL, doubled, contract.needs) - score(ORIGINAL, contract, contract.needs) > 0
    assert (
        down
        == score(ORIGINAL, contract, contract.needs - 1) - score(ORIGINAL, doubled, contract.needs - 1)
        > 0
    )
