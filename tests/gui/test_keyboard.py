"""Keyboards of other countries: keys of the piece by place, commands by letter, and what the settings call them."""

from __future__ import annotations

from pathlib import Path

import pygame
import pytest

from game import config as configuration
from game.config import Config
from game.record import Seat
from game.session import Session
from gui.scenes.home import HomeScene
from gui.scenes.key_list import KeyListScene
from gui.scenes.play import PlayScene
from gui.scenes.settings import SettingsScene
from gui.ui.input import Bindings
from gui.ui.keyboard import HERE, US, Keyboard, us_code
from tests.gui.conftest import WholeWindow
from tests.gui.driving import Window

pytestmark = pytest.mark.usefixtures("read_once")

# What SDL tells of these layouts, in the order of `US` without Enter to Space and Delete. Digits that need Shift are
# told as digits.
_TYPES = [place for place, code in US.items() if 32 < code < 127]
LAYOUTS = {
    "us": r"abcdefghijklmnopqrstuvwxyz1234567890-=[]\;'`,./",
    "ru": "фисвуапршолдьтщзйкыегмцчня1234567890-=хъ\\жэёбю.",
    "gr": "αβψδεφγηιξκλμνοπ;ρστθωςχυζ1234567890-=[]\\΄'`,./",
    "de": "abcdefghijklmnopqrstuvwxzy1234567890ß´ü+#öä^,.-",
    "fr": "qbcdefghijkl,noparstuvzxyw1234567890)=^$*mù²;:!",
    "cz": "abcdefghijklmnopqrstuvwxzy1234567890=´ú)¨ů§;,.-",
}


def codes(layout: str) -> dict[int, int]:
    return {place: ord(letter) for place, letter in zip(_TYPES, LAYOUTS[layout], strict=True)}


@pytest.fixture
def layout(monkeypatch: pytest.MonkeyPatch, request: pytest.FixtureRequest) -> str:
    """The keyboard has the layout that the test names."""
    monkeypatch.setattr(HERE, "_seen", codes(request.param))
    monkeypatch.setattr(HERE, "_keys", None)
    return str(request.param)


def strike(window: Window, place: int, text: str | None = None, mod: int = 0) -> None:
    """Press and let go of the key at a place."""
    code = HERE.at(place)
    typed = text if text is not None else chr(code) if code < 0x10000 else ""
    for kind in (pygame.KEYDOWN, pygame.KEYUP):
        event = pygame.event.Event(kind, key=code, unicode=typed, mod=mod, scancode=place)
        pygame.event.post(event)
    window.frame()


def place(name: str) -> int:
    return next(at for at, code in US.items() if code == ord(name))


@pytest.mark.parametrize(
    ("layout", "pressed", "meant"),
    [
        ("us", "hzy1,", "hzy1,"), ("ru", "hzy1,", "hzy1,"), ("gr", "hzy1,", "hzy1,"), ("de", "hzy1,", "hyz1,"),
        ("fr", "hzay1m", "hwqy1,"), ("cz", "hzy1,", "hyz1,"), ("fr", ".-", ".-"), ("de", "/", "-"),
    ],
)  # fmt: skip
def test_a_letter_is_meant_where_it_is_or_at_its_place(layout: str, pressed: str, meant: str) -> None:
    keyboard = Keyboard(codes(layout).get)  # type: ignore[arg-type]  # asked of places that type
    for name, wanted in zip(pressed, meant, strict=True):
        code = keyboard.at(place(name))
        event = pygame.event.Event(pygame.KEYDOWN, key=code, unicode=chr(code), mod=0, scancode=place(name))
        assert (chr(keyboard.meant(event).key), keyboard.meant(event).unicode) == (wanted, wanted)


def test_without_the_library_a_layout_is_learnt_from_presses() -> None:
    keyboard = Keyboard(None)
    assert keyboard.at(place("z")) == ord("z")
    keyboard.see(pygame.event.Event(pygame.KEYDOWN, key=ord("y"), unicode="y", mod=0, scancode=place("z")))
    assert keyboard.at(place("z")) == ord("y")
    keyboard.see(pygame.event.Event(pygame.KEYMAPCHANGED))
    assert keyboard.at(place("z")) == ord("z")


def test_the_library_of_pygame_is_asked() -> None:
    assert [HERE.at(at) for at in _TYPES] == [us_code(at) for at in _TYPES]
    assert HERE._ask is not None


YOU = (Seat("You"), Seat("You"))


@pytest.mark.parametrize("layout", ["ru", "gr", "de", "fr", "cz"], indirect=True)
def test_a_wall_is_typed_and_hints_are_toggled(window: WholeWindow, home: Path, layout: str) -> None:
    session = Session.new("zuniq", {"dots": "6x6"}, YOU)
    shown = window(lambda context: PlayScene(context, None, session))
    scene = shown.scene
    assert isinstance(scene, PlayScene)
    before = scene.hints
    strike(shown, place("h"))
    assert scene.hints != before
    strike(shown, place("c"))
    strike(shown, place("3"), {"fr": '"', "cz": "š"}.get(layout))
    strike(shown, place("v"))
    assert [move.text for move in session.moves] == ["C3v"]
    strike(shown, place("u"))
    assert session.cursor == 0, "taken back"


@pytest.mark.parametrize(
    ("layout", "words"),
    [("us", "Z, Left ctrl, Gamepad 0"), ("de", "Y, Left ctrl, Gamepad 0"), ("fr", "W, Left ctrl, Gamepad 0"),
     ("ru", "Я, Left ctrl, Gamepad 0"), ("gr", "Ζ, Left ctrl, Gamepad 0")],
    indirect=["layout"],
)  # fmt: skip
def test_the_settings_show_the_keys_of_this_keyboard(
    window: WholeWindow, home: Path, layout: str, words: str
) -> None:
    shown = window(lambda context: SettingsScene(context, HomeScene(context)))
    shown.scene.targets.focus, shown.scene.targets.ring = "keys.ccw", True
    shown.frame(2)
    assert words in shown.texts


@pytest.mark.parametrize(
    ("layout", "shown_key"), [("ru", "H (Р)"), ("gr", "H (Η)"), ("fr", "H")], indirect=["layout"]
)
def test_the_list_of_keys_says_where_a_letter_is_that_this_keyboard_lacks(
    window: WholeWindow, home: Path, layout: str, shown_key: str
) -> None:
    shown = window(lambda context: KeyListScene(context, HomeScene(context)))
    assert shown_key in shown.texts


@pytest.mark.parametrize("layout", ["de"], indirect=True)
def test_a_letter_of_older_settings_is_found_at_its_place(layout: str) -> None:
    config = configuration.with_value(Config(), "keys.left", "key 246 or pad left")
    bindings = Bindings.of(config)
    assert bindings.action("semicolon") == "left"
    assert bindings.words("left") == "Ö"


@pytest.mark.parametrize("layout", ["ru", "de", "fr"], indirect=True)
def test_keys_of_the_piece_go_by_place(window: WholeWindow, home: Path, layout: str) -> None:
    session = Session.new("tetris", {"queue": "list:TTTT"}, YOU[:1])
    shown = window(lambda context: PlayScene(context, None, session))
    strike(shown, place("z"))
    shown.press("space")
    strike(shown, place("x"))
    shown.press("space")
    assert [move.text.split()[1] for move in session.moves] == ["west", "east"]
    strike(shown, place("u"))
    assert session.cursor == 1


@pytest.mark.parametrize("layout", ["fr"], indirect=True)
def test_a_command_behind_a_key_of_the_piece_is_reached_with_shift(
    window: WholeWindow, home: Path, layout: str
) -> None:
    session = Session.new("tetris", {"queue": "list:TTTT"}, YOU[:1])
    shown = window(lambda context: PlayScene(context, None, session))
    keys = {command.keys for command in shown.scene.bound()}
    assert "Shift+W" in keys
    assert "W" not in keys


def test_to_reset_a_key_never_leaves_it_with_two_actions(window: WholeWindow, home: Path) -> None:
    shown = window(lambda context: SettingsScene(context, HomeScene(context)))
    scene = shown.scene
    scene.targets.focus, scene.targets.ring = "keys.hard", True
    shown.frame(2)
    shown.press("enter")
    pygame.event.post(pygame.event.Event(pygame.KEYUP, key=pygame.K_RETURN, mod=0, unicode="\r", scancode=0))
    shown.press("a")
    keys = shown.context.config.keys
    assert (keys.hard, keys.flip) == ("a or pad up", "pad 3 or space")
    scene.targets.focus = "keys.flip"
    shown.press("delete")
    keys = shown.context.config.keys
    assert (keys.hard, keys.flip) == ("pad up or space", "a or pad 3")


def test_without_text_input_shift_still_types_the_sign_of_a_us_keyboard() -> None:
    """Then SDL tells the sign without Shift; of another keyboard it is unknown what Shift would type."""
    press = pygame.event.Event(
        pygame.KEYDOWN, key=pygame.K_SLASH, unicode="/", mod=pygame.KMOD_SHIFT, scancode=56
    )
    assert Keyboard(None).meant(press).unicode == "?"
    german = codes("de")
    assert Keyboard(lambda place: german.get(place, 0)).meant(press).unicode != "?"
