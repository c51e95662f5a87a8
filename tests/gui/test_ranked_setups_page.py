"""The page of ranked setups in the book explorer: with mouse and keys, from a queue, to the sandbox, as a fumen."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest

from ai.tetris.guideline.building_work import BuildingWork
from ai.work import KeptEngines
from game.tetris.guideline import fumen
from game.tetris.guideline.ranked_setups import FIRST, ranked, ranked_setups
from gui import destinations as to
from gui.router import build
from gui.scenes.books.book import percent
from gui.scenes.books.scene import BooksScene
from gui.scenes.sandbox.scene import SandboxScene
from gui.ui import clipboard
from tests.gui.driving import Window

Page = Callable[..., tuple[Window, BooksScene]]


@pytest.fixture
def page(window: Callable[..., Window], home: Path) -> Page:
    """A window with the page of setups in it."""

    def open_one(**how: object) -> tuple[Window, BooksScene]:
        shown = window(lambda context: build(context, to.Books("perfect-clear", setups=True), None), **how)
        assert isinstance(shown.scene, BooksScene)
        return shown, shown.scene

    return open_one


def test_setups_are_ranked_sorted_and_filtered_with_mouse_and_keys(page: Page) -> None:
    shown, scene = page()
    every = ranked_setups().of(FIRST)
    best = ranked(every, "both")
    assert scene.setups.shown is not None
    assert scene.setups.shown.row is best[0].row
    assert percent(best[0].both) in shown.texts
    shown.press("right", "down")
    assert scene.setups.shown.row is best[1 + scene.setups.across].row
    shown.press("e")
    assert scene.setups.order == "chance"
    shown.click_on("setup 0")
    assert scene.setups.shown.row is ranked(every, "chance")[0].row
    shown.click_on("size 0")
    shown.click_on("with 2")
    assert scene.setups.setups
    assert all("T" in each.pieces and len(each.pieces) == 5 for each in scene.setups.setups)
    shown.press("f")
    assert scene.setups.start == [*ranked_setups().starts][1]
    assert all(each.start == scene.setups.start for each in scene.setups.setups)


def test_a_key_opens_the_page_from_the_board(page: Page) -> None:
    shown, scene = page()
    views = []
    for key in ("escape", "s"):
        shown.press(key)
        views.append(scene.view)
    assert views == ["Board", "Setups"]


def test_arrows_go_on_beyond_the_boards_in_sight(page: Page) -> None:
    shown, scene = page()
    for _ in range(12):
        shown.press("down")
    assert scene.setups.scroll.offset > 0
    (target,) = (each for each in scene.targets.all() if each.name == scene.targets.focus)
    _, y, _, height = scene.setups.scroll.view
    assert y <= target.box[1] + target.box[3] / 2 <= y + height


def test_a_setup_goes_to_the_clipboard_and_to_the_sandbox(page: Page) -> None:
    shown, scene = page()
    setup = next(each for each in scene.setups.setups if each.among.pieces == 6 and not each.cleared)
    scene.setups.choose(setup)
    shown.press("c", ctrl=True)
    assert fumen.read(clipboard.get())[0].drawing.field == setup.field
    shown.press("t")
    assert isinstance(shown.scene, SandboxScene)
    state = shown.scene.state
    assert state.field == setup.field
    assert state.hold is not None
    assert {*setup.pieces, "IOTLJSZ"[state.hold]} == {*"IOTLJSZ"}


def test_typed_pieces_leave_the_setups_that_they_build(page: Page) -> None:
    shown, scene = page()
    count = len(scene.setups.setups)
    shown.click_on("queue")
    shown.press(*"tioszlj", "return")
    assert scene.setups.queue == "TIOSZLJ"
    assert not scene.setups.setups
    for report in BuildingWork.carry_out(shown.room.orders["building"], KeptEngines("ai.registry")):
        shown.room.reports("building", report)
        shown.frame()
    assert 0 < len(scene.setups.setups) < count
    assert f"TIOSZLJ can build {len(scene.setups.setups)} setups of those that are listed." in shown.texts
    shown.click_on("queue")
    shown.press(*"tts", "return")
    for report in BuildingWork.carry_out(shown.room.orders["building"], KeptEngines("ai.registry")):
        shown.room.reports("building", report)
        shown.frame()
    assert any("each piece once" in text for text in shown.texts)


@pytest.mark.parametrize(("size", "scale"), [((640, 480), 1.0), ((1280, 720), 2.0)])
def test_it_is_of_use_in_a_small_window(page: Page, size: tuple[int, int], scale: float) -> None:
    shown, scene = page(size=size, scale=scale)
    setup = scene.setups.setups[0]
    scene.setups.scroll.offset = 1e6
    shown.frame()
    scene.choose_setup(setup)
    shown.frame()
    assert any(percent(setup.chance, 2) in text for text in shown.texts)
    assert "copy fumen" in scene.targets.names()
