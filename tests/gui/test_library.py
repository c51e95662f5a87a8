"""The library: search, filters, titles, deleting with undo, several games at once, and the file dialog."""

from __future__ import annotations

import time
from pathlib import Path

import pytest

from game import library, transfer
from game.record import Head, Record, Seat, read_record
from game.session import Session
from game.tetris.guideline.real_time import Replay, Setup
from gui.context import AppContext, Scene
from gui.play import saved_games
from gui.play.live_plan import mode_of, plan_of
from gui.play.saved_games import OpenedGame
from gui.scenes.games import GamesScene
from gui.scenes.home import HomeScene
from gui.scenes.review import ReviewScene
from gui.scenes.share import ShareScene
from gui.ui import clipboard
from tests.gui.conftest import WholeWindow
from tests.gui.driving import Window, sample_game

YOU, CLUB = Seat("You"), Seat("Kibitz", "engine", "kibitz", "club")


def shelf(context: AppContext) -> Scene:
    return GamesScene(context, Scene(context))


def saved_game(dots: str, day: int, seats: tuple[Seat, Seat], walls: int | None = None) -> Path:
    """A game of Zuniq among the saved ones, whole or its first walls."""
    game = Session.new("zuniq", {"dots": dots}, seats)
    for move in sample_game(dots).moves[:walls]:
        game.play(move.text)
    return library.keep(game.record(f"2026-11-{day:02}T10:00:00Z"))


@pytest.fixture
def three(window: WholeWindow) -> tuple[Window, list[Path]]:
    """Three games, the newest first: finished, begun, and one without a person."""
    paths = [
        saved_game("3x4", 3, (YOU, CLUB)),
        saved_game("4x4", 2, (CLUB, YOU), 4),
        saved_game("3x4", 1, (CLUB, CLUB)),
    ]
    opened = window(shelf)
    for _ in range(300):
        opened.frame()
        if all(scene_of(opened).games.known(saved) for saved in scene_of(opened).games.games):
            break
    return opened, paths


def scene_of(window: Window) -> GamesScene:
    assert isinstance(window.scene, GamesScene)
    return window.scene


def rows(window: Window) -> list[str]:
    return [Path(name).name for name in scene_of(window).rows]


def pick(window: Window, words: str) -> None:
    """Take the option with these words in the list that is open."""
    scene = scene_of(window)
    popup = scene.popup if scene.popup.is_open else scene.files
    window.click_on(f"pick {list(popup.options).index(words)}")
    window.frame()


def test_words_find_games(three: tuple[Window, list[Path]]) -> None:
    window, paths = three
    window.press("f")
    window.press(*"4×4")
    assert rows(window) == [paths[1].name]
    window.press("enter", "escape")
    assert len(rows(window)) == 3
    assert isinstance(window.scene, GamesScene), "Esc shows all games before it leaves"


@pytest.mark.parametrize(
    ("filter_", "value", "results"),
    [
        ("game", "Zuniq", [0, 1, 2]),
        ("mode", "3×4 dots", [0, 2]),
        ("opponent", "Kibitz", [0, 1]),
        ("result", "Not finished", [1]),
        ("result", "Over", [2]),
    ],
)
def test_filters(three: tuple[Window, list[Path]], filter_: str, value: str, results: list[int]) -> None:
    window, paths = three
    window.click_on(f"filter {filter_}")
    window.frame()
    pick(window, value)
    assert rows(window) == [paths[each].name for each in results]
    window.click_on(f"filter {filter_}")
    window.frame()
    pick(window, f"All {filter_}s")
    assert len(rows(window)) == 3


def test_a_filter_by_keyboard(three: tuple[Window, list[Path]]) -> None:
    window, paths = three
    window.walk_to("filter result")
    window.press("enter")
    window.frame()
    options = scene_of(window).popup.options
    window.press(*["tab"] * list(options).index("Not finished"), "enter")
    window.frame()
    assert rows(window) == [paths[1].name]


def test_deleting_is_undone(three: tuple[Window, list[Path]]) -> None:
    window, paths = three
    window.press("delete")
    assert rows(window) == [paths[1].name, paths[2].name]
    assert not paths[0].exists()
    window.press("delete")
    assert rows(window) == [paths[2].name]
    window.press("u", "u")
    assert rows(window) == [each.name for each in paths]
    assert all(each.exists() for each in paths)


def test_a_game_that_the_search_has_just_left_out_is_not_deleted(three: tuple[Window, list[Path]]) -> None:
    window, paths = three
    scene = scene_of(window)
    assert scene.chosen
    scene.search.write("4×4")
    scene.chosen = str(paths[0])
    scene.delete()  # in the frame in which the letters came: the list was not drawn yet
    assert all(path.exists() for path in paths)


def test_several_games_are_deleted_at_once(three: tuple[Window, list[Path]]) -> None:
    window, paths = three
    window.press("space", "down", "space")
    window.frame()
    window.click_on("delete")
    assert rows(window) == [paths[2].name]
    window.press("u")
    assert len(rows(window)) == 3
    window.press("a", ctrl=True)
    window.press("delete")
    assert rows(window) == []
    window.press("u")
    assert len(rows(window)) == 3


def test_marks_are_those_of_the_list_in_which_they_were_made(three: tuple[Window, list[Path]]) -> None:
    window, paths = three
    window.press("f", *"you", "tab")
    window.press("a", ctrl=True)
    assert scene_of(window).marked == {str(paths[0]), str(paths[1])}
    window.press("escape")
    assert len(rows(window)) == 3
    assert scene_of(window).marked == set()
    assert not any("marked" in line for line in window.texts)


def test_several_games_are_copied_and_saved_at_once(
    three: tuple[Window, list[Path]], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    window, paths = three
    board: list[str] = []
    monkeypatch.setattr(clipboard, "put", lambda text: bool(board.append(text) or True))
    window.press("space", "down", "space", "c")
    texts = [transfer.as_text(Session.resume(read_record(path))) for path in paths[:2]]
    assert board == ["\n\n".join(texts)]
    assert "Copied 2 games." in window.texts
    window.frame()
    window.click_on("save as")
    scene_of(window).line.write(str(tmp_path / "mine"))
    for _ in range(2):  # into a folder that is not there, and into one that is
        window.press("enter")
        window.frame(2)
        saved = sorted(path.name for path in (tmp_path / "mine").iterdir())
        assert saved == sorted(path.name for path in paths[:2])
        window.press("w")
        scene_of(window).line.write(str(tmp_path / "mine"))
    assert all(path.exists() for path in paths)


def test_home_and_end_go_to_the_first_and_last_game(three: tuple[Window, list[Path]]) -> None:
    window, paths = three
    window.press("end")
    assert scene_of(window).chosen == str(paths[2])
    window.press("home")
    assert scene_of(window).chosen == str(paths[0])


def test_a_game_is_not_restored_over_another(three: tuple[Window, list[Path]]) -> None:
    window, paths = three
    window.press("delete")
    paths[0].write_text("mine")
    window.press("u")
    assert paths[0].read_text() == "mine"
    assert "another file" in window.context.word()


def test_a_game_gets_a_title(three: tuple[Window, list[Path]]) -> None:
    window, paths = three
    window.press("n")
    window.press(*"my best", "enter")
    window.frame(2)
    assert read_record(paths[0]).title == "my best"
    assert "my best" in window.texts
    window.press("f")
    window.press(*"best")
    assert rows(window) == [paths[0].name]


def test_escape_keeps_the_title(three: tuple[Window, list[Path]]) -> None:
    window, paths = three
    window.press("n", "x", "escape")
    assert read_record(paths[0]).title == ""
    assert isinstance(window.scene, GamesScene)


def test_a_file_is_browsed_for(window: WholeWindow, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    folder = library.games_dir()
    (folder / "sub").mkdir(parents=True)
    (folder / "sub" / "moves.txt").write_text("A1h A2h B3v! C3v")
    (folder / "sub" / "picture.jpg").write_text("")
    opened = window(shelf)
    opened.press("b")
    opened.frame()
    pick(opened, "sub/")
    assert scene_of(opened).files.options[-1] == "moves.txt"
    assert "picture.jpg" not in scene_of(opened).files.options
    opened.press("backspace")
    assert scene_of(opened).files.folder == folder.resolve()
    pick(opened, "sub/")
    pick(opened, "Your home folder")
    assert scene_of(opened).files.folder == Path.home().resolve()
    scene_of(opened).files.folder = folder / "sub"
    opened.press("escape", "b")  # it opens where it was left
    pick(opened, "moves.txt")
    assert isinstance(opened.scene, ReviewScene)
    assert transfer.as_text(opened.scene.session) == "A1h A2h B3v! C3v"


def test_the_file_dialog_closes_without_a_file(window: WholeWindow) -> None:
    opened = window(shelf)
    opened.click_on("browse")
    opened.frame()
    opened.press("escape")
    assert not scene_of(opened).files.is_open
    opened.press("b")
    opened.frame()
    opened.click_on("pick nothing")
    assert not scene_of(opened).files.is_open


def test_a_game_that_is_over_is_not_played_on(three: tuple[Window, list[Path]]) -> None:
    window, _ = three
    assert "play on" not in window.scene.targets.names()
    window.press("p")
    assert isinstance(window.scene, GamesScene)
    window.press("down")
    window.frame(30)
    assert "play on" in window.scene.targets.names()


def test_a_game_is_shared_from_the_library(three: tuple[Window, list[Path]]) -> None:
    window, _ = three
    window.press("e", ctrl=True)
    page = window.scene
    assert isinstance(page, ShareScene)
    assert page.subject.record is not None
    assert " ".join(move.text for move in sample_game("3x4").moves) in page.text()
    window.frame(2)
    window.press("escape")
    assert isinstance(window.scene, GamesScene)


@pytest.fixture
def many() -> int:
    """The number of saved games, which are more than a list reads at once."""
    folder, count = library.games_dir(), 2000
    data = saved_game("3x4", 1, (YOU, CLUB)).read_bytes()
    for number in range(count - 1):
        (folder / f"copy-{number:04}.kibitz").write_bytes(data)
    return count


def test_a_large_library_is_read_beside_the_window_and_drawn_where_it_is_seen(
    window: WholeWindow, many: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    opened: list[Path] = []

    def noted(saved: library.Saved) -> OpenedGame:
        opened.append(saved.path)
        return OpenedGame(None, reason="not now")

    monkeypatch.setattr(saved_games, "open_saved", noted)
    shown = window(shelf)
    scene = scene_of(shown)
    assert 0 < scene.games.unread < many
    assert any(f"of {many:,} read" in line for line in shown.texts)
    for _ in range(2000):
        shown.frame()
        if len(scene.rows) == many:
            break
        time.sleep(0.01)
    assert (len(scene.rows), scene.games.unread) == (many, 0)
    assert sum(name in scene.games.by_name for name in scene.targets.names()) < 40
    shown.press("end")
    shown.frame(2)
    assert scene.chosen == scene.rows[-1] in scene.targets.names()
    shown.press("f", *"copy-1234")
    assert rows(shown) == ["copy-1234.kibitz"]
    assert len(opened) < many / 2


def test_home_shows_the_last_few_games_of_a_large_library(window: WholeWindow, many: int) -> None:
    home = window(HomeScene)
    while library.index().unread:
        time.sleep(0.01)
    home.frame(2)
    seen: set[str] = set()
    for _ in range(20):
        seen |= {name for name in home.scene.targets.names() if name.startswith("saved ")}
        home.press("pagedown")
        home.frame()
    assert 1 < len(seen) < 20


@pytest.mark.parametrize("goal", ["40", "0"])
@pytest.mark.parametrize("timing", ["spawn=6", "spawn=6 limit=7200"])
def test_a_list_names_the_kind_of_a_game_in_real_time_as_the_game_does(goal: str, timing: str) -> None:
    setup = Setup.of({"goal": goal, "queue": "seven_bag:5"}, timing)
    live = Replay(setup)
    record = Record(game="tetris-live", rules=setup.named(), seats=(Seat("You"),), live=live)
    assert mode_of(Head.of(record)) == plan_of(record).mode


def test_a_list_names_a_race_against_an_engine_as_the_game_does() -> None:
    setup = Setup.of({"dig": "10", "queue": "seven_bag:5"}, "spawn=6", ("guideline", "guideline"))
    seats = (Seat("You"), Seat("Stacker", "engine", "stacker", "club"))
    record = Record(game="tetris-live", rules=setup.named(), seats=seats, live=Replay(setup))
    assert mode_of(Head.of(record)) == plan_of(record).mode == "dig"
