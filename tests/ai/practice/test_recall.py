"""Problems of remembered cards: proved by the tricks, and without anything that South cannot know."""

import msgspec

from ai.practice.check import check
from ai.practice.making import make
from ai.practice.recall import SOUTH, TRICKS
from game.bridge import State
from game.bridge.cards import card_name, cards_of, suit_of
from game.bridge.state import observe


def _view(problem: object) -> State:
    view = problem.open()  # type: ignore[attr-defined]
    assert isinstance(view, State)
    return view


def test_answers_are_all_cards_that_a_player_in_souths_seat_cannot_rule_out() -> None:
    made = make("recall", 2, 120).deck.problems
    assert list(check(made)) == [None] * 120
    for problem in made:
        known = observe(_view(problem))
        suit = "SHDC".index(problem.answers[0][0])
        can = (known.theirs | known.possible) if known.hidden else known.theirs
        assert set(problem.answers) == {card_name(each) for each in cards_of(can) if suit_of(each) == suit}


def test_a_missing_or_wrong_answer_is_noticed() -> None:
    problem = make("recall", 2, 1).deck.problems[0]
    for answers in (
        problem.answers[1:],
        (*problem.answers, card_name(cards_of(observe(_view(problem)).own)[0])),
    ):
        (flaw,) = check([msgspec.structs.replace(problem, answers=answers)])
        assert flaw is not None


def test_norths_hand_is_not_in_a_problem_and_few_tricks_come_first() -> None:
    made = make("recall", 2, 120).deck.problems
    tricks = [len(_view(problem).board.tricks) for problem in made]
    assert tricks == sorted(tricks)
    assert set(tricks) == set(TRICKS)
    assert all(_view(p).seat == SOUTH and _view(p).board.deal.hands[0] is None for p in made)
