"""Remember the cards: by keys alone and by mouse alone, and nothing that South cannot know is shown."""

from pathlib import Path

import pygame
import pytest

from ai.practice.making import make
from game.practice import collection
from game.practice.collection import decks_dir
from game.practice.deck import write_deck
from game.practice.history import History
from gui.scenes.home import HomeScene
from gui.scenes.practice.recall import RecallScene
from tests.gui.conftest import WholeWindow
from tests.gui.driving import Window


@pytest.fixture
def recall(monkeypatch: pytest.MonkeyPatch, tmp_path: Path, window: WholeWindow) -> Window:
    """A window in which a problem is open."""
    monkeypatch.setattr(collection, "shipped", lambda *_: tmp_path)
    write_deck(decks_dir() / "recall.deck", make("recall", 3, 2).deck)
    opened = window(HomeScene)
    opened.press("p", "enter")
    return opened


def scene_of(window: Window) -> RecallScene:
    assert isinstance(window.scene, RecallScene)
    return window.scene


def test_by_keys_alone(recall: Window) -> None:
    scene = scene_of(recall)
    recall.press(*["space"] * (len(scene.tricks) + 1))
    for name in scene.names_to_mark():
        assert scene.targets.focus == name
        if name in scene.problem.answers:
            recall.press("space")
        recall.press("tab")
    scene.targets.focus = scene.names_to_mark()[0]
    recall.press("enter")
    assert "Right." in recall.texts
    assert [each.outcome for each in History().attempts] == ["right"]


def test_by_mouse_alone(recall: Window) -> None:
    scene = scene_of(recall)
    for _ in range(len(scene.tricks) + 1):
        recall.click_on("step")
    wrong = next(name for name in scene.names_to_mark() if name not in scene.problem.answers)
    for name in (*scene.problem.answers, wrong):
        recall.click_on(name)
    recall.click_on("check")
    assert any(
        "went by in trick" in text or "did not follow" in text or "lies open" in text for text in recall.texts
    )
    assert [each.outcome for each in History().attempts] == ["wrong"]


def test_the_table_is_covered_and_fits_at_every_size(recall: Window) -> None:
    scene = scene_of(recall)
    assert "Your hand" in recall.texts
    recall.press(*["space"] * (len(scene.tricks) + 1))
    assert "Your hand" not in recall.texts
    for size in ((800, 600), (1280, 720), (1920, 1080)):
        pygame.display.set_mode(size, pygame.RESIZABLE)
        pygame.event.post(pygame.event.Event(pygame.VIDEORESIZE, size=size, w=size[0], h=size[1]))
        recall.frame(2)
        scale = recall.context.scale
        boxes = [each.box for each in scene.targets.all() if each.name in scene.problem.answers]
        assert len(boxes) == len(scene.problem.answers)
        assert all(
            x >= 0 and y >= 0 and (x + w) * scale <= size[0] and (y + h) * scale <= size[1]
            for x, y, w, h in boxes
        )


def test_hints_then_the_answer_and_once_more(recall: Window) -> None:
    scene = scene_of(recall)
    recall.press(*["space"] * (len(scene.tricks) + 1), "h", "h", "h")
    assert f"{len(scene.problem.answers)} cards can be there." in recall.texts
    assert [each.outcome for each in History().attempts] == []
    recall.press("s")
    assert [each.outcome for each in History().attempts] == ["shown"]
    recall.press("t")
    assert "Your hand" in recall.texts
    recall.press("s", "n")
    assert scene_of(recall) is not scene
