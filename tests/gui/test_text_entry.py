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
    items: list[str] = [""]
    monkeypatch.setattr(clipboard, "put", lambda text: not items.append(text))
    monkeypatch.setattr(clipboard, "get", lambda most=0: items[-1])
    return items


@pytest.fixture
def desk(window: WholeWindow, board: list[str]) -> Window:
    return window(Desk)


def line(workspace: Window) -> TextEntry:
    assert isinstance(workspace.scene, Desk)
    return workspace.scene.line


def typed(workspace: Window, *texts: str) -> None:
    for text in texts:
        pygame.event.post(pygame.event.Event(pygame.TEXTINPUT, text=text))
        workspace.frame()


def composing(workspace: Window, text: str) -> None:
    pygame.event.post(pygame.event.Event(pygame.TEXTEDITING, text=text, start=0, length=len(text)))
    workspace.frame()


def struck(workspace: Window, key: int, mod: int = 0) -> None:
    pygame.event.post(pygame.event.Event(pygame.KEYDOWN, key=key, mod=mod, unicode="", scancode=0))
    workspace.frame()


def state(workspace: Window) -> tuple[str, int, str]:
    edited = line(workspace).edited
    return edited.text, edited.cursor, edited.selected


def test_the_keys_of_an_editor_do_in_the_line_what_they_do_elsewhere(
    workspace: Window, board: list[str]
) -> None:
    workspace.press("o")
    assert line(workspace).writing
    assert line(workspace).text == "", "the letter of the key that opened the line is not written"
    typed(workspace, *"two red hats")
    struck(workspace, pygame.K_LEFT, CTRL)
    struck(workspace, pygame.K_LEFT, CTRL | SHIFT)
    assert state(workspace) == ("two red hats", 4, "red ")
    struck(workspace, pygame.K_x, CTRL)
    assert (state(workspace), board[-1]) == (("two hats", 4, ""), "red ")
    struck(workspace, pygame.K_END)
    struck(workspace, pygame.K_v, CTRL)
    assert state(workspace) == ("two hatsred ", 12, "")
    struck(workspace, pygame.K_BACKSPACE, CTRL)
    assert state(workspace) == ("two ", 4, "")
    struck(workspace, pygame.K_HOME, SHIFT)
    struck(workspace, pygame.K_DELETE)
    assert state(workspace) == ("", 0, "")
    for text in ("two ", "two hatsred ", "two hats", "two red hats"):
        struck(workspace, pygame.K_z, CTRL)
        assert line(workspace).text == text
    struck(workspace, pygame.K_z, CTRL)
    assert line(workspace).text == "two red", "typing is undone a word at a time"
    struck(workspace, pygame.K_y, CTRL)
    struck(workspace, pygame.K_z, CTRL | SHIFT)
    assert line(workspace).text == "two hats"
    struck(workspace, pygame.K_a, CTRL)
    typed(workspace, "n")
    struck(workspace, pygame.K_RETURN)
    assert isinstance(workspace.scene, Desk)
    assert (workspace.scene.done, line(workspace).writing, workspace.scene.ran) == (["n"], False, 0)
    workspace.press("r")
    assert workspace.scene.ran == 1


def test_commands_wait_while_a_person_writes_and_escape_and_tab_leave(workspace: Window) -> None:
    assert isinstance(workspace.scene, Desk)
    for key in ("escape", "tab"):
        workspace.press("o", "r")
        assert (workspace.scene.ran, line(workspace).text) == (0, "r")
        workspace.press(key)
        assert not line(workspace).writing
    workspace.press("r")
    assert workspace.scene.ran == 1


def test_the_mouse_places_the_cursor_selects_words_and_drags(workspace: Window) -> None:
    x, y = BOX[0] + 12, BOX[1] + BOX[3] / 2
    line(workspace).edited.put("two red hats")
    workspace.frame()
    style = workspace.context.theme.type["body"]
    red = x + workspace.letters.width("two r", style, 1.0)
    workspace.click((red, y))
    assert state(workspace) == ("two red hats", 5, "")
    workspace.click((red, y))
    assert state(workspace)[2] == "red"
    workspace.click((red, y))
    assert state(workspace)[2] == "two red hats"
    pygame.time.wait(450)  # the next press stands alone
    workspace.drag((red, y), (x + 300, y))
    assert state(workspace)[2] == "ed hats"
    workspace.click((500, 400))
    assert not line(workspace).writing


def test_a_long_text_moves_so_that_the_cursor_is_seen(workspace: Window, board: list[str]) -> None:
    board.append("\n".join(f"word{number}" for number in range(200)) + "\n")
    workspace.press("o")
    struck(workspace, pygame.K_v, CTRL)
    assert len(line(workspace).text) == 300, "no more than the line takes"
    assert "\n" not in line(workspace).text
    assert any("word4" in text for text in workspace.said), "its end is seen"
    assert not any(message.startswith("word0") for message in workspace.said)
    struck(workspace, pygame.K_HOME)
    assert any(words.startswith("word0") for words in workspace.said)
    assert not any("word48" in sentence for sentence in workspace.said)


def test_a_composition_is_underlined_in_the_text_until_it_is_finished(workspace: Window) -> None:
    workspace.press("o")
    typed(workspace, "a", "b")
    struck(workspace, pygame.K_LEFT)
    before = pygame.image.tobytes(workspace.app.surface, "RGB")
    composing(workspace, "Ж")
    assert (line(workspace).text, line(workspace).composed) == ("ab", "Ж")
    assert "aЖb" in workspace.said
    assert pygame.image.tobytes(workspace.app.surface, "RGB") != before
    composing(workspace, "ЖЫ")
    typed(workspace, "ЖЫ")
    assert (line(workspace).text, line(workspace).composed) == ("aЖЫb", "")
    composing(workspace, "Ж")
    composing(workspace, "")
    assert line(workspace).text == "aЖЫb"


@pytest.mark.parametrize("comes_late", [True, False])
def test_a_key_that_ends_a_composition_finds_it_in_the_text(
    workspace: Window, monkeypatch: pytest.MonkeyPatch, comes_late: bool
) -> None:
    monkeypatch.setattr(input_method, "LETS_KEYS_THROUGH", True)
    workspace.press("o")
    composing(workspace, "Ж")
    struck(workspace, pygame.K_LSHIFT)
    assert line(workspace).composed == "Ж"
    struck(workspace, pygame.K_HOME)
    assert state(workspace) == ("Ж", 0, "")
    if comes_late:  # the input method sends what it had composed behind the key
        typed(workspace, "Ж")
    typed(workspace, "a")
    assert state(workspace) == ("aЖ", 1, "")
    composing(workspace, "Ы")
    struck(workspace, pygame.K_SPACE)
    typed(workspace, " ", *(["Ы"] if comes_late else []))
    assert line(workspace).text == "aЫ Ж", "a space stands behind what it ended"


def test_where_an_input_method_works_on_every_key_its_keys_do_nothing_else(
    workspace: Window, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(input_method, "LETS_KEYS_THROUGH", False)
    workspace.press("o")
    typed(workspace, "a")
    composing(workspace, "Ж")
    for key in (pygame.K_BACKSPACE, pygame.K_RETURN, pygame.K_LEFT):
        struck(workspace, key)
    assert (line(workspace).text, line(workspace).composed, line(workspace).writing) == ("a", "Ж", True)


def test_candidates_stand_at_the_cursor(workspace: Window, monkeypatch: pytest.MonkeyPatch) -> None:
    places: list[pygame.Rect] = []
    monkeypatch.setattr(input_method, "stand_at", places.append)
    workspace.press("o")
    typed(workspace, "W", "W")
    assert places[-1].x - places[0].x == pytest.approx(
        workspace.letters.width("WW", workspace.context.theme.type["body"], 1), abs=1
    )
    assert BOX[1] < places[-1].y < BOX[1] + BOX[3]


def test_a_line_at_rest_is_drawn_the_same_and_moves_nothing(workspace: Window) -> None:
    workspace.press("o")
    typed(workspace, "a")
    first = pygame.image.tobytes(workspace.app.surface, "RGB")
    workspace.wait(3.0)
    assert pygame.image.tobytes(workspace.app.surface, "RGB") == first
    assert workspace.scene.pulse() is None, "no cursor blinks"


def test_an_accent_goes_with_its_letter() -> None:
    edited = EditedText()
    edited.insert("ae\u0301b")
    assert edited.before(3) == 1
    assert edited.after(1) == 3
    edited.move(3)
    edited.erase(edited.before(3))
    assert edited.text == "ab"
    assert EditedText().word_at(0) == (0, 0)
