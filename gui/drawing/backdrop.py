"""The room behind everything: a soft pool of light that fades into the dark, dithered against bands."""

from __future__ import annotations

import numpy as np
import pygame

from gui.drawing.canvas import Canvas
from gui.drawing.theme import Rgb

_MOST_PIXELS = 2_200_000  # larger windows take a smaller picture, scaled up
_kept: dict[tuple[tuple[int, int], Rgb, Rgb, tuple[float, float]], pygame.Surface] = {}


def draw_backdrop(canvas: Canvas, centre: tuple[float, float]) -> None:
    """Fill the canvas with the room; `centre` is where the light falls, in shares of the window."""
    colour = canvas.theme.colour
    key = (canvas.surface.get_size(), colour.room, colour.glow, centre)
    picture = _kept.get(key)
    if picture is None:
        _kept.clear()
        picture = _kept[key] = _paint(*key).convert(canvas.surface)
    canvas.surface.blit(picture, (0, 0))


def _paint(size: tuple[int, int], room: Rgb, glow: Rgb, centre: tuple[float, float]) -> pygame.Surface:
    width, height = size
    part = min(1.0, (_MOST_PIXELS / (width * height)) ** 0.5)
    w, h = max(1, round(width * part)), max(1, round(height * part))
    x = (np.arange(w, dtype=np.float32)[:, None] / w - centre[0]) * (w / h)
    y = np.arange(h, dtype=np.float32)[None, :] / h - centre[1]
    light = np.clip(1.0 - np.sqrt(x * x + y * y) / 0.95, 0.0, 1.0) ** 1.5
    grain = np.random.default_rng(1).random((w, h, 1), dtype=np.float32)
    dark, bright = np.array(room, np.float32), np.array(glow, np.float32)
    pixels = np.clip(dark + (bright - dark) * light[..., None] + grain, 0, 255).astype(np.uint8)
    picture = pygame.surfarray.make_surface(pixels)
    return picture if part == 1.0 else pygame.transform.smoothscale(picture, size)
