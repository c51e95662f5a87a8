"""Calls that compile the kernels of opening books: once each, with the types that are used."""

from __future__ import annotations

from collections.abc import Callable

import numpy as np

from ai.book.kernels import buckets_of, count_clears, look_up, look_up_all
from game.tetris.guideline.openers.position import FULL_BAG, NO_EXTRA


def _warm_lookups() -> None:
    body = np.frombuffer(bytes(128), np.int64)  # cannot be written, as a file that is mapped
    look_up(body, 0, 0, FULL_BAG, NO_EXTRA, 0)
    count_clears(body, 0, 0, FULL_BAG, NO_EXTRA, np.zeros((1, 16), np.int64), 1)
    look_up_all(body, np.array([[0, 0, FULL_BAG, NO_EXTRA, 0]], np.int64), np.zeros(1, np.int64))


def _warm_packing() -> None:
    buckets_of(np.zeros((1, 2), np.int64), 0, np.zeros(1, np.int64))


STEPS: list[tuple[str, Callable[[], None]]] = [
    ("Opening books: lookups", _warm_lookups),
    ("Opening books: packing", _warm_packing),
]
