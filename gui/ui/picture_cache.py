"""Pictures that were painted or loaded and will be used again.

Pictures, lines of text and fonts, bounded by their bytes.
"""

from __future__ import annotations

import ctypes
import gc
import sys
from collections import OrderedDict
from collections.abc import Callable, Hashable
from typing import Generic, TypeVar

import pygame

Value = TypeVar("Value")

_FONT = 600_000  # bytes of a font of one size with its letters, as measured
_FONTS = 30  # sizes; a screen uses about ten
_PICTURES = 24_000_000  # bytes at least
_MMAP_THRESHOLD, _LARGE = -3, 1 << 16  # as malloc.h names it; bytes
_WINDOWS = 4  # or as many pictures of the whole window, whichever is more


class LruCache(Generic[Value]):
    """Values by their keys; those not used for longest go where all together have more bytes than the budget."""

    def __init__(self, budget: int, weigh: Callable[[Value], int]) -> None:
        self.budget = budget
        self.bytes = 0
        self._weigh = weigh
        self._values: OrderedDict[Hashable, Value] = OrderedDict()

    def __len__(self) -> int:
        return len(self._values)

    def get(self, key: Hashable, make: Callable[[], Value]) -> Value:
        """The value of `key`, made where it is not kept."""
        value = self._values.get(key)
        if value is not None:
            self._values.move_to_end(key)
            return value
        value = make()  # may keep others, and this one too
        self._drop(key)
        self._values[key] = value
        self.bytes += self._weigh(value)
        while self.bytes > self.budget and len(self._values) > 1:
            self._drop(next(iter(self._values)))
        return value

    def clear(self) -> None:
        """Keep nothing."""
        self._values.clear()
        self.bytes = 0

    def _drop(self, key: Hashable) -> None:
        value = self._values.pop(key, None)
        if value is not None:
            self.bytes -= self._weigh(value)


def _bytes_of(picture: pygame.Surface) -> int:
    return picture.get_pitch() * picture.get_height()


pictures: LruCache[pygame.Surface] = LruCache(_PICTURES, _bytes_of)
fonts: LruCache[pygame.font.Font] = LruCache(_FONTS * _FONT, lambda font: _FONT)


def fit(window: pygame.Surface) -> None:
    """Let as much be kept as a frame of `window` may need."""
    pictures.budget = max(_PICTURES, _WINDOWS * _bytes_of(window))


def drop_all() -> None:
    """Keep nothing that was painted or loaded."""
    pictures.clear()
    fonts.clear()


def give_back() -> None:
    """Give memory that is free back to the system."""
    gc.collect()  # scenes refer to each other in circles
    _ask("malloc_trim", 0)


def give_back_early() -> None:
    """From now on give large pictures back as they go: the GNU library would come to keep up to 32 MB of each size."""
    _ask("mallopt", _MMAP_THRESHOLD, _LARGE)


def _ask(function: str, *numbers: int) -> None:
    """Call a function of the C library, where it has it."""
    if sys.platform == "linux":
        result = getattr(ctypes.CDLL(None), function, None)
        if result is not None:
            result(*numbers)
