"""Every showcase watched from its beginning to its end: each event is seen for long enough, beside its words."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache
from math import ceil

import pytest

from game import showcase as showcases
from game.record import Chapter
from game.showcase import Showcase, TourPart
from gui import destinations as to
from gui.context import Scene
from gui.film import _Camera
from gui.play.chapters import ChapterPanel
from gui.play.filming import FILM_SIZE, film_of
from gui.play.playhead import Scheduled
from gui.scenes.live_replay import ReplayScene
from gui.scenes.play import PlayScene
from gui.scenes.run.watch import WatchScene
from gui.scenes.showcase import ShowcaseScene
from gui.stage import sheet as plain_sheet
from gui.stage import stage_context
from tests.gui.conftest import WholeWindow
from tests.gui.driving import Window
from tests.gui.test_covered import drawn, sheet
from tests.gui.test_layout import Paper, cut_off, written_over
from tests.sweep import ALL

pytestmark = pytest.mark.usefixtures("read_once")

ENOUGH = 2.0  # seconds
LOOKS = [((1280, 720), 1.0), ((1280, 720), 2.0), ((640, 480), 1.0), (FILM_SIZE, 1.0)]
load = cache(showcases.load)


def opened(shown: Showcase, scale: float) -> tuple[Scene, Scheduled, ChapterPanel]:
    context = stage_context(scale=scale)
    scene = context.scene(to.Show(shown), context.scene(to.Home()))
    assert isinstance(scene, ShowcaseScene | ReplayScene | WatchScene)
    assert isinstance(scene.head, Scheduled)
    assert scene.chapters is not None
    return scene, scene.head, scene.chapters


def parts_of(shown: Showcase) -> Iterator[tuple[Chapter, list[TourPart]]]:
    """Every chapter with the parts in which its event is seen: before it, as it happens, and what has come of it."""
    for chapter in shown.record.chapters:
        tour_parts = [part for part in shown.parts if part.chapter == chapter]
        yield chapter, [part for part in tour_parts if part.pace in ("hold", "slow", "rest")]


@pytest.mark.parametrize("name", showcases.names())
def test_a_chapter_waits_before_its_event_shows_it_slowly_and_stays(name: str) -> None:
    shown = load(name)
    _, head, _ = opened(shown, 1.0)
    seen: dict[tuple[int, str, int], float] = {}  # chapter, pace, place: the seconds of the clock
    step = 0.1
    while head.playing:
        part = head.part
        number = -1 if part.chapter is None else shown.record.chapters.index(part.chapter)
        key = number, part.pace, shown.ply(head.at)
        seen[key] = seen.get(key, 0.0) + step
        head.update(step)
    assert sum(seen.values()) == pytest.approx(shown.seconds, abs=2 * step)
    for number, (chapter, parts) in enumerate(parts_of(shown)):
        event = chapter.event
        place = chapter.ply if event is None else event.ply
        assert seen[number, "hold", place] >= ENOUGH - step
        if event is None:
            continue
        slow = sum(part.seconds for part in parts if part.pace == "slow")
        assert (
            sum(time for (at, pace, _), time in seen.items() if (at, pace) == (number, "slow")) >= slow - step
        )
        assert seen[number, "rest", event.ply + event.moves] >= ENOUGH - step
        assert slow >= ENOUGH


def test_every_spin_every_perfect_clear_and_every_deciding_wall_of_a_chapter_is_its_event() -> None:
    for name in showcases.names():
        titles = [chapter.title for chapter in load(name).record.chapters if chapter.event is None]
        assert not [
            title for title in titles if "spin" in title.casefold() and "again" not in title.casefold()
        ]


@pytest.mark.parametrize(
    ("name", "size", "scale"),
    [
        (name, *look)
        for number, name in enumerate(showcases.names())
        for at, look in enumerate(LOOKS)
        if ALL or at % 2 == number % 2
    ],
)
def test_the_words_of_a_chapter_are_beside_its_event_and_nothing_is_cut(
    name: str, size: tuple[int, int], scale: float, dummy: None
) -> None:
    shown = load(name)
    scene, head, chapters = opened(shown, scale)
    paper, boards = sheet(size), set()
    looked_at = {
        part: chapter for chapter, parts in parts_of(shown) for part in (parts[-1], *slow_ones(parts))
    }
    for part, chapter in looked_at.items():
        head.show_moment(part.start + 0.6 * part.seconds)
        scene.update(0.0)
        drawn(scene, paper)
        text = " ".join(words for _, words in paper.lines)
        assert chapters.current == chapter
        for words in (chapter.title, chapter.caption, chapters.remark):
            assert all(word in text for word in words.split()), (chapter.title, words)
        assert cut_off(paper) == []
        assert written_over(paper) == []
        assert [words for _, words in paper.lines if "…" in words] == [], chapter.title
        boards.add(board_of(scene, paper))
    assert len(boards) == 1, "the length of a caption moves nothing"


def slow_ones(parts: list[TourPart]) -> list[TourPart]:
    return [part for part in parts if part.pace == "slow"][:2]


def board_of(scene: Scene, paper: Paper) -> object:
    """Return the boxes of the board and of the list of chapters."""
    frame = scene.context.frame(scene.context.canvas(paper))
    if isinstance(scene, ShowcaseScene):
        return scene.board_box(frame), scene.chapters.scroll.view
    assert isinstance(scene, ReplayScene | WatchScene)
    placing = scene._placing(frame)
    return None if placing is None else placing.board


def test_a_film_has_the_same_pace(dummy: None) -> None:
    shown = load("zuniq-duel")
    chapter, parts = list(parts_of(shown))[1]
    slow = next(part for part in parts if part.pace == "slow")
    camera = _Camera(film_of(shown), plain_sheet((640, 480)), "dark")
    pictures = list(camera.takes(None, slow.start, slow.end + ENOUGH))
    assert sum(hundredths for _, hundredths in pictures) == round(100 * (slow.seconds + ENOUGH))
    assert chapter.event is not None
    moving = [hundredths for _, hundredths in pictures if hundredths == 4]
    assert len(moving) >= 0.9 * ceil(25 * slow.seconds), "the wall is seen being drawn all the time"


def test_what_a_clear_was_stays_as_long_as_its_result_is_shown(window: WholeWindow) -> None:
    shown = load("stacker-duel")
    cinema = window(lambda context: context.scene(to.Show(shown), context.scene(to.Home())))
    assert isinstance(cinema.scene, ReplayScene)
    assert isinstance(cinema.scene.head, Scheduled)
    rest = next(part for part in shown.parts if part.pace == "rest")
    cinema.scene.head.show_moment(rest.start - 0.5)
    cinema.wait(0.5 + rest.seconds - 0.2)
    assert cinema.scene.head.part == rest
    cinema.frame(2)
    assert all(words in " ".join(cinema.texts) for words in ("Perfect clear", "10 attack"))


# -- chapters, and the end --


def test_all_of_fourteen_chapters_are_reached_by_key_by_wheel_and_in_the_list(window: WholeWindow) -> None:
    shown = load("marathon")
    for size, scale in (((1280, 720), 1.0), ((1280, 720), 2.0)):
        cinema: Window = window(
            lambda context: context.scene(to.Show(shown), context.scene(to.Home())),
            size=size,
            scale=scale,
        )
        scene = cinema.scene
        assert isinstance(scene, WatchScene)
        assert isinstance(scene.head, Scheduled)
        cinema.press("space")
        met = [scene.head.chapter]
        for _ in range(13):
            cinema.press("page down")
            met.append(scene.head.chapter)
        assert met == list(shown.record.chapters)
        cinema.press("page up")
        assert scene.head.chapter == shown.record.chapters[12]
        scene.panel_open = True
        cinema.frame(2)
        assert scene.chapters is not None
        x, y, width, height = scene.chapters.scroll.view
        cinema.move((x + width / 2, y + height / 2))  # the wheel turns the list under the pointer
        for number in (1, 14, 7):
            cinema.click_on(f"chapter {number}")
            assert scene.head.chapter == shown.record.chapters[number - 1]


def test_page_keys_turn_to_the_chapter_before_and_behind(window: WholeWindow) -> None:
    cinema = window(lambda context: context.scene(to.Show("bt-loop"), context.scene(to.Home())))
    assert isinstance(cinema.scene, ShowcaseScene)
    head, chapters = cinema.scene.head, load("bt-loop").record.chapters
    cinema.press("space", "page down", "page down")
    assert head.chapter == chapters[2]
    cinema.press("page up")
    assert head.chapter == chapters[1]
    cinema.press("space")
    cinema.wait(3.0)
    cinema.press("page up")
    assert (head.chapter, head.at) == (chapters[1], chapters[1].ply), "first to the beginning of this one"


def at_its_end(
    window: WholeWindow, name: str, size: tuple[int, int] = (1280, 720), scale: float = 1.0
) -> Window:
    shown = load(name)
    cinema = window(
        lambda context: context.scene(to.Show(shown), context.scene(to.Home())),
        size=size,
        scale=scale,
    )
    cinema.press("end")
    cinema.frame(2)
    return cinema


@pytest.mark.parametrize(("size", "scale"), LOOKS[:3])
@pytest.mark.parametrize("name", ["bt-loop", "zuniq-duel", "stacker-duel", "marathon"])
def test_once_it_is_over_one_goes_on_from_there(
    window: WholeWindow, name: str, size: tuple[int, int], scale: float
) -> None:
    cinema = at_its_end(window, name, size, scale)
    home = cinema.scene.back
    names = {target.name for target in cinema.scene.targets.all()}
    assert {"again", "next"} <= names
    assert ("book" in names) == (name == "bt-loop")
    assert ("take side" in names) == name.endswith("duel")
    cinema.click_on("next")
    following = showcases.after(name)
    assert following is not None
    head = getattr(cinema.scene, "head", None)
    assert isinstance(head, Scheduled)
    assert head.shown.name == following.name
    assert cinema.scene.back is home
    cinema.press("escape")
    assert cinema.scene is home


def test_the_list_shows_the_last_chapter_beside_the_ways_on(window: WholeWindow) -> None:
    cinema = at_its_end(window, "bt-loop", (640, 480))
    cinema.frame(2)
    assert isinstance(cinema.scene, ShowcaseScene)
    scroll = cinema.scene.chapters.scroll
    assert 0 < scroll.most == scroll.offset


def test_a_showcase_opens_its_book_and_is_found_again_where_it_was(window: WholeWindow) -> None:
    cinema = at_its_end(window, "bt-loop")
    showcase = cinema.scene
    cinema.press("b")
    assert cinema.scene.name == "books"
    cinema.press("escape")
    assert cinema.scene is showcase
    cinema.press("space")
    assert isinstance(showcase, ShowcaseScene)
    assert (showcase.head.playing, showcase.head.at) == (True, 0)


def test_a_side_is_taken_in_the_last_chapter(window: WholeWindow, home: object) -> None:
    cinema = at_its_end(window, "zuniq-duel")
    cinema.press("t")
    assert isinstance(cinema.scene, PlayScene)
    assert cinema.scene.session.cursor == load("zuniq-duel").record.chapters[-1].ply


def test_a_showcase_opens_at_a_moment(window: WholeWindow) -> None:
    shown = load("bt-loop")
    at = shown.moment("1:12")
    cinema = window(lambda context: context.scene(to.Show("bt-loop", at), context.scene(to.Home())))
    assert isinstance(cinema.scene, ShowcaseScene)
    assert cinema.scene.head.at == shown.at(72.0)
    assert "1:12" in cinema.texts
