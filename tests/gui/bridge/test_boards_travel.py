"""Matches of bridge on the shelf: kept, copied and saved as PBN, opened again."""

from __future__ import annotations

import random
from collections.abc import Callable
from pathlib import Path

import pytest

from game import transfer
from game.bridge import State
from game.record import Seat
from game.session import Session
from gui.scenes.games import GamesScene
from gui.ui import clipboard
from tests.game.bridge.matches import by_chance
from tests.gui.driving import Window


def match(ended: int) -> Session:
    """A match of two deals by chance until so many have ended."""
    session = Session.new("bridge", {"deals": "random:6", "match": "2 deals"}, (Seat("Ann"), Seat("Bob")))
    dice = random.Random(6)
    while isinstance(session.position, State) and session.position.played < ended:
        session.play(by_chance(session.position, dice))
    return session


@pytest.fixture
def items(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> list[str]:
    """Return the contents of the clipboard, the newest last; and a home of one's own."""
    monkeypatch.setenv("KIBITZ_HOME", str(tmp_path))
    texts: list[str] = []
    monkeypatch.setattr(clipboard, "put", lambda text: not texts.append(text))
    monkeypatch.setattr(clipboard, "get", lambda most=0: texts[-1] if texts else "")
    return texts


def test_finished_boards_are_copied_and_pasted(window: Callable[..., Window], items: list[str]) -> None:
    shown = window(lambda context: GamesScene(context, None, match(2)))
    assert "Copy the boards" in shown.texts
    shown.press("c")
    assert any("Copied 2 boards." in line for line in shown.texts)
    assert items[-1].count("[Deal ") == 2
    shown.press("v")
    assert shown.scene.name == "review"


def test_cards_that_nobody_may_see_yet_are_not_copied(
    window: Callable[..., Window], items: list[str]
) -> None:
    session = match(0)
    session.play("1S")
    shown = window(lambda context: GamesScene(context, None, session))
    shown.press("c")
    assert not items
    assert any("No deal of this match has ended yet" in line for line in shown.texts)


def test_boards_are_saved_in_a_file_and_opened_from_it(
    window: Callable[..., Window], items: list[str], tmp_path: Path
) -> None:
    shown = window(lambda context: GamesScene(context, None, match(2)))
    shown.press("w")
    assert any(".pbn saves only the moves" in line for line in shown.texts)
    scene = shown.scene
    assert isinstance(scene, GamesScene)
    path = tmp_path / "boards.pbn"
    scene.line._done(str(path))
    again, _ = transfer.open_file(path)
    assert transfer.boards_in(again) == 2
    scene.open_path(str(path))
    shown.frame()
    assert shown.scene.name == "review"
