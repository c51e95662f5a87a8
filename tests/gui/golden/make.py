"""Draws the golden pictures anew: `python -m tests.gui.golden.make`. Look at what git says has changed."""

from __future__ import annotations

import io
from pathlib import Path

import pygame

from game.showcase import Showcase
from gui import screenshot
from gui.context import Scene
from gui.stage import draw, headless, nobodys_home, sheet, stage_context
from tests.gui.driving import sample_showcase
from tests.gui.playing import long_game

FOLDER = Path(__file__).parent
SIZE, SMALL = (1280, 720), (320, 180)
PICTURES = [(name, "dark") for name in screenshot.scenes()] + [
    (name, "light") for name in ("home", "play", "showcase", "settings", "bridge-play")
]


def shown_scene(name: str, theme: str, shown: Showcase) -> tuple[Scene, pygame.Surface]:
    """A scene, and what it looks like."""
    scene, surface = screenshot.sight(name, stage_context(theme), shown), sheet(SIZE)
    draw(scene, surface)
    return scene, surface


def picture(name: str, theme: str, shown: Showcase) -> pygame.Surface:
    """A scene as it is kept: drawn in full, then made small, which also evens out the grain of the room."""
    return pygame.transform.smoothscale(shown_scene(name, theme, shown)[1], SMALL)


def prepared(shown: Showcase) -> None:
    """Have small games in place of the showcases."""
    marathon = Showcase("marathon", long_game())
    screenshot.showcases.load_all = lambda: ((marathon, shown), ())  # type: ignore[assignment]
    screenshot.showcases.load = lambda name: marathon if name == "marathon" else shown  # type: ignore[assignment]


def main() -> None:
    """Write all of them."""
    shown = Showcase("zuniq-duel", sample_showcase())
    prepared(shown)
    with headless(), nobodys_home():
        for name, theme in PICTURES:
            file = io.BytesIO()
            pygame.image.save(picture(name, theme, shown), file, "picture.png")
            (FOLDER / f"{name}-{theme}.png").write_bytes(file.getvalue())


if __name__ == "__main__":
    main()
