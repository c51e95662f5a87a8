"""A menu: walked through by keys and letters, pressed, turned by the wheel, and closed with the focus where it was."""

from __future__ import annotations

import pygame
import pytest

from gui.context import AppContext, Scene
from gui.ui.canvas import Canvas
from gui.ui.chrome import page
from gui.ui.controls import drop_down
from gui.ui.menu import Menu
from tests.gui.conftest import WholeWindow
from tests.gui.driving import Window

OPTIONS = [f"Level {number}" for number in range(30)] + ["Expert", "Easy"]


class FormScene(Scene):
    """A control at the foot of the window, and the menu that it opens."""

    box = (100.0, 640.0, 200.0, 36.0)

    def __init__(self, context: AppContext) -> None:
        super().__init__(context, Scene(context))
        self.menu = Menu(self.targets)
        self.chosen: list[int] = []

    def open(self) -> None:
        self.menu.open(OPTIONS, 2, self.chosen.append)

    def handle(self, event: pygame.event.Event) -> Scene | None:
        return self.next if self.menu.handle(event, self.context.scale) else super().handle(event)

    def update(self, seconds: float) -> Scene | None:
        self.menu.update()
        return super().update(seconds)

    def draw(self, canvas: Canvas) -> None:
        with page(canvas, self, panel=False):
            self.targets.add("control", self.box, self.open)
            drop_down(canvas, self.box, OPTIONS[2])
            self.menu.draw_at(canvas, self.box, (0, 48, canvas.width, canvas.height - 48))


@pytest.fixture
def form(window: WholeWindow) -> Window:
    return window(FormScene)


def scene(form: Window) -> FormScene:
    assert isinstance(form.scene, FormScene)
    return form.scene


@pytest.mark.parametrize(
    ("keys", "number"),
    [
        (["down", "down", "up"], 3), (["end"], 31), (["end", "home"], 0), (["e"], 30), (["e", "e"], 31),
        (["e", "a"], 31), (["l"], 3), (["x"], 2), (["home", "up"], 0),
    ],
)  # fmt: skip
@pytest.mark.parametrize("last", ["enter", "space"])
def test_the_keyboard_takes_an_option(form: Window, keys: list[str], number: int, last: str) -> None:
    form.walk_to("control")
    form.press("enter", *keys)
    box = next(each for each in form.scene.targets.all() if each.name == f"pick {number}").box
    form.press(last)
    assert scene(form).chosen == [number]
    assert not scene(form).menu.is_open
    assert form.scene.targets.focused("control"), "the focus is where it was"
    assert box[1] >= 48, "the option was in sight"
    assert box[1] + box[3] <= FormScene.box[1], "above its control, where there is more room"


def test_escape_and_a_press_elsewhere_take_nothing(form: Window) -> None:
    for leave in (lambda: form.press("escape"), lambda: form.click((900, 300))):
        form.click_on("control")
        assert scene(form).menu.is_open
        leave()
        assert not scene(form).menu.is_open
    assert scene(form).chosen == []


def test_the_wheel_turns_the_list_and_a_press_takes_what_lies_there(form: Window) -> None:
    form.click_on("control")
    form.click_on("pick 29")
    assert scene(form).chosen == [29]
