from random import Random
from typing import Any

import pytest

from ai.bridge.solver.solver import Solver
from game.bridge.cards import card_name
from game.bridge.endgame import Endgame
from tests.ai.bridge.positions import known_positions, random_position

pytestmark = pytest.mark.kernel


@pytest.mark.parametrize("known", known_positions(), ids=lambda known: known["position"])
def test_every_card_of_a_known_position_has_its_worth(known: dict[str, Any]) -> None:
    solver = Solver(table_bits=12)
    endgame = Endgame.parse(known["position"])
    solved = solver.cards(endgame)
    assert solved.tricks == solver.tricks(endgame) == known["tricks"]
    assert {card_name(one.card): one.tricks for one in solved.cards} == known["cards"]


@pytest.mark.parametrize("cards", range(1, 6))
def test_results_are_those_of_trying_everything(cards: int) -> None:
    chance, solver = Random(cards), Solver(table_bits=10)
    for _ in range(40 // cards):
        endgame = random_position(cards, chance)
        for position in (endgame, endgame.play(chance.choice(endgame.legal()))):
            solved = solver.cards(position)
            assert solved.tricks == solver.tricks(position) == position.value
            assert {one.card: one.tricks for one in solved.cards} == {
                card: position.worth(card) for card in position.legal()
            }


def test_the_best_card_comes_first() -> None:
    lead = Solver().cards(Endgame.parse("A5.Q5.AJ96.QT972 T642.AT986.85.K4 N"))
    assert lead.cards[0].tricks == lead.tricks == max(one.tricks for one in lead.cards)
    reply = Solver().cards(Endgame.parse("A7.T862.7.AK875 K62.A53.KJ862.32 H led S3"))
    assert reply.cards[0].tricks == reply.tricks == min(one.tricks for one in reply.cards)


def test_a_full_deal_is_worth_the_same_along_its_best_line() -> None:
    solver, position, taken = Solver(), random_position(13, Random(5)), 0
    worth = solver.tricks(position)
    ours = True  # whether the hand on lead at the start is now the first
    while position.cards_left:
        best = solver.cards(position).cards[0].card
        led = position.led is not None
        turned = position.takes(best)
        taken += led and ours != turned
        position = position.play(best)
        ours = ours != turned
        rest = solver.tricks(position) if position.cards_left else 0
        left = position.cards_left
        assert taken + (rest if ours else left - rest) == worth


def test_a_small_table_of_results_changes_nothing_but_the_work() -> None:
    chance = Random(7)
    small, large = Solver(table_bits=4), Solver(table_bits=16)
    for _ in range(10):
        position = random_position(9, chance)
        assert small.cards(position).cards == large.cards(position).cards
    assert small.room.results.nbytes == 16 * 16


def test_the_same_question_costs_nothing_the_second_time() -> None:
    solver, position = Solver(), random_position(13, Random(3))
    first, second = solver.cards(position), solver.cards(position)
    assert second.cards == first.cards
    assert second.nodes < first.nodes / 10
