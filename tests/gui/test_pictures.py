"""Pictures of scenes: the same bytes each time, equal to the accepted ones, amber only for the engine."""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import numpy as np
import numpy.typing as npt
import pygame
import pytest

from game import places
from game import showcase as showcases
from game.errors import BadConfig, BadInput, KibitzError, NotSaved
from game.record import Seat
from game.session import Session
from game.showcase import Showcase
from gui import screenshot
from gui.context import AppContext, Scene
from gui.scenes.play import PlayScene
from gui.stage import draw, nobodys_home, sheet, stage_context
from gui.ui.theme import ThemeName
from tests import sweep
from tests.gui.golden.make import FOLDER, PICTURES, SMALL, picture, shown_scene

pytestmark = pytest.mark.usefixtures("read_once")

Pixels = npt.NDArray[np.int16]
BLOCK = 20  # pixels of a golden picture that are compared together
SAME = 1.0  # mean difference of a channel, of 255
NEAR = 10.0  # the same for the worst block: a word that moved by a pixel is less, one that is missing is more


def pixels(surface: pygame.Surface) -> Pixels:
    return pygame.surfarray.array3d(surface).astype(np.int16)


def state_of(scene: Scene) -> dict[str, object]:
    """All that a scene and what it is made of remember, by the way to it: numbers, texts, and what lists hold."""
    results: dict[str, object] = {}
    reached = {id(scene.context), id(scene.back), id(scene.targets)}
    waiting: list[tuple[str, object]] = [(scene.name, scene)]
    while waiting:
        way, value = waiting.pop()
        if value is None or isinstance(value, (bool, int, float, str, bytes)):
            results[way] = value
        elif id(value) not in reached and way.count(".") <= 6:
            reached.add(id(value))
            if isinstance(value, (list, tuple)):
                results[way] = len(value)
                waiting += [(f"{way}[{at}]", each) for at, each in enumerate(value[:40])]
            elif isinstance(value, dict):
                results[way] = len(value)
                waiting += [(f"{way}[{key!r:.40}]", each) for key, each in list(value.items())[:40]]
            elif isinstance(value, (set, frozenset)):
                results[way] = sorted(map(repr, value))
            elif type(value).__module__.startswith(("gui.", "game.")):
                waiting += [(f"{way}.{name}", each) for name, each in getattr(value, "__dict__", {}).items()]
    return results


def changes(before: dict[str, object], after: dict[str, object]) -> list[str]:
    """Return the differences from the accepted pictures; what is new was only worked out when it was asked for."""
    return [way for way, value in before.items() if after.get(way, "gone") != value]


def worst_block(difference: Pixels) -> float:
    width, height, _ = difference.shape
    blocks = difference[: width // BLOCK * BLOCK, : height // BLOCK * BLOCK]
    return float(blocks.reshape(width // BLOCK, BLOCK, height // BLOCK, BLOCK, 3).mean(axis=(1, 3, 4)).max())


# -- golden pictures --


@pytest.mark.parametrize(("name", "theme"), PICTURES)
def test_a_scene_looks_as_it_did_when_somebody_last_looked(
    name: str, theme: str, dummy: None, shown: Showcase
) -> None:
    """And to draw it again changes nothing about it."""
    with nobodys_home():
        scene, surface = shown_scene(name, theme, shown)
        before = state_of(scene)
        scene.draw(scene.context.canvas(surface))
        assert changes(before, state_of(scene)) == []
    now = pixels(pygame.transform.smoothscale(surface, SMALL))
    then = pixels(pygame.image.load(str(FOLDER / f"{name}-{theme}.png")))
    difference = np.abs(now - then)
    assert difference.mean() < SAME
    assert worst_block(difference) < NEAR


def test_every_scene_is_among_the_golden_pictures() -> None:
    items = {path.stem for path in FOLDER.glob("*.png")}
    assert items == {f"{name}-{theme}" for name, theme in PICTURES}
    assert {name for name, _ in PICTURES} == set(screenshot.scenes())


def test_the_comparison_sees_a_word_that_is_missing(dummy: None, shown: Showcase) -> None:
    with nobodys_home():
        whole = picture("play", "dark", shown)
    less = whole.copy()
    less.fill(whole.get_at((300, 130)), (236, 25, 60, 8))  # the first row of the best walls
    assert worst_block(np.abs(pixels(whole) - pixels(less))) > NEAR


# -- the command's pictures --


def test_the_same_picture_has_the_same_bytes(shown: Showcase, tmp_path: Path) -> None:
    first, second = tmp_path / "first.png", tmp_path / "second.png"
    screenshot.render("play", first, (800, 600))
    places_now = os.environ[places.HOME_VARIABLE]
    screenshot.render("settings", tmp_path / "other.png", (640, 480), theme="light", scale=2.0)
    screenshot.render("play", second, (800, 600))
    assert first.read_bytes() == second.read_bytes()
    assert os.environ[places.HOME_VARIABLE] == places_now


def test_a_picture_has_the_size_that_was_asked_for(shown: Showcase, tmp_path: Path) -> None:
    screenshot.render("home", tmp_path / "home.png", (1000, 500))
    assert pygame.image.load(str(tmp_path / "home.png")).get_size() == (1000, 500)


@pytest.mark.parametrize(
    ("how", "error", "words"),
    [
        ({"scene": "kitchen"}, BadInput, "there is no scene 'kitchen'; known: home, play"),
        ({"size": (10, 10)}, BadInput, "a picture of 10x10 cannot be drawn"),
        ({"size": (8000, 600)}, BadInput, "a picture of 8000x600 cannot be drawn"),
        ({"theme": "purple"}, BadConfig, "Theme must be Dark or Light"),
        ({"scale": 9.0}, BadConfig, "Scale must be between 75 % and 300 %"),
    ],
)
def test_what_cannot_be_drawn_is_refused_with_a_reason(
    how: dict[str, object], error: type[KibitzError], words: str, shown: Showcase, tmp_path: Path
) -> None:
    file = tmp_path / "picture.png"
    with pytest.raises(error, match=words):
        screenshot.render(**{"scene": "home", "file": file, **how})  # type: ignore[arg-type]
    assert not file.exists()


def test_a_place_that_cannot_be_written_is_named(shown: Showcase, tmp_path: Path) -> None:
    with pytest.raises(NotSaved, match="not an ordinary file"):
        screenshot.render("home", tmp_path)


def test_without_its_showcase_a_picture_says_what_is_missing(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    load, empty = showcases.load, tmp_path / "empty"
    monkeypatch.setattr(showcases, "load", lambda name: load(name, empty))
    with pytest.raises(BadInput, match="there is no showcase 'zuniq-duel'"):
        screenshot.render("play", tmp_path / "play.png")


def test_drawing_starts_no_engine_and_needs_no_display(root: Path, tmp_path: Path) -> None:
    scenes = sweep.drawn(screenshot.scenes(), 15)
    program = f"""
import sys
import pytest
from gui import screenshot
from game.showcase import Showcase
from tests.gui.conftest import share
from tests.gui.driving import sample_showcase
from tests.gui.playing import long_game
shown, marathon = Showcase("zuniq-duel", sample_showcase("4x4")), Showcase("marathon", long_game())
screenshot.showcases.load = lambda name: marathon if name == "marathon" else shown
screenshot.showcases.load_all = lambda: ((marathon, shown), ())
share(pytest.MonkeyPatch())
screenshot.as_png = lambda surface: b"a picture"  # it takes as long as to draw it
for scene in {scenes!r}:
    screenshot.render(scene, {str(tmp_path)!r} + "/" + scene + ".png", (640, 480))
import multiprocessing, pygame
assert not pygame.display.get_init()
assert "numba" not in sys.modules, "numba was loaded"
assert not multiprocessing.active_children()
"""
    bare = {key: os.environ[key] for key in os.environ if key not in ("DISPLAY", "WAYLAND_DISPLAY")}
    done = subprocess.run([sys.executable, "-c", program], cwd=root, env=bare, capture_output=True, text=True)
    assert (done.returncode, done.stderr) == (0, "")
    assert len(list(tmp_path.glob("*.png"))) == len(scenes)


# -- amber --


def amber(surface: pygame.Surface) -> int:
    """The pixels that are clearly amber or a mixture of it."""
    red, green, blue = (pixels(surface)[..., channel] for channel in range(3))
    orange = (red - blue > 50) & (red > green) & (green > blue) & (red - green < red - blue)
    return int(orange.sum())


def drawn(build: Callable[[AppContext], Scene], theme: ThemeName) -> pygame.Surface:
    surface = sheet((1280, 720))
    with nobodys_home():
        draw(build(stage_context(theme)), surface)
    return surface


def table(context: AppContext, shown: Showcase, *, opinions: bool, hints: bool) -> Scene:
    session = Session.resume(shown.record).take_over(20, (Seat("You"), Seat("Guest")))
    if not opinions:
        bare = Session.new("zuniq", {}, session.seats)
        for move in session.moves:
            bare.play(move.text)
        session = bare
    return PlayScene(context, None, session, hints=hints)


@pytest.mark.parametrize("theme", ["dark", "light"])
def test_amber_is_nowhere_where_nobody_has_an_opinion(theme: ThemeName, dummy: None, shown: Showcase) -> None:
    assert amber(drawn(lambda context: table(context, shown, opinions=False, hints=True), theme)) == 0
    for name in ("new-game", "error", "warm-up", "games"):  # the settings show an orange piece
        assert amber(drawn(lambda context, name=name: screenshot.sight(name, context, shown), theme)) == 0, (
            name
        )


@pytest.mark.parametrize("theme", ["dark", "light"])
def test_hidden_hints_leave_amber_to_the_timeline_alone(
    theme: ThemeName, dummy: None, shown: Showcase
) -> None:
    shows = drawn(lambda context: table(context, shown, opinions=True, hints=True), theme)
    hides = drawn(lambda context: table(context, shown, opinions=True, hints=False), theme)
    board, timeline = (0, 49, 1280, 575), (0, 625, 928, 95)
    assert amber(shows.subsurface(board)) > 500
    assert amber(hides.subsurface(board)) == 0
    assert amber(hides.subsurface(timeline)) == amber(shows.subsurface(timeline)) > 100
