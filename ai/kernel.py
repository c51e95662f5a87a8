"""The one decorator of every numba kernel, so that all are compiled and cached in the same way."""

from __future__ import annotations

from collections.abc import Callable
from typing import ParamSpec, TypeVar, cast

from numba import njit

from ai import cache

P = ParamSpec("P")
R = TypeVar("R")

KEPT = cache.ensure().folder is not None  # numba refuses to cache where it has no folder


def kernel(function: Callable[P, R]) -> Callable[P, R]:
    """`function` compiled by numba on its first call and kept in the cache folder."""
    return cast(Callable[P, R], njit(cache=KEPT, nogil=True, boundscheck=None)(function))
