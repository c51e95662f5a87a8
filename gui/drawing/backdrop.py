"""The room behind everything: a soft pool of light that fades into the dark, dithered against bands."""

from __future__ import annotations

import numpy as np
import pygame

from gui.drawing import kept
from gui.drawing.canvas import Canvas
from gui.drawing.theme import Rgb

_MOST_PIXELS = 2_200_000  # larger windows take a smaller picture, scaled up


def draw_backdrop(canvas: Canvas, centre: tuple[float, float]) -> None:
    """Fill the canvas with the room; `centre` is where the light falls, in shares of the window."""
    colour = canvas.theme.colour
    look = (canvas.surface.get_size(), colour.room, colour.glow, centre)
    picture = kept.pictures.get(("room", look), lambda: _paint(*look).convert(canvas.surface))
    canvas.surface.blit(picture, (0, 0))


def _paint(size: tuple[int, int], room: Rgb, glow: Rgb, centre: tuple[float, float]) -> pygame.Surface:
    width, height = size
    part = min(1.0, (_MOST_PIXELS / (width * height)) ** 0.5)
    w, h = max(1, round(width * part)), max(1, round(height * part))
    x = (np.arange(w, dtype=np.float32)[:, None] / w - centre[0]) * (w / h)
    y = np.arange(h, dtype=np.float32)[None, :] / h - centre[1]
    light = np.clip(1.0 - np.sqrt(x * x + y * y) / 0.95, 0.0, 1.0) ** 1.5
    grain = np.random.default_rng(1).random((w, h), dtype=np.float32)
    pixels = np.empty((w, h, 3), np.uint8)
    for channel, (dark, bright) in enumerate(zip(room, glow, strict=True)):
        pixels[..., channel] = np.clip(dark + np.float32(bright - dark) * light + grain, 0, 255)
    picture = pygame.surfarray.make_surface(pixels)
    return picture if part == 1.0 else pygame.transform.smoothscale(picture, size)
