"""The shelf at home: books first, page by page, by mouse, wheel and keyboard; nothing of it is out of reach."""

from __future__ import annotations

from pathlib import Path

import pygame
import pytest

from game import showcase as showcases
from game.record import write_record
from game.showcase import Showcase, minutes
from gui.scenes.home import HomeScene
from gui.scenes.showcase import ShowcaseScene
from tests.gui.conftest import WholeWindow
from tests.gui.driving import Window

NAMES = ("bt-loop", "hachispin-dpc", "okey-dpc", "one", "three", "two")
SHOWN = ("hachispin-dpc", "okey-dpc", "bt-loop", "marathon", "one", "three", "two", "zuniq-duel")


@pytest.fixture
def full(small: Showcase, tmp_path: Path, window: WholeWindow, home: Path) -> Window:
    """Home with eight showcases, three of them of books, in the smallest window."""
    for name in NAMES:
        write_record(tmp_path / f"{name}.kibitz", small.record)
    assert len(showcases.load_all()[0]) == len(SHOWN)
    return window(HomeScene, size=(640, 480))


def seen(window: Window) -> list[str]:
    names = window.scene.targets.names()
    return [name.removeprefix("showcase ") for name in names if name.startswith("showcase ")]


def test_books_stand_first_and_every_tile_is_on_one_page(full: Window) -> None:
    pages = list[str]()
    for number in range(3):
        assert f"{number + 1} of 3" in full.texts
        pages += seen(full)
        full.click_on("shelf on")
    assert pages == list(SHOWN)
    assert "1 of 3" in full.texts, "around the end"


def test_pages_turn_by_keys_and_by_the_wheel_over_the_shelf_only(full: Window) -> None:
    first = seen(full)
    full.press("pagedown")
    second = seen(full)
    assert second != first
    full.press("pageup")
    assert seen(full) == first
    full.move(full.target(f"showcase {first[0]}"))
    wheel(full, sideways=1)
    assert seen(full) == first
    wheel(full)
    assert seen(full) == second
    full.move((10, 10))
    wheel(full)
    assert seen(full) == second


def wheel(window: Window, sideways: int = 0) -> None:
    """Turn the wheel down, or only sideways as fingers on a pad do."""
    pygame.event.post(pygame.event.Event(pygame.MOUSEWHEEL, x=sideways, y=0 if sideways else -1))
    window.frame()


@pytest.mark.parametrize(
    ("size", "scale"), [((1280, 720), 1.0), ((1240, 697), 1.0), ((1010, 568), 1.0), ((800, 600), 1.5)]
)
def test_every_showcase_has_its_length(
    window: WholeWindow, home: Path, size: tuple[int, int], scale: float
) -> None:
    opened, messages = window(HomeScene, size=size, scale=scale), set[str]()
    for _ in range(8):
        messages |= set(opened.texts)
        opened.press("pagedown")
    shown, _ = showcases.load_all()
    assert {minutes(one.seconds) for one in shown} <= messages
    assert {one.title for one in shown} <= messages


def test_a_tile_of_a_later_page_opens_its_showcase(full: Window) -> None:
    full.press("pagedown")
    full.click_on(f"showcase {seen(full)[1]}")
    assert isinstance(full.scene, ShowcaseScene)
