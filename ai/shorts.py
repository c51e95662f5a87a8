"""Sixteen short numbers side by side inside kernels: values that one instruction works on at once.

In memory they fill four words. Each has 16 bits: sums and products must stay within them.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any, cast

from llvmlite import ir
from numba import types
from numba.core import cgutils
from numba.core.datamodel import models
from numba.extending import intrinsic, register_model
from numba.np import arrayobj

_ARRAYS: Any = arrayobj  # numba tells no types
_CODE: Any = cgutils
_TYPE: Any = types.Type

COUNT, WORDS = 16, 4
Shorts = Any

_SHORT, _I64 = ir.IntType(16), ir.IntType(64)
_SHORTS = ir.VectorType(_SHORT, COUNT)
_NAME = f"v{COUNT}i16"


class ShortsType(_TYPE):  # type: ignore[misc]
    """Sixteen short numbers, as numba knows them."""


shorts_type = ShortsType("Shorts")


@register_model(ShortsType)
class _ShortsModel(models.PrimitiveModel):
    def __init__(self, manager: Any, kind: Any) -> None:
        super().__init__(manager, kind, _SHORTS)  # type: ignore[no-untyped-call]


def _call(builder: Any, name: str, returned: Any, *arguments: Any) -> Any:
    kind = ir.FunctionType(returned, [each.type for each in arguments])
    return builder.call(builder.module.declare_intrinsic(name, (), kind), arguments)


def _splat(builder: Any, number: Any) -> Any:
    undefined = ir.Constant(_SHORTS, ir.Undefined)
    one = builder.insert_element(undefined, builder.trunc(number, _SHORT), ir.Constant(ir.IntType(32), 0))
    return builder.shuffle_vector(one, undefined, ir.Constant(ir.VectorType(ir.IntType(32), COUNT), None))


def _number_by_number(combine: Callable[[Any, Any, Any], Any]) -> Callable[[Shorts, Shorts], Shorts]:
    """A function of sixteen numbers and sixteen others, or one number instead of these."""

    def typed(typing_context: Any, a: Any, b: Any) -> Any:
        def build(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
            first, second = arguments
            return combine(builder, first, second if second.type == _SHORTS else _splat(builder, second))

        return shorts_type(shorts_type, b if b is shorts_type else types.int64), build

    return cast(Callable[[Shorts, Shorts], Shorts], intrinsic(typed))


def _to_one(name: str) -> Callable[[Shorts], int]:
    """A function that makes one number, not negative, of sixteen."""

    def typed(typing_context: Any, a: Any) -> Any:
        def build(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
            return builder.zext(
                _call(builder, f"llvm.vector.reduce.{name}.{_NAME}", _SHORT, *arguments), _I64
            )

        return types.int64(shorts_type), build

    return cast(Callable[[Shorts], int], intrinsic(typed))


def arranged(order: Sequence[int]) -> Callable[[Shorts], Shorts]:
    """A function that takes, for each place, the number at another one."""

    def typed(typing_context: Any, a: Any) -> Any:
        def build(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
            mask = ir.Constant(ir.VectorType(ir.IntType(32), COUNT), list(order))
            return builder.shuffle_vector(arguments[0], ir.Constant(_SHORTS, ir.Undefined), mask)

        return shorts_type(shorts_type), build

    return cast(Callable[[Shorts], Shorts], intrinsic(typed))


def _shorts_at(typing_context: Any, words: Any, at: Any) -> Any:
    def build(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
        return builder.load(_place(context, builder, signature.args[0], *arguments), align=8)

    return shorts_type(words, types.int64), build


def _put_shorts(typing_context: Any, shorts: Any, words: Any, at: Any) -> Any:
    def build(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
        place = _place(context, builder, signature.args[1], *arguments[1:])
        builder.store(arguments[0], place, align=8)
        return context.get_dummy_value()

    return types.void(shorts, words, types.int64), build


def _place(context: Any, builder: Any, kind: Any, array: Any, at: Any) -> Any:
    made = _ARRAYS.make_array(kind)(context, builder, array)
    place = _CODE.get_item_pointer(context, builder, kind, made, [at])
    return builder.bitcast(place, _SHORTS.as_pointer())


def _instead_at(typing_context: Any, a: Any, b: Any, at: Any) -> Any:
    def build(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
        here = builder.icmp_signed(
            "==", ir.Constant(_SHORTS, list(range(COUNT))), _splat(builder, arguments[2])
        )
        return builder.select(here, arguments[1], arguments[0])

    return shorts_type(a, b, types.int64), build


def _larger(builder: Any, a: Any, b: Any) -> Any:
    return builder.select(builder.icmp_signed(">", a, b), a, b)


plus = _number_by_number(lambda builder, a, b: builder.add(a, b))
minus = _number_by_number(lambda builder, a, b: builder.sub(a, b))
times = _number_by_number(lambda builder, a, b: builder.mul(a, b))
larger = _number_by_number(_larger)
least, greatest, total = _to_one("umin"), _to_one("umax"), _to_one("add")
# shorts_at(words, at): the numbers in the words from there on; put_shorts(shorts, words, at) writes them
shorts_at = cast(Callable[[Any, int], Shorts], intrinsic(_shorts_at))
put_shorts = cast(Callable[[Shorts, Any, int], None], intrinsic(_put_shorts))
# instead_at(a, b, at): the numbers of `a`, but at one place that of `b`
instead_at = cast(Callable[[Shorts, Shorts, int], Shorts], intrinsic(_instead_at))
