"""The shelf of saved games: what it lists, what it opens, and how games come and go."""

from __future__ import annotations

import os
from pathlib import Path

import pygame
import pytest

from ai.compiled import cache
from game import library, transfer
from game.record import Seat, read_record
from game.session import Session
from game.tetris import tetrio as replays
from gui.context import AppContext, Scene
from gui.play.autosave import Autosave
from gui.play.saved_games import SavedGames, summary_of
from gui.router import entrance, place_in
from gui.scenes.deal_list import DealListScene
from gui.scenes.games import GamesScene
from gui.scenes.home import HomeScene
from gui.scenes.play import PlayScene
from gui.scenes.review import ReviewScene
from gui.ui import clipboard
from tests.gui.conftest import WholeWindow
from tests.gui.driving import Window, sample_game
from tests.gui.playing import long_game

MOVES = "A1h A2h B3v! C3v"


def shelf(context: AppContext) -> Scene:
    return GamesScene(context, Scene(context))


def with_game(session: Session) -> object:
    """Opens the shelf with a game at hand."""
    return lambda context: GamesScene(context, Scene(context), session)


def put_on_shelf(session: Session, created: str, when: float) -> Path:
    path = library.keep(session.record(created))
    os.utime(path, (when, when))
    return path


@pytest.fixture
def small() -> Session:
    return sample_game("3x4")


def scene_of(window: Window) -> GamesScene:
    assert isinstance(window.scene, GamesScene)
    return window.scene


def write(window: Window, text: str) -> None:
    """Write into the line at the foot, over what stands there, and press Enter."""
    window.frame()
    for letter in text:
        pygame.event.post(pygame.event.Event(pygame.TEXTINPUT, text=letter))
    window.press("enter")
    window.frame(2)


def reviewed(window: Window) -> str:
    """The moves of the game that is being looked back at."""
    assert isinstance(window.scene, ReviewScene)
    return transfer.as_text(window.scene.session)


def test_games_stand_in_the_order_of_the_times_that_are_shown(window: WholeWindow, small: Session) -> None:
    old = put_on_shelf(small, "2026-11-01T10:00:00Z", 2000.0)
    new = put_on_shelf(small, "2026-11-02T10:00:00Z", 1000.0)  # its file is older
    scene = scene_of(window(shelf))
    assert scene.rows == [str(new), str(old)]
    assert scene.chosen == str(new)


def test_enter_looks_back_at_a_game(window: WholeWindow, small: Session) -> None:
    put_on_shelf(small, "2026-11-01T10:00:00Z", 1000.0)
    open_window = window(shelf)
    open_window.press("enter")
    assert reviewed(open_window) == transfer.as_text(small)


def test_the_second_click_on_a_game_opens_it(window: WholeWindow, small: Session) -> None:
    put_on_shelf(small, "2026-11-01T10:00:00Z", 1000.0)
    older = put_on_shelf(sample_game("4x4"), "2026-10-01T10:00:00Z", 900.0)
    open_window = window(shelf)
    open_window.click_on(str(older))
    open_window.frame()
    assert scene_of(open_window).chosen == str(older)
    open_window.click_on(str(older))
    assert reviewed(open_window).startswith("4x4: ")


def test_a_game_goes_on_where_it_was_left(window: WholeWindow, small: Session) -> None:
    small.go_to(3)
    put_on_shelf(small, "2026-11-01T10:00:00Z", 1000.0)
    open_window = window(shelf)
    open_window.press("p")
    assert isinstance(open_window.scene, PlayScene)
    assert open_window.scene.session.cursor == 3


def test_a_broken_game_is_listed_with_its_reason_and_opens_nothing(
    window: WholeWindow, small: Session
) -> None:
    path = put_on_shelf(small, "2026-11-01T10:00:00Z", 1000.0)
    path.write_bytes(path.read_bytes()[:-40])
    open_window = window(shelf)
    open_window.frame(3)
    open_window.press("l")
    assert isinstance(open_window.scene, GamesScene)
    assert "look back" not in open_window.scene.targets.names()
    assert path.name in open_window.context.word()
    assert path.exists()


def test_an_empty_shelf_can_be_looked_at(window: WholeWindow) -> None:
    open_window = window(shelf)
    open_window.press("down", "l", "p", "c", "w", "s")
    assert scene_of(open_window).rows == []


def test_the_game_at_hand_is_kept(window: WholeWindow, small: Session) -> None:
    open_window = window(with_game(small))
    open_window.press("s")
    open_window.press("s")
    (saved,) = library.saved_games()
    assert read_record(saved.path).moves == small.moves
    assert scene_of(open_window).rows == ["present"], "it is there once"


def test_moves_travel_over_the_clipboard(window: WholeWindow) -> None:
    session = transfer.from_text(MOVES)
    open_window = window(with_game(session))
    open_window.press("c")
    assert clipboard.get() == MOVES
    open_window.press("v")
    assert reviewed(open_window) == MOVES


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("A1h A1h", "move 2"),
        (
            "hello",
            "a saved game, a replay of TETR.IO, a fumen (v115@…), a board as rows",
        ),
        (
            "https://example.org/play?id=17",
            "deals of bridge (PBN, LIN, two hands), or Zuniq walls",
        ),
        ("10x10: A1h", "10x10"),
        ("   ", "no game"),
        ("A1h\0", "A1h"),
        ("https://fumen.zui.jp/?v115@vhA", "page 1 of this fumen"),
    ],
)
def test_a_text_that_is_no_game_is_explained(window: WholeWindow, text: str, message: str) -> None:
    open_window = window(shelf)
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(clipboard, "get", lambda most=0: text)
        open_window.press("v")
    assert isinstance(open_window.scene, GamesScene)
    assert message in open_window.context.word()
    open_window.frame(3)


DEAL = "N:AK32.K32.Q32.J32 87654.876.765.76 QJT9.A54.AK4.A54 .QJT9.JT98.KQT98"


def rules_in(open_window: Window) -> dict[str, str]:
    """The rules of the game that is being looked back at."""
    assert isinstance(open_window.scene, ReviewScene)
    return open_window.scene.session.position.setup


def pasted(open_window: Window, text: str) -> Scene:
    """The scene after a text was pasted."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(clipboard, "get", lambda most=0: text)
        open_window.press("v")
    open_window.frame(2)
    return open_window.scene


@pytest.mark.parametrize("ending", ["pbn", "txt", "lin"])
def test_a_deal_of_four_players_is_opened_and_what_is_left_out_is_said(
    window: WholeWindow, tmp_path: Path, ending: str
) -> None:
    open_window, file = window(shelf), tmp_path / f"deal.{ending}"
    file.write_text(
        f'{{ Klub Zürich }}\n[Board "3"]\n[Deal "{DEAL}"]\n[Auction "N"]\n1C 1S 2H AP', encoding="latin-1"
    )
    scene_of(open_window).open_path(str(file))
    open_window.frame(2)
    assert isinstance(open_window.scene, ReviewScene)
    assert "Board 3: the auction and the play of four players are left out." in open_window.context.word()


def test_of_a_file_of_many_boards_every_one_can_be_reached(window: WholeWindow) -> None:
    games = [f'[Board "{number}"]\n[Dealer "S"]\n[Deal "{DEAL}"]' for number in range(1, 501)]
    games[2] = '[Board "3"]\n[Deal "N:... ... ... ..."]'
    open_window = window(shelf)
    scene = pasted(open_window, "\n\n".join(games))
    assert isinstance(scene, DealListScene)
    assert any("499 deals, 1 board" in line.lower() for line in open_window.texts)
    open_window.press("down", "down")
    open_window.frame()
    assert "Board 4" in open_window.texts, "the third one that can be played"
    open_window.press("3", "4", "1")
    open_window.frame()
    assert (scene.file.boards[scene.chosen].label, "Board 341" in open_window.texts) == ("341", True)
    open_window.press("end")
    open_window.frame()
    assert "Board 500" in open_window.texts
    scene.scroll.offset = scene.scroll.most
    open_window.frame(2)
    assert "Its hands are empty." in open_window.texts
    open_window.press("enter")
    open_window.frame()
    rules = rules_in(open_window)
    assert (rules["match"], rules["dealer"]) == ("1 deals", "south")
    open_window.press("escape", "a")
    open_window.frame()
    assert rules_in(open_window)["match"] == "100 deals"


def test_deals_are_opened_from_the_command_line(
    window: WholeWindow, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(cache, "is_complete", lambda: True)
    file = tmp_path / "deals.txt"
    file.write_text(f"{DEAL}\n{DEAL}\n")
    context = window(shelf).context
    assert isinstance(entrance(context, place_in(file)[0]), DealListScene)
    file.write_text(DEAL)
    assert isinstance(entrance(context, place_in(file)[0]), ReviewScene)


def test_without_a_clipboard_nothing_breaks(
    window: WholeWindow, small: Session, monkeypatch: pytest.MonkeyPatch
) -> None:
    def missing(*_: object) -> str:
        raise pygame.error("no clipboard")

    monkeypatch.setattr(pygame.scrap, "put_text", missing)
    monkeypatch.setattr(pygame.scrap, "get_text", missing)
    open_window = window(with_game(small))
    open_window.press("c")
    assert "no clipboard" in open_window.context.word()
    open_window.press("v")
    open_window.click_on("path")
    open_window.press("v", ctrl=True)
    assert isinstance(open_window.scene, GamesScene)


def test_a_dropped_file_is_opened(window: WholeWindow, tmp_path: Path) -> None:
    (tmp_path / "moves.txt").write_text(MOVES)
    open_window = window(shelf)
    pygame.event.post(pygame.event.Event(pygame.DROPFILE, file=str(tmp_path / "moves.txt")))
    open_window.frame()
    assert reviewed(open_window) == MOVES


def test_a_path_is_written_and_opened(window: WholeWindow, small: Session, tmp_path: Path) -> None:
    transfer.save_file(tmp_path / "mine.kibitz", small)
    open_window = window(shelf)
    open_window.press("o")
    write(open_window, str(tmp_path / "mine.kibitz"))
    assert reviewed(open_window) == transfer.as_text(small)


def test_the_key_that_opens_the_line_is_not_written_into_it(window: WholeWindow, small: Session) -> None:
    open_window = window(with_game(small))
    open_window.press("o")
    assert scene_of(open_window).line.text == ""
    open_window.press("g")
    assert scene_of(open_window).line.text == "g"
    open_window.press("escape", "w")
    assert scene_of(open_window).line.text.endswith("my-game.kibitz")


def test_a_name_alone_is_a_file_among_the_saved_games(
    window: WholeWindow, small: Session, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    open_window = window(with_game(small))
    open_window.press("w")
    write(open_window, "mine")
    assert read_record(library.games_dir() / "mine.kibitz").moves == small.moves
    assert list(tmp_path.iterdir()) == []
    open_window.press("o")
    write(open_window, "mine.kibitz")
    assert reviewed(open_window) == transfer.as_text(small)


@pytest.mark.parametrize("name", ["nothing.kibitz", "", "~nobody-here/x.kibitz", "."])
def test_a_path_that_leads_nowhere_is_explained(window: WholeWindow, tmp_path: Path, name: str) -> None:
    open_window = window(shelf)
    open_window.click_on("path")
    write(open_window, str(tmp_path / name) if name == "nothing.kibitz" else name)
    assert isinstance(open_window.scene, GamesScene)
    assert "cannot be opened" in open_window.context.word()
    assert open_window.scene.line.writing, "what is typed next corrects the path, and renames no game"


def test_a_game_is_saved_as_moves_where_the_name_says_so(
    window: WholeWindow, small: Session, tmp_path: Path
) -> None:
    open_window = window(with_game(small))
    open_window.press("w")
    write(open_window, str(tmp_path / "game.txt"))
    assert (tmp_path / "game.txt").read_text() == transfer.as_text(small) + "\n"
    open_window.press("w")
    write(open_window, str(tmp_path / "game"))
    assert read_record(tmp_path / "game.kibitz").moves == small.moves


def test_a_game_of_one_player_is_saved_as_a_replay_of_tetrio(window: WholeWindow, tmp_path: Path) -> None:
    session = Session.new("tetris", {"queue": "tetrio:5"}, (Seat("You"),))
    for _ in range(9):
        session.play(session.position.legal_moves()[0])
    open_window = window(with_game(session))
    open_window.press("w")
    assert ".ttr a TETR.IO replay" in open_window.context.word()
    write(open_window, str(tmp_path / "game.ttr"))
    (one,) = replays.read(tmp_path / "game.ttr").rounds[0]
    assert len(one.play().placements) == 9


def test_a_game_that_tetrio_cannot_have_says_why(window: WholeWindow, small: Session, tmp_path: Path) -> None:
    open_window = window(with_game(small))
    open_window.press("w")
    assert "TETR.IO" not in open_window.context.word()
    write(open_window, str(tmp_path / "game.ttr"))
    assert "no replay for TETR.IO" in open_window.context.word()
    assert not (tmp_path / "game.ttr").exists()


def test_a_file_is_replaced_only_by_a_second_enter(
    window: WholeWindow, small: Session, tmp_path: Path
) -> None:
    path = tmp_path / "game.txt"
    path.write_text("mine")
    open_window = window(with_game(small))
    open_window.press("w")
    write(open_window, str(path))
    assert path.read_text() == "mine"
    open_window.press("enter")
    open_window.frame(2)
    assert path.read_text() == transfer.as_text(small) + "\n"


def test_escape_stops_saving_before_it_leaves(window: WholeWindow, small: Session) -> None:
    open_window = window(with_game(small))
    open_window.press("w", "escape")
    assert isinstance(open_window.scene, GamesScene)
    open_window.press("escape")
    assert not isinstance(open_window.scene, GamesScene)


def test_letters_in_the_line_do_nothing_else(window: WholeWindow, small: Session) -> None:
    open_window = window(with_game(small))
    open_window.click_on("path")
    open_window.press("l", "p", "s")
    assert isinstance(open_window.scene, GamesScene)
    assert library.saved_games() == ()


def test_a_narrow_window_opens_a_drawer(window: WholeWindow, small: Session) -> None:
    put_on_shelf(small, "2026-11-01T10:00:00Z", 1000.0)
    open_window = window(shelf, size=(640, 480), scale=3.0)
    open_window.press("enter")
    open_window.frame(2)
    assert scene_of(open_window).panel_open
    open_window.press("escape")
    assert not scene_of(open_window).panel_open
    open_window.press("enter", "enter")
    assert reviewed(open_window) == transfer.as_text(small)


def test_the_arrows_reach_games_out_of_sight(window: WholeWindow, small: Session) -> None:
    for number in range(12):
        put_on_shelf(small, f"2026-11-01T10:00:{number:02}Z", 1000.0)
    open_window = window(shelf, size=(640, 480))
    open_window.press(*["down"] * 11)
    open_window.frame(2)
    scene = scene_of(open_window)
    assert scene.chosen == scene.rows[-1]
    assert scene.scroll.offset > 0


def test_a_shelf_that_was_closed_while_it_read_can_be_opened_again(small: Session) -> None:
    for number in range(6):
        put_on_shelf(small, f"2026-11-01T10:00:{number:02}Z", 1000.0)
    games = SavedGames()
    games.look(Autosave())
    for saved in games.games:
        games.opened(saved)
    games.close()
    for saved in games.games:
        opened = games.opened(saved, wait=True)
        assert opened is not None
        assert opened.session is not None
    games.close()


def test_a_run_is_listed_with_its_pieces() -> None:
    record = long_game()
    assert summary_of(Session.resume(record), record).words == "60 pieces, not finished"


def test_a_game_that_is_continued_from_its_file_is_there_once(window: WholeWindow) -> None:
    session = transfer.from_text(MOVES)
    put_on_shelf(session, "2026-11-01T10:00:00Z", 1000.0)
    open_window = window(shelf)
    open_window.press("p")
    table = open_window.scene
    assert isinstance(table, PlayScene)
    table.chosen("D4v")
    open_window.app.show(GamesScene(open_window.context, Scene(open_window.context)))
    (row,) = scene_of(open_window).rows
    saved = scene_of(open_window).saved(row)
    assert saved is not None
    assert saved.record is not None
    assert [move.text for move in saved.record.moves] == [*MOVES.split(), "D4v"]


def test_home_continues_the_last_game_that_is_not_over(window: WholeWindow, small: Session) -> None:
    session = transfer.from_text(MOVES)
    match = Session.new("bridge", {"deals": "random:5"}, (Seat("Kibitz", "engine"), Seat("You")))
    for move in ("1C", "1H", "pass"):
        match.play(move)
    folder = library.autosave_dir()
    for when, each in enumerate((session, match, small)):
        path = folder / f"{each.position.game}-{when}.kibitz"
        library.store(path, each.record(f"2026-11-0{when + 1}T10:00:00Z"))
        os.utime(path, (1000.0 + when, 1000.0 + when))
    home = window(HomeScene)
    assert "Honeymoon bridge, deal 1, exchange 1" in home.texts
    home.click_on("continue")
    assert isinstance(home.scene, PlayScene)
    assert home.scene.session.moves == match.moves
