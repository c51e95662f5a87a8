"""Where the suits of a combination are after a trick: which combination it has become, and how far each is shifted."""

from __future__ import annotations

from functools import cache
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from ai.bridge.tables.index import Lengths, Strain, arrays

SUITS = 4


class Shape(NamedTuple):
    """A combination for kernels.

    `lengths`: [suit] -> cards, in the order of the string; `places`: [suit] -> shift in the string;
    `after`: [suit led, suit of the reply] -> the combination after the trick, -1 if there is no such trick;
    `shifts`: [suit led, suit of the reply, suit] -> where that suit is then.
    """

    lengths: NDArray[np.int64]
    places: NDArray[np.int64]
    after: NDArray[np.int64]
    shifts: NDArray[np.int64]


@cache
def shape(level: int, strain: Strain, lengths: Lengths) -> Shape:
    """The combination `lengths` of `level`."""
    after = np.full((SUITS, SUITS), -1, np.int64)
    shifts = np.zeros((SUITS, SUITS, SUITS), np.int64)
    for led in range(SUITS):
        for reply in range(SUITS):
            left = list(lengths)
            left[led] -= 1
            left[reply] -= 1
            if level > 1 and min(left) >= 0:
                order, shifts[led, reply] = _placed(left, strain)
                after[led, reply] = arrays().numbers[_kind(strain), level - 1, _key([left[s] for s in order])]
    return Shape(np.array(lengths, np.int64), _placed(list(lengths), strain)[1], after, shifts)


def _placed(lengths: list[int], strain: Strain) -> tuple[list[int], NDArray[np.int64]]:
    """The suits in the order of the string, of equal lengths as they stood before; and their shifts."""
    fixed = [0] if strain == "trump" else []
    order = fixed + sorted(range(len(fixed), SUITS), key=lambda suit: (lengths[suit], suit))
    shifts = np.zeros(SUITS, np.int64)
    below = 0
    for suit in reversed(order):
        shifts[suit] = below
        below += lengths[suit]
    return order, shifts


def _key(lengths: list[int]) -> int:
    return (lengths[1] * 14 + lengths[2]) * 14 + lengths[3]


def _kind(strain: Strain) -> int:
    return int(strain == "notrump")
