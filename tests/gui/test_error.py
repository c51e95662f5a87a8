"""After a fault of the program: what happened, where the game is, a report, and a way on."""

from __future__ import annotations

from pathlib import Path

import pytest

from game import library
from gui.context import AppContext, Scene
from gui.scenes.error import ErrorScene
from gui.ui import clipboard
from tests.gui.conftest import WholeWindow
from tests.gui.driving import Window, sample_game

REPORT = 'Traceback (most recent call last):\n  File "board.py", line 3\nValueError: seven sides'


def fault(context: AppContext) -> Scene:
    return ErrorScene(context, REPORT)


def scene_of(window: Window) -> ErrorScene:
    assert isinstance(window.scene, ErrorScene)
    return window.scene


def test_it_says_what_happened_in_one_sentence(window: WholeWindow) -> None:
    first, second, third = scene_of(window(fault)).sentences
    assert first.endswith("ValueError: seven sides")
    assert "Traceback" not in first + second + third
    assert second == "No game was open."


def test_it_names_the_game_that_was_saved(window: WholeWindow) -> None:
    session = sample_game()
    path = library.autosave_dir() / "1" / "zuniq.kibitz"
    library.store(path, session.record())
    assert str(path) in scene_of(window(fault)).sentences[1]


def test_the_report_is_in_a_file_and_is_whole(window: WholeWindow) -> None:
    scene = scene_of(window(fault))
    assert scene.file is not None
    assert REPORT in scene.file.read_text()
    assert str(scene.file) in scene.sentences[2]


def test_no_place_for_a_report_is_said(
    window: WholeWindow, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "file").write_text("")
    monkeypatch.setenv("KIBITZ_HOME", str(tmp_path / "file"))
    scene = scene_of(window(fault))
    assert scene.file is None
    assert scene.sentences[2].startswith("The report could not be saved.")


def test_the_report_is_copied(window: WholeWindow) -> None:
    open_window = window(fault)
    open_window.press("c")
    assert scene_of(open_window).copied
    assert REPORT in clipboard.get()


def test_without_a_clipboard_it_says_where_the_report_is(
    window: WholeWindow, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(clipboard, "put", lambda text: False)
    open_window = window(fault)
    open_window.click_on("copy")
    assert "file" in open_window.context.word()


def test_enter_goes_on_from_the_first_scene(window: WholeWindow) -> None:
    open_window = window(fault)
    open_window.press("enter")
    assert open_window.scene.name == "home"


def test_q_closes_the_window(window: WholeWindow) -> None:
    open_window = window(fault)
    open_window.press("q")
    assert open_window.app.scene is None


def test_a_fault_in_a_scene_leads_here(window: WholeWindow) -> None:
    class Broken(Scene):
        def update(self, seconds: float) -> Scene | None:
            raise ValueError("seven sides")

    open_window = window(fault)
    open_window.app.show(Broken(open_window.context))
    open_window.app.frame(0.01)
    assert "seven sides" in scene_of(open_window).fault
