"""Writing in a line of text: letters, words, selections, undo, the clipboard, compositions, mouse and keys."""

from __future__ import annotations

import pygame
import pytest

from gui.context import AppContext, Scene
from gui.ui import clipboard, input_method
from gui.ui.canvas import Canvas
from gui.ui.chrome import page
from gui.ui.commands import Command
from gui.ui.text_entry import EditedText, TextEntry
from tests.gui.conftest import WholeWindow
from tests.gui.driving import Window

BOX = (100.0, 100.0, 240.0, 36.0)
SHIFT, CTRL = pygame.KMOD_SHIFT, pygame.KMOD_CTRL


class Desk(Scene):
    """A line of text, and a command by letter."""

    def __init__(self, context: AppContext) -> None:
        super().__init__(context, Scene(context))
        self.done: list[str] = []
        self.ran = 0
        self.line = TextEntry("Write here", self.done.append, longest=300)

    def handle(self, event: pygame.event.Event) -> Scene | None:
        return self.next if self.line.handle(event) else super().handle(event)

    def commands(self) -> list[Command]:
        return [Command("O", self.line.write, "write"), Command("R", self._run, "run")]

    def _run(self) -> None:
        self.ran += 1

    def draw(self, canvas: Canvas) -> None:
        with page(canvas, self, panel=False):
            self.targets.add("line", BOX, self.line.write)
            self.line.draw(canvas, BOX)


@pytest.fixture
def board(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """A clipboard of our own; what was copied last stands at its end."""
    kept: list[str] = [""]
    monkeypatch.setattr(clipboard, "put", lambda text: not kept.append(text))
    monkeypatch.setattr(clipboard, "get", lambda most=0: kept[-1])
    return kept


@pytest.fixture
def desk(window: WholeWindow, board: list[str]) -> Window:
    return window(Desk)


def line(desk: Window) -> TextEntry:
    assert isinstance(desk.scene, Desk)
    return desk.scene.line


def typed(desk: Window, *texts: str) -> None:
    for text in texts:
        pygame.event.post(pygame.event.Event(pygame.TEXTINPUT, text=text))
        desk.frame()


def composing(desk: Window, text: str) -> None:
    pygame.event.post(pygame.event.Event(pygame.TEXTEDITING, text=text, start=0, length=len(text)))
    desk.frame()


def struck(desk: Window, key: int, mod: int = 0) -> None:
    pygame.event.post(pygame.event.Event(pygame.KEYDOWN, key=key, mod=mod, unicode="", scancode=0))
    desk.frame()


def state(desk: Window) -> tuple[str, int, str]:
    edited = line(desk).edited
    return edited.text, edited.cursor, edited.selected


def test_the_keys_of_an_editor_do_in_the_line_what_they_do_elsewhere(desk: Window, board: list[str]) -> None:
    desk.press("o")
    assert line(desk).writing
    assert line(desk).text == "", "the letter of the key that opened the line is not written"
    typed(desk, *"two red hats")
    struck(desk, pygame.K_LEFT, CTRL)
    struck(desk, pygame.K_LEFT, CTRL | SHIFT)
    assert state(desk) == ("two red hats", 4, "red ")
    struck(desk, pygame.K_x, CTRL)
    assert (state(desk), board[-1]) == (("two hats", 4, ""), "red ")
    struck(desk, pygame.K_END)
    struck(desk, pygame.K_v, CTRL)
    assert state(desk) == ("two hatsred ", 12, "")
    struck(desk, pygame.K_BACKSPACE, CTRL)
    assert state(desk) == ("two ", 4, "")
    struck(desk, pygame.K_HOME, SHIFT)
    struck(desk, pygame.K_DELETE)
    assert state(desk) == ("", 0, "")
    for text in ("two ", "two hatsred ", "two hats", "two red hats"):
        struck(desk, pygame.K_z, CTRL)
        assert line(desk).text == text
    struck(desk, pygame.K_z, CTRL)
    assert line(desk).text == "two red", "typing is undone a word at a time"
    struck(desk, pygame.K_y, CTRL)
    struck(desk, pygame.K_z, CTRL | SHIFT)
    assert line(desk).text == "two hats"
    struck(desk, pygame.K_a, CTRL)
    typed(desk, "n")
    struck(desk, pygame.K_RETURN)
    assert isinstance(desk.scene, Desk)
    assert (desk.scene.done, line(desk).writing, desk.scene.ran) == (["n"], False, 0)
    desk.press("r")
    assert desk.scene.ran == 1


def test_commands_wait_while_a_person_writes_and_escape_and_tab_leave(desk: Window) -> None:
    assert isinstance(desk.scene, Desk)
    for key in ("escape", "tab"):
        desk.press("o", "r")
        assert (desk.scene.ran, line(desk).text) == (0, "r")
        desk.press(key)
        assert not line(desk).writing
    desk.press("r")
    assert desk.scene.ran == 1


def test_the_mouse_places_the_cursor_selects_words_and_drags(desk: Window) -> None:
    x, y = BOX[0] + 12, BOX[1] + BOX[3] / 2
    line(desk).edited.put("two red hats")
    desk.frame()
    style = desk.context.theme.type["body"]
    red = x + desk.letters.width("two r", style, 1.0)
    desk.click((red, y))
    assert state(desk) == ("two red hats", 5, "")
    desk.click((red, y))
    assert state(desk)[2] == "red"
    desk.click((red, y))
    assert state(desk)[2] == "two red hats"
    pygame.time.wait(450)  # the next press stands alone
    desk.drag((red, y), (x + 300, y))
    assert state(desk)[2] == "ed hats"
    desk.click((500, 400))
    assert not line(desk).writing


def test_a_long_text_moves_so_that_the_cursor_is_seen(desk: Window, board: list[str]) -> None:
    board.append("\n".join(f"word{number}" for number in range(200)) + "\n")
    desk.press("o")
    struck(desk, pygame.K_v, CTRL)
    assert len(line(desk).text) == 300, "no more than the line takes"
    assert "\n" not in line(desk).text
    assert any("word4" in said for said in desk.said), "its end is seen"
    assert not any(said.startswith("word0") for said in desk.said)
    struck(desk, pygame.K_HOME)
    assert any(said.startswith("word0") for said in desk.said)
    assert not any("word48" in said for said in desk.said)


def test_a_composition_is_underlined_in_the_text_until_it_is_finished(desk: Window) -> None:
    desk.press("o")
    typed(desk, "a", "b")
    struck(desk, pygame.K_LEFT)
    before = pygame.image.tobytes(desk.app.surface, "RGB")
    composing(desk, "Ж")
    assert (line(desk).text, line(desk).composed) == ("ab", "Ж")
    assert "aЖb" in desk.said
    assert pygame.image.tobytes(desk.app.surface, "RGB") != before
    composing(desk, "ЖЫ")
    typed(desk, "ЖЫ")
    assert (line(desk).text, line(desk).composed) == ("aЖЫb", "")
    composing(desk, "Ж")
    composing(desk, "")
    assert line(desk).text == "aЖЫb"


@pytest.mark.parametrize("comes_late", [True, False])
def test_a_key_that_ends_a_composition_finds_it_in_the_text(
    desk: Window, monkeypatch: pytest.MonkeyPatch, comes_late: bool
) -> None:
    monkeypatch.setattr(input_method, "LETS_KEYS_THROUGH", True)
    desk.press("o")
    composing(desk, "Ж")
    struck(desk, pygame.K_LSHIFT)
    assert line(desk).composed == "Ж"
    struck(desk, pygame.K_HOME)
    assert state(desk) == ("Ж", 0, "")
    if comes_late:  # the input method sends what it had composed behind the key
        typed(desk, "Ж")
    typed(desk, "a")
    assert state(desk) == ("aЖ", 1, "")
    composing(desk, "Ы")
    struck(desk, pygame.K_SPACE)
    typed(desk, " ", *(["Ы"] if comes_late else []))
    assert line(desk).text == "aЫ Ж", "a space stands behind what it ended"


def test_where_an_input_method_works_on_every_key_its_keys_do_nothing_else(
    desk: Window, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(input_method, "LETS_KEYS_THROUGH", False)
    desk.press("o")
    typed(desk, "a")
    composing(desk, "Ж")
    for key in (pygame.K_BACKSPACE, pygame.K_RETURN, pygame.K_LEFT):
        struck(desk, key)
    assert (line(desk).text, line(desk).composed, line(desk).writing) == ("a", "Ж", True)


def test_candidates_stand_at_the_cursor(desk: Window, monkeypatch: pytest.MonkeyPatch) -> None:
    places: list[pygame.Rect] = []
    monkeypatch.setattr(input_method, "stand_at", places.append)
    desk.press("o")
    typed(desk, "W", "W")
    assert places[-1].x - places[0].x == pytest.approx(
        desk.letters.width("WW", desk.context.theme.type["body"], 1), abs=1
    )
    assert BOX[1] < places[-1].y < BOX[1] + BOX[3]


def test_a_line_at_rest_is_drawn_the_same_and_moves_nothing(desk: Window) -> None:
    desk.press("o")
    typed(desk, "a")
    first = pygame.image.tobytes(desk.app.surface, "RGB")
    desk.wait(3.0)
    assert pygame.image.tobytes(desk.app.surface, "RGB") == first
    assert desk.scene.pulse() is None, "no cursor blinks"


def test_an_accent_goes_with_its_letter() -> None:
    edited = EditedText()
    edited.insert("ae\u0301b")
    assert edited.before(3) == 1
    assert edited.after(1) == 3
    edited.move(3)
    edited.erase(edited.before(3))
    assert edited.text == "ab"
    assert EditedText().word_at(0) == (0, 0)
