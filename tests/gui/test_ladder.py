"""The ladder in the window: what it shows, what it opens, and how it grows while it is played."""

from pathlib import Path

import msgspec
import pygame

from game.ladder.folder import Ladder, LadderGame, Order, ladders_dir, write_ladder, write_records
from game.ladder.pool import Player
from game.record import format_record
from gui import destinations as to
from gui.context import AppContext, Scene
from gui.scenes.games import GamesScene
from gui.scenes.ladder import LadderScene
from gui.scenes.review import ReviewScene
from tests.gui.conftest import WholeWindow
from tests.gui.driving import Window, sample_game

NAMES = ("strong", "middling", "weak")
ORDER = Order(game="zuniq", seed=1, nodes=9, players=tuple(Player(name, "kibitz") for name in NAMES), group=2)


def played(games: int) -> Ladder:
    """So many games, of which the player with the lower number has won each."""
    pairs = ((0, 1), (0, 2), (1, 2))
    return Ladder(
        ORDER,
        tuple(
            LadderGame(number, *pairs[number % 3], 1.0, (f"{number + 1:06}.kibitz",), scores=(103.0, 0.0))
            for number in range(games)
        ),
    )


def stored(name: str, ladder: Ladder) -> Path:
    folder = ladders_dir() / name
    write_ladder(folder, ladder)
    data = format_record(sample_game("3x4").record("2026-11-20T09:30:00Z"))
    for game in ladder.games:
        write_records(folder, game.records, (data,))
    return folder


def scene_of(window: Window) -> LadderScene:
    assert isinstance(window.scene, LadderScene)
    return window.scene


def games(context: AppContext) -> Scene:
    return GamesScene(context, Scene(context))


def test_saved_games_lead_to_the_ladder_that_was_played_last(window: WholeWindow) -> None:
    stored("first", played(6))
    shown = window(games)
    shown.frame(2)
    shown.click_on("ladders")
    shown.frame(2)
    texts = shown.texts
    assert [name for name in texts if name in NAMES] == list(NAMES)
    assert "4 of 4" in texts
    shown.press("escape")
    shown.frame()
    assert shown.scene.name == "games"
    shown.press("d")
    assert shown.scene.name == "ladder"


def test_a_press_on_a_player_leaves_its_games_and_a_press_on_a_game_opens_it(window: WholeWindow) -> None:
    folder = stored("first", played(6))
    shown = window(lambda context: context.scene(to.File(folder), Scene(context)))
    shown.frame(2)
    shown.click_on("player weak")
    shown.frame()
    assert "4 GAMES OF WEAK" in [text.upper() for text in shown.texts]
    shown.press("a")
    shown.frame()
    assert "6 GAMES" in [text.upper() for text in shown.texts]
    shown.click_on("game 5")
    shown.frame()
    assert isinstance(shown.scene, ReviewScene)
    shown.press("escape")
    shown.frame()
    assert isinstance(shown.scene, LadderScene)


def test_a_ladder_that_is_played_grows_and_a_damaged_game_is_told(window: WholeWindow) -> None:
    folder = stored("first", played(3))
    shown = window(lambda context: context.scene(to.Ladder(folder), Scene(context)))
    shown.frame(2)
    stored("first", played(5))
    shown.wait(1.2)
    shown.frame(2)
    assert "5 GAMES" in [text.upper() for text in shown.texts]
    (folder / "games" / "000005.kibitz").write_bytes(b"nothing")
    shown.click_on("game 4")
    shown.frame()
    assert isinstance(shown.scene, LadderScene)
    assert "cannot be opened" in shown.context.word()


def test_another_ladder_is_chosen_and_a_folder_without_one_is_refused(
    window: WholeWindow, tmp_path: Path
) -> None:
    stored("other", msgspec.structs.replace(played(2), order=msgspec.structs.replace(ORDER, seed=77)))
    folder = stored("first", played(3))
    shown = window(lambda context: context.scene(to.Ladder(folder), Scene(context)))
    shown.frame(2)
    shown.press("o")
    shown.frame(2)
    shown.press("down", "enter")
    shown.frame(2)
    assert scene_of(shown).ladder is not None
    pygame.event.post(pygame.event.Event(pygame.DROPFILE, file=str(tmp_path)))
    shown.frame(2)
    assert isinstance(shown.scene, LadderScene)


def test_where_there_is_none_it_says_how_one_is_played(window: WholeWindow) -> None:
    shown = window(lambda context: context.scene(to.Ladder(), Scene(context)))
    shown.frame(2)
    assert any("kibitz ladder" in text for text in shown.texts)
    shown.press("o")
    shown.frame()
    assert "No other ladder" in shown.context.word()
