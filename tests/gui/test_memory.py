"""Pictures kept for faster drawing have a bound in bytes, and go when the look changes."""

from __future__ import annotations

import gc
import io
import subprocess
import sys
from pathlib import Path

import pytest

from gui.ui.picture_cache import LruCache
from tests.gui.driving import Window

MEGABYTES = """
from pathlib import Path
def megabytes():
    lines = Path("/proc/self/status").read_text().splitlines()
    return next(int(line.split()[1]) // 1024 for line in lines if line.startswith("VmRSS"))
"""

# A window on no screen whose scale is moved up and down, in both themes, in a game and in the settings.
PROGRAM = f"""{MEGABYTES}
import gc
import pygame
from game.config import with_value
from gui import app, stage
from gui.context import Settings
from gui.destinations import Home, Show
from gui.ui import picture_cache

picture_cache.give_back_early()
most = 0
with stage.headless():
    context = stage.stage_context()
    window = app.App(context, pygame.display.set_mode((1280, 720)))
    home = context.scene(Home())
    scenes = [context.scene(Settings(), home), context.scene(Show("stacker-duel"), home)]
    for number in range(48):
        context.config = with_value(context.config, "display.scale", 0.75 + 0.05 * (number % 25))
        context.config = with_value(context.config, "display.theme", "light" if number > 24 else "dark")
        window.show(scenes[number % 8 > 0])
        window.frame(0.0)
        assert not window._failed
        assert picture_cache.pictures.bytes <= picture_cache.pictures.budget
        if number == 2:
            begun = megabytes()
            gc.freeze()  # each change of scale collects garbage: not among what was imported, too
        most = max(most, megabytes())
print(begun, most)
"""

# The same in large letters: a list is opened and closed again and again, then the window takes other sizes.
LISTS = f"""{MEGABYTES}
import gc
import pygame
from game.config import with_value
from gui import app, stage
from gui.context import Settings
from gui.destinations import Home, Show
from gui.ui import picture_cache

def press(key):
    scene.handle(pygame.event.Event(pygame.KEYDOWN, key=key, mod=0, unicode=""))
    window.frame(0.02)

picture_cache.give_back_early()
gc.disable()  # nobody knows when it comes
most = 0
with stage.headless():
    context = stage.stage_context()
    context.config = with_value(context.config, "display.scale", 3.0)
    window = app.App(context, pygame.display.set_mode((1600, 1000)))
    scene = context.scene(Settings(), context.scene(Home()))
    window.show(scene)
    window.frame(0.0)
    scene.targets.focus = "display.skin"
    scene.targets.ring = True
    window.frame(0.02)
    for number in range(36):
        if number < 24:
            press(pygame.K_RETURN)
            assert scene.menu.is_open
            press(pygame.K_ESCAPE)
        else:
            window.surface = pygame.display.set_mode((1400 + 5 * number, 1000))
            window.frame(0.02)
        if number == 1:
            begun = megabytes()
        most = max(most, megabytes())
    assert not window._failed
print(begun, most)
"""


def test_values_not_used_for_longest_go_first_by_their_weight() -> None:
    made: list[str] = []

    def make(word: str) -> str:
        made.append(word)
        return word

    cache: LruCache[str] = LruCache(10, len)
    for word in ("four", "three", "four", "nine"):
        assert cache.get(word, lambda word=word: make(word)) == word  # type: ignore[misc]
    assert (len(cache), cache.bytes) == (2, 8)
    cache.get("four", lambda: make("four"))
    cache.get("three", lambda: make("three"))
    assert made == ["four", "three", "nine", "three"]
    cache.get("more than all may have", lambda: make("more than all may have"))
    assert len(cache) == 1, "what is in use is kept, however large"
    cache.clear()
    assert (len(cache), cache.bytes) == (0, 0)


@pytest.mark.skipif(sys.platform != "linux", reason="reads its memory from /proc")
@pytest.mark.parametrize(("program", "more"), [(PROGRAM, 80), (LISTS, 50)], ids=["scales", "lists"])
def test_a_window_that_changes_takes_little_more_memory(root: Path, program: str, more: int) -> None:
    done = subprocess.run(
        [sys.executable, "-c", program], cwd=root, capture_output=True, text=True, check=False
    )
    assert done.returncode == 0, done.stderr
    begun, most = map(int, done.stdout.split()[-2:])
    assert most < begun + more, f"{begun} MB became {most} MB"


def test_a_picture_that_was_saved_is_let_go(table: Window) -> None:
    def open_buffers() -> int:
        return sum(type(each) is io.BytesIO and not each.closed for each in gc.get_objects())

    before = open_buffers()
    table.press("f12", "f12")
    assert open_buffers() == before
