"""At any window size and scale: nothing is cut off, and nothing lies over anything else."""

from __future__ import annotations

from itertools import combinations
from typing import Any

import pygame
import pytest

from game.showcase import Showcase
from gui import screenshot
from gui.context import AppContext, Scene
from gui.games.guideline import seat_view
from gui.scenes.board_scene import BoardScene
from gui.scenes.help import HelpScene
from gui.stage import stage_context
from gui.ui.canvas import Box
from gui.ui.layout import BAR
from gui.ui.targets import Target
from tests.gui.conftest import WholeWindow
from tests.gui.driving import Noted
from tests.sweep import ALL

pytestmark = pytest.mark.usefixtures("read_once")

WINDOWS = [
    ((640, 480), 0.75),
    ((640, 480), 1.0),
    ((640, 480), 3.0),
    ((800, 600), 1.5),
    ((1280, 720), 1.0),
    ((1280, 720), 1.5),
    ((1280, 720), 3.0),
    ((3840, 2160), 1.0),
    ((640, 1000), 2.0),
    ((1600, 480), 1.0),
]
HARDEST = WINDOWS[
    1:3
]  # with the least room: all scenes; at each of the others some, and each scene at two or three
GROUNDS = {"board", "panel", "word"}  # what other targets stand on, and the word of the moment over all
LEAST_TARGET = 20.0
EDGE = 9.0  # units that the ground of a row may reach beyond its words


class Paper(pygame.Surface):
    """A surface that remembers where the ink of each line of text came to stand, in pixels."""

    letters: Noted
    lines: list[tuple[pygame.Rect, str]]

    def blit(self, source: pygame.Surface, dest: Any, *more: Any, **others: Any) -> pygame.Rect:
        if id(source) in self.letters.words:
            ink = source.get_bounding_rect().move(dest[0], dest[1])
            if self.get_clip() != self.get_rect():
                ink = ink.clip(self.get_clip())  # a list that scrolls may end in the middle of a line
            if ink.size != (0, 0):
                self.lines.append((ink, self.letters.words[id(source)]))
        return super().blit(source, dest, *more, **others)


def lay_out(name: str, context: AppContext, paper: Paper, shown: Showcase) -> Scene:
    """A scene after it was drawn on `paper`."""
    scene = screenshot.sight(name, context, shown)
    if isinstance(scene, HelpScene) and scene.back is not None:
        scene.back.draw = lambda canvas: None  # what lies below help is looked at by itself
    scene.draw(context.canvas(paper))
    paper.lines.clear()  # a scene learns its size in its first frame
    scene.draw(context.canvas(paper))
    return scene


def lap(first: Box, second: Box) -> float:
    """Return how deep two boxes overlap, in units; 0 or less where they do not."""
    (left, top, wide, high), (x, y, width, height) = first, second
    return min(min(left + wide, x + width) - max(left, x), min(top + high, y + height) - max(top, y))


def out_of_the_window(scene: Scene, width: float, height: float) -> list[str]:
    """The targets that reach beyond the edges, or are too small to hit."""
    return [
        target.name
        for target in standing(scene)
        for left, top, wide, high in [target.box]
        if min(left + EDGE, top) < 0
        or left + wide > width + EDGE
        or top + high > height
        or min(wide, high) < LEAST_TARGET
    ]


def standing(scene: Scene) -> list[Target]:
    """The targets that do not scroll."""
    return [target for target in scene.targets.all() if target.within is None]


def over_each_other(scene: Scene) -> list[tuple[str, str]]:
    """The pairs of targets that overlap or share a name."""
    targets = [target for target in standing(scene) if target.name not in GROUNDS]
    return [
        (a.name, b.name) for a, b in combinations(targets, 2) if lap(a.box, b.box) > 1 or a.name == b.name
    ]


def cut_off(paper: Paper) -> list[str]:
    """The words that reach beyond the edges."""
    return [words for ink, words in paper.lines if not paper.get_rect().contains(ink)]


def written_over(paper: Paper) -> list[tuple[str, str]]:
    """The pairs of words that lie over each other."""
    pairs = combinations(paper.lines, 2)
    return [(first, second) for (one, first), (two, second) in pairs if min(one.clip(two).size) > 1]


@pytest.mark.parametrize(("size", "scale"), WINDOWS)
def test_everything_has_its_place(size: tuple[int, int], scale: float, dummy: None, shown: Showcase) -> None:
    context = stage_context(scale=scale)
    context.renderer = letters = Noted()
    paper = Paper(size, 0, 32)
    paper.letters, paper.lines = letters, []
    results = {}
    names = screenshot.scenes()
    if (size, scale) not in HARDEST and not ALL:
        names = names[WINDOWS.index((size, scale)) % 4 :: 4]
    for name in names:
        scene = lay_out(name, context, paper, shown)
        assert paper.lines, name
        results[name] = {
            "targets out of the window": out_of_the_window(scene, *(side / context.scale for side in size)),
            "targets over each other": over_each_other(scene),
            "words cut off": cut_off(paper),
            "words over each other": written_over(paper),
        }
    flaws = [(name, what, where) for name, flaws in results.items() for what, where in flaws.items() if where]
    assert flaws == []


@pytest.mark.parametrize(
    ("size", "scale"), [((640, 480), 1.0), ((640, 480), 3.0), ((800, 600), 1.5), ((640, 1000), 2.0)]
)
@pytest.mark.parametrize("name", ["play", "moves", "bridge-moves", "review", "tetris-review", "try-again"])
def test_an_open_drawer_has_room_for_its_lists(
    name: str,
    size: tuple[int, int],
    scale: float,
    dummy: None,
    shown: Showcase,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    context = stage_context(scale=scale)
    context.renderer = letters = Noted()
    paper = Paper(size, 0, 32)
    paper.letters, paper.lines = letters, []
    scene = screenshot.sight(name, context, shown)
    assert isinstance(scene, BoardScene)
    scene.panel_open = True
    monkeypatch.setattr(scene.ui.board, "draw", lambda *_: None)  # the board lies below the drawer
    for _ in range(2):
        paper.lines.clear()
        scene.draw(context.canvas(paper))
    flaws = [
        out_of_the_window(scene, *(side / context.scale for side in size)),
        over_each_other(scene),
        cut_off(paper),
        written_over(paper),
    ]
    assert flaws == [[], [], [], []]


@pytest.mark.parametrize("size", [(1280, 720), (800, 600), (1600, 480)])
def test_the_column_s_words_end_where_the_transport_begins(
    size: tuple[int, int], dummy: None, shown: Showcase
) -> None:
    context = stage_context()
    context.renderer = letters = Noted()
    paper = Paper(size, 0, 32)
    paper.letters, paper.lines = letters, []
    frame = context.frame(context.canvas(paper))
    for name in ("play", "classic-play", "classic-blunder", "classic-watch", "marathon"):
        scene = lay_out(name, context, paper, shown)
        corner = pygame.Rect(context.canvas(paper).rect(frame.transport))
        pace = getattr(scene, "head").pace_words  # noqa: B009 (a showcase also says how it goes)
        speed = [words for ink, words in paper.lines if ink.colliderect(corner) and words != pace]
        assert len(speed) == 1, (name, speed)


def test_the_proof_sees_what_lies_over_something_else() -> None:
    assert lap((0, 0, 10, 10), (8, 8, 10, 10)) == 2
    assert lap((0, 0, 10, 10), (10, 0, 10, 10)) == 0
    assert lap((0, 0, 10, 10), (20, 5, 10, 10)) < 0


@pytest.mark.parametrize(("size", "scale"), [((1280, 720), 1.0), ((1280, 720), 1.5), ((1920, 1080), 1.25)])
@pytest.mark.parametrize(
    ("name", "button"),
    [
        ("tetris-blunder", "undo"),
        ("classic-blunder", "undo"),
        ("four-wide", "undo"),
        ("play", "claim"),
        ("tetris-review", "play on"),
    ],
)
def test_the_column_keeps_room_for_what_its_words_offer(
    name: str, button: str, size: tuple[int, int], scale: float, window: WholeWindow, shown: Showcase
) -> None:
    opened = window(lambda context: screenshot.sight(name, context, shown), size=size, scale=scale)
    opened.frame()
    assert button in opened.scene.targets.names()
    assert name != "play" or "Solved" in opened.texts, "the reason is told in a low window too"


@pytest.mark.parametrize("size", [(1280, 720), (960, 600), (1920, 1080)])
@pytest.mark.parametrize("name", ["sandbox", "live-free", "tetris-coach"])
def test_the_board_marks_no_move_that_the_panel_does_not_list(
    name: str, size: tuple[int, int], dummy: None, small: Showcase, monkeypatch: pytest.MonkeyPatch
) -> None:
    marked: list[int] = []
    monkeypatch.setattr(seat_view, "draw_rank", lambda *args, **_: marked.append(args[3]))
    context = stage_context()
    scene = screenshot.sight(name, context, small)
    scene.draw(context.canvas(pygame.Surface(size)))
    listed = [each for each in scene.targets.names() if each.startswith("choice ")]
    assert marked
    assert listed
    assert len(marked) <= len(listed)


def test_a_message_hides_nothing_that_is_played_with(window: WholeWindow, small: Showcase) -> None:
    for name in ("tetris-coach", "live-free", "books"):
        opened = window(lambda context, name=name: screenshot.sight(name, context, small))
        opened.context.reply("The previous game could not be saved: the disk is full. Free some room on it.")
        opened.frame()
        _, y, _, height = next(each.box for each in opened.scene.targets.all() if each.name == "word")
        assert y + height <= BAR
