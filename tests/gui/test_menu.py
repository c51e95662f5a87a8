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


class Desk(Scene):
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
def desk(window: WholeWindow) -> Window:
    return window(Desk)


def scene(workspace: Window) -> Desk:
    assert isinstance(workspace.scene, Desk)
    return workspace.scene


@pytest.mark.parametrize(
    ("keys", "number"),
    [
        (["down", "down", "up"], 3), (["end"], 31), (["end", "home"], 0), (["e"], 30), (["e", "e"], 31),
        (["e", "a"], 31), (["l"], 3), (["x"], 2), (["home", "up"], 0),
    ],
)  # fmt: skip
@pytest.mark.parametrize("last", ["enter", "space"])
def test_the_keyboard_takes_an_option(workspace: Window, keys: list[str], number: int, last: str) -> None:
    workspace.walk_to("control")
    workspace.press("enter", *keys)
    box = next(each for each in workspace.scene.targets.all() if each.name == f"pick {number}").box
    workspace.press(last)
    assert scene(workspace).chosen == [number]
    assert not scene(workspace).menu.is_open
    assert workspace.scene.targets.focused("control"), "the focus is where it was"
    assert box[1] >= 48, "the option was in sight"
    assert box[1] + box[3] <= Desk.box[1], "above its control, where there is more room"


def test_escape_and_a_press_elsewhere_take_nothing(workspace: Window) -> None:
    for leave in (lambda: workspace.press("escape"), lambda: workspace.click((900, 300))):
        workspace.click_on("control")
        assert scene(workspace).menu.is_open
        leave()
        assert not scene(workspace).menu.is_open
    assert scene(workspace).chosen == []


def test_the_wheel_turns_the_list_and_a_press_takes_what_lies_there(workspace: Window) -> None:
    workspace.click_on("control")
    workspace.click_on("pick 29")
    assert scene(workspace).chosen == [29]
