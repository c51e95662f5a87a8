"""Finesse in the window: the keys that are pressed count, one that is held counts once."""

from pathlib import Path

import pygame
import pytest

from game.games import open_position
from game.practice import collection
from game.practice.collection import decks_dir
from game.practice.deck import Deck, write_deck
from game.practice.history import History
from game.practice.problem import Keys, Problem
from game.practice.sameness import identity
from gui.scenes.home import HomeScene
from gui.scenes.practice.problem import ProblemScene
from tests.gui.conftest import WholeWindow
from tests.gui.driving import Window

START = {"queue": "list:O", "hold": "off"}
TASK = Keys("O north 1 0 none", 2)  # to the wall, and one column back


@pytest.fixture
def finesse(monkeypatch: pytest.MonkeyPatch, tmp_path: Path, window: WholeWindow) -> Window:
    """A window in which the problem is open."""
    monkeypatch.setattr(collection, "shipped", lambda *_: tmp_path)
    here = open_position("tetris", START)
    problem = Problem(
        id=identity(here, TASK),
        game="tetris",
        start=START,
        task=TASK,
        answers=(TASK.placement,),
        theme="finesse",
    )
    write_deck(decks_dir() / "keys.deck", Deck(name="keys", title="Keys", problems=(problem,)))
    opened = window(HomeScene)
    opened.press("p", "enter")
    assert isinstance(opened.scene, ProblemScene)
    assert "Bring it to the outline with 2 keys." in opened.texts
    return opened


def hold(window: Window, key: int, times: int) -> None:
    """A key that is held, and repeats."""
    for _ in range(times):
        pygame.event.post(pygame.event.Event(pygame.KEYDOWN, key=key, mod=0, unicode="", scancode=0))
        window.frame()
    pygame.event.post(pygame.event.Event(pygame.KEYUP, key=key, mod=0, unicode="", scancode=0))
    window.frame()


def test_the_fewest_keys_are_right(finesse: Window) -> None:
    hold(finesse, pygame.K_LEFT, 7)
    hold(finesse, pygame.K_RIGHT, 1)
    finesse.press("space")
    finesse.wait(0.3)
    assert "Right." in finesse.texts
    assert [each.outcome for each in History().attempts] == ["right"]


def test_a_key_too_many_is_told_and_the_count_begins_anew(finesse: Window) -> None:
    for _ in range(3):
        hold(finesse, pygame.K_LEFT, 1)
    finesse.press("space")
    finesse.wait(0.3)
    assert {"You played", "3 keys", "2 keys would do"} <= set(finesse.texts)
    finesse.press("t")
    hold(finesse, pygame.K_LEFT, 7)
    hold(finesse, pygame.K_RIGHT, 1)
    finesse.press("space")
    finesse.wait(0.3)
    assert "Right." in finesse.texts
    assert [each.outcome for each in History().attempts] == ["wrong"]
