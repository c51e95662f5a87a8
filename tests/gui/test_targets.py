"""The keyboard can do everything that the mouse can: in every scene, with every target."""

from __future__ import annotations

from collections.abc import Callable

import pygame
import pytest

from game.showcase import Showcase
from gui import screenshot
from gui.context import AppContext, Scene
from gui.ui.targets import Targets
from tests.gui.conftest import WholeWindow
from tests.gui.driving import Window
from tests.sweep import drawn

pytestmark = pytest.mark.usefixtures("read_once")

Build = Callable[[AppContext], Scene]
TAB = pygame.event.Event(pygame.KEYDOWN, key=pygame.K_TAB, unicode="", mod=0, scancode=0)


def sight(name: str, shown: Showcase) -> Build:
    return lambda context: screenshot.sight(name, context, shown)


@pytest.mark.parametrize("name", drawn([name for name in screenshot.scenes() if name != "help"], 26))
def test_pointer_and_tab_come_to_every_target(name: str, window: WholeWindow, small: Showcase) -> None:
    opened = window(sight(name, small))
    targets = opened.scene.targets
    assert hidden(targets) == []
    names = [target.name for target in targets.reached()]
    first, met = targets.focus, list[str]()
    for number in range(len(names)):
        if number % 5:
            opened.scene.handle(TAB)
        else:  # a frame now and then: a list follows the focus
            opened.press("tab")
        met.append(targets.focus)
    assert sorted(met) == sorted(names)
    assert first in ("", met[-1])
    opened.press("tab", shift=True)
    assert targets.focus == met[-2]


def hidden(targets: Targets) -> list[str]:
    """Those that the pointer does not find in their middle, where they can be seen."""
    results = []
    for target in targets.all():
        if not target.holds(target.middle):
            continue  # in a part of a list that is scrolled away: the wheel and the keyboard reach it
        targets.pointer = target.middle
        if targets.under_pointer is None or targets.under_pointer.name != target.name:
            results.append(target.name)
    targets.pointer = (-1.0, -1.0)
    return results


def chosen(choices: object) -> str:
    """Return the choice for a new game."""
    return str(
        {name: value for name, value in vars(choices).items() if name != "language"} if choices else ""
    )


def fingerprint(window: Window) -> tuple[object, ...]:
    """Return the state of a window: its scene, the place in the game, what is shown and how fast."""
    scene = window.app.scene
    session = getattr(scene, "session", None)
    return (
        type(scene),
        getattr(session, "cursor", None),
        getattr(session, "length", None),
        getattr(scene, "playing", None),
        getattr(scene, "speed", None),
        getattr(scene, "hints", None),
        chosen(getattr(scene, "choices", None)),
        getattr(scene, "chosen", None) if isinstance(getattr(scene, "chosen", None), str) else None,
        window.context.config,
    )


@pytest.mark.parametrize("name", ["home", "play", "review", "showcase", "new-game"])
def test_enter_does_what_a_click_does(name: str, window: WholeWindow, small: Showcase) -> None:
    opened = window(sight(name, small))
    before, changed, unlike = fingerprint(opened), 0, []
    for target in opened.scene.targets.names():
        if target in ("board", "timeline"):
            continue  # pressed in a place, not as a whole
        opened.begin(sight(name, small))
        opened.click_on(target)
        clicked = fingerprint(opened)
        opened.begin(sight(name, small))
        opened.scene.targets.focus = target
        opened.press("enter")
        if fingerprint(opened) != clicked:
            unlike.append(target)
        changed += clicked != before
    assert unlike == []
    assert changed >= 5


def test_escape_comes_back_from_every_scene(window: WholeWindow, small: Showcase) -> None:
    opened = window(sight("home", small))
    home = opened.scene
    for target in ("help", "settings", "foot Games", "zuniq play", "zuniq coach", "showcase zuniq-duel"):
        opened.click_on(target)
        assert opened.scene is not home
        opened.press("escape")
        assert opened.scene is home, f"lost on the way back from {target}"


# -- the list of targets by itself --


def three_in_a_row() -> Targets:
    targets = Targets()
    for i, name in enumerate("abc"):
        targets.add(name, (i * 100.0, 0.0, 50.0, 50.0), lambda: None)
    return targets


def test_what_is_added_last_lies_on_top() -> None:
    targets = three_in_a_row()
    targets.add("over", (0.0, 0.0, 300.0, 50.0), lambda: None)
    targets.pointer = (110.0, 10.0)
    assert targets.under_pointer is not None
    assert targets.under_pointer.name == "over"


def test_a_dialog_keeps_the_keyboard_and_leaves_the_rest_to_the_pointer() -> None:
    targets = three_in_a_row()
    targets.focus = "c"
    for frame in range(2):
        targets.begin()
        for i, name in enumerate("abc"):
            targets.add(name, (i * 100.0, 0.0, 50.0, 50.0), lambda: None)
        with targets.dialog():
            targets.add("yes", (0.0, 100.0, 50.0, 50.0), lambda: None)
            targets.add("no", (100.0, 100.0, 50.0, 50.0), lambda: None)
        targets.add("d", (300.0, 0.0, 50.0, 50.0), lambda: None)
        if frame == 0:
            assert targets.focus == "yes"
    met = []
    for key in (pygame.K_UP, pygame.K_RIGHT, pygame.K_RIGHT, pygame.K_TAB, pygame.K_TAB):
        targets.handle(pygame.event.Event(pygame.KEYDOWN, key=key, mod=0), 1.0)
        met.append(targets.focus)
    assert met == ["yes", "no", "no", "yes", "no"]
    targets.pointer = (310.0, 10.0)
    assert targets.under_pointer is not None
    assert targets.under_pointer.name == "d"


def test_a_target_scrolled_away_is_not_under_the_pointer() -> None:
    targets = Targets()
    assert not targets.add("row", (0.0, 0.0, 50.0, 50.0), lambda: None, within=(0.0, 60.0, 50.0, 50.0))
    targets.pointer = (10.0, 10.0)
    assert targets.under_pointer is None
