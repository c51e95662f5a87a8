"""Help lists every key that holds, over the scene it was asked from, and goes away again."""

from __future__ import annotations

from pathlib import Path

import pygame
import pytest

from game.record import Seat
from game.session import Session
from game.showcase import Showcase
from gui import destinations as to
from gui import screenshot
from gui.context import AppContext, Help, Scene
from gui.play.live_plan import Plan, Player
from gui.scenes.help import BOARDS, EVERYWHERE, HelpScene, groups, split_keys
from gui.scenes.home import HomeScene
from gui.scenes.live.scene import LiveScene
from gui.scenes.new_game import NewGameScene
from gui.scenes.play import PlayScene
from gui.scenes.settings import SettingsScene
from gui.stage import draw, sheet, stage_context
from gui.ui.commands import Command
from tests.gui.conftest import WholeWindow
from tests.gui.driving import Noted
from tests.gui.live_playing import ALONE, SPRINT, VERSUS, WATCH, start


class Keyed(Scene):
    """A scene with two keys of its own."""

    def commands(self) -> list[Command]:
        return [Command("H", None, "hints"), Command(",, .", None, "one step"), *super().commands()]


def helped(context: AppContext) -> Scene:
    return HelpScene(context, SettingsScene(context, Scene(context)))


def test_keys_are_parted_at_commas_and_a_comma_is_a_key() -> None:
    assert split_keys("Home, End") == ["Home", "End"]
    assert split_keys(",, .") == [",", "."]
    assert split_keys("C 3 V") == ["C 3 V"]


def test_a_key_is_listed_once_and_the_scene_says_what_it_does(window: WholeWindow) -> None:
    results = dict(groups(Keyed(window(helped).context)))
    assert results["Here"] == [("H", "hints"), (",, .", "one step")]
    assert results["Everywhere"] == EVERYWHERE
    assert ("H", "show or hide hints") not in results["On every board"]
    assert ("U, R", "undo and redo") in results["On every board"]


def test_a_scene_without_keys_shows_the_others(window: WholeWindow) -> None:
    results = dict(groups(Scene(window(helped).context)))
    assert results == {"On every board": BOARDS, "Everywhere": EVERYWHERE}


def test_ctrl_q_leaves_from_anywhere(window: WholeWindow) -> None:
    open_window = window(helped)
    open_window.press("q")
    assert open_window.scene.name == "help"
    open_window.press("q", ctrl=True)
    assert open_window.app.scene is None


def test_a_button_goes_out_when_the_pointer_leaves_the_window(window: WholeWindow) -> None:
    open_window = window(HomeScene)
    open_window.move(open_window.target("settings"))
    assert open_window.texts.count("Settings") == 2, "the button at the foot, and the tip"
    pygame.event.post(pygame.event.Event(pygame.WINDOWLEAVE))
    open_window.frame(2)
    assert open_window.texts.count("Settings") == 1


def test_a_button_pressed_before_is_not_lit_when_one_comes_back(window: WholeWindow) -> None:
    open_window = window(HomeScene)
    open_window.click_on("help")
    open_window.press("escape")
    open_window.frame()
    assert open_window.scene.targets.under_pointer is None


@pytest.mark.parametrize("key", ["escape", "enter", "?"])
def test_keys_close_it(window: WholeWindow, key: str) -> None:
    open_window = window(helped)
    if key == "?":
        event = pygame.event.Event(pygame.KEYDOWN, key=pygame.K_SLASH, unicode="?", mod=pygame.KMOD_SHIFT)
        pygame.event.post(event)
        open_window.frame()
    else:
        open_window.press(key)
    assert open_window.scene.name == "settings"


def test_a_press_closes_it_and_nothing_below_is_pressed(window: WholeWindow) -> None:
    open_window = window(helped)
    open_window.click((900, 130))  # over the theme's menu
    open_window.frame(2)
    assert open_window.scene.name == "settings"
    assert open_window.context.theme.name == "dark"


def test_the_question_mark_opens_it_over_a_scene(window: WholeWindow) -> None:
    open_window = window(lambda context: SettingsScene(context, Scene(context)))
    below = open_window.scene
    open_window.click_on("help")
    assert isinstance(open_window.scene, HelpScene)
    open_window.press("escape")
    assert open_window.scene is below


def test_a_list_too_long_for_the_window_scrolls(window: WholeWindow) -> None:
    open_window = window(helped, size=(640, 480), scale=3.0)
    scene = open_window.scene
    assert isinstance(scene, HelpScene)
    assert scene.scroll.most > 0
    open_window.press("down", "down")
    assert scene.scroll.offset > 0


@pytest.mark.parametrize("scene", ["play", "tetris-coach", "four-wide", "classic-play", "bridge-play"])
def test_the_help_begins_with_the_rules_and_a_legend(scene: str, dummy: None, shown: Showcase) -> None:
    context = stage_context()
    context.renderer = letters = Noted()
    opened = HelpScene(context, screenshot.sight(scene, context, shown))
    assert opened.back is not None
    rules = opened.back.rules()
    assert rules is not None
    letters.texts.clear()
    draw(opened, sheet((1280, 720)))
    text = " ".join(letters.texts)
    assert all(words[:30] in text for words in rules)
    for words in ("How to play", "Score", "Certain", "An estimate"):
        assert words in text


@pytest.mark.parametrize("door", ["home", "new game"])
def test_the_rules_of_bridge_can_be_read_before_a_match(window: WholeWindow, door: str) -> None:
    opened = window(lambda context: context.scene(to.Home()))
    if door == "new game":
        opened = window(
            lambda context: context.scene(to.NewGame("bridge"), context.scene(to.Home())), size=(900, 1600)
        )
    opened.press("f1")
    opened.frame(2)
    scene = opened.scene
    assert isinstance(scene, HelpScene)
    assert scene.back is not None
    rules = " ".join(words for _, words in scene.back.rule_sections())
    for words in (
        "promises six tricks more", "A pass after a bid", "If both players pass", "must follow suit",
        "The highest trump takes the trick", "leads first", "a game and scores 300", "small slam", "grand slam",
        "overtrick", "laws of duplicate bridge, neither vulnerable", "for each trick short",
    ):  # fmt: skip
        assert words in rules
    if door == "new game":
        assert "A pass after a bid" in " ".join(opened.texts), "and it is drawn"


def test_the_rules_follow_what_is_chosen(window: WholeWindow) -> None:
    opened = window(lambda context: context.scene(to.NewGame("bridge"), context.scene(to.Home())))
    scene = opened.scene
    assert isinstance(scene, NewGameScene)
    for path, value, words in (
        ("bridge.doubles", True, "Doubled, that is 100, 300, 500 for the first three and 300 for each more"),
        ("bridge.vulnerable", True, "200, 500, 800 for the first three and 300 for each more"),
        ("bridge.scoring", "duplicate", "the rule of the original program"),
        ("bridge.scoring", "tricks", "Ten points for each trick"),
        ("bridge.game", "german-whist", "names the trump suit"),
    ):
        scene.choices.set(path, value)
        assert words in " ".join(text for _, text in scene.rule_sections())


def test_no_clock_runs_under_the_help(window: WholeWindow, home: Path) -> None:
    session = Session.new("zuniq", {}, (Seat("You"), Seat("You")))
    shown = window(lambda context: PlayScene(context, HomeScene(context), session))
    scene = shown.scene
    assert isinstance(scene, PlayScene)
    shown.wait(1.0)
    used = scene.controller.seconds(0)
    shown.press("?")
    assert isinstance(shown.scene, HelpScene)
    shown.wait(5.0)
    shown.press("escape")
    assert shown.scene is scene
    assert used <= scene.controller.seconds(0) < used + 1


@pytest.mark.parametrize("key", ["?", "f1"])
@pytest.mark.parametrize(
    "plan",
    [SPRINT, Plan("ultra", ALONE, seed=7), Plan("free", ALONE, level=15, seed=7), VERSUS, WATCH],
    ids=["sprint", "ultra", "free play", "versus", "two engines"],
)
def test_a_game_in_real_time_stands_still_under_the_help(
    window: WholeWindow, home: Path, plan: Plan, key: str
) -> None:
    shown = window(HomeScene)
    scene = start(shown, plan)
    shown.press(key)
    assert isinstance(shown.scene, HelpScene)
    ticks = scene.match.replay.ticks
    shown.wait(2.0)
    shown.press("escape")
    shown.wait(1.0)
    assert shown.scene is scene
    assert scene.match.phase == "paused"
    assert scene.match.replay.ticks == ticks


def test_the_help_of_free_play_lists_the_keys_that_do_something(window: WholeWindow) -> None:
    def listed(**rules: str) -> dict[str, list[tuple[str, str]]]:
        plan = Plan("free", (Player(),), rules, hints=True)
        return dict(groups(window(lambda context: LiveScene(context, HomeScene(context), plan)).scene))

    plain = listed(hold="off")
    messages = [words for _, words in plain["Here"]]
    assert "rotate left" in messages
    assert not {"half turn", "hold"} & set(messages), "not by these rules"
    assert {"half turn", "hold"} <= {words for _, words in listed(kicks="srs+180")["Here"]}
    assert "On every board" not in plain, "no move can be taken back, and time cannot be turned back"


def test_keys_scroll_the_help_from_end_to_end(window: WholeWindow) -> None:
    opened = window(lambda context: context.scene(Help(), context.scene(to.Home())), size=(640, 480))
    scroll = opened.scene.scroll  # type: ignore[attr-defined]
    opened.press("pagedown")
    assert 0 < scroll.offset < scroll.most
    opened.press("end")
    assert scroll.offset == scroll.most > 0
    opened.press("home")
    assert scroll.offset == 0
