"""A showcase of a game in real time: it waits where a chapter is read, then goes on as fast as it was played."""

from __future__ import annotations

from collections.abc import Callable
from itertools import pairwise
from pathlib import Path

import pytest
from msgspec.structs import replace

from game.record import Chapter
from game.showcase import Showcase, minutes, reading_time, with_chapters
from game.tetris.guideline.real_time import TICKS
from gui import film
from gui.scenes.live_replay import ReplayScene, ReplayTour
from tests.gui.driving import Window
from tests.gui.test_live_replay import record

CHAPTERS = (Chapter(0, "It begins", "Both have the same pieces."), Chapter(9, "Later", "A few pieces on."))


def shown_game() -> Showcase:
    return Showcase("a game", with_chapters(record(), "A game", CHAPTERS))


@pytest.fixture
def tour(window: Callable[..., Window]) -> tuple[Window, ReplayScene]:
    shown = window(lambda context: ReplayScene(context, None, shown_game()))
    assert isinstance(shown.scene, ReplayScene)
    return shown, shown.scene


def head_of(scene: ReplayScene) -> ReplayTour:
    assert isinstance(scene.head, ReplayTour)
    return scene.head


def test_time_stands_still_while_a_chapter_is_read_and_goes_on_as_it_was_played() -> None:
    shown = shown_game()
    live, read = record().live, reading_time(CHAPTERS[0])
    assert live is not None
    assert [shown.at(seconds) for seconds in (0.0, read / 2, read)] == [0, 0, 0]
    assert shown.at(read + 0.5) == TICKS // 2
    ticks = [shown.at(number / 20) for number in range(int(shown.seconds * 20) + 1)]
    assert ticks == sorted(ticks)
    assert ticks[-1] == live.ticks
    steps = {after - before for before, after in pairwise(ticks)}
    assert steps <= {0, 1, 2, 3, 4}


def test_each_chapter_begins_where_its_piece_locks() -> None:
    shown = shown_game()
    live = record().live
    assert live is not None
    for start, chapter in shown.chapter_times:
        assert shown.at(start) == live.tick_of(chapter.ply)


def test_chapters_clock_and_list_have_the_time_of_the_showcase(tour: tuple[Window, ReplayScene]) -> None:
    shown, scene = tour
    whole = head_of(scene).shown
    assert f"Time, of {minutes(whole.seconds)}" in shown.texts
    for number, (seconds, _) in enumerate(whole.chapter_times, 1):
        shown.press(str(number))
        assert shown.texts.count(minutes(seconds)) == 2, "in the list, and on the clock"


def test_it_plays_stops_and_goes_to_chapters(tour: tuple[Window, ReplayScene]) -> None:
    shown, scene = tour
    shown.wait(reading_time(CHAPTERS[0]) + 1.0)
    assert abs(scene.head.at - TICKS) <= 8
    shown.press("2", "²")
    assert head_of(scene).chapter == CHAPTERS[1]
    assert any(CHAPTERS[1].title in line for line in shown.texts)
    shown.press("space")
    here = scene.head.at
    shown.wait(1)
    assert scene.head.at == here
    shown.press("1")
    assert scene.head.at == 0


@pytest.mark.parametrize("share", [0.0, 0.3, 0.6, 1.0])
def test_the_schedule_goes_on_from_wherever_the_playhead_is_put(
    tour: tuple[Window, ReplayScene], share: float
) -> None:
    head = head_of(tour[1])
    tick = round(share * head.end)
    head.seek(tick)
    assert abs(head.shown.at(head.seconds) - tick) <= 1


def test_a_film_can_be_made_of_it(dummy: None, tmp_path: Path) -> None:
    live = record().live
    assert live is not None
    short = replace(record(), live=live.cut(40))
    film.record(
        Showcase("a game", with_chapters(short, "A game", CHAPTERS[:1])), tmp_path / "game.gif", (640, 480)
    )
    assert (tmp_path / "game.gif").read_bytes()[:6] == b"GIF89a"
