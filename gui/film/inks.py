"""The colours of a film: one palette for all of its frames, so that what stands still never flickers."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TypeAlias

import numpy as np
import numpy.typing as npt
import pygame
from PIL import Image

Picture: TypeAlias = npt.NDArray[np.uint32]  # a picture, row by row; a pixel is red, green, blue in 24 bits

CLEAR = 255  # the index that lets the frame before show through
_ROUNDS = 6  # of improving the palette


def pixels(surface: pygame.Surface) -> Picture:
    """The colours of a sheet of `gui.stage`, whose pixels are made that way."""
    return pygame.surfarray.array2d(surface).T.astype(np.uint32) & np.uint32(0xFFFFFF)


class Inks:
    """Up to 255 colours and, for every colour there is, the index of the nearest one."""

    def __init__(self, palette: npt.NDArray[np.uint8]) -> None:
        """`palette` has a row of red, green, blue for each colour."""
        self.palette = palette
        self._index = np.full(1 << 24, -1, dtype=np.int16)

    @classmethod
    def of(cls, pictures: Iterable[Picture]) -> Inks:
        """The colours that serve these pictures best.

        A colour weighs as much as the root of the number of its pixels: a few amber figures must not lose
        to a room full of nearly equal shades.
        """
        counts: dict[int, int] = {}
        for picture in pictures:
            for colour, count in zip(*np.unique(picture, return_counts=True), strict=True):
                counts[int(colour)] = counts.get(int(colour), 0) + int(count)
        colours = np.fromiter(sorted(counts), np.uint32)
        weights = np.fromiter((counts[int(colour)] for colour in colours), np.float64) ** 0.5
        return cls(_choose(colours, weights))

    def indexes(self, picture: Picture) -> npt.NDArray[np.uint8]:
        """The picture in these colours, without dithering."""
        found = self._index[picture]
        if (found < 0).any():
            missing = np.unique(picture[found < 0])
            self._index[missing] = _nearest(_split(missing), self.palette.astype(np.float32))
            found = self._index[picture]
        return found.astype(np.uint8)


def _split(colours: npt.NDArray[np.uint32]) -> npt.NDArray[np.float32]:
    """Rows of red, green, blue."""
    shifts = np.array([16, 8, 0], dtype=np.uint32)
    return ((colours[:, None] >> shifts) & np.uint32(255)).astype(np.float32)


def _nearest(colours: npt.NDArray[np.float32], palette: npt.NDArray[np.float32]) -> npt.NDArray[np.int16]:
    """The index of the palette's colour that is nearest to each one."""
    found = np.empty(len(colours), np.int16)
    for start in range(0, len(colours), 4096):
        part = colours[start : start + 4096]
        distance = ((part[:, None, :] - palette[None, :, :]) ** 2).sum(axis=2)
        found[start : start + 4096] = distance.argmin(axis=1)
    return found


def _choose(colours: npt.NDArray[np.uint32], weights: npt.NDArray[np.float64]) -> npt.NDArray[np.uint8]:
    """At most 255 colours: a median cut of the weighted ones, moved to the middle of what they stand for."""
    if len(colours) <= CLEAR:
        return _split(colours).astype(np.uint8)
    exact = _split(colours)
    times = np.maximum(1, np.round(weights)).astype(np.int64)
    strip = np.repeat(exact.astype(np.uint8), times, axis=0)[None, :, :]
    cut = Image.fromarray(strip).quantize(CLEAR, Image.Quantize.MEDIANCUT, dither=Image.Dither.NONE)
    palette = np.array(cut.getpalette() or [], np.float32)[: 3 * CLEAR].reshape(-1, 3)
    for _ in range(_ROUNDS):
        nearest = _nearest(exact, palette)
        total = np.bincount(nearest, weights, len(palette))
        used = total > 0
        for channel in range(3):
            sums = np.bincount(nearest, weights * exact[:, channel], len(palette))
            palette[used, channel] = sums[used] / total[used]
    return np.round(palette).astype(np.uint8)
