"""Sharing: a picture, a film of a stretch and the text of a game, from the scenes that have them."""

from __future__ import annotations

import io
import os
import sys
from pathlib import Path

import numpy as np
import pytest
from PIL import Image

from game import places, transfer
from game.errors import BadInput
from game.record import Seat
from game.session import Session
from game.tetris.guideline import State
from gui.context import AppContext, Scene
from gui.scenes import share
from gui.scenes.review import ReviewScene
from gui.scenes.sandbox.scene import SandboxScene
from gui.scenes.share import LINK, ShareScene
from gui.ui import widgets
from tests.gui.conftest import WholeWindow
from tests.gui.driving import sample_game


def reviewed(context: AppContext) -> Scene:
    return ReviewScene(context, None, sample_game("3x3"))


def share_of(scene: Scene) -> ShareScene:
    scene.share()
    assert isinstance(scene.next, ShareScene)
    return scene.next


@pytest.fixture
def scene(window: WholeWindow) -> ShareScene:
    whole = window(reviewed)
    whole.press("e", ctrl=True)
    assert isinstance(whole.scene, ShareScene)
    return whole.scene


def shared_files() -> list[Path]:
    folder = places.data_dir() / "shared"
    return sorted(folder.iterdir()) if folder.exists() else []


def test_a_picture_is_the_scene_behind_it(scene: ShareScene) -> None:
    scene.save_picture()
    (file,) = shared_files()
    assert scene.said.startswith("Saved as ")
    assert scene.said.endswith((" kB.", " MB."))
    with Image.open(file) as picture:
        assert picture.size == tuple(round(side * scene.context.scale) for side in scene.context.size)
        assert len(np.unique(np.asarray(picture.convert("L")))) > 20


def test_two_pictures_of_one_second_are_two_files(scene: ShareScene) -> None:
    scene.save_picture()
    scene.save_picture()
    assert len(shared_files()) == 2


def test_a_picture_that_no_clipboard_takes_can_be_saved(
    scene: ShareScene, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(widgets, "put_picture", lambda png: False)
    scene.copy_picture()
    assert "Save it as a file" in scene.said
    given: list[bytes] = []
    monkeypatch.setattr(widgets, "put_picture", lambda png: not given.append(png))
    scene.copy_picture()
    assert scene.said == "Copied the picture."
    Image.open(io.BytesIO(given[0])).verify()


def run(scene: ShareScene) -> None:
    while scene.job.busy:
        scene.update(0.01)


def test_a_film_of_a_stretch_is_as_long_as_it_says(scene: ShareScene) -> None:
    scene.set_stretch(1)
    first, last = scene.seconds()
    assert first == 0.0
    scene.make_film()
    run(scene)
    assert scene.said.startswith("Saved as "), scene.said
    (file,) = shared_files()
    with Image.open(file) as film:
        lasted = 0
        for number in range(film.n_frames):  # type: ignore[attr-defined]
            film.seek(number)
            lasted += film.info["duration"]
    assert lasted == pytest.approx(1000 * last, abs=40)


def test_a_film_that_is_stopped_leaves_no_file(scene: ShareScene) -> None:
    scene.make_film()
    while (report := scene.job.report) is None or not report.done:
        scene.update(0.01)
    assert scene.job.busy
    scene.make_film()
    assert not scene.job.busy
    assert scene.said == "The film was stopped. Nothing was saved."
    assert shared_files() == []


def test_the_stretches_are_parts_of_the_game(scene: ShareScene) -> None:
    parts = []
    for number in range(4):
        scene.set_stretch(number)
        parts.append(scene.seconds())
    whole, before, after, last = parts
    assert whole[0] == 0.0
    assert before[1] == last[1]
    assert (before[0], after[1]) == whole or after == whole  # at the end nothing comes from here on
    assert last[1] - last[0] <= 10.0


def test_a_kind_that_needs_another_program_says_so(
    scene: ShareScene, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(share, "can_film", lambda kind: f"{kind} needs more.")
    scene.set_kind(2)
    scene.make_film()
    assert scene.said == "mp4 needs more."
    assert not scene.job.busy


def test_the_moves_are_copied(scene: ShareScene, monkeypatch: pytest.MonkeyPatch) -> None:
    given: list[str] = []
    monkeypatch.setattr(widgets, "put", lambda text: not given.append(text))
    scene.copy_text()
    assert given[0].startswith("3x3: ")
    assert transfer.from_text(given[0]).position == sample_game("3x3").position


def test_a_game_of_tetris_is_a_link(window: WholeWindow, monkeypatch: pytest.MonkeyPatch) -> None:
    session = Session.new("tetris", {"queue": "seven_bag:1"}, (Seat(""),))
    for _ in range(3):
        session.play(session.position.legal_moves()[0])
    whole = window(lambda context: ReviewScene(context, None, session))
    scene = share_of(whole.scene)
    assert scene.text().startswith(LINK)
    assert transfer.from_text(scene.text()).length == session.length


def test_a_sandbox_without_placements_has_a_picture_and_a_link_but_no_film(window: WholeWindow) -> None:
    whole = window(lambda context: SandboxScene(context, None, State.open({})))
    scene = share_of(whole.scene)
    assert scene.text().startswith(LINK)
    assert not next(each for each in scene.commands() if each.keys == "F").enabled
    assert scene.picture().startswith(b"\x89PNG")


def test_what_has_no_text_says_why(scene: ShareScene, monkeypatch: pytest.MonkeyPatch) -> None:
    def refuse() -> str:
        raise BadInput("Games of chess have no text.")

    monkeypatch.setattr(scene, "text", refuse)
    scene.copy_text()
    assert scene.said == "Games of chess have no text."
    scene.save_text()
    assert scene.said == "Games of chess have no text."
    assert shared_files() == []


@pytest.mark.skipif(sys.platform in ("darwin", "win32"), reason="there are other programs there")
def test_a_picture_is_handed_to_the_program_that_copies(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    program = tmp_path / "xclip"
    program.write_text(f'#!/bin/sh\ncat > "{tmp_path}/copied"\necho "$@" > "{tmp_path}/asked"\n')
    program.chmod(0o700)
    monkeypatch.setenv("PATH", str(tmp_path), prepend=os.pathsep)
    monkeypatch.delenv("WAYLAND_DISPLAY", raising=False)
    assert widgets.put_picture(b"a picture")
    assert (tmp_path / "copied").read_bytes() == b"a picture"
    assert "image/png" in (tmp_path / "asked").read_text()
    program.write_text("#!/bin/sh\nexit 1\n")
    assert not widgets.put_picture(b"a picture")
