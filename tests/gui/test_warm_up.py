"""The first start shows how far the compiling is, and nobody has to wait for it."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import msgspec
import pytest

from ai.compiled.warmup import Progress
from game.games import open_position
from game.record import Seat
from game.session import Session
from gui import destinations as to
from gui.context import AppContext, Scene
from gui.play.advice_feed import KIBITZER
from gui.play.live_plan import Plan as LivePlan
from gui.play.live_plan import Player
from gui.scenes import warm_up
from gui.scenes.live.scene import LiveScene
from gui.scenes.settings import SettingsScene
from gui.scenes.warm_up import WarmUpScene
from tests.gui.conftest import WholeWindow


class Compiling:
    """A warm-up that is as far as it is told."""

    def __init__(self, progress: Progress | None = None) -> None:
        self.progress = progress or Progress(3, 12, "playouts")
        self.stopped = False
        self.preferred = ""

    def poll(self) -> Progress:
        return self.progress

    def prefer(self, game: str) -> None:
        self.preferred = game
        self.progress = msgspec.structs.replace(self.progress, chosen=game)

    def stop(self) -> None:
        self.stopped = True


@pytest.fixture
def work(monkeypatch: pytest.MonkeyPatch) -> Compiling:
    """Return the work that the scene starts instead of a compiler."""
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


# -- what is not compiled yet keeps nobody waiting for other games --

MODULES = {
    "zuniq": "ai.zuniq.warm",
    "bridge": "ai.bridge.warm",
    "classic": "ai.tetris.classic.warm",
    "tetris": "ai.tetris.guideline.warm",
}
TITLES = {"zuniq": "Zuniq", "bridge": "Bridge", "classic": "Classic", "tetris": "Guideline"}


def table_of(game: str, context: AppContext) -> Scene:
    position = open_position(game, {})
    return context.scene(to.Play(Session(position, [Seat("You")] * len(position.seats))), Scene(context))


def review_of(game: str, context: AppContext) -> Scene:
    position = open_position(game, {})
    session = Session(position, [Seat("You")] * len(position.seats))
    session.play(position.legal_moves()[0])
    return context.scene(to.Review(session, is_stored=False), Scene(context))


@pytest.mark.parametrize("game", MODULES)
@pytest.mark.parametrize("build", [table_of, review_of])
def test_an_engine_is_asked_at_once_and_says_how_far_its_own_kernels_are(
    window: WholeWindow, home: Path, game: str, build: Callable[[str, AppContext], Scene]
) -> None:
    work = Compiling(Progress(90, 396, "", modules={MODULES[game]: 0.4}))

    def compiling(context: AppContext) -> Scene:
        context.warming = work
        return build(game, context)

    shown = window(compiling)
    shown.context.keep_hints(game, True)
    shown.room.warming = {KIBITZER, "reviewer"}
    shown.wait(2)
    assert work.preferred == game
    assert any(role == KIBITZER for role, _ in shown.room.asked)
    assert f"Preparing {TITLES[game]}: 40 %" in shown.texts
    assert not [words for words in shown.texts if "ngines" in words]
    work.progress = Progress(200, 396, "", modules={MODULES[game]: 1.0})
    shown.room.warming = set()
    shown.letters.texts.clear()
    shown.wait(1)
    assert f"Preparing {TITLES[game]}: 40 %" not in shown.texts
    assert "The engine is warming up …" not in shown.texts


def test_a_match_in_real_time_begins_when_its_own_engines_have_answered(window: WholeWindow) -> None:
    work = Compiling(Progress(90, 396, "", modules={MODULES["tetris"]: 0.4}))

    def compiling(context: AppContext) -> Scene:
        context.warming = work
        players = (Player("You"), Player("Stacker", "stacker", "club"))
        return context.scene(to.Live(LivePlan(players=players, seed=1)), Scene(context))

    shown = window(compiling)
    shown.wait(1)
    scene = shown.scene
    assert isinstance(scene, LiveScene)
    assert scene.match.phase == "preparing"
    assert "Preparing Guideline: 40 %" in shown.texts
    role = next(iter(scene.match.engines.values())).role
    shown.room.says(role, scene.match.seats[1].state.legal_moves()[0])
    shown.wait(0.5)
    assert scene.match.phase == "counting", "with kernels of other games still to be compiled"
