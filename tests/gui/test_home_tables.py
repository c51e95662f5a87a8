"""The tables that play by themselves at home."""

from __future__ import annotations

import pytest

from game import config, showcase
from game.record import Seat
from game.session import Session
from gui import destinations as to
from gui.scenes.home import DemoBoard, HomeScene, tables
from gui.scenes.play import PlayScene
from tests.gui.conftest import WholeWindow


@pytest.fixture(scope="module")
def playing() -> tuple[DemoBoard, ...]:
    return tables([showcase.load(name) for name in showcase.names()])


def test_every_table_shows_a_move_that_can_be_played(playing: tuple[DemoBoard, ...]) -> None:
    for table in playing:
        for clock in (0.0, 3.0, 20.0, 1000.0):
            position, advice = table.moment(clock, still=False)
            assert position.game == table.game
            if advice is not None and advice.choices:
                position.play(advice.choices[0].move)


def test_a_table_plays_what_it_has_shown(playing: tuple[DemoBoard, ...]) -> None:
    table = next(table for table in playing if table.game == "tetris")
    position, advice = table.moment(0.0, still=False)
    assert advice is not None
    after = position.play(advice.choices[0].move)
    clock = 0.0
    while (now := table.moment(clock, still=False).position) == position:
        clock += 0.1
    assert now == after


def test_nothing_moves_where_nothing_may_move(playing: tuple[DemoBoard, ...]) -> None:
    for table in playing:
        assert table.moment(0.0, still=True) == table.moment(50.0, still=True)


def test_hints_hidden_in_a_game_are_hidden_in_the_next_of_its_kind_and_in_no_coach(
    window: WholeWindow, playing: tuple[DemoBoard, ...]
) -> None:
    people = (Seat("You"), Seat("Guest"))
    opened = window(
        lambda context: context.scene(
            to.Play(Session.new("zuniq", {"dots": "4x4"}, people)), HomeScene(context)
        )
    )
    opened.press("h")
    context, home = opened.context, HomeScene(opened.context)
    hidden = context.scene(to.Play(Session.new("zuniq", {"dots": "4x4"}, people)), home)
    assert isinstance(hidden, PlayScene)
    assert not hidden.hints
    for table in playing:
        (coach,) = (way for way in table.ways(home) if way.name == "coach")
        assert "with hints" in coach.about
        scene = coach.lead()
        assert isinstance(scene, PlayScene)
        assert scene.hints
        scene.toggle_hints()
        again = coach.lead()
        assert isinstance(again, PlayScene)
        assert again.hints
    assert config.load()[0].play.hints
