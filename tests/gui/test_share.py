"""Sharing: a picture, a film of a stretch and the text of a game, from the scenes that have them."""

from __future__ import annotations

import io
import os
import sys
import time
from pathlib import Path

import numpy as np
import pygame
import pytest
from PIL import Image

from game import places, transfer
from game.errors import BadInput
from game.record import Seat
from game.session import Session
from game.showcase import Showcase, minutes
from game.tetris.guideline import State
from gui import screenshot
from gui.context import AppContext, Scene
from gui.scenes import share
from gui.scenes.live.scene import LiveScene
from gui.scenes.review import ReviewScene
from gui.scenes.sandbox.scene import SandboxScene
from gui.scenes.share import LINK, ShareScene
from gui.ui import clipboard
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
    assert scene.message.startswith("Saved as ")
    assert scene.message.endswith((" kB.", " MB."))
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
    monkeypatch.setattr(clipboard, "put_picture", lambda png: False)
    scene.copy_picture()
    assert "Save it as a file" in scene.message
    given: list[bytes] = []
    monkeypatch.setattr(clipboard, "put_picture", lambda png: not given.append(png))
    scene.copy_picture()
    assert scene.message == "Copied the picture."
    Image.open(io.BytesIO(given[0])).verify()


def run(scene: ShareScene) -> None:
    while scene.job.busy:
        time.sleep(0.01)
        scene.update(0.01)


def test_a_film_of_a_stretch_is_as_long_as_it_says(scene: ShareScene) -> None:
    scene.set_stretch(1)
    first, last = scene.seconds()
    assert first == 0.0
    scene.make_film()
    run(scene)
    assert scene.message.startswith("Saved as "), scene.message
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
        time.sleep(0.01)
        scene.update(0.01)
    assert scene.job.busy
    scene.make_film()
    assert not scene.job.busy
    assert scene.message == "The film was stopped. Nothing was saved."
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


def test_a_film_can_begin_and_end_at_any_place(scene: ShareScene) -> None:
    most = scene.last_place
    scene.set_end(0, 3)
    scene.set_end(1, 6)
    assert scene.places() == (3, 6)
    assert scene.stretch is None
    first, last = scene.seconds()
    assert 0.0 < first < last < scene._film.seconds  # type: ignore[union-attr]
    scene.targets.focus = "film to"
    scene.handle(pygame.event.Event(pygame.KEYDOWN, key=pygame.K_RIGHT, mod=0, unicode=""))
    assert scene.places() == (3, 7)
    scene.set_end(1, 2)
    assert scene.places() == (1, 2), "the other end gives way"
    scene.set_end(0, most + 5)
    assert scene.places() == (most - 1, most)
    scene.set_stretch(0)
    assert scene.places() == (0, most)


def test_a_kind_that_needs_another_program_says_so(
    scene: ShareScene, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(share, "can_film", lambda kind: f"{kind} needs more.")
    scene.set_kind(2)
    scene.make_film()
    assert scene.message == "mp4 needs more."
    assert not scene.job.busy


def test_the_moves_are_copied(scene: ShareScene, monkeypatch: pytest.MonkeyPatch) -> None:
    given: list[str] = []
    monkeypatch.setattr(clipboard, "put", lambda text: not given.append(text))
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
        raise BadInput("Games of chess cannot be copied as text.")

    monkeypatch.setattr(scene, "text", refuse)
    scene.copy_text()
    assert scene.message == "Games of chess cannot be copied as text."
    scene.save_text()
    assert scene.message == "Games of chess cannot be copied as text."
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
    assert clipboard.put_picture(b"a picture")
    assert (tmp_path / "copied").read_bytes() == b"a picture"
    assert "image/png" in (tmp_path / "asked").read_text()
    program.write_text("#!/bin/sh\nexit 1\n")
    assert not clipboard.put_picture(b"a picture")


# -- what is shown of it before it is made --


def test_the_page_shows_what_will_be_written(window: WholeWindow) -> None:
    whole = window(reviewed)
    whole.press("e", ctrl=True)
    page = whole.scene
    assert isinstance(page, ShareScene)
    text = " ".join(whole.texts)
    width, height = (round(side * whole.context.scale) for side in whole.context.size)
    assert f"PNG, {width} × {height}, {share.weight(len(page.picture()))}" in text
    first, last = page.seconds()
    assert f"GIF, 960 × 540, {last - first:.1f} s" in text
    begins, ends = page.places()
    assert (begins, ends) == (0, sample_game("3x3").length)
    assert f"To wall {ends}, {minutes(last)}" in text
    assert f"Text {len(page.text())} characters" in text


def test_the_frames_of_the_preview_are_those_of_the_film(scene: ShareScene) -> None:
    scene.set_stretch(2)
    first, _ = scene.seconds()
    scene.make_film()
    run(scene)
    (file,) = shared_files()
    shown = pygame.surfarray.array3d(scene.frame(first)).swapaxes(0, 1).astype(int)
    with Image.open(file) as film:
        filmed = np.asarray(film.convert("RGB")).astype(int)
    assert filmed.shape == shown.shape
    assert np.abs(filmed - shown).mean() < 6.0, "a film has 255 colours"


def test_what_the_page_weighs_is_what_the_file_weighs(scene: ShareScene) -> None:
    promised = share.weight(len(scene.picture()))
    scene.save_picture()
    (file,) = shared_files()
    assert share.weight(file.stat().st_size) == promised
    assert scene.message.endswith(f"{promised}.")


@pytest.mark.parametrize(
    "name",
    ["play", "review", "showcase", "sandbox", "live-replay", "live-versus", "classic-watch", "classic-race"],
)
def test_every_board_has_a_button_to_share(window: WholeWindow, shown: Showcase, name: str) -> None:
    whole = window(lambda context: screenshot.sight(name, context, shown))
    assert "Share" in whole.texts
    whole.click_on("share")
    assert isinstance(whole.scene, ShareScene)
    whole.press("escape")
    assert not isinstance(whole.scene, ShareScene)


def test_a_game_in_real_time_is_paused_and_its_picture_shows_the_wells(
    window: WholeWindow, shown: Showcase
) -> None:
    whole = window(lambda context: screenshot.sight("live-versus", context, shown))
    live = whole.scene
    assert isinstance(live, LiveScene)
    assert live.match.running
    whole.press("e", ctrl=True)
    page = whole.scene
    assert isinstance(page, ShareScene)
    assert live.match.phase == "paused"
    assert page.subject.record is not None
    assert page.subject.record.length == live.match.replay.count
    assert page.text().startswith(LINK)
    whole.letters.texts.clear()
    page._picture()
    assert "Paused" not in whole.texts
    whole.press("escape")
    whole.frame()
    assert "Paused" in whole.texts


def test_the_game_of_a_long_run_is_filmed_but_has_no_text(window: WholeWindow, shown: Showcase) -> None:
    whole = window(lambda context: screenshot.sight("classic-watch", context, shown))
    whole.press("e", ctrl=True)
    page = whole.scene
    assert isinstance(page, ShareScene)
    assert page.subject.record is not None
    assert page.subject.record.run is not None
    assert page.places()[1] == page.subject.record.length
    page.copy_text()
    assert page.message.startswith("A long run cannot be copied as text.")
    page.set_stretch(3)
    page.make_film()
    run(page)
    assert page.message.startswith("Saved as "), page.message
