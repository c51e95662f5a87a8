"""Windows on no screen, and a showcase on the shelf: a whole game by chance."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import cache
from pathlib import Path
from typing import TypeVar

import pygame
import pytest

from ai.tetris.replays import steps_of
from game import showcase as showcases
from game.practice.deck import read_deck
from game.record import Record, format_record, parse_played, play
from game.session import Session
from game.showcase import Showcase
from game.tetris.tetrio import Match, read, replay_of
from gui import destinations as to
from gui.context import AppContext, Scene
from gui.play.engine_room import EngineRoom
from gui.router import BUILDERS
from gui.scenes.books.book import BookGraph, opened
from gui.scenes.home import HomeScene
from gui.stage import headless
from tests.gui.asking import BRISK, ENGINES
from tests.gui.driving import Window, sample_showcase
from tests.gui.playing import long_game

WholeWindow = Callable[..., Window]
Made = TypeVar("Made")


@pytest.fixture(scope="module")
def dummy() -> Iterator[None]:
    """A display that nobody sees."""
    with headless():
        yield


def once(make: Callable[..., Made]) -> Callable[..., Made]:
    """The same with what it made of an object kept: it is asked for it once, whether it can be hashed or not."""
    made: dict[int, tuple[object, Made]] = {}

    def asked(what: object, *more: object) -> Made:
        if id(what) not in made:
            made[id(what)] = what, make(what, *more)
        return made[id(what)][1]

    return asked


def again(make: Callable[[Match], Iterator[Made]]) -> Callable[[Match], Iterator[Made]]:
    """The same steps once more, as they were taken the first time."""
    steps = once(lambda match: list(make(match)))
    return lambda match: iter(steps(match))


@pytest.fixture(scope="module")
def read_once() -> Iterator[None]:
    """Each file is read once, each game replayed once, each map drawn up once, however many scenes show it."""
    with pytest.MonkeyPatch.context() as patch:
        share(patch)
        yield


def share(patch: pytest.MonkeyPatch) -> None:
    """The same for the rest of the process, until `patch` is undone."""
    for name, shared in _READ_ONCE.items():
        patch.setattr(name, shared)


_READ_ONCE = {
    "game.record.parse_played": cache(parse_played),
    "game.session.play": once(play),
    "gui.scenes.books.book.opened": cache(opened),
    "gui.scenes.books.book.BookGraph": once(BookGraph),
    "gui.screenshot_scenes.read": cache(read),
    "gui.scenes.tetrio.rounds.replay_of": once(replay_of),
    "gui.scenes.tetrio.rounds.steps_of": again(steps_of),
    "game.practice.collection.read_deck": cache(read_deck),
}


@cache
def record(dots: str) -> Record:
    """A game by chance; all tests share it, and none changes it."""
    return sample_showcase(dots)


@cache
def written(dots: str) -> dict[str, bytes]:
    """The files of the showcases by name: to write one anew plays the whole game."""
    return {"zuniq-duel": format_record(record(dots)), "marathon": format_record(long_game())}


def on_the_shelf(dots: str, folder: Path, monkeypatch: pytest.MonkeyPatch) -> Showcase:
    """The only showcases there are: a game by chance with made-up opinions, and a long game that is not long."""
    for name, content in written(dots).items():
        (folder / f"{name}.kibitz").write_bytes(content)
    load, load_all = showcases.load, showcases.load_all
    monkeypatch.setattr(showcases, "load", lambda name, folder=folder: load(name, folder))
    monkeypatch.setattr(showcases, "load_all", lambda folder=folder: load_all(folder))
    return Showcase("zuniq-duel", record(dots))


@pytest.fixture
def shown(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Showcase:
    """A showcase on the whole board."""
    return on_the_shelf("6x6", tmp_path, monkeypatch)


@pytest.fixture
def small(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Showcase:
    """A showcase on a small board, for tests that look at nothing."""
    return on_the_shelf("4x4", tmp_path, monkeypatch)


@pytest.fixture
def window(dummy: None) -> Iterator[WholeWindow]:
    """Opens windows on scenes; all are closed in the end."""
    windows: list[Window] = []

    def open_window(build: Callable[[AppContext], Scene], **how: object) -> Window:
        windows.append(Window(build, **how))  # type: ignore[arg-type]
        return windows[-1]

    yield open_window
    for each in windows:
        each.app.close()
    pygame.event.clear()


@pytest.fixture
def room(monkeypatch: pytest.MonkeyPatch) -> Iterator[EngineRoom]:
    monkeypatch.syspath_prepend(ENGINES)
    with EngineRoom(engines="unruly:create") as room:
        yield room


@pytest.fixture
def brisk(monkeypatch: pytest.MonkeyPatch) -> Iterator[EngineRoom]:
    """A room that takes a worker for hung after little more than half a second."""
    monkeypatch.syspath_prepend(ENGINES)
    with EngineRoom(BRISK, "unruly:create") as room:
        yield room


@pytest.fixture
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A home of its own, with nothing in it."""
    monkeypatch.setenv("KIBITZ_HOME", str(tmp_path / "home"))
    return tmp_path / "home"


@pytest.fixture
def table(window: WholeWindow, home: Path, small: Showcase) -> Window:
    """A window that shows home, with files of its own."""
    return window(HomeScene)


@pytest.fixture
def begun(monkeypatch: pytest.MonkeyPatch) -> list[Session]:
    """The games that were begun, instead of a table at which they are played."""
    sessions: list[Session] = []

    def play(context: AppContext, where: to.Play, back: Scene) -> Scene:
        sessions.append(where.session)
        return back

    monkeypatch.setitem(BUILDERS, to.Play, play)
    return sessions
