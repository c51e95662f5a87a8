"""Counting and finding bits in 64-bit words, as single machine instructions inside kernels.

Words are signed 64-bit integers. All sets of the kernels have at most 63 members, so the sign is never
used and Python's plain integers mix with them freely, which unsigned words would not allow.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, cast

from llvmlite import ir
from numba import types
from numba.core import cgutils
from numba.extending import intrinsic
from numba.np import arrayobj

_ARRAYS: Any = arrayobj  # numba tells no types
_CODE: Any = cgutils


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


def _prefetch(typing_context: Any, words: Any, index: Any) -> Any:
    def build(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
        array = _ARRAYS.make_array(signature.args[0])(context, builder, arguments[0])
        place = _CODE.get_item_pointer(context, builder, signature.args[0], array, [arguments[1]])
        place = builder.bitcast(place, ir.IntType(8).as_pointer())
        number = ir.IntType(32)
        kind = ir.FunctionType(ir.VoidType(), [place.type, number, number, number])
        fetch = builder.module.declare_intrinsic("llvm.prefetch", [place.type], kind)
        builder.call(fetch, [place, number(0), number(3), number(1)])  # to read, for all caches, data
        return context.get_dummy_value()

    return types.void(words, types.int64), build


def _instruction(build: Any) -> Callable[[int], int]:
    return cast(Callable[[int], int], intrinsic(build))


count_bits = _instruction(_count)  # count_bits(word): the number of set bits; inside kernels only
lowest_bit = _instruction(_lowest)  # lowest_bit(word): the number of the lowest set bit, 64 if there is none
# highest_bit(word): the number of the highest set bit, -1 if there is none
highest_bit = _instruction(_highest)
# prefetch(words, index): have an entry of an array, and what lies beside it, in the caches soon; a hint, no more
prefetch = cast(Callable[[Any, int], None], intrinsic(_prefetch))
