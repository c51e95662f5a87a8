"""Changes in the settings hold at once, are kept, and can be taken back; by hand or by keys."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pygame
import pytest

from ai import registry
from game import config
from game.config import Field
from game.errors import BadInput
from game.tetris.guideline import Placement
from gui.context import AppContext, Scene
from gui.games.sprites import loose_sprite, piece_sprite
from gui.scenes.settings import Row, SettingsScene
from gui.ui.canvas import Canvas
from tests.gui.conftest import WholeWindow
from tests.gui.driving import KEYS, Window
from tests.gui.test_sounds import Heard


def settings(context: AppContext) -> Scene:
    return SettingsScene(context, Scene(context))


def scene_of(window: Window) -> SettingsScene:
    assert isinstance(window.scene, SettingsScene)
    return window.scene


def row(window: Window, path: str) -> Row:
    return next(row for row in scene_of(window).rows if row.name == path)


def go_to(window: Window, path: str) -> None:
    """Walk down with the arrow until the focus is on a row."""
    for _ in config.fields():
        if window.scene.targets.focus == path:
            return
        window.press("down")
    assert window.scene.targets.focus == path


def control_middle(window: Window, path: str) -> tuple[float, float]:
    x, y, width, height = row(window, path).control_box(scene_of(window)._origin)
    return x + width / 2, y + height / 2


def write(window: Window, text: str) -> None:
    """Type into a line of text."""
    for letter in text:
        pygame.event.post(pygame.event.Event(pygame.TEXTINPUT, text=letter))
    window.frame()


def stored() -> config.Config:
    """Return the content of the user's file."""
    result, notices = config.load()
    assert notices == []
    return result


def test_every_setting_has_a_row_that_says_what_it_is_for(window: WholeWindow) -> None:
    scene = scene_of(window(settings))
    assert [row.field for row in scene.rows] == [
        each
        for each in config.fields()
        if each.section != "shortcuts"  # they have a scene of their own
    ]
    assert all(key.label and key.help for key in config.fields())


def test_right_changes_the_theme_at_once_and_for_good(window: WholeWindow) -> None:
    open_window = window(settings)
    open_window.press("right")
    assert open_window.context.theme.name == "light"
    assert stored().display.theme == "light"


def test_a_larger_scale_is_seen_at_once(window: WholeWindow) -> None:
    open_window = window(settings)
    before = open_window.context.scale
    go_to(open_window, "display.scale")
    open_window.press("right", "right")
    assert stored().display.scale == 1.25
    assert open_window.context.scale == pytest.approx(before * 1.25)
    assert open_window.scene.targets.focus == "display.scale"


@pytest.mark.parametrize("way", ["enter", "space", "click"])
def test_a_tick_is_set_once(window: WholeWindow, way: str) -> None:
    open_window = window(settings)
    if way == "click":
        open_window.click(control_middle(open_window, "display.patterns"))
        open_window.frame(3)
    else:
        go_to(open_window, "display.patterns")
        open_window.press(way)
        open_window.frame(3)
    assert stored().display.patterns
    assert row(open_window, "display.patterns").setting.value


def test_a_list_opens_and_the_arrows_choose_in_it(window: WholeWindow) -> None:
    open_window = window(settings)
    go_to(open_window, "zuniq.level")
    open_window.press("enter")
    menu = scene_of(open_window).menu
    assert menu.is_open
    open_window.press("down", "enter")
    assert stored().zuniq.level == "expert"
    assert not menu.is_open
    assert "Expert" in open_window.texts
    assert scene_of(open_window).targets.focused("zuniq.level")


def test_escape_closes_a_list_and_changes_nothing(window: WholeWindow) -> None:
    open_window = window(settings)
    go_to(open_window, "zuniq.level")
    open_window.press("enter", "down", "escape")
    assert isinstance(open_window.scene, SettingsScene)
    assert stored().zuniq.level == "club"


def test_the_mouse_takes_an_entry_from_a_list(window: WholeWindow) -> None:
    open_window = window(settings)
    at = control_middle(open_window, "display.theme")
    open_window.click(at)
    open_window.frame(2)
    open_window.click((at[0], at[1] + 18 + 48))  # the second entry of the list below
    open_window.frame(3)
    assert stored().display.theme == "light"


def test_a_press_elsewhere_closes_a_list(window: WholeWindow) -> None:
    open_window = window(settings)
    open_window.click(control_middle(open_window, "display.theme"))
    open_window.frame(2)
    assert scene_of(open_window).menu.is_open
    open_window.click((120, 600))
    open_window.frame(2)
    assert not scene_of(open_window).menu.is_open
    assert stored().display.theme == "dark"


def test_a_slider_is_dragged_and_its_value_kept_when_let_go(window: WholeWindow) -> None:
    open_window = window(settings)
    open_window.click_on("section play")
    open_window.frame(2)
    x, y, width, height = row(open_window, "play.replay_speed").control_box(scene_of(open_window)._origin)
    middle = y + height / 2
    open_window.drag((x + 60, middle), (x + width - 30, middle), (x + width - 2, middle))
    open_window.frame(2)
    assert open_window.context.config.play.replay_speed == 16.0
    assert stored().play.replay_speed == 16.0


def test_the_scale_waits_until_the_hand_lets_go(window: WholeWindow) -> None:
    open_window = window(settings)
    x, y, width, height = row(open_window, "display.scale").control_box(scene_of(open_window)._origin)
    at = open_window.pixel((x + width - 12, y + height / 2))
    pygame.event.post(pygame.event.Event(pygame.MOUSEBUTTONDOWN, pos=at, button=1))
    open_window.frame(3)
    assert open_window.context.config.display.scale == 1.0
    pygame.event.post(pygame.event.Event(pygame.MOUSEBUTTONUP, pos=at, button=1))
    open_window.frame(3)
    assert stored().display.scale == 3.0


@pytest.mark.parametrize(
    ("path", "text", "value"),
    [
        ("zuniq.game_seconds", "2 min", 120.0),
        ("zuniq.game_seconds", "45", 45.0),
        ("display.scale", "110 %", 1.1),
        ("display.scale", "150", 1.5),
        ("zuniq.edges", "1 234 567", 1_234_567),
        ("zuniq.dots", "4x5", "4x5"),
    ],
)
def test_a_value_can_be_written(window: WholeWindow, path: str, text: str, value: object) -> None:
    open_window = window(settings)
    go_to(open_window, path)
    open_window.press("enter")
    write(open_window, text)
    open_window.press("enter")
    open_window.frame(2)
    assert config.value(stored(), path) == value
    assert scene_of(open_window).entry is None


@pytest.mark.parametrize("text", ["soon", "1", "9999999", "30 %"])
def test_a_value_that_cannot_be_is_explained(window: WholeWindow, text: str) -> None:
    open_window = window(settings)
    go_to(open_window, "zuniq.game_seconds")
    open_window.press("enter")
    write(open_window, text)
    open_window.press("enter")
    open_window.frame(2)
    assert open_window.context.word() == "Engine clock must be between 5 s and 1 h."
    assert stored().zuniq.game_seconds == 30.0


def test_escape_leaves_the_line_and_keeps_the_value(window: WholeWindow) -> None:
    open_window = window(settings)
    go_to(open_window, "zuniq.game_seconds")
    open_window.press("enter")
    write(open_window, "60")
    open_window.press("escape")
    assert isinstance(open_window.scene, SettingsScene)
    assert stored().zuniq.game_seconds == 30.0


def test_delete_puts_one_back_and_the_button_all(window: WholeWindow) -> None:
    open_window = window(settings)
    open_window.press("right")
    go_to(open_window, "play.hints")
    open_window.press("left")
    assert stored().play.hints == "graph"
    open_window.press("backspace")
    assert stored().play.hints == "all"
    scene_of(open_window).reset_all()
    assert stored() == config.Config()
    scene_of(open_window).reset_all()
    assert stored().display.theme == "light"


def test_a_home_that_cannot_be_written_is_said_in_one_sentence(
    window: WholeWindow, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "file").write_text("")
    monkeypatch.setenv("KIBITZ_HOME", str(tmp_path / "file"))
    open_window = window(settings)
    open_window.press("right", "left", "right")
    assert open_window.context.theme.name == "light"
    assert "cannot be written" in open_window.context.word()
    assert open_window.context.notices == []


@pytest.mark.parametrize(("size", "scale"), [((640, 480), 3.0), ((1280, 720), 1.0)])
def test_the_keyboard_brings_every_row_into_sight(
    window: WholeWindow, size: tuple[int, int], scale: float
) -> None:
    open_window = window(settings, size=size, scale=scale)
    for key in [each.field for each in scene_of(open_window).rows]:
        go_to(open_window, key.path)
        open_window.frame(2)
        scene = scene_of(open_window)
        _, y, _, height = row(open_window, key.path).box(scene._origin)
        assert y >= scene.scroll.view[1]
        assert y + height <= scene.scroll.view[1] + scene.scroll.view[3]


@pytest.mark.parametrize("field", config.fields(), ids=lambda field: field.path)
def test_every_field_takes_what_it_shows(field: Field) -> None:
    values = [field.default, *field.choices, *map(field.of_kind, field.stops)]
    if field.kind in ("int", "float"):
        values += [field.of_kind(field.low), field.of_kind(field.high), *field.labels]
    for value in values:
        shown = field.show(value)
        assert field.read(shown) == value
        assert field.read(f" {shown.upper()} ") == value or field.section == "bots"
        assert shown not in ("", str(value)) or field.kind != "choice", "an id is not a label"


def test_numbers_need_no_unit_and_what_is_refused_is_said_in_the_same_unit(window: WholeWindow) -> None:
    scale = config.field("display.scale")
    assert {scale.read(text) for text in ("150", "150%", "150 %", "150\u2009%")} == {1.5}
    with pytest.raises(BadInput, match=r"^Scale must be between 75 % and 300 %[.]$"):
        scale.read("301")
    assert config.field("tetris.messiness").read("40") == 40
    assert config.field("zuniq.dots").read("4 × 5") == "4x5"
    assert config.field("classic.race").read("DT-20, bcts") == "dt-20 bcts"


def test_a_key_that_comes_with_the_return_from_the_keys_does_no_harm(window: WholeWindow) -> None:
    shown = window(settings)
    shown.press("c")
    assert not isinstance(shown.scene, SettingsScene)
    for key in ("escape", "down"):  # within one frame
        pygame.event.post(pygame.event.Event(pygame.KEYDOWN, key=KEYS[key], unicode="", mod=0))
    shown.frame(2)
    assert isinstance(shown.scene, SettingsScene)


def test_a_key_that_comes_with_the_settings_does_no_harm(window: WholeWindow) -> None:
    scene = settings(window(settings).context)
    for key in (pygame.K_t, pygame.K_DOWN):
        assert scene.handle(pygame.event.Event(pygame.KEYDOWN, key=key, unicode="", mod=0)) is scene


def test_stops_are_ascending_and_reach_both_ends() -> None:
    for field in config.fields():
        if field.stops:
            assert list(field.stops) == sorted(set(field.stops))
            assert (field.stops[0], field.stops[-1]) == (field.low, field.high)
            assert field.step(field.default, 1) in map(field.of_kind, field.stops)


def test_labels_are_those_of_the_engines() -> None:
    for game, name, path in (
        ("zuniq", "kibitz", "zuniq.level"),
        ("tetris", "stacker", "tetris.opponent"),
        ("tetris", "partner", "tetris.sparring"),
    ):
        levels = registry.find(name, game).levels
        assert [each.title for each in levels] == [config.field(path).show(each.name) for each in levels]
    for entry in registry.entries("classic"):
        assert entry.title == config.field("classic.adviser").show(entry.name)


def test_a_value_between_the_stops_has_its_place(window: WholeWindow) -> None:
    open_window = window(settings)
    scene = scene_of(open_window)
    scene.set("zuniq.game_seconds", 42.0)
    scene.scroll.offset = row(open_window, "zuniq.game_seconds").top
    open_window.frame(2)
    assert 42.0 in row(open_window, "zuniq.game_seconds").stops


def hold(window: Window, key: int, ticks: int) -> None:
    """Press a key, let ticks pass, and let go of it."""
    pygame.event.post(pygame.event.Event(pygame.KEYDOWN, key=key, unicode="", mod=0, scancode=0))
    window.frame(ticks)
    pygame.event.post(pygame.event.Event(pygame.KEYUP, key=key, mod=0, scancode=0))
    window.frame()


def column(window: Window) -> int:
    """The leftmost column of the piece with which the handling is tried."""
    seat = scene_of(window).trial.game.seats[0]
    assert seat.piece is not None
    return min(x for x, _ in Placement(seat.piece, *seat.pose).cells)


def test_the_handling_is_tried_with_the_values_as_they_are_now(window: WholeWindow) -> None:
    open_window = window(settings)
    open_window.press("t")
    trial = scene_of(open_window).trial
    assert trial.active
    start = column(open_window)
    hold(open_window, pygame.K_LEFT, 8)  # 133 ms, less than the delay
    assert column(open_window) == start - 1
    scene_of(open_window).set("handling.das", 50)
    scene_of(open_window).set("handling.arr", 0)
    open_window.frame(2)
    assert trial.active, "a value that changes leaves the keyboard in the well"
    assert column(open_window) == start, "the piece starts again"
    hold(open_window, pygame.K_LEFT, 8)
    assert column(open_window) == 0
    assert stored().handling.das == 50, "keys that move the piece change no setting"


def test_what_lies_in_the_well_stays_while_values_change_until_it_is_full(window: WholeWindow) -> None:
    open_window = window(settings)
    open_window.press("t", "space")
    open_window.frame(10)
    trial = scene_of(open_window).trial
    assert trial.game.seats[0].state.tally.placed == 1
    scene_of(open_window).set("handling.das", 50)
    open_window.frame()
    assert trial.game.seats[0].state.tally.placed == 1, "a held key does not drop the next piece"
    for _ in range(14):  # a pile in the middle reaches the top
        hold(open_window, pygame.K_SPACE, 10)
    assert trial.active
    assert not trial.game.over
    assert trial.game.seats[0].state.tally.placed < 12


def test_escape_gives_the_keyboard_back(window: WholeWindow) -> None:
    open_window = window(settings)
    open_window.click_on("section handling")
    open_window.click_on("try the handling")
    trial = scene_of(open_window).trial
    assert trial.active
    open_window.press("escape")
    assert isinstance(open_window.scene, SettingsScene)
    assert not trial.active
    go_to_row = open_window.scene
    before = column(open_window)
    go_to_row.targets.focus = "display.theme"
    open_window.press("right")
    assert column(open_window) == before
    assert stored().display.theme == "light"


def test_a_volume_is_heard_as_it_is_set(window: WholeWindow) -> None:
    open_window = window(settings)
    open_window.context.speaker = heard = Heard()
    scene_of(open_window).set("sound.moves", 0.8)
    scene_of(open_window).set("sound.effects", 0.2)
    scene_of(open_window).set("sound.moves", 0.0)
    assert heard.played == [("card", 0.8), ("single", 0.2)]


def test_what_a_choice_means_stands_below_it_and_finds_room(window: WholeWindow) -> None:
    open_window = window(settings)
    notes = {each.value: each.note for each in row(open_window, "display.skin").setting.options}
    before = row(open_window, "display.skin").height
    for skin, note in notes.items():
        scene_of(open_window).set("display.skin", skin)
        open_window.frame(2)
        assert note.split()[-1] in " ".join(open_window.texts).split(), "its last word is seen"
        assert row(open_window, "display.skin").height == before


@pytest.mark.parametrize("theme", ["dark", "light"])
@pytest.mark.parametrize(
    ("path", "value"),
    [
        ("display.skin", "guideline"),
        ("display.cells", "bevelled"),
        ("display.ghost", "strong"),
        ("display.four_colours", True),
    ],
)
def test_pieces_and_suits_are_shown_as_they_are_chosen(
    window: WholeWindow, theme: str, path: str, value: config.Value
) -> None:
    open_window = window(settings, theme=theme)
    shown = "display.four_colours" if path == "display.four_colours" else "display.skin"
    go_to(open_window, shown)
    open_window.move((1270, 700))
    open_window.frame(2)
    place = row(open_window, shown)
    x, y, _, height = place.box(scene_of(open_window)._origin)
    sample = pygame.Rect(round(x) + 24, round(y + height - place.sample), 420, 30)
    before = open_window.app.surface.subsurface(sample).copy()
    scene_of(open_window).set(path, value)
    open_window.move((1270, 700))
    open_window.frame(2)
    after = open_window.app.surface.subsurface(sample)
    assert pygame.image.tobytes(after, "RGB") != pygame.image.tobytes(before, "RGB")


def test_settings_are_shown_in_words() -> None:
    shown = {path: config.field(path).show(config.field(path).default) for path in (
        "zuniq.dots", "zuniq.solver_bits", "keys.cw", "classic.size", "sound.moves")}  # fmt: skip
    assert shown == {
        "zuniq.dots": "6 × 6",
        "zuniq.solver_bits": "32 MB",
        "keys.cw": "Up, X, Gamepad 1",
        "classic.size": "10 × 20",
        "sound.moves": "40\u2009%",
    }
    assert config.field("sound.moves").show(0.0) == "Off"
    assert config.field("keys.left").read("Keypad 4, Gamepad left") == "keypad 4 or pad left"


@pytest.mark.parametrize("patterns", [False, True])
@pytest.mark.parametrize("paint", [loose_sprite, piece_sprite])
def test_no_piece_is_painted_in_the_colours_or_the_form_of_another_skin(
    window: WholeWindow, paint: Callable[[Canvas, int, str], pygame.Surface], patterns: bool
) -> None:
    open_window = window(settings)
    scene_of(open_window).set("display.patterns", patterns)
    painted = set()
    for skin in config.field("display.skin").choices:
        for cells in config.field("display.cells").choices:
            scene_of(open_window).set("display.skin", skin)
            scene_of(open_window).set("display.cells", cells)
            canvas = Canvas(pygame.Surface((40, 40)), 1.0, open_window.context.theme, open_window.letters)
            painted.add(pygame.image.tobytes(paint(canvas, 20, "S"), "RGBA"))
    assert len(painted) == 9, "painted cells are kept, but not from one skin to the next"
