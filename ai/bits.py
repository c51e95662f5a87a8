"""Counting and finding bits in 64-bit words, as single machine instructions inside kernels.

Words are signed 64-bit integers. All sets of the kernels have at most 63 members, so the sign is never
used and Python's plain integers mix with them freely, which unsigned words would not allow.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, cast

from numba import types
from numba.extending import intrinsic


def _count(typing_context: Any, word: Any) -> Any:
    def build(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
        return builder.ctpop(arguments[0])

    return types.int64(types.int64), build


def _lowest(typing_context: Any, word: Any) -> Any:
    def build(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
        return builder.cttz(arguments[0], context.get_constant(types.boolean, False))

    return types.int64(types.int64), build


def _highest(typing_context: Any, word: Any) -> Any:
    def build(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
        zeros = builder.ctlz(arguments[0], context.get_constant(types.boolean, False))
        return builder.sub(context.get_constant(types.int64, 63), zeros)

    return types.int64(types.int64), build


def _instruction(build: Any) -> Callable[[int], int]:
    return cast(Callable[[int], int], intrinsic(build))


count_bits = _instruction(_count)  # count_bits(word): the number of set bits; inside kernels only
lowest_bit = _instruction(_lowest)  # lowest_bit(word): the number of the lowest set bit, 64 if there is none
highest_bit = _instruction(
    _highest
)  # highest_bit(word): the number of the highest set bit, -1 if there is none
