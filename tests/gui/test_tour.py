"""A showcase of a long game: a tour through its chapters, or any pace from any piece."""

from __future__ import annotations

from pathlib import Path

import pytest
from PIL import Image

from game.showcase import Showcase
from gui import destinations as to
from gui.film import record
from gui.scenes.play import PlayScene
from gui.scenes.run.playhead import RunTour
from gui.scenes.run.watch import WatchScene
from tests.gui.conftest import WholeWindow
from tests.gui.driving import Window
from tests.gui.playing import CHAPTERS, PIECES, long_game


@pytest.fixture
def shown() -> Showcase:
    return Showcase("marathon", long_game())


@pytest.fixture
def cinema(window: WholeWindow, shown: Showcase) -> Window:
    return window(lambda context: WatchScene.saved(context, context.scene(to.Home()), shown))


def head_of(window: Window) -> RunTour:
    assert isinstance(window.scene, WatchScene)
    assert isinstance(window.scene.head, RunTour)
    return window.scene.head


def test_the_tour_follows_the_schedule_of_the_showcase(cinema: Window, shown: Showcase) -> None:
    head = head_of(cinema)
    assert "1×" in cinema.texts
    for _ in range(30):
        cinema.wait(0.5)
        assert head.at == shown.at(head.seconds)
        if not head.playing:
            break
    cinema.wait(shown.seconds)
    assert (head.at, head.playing) == (PIECES, False)
    cinema.press("space")
    assert head.playing
    assert head.at < 3, "it begins again"


def test_a_chapter_is_told_beside_the_board_while_it_lasts(cinema: Window) -> None:
    for number, chapter in enumerate(CHAPTERS, 1):
        cinema.press(str(number), "²")
        assert head_of(cinema).at == chapter.ply
        assert f"Chapter {number} of 3" in cinema.texts
        assert chapter.caption.split()[0] in " ".join(cinema.texts)
    cinema.click_on("chapter 2")
    assert head_of(cinema).at == CHAPTERS[1].ply


def test_any_pace_goes_on_from_any_piece_and_the_tour_takes_over_from_there(
    cinema: Window, shown: Showcase
) -> None:
    head = head_of(cinema)
    cinema.press("space", "2", "+")
    assert "1/s" in cinema.texts
    cinema.press("space")
    cinema.wait(3.1)
    assert head.at == CHAPTERS[1].ply + 3
    cinema.press("space", "-")
    assert "1×" in cinema.texts
    assert head.seconds == pytest.approx(shown.when(head.at))
    cinema.press("end", ",")
    assert head.at == PIECES - 1


def test_no_engine_is_asked_before_somebody_wants_to_see_the_moves(cinema: Window) -> None:
    cinema.wait(2.0)
    assert cinema.room.asked == []
    cinema.press("space", "h")
    cinema.frame(2)
    assert len(cinema.room.asked) == 1
    assert "Best moves" in cinema.texts


def test_a_person_may_take_over(cinema: Window) -> None:
    cinema.press("space", "2", "p")
    assert isinstance(cinema.scene, PlayScene)
    assert cinema.scene.session.position.ply == 0


def test_router_know_a_long_showcase_and_a_long_game(
    window: WholeWindow, shown: Showcase, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("game.showcase.load", lambda name, folder=None: shown)
    opened = window(lambda context: context.scene(to.Show("marathon"), context.scene(to.Home())))
    assert isinstance(opened.scene, WatchScene)
    opened.press("escape")
    assert opened.scene.name == "home"


def test_a_film_of_the_tour_lasts_as_long_and_shows_every_piece(
    dummy: None, shown: Showcase, tmp_path: Path
) -> None:
    record(shown, tmp_path / "tour.gif", (640, 480))
    with Image.open(tmp_path / "tour.gif") as film:
        pictures, hundredths = film.n_frames, 0  # type: ignore[attr-defined]
        for number in range(pictures):
            film.seek(number)
            hundredths += film.info["duration"] // 10
    assert hundredths == pytest.approx(100 * shown.seconds, abs=4)
    assert pictures > PIECES
