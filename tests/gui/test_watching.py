"""Watching and looking back: a showcase from any point, a review from mistake to mistake, home in between."""

from __future__ import annotations

import pytest

from game.review import mistakes
from game.session import Session
from game.showcase import Showcase
from gui import destinations as to
from gui.scenes.home import HomeScene
from gui.scenes.play import PlayScene
from gui.scenes.review import ReviewScene
from gui.scenes.showcase import ShowcaseScene
from gui.ui.layout import Frame
from tests.gui.conftest import WholeWindow
from tests.gui.driving import Window


@pytest.fixture
def cinema(window: WholeWindow, small: Showcase) -> Window:
    """A showcase that has just begun."""
    return window(lambda context: ShowcaseScene(context, context.scene(to.Home()), small))


def scene_of(window: Window) -> ShowcaseScene:
    assert isinstance(window.scene, ShowcaseScene)
    return window.scene


# -- a showcase --


def test_a_showcase_follows_its_own_schedule(cinema: Window, small: Showcase) -> None:
    scene = scene_of(cinema)
    for ply in range(3, scene.session.length, 4):
        cinema.wait(small.when(ply) - scene.head.seconds + 0.05)
        assert scene.session.cursor == small.at(scene.head.seconds) >= ply
    cinema.wait(small.seconds - scene.head.seconds + 0.3)
    assert scene.session.cursor == scene.session.length
    assert not scene.head.playing
    cinema.press("space")
    assert (scene.head.playing, scene.session.cursor) == (True, 0), "it begins again"


def test_pause_holds_it_and_speed_hurries_it(cinema: Window) -> None:
    scene = scene_of(cinema)
    cinema.press("space")
    before = scene.head.seconds
    cinema.wait(1.0)
    assert scene.head.seconds == before
    cinema.press("space", "+")
    start = scene.head.seconds
    cinema.wait(1.0)
    assert scene.head.seconds - start == pytest.approx(2.0)
    cinema.press("-", "-")
    assert scene.head.speed == 0.5


def test_chapters_are_reached_by_number_by_row_and_by_the_timeline(cinema: Window, small: Showcase) -> None:
    scene, starts = scene_of(cinema), [chapter.ply for _, chapter in small.chapter_times]
    cinema.press("3")
    assert scene.session.cursor == starts[2]
    cinema.click_on("chapter 2")
    assert scene.session.cursor == starts[1]
    course = scene.course()
    graph = course.graph(cinema.context.canvas(cinema.app.surface), Frame.of(1280, 720))
    cinema.click((graph.x(int(10 * small.when(starts[2] + 1)) + 1), graph.bottom))
    assert scene.session.cursor == starts[2] + 1
    assert scene.head.seconds >= small.when(starts[2] + 1)


def test_the_caption_and_the_chapter_of_the_moment_can_be_read(cinema: Window, small: Showcase) -> None:
    for number, (_, chapter) in enumerate(small.chapter_times, 1):
        cinema.press(str(number))
        assert f"Chapter {number} of 3" in cinema.texts
        assert chapter.caption.split()[0] in " ".join(cinema.texts)


def test_a_showcase_asks_no_engine(cinema: Window) -> None:
    cinema.wait(3.0)
    cinema.press("2", ".", ",", "end")
    assert cinema.room.asked == []


def test_one_can_take_a_seat_in_the_middle_of_a_showcase(cinema: Window) -> None:
    cinema.press("2")
    ply = scene_of(cinema).session.cursor
    cinema.press("p")
    assert isinstance(cinema.scene, PlayScene)
    session = cinema.scene.session
    assert (session.cursor, session.length) == (ply, ply)
    assert session.seat.kind == "human"
    assert session.seats[1 - session.position.to_move].kind == "engine"


# -- looking back --


@pytest.fixture
def review(window: WholeWindow, shown: Showcase) -> Window:
    """The review of a whole game on which everything was said."""
    return window(
        lambda context: ReviewScene(context, context.scene(to.Home()), Session.resume(shown.record))
    )


def test_m_goes_from_mistake_to_mistake_and_around(review: Window) -> None:
    assert isinstance(review.scene, ReviewScene)
    session = review.scene.session
    plies = [each.ply for each in mistakes(session)]
    assert len(plies) >= 2
    met = []
    for _ in range(len(plies) + 1):
        review.press("m")
        met.append(session.cursor)
    assert met == [*plies, plies[0]] or met == [
        *plies[plies.index(met[0]) :],
        *plies[: plies.index(met[0]) + 1],
    ]


def test_the_list_of_mistakes_leads_to_each(review: Window) -> None:
    assert isinstance(review.scene, ReviewScene)
    rows = [name for name in review.scene.targets.names() if name.startswith("mistake ")]
    assert rows
    for row in rows:
        review.click_on(row)
        assert review.scene.session.cursor == int(row.split()[1])


def test_playing_on_from_a_mistake_leaves_the_game_as_it_was(review: Window) -> None:
    assert isinstance(review.scene, ReviewScene)
    session = review.scene.session
    review.press("m")
    ply, length = session.cursor, session.length
    review.press("p")
    assert isinstance(review.scene, PlayScene)
    assert review.scene.session.length == ply
    assert session.length == length


def test_what_nobody_has_looked_at_is_looked_at_now(window: WholeWindow, small: Showcase) -> None:
    session = Session.new("zuniq", {"dots": "3x3"}, small.record.seats)
    for move in ("A1h", "B1h", "C1h"):
        session.play(move)
    opened = window(lambda context: ReviewScene(context, context.scene(to.Home()), session))
    for _ in range(8):
        opened.wait(0.2)
        for role in ("kibitzer", "reviewer"):
            asked = [moves for who, moves in opened.room.asked if who == role]
            if asked:
                legal = session.position_at(len(asked[-1])).legal_moves()
                opened.room.says(role, legal[0], value=0.5)
    opened.wait(0.2)
    assert 3 in session.opinions, "the board is looked at"
    assert next(len(moves) for role, moves in opened.room.asked if role == "reviewer") == 2, (
        "the last move first"
    )


# -- home --


def test_the_table_at_home_plays_by_itself(window: WholeWindow, small: Showcase) -> None:
    opened = window(lambda context: context.scene(to.Home()))
    assert isinstance(opened.scene, HomeScene)
    zuniq = next(table for table in opened.scene.tables if table.game == "zuniq")
    seen = set()
    for _ in range(10):
        opened.wait(1.0)
        seen.add(zuniq.moment(opened.scene._clock, still=False).position.ply)
    assert len(seen) >= 3
    assert opened.room.asked == []


def test_showcases_are_reached_in_the_lowest_window_too(window: WholeWindow, small: Showcase) -> None:
    opened = window(lambda context: context.scene(to.Home()), size=(640, 480), scale=3.0)
    assert "showcase zuniq-duel" not in opened.scene.targets.names()
    opened.click_on("foot Showcases")
    opened.click_on("showcase zuniq-duel")
    assert isinstance(opened.scene, ShowcaseScene)
