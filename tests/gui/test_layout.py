"""Whatever the window and the scale: nothing is cut off, and nothing lies over anything else."""

from __future__ import annotations

from itertools import combinations
from typing import Any

import pygame
import pytest

from game.showcase import Showcase
from gui import screenshot
from gui.canvas import Box
from gui.scene import Scene
from gui.scenes.help import HelpScene
from gui.stage import stage_salon
from tests.gui.driving import Noted

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


def laid_out(name: str, size: tuple[int, int], scale: float, shown: Showcase) -> tuple[Scene, Paper]:
    """A scene after it was drawn, and what it was drawn on."""
    salon = stage_salon(scale=scale)
    salon.letters = letters = Noted()
    paper = Paper(size, 0, 32)
    paper.letters, paper.lines = letters, []
    scene = screenshot.sight(name, salon, shown)
    if isinstance(scene, HelpScene) and scene.back is not None:
        scene.back.draw = lambda canvas: None  # what lies below help is looked at by itself
    scene.draw(salon.canvas(paper))
    paper.lines.clear()  # a scene learns its size in its first frame
    scene.draw(salon.canvas(paper))
    return scene, paper


def lap(first: Box, second: Box) -> float:
    """How deep two boxes overlap, in units; 0 or less where they do not."""
    return min(
        min(first[i] + first[i + 2], second[i] + second[i + 2]) - max(first[i], second[i]) for i in (0, 1)
    )


@pytest.mark.parametrize(("size", "scale"), WINDOWS)
@pytest.mark.parametrize("name", screenshot.scenes())
def test_everything_has_its_place(
    name: str, size: tuple[int, int], scale: float, dummy: None, shown: Showcase
) -> None:
    scene, paper = laid_out(name, size, scale, shown)
    width, height = (side / scene.salon.scale for side in size)
    targets = [target for target in scene.targets.all() if target.within is None]
    boxes = {target.name: target.box for target in targets}
    assert len(boxes) == len(targets), "two targets share a name"
    assert {
        name: box
        for name, box in boxes.items()
        if min(box[0] + EDGE, box[1]) < 0 or box[0] + box[2] > width + EDGE or box[1] + box[3] > height
    } == {}, "targets reach out of the window"
    assert {name: box for name, box in boxes.items() if min(box[2:]) < LEAST_TARGET} == {}, "too small to hit"
    standing = [target for target in targets if target.name not in GROUNDS]
    assert [(a.name, b.name) for a, b in combinations(standing, 2) if lap(a.box, b.box) > 1] == [], (
        "targets overlap"
    )
    assert paper.lines
    window = paper.get_rect()
    assert [words for ink, words in paper.lines if not window.contains(ink)] == [], "text is cut off"
    assert [
        (first, second)
        for (one, first), (two, second) in combinations(paper.lines, 2)
        if min(one.clip(two).size) > 1
    ] == [], "text lies over text"


def test_the_proof_sees_what_lies_over_something_else() -> None:
    assert lap((0, 0, 10, 10), (8, 8, 10, 10)) == 2
    assert lap((0, 0, 10, 10), (10, 0, 10, 10)) == 0
    assert lap((0, 0, 10, 10), (20, 5, 10, 10)) < 0
