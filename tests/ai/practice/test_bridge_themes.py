"""Technique of the play stage on small deals, both lines of each solved by trying everything."""

import random

import msgspec
import pytest

from ai.bridge.engine import advise
from ai.bridge.levels import FULL
from ai.bridge.solver.solver import Solver
from ai.practice.making import make
from ai.practice.mistake_themes import theme_of
from ai.practice.recall import SOUTH, prove
from game.bridge import Endgame, State
from game.bridge.cards import card_name, cards_of, parse_card
from game.bridge.state import rules_of
from game.bridge.technique import taken, technique
from game.facts import BridgeFacts
from game.practice.mistake_theme import theme_of_mistake
from game.practice.problem import Recall

CASES = [
    # the deal, the card played and the better one, the tricks taken after each, and what was neglected
    ("A4..A6. 5..T8.5 N", "S4", "SA", "DA SA", "SA S4 DA", "unblock"),  # the ace first draws the five
    ("5...Q9 ..74.J C", "C9", "CQ", "CQ S5", "CQ S5 C9", "unblock"),
    ("K5.43.. Q..JT.A3 D led CT", "C3", "CA", "DJ DT CA", "CA DJ DT C3", "unblock"),
    (".87..T 4.Q9.2. N led HT", "H9", "HQ", "HQ D2", "HQ S4 H9 D2", "unblock"),
    (".J.7.92 98..K8.T N led H4", "CT", "S9", "D8", "DK D8 CT", "entry"),  # the ten of clubs brings the lead
    ("5..J3.86 Q.A.86.9 N", "DJ", "C8", "DJ", "DJ C6", "entry"),
    ("T.2..543 94.A7..7 N", "ST", "C5", "ST", "ST C3", "entry"),
    ("KQ9.2.. 8.7.K.6 H", "H2", "SK", "S9", "SK H2 S9", "count"),  # the ace is gone
    ("T.T..AT8 76.J.6.6 N", "HT", "ST", "ST CT C8", "ST CA CT C8", "count"),
    ("A.A.5. 3.64.. S", "D5", "SA", "HA SA", "SA HA D5", "count"),  # no diamond is left, but a trump
    ("3...7 9..7.2 N led H3", "S9", "C2", "", "S9", "count"),  # the three of spades is all that is left
    ("J.Q..K4 K.97.AJ. N led CA", "SK", "H9", "", "SK", "count"),
    (".A9.5. .J.83. N", "H9", "HA", "", "HA H9", "tricks"),
    ("3...K ..2.Q6 C led SA", "D2", "CQ", "CQ", "CQ D2", "tricks"),
]


def best_play(here: Endgame, card: int) -> list[int]:
    """A card, and best play of both behind it."""
    cards = [card]
    here = here.play(card)
    while here.second:
        cards.append(next(each for each in here.legal() if here.worth(each) == here.value))
        here = here.play(cards[-1])
    return cards


@pytest.mark.parametrize(("text", "played", "best", "theirs", "ours", "neglected"), CASES)
def test_what_a_card_gave_away_is_seen_in_both_lines(
    text: str, played: str, best: str, theirs: str, ours: str, neglected: str
) -> None:
    here = Endgame.parse(text)
    lines = [best_play(here, parse_card(card)) for card in (played, best)]
    tricks = [" ".join(map(card_name, taken(here, line))) for line in lines]
    assert tricks == [theirs, ours]
    worth = [here.worth(parse_card(card)) for card in (played, best)]
    own = worth if here.led is None else [here.cards_left - each for each in worth]
    assert own == [len(each.split()) for each in tricks]
    assert technique(here, *lines) == neglected
    assert theme_of(State.open(rules_of(here)), played, best) == neglected


@pytest.mark.parametrize("text", [case[0] for case in CASES])
def test_advice_names_what_each_card_gives_away(text: str) -> None:
    state = State.open(rules_of(Endgame.parse(text)))
    advice = advise(state, Solver(table_bits=16), FULL, random.Random(1))
    best = advice.choices[0]
    for choice in advice.choices:
        theme = theme_of_mistake(state, choice.move, best.move, advice=advice)
        if choice.worth.value == best.worth.value:
            assert choice.move not in advice.read(BridgeFacts).techniques
        else:
            assert theme == theme_of(state, choice.move, best.move)
    assert set(advice.read(BridgeFacts).techniques.values()) <= {"entry", "unblock", "count"}


def last_exchange(seed: int) -> State:
    """South's choice in the last trick of an exchange in which cards are played at random."""
    chance = random.Random(seed)
    state = State.open({"deals": f"random:{seed}", "match": "1 deals"}).play("1N").play("pass")
    while len(state.board.tricks) < 12 or state.to_move != SOUTH:
        state = state.play(chance.choice(state.legal_moves()))
    return state


def test_the_theme_is_count_where_the_mover_knew_who_holds_the_suits() -> None:
    themes = set[str]()
    problem = make("recall", 2, 1).deck.problems[0]
    for state in map(last_exchange, range(30)):
        view = state.view(SOUTH)
        start = {key: text for key, text in view.here().items() if key != "moves"}
        shown = msgspec.structs.replace(problem, start=start, moves=view.board.moves)
        known = list(map(card_name, cards_of(view.board.cards.hands[1 - SOUTH])))
        for suit in {card[0] for card in state.legal_moves()}:
            answers = tuple(card for card in known if card[0] == suit)
            is_known = prove(msgspec.structs.replace(shown, task=Recall(suit), answers=answers)) == ""
            cards = [card for card in state.legal_moves() if card[0] == suit]
            theme = theme_of_mistake(state, cards[0], cards[-1])
            assert (theme == "count") == is_known
            themes.add(theme)
    assert themes == {"count", "exchange"}
