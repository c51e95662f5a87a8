"""Hands a drawn frame to the screen: only the parts of it that differ from the one before.

Copying a whole picture to the screen costs more than drawing it (5.5 of 8 ms at 1280x720 under a virtual X
server), and mostly little has changed: a figure, the end of a graph, nothing at all.

Apart from `app`: how a frame reaches the screen, measured by itself in `bench`. Numpy comes with the second frame.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import pygame

if TYPE_CHECKING:
    import numpy as np

_TILE = 64  # pixels; finer finds less to copy, coarser fewer places


class Presenter:
    """Remembers what the screen shows."""

    def __init__(self) -> None:
        self._shown: pygame.Surface | None = None

    def forget(self) -> None:
        """Forget the picture on the screen: the next frame is shown whole."""
        self._shown = None

    def show(self, surface: pygame.Surface) -> list[pygame.Rect]:
        """Show what has changed of the display's `surface`; returns the places, none where nothing has."""
        if surface.get_bitsize() != 32:
            pygame.display.flip()
            return [surface.get_rect()]
        if self._shown is None or self._shown.get_size() != surface.get_size():
            self._shown = surface.copy()
            pygame.display.flip()
            return [surface.get_rect()]
        places = _changed(surface, self._shown)
        self.show_places(surface, places)
        return places

    def show_places(self, surface: pygame.Surface, places: list[pygame.Rect]) -> None:
        """Show these places of the display's `surface`; nothing else has changed."""
        if not places:
            return
        if self._shown is not None:
            for place in places:
                self._shown.blit(surface, place, place)
        pygame.display.update(places)


def _changed(surface: pygame.Surface, shown: pygame.Surface) -> list[pygame.Rect]:
    """The places where two pictures of one size differ, as rows of tiles that touch, joined."""
    import numpy as np

    now, before = pygame.surfarray.pixels2d(surface).T, pygame.surfarray.pixels2d(shown).T
    height, width = now.shape
    across = np.arange(0, width, _TILE)
    places: list[pygame.Rect] = []
    for top in range(0, height, _TILE):
        band = slice(top, min(top + _TILE, height))
        differs = (now[band] != before[band]).any(axis=0)
        if not differs.any():
            continue
        tiles = np.logical_or.reduceat(differs, across)
        for first, last in _runs(tiles):
            left, right = first * _TILE, min(last * _TILE, width)
            places.append(pygame.Rect(left, top, right - left, band.stop - top))
    return places


def _runs(tiles: np.ndarray[tuple[int], np.dtype[np.bool_]]) -> list[tuple[int, int]]:
    """The stretches of true ones: their first, and the one after their last."""
    ones = [0, *map(int, tiles), 0]
    edges = [place for place in range(len(ones) - 1) if ones[place] != ones[place + 1]]
    return list(zip(edges[::2], edges[1::2], strict=True))
