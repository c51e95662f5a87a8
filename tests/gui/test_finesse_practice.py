"""Faults of finesse in a game become a deck, from records and replays."""

from __future__ import annotations

import pytest

from ai.practice.check import check
from game import places
from game.practice.collection import Collection
from game.practice.finesse import OWN_DECK, faults_of_round
from game.practice.problem import Keys
from game.record import Record, Seat
from game.tetris.guideline.real_time import GAME, Replay, Setup
from game.tetris.guideline.real_time.faults import faults_in
from game.tetris.guideline.real_time.handling import HARD, LEFT, RIGHT
from game.tetris.tetrio import read, replay
from gui import destinations as to
from gui.scenes.live_replay import ReplayScene
from gui.scenes.practice.problem import ProblemScene
from gui.scenes.tetrio.round import RoundScene
from tests.gui.conftest import WholeWindow

SAMPLE = places.shipped("assets", "replays", "kibitz.ttrm.gz")


def clumsy() -> Record:
    """Twelve pieces, each moved to and fro before it goes to one side: two keys too many, or more."""
    game = Replay(Setup.of({"queue": "seven_bag:5", "board": "xx......xx"}, "guideline", ("guideline",)))
    for number in range(12):
        side, other = ((LEFT, RIGHT), (RIGHT, LEFT))[number % 2]
        while game.game.seats[0].piece is None and not game.game.over:
            game.tick((0,))
        for button in (side, other, *[side] * (number % 4 + 1), HARD):
            game.tick((button,))
            game.tick((0,))
    return Record(game=GAME, rules=game.rules, seats=(Seat("You"),), live=game, cursor=game.count)


@pytest.mark.usefixtures("home", "small")
@pytest.mark.parametrize("by_mouse", [False, True])
def test_faults_of_a_saved_game_are_practised_and_become_a_deck(window: WholeWindow, by_mouse: bool) -> None:
    record = clumsy()
    assert record.live is not None
    faults = list(faults_in(record.live, 0))
    assert len(faults) > 3
    shown = window(lambda context: ReplayScene(context, context.scene(to.Home()), record))
    shown.click_on("finesse") if by_mouse else shown.press("x")
    shown.frame(2)
    assert isinstance(shown.scene, ProblemScene)
    deck = Collection.of_user().deck(OWN_DECK)
    assert shown.scene.problem in deck.problems
    assert 3 < len(deck.problems) <= len(faults)
    assert not any(check(deck.problems))
    places_of_faults = {str(fault.at) for _, fault in faults}
    for each in deck.problems:
        assert isinstance(each.task, Keys)
        assert each.task.placement in places_of_faults
        fault = next(fault for _, fault in faults if str(fault.at) == each.task.placement)
        assert each.task.keys < fault.used
    shown.press("escape", "x")  # the same faults again are not new ones
    assert len(Collection.of_user().deck(OWN_DECK).problems) == len(deck.problems)


@pytest.mark.usefixtures("home", "small")
def test_faults_of_a_round_of_tetrio_are_those_of_its_figures(window: WholeWindow) -> None:
    rounds = replay(read(SAMPLE))[0]
    one = next(each for each in rounds if each.outcome.stats["finesse"]["faults"])
    faulty = [placed for placed in one.outcome.placements if placed.keys]
    assert one.outcome.stats["finesse"]["perfectpieces"] + len(faulty) == len(one.outcome.placements)
    known = list(faults_of_round(one))
    assert [each.used for each in known] == [each.keys for each in faulty][: len(known)]
    shown = window(lambda context: RoundScene(context, context.scene(to.Home()), [one], "round 1"))
    shown.press("x")
    shown.frame(2)
    assert isinstance(shown.scene, ProblemScene)
    assert not any(check(Collection.of_user().deck(OWN_DECK).problems))
