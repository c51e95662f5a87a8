"""The first start shows how far the compiling is, and nobody has to wait for it."""

from __future__ import annotations

import pytest

from ai.compiled.warmup import Progress
from gui.context import AppContext, Scene
from gui.scenes import warm_up
from gui.scenes.settings import SettingsScene
from gui.scenes.warm_up import WarmUpScene
from tests.gui.conftest import WholeWindow


class Compiling:
    """A warm-up that is as far as it is told."""

    def __init__(self) -> None:
        self.progress = Progress(3, 12, "playouts")
        self.stopped = False

    def poll(self) -> Progress:
        return self.progress

    def stop(self) -> None:
        self.stopped = True


@pytest.fixture
def work(monkeypatch: pytest.MonkeyPatch) -> Compiling:
    """What the scene starts instead of a compiler."""
    started = Compiling()
    monkeypatch.setattr(warm_up, "start_warm_up", lambda: started)
    return started


def first_start(context: AppContext) -> Scene:
    return WarmUpScene(context, SettingsScene(context, Scene(context)))


def test_it_starts_the_compiling_once(window: WholeWindow, work: Compiling) -> None:
    open_window = window(first_start)
    scene = open_window.scene
    assert open_window.context.warming is work
    open_window.context.warming = None  # it is done while help is open
    scene.entered()
    assert open_window.context.warming is None


def test_it_goes_on_when_everything_is_compiled(window: WholeWindow, work: Compiling) -> None:
    open_window = window(first_start)
    open_window.frame(30)
    assert open_window.scene.name == "warm_up"
    work.progress = Progress(12, 12, "", finished=True)
    open_window.frame(2)
    assert open_window.scene.name == "settings"
    assert open_window.context.warming is None


@pytest.mark.parametrize("way", ["enter", "escape", "click"])
def test_nobody_has_to_wait(window: WholeWindow, work: Compiling, way: str) -> None:
    open_window = window(first_start)
    if way == "click":
        open_window.click_on("go on")
    else:
        open_window.press(way)
    assert open_window.scene.name == "settings"
    assert open_window.context.warming is work
    open_window.frame(5)
    assert open_window.context.compiling() == Progress(3, 12, "playouts")


def test_what_went_wrong_is_said_and_stops_nothing(window: WholeWindow, work: Compiling) -> None:
    open_window = window(first_start)
    work.progress = Progress(3, 12, "", finished=True, error="The compiler was killed.")
    open_window.frame(2)
    assert open_window.scene.name == "settings"
    assert open_window.context.word() == "The compiler was killed."


def test_closing_the_window_ends_the_compiling(window: WholeWindow, work: Compiling) -> None:
    open_window = window(first_start)
    open_window.press("enter")
    open_window.app.close()
    assert work.stopped


def test_a_board_draws_itself_meanwhile(window: WholeWindow, work: Compiling) -> None:
    open_window = window(first_start)
    scene = open_window.scene
    assert isinstance(scene, WarmUpScene)
    open_window.wait(3.0)
    assert scene._state.ply >= 3
    open_window.wait(32.0)
    assert scene._state.ply < 10, "the next game has begun"
