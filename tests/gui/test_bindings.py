"""Keys, gamepads and what they are bound to."""

from __future__ import annotations

from pathlib import Path

import pygame
import pytest

from game import config as configuration
from game.config import Config
from game.tetris.guideline.real_time import HANDLINGS, NAMES, Handling
from gui.play.live_plan import Plan, Player
from gui.scenes.help import HelpScene
from gui.scenes.live.scene import LiveScene
from gui.scenes.settings import SettingsScene
from gui.ui.input import ACTIONS, Bindings, ButtonInput, changes, handling_of, key_name, known, rebound
from tests.gui.conftest import WholeWindow
from tests.gui.driving import Window
from tests.gui.live_playing import up


def event(kind: int, **facts: object) -> pygame.event.Event:
    return pygame.event.Event(kind, facts)


def key(code: int) -> pygame.event.Event:
    return event(pygame.KEYDOWN, key=code, unicode="", mod=0)


def with_keys(**texts: str) -> Config:
    config = Config()
    for action, text in texts.items():
        config = configuration.with_value(config, f"keys.{action}", text)
    return config


def held(button_input: ButtonInput) -> tuple[str, ...]:
    result = button_input.state.take()[-1]
    return tuple(name for bit, name in enumerate(NAMES) if result >> bit & 1)


# -- names --


@pytest.mark.parametrize(
    ("code", "name"),
    [
        (pygame.K_LEFT, "left"), (pygame.K_SPACE, "space"), (pygame.K_z, "z"), (pygame.K_LSHIFT, "left shift"),
        (pygame.K_KP4, "keypad 4"), (pygame.K_QUOTE, "quote"), (pygame.K_COMMA, "comma"), (246, "key 246"),
    ],
)  # fmt: skip
def test_every_key_has_a_name_that_the_settings_can_hold(code: int, name: str) -> None:
    assert key_name(code) == name
    assert known(name)
    bindings = Bindings.of(with_keys(left=name))
    assert bindings.action(name) == "left"


def test_names_that_nothing_has_are_told_and_what_is_left_counts() -> None:
    bindings = Bindings.of(with_keys(left="lefft or q", right="pad 300"))
    assert bindings.action("q") == "left"
    assert bindings.action("right") == "right"  # an action without any key keeps those of the defaults
    assert bindings.troubles == (
        "Left: no key is called “lefft”.",
        "Right: no key is called “pad 300”.",
    )


def test_by_default_everything_can_be_done_by_keyboard_and_by_gamepad() -> None:
    bindings = Bindings.of(Config())
    for action in ACTIONS:
        names = [name for name, does in bindings.actions.items() if does == action]
        assert any(name.startswith("pad ") for name in names)
        assert any(not name.startswith("pad ") for name in names)
    assert bindings.troubles == ()


# -- button_input --


def test_keys_and_gamepad_hold_the_same_buttons() -> None:
    button_input = ButtonInput(Bindings.of(Config()))
    assert button_input.handle(key(pygame.K_LEFT)) == ["left"]
    assert button_input.handle(event(pygame.JOYBUTTONDOWN, instance_id=0, button=1)) == ["cw"]
    assert held(button_input) == ("left", "cw")
    button_input.handle(event(pygame.KEYUP, key=pygame.K_LEFT))
    assert held(button_input) == ("cw",)
    button_input.handle(event(pygame.JOYBUTTONUP, instance_id=0, button=1))
    assert held(button_input) == ()


def test_cross_and_stick_are_directions() -> None:
    button_input = ButtonInput(Bindings.of(Config()))
    assert button_input.handle(event(pygame.JOYHATMOTION, instance_id=0, hat=0, value=(-1, 0))) == ["left"]
    assert button_input.handle(event(pygame.JOYHATMOTION, instance_id=0, hat=0, value=(-1, -1))) == ["soft"]
    assert held(button_input) == ("left", "soft")
    button_input.handle(event(pygame.JOYHATMOTION, instance_id=0, hat=0, value=(0, 0)))
    assert held(button_input) == ()
    assert button_input.handle(event(pygame.JOYAXISMOTION, instance_id=0, axis=0, value=0.9)) == ["right"]
    assert button_input.handle(event(pygame.JOYAXISMOTION, instance_id=0, axis=0, value=0.7)) == []
    assert button_input.handle(event(pygame.JOYAXISMOTION, instance_id=0, axis=0, value=-0.8)) == ["left"]
    assert held(button_input)[:1] == ("left",)
    button_input.handle(event(pygame.JOYAXISMOTION, instance_id=0, axis=0, value=0.1))
    assert held(button_input) == ()


def test_a_gamepad_that_is_pulled_out_holds_nothing() -> None:
    button_input = ButtonInput(Bindings.of(Config()))
    button_input.handle(event(pygame.JOYBUTTONDOWN, instance_id=3, button=0))
    button_input.handle(event(pygame.JOYHATMOTION, instance_id=3, hat=0, value=(1, 0)))
    button_input.handle(key(pygame.K_DOWN))
    held(button_input)
    button_input.handle(event(pygame.JOYDEVICEREMOVED, instance_id=3))
    assert held(button_input) == ("soft",)


# -- binding anew --


def apply(config: Config, wanted: dict[str, str]) -> Bindings:
    for path, text in wanted.items():
        config = configuration.with_value(config, path, text)
    return Bindings.of(config)


def test_a_new_key_takes_the_place_of_the_old_one_and_leaves_the_gamepad() -> None:
    bindings = apply(Config(), rebound(Config(), "left", "q"))
    assert bindings.action("q") == "left"
    assert bindings.action("pad left") == "left"
    assert bindings.action("left") is None


def test_a_key_that_did_something_else_changes_its_place() -> None:
    wanted = rebound(Config(), "left", "right")
    assert wanted == {"keys.left": "right or pad left", "keys.right": "pad right or left"}
    bindings = apply(Config(), wanted)
    assert (bindings.action("right"), bindings.action("left")) == ("left", "right")


def test_every_action_can_still_be_done_whatever_is_bound() -> None:
    config = Config()
    for action in ACTIONS:
        for name in ("space", "pad 0", "x"):
            for path, text in rebound(config, action, name).items():
                config = configuration.with_value(config, path, text)
            bindings = Bindings.of(config)
            assert bindings.action(name) == action
            assert set(bindings.actions.values()) == set(ACTIONS)


# -- handling --


def test_a_preset_sets_the_numbers_and_a_number_names_the_preset() -> None:
    config = Config()
    for path, new in changes(config, "handling.preset", "cold-clear-fast").items():
        config = configuration.with_value(config, path, new)
    assert handling_of(config) == HANDLINGS["cold-clear-fast"]
    assert (config.handling.das, config.handling.arr, config.handling.soft_drop) == (133, 0, 41.0)
    assert changes(config, "handling.das", 100) == {"handling.das": 100, "handling.preset": "own"}
    assert changes(Config(), "handling.soft_drop", 6.0)["handling.preset"] == "tetr.io"
    own = configuration.with_value(
        configuration.with_value(config, "handling.das", 100), "handling.preset", "own"
    )
    assert handling_of(own) == Handling(100, 0, HANDLINGS["cold-clear-fast"].soft_drop, 0, initial=False)


# -- the settings --


@pytest.fixture
def settings(window: WholeWindow, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Window:
    monkeypatch.setenv("KIBITZ_HOME", str(tmp_path))
    return window(SettingsScene)


def to_row(settings: Window, path: str) -> None:
    settings.scene.targets.focus, settings.scene.targets.ring = path, True
    settings.frame(2)


def test_a_row_waits_for_the_key_that_it_is_to_have(settings: Window) -> None:
    to_row(settings, "keys.cw")
    settings.press("enter")
    assert "Press a key …" in settings.texts
    up(pygame.K_RETURN)
    settings.press("w")
    assert settings.context.config.keys.cw == "w or pad 1"
    assert "W, Gamepad 1" in settings.texts
    assert configuration.load()[0].keys.cw == "w or pad 1"


def test_the_key_that_began_it_is_not_the_key_that_is_meant_while_it_repeats(settings: Window) -> None:
    to_row(settings, "keys.cw")
    settings.press("enter", "enter", "enter")
    assert "Press a key …" in settings.texts
    up(pygame.K_RETURN)
    settings.press("enter")
    assert settings.context.config.keys.cw == "enter or pad 1"


def test_escape_leaves_the_key_as_it_was(settings: Window) -> None:
    to_row(settings, "keys.hard")
    settings.press("enter")
    settings.press("escape")
    assert settings.context.config.keys.hard == "space or pad up"
    assert "Press a key …" not in settings.texts
    assert isinstance(settings.scene, SettingsScene)


def test_a_gamepad_can_be_bound_while_a_row_waits(settings: Window) -> None:
    to_row(settings, "keys.hold")
    settings.press("enter")
    pygame.event.post(event(pygame.JOYBUTTONDOWN, instance_id=0, button=9))
    settings.frame()
    assert settings.context.config.keys.hold == "c or left shift or pad 9"


def test_moving_a_number_of_the_handling_makes_it_ones_own(settings: Window) -> None:
    to_row(settings, "handling.das")
    settings.press("left")
    assert (settings.context.config.handling.das, settings.context.config.handling.preset) == (150, "own")


def test_the_keys_of_the_game_are_in_the_help(window: WholeWindow) -> None:
    plan = Plan("sprint", (Player(),))
    shown = window(lambda context: HelpScene(context, LiveScene(context, None, plan)))
    assert {"Space", "hard drop", "Left shift", "hold"} <= set(shown.texts)
