"""Keys of commands: the list of all scenes, other keys for them, and what conflicts."""

from __future__ import annotations

from pathlib import Path

import pygame
import pytest

from game import config as configuration
from game.config import Config, fields
from game.errors import BadConfig
from game.record import Seat
from game.session import Session
from game.showcase import Showcase
from gui.context import AppContext, Scene
from gui.scenes import key_list as key_list_module
from gui.scenes.help import groups
from gui.scenes.home import HomeScene
from gui.scenes.key_list import KeyListScene, by_scope, changed, load
from gui.scenes.play import PlayScene
from gui.scenes.settings import SettingsScene
from gui.ui.commands import Command, is_key, key_of, run_key, single_keys
from gui.ui.keymap import BOARDS, RESERVED, Keymap
from tests.gui.command_list import collect
from tests.gui.conftest import WholeWindow
from tests.gui.driving import Window

pytestmark = pytest.mark.usefixtures("read_once")

YOU = (Seat("You"), Seat("You"))


def with_keys(**scopes: str) -> Config:
    config = Config()
    for scope, text in scopes.items():
        config = configuration.with_value(config, f"shortcuts.{scope}", text)
    return config


def pressed(key: int, letter: str = "", mod: int = 0) -> pygame.event.Event:
    return pygame.event.Event(pygame.KEYDOWN, key=key, unicode=letter, mod=mod)


# -- the list --


@pytest.mark.usefixtures("read_once")
def test_the_list_is_that_of_all_scenes(window: WholeWindow, shown: Showcase) -> None:
    window(HomeScene)
    collected, known = (
        collect(shown),
        {each.path.partition(".")[2]: each.label for each in fields("shortcuts")},
    )
    assert (load(), list(known.items())) == (collected.commands, list(collected.scopes.items())), (
        "run: python -m tests.gui.command_list"
    )


def test_every_command_of_every_scene_can_be_changed_once() -> None:
    listed = [(scope, key) for scope, rows in by_scope(load()).items() for row in rows for key in row.keys]
    assert len(listed) == len(set(listed)) > 100
    for scene in load():
        for place, command in scene.keys():
            if not command.fixed and place[1] not in RESERVED:
                assert place in listed, (scene.name, command)


# -- names of keys --


@pytest.mark.parametrize(
    ("event", "name"),
    [
        (pressed(pygame.K_h, "h"), "H"),
        (pressed(pygame.K_h, "H", pygame.KMOD_SHIFT), "Shift+H"),
        (pressed(pygame.K_F5, "", pygame.KMOD_CTRL), "Ctrl+F5"),
        (pressed(pygame.K_PAGEUP), "Page up"),
        (pressed(pygame.K_COMMA, ","), "Comma"),
        (pressed(pygame.K_SLASH, "?", pygame.KMOD_SHIFT), "?"),
        (pressed(pygame.K_KP4, "4"), "Keypad 4"),
        (pressed(0xE4, "ä"), "Ä"),
        (pressed(pygame.K_LCTRL), None),
    ],
)
def test_a_key_has_the_name_by_which_it_is_known_again(event: pygame.event.Event, name: str | None) -> None:
    assert key_of(event) == name
    assert name is None or is_key(event, name)


def test_a_key_with_a_modifier_and_two_words_is_one_key() -> None:
    assert single_keys("Ctrl+Page up, 1 to 3, I O") == ["Ctrl+Page up", "1", "2", "3", "I", "O"]


def test_a_key_named_with_shift_goes_before_the_plain_one() -> None:
    done: list[str] = []
    commands = [Command("U", lambda: done.append("plain")), Command("Shift+U", lambda: done.append("shift"))]
    run_key(commands, pressed(pygame.K_u, "U", pygame.KMOD_SHIFT))
    run_key(commands, pressed(pygame.K_u, "u"))
    assert done == ["shift", "plain"]
    assert not run_key(commands[:1], pressed(pygame.K_u, "U", pygame.KMOD_SHIFT), shifted=True)


# -- the settings --


def test_the_settings_hold_what_was_changed_and_nothing_else() -> None:
    keymap = Keymap().with_key(("review", "M"), "N").with_key((BOARDS, "H"), "Ctrl+H")
    texts = keymap.settings()
    assert texts["shortcuts.review"] == "M = N"
    assert Keymap.of(with_keys(review="M = N", boards="H = Ctrl+H")) == keymap
    assert keymap.with_key(("review", "M"), "M").settings()["shortcuts.review"] == ""


def test_reserved_keys_of_a_file_are_left_alone_and_nonsense_is_refused() -> None:
    assert Keymap.of(with_keys(review="M = Esc, T = F5")).changed == {("review", "T"): "F5"}
    for text in ("M", "M = ", "M=N;", "M = N,", "m r = t t"):
        with pytest.raises(BadConfig):
            with_keys(review=text)


# -- conflicts --


def test_two_commands_of_a_scene_exchange_their_keys() -> None:
    keymap, text = changed(load(), Keymap(), ("review", "M"), "T")
    assert keymap is not None
    assert (keymap.key("review", "M"), keymap.key("review", "T")) == ("T", "M")
    assert text == "T was the key of: Try a mistake again, with the better move hidden. That is M now."


@pytest.mark.parametrize(
    ("place", "key", "text"),
    [
        (("review", "M"), "Esc", "Esc moves or chooses in every scene. Choose another key."),
        (("review", "M"), "H", "H is taken in “Review”: Show or hide hints."),
        ((BOARDS, "H"), "P", "P is taken in “"),
        (("play", "N"), "V", None),
        (("play", "N"), "X", "X is taken in “Playing”: Rotate it"),
        (("play", "N"), "Ctrl+E", "Ctrl+E is taken in “Playing”: Share"),
    ],
)
def test_a_conflict_is_told_in_a_line_and_refused(place: tuple[str, str], key: str, text: str | None) -> None:
    keymap, words = changed(load(), Keymap(), place, key)
    assert (keymap is None) == (text is not None)
    assert text is None or words.startswith(text)


def test_no_change_ever_makes_two_commands_of_a_scene_share_a_key() -> None:
    scenes = load()
    for key in ("F5", "M", "T", "P", "N"):
        keymap = changed(scenes, Keymap(), ("review", "Q"), key)[0]
        if keymap is not None:
            assert key_list_module._clash(scenes, keymap, ("review", "Q")) is None


# -- in the window --


def playing(game: str, rules: dict[str, str] | None = None) -> Session:
    return Session.new(game, rules or {}, YOU)


def test_a_key_is_changed_from_the_settings_saved_and_used(window: WholeWindow, home: Path) -> None:
    shown = window(lambda context: SettingsScene(context, HomeScene(context)))
    shown.press("c")
    assert isinstance(shown.scene, KeyListScene)
    shown.press("f")
    for letter in "hints":
        shown.press(letter)
    shown.press("escape")
    assert list(shown.scene.rows()) == ["boards"]
    shown.click_on("key boards H")
    assert "Press a key …" in shown.texts
    shown.press("g", ctrl=True)
    assert "Ctrl+G" in shown.texts
    assert "H = Ctrl+G" in (home / "config" / "config.yaml").read_text()
    shown.press("escape", "escape")
    assert isinstance(shown.scene, SettingsScene)
    shown.wait(0.2)
    assert shown.scene.context.keymap.changed == {("boards", "H"): "Ctrl+G"}
    shown.app.show(PlayScene(shown.context, None, playing("zuniq")))
    scene = shown.scene
    assert isinstance(scene, PlayScene)
    before = scene.hints
    shown.press("h")
    assert scene.hints == before
    shown.press("g", ctrl=True)
    assert scene.hints != before
    assert ("Ctrl+G", "show or hide hints") in dict(groups(scene))["Here"]
    shown.move(shown.target("hints"))
    assert "Show or hide hints  (Ctrl+G)" in shown.texts


def key_list(context: AppContext) -> Scene:
    return KeyListScene(context, HomeScene(context))


def test_a_conflict_is_said_and_delete_resets_and_all_can_be_restored(
    window: WholeWindow, home: Path
) -> None:
    shown = window(key_list)
    scene = shown.scene
    assert isinstance(scene, KeyListScene)
    scene.put(("review", "M"), "H")
    shown.frame()
    assert "H is taken in “Review”: Show or hide hints." in shown.texts
    scene.put(("review", "M"), "F5")
    assert shown.context.keymap.changed == {("review", "M"): "F5"}
    scene.targets.focus = "key review M"
    shown.press("delete")
    assert shown.context.keymap.changed == {}
    scene.put(("review", "M"), "F5")
    shown.click_on("reset all")
    assert shown.context.keymap.changed == {}
    shown.click_on("reset all")
    assert shown.context.keymap.changed == {("review", "M"): "F5"}


def test_a_key_of_the_piece_is_refused_where_it_falls(window: WholeWindow, home: Path) -> None:
    shown = window(key_list)
    scene = shown.scene
    assert isinstance(scene, KeyListScene)
    scene.put((BOARDS, "H"), "A")
    shown.frame()
    assert "A is a key of the piece in real time: Half turn." in shown.texts
    assert shown.context.keymap.changed == {}


def hints_of(shown: Window) -> bool:
    assert isinstance(shown.scene, PlayScene)
    return shown.scene.hints


def test_on_a_board_with_a_row_h_shift_h_is_the_hints(window: WholeWindow, home: Path) -> None:
    session = playing("zuniq", {"dots": "9x9"})
    shown = window(lambda context: PlayScene(context, None, session))
    before = hints_of(shown)
    assert "Shift+H" in shown.texts
    assert ("Shift+H", "show or hide hints") in dict(groups(shown.scene))["Here"]
    shown.press("h", "3", "v")
    assert session.length == 1
    assert hints_of(shown) == before
    shown.press("h", shift=True)
    assert hints_of(shown) != before
    shown.press("h", shift=True)
    assert hints_of(shown) != before, "the graph is hidden as well"
    shown.press("h", shift=True)
    shown.press("c", shift=True)
    shown.press("4", "h")
    assert session.length == 2, "a capital letter begins a wall where no command has it"
    assert hints_of(shown) == before


def test_on_a_small_board_h_is_the_hints(window: WholeWindow, home: Path) -> None:
    shown = window(lambda context: PlayScene(context, None, playing("zuniq")))
    before = hints_of(shown)
    shown.press("h")
    assert hints_of(shown) != before
    assert "H" in shown.texts


def test_the_keys_of_the_piece_hold_without_a_clock_too(window: WholeWindow, home: Path) -> None:
    session = Session.new("tetris", {}, YOU[:1])
    shown = window(lambda context: PlayScene(context, None, session))
    shown.context.change_all({"keys.hard": "w", "keys.hold": "q"})
    shown.app.show(PlayScene(shown.context, None, session))
    shown.frame(2)
    shown.press("space")
    assert session.length == 0
    shown.press("w")
    assert session.length == 1
    assert ("W", "drop it") in dict(groups(shown.scene))["Here"]


def test_escape_empties_the_search_before_it_leaves(window: WholeWindow, home: Path) -> None:
    shown = window(key_list)
    shown.press("f", "q", "q", "q", "escape")
    assert "No command matches." in shown.texts
    shown.press("escape")
    assert "Ctrl+E" in shown.texts
    shown.press("escape")
    assert isinstance(shown.scene, HomeScene)


def test_a_key_with_ctrl_is_no_letter_of_a_wall(window: WholeWindow, home: Path) -> None:
    shown = window(lambda context: PlayScene(context, None, playing("zuniq")))
    shown.press("e", ctrl=True)
    assert shown.scene.name == "share"
