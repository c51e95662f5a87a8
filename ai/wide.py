"""Wide words and lanes inside kernels: values that the compiler keeps in registers, unlike arrays.

A **wide word** is a tuple of words, the low one first, used as one long word. Each of its words has 60 bits, so that
six rows of ten cells fill it; only the highest may have its sign set, and repeats it when it is moved down. **Lanes**
are four words side by side, on which each instruction works at once. A wide word of lanes is a tuple of these.

Kernels written with wide words are compiled for each length with which they are called.
"""

from __future__ import annotations

from collections.abc import Callable
from itertools import pairwise
from typing import Any, cast

from llvmlite import ir
from numba import types
from numba.core import cgutils
from numba.core.datamodel import models
from numba.extending import intrinsic, register_model
from numba.np import arrayobj

_ARRAYS: Any = arrayobj  # numba tells no types
_CODE: Any = cgutils
_TUPLE: Any = types.UniTuple
_TYPE: Any = types.Type

BITS = 60
ALL = (1 << BITS) - 1
LANES = 4
Wide = Any  # tuple[int, ...] or tuple[Lanes, ...]

_I64 = ir.IntType(64)
_LANES = ir.VectorType(_I64, LANES)


class LanesType(_TYPE):  # type: ignore[misc]
    """Four words side by side, as numba knows them."""


lanes_type = LanesType("Lanes")


@register_model(LanesType)
class _LanesModel(models.PrimitiveModel):
    def __init__(self, manager: Any, kind: Any) -> None:
        super().__init__(manager, kind, _LANES)  # type: ignore[no-untyped-call]


def _constant(value: Any, like: Any) -> Any:
    return ir.Constant(like.type, [value] * LANES) if like.type == _LANES else ir.Constant(like.type, value)


def _splat(builder: Any, word: Any) -> Any:
    undefined = ir.Constant(_LANES, ir.Undefined)
    one = builder.insert_element(undefined, word, ir.Constant(ir.IntType(32), 0))
    return builder.shuffle_vector(one, undefined, ir.Constant(ir.VectorType(ir.IntType(32), LANES), None))


def _call(builder: Any, name: str, returned: Any, *arguments: Any) -> Any:
    kind = ir.FunctionType(returned, [each.type for each in arguments])
    return builder.call(builder.module.declare_intrinsic(name, (), kind), arguments)


def _parts(builder: Any, wide: Any, kind: Any) -> list[Any]:
    return [builder.extract_value(wide, number) for number in range(kind.count)]


def _joined(builder: Any, context: Any, kind: Any, parts: list[Any]) -> Any:
    wide = ir.Constant(context.get_value_type(kind), ir.Undefined)
    for number, part in enumerate(parts):
        wide = builder.insert_value(wide, part, number)
    return wide


def _by_word(combine: Callable[[Any, Any, Any], Any]) -> Callable[[Wide, Wide], Wide]:
    """A function of two wide words that works word by word."""

    def typed(typing_context: Any, a: Any, b: Any) -> Any:
        def build(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
            kind = signature.return_type
            pairs = zip(*(_parts(builder, each, kind) for each in arguments), strict=True)
            return _joined(builder, context, kind, [combine(builder, x, y) for x, y in pairs])

        return a(a, b), build

    return cast(Callable[[Wide, Wide], Wide], intrinsic(typed))


both = _by_word(lambda builder, x, y: builder.and_(x, y))
either = _by_word(lambda builder, x, y: builder.or_(x, y))
without = _by_word(
    lambda builder, x, y: builder.and_(x, builder.not_(y))
)  # bits of the first that the second lacks


def _lowered(builder: Any, parts: list[Any], by: Any) -> list[Any]:
    back = builder.sub(_constant(BITS, by), by)
    moved = [
        builder.and_(builder.or_(builder.lshr(low, by), builder.shl(high, back)), _constant(ALL, by))
        for low, high in pairwise(parts)
    ]
    return [*moved, builder.ashr(parts[-1], by)]


def _heightened(builder: Any, parts: list[Any], by: Any) -> list[Any]:
    back = builder.sub(_constant(BITS, by), by)
    moved = [builder.shl(parts[0], by)] + [
        builder.or_(builder.shl(high, by), builder.lshr(low, back)) for low, high in pairwise(parts)
    ]
    return [builder.and_(each, _constant(ALL, by)) for each in moved]


def _moving(move: Callable[[Any, list[Any], Any], list[Any]]) -> Callable[[Wide, Any], Wide]:
    def typed(typing_context: Any, wide: Any, by: Any) -> Any:
        def build(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
            kind, by = signature.args[0], arguments[1]
            parts = _parts(builder, arguments[0], kind)
            if by.type != parts[0].type:
                by = _splat(builder, by)
            return _joined(builder, context, kind, move(builder, parts, by))

        return wide(wide, by if by is lanes_type else types.int64), build

    return cast(Callable[[Wide, Any], Wide], intrinsic(typed))


# lower(wide, by), higher(wide, by): each bit `by` (0 to 59) places down or up; `by` may be lanes, a number each
lower = _moving(_lowered)
higher = _moving(_heightened)


def _within(typing_context: Any, wide: Any, word: Any) -> Any:
    def build(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
        kind = signature.return_type
        parts = [builder.and_(part, arguments[1]) for part in _parts(builder, arguments[0], kind)]
        return _joined(builder, context, kind, parts)

    return wide(wide, word), build


def _some(typing_context: Any, wide: Any) -> Any:
    def build(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
        parts = _parts(builder, arguments[0], signature.args[0])
        result = parts[0]
        for part in parts[1:]:
            result = builder.or_(result, part)
        if result.type == _LANES:
            result = _call(builder, f"llvm.vector.reduce.or.v{LANES}i64", _I64, result)
        return builder.icmp_unsigned("!=", result, result.type(0))

    return types.boolean(wide), build


def _count(typing_context: Any, wide: Any) -> Any:
    def build(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
        total = _I64(0)
        for part in _parts(builder, arguments[0], signature.args[0]):
            for lane in range(LANES):
                word = builder.extract_element(part, ir.Constant(ir.IntType(32), lane))
                total = builder.add(total, builder.ctpop(word))
        return total

    return types.int64(wide), build


def _turned(by: int) -> Callable[[Wide], Wide]:
    """A function that moves each lane `by` places on."""

    def typed(typing_context: Any, wide: Any) -> Any:
        def build(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
            kind = signature.return_type
            order = [(lane - by) % LANES for lane in range(LANES)]
            mask = ir.Constant(ir.VectorType(ir.IntType(32), LANES), order)
            parts = [
                builder.shuffle_vector(part, ir.Constant(_LANES, ir.Undefined), mask)
                for part in _parts(builder, arguments[0], kind)
            ]
            return _joined(builder, context, kind, parts)

        return wide(wide), build

    return cast(Callable[[Wide], Wide], intrinsic(typed))


next_lane, half_lanes, last_lane = _turned(1), _turned(2), _turned(3)


def _spread(typing_context: Any, wide: Any) -> Any:
    def build(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
        parts = [_splat(builder, part) for part in _parts(builder, arguments[0], signature.args[0])]
        return _joined(builder, context, signature.return_type, parts)

    return _TUPLE(lanes_type, wide.count)(wide), build


def _place(builder: Any, context: Any, kind: Any, array: Any, at: Any) -> Any:
    made = _ARRAYS.make_array(kind)(context, builder, array)
    return _CODE.get_item_pointer(context, builder, kind, made, [at])


def _lanes_at(typing_context: Any, words: Any, at: Any) -> Any:
    def build(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
        place = _place(builder, context, signature.args[0], arguments[0], arguments[1])
        return builder.load(builder.bitcast(place, _LANES.as_pointer()), align=8)

    return lanes_type(words, types.int64), build


def _load(typing_context: Any, like: Any, words: Any) -> Any:
    def build(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
        kind, array = signature.return_type, signature.args[1]
        parts = [
            builder.load(_place(builder, context, array, arguments[1], _I64(number)))
            for number in range(kind.count)
        ]
        return _joined(builder, context, kind, parts)

    return _TUPLE(types.int64, like.count)(like, words), build


def _store(typing_context: Any, wide: Any, words: Any, at: Any) -> Any:
    def build(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
        for number, part in enumerate(_parts(builder, arguments[0], signature.args[0])):
            at = builder.add(arguments[2], _I64(number * LANES))
            place = _place(builder, context, signature.args[1], arguments[1], at)
            builder.store(part, builder.bitcast(place, _LANES.as_pointer()), align=8)
        return context.get_dummy_value()

    return types.void(wide, words, types.int64), build


def _load_lanes(typing_context: Any, like: Any, words: Any, at: Any) -> Any:
    def build(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
        kind, array = signature.return_type, signature.args[1]
        parts = []
        for number in range(kind.count):
            place = _place(
                builder, context, array, arguments[1], builder.add(arguments[2], _I64(number * LANES))
            )
            parts.append(builder.load(builder.bitcast(place, _LANES.as_pointer()), align=8))
        return _joined(builder, context, kind, parts)

    return like(like, words, types.int64), build


def _side_by_side(typing_context: Any, a: Any, b: Any, c: Any, d: Any) -> Any:
    def build(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
        parts = []
        for words in zip(*(_parts(builder, each, signature.args[0]) for each in arguments), strict=True):
            lanes = ir.Constant(_LANES, ir.Undefined)
            for number, word in enumerate(words):
                lanes = builder.insert_element(lanes, word, ir.Constant(ir.IntType(32), number))
            parts.append(lanes)
        return _joined(builder, context, signature.return_type, parts)

    return _TUPLE(lanes_type, a.count)(a, a, a, a), build


def _instruction(build: Any) -> Any:
    return intrinsic(build)


within: Callable[[Wide, Any], Wide] = _instruction(
    _within
)  # the bits of each word that are in `word` or `lanes` too
some: Callable[[Wide], bool] = _instruction(_some)  # some(wide): whether any bit is set
count: Callable[[Wide], int] = _instruction(_count)  # count(wide): the number of set bits in all lanes
spread: Callable[[Wide], Wide] = _instruction(_spread)  # the same wide word in every lane
# beside(a, b, c, d): four wide words as the lanes of one
beside: Callable[[Wide, Wide, Wide, Wide], Wide] = _instruction(_side_by_side)
# lanes_at(words, at): four words from words[at:] as lanes; load(like, words): a wide word as long as `like`;
# store(wide, words, at) writes the lanes of each word one after the other, load_lanes(like, words, at) reads them
lanes_at: Callable[[Any, int], Any] = _instruction(_lanes_at)
load: Callable[[Wide, Any], Wide] = _instruction(_load)
load_lanes: Callable[[Wide, Any, int], Wide] = _instruction(_load_lanes)
store: Callable[[Wide, Any, int], None] = _instruction(_store)
