"""A stage of a book in real time: its board, hold and previews, the book's judgement, and queue after queue."""

from __future__ import annotations

import random

import pytest

from game.guided import openers
from game.tetris.guideline import Placement
from game.tetris.guideline.real_time import Seat, TargetController
from gui import destinations as to
from gui.scenes.guided.opener import OpenerScene
from gui.scenes.guided.stage import StageScene
from tests.gui.conftest import WholeWindow
from tests.gui.driving import Window
from tests.gui.live_playing import count_down
from tests.gui.test_openers import counted

BOOK = "okey-dpc"


def opened_in_real_time(window: WholeWindow, stage: int) -> Window:
    """The choice of openers, left for a stage in real time by mouse alone."""
    counted(BOOK)
    shown = window(lambda context: OpenerScene(context, context.scene(to.Home()), BOOK, random.Random(5)))
    shown.frame(2)
    for name in (f"stage {stage}", "way 2", "start"):
        shown.click_on(name)
    shown.frame(2)
    return shown


def playing(window: Window) -> StageScene:
    assert isinstance(window.scene, StageScene)
    return window.scene


class Hand(TargetController):
    """A hand that brings one piece to its place, as that of an engine does."""

    def look(self, seat: Seat) -> None:
        """Nothing to see."""


def place(window: Window, at: Placement) -> None:
    """Bring the piece in hand, or the one in hold, to a place."""
    scene = playing(window)
    count, hand = scene.match.replay.count, Hand(None)
    person = scene.match.controllers
    while scene.match.seats[0].piece is None:
        window.frame()
    hand.aim(scene.match.seats[0], at, None)
    scene.match.controllers = (hand,)
    for _ in range(600):
        if scene.match.replay.count > count:
            break
        window.frame()
    scene.match.controllers = person
    assert scene.match.replay.count == count + 1


def right_move(scene: StageScene) -> Placement:
    move = scene.steps[-1].move
    assert move is not None
    return move


def wrong_move(scene: StageScene) -> Placement:
    step, values = scene.steps[-1], scene.lines.values
    assert values is not None
    moves = [Placement.parse(each) for each in step.state.legal_moves()]
    return next(each for each in moves if each.piece == step.state.piece and values.costs(step, each) > 0)


@pytest.mark.usefixtures("home", "small")
@pytest.mark.parametrize("stage", [0, 1, 2])
def test_queues_follow_one_another_from_where_the_stage_begins(window: WholeWindow, stage: int) -> None:
    shown = opened_in_real_time(window, stage)
    scene = playing(shown)
    count_down(shown, scene)
    start = scene.match.replay.setup.starts[0]
    position = scene.lines.stages[stage][1]
    assert start.field == scene.steps[0].state.field
    assert scene.steps[0].position in (position, position.mirrored())
    assert (start.rules.previews, start.rules.hold) == (5, True)
    while not scene._rest_left:
        place(shown, right_move(scene))
        assert scene.verdicts[-1] is not None
        assert scene.verdicts[-1].right
    assert (scene.done, scene.good) == (1, 1)
    shown.wait(1.2)
    assert scene.match.replay.count == 0
    assert scene.match.phase == "playing"
    (asked,) = openers.read().asked
    assert (asked.book, asked.right) == (BOOK, True)


@pytest.mark.usefixtures("home", "small")
def test_the_pieces_of_a_stage_come_as_bags_deal_them(window: WholeWindow) -> None:
    shown = opened_in_real_time(window, 2)
    scene = playing(shown)
    count_down(shown, scene)
    while not scene._rest_left:
        before = scene.steps[-1]
        place(shown, right_move(scene))
        assert scene.steps[-1].sequence >= 0  # only queues that can come have a number
        assert scene.steps[-1].position != before.position


@pytest.mark.usefixtures("home", "small")
def test_a_wrong_placement_costs_what_it_says_and_can_be_taken_back(window: WholeWindow) -> None:
    shown = opened_in_real_time(window, 0)
    scene = playing(shown)
    count_down(shown, scene)
    place(shown, right_move(scene))
    step, wrong = scene.steps[-1], wrong_move(scene)
    place(shown, wrong)
    shown.frame()
    verdict = scene.verdicts[-1]
    assert verdict is not None
    assert scene.lines.values is not None
    assert verdict.cost == scene.lines.values.costs(step, wrong) > 0
    assert shown.context.word()
    shown.press("u")
    shown.frame(2)
    assert len(scene.verdicts) == 1
    assert not scene._rest_left
    place(shown, right_move(scene))
    assert scene.verdicts[-1] is not None
    assert scene.verdicts[-1].right


@pytest.mark.usefixtures("home", "small")
def test_a_line_is_left_and_taken_up_again_where_the_book_goes_on_to_judge(window: WholeWindow) -> None:
    shown = opened_in_real_time(window, 1)
    scene = playing(shown)
    count_down(shown, scene)
    place(shown, right_move(scene))
    field, steps = scene.match.seats[0].state.field, scene.steps
    shown.press("escape", "escape")
    assert isinstance(shown.scene, OpenerScene)
    (path,) = shown.autosaves()
    shown.scene.go(to.Continue(path))
    shown.frame(2)
    again = playing(shown)
    assert again is not scene
    count_down(shown, again)
    shown.frame(2)
    assert again.match.seats[0].state.field == field
    assert [(each.position, each.seen) for each in again.steps] == [
        (each.position, each.seen) for each in steps
    ]
    place(shown, right_move(again))
    assert [each is not None and each.right for each in again.verdicts] == [True, True]
