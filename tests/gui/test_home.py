"""Home: one click to every way of playing, one button lit, and recent games that say how they ended."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

from game import library, places
from game.bridge import State as Match
from game.record import Seat
from game.session import Session
from gui.context import Scene
from gui.games.bridge.visible_state import SOUTH
from gui.scenes.books.scene import BooksScene
from gui.scenes.deal_editor import DealEditorScene
from gui.scenes.four_wide.play import FourWideScene
from gui.scenes.home import HomeScene, tables
from gui.scenes.live.scene import LiveScene
from gui.scenes.new_game import NewGameScene
from gui.scenes.play import PlayScene
from gui.scenes.review import ReviewScene
from gui.scenes.run.race import RaceScene
from gui.scenes.sandbox.scene import SandboxScene
from gui.scenes.tables import TablesScene
from gui.ui import controls
from tests.gui.conftest import WholeWindow
from tests.gui.driving import sample_game

WAYS: dict[str, type[Scene]] = {
    "tetris play": NewGameScene,
    "tetris coach": PlayScene,
    "tetris watch": LiveScene,
    "tetris sprint": LiveScene,
    "tetris four-wide": FourWideScene,
    "tetris sandbox": SandboxScene,
    "tetris race": RaceScene,
    "tetris books": BooksScene,
    "zuniq play": NewGameScene,
    "zuniq coach": PlayScene,
    "zuniq watch": PlayScene,
    "bridge play": NewGameScene,
    "bridge coach": PlayScene,
    "bridge watch": PlayScene,
    "bridge tables": TablesScene,
    "bridge deals": DealEditorScene,
}


def test_home_says_what_is_to_be_seen(window: WholeWindow) -> None:
    opened = window(HomeScene)
    opened.frame()
    assert {"Three games are playing.", "Watch, take a seat, or ask for advice."} <= set(opened.texts)


def test_the_first_frame_waits_for_no_large_library(tmp_path: Path) -> None:
    program = """
import sys
from gui import router
from gui.app import opened
from gui.destinations import Home
router.BUILDERS[router.to.WarmUp] = lambda context, where, back: where.after
with opened(Home()) as app:
    app.tick(0.0)
    print(app.scene.name, *{"numpy", "numba", "game.transfer"} & set(sys.modules))
"""
    environment = os.environ | {"SDL_VIDEODRIVER": "dummy", places.HOME_VARIABLE: str(tmp_path)}
    done = subprocess.run(
        [sys.executable, "-c", program], env=environment, capture_output=True, text=True, check=True
    )
    assert done.stdout.splitlines()[-1] == "home"


@pytest.mark.parametrize("name", WAYS)
def test_every_way_of_playing_is_one_click_away(window: WholeWindow, name: str) -> None:
    opened = window(HomeScene)
    opened.click_on(name)
    opened.frame(2)
    assert isinstance(opened.scene, WAYS[name])


@pytest.mark.parametrize(("size", "scale"), [((1280, 720), 1.0), ((1280, 720), 1.5), ((640, 480), 1.0)])
def test_every_way_is_inside_its_table_and_the_keyboard_comes_to_it(
    window: WholeWindow, size: tuple[int, int], scale: float
) -> None:
    opened = window(HomeScene, size=size, scale=scale)
    width, height = opened.context.size
    boxes = [each.box for each in opened.scene.targets.all() if each.name in WAYS]
    assert len(boxes) == len(WAYS)
    assert all(x >= 0 and x + w <= width and y + h <= height for x, y, w, h in boxes)
    assert all(
        a is b or a[0] >= b[0] + b[2] or b[0] >= a[0] + a[2] or a[1] >= b[1] + b[3] or b[1] >= a[1] + a[3]
        for a in boxes
        for b in boxes
    )
    for name in WAYS:
        opened.walk_to(name)


def test_home_remembers_the_page_of_showcases(window: WholeWindow) -> None:
    opened = window(HomeScene)
    first = [name for name in opened.scene.targets.names() if name.startswith("showcase ")]
    opened.click_on("shelf on")
    second = [name for name in opened.scene.targets.names() if name.startswith("showcase ")]
    assert not set(first) & set(second)
    opened.click_on(second[0])
    opened.press("escape")
    opened.frame(2)
    assert set(second) <= set(opened.scene.targets.names())
    assert opened.scene.targets.focus == second[0]
    opened.app.show(HomeScene(opened.context))
    opened.frame(2)
    assert set(second) <= set(opened.scene.targets.names())


def test_right_at_the_end_of_a_page_of_showcases_goes_to_the_next_one(window: WholeWindow) -> None:
    opened = window(HomeScene)
    first = [name for name in opened.scene.targets.names() if name.startswith("showcase ")]
    opened.walk_to(first[-1])
    opened.press("right")
    second = [name for name in opened.scene.targets.names() if name.startswith("showcase ")]
    assert not set(first) & set(second)
    assert opened.scene.targets.focused(second[0])
    opened.press("left")
    assert opened.scene.targets.focused(first[-1])
    assert first[-1] in opened.scene.targets.names()


def test_the_focused_button_alone_is_lit(window: WholeWindow, monkeypatch: pytest.MonkeyPatch) -> None:
    lit: list[str] = []
    draw = controls.button

    def noted(canvas: object, targets: object, name: str, *rest: object, **more: object) -> None:
        if more.get("primary"):
            lit.append(name)
        draw(canvas, targets, name, *rest, **more)  # type: ignore[arg-type]

    monkeypatch.setattr("gui.scenes.home.button", noted)
    opened = window(HomeScene)
    for way in ("tetris play", "zuniq coach", "bridge deals"):
        opened.walk_to(way)
        lit.clear()
        opened.frame()
        assert lit == [way]


def test_the_bridge_table_shows_both_hands_and_never_the_other_ones_cards() -> None:
    table = next(each for each in tables(()) if each.game == "bridge")
    for still in (True, False):
        for clock in range(0, 200, 3):
            state, advice = table.moment(float(clock), still=still)
            assert isinstance(state, Match)
            assert state.stage in ("exchange", "play")
            assert state.seat == SOUTH
            assert advice is None or state.to_move == SOUTH


def test_last_games_say_what_they_are_and_how_they_ended(window: WholeWindow) -> None:
    game = sample_game("3x4")
    won = Session.new("zuniq", {"dots": "3x4"}, (Seat("You"), Seat("Kibitz", "engine", "kibitz", "club")))
    for move in game.moves:
        won.play(move.text)
    library.keep(won.record("2026-11-01T10:00:00Z"))
    opened = window(HomeScene)
    for _ in range(5):
        if any(name.startswith("saved ") for name in opened.scene.targets.names()):
            break
        opened.press("pagedown")
    (name,) = (name for name in opened.scene.targets.names() if name.startswith("saved "))
    for _ in range(200):
        opened.frame()
        if any(words.startswith(("You won", "You lost")) for words in opened.texts):
            break
    ending = "You won" if won.position.winner == 0 else "You lost"
    assert any(words.startswith(ending) for words in opened.texts)
    assert any(words.startswith("Zuniq · 3×4 dots"[:10]) for words in opened.texts)
    opened.click_on(name)
    assert isinstance(opened.scene, ReviewScene)
