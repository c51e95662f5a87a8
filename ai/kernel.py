"""The one decorator of every numba kernel, so that all are compiled and cached in the same way."""

from __future__ import annotations

from collections.abc import Callable
from typing import ParamSpec, TypeVar, cast

from numba import njit

P = ParamSpec("P")
R = TypeVar("R")


def kernel(function: Callable[P, R]) -> Callable[P, R]:
    """`function` compiled by numba on its first call and kept in the cache folder."""
    return cast(Callable[P, R], njit(cache=True, nogil=True, boundscheck=None)(function))
