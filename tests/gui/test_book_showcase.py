"""A book's showcase: the video's pace, the way of each piece, and what the book says, at any size."""

from __future__ import annotations

from pathlib import Path

import pytest

from game import showcase as showcases
from game.session import Session
from game.showcase import Showcase
from game.tetris.guideline import Field, Placement, State
from game.tetris.guideline.rules import Rules
from gui.games.guideline.render_state import cost_of, on_the_way, way_of
from gui.scenes.play import PlayScene
from gui.scenes.showcase import ShowcaseScene
from tests.gui.conftest import WholeWindow
from tests.gui.driving import Window

LOOP = "bt-loop"


@pytest.fixture(scope="module")
def loop() -> Showcase:
    return showcases.load(LOOP)


@pytest.fixture
def cinema(window: WholeWindow, loop: Showcase) -> Window:
    return window(lambda context: ShowcaseScene(context, None, loop))


def scene_of(window: Window) -> ShowcaseScene:
    assert isinstance(window.scene, ShowcaseScene)
    return window.scene


# -- the pace --


def test_v_tells_it_in_the_time_of_the_video_from_where_it_is(cinema: Window, loop: Showcase) -> None:
    scene = scene_of(cinema)
    cinema.press("4", "²")
    ply = scene.session.cursor
    cinema.press("v")
    assert "Video" in cinema.texts
    assert scene.session.cursor == ply
    rest = loop.record.video - scene.head.seconds
    assert rest == pytest.approx(52 * (70 - ply) / 70 + 2, abs=0.1)
    cinema.wait(rest / 2)
    assert abs(scene.session.cursor - (ply + 70) / 2) < 2
    cinema.press("v")
    assert "1×" in cinema.texts
    assert scene.head.seconds == pytest.approx(loop.when(scene.session.cursor), abs=0.1)


def test_the_videos_pace_is_the_last_of_the_speeds(cinema: Window) -> None:
    met = []
    for _ in range(8):
        cinema.click_on("speed")
        met.append(next(each for each in cinema.texts if each.endswith("×") or each == "Video"))
    assert met == ["2×", "4×", "8×", "16×", "Video", "¼×", "½×", "1×"]
    cinema.press("+", "+", "+", "+", "+", "-")
    assert "16×" in cinema.texts


def test_a_showcase_that_tells_no_video_has_no_such_pace(window: WholeWindow, small: Showcase) -> None:
    opened = window(lambda context: ShowcaseScene(context, None, small))
    opened.press("v", "+", "+", "+", "+")
    assert "16×" in opened.texts
    opened.press("+")
    assert "16×" in opened.texts, "the fastest stays"


# -- playing on --


@pytest.mark.parametrize("ply", [0, 25])
def test_a_game_that_goes_on_from_a_showcase_keeps_its_book(cinema: Window, home: Path, ply: int) -> None:
    scene = scene_of(cinema)
    scene.head.seek(ply)
    cinema.press("p")
    played = cinema.scene
    assert isinstance(played, PlayScene)
    assert played.controller.play_style.options["book"] == LOOP
    cinema.frame()
    opinion = played.advice()
    assert opinion is not None
    assert opinion.source == "book"
    saved = Session.resume(played.session.record())
    assert PlayScene(cinema.context, None, saved).controller.play_style.options["book"] == LOOP


def test_escape_goes_back_to_the_showcase_where_it_was_left(cinema: Window, home: Path) -> None:
    scene = scene_of(cinema)
    cinema.press("3", "p")
    ply = scene.session.cursor
    cinema.wait(1.0)
    cinema.press("escape")
    assert cinema.scene is scene
    cinema.wait(3.0)
    assert (scene.session.cursor, scene.head.playing) == (ply, False)


def test_nothing_is_played_on_where_the_game_is_over(
    window: WholeWindow, small: Showcase, home: Path
) -> None:
    opened = window(lambda context: ShowcaseScene(context, None, small))
    opened.press("end", "p")
    opened.frame()
    assert isinstance(opened.scene, ShowcaseScene)
    assert "The game is over here. Go back a move to play on." in opened.texts


# -- what is said --


@pytest.mark.parametrize(("size", "beside"), [((1280, 720), True), ((800, 600), False), ((640, 480), False)])
def test_caption_chip_and_chance_can_be_read_at_every_size(
    window: WholeWindow, loop: Showcase, size: tuple[int, int], beside: bool
) -> None:
    opened = window(lambda context: ShowcaseScene(context, None, loop), size=size)
    scene = scene_of(opened)
    for number, (_, chapter) in enumerate(loop.chapter_times, 1):
        opened.press(str(number))
        text = " ".join(opened.texts)
        assert all(word in text for word in chapter.caption.split())
        if scene.advice() is not None:
            assert "Book" in opened.texts
            assert any(each.endswith("%") for each in opened.texts)
        assert ("The book" in opened.texts or "THE BOOK" in opened.texts) == beside


def test_where_the_book_is_left_a_search_is_named_and_why(window: WholeWindow) -> None:
    shown = showcases.load("perfect-clear")
    opened = window(lambda context: ShowcaseScene(context, None, shown))
    scene = scene_of(opened)
    sources = {}
    for ply in (9, 10, 69, 70):
        scene.head.seek(ply)
        opened.frame(2)
        sources[ply] = next(each for each in opened.texts if each in ("Book", "Search"))
        assert ("The board is not in the book." in opened.texts) == (sources[ply] == "Search")
    assert sources == {9: "Book", 10: "Search", 69: "Search", 70: "Book"}


def test_the_graph_is_the_chance_and_not_the_search_behind_it(cinema: Window) -> None:
    course = scene_of(cinema).course()
    assert course.axis.top == 1.0
    assert all(value is None or 0 < value <= 1 for value in course.values)


# -- ways --


def test_every_piece_of_the_loop_has_its_way_and_ends_where_it_lies(cinema: Window) -> None:
    scene = scene_of(cinema)
    for ply in range(scene.session.length):
        state = scene.session.position_at(ply)
        assert isinstance(state, State)
        goal = Placement.parse(scene.session.moves[ply].text)
        way = way_of(state.field, goal, scene._way(ply), state.rules)
        assert way[-1].at.cells == goal.cells
        assert on_the_way(way, 1.0) == (way[-1].at, 0.0)
        assert on_the_way(way, 0.0)[0] in (way[0].at, way[1].at)


def test_a_piece_that_falls_is_seen_between_its_rows() -> None:
    way = way_of(Field.empty(), Placement.parse("O north 4 0"), ("drop",), Rules())
    at, above = on_the_way(way, 0.5)
    assert (at.y, cost_of(way) > 0) == (0, True)
    assert above == pytest.approx(way[0].at.y / 2)


def test_inputs_that_lead_elsewhere_are_no_way() -> None:
    goal, table = Placement.parse("T north 4 0"), Rules()
    assert way_of(Field.empty(), goal, ("drop",), table)
    for inputs in ((), ("left", "drop"), ("cw",), ("sideways", "drop")):
        assert way_of(Field.empty(), goal, inputs, table) == ()


def test_a_held_piece_is_in_the_air_while_its_way_is_shown(cinema: Window) -> None:
    scene = scene_of(cinema)
    ply = next(
        ply
        for ply in range(scene.session.length)
        if isinstance(state := scene.session.position_at(ply + 1), State) and state.last and state.last.held
    )
    scene.head.playing = False
    scene.head.seek(ply)
    cinema.wait(1.0)  # until the piece before lies
    look = scene._look()
    ui = scene.ui
    state = scene.session.position_at(ply)
    assert isinstance(state, State)
    seat = ui.board._seat_look(state, look)  # type: ignore[attr-defined]
    assert seat.falling is not None
    assert seat.falling.piece == Placement.parse(scene.session.moves[ply].text).piece != state.piece
    assert seat.hold == state.piece
