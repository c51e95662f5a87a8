"""Windows on no screen, and a showcase on the shelf: a whole game by chance."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import cache
from pathlib import Path

import pygame
import pytest

from game import showcase as showcases
from game.record import Record, write_record
from game.showcase import Showcase
from gui.salon import Salon
from gui.scene import Scene
from gui.stage import headless
from tests.gui.driving import Window, sample_showcase

WholeWindow = Callable[..., Window]


@pytest.fixture(scope="module")
def dummy() -> Iterator[None]:
    """A display that nobody sees."""
    with headless():
        yield


@cache
def whole_record() -> Record:
    """A game on the whole board; all tests share it, and none changes it."""
    return sample_showcase()


@pytest.fixture
def shown(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Showcase:
    """The only showcase there is: a game by chance with made-up opinions."""
    folder = tmp_path / "showcases"
    folder.mkdir()
    write_record(folder / "zuniq-duel.kibitz", whole_record())
    load, load_all = showcases.load, showcases.load_all
    monkeypatch.setattr(showcases, "load", lambda name, folder=folder: load(name, folder))
    monkeypatch.setattr(showcases, "load_all", lambda folder=folder: load_all(folder))
    return Showcase("zuniq-duel", whole_record())


@pytest.fixture
def window(dummy: None, shown: Showcase) -> Iterator[WholeWindow]:
    """Opens windows on scenes; all are closed in the end."""
    opened: list[Window] = []

    def open_window(build: Callable[[Salon], Scene], **how: object) -> Window:
        opened.append(Window(build, **how))  # type: ignore[arg-type]
        return opened[-1]

    yield open_window
    for each in opened:
        each.app.close()
    pygame.event.clear()
