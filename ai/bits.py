"""Counting and finding bits in 64-bit words, as single machine instructions inside kernels.

Words are signed 64-bit integers. All sets of the kernels have at most 63 members, so the sign is never
used and Python's plain integers mix with them freely, which unsigned words would not allow.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, cast

import numpy as np
from llvmlite import ir
from llvmlite.binding import get_host_cpu_name, get_process_triple
from numba import types
from numba.core import cgutils, config
from numba.core.codegen import get_host_cpu_features
from numba.extending import intrinsic
from numba.np import arrayobj

from ai.kernel import inlined

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


def _deposit(typing_context: Any, word: Any, mask: Any) -> Any:
    def build(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
        kind = ir.FunctionType(ir.IntType(64), [ir.IntType(64)] * 2)
        call = builder.module.declare_intrinsic("llvm.x86.bmi.pdep.64", (), kind)
        return builder.call(call, arguments)

    return types.int64(types.int64, types.int64), build


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


# -- one of the bits of a word --

_deposit_bits = cast(Callable[[int, int], int], intrinsic(_deposit))
_BYTES, _HIGH_BITS = 0x0101010101010101, -0x7F7F7F7F7F7F7F80
_PAIRS, _FOURS, _EIGHTS = 0x5555555555555555, 0x3333333333333333, 0x0F0F0F0F0F0F0F0F
_NUMBERED = np.array(
    [([bit for bit in range(8) if byte >> bit & 1] + [0] * 8)[:8] for byte in range(256)], np.uint8
)  # [byte, n] the place of its set bit number n


@inlined
def _nth_bit_by_machine(word: int, number: int) -> int:
    return _deposit_bits(1 << number, word)


@inlined
def nth_bit_by_bytes(word: int, number: int) -> int:
    """Return the same as `nth_bit`, on any processor."""
    counts = word - (word >> 1 & _PAIRS)
    counts = (counts & _FOURS) + (counts >> 2 & _FOURS)
    up_to = (counts + (counts >> 4) & _EIGHTS) * _BYTES  # in each byte: set bits in it and below
    shift = 8 * count_bits((number * _BYTES | _HIGH_BITS) - up_to & _HIGH_BITS)
    number -= (up_to << 8) >> shift & 255
    return 1 << shift + int(np.int64(_NUMBERED[word >> shift & 255, number]))


def _has_deposit() -> bool:
    """Return True if kernels may use the instruction, and it is no program of the processor's own (first Zens)."""
    chosen = cast(Any, config)  # numba makes these names when it starts
    features: str = chosen.CPU_FEATURES or cast(Any, get_host_cpu_features)()
    name: str = chosen.CPU_NAME or get_host_cpu_name()
    known = "+bmi2" in features.split(",") or name in ("x86-64-v3", "x86-64-v4")
    return get_process_triple().startswith("x86_64") and known and name not in ("znver1", "znver2")


# nth_bit(word, number): the set bit of a word below 2**63 that has so many set bits below it, as a word
nth_bit = _nth_bit_by_machine if _has_deposit() else nth_bit_by_bytes
