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


class FormScene(Scene):
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
    items: list[str] = [""]
    monkeypatch.setattr(clipboard, "put", lambda text: not items.append(text))
    monkeypatch.setattr(clipboard, "get", lambda most=0: items[-1])
    return items


@pytest.fixture
def form(window: WholeWindow, board: list[str]) -> Window:
    return window(FormScene)


def line(form: Window) -> TextEntry:
    assert isinstance(form.scene, FormScene)
    return form.scene.line


def typed(form: Window, *texts: str) -> None:
    for text in texts:
        pygame.event.post(pygame.event.Event(pygame.TEXTINPUT, text=text))
        form.frame()


def composing(form: Window, text: str) -> None:
    pygame.event.post(pygame.event.Event(pygame.TEXTEDITING, text=text, start=0, length=len(text)))
    form.frame()


def struck(form: Window, key: int, mod: int = 0) -> None:
    pygame.event.post(pygame.event.Event(pygame.KEYDOWN, key=key, mod=mod, unicode="", scancode=0))
    form.frame()


def state(form: Window) -> tuple[str, int, str]:
    edited = line(form).edited
    return edited.text, edited.cursor, edited.selected


def test_the_keys_of_an_editor_do_in_the_line_what_they_do_elsewhere(form: Window, board: list[str]) -> None:
    form.press("o")
    assert line(form).writing
    assert line(form).text == "", "the letter of the key that opened the line is not written"
    typed(form, *"two red hats")
    struck(form, pygame.K_LEFT, CTRL)
    struck(form, pygame.K_LEFT, CTRL | SHIFT)
    assert state(form) == ("two red hats", 4, "red ")
    struck(form, pygame.K_x, CTRL)
    assert (state(form), board[-1]) == (("two hats", 4, ""), "red ")
    struck(form, pygame.K_END)
    struck(form, pygame.K_v, CTRL)
    assert state(form) == ("two hatsred ", 12, "")
    struck(form, pygame.K_BACKSPACE, CTRL)
    assert state(form) == ("two ", 4, "")
    struck(form, pygame.K_HOME, SHIFT)
    struck(form, pygame.K_DELETE)
    assert state(form) == ("", 0, "")
    for text in ("two ", "two hatsred ", "two hats", "two red hats"):
        struck(form, pygame.K_z, CTRL)
        assert line(form).text == text
    struck(form, pygame.K_z, CTRL)
    assert line(form).text == "two red", "typing is undone a word at a time"
    struck(form, pygame.K_y, CTRL)
    struck(form, pygame.K_z, CTRL | SHIFT)
    assert line(form).text == "two hats"
    struck(form, pygame.K_a, CTRL)
    typed(form, "n")
    struck(form, pygame.K_RETURN)
    assert isinstance(form.scene, FormScene)
    assert (form.scene.done, line(form).writing, form.scene.ran) == (["n"], False, 0)
    form.press("r")
    assert form.scene.ran == 1


def test_commands_wait_while_a_person_writes_and_escape_and_tab_leave(form: Window) -> None:
    assert isinstance(form.scene, FormScene)
    for key in ("escape", "tab"):
        form.press("o", "r")
        assert (form.scene.ran, line(form).text) == (0, "r")
        form.press(key)
        assert not line(form).writing
    form.press("r")
    assert form.scene.ran == 1


def test_the_mouse_places_the_cursor_selects_words_and_drags(form: Window) -> None:
    x, y = BOX[0] + 12, BOX[1] + BOX[3] / 2
    line(form).edited.put("two red hats")
    form.frame()
    style = form.context.theme.type["body"]
    red = x + form.letters.width("two r", style, 1.0)
    form.click((red, y))
    assert state(form) == ("two red hats", 5, "")
    form.click((red, y))
    assert state(form)[2] == "red"
    form.click((red, y))
    assert state(form)[2] == "two red hats"
    pygame.time.wait(450)  # the next press stands alone
    form.drag((red, y), (x + 300, y))
    assert state(form)[2] == "ed hats"
    form.click((500, 400))
    assert not line(form).writing


def test_a_long_text_moves_so_that_the_cursor_is_seen(form: Window, board: list[str]) -> None:
    board.append("\n".join(f"word{number}" for number in range(200)) + "\n")
    form.press("o")
    struck(form, pygame.K_v, CTRL)
    assert len(line(form).text) == 300, "no more than the line takes"
    assert "\n" not in line(form).text
    assert any("word4" in text for text in form.texts), "its end is seen"
    assert not any(message.startswith("word0") for message in form.texts)
    struck(form, pygame.K_HOME)
    assert any(words.startswith("word0") for words in form.texts)
    assert not any("word48" in sentence for sentence in form.texts)


def test_a_composition_is_underlined_in_the_text_until_it_is_finished(form: Window) -> None:
    form.press("o")
    typed(form, "a", "b")
    struck(form, pygame.K_LEFT)
    before = pygame.image.tobytes(form.app.surface, "RGB")
    composing(form, "Ж")
    assert (line(form).text, line(form).composed) == ("ab", "Ж")
    assert "aЖb" in form.texts
    assert pygame.image.tobytes(form.app.surface, "RGB") != before
    composing(form, "ЖЫ")
    typed(form, "ЖЫ")
    assert (line(form).text, line(form).composed) == ("aЖЫb", "")
    composing(form, "Ж")
    composing(form, "")
    assert line(form).text == "aЖЫb"


@pytest.mark.parametrize("comes_late", [True, False])
def test_a_key_that_ends_a_composition_finds_it_in_the_text(
    form: Window, monkeypatch: pytest.MonkeyPatch, comes_late: bool
) -> None:
    monkeypatch.setattr(input_method, "LETS_KEYS_THROUGH", True)
    form.press("o")
    composing(form, "Ж")
    struck(form, pygame.K_LSHIFT)
    assert line(form).composed == "Ж"
    struck(form, pygame.K_HOME)
    assert state(form) == ("Ж", 0, "")
    if comes_late:  # the input method sends what it had composed behind the key
        typed(form, "Ж")
    typed(form, "a")
    assert state(form) == ("aЖ", 1, "")
    composing(form, "Ы")
    struck(form, pygame.K_SPACE)
    typed(form, " ", *(["Ы"] if comes_late else []))
    assert line(form).text == "aЫ Ж", "a space stands behind what it ended"


def test_where_an_input_method_works_on_every_key_its_keys_do_nothing_else(
    form: Window, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(input_method, "LETS_KEYS_THROUGH", False)
    form.press("o")
    typed(form, "a")
    composing(form, "Ж")
    for key in (pygame.K_BACKSPACE, pygame.K_RETURN, pygame.K_LEFT):
        struck(form, key)
    assert (line(form).text, line(form).composed, line(form).writing) == ("a", "Ж", True)


def test_candidates_stand_at_the_cursor(form: Window, monkeypatch: pytest.MonkeyPatch) -> None:
    places: list[pygame.Rect] = []
    monkeypatch.setattr(input_method, "stand_at", places.append)
    form.press("o")
    typed(form, "W", "W")
    assert places[-1].x - places[0].x == pytest.approx(
        form.letters.width("WW", form.context.theme.type["body"], 1), abs=1
    )
    assert BOX[1] < places[-1].y < BOX[1] + BOX[3]


def test_a_line_at_rest_is_drawn_the_same_and_moves_nothing(form: Window) -> None:
    form.press("o")
    typed(form, "a")
    first = pygame.image.tobytes(form.app.surface, "RGB")
    form.wait(3.0)
    assert pygame.image.tobytes(form.app.surface, "RGB") == first
    assert form.scene.pulse() is None, "no cursor blinks"


def test_an_accent_goes_with_its_letter() -> None:
    edited = EditedText()
    edited.insert("ae\u0301b")
    assert edited.before(3) == 1
    assert edited.after(1) == 3
    edited.move(3)
    edited.erase(edited.before(3))
    assert edited.text == "ab"
    assert EditedText().word_at(0) == (0, 0)
