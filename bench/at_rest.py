"""Cost of a window in which nothing changes: of every scene that can be pictured, and of Home with its previews."""

from __future__ import annotations

import gc
import os
import time

import pygame

from bench.row import Row
from bench.window import own_home
from game import config as configuration
from game import showcase as showcases
from game.errors import BadInput
from gui import screenshot
from gui.app import SCREENS, App, open_display
from gui.context import Scene
from gui.scenes.live.scene import LiveScene
from gui.scenes.play import PlayScene
from gui.stage import stage_context
from gui.ui.layout import REFERENCE

NAME = "at-rest"
ABOUT = "the CPU that a window takes while nothing changes in it, in percent of a core"
SECONDS, QUICK = 3.0, 1.0
AIM, HOME = 3.0, 12.0  # percent; at home three games go on
_SETTLED = 1.0  # seconds without anything new after which a scene is at rest
_PATIENCE = 20.0  # seconds for engines to say their last word
_THOUGHT = 1.0  # seconds for which the coach thinks


def run(quick: bool) -> list[Row]:
    """The figures as rows."""
    return [
        Row(name, percent, "%", aim=HOME if name == "home" else AIM)
        for name, percent in measured(quick=quick).items()
    ]


def measured(*, quick: bool = False) -> dict[str, float]:
    """By scene the CPU time of this process in percent of a core; what plays by itself is paused first.

    Engines have said their last word; their own processes do not count. Drawn in a real window where there is a
    screen, else by SDL's dummy driver.
    """
    if not any(os.environ.get(name) for name in SCREENS):
        os.environ["SDL_VIDEODRIVER"] = "dummy"
    with own_home():
        surface = open_display(REFERENCE)
        try:
            return {name: _percent(surface, name, quick=quick) for name in screenshot.scenes()}
        finally:
            pygame.quit()


def _percent(surface: pygame.Surface, name: str, *, quick: bool) -> float:
    context = stage_context()
    context.now = time.monotonic
    context.config = configuration.with_value(context.config, "engine.hint_seconds", _THOUGHT)
    app = App(context, surface)
    try:
        scene = screenshot.sight(name, context, showcases.load(screenshot.SHOWN))
        app.show(scene)
        _pause(scene)
        _settle(app, name)
        gc.collect()  # what earlier scenes have left is not this one's
        gc.freeze()
        began, before = time.monotonic(), time.process_time()
        _stay(app, QUICK if quick else SECONDS)
        spent = time.process_time() - before
        return round(100 * spent / (time.monotonic() - began), 1)
    finally:
        app.close()


def _pause(scene: Scene) -> None:
    """Stop what is played through by itself, and a game in real time."""
    if isinstance(scene, LiveScene):
        scene.pause()
    elif not isinstance(scene, PlayScene) and getattr(getattr(scene, "head", None), "playing", False):
        scene.head.toggle()  # type: ignore[attr-defined]


def _settle(app: App, name: str) -> None:
    """Let the window live until nothing has changed in it for a while; at home that never ends."""
    until, still, seen = time.monotonic() + _PATIENCE, time.monotonic(), app.pulse()
    while time.monotonic() < until and time.monotonic() - still < _SETTLED:
        _stay(app, 0.1)
        if app.pulse() != seen:
            still, seen = time.monotonic(), app.pulse()
        if name == "home" and time.monotonic() > until - _PATIENCE + 2 * _SETTLED:
            return


def _stay(app: App, seconds: float) -> None:
    """Let the window live for a while."""
    until = time.monotonic() + seconds
    app.stay(lambda: time.monotonic() >= until)
    if app.scene is None:
        raise BadInput("the window has closed")
