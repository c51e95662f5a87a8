"""A new game is what was chosen: seats, strength, board and clock; and the choice is remembered."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from game import config
from game.record import Seat
from game.session import Session
from gui.doors import HouseDoors
from gui.salon import Salon
from gui.scene import Scene
from gui.scenes.new_game import NewGameScene, choices_of
from gui.scenes.new_game.zuniq import ZuniqChoices, strengths
from tests.gui.conftest import WholeWindow
from tests.gui.driving import Window

Chosen = Callable[[], Session]


def choosing(salon: Salon) -> Scene:
    return NewGameScene(salon, Scene(salon), choices_of(salon.config, "zuniq"))


@pytest.fixture
def begun(monkeypatch: pytest.MonkeyPatch) -> list[Session]:
    """The games that were begun, instead of a table at which they are played."""
    found: list[Session] = []

    def play(doors: HouseDoors, session: Session, back: Scene, **how: object) -> Scene:
        found.append(session)
        return back

    monkeypatch.setattr(HouseDoors, "play", play)
    return found


def scene_of(window: Window) -> NewGameScene:
    assert isinstance(window.scene, NewGameScene)
    return window.scene


def zuniq_of(window: Window) -> ZuniqChoices:
    choices = scene_of(window).choices
    assert isinstance(choices, ZuniqChoices)
    return choices


def strength(name: str, level: str) -> int:
    """The number of a strength among those offered."""
    return [(entry.name, each.name) for entry, each in strengths("zuniq")].index((name, level))


def test_enter_begins_the_game_of_the_settings(window: WholeWindow, begun: list[Session]) -> None:
    window(choosing).press("enter")
    assert begun[0].seats == (Seat("You"), Seat("Kibitz", "engine", "kibitz", "club", 30.0))
    assert begun[0].position.rules == {"dots": "6x6"}


def test_swapped_seats_are_remembered(window: WholeWindow, begun: list[Session]) -> None:
    open_window = window(choosing)
    open_window.press("x", "s")
    assert [seat.kind for seat in begun[0].seats] == ["engine", "human"]
    assert config.load()[0].zuniq.seat == "black"


def test_the_board_and_the_level_are_remembered(window: WholeWindow, begun: list[Session]) -> None:
    open_window = window(choosing)
    open_window.click_on("rows 2")
    open_window.click_on("columns 3")
    open_window.click_on(f"strength 1 {strength('kibitz', 'beginner')}")
    open_window.click_on("start")
    assert begun[0].position.rules == {"dots": "4x5"}
    assert begun[0].seats[1].level == "beginner"
    assert (config.load()[0].zuniq.dots, config.load()[0].zuniq.level) == ("4x5", "beginner")


def test_every_engine_is_offered_with_what_to_expect(window: WholeWindow) -> None:
    choices = zuniq_of(window(choosing))
    assert {entry.name for entry, _ in choices.strengths} == {"kibitz", "playouts", "random"}
    assert all(level.about for _, level in choices.strengths)


def test_two_engines_and_two_people_can_play(window: WholeWindow, begun: list[Session]) -> None:
    open_window = window(choosing)
    open_window.click_on("seat 0 2")
    open_window.click_on(f"strength 0 {strength('random', 'full')}")
    open_window.click_on("start")
    assert [seat.engine for seat in begun[0].seats] == ["random", "kibitz"]
    people = window(choosing)
    people.click_on("seat 1 1")
    people.click_on("start")
    assert [seat.name for seat in begun[1].seats] == ["You", "Guest"]
    assert {seat.kind for seat in begun[1].seats} == {"human"}


def test_there_is_only_one_you(window: WholeWindow) -> None:
    open_window = window(choosing)
    open_window.click_on("seat 1 0")
    assert [sitter.who for sitter in zuniq_of(open_window).sitters] == ["Engine", "You"]


def test_the_clock_is_asked_only_where_it_matters(window: WholeWindow, begun: list[Session]) -> None:
    open_window = window(choosing)
    assert "clock 0" not in open_window.scene.targets.names()
    open_window.click_on(f"strength 1 {strength('kibitz', 'full')}")
    open_window.frame()
    open_window.click_on("clock 2")
    open_window.click_on("start")
    assert begun[0].seats[1].seconds == 60.0
    assert config.load()[0].zuniq.game_seconds == 60.0


def test_the_keyboard_alone_chooses_everything(window: WholeWindow, begun: list[Session]) -> None:
    open_window = window(choosing, size=(640, 480), scale=3.0)
    open_window.walk_to("rows 0")
    open_window.frame(2)
    box = next(t.box for t in open_window.scene.targets.all() if t.name == "rows 0")
    view = scene_of(open_window).scroll.view
    assert view[1] <= box[1]
    assert box[1] + box[3] <= view[1] + view[3]
    open_window.press("enter")
    open_window.walk_to("start")
    open_window.press("enter")
    assert begun[0].position.rules == {"dots": "2x6"}
