"""A stage: scenes drawn without a window, an engine or a person's settings, for pictures and films."""

from __future__ import annotations

import os
from collections.abc import Iterator
from contextlib import contextmanager

import pygame

from game import config as configuration
from game.config import Config
from game.errors import BadInput
from game.places import HOME_VARIABLE
from gui.context import AppContext, Scene
from gui.play.engine_room import EngineRoom
from gui.router import build
from gui.ui.layout import SMALLEST_WINDOW

LARGEST = (7680, 4320)
NOBODYS_HOME = "/home/you/kibitz"
_MASKS = (0xFF0000, 0xFF00, 0xFF, 0)  # red, green and blue in a pixel, whatever the screen has


@contextmanager
def _environment(variable: str, value: str) -> Iterator[None]:
    """Another value of a variable of the environment meanwhile."""
    own = os.environ.get(variable)
    os.environ[variable] = value
    try:
        yield
    finally:
        del os.environ[variable]
        if own is not None:
            os.environ[variable] = own


@contextmanager
def headless() -> Iterator[None]:
    """Make sure that something can be drawn: by SDL's dummy driver where no window is open."""
    if pygame.display.get_init():
        yield
        return
    with _environment("SDL_VIDEODRIVER", "dummy"):  # a later window chooses its driver as ever
        pygame.display.init()
    try:
        pygame.display.set_mode((1, 1))  # pictures take their pixel format from it
        pygame.font.init()
        yield
    finally:
        pygame.display.quit()


@contextmanager
def nobodys_home() -> Iterator[None]:
    """A home that does not exist: what is drawn meanwhile tells nothing of a person's files."""
    with _environment(HOME_VARIABLE, NOBODYS_HOME):
        yield


def stage_context(theme: str = "dark", scale: float = 1.0) -> AppContext:
    """The services of a window with the default settings, whose clock stands still.

    No process runs in its engine room as long as no scene on it is updated. Raises `BadConfig` for a theme
    or a scale that the settings do not allow.
    """
    config = configuration.with_value(Config(), "display.theme", theme)
    config = configuration.with_value(config, "display.scale", scale)
    return AppContext(config, EngineRoom(), build, now=lambda: 0.0)


def sheet(size: tuple[int, int]) -> pygame.Surface:
    """An empty picture of `size` pixels. Raises `BadInput` for one smaller or larger than any window."""
    if not all(low <= side <= high for low, side, high in zip(SMALLEST_WINDOW, size, LARGEST, strict=True)):
        low, high = ("x".join(map(str, each)) for each in (SMALLEST_WINDOW, LARGEST))
        raise BadInput(f"a picture of {size[0]}x{size[1]} cannot be drawn; write {low} to {high}")
    return pygame.Surface(size, 0, 32, _MASKS)


def draw(scene: Scene, surface: pygame.Surface) -> None:
    """Draw `scene` as it looks at rest: the first time it learns its size, the second time it fits."""
    for _ in range(2):
        scene.refresh()
        scene.draw(scene.context.canvas(surface))
