"""Weights of fields and placements, in rows of attack: the weights, and where they come from.

The features are those of Cold Clear (MinusKelvin). A first set was that of its second version, written anew with the
rows that are really sent apart from what a clear is worth beside them. The present one was tuned from there in games
against itself (`bench/stacker_tuning.py`); `docs/guideline.md` has what it gained.
"""

from __future__ import annotations

from collections.abc import Sequence

import msgspec
import numpy as np
from numpy.typing import NDArray

MOST_WELL = 17  # rows of a well that count
MOST_COVER = 6  # filled cells above one hole that count
HIGH, TOP = 10, 15  # heights from which on the field is in danger


class Weights(msgspec.Struct, frozen=True):
    """All weights, in rows of attack.

    Of a field, each times its feature (`greedy.py`); `slots` by the rows that the best T slot clears, times `far`
    where no T is among the pieces known; `chained` times the difficult clears in a row. Of a placement: `plain`,
    `mini`, `full` by the rows cleared, beside the rows sent; `perfect` for a perfect clear, `wasted` for a T without a
    spin, `tucked` where it takes more than a drop.
    """

    height: float = 0.0
    high: float = -1.226
    top: float = -2.928
    bumps: float = -0.32
    bumps_squared: float = -0.013
    transitions: float = -0.309
    cavities: float = -2.081
    overhangs: float = -0.617
    covered: float = -0.238
    well: float = 0.439
    back_to_back: float = 1.284
    chained: float = 0.0
    slots: tuple[float, float, float] = (0.124, 3.491, 7.043)
    far: float = 0.6
    attack: float = 1.0
    plain: tuple[float, float, float, float, float] = (-0.332, -1.735, -2.086, -2.884, -0.513)
    mini: tuple[float, float, float, float, float] = (-0.089, -1.35, -2.564, -1.988, -0.381)
    full: tuple[float, float, float, float, float] = (-0.215, -0.954, -0.007, 0.034, 0.199)
    perfect: float = 3.477
    wasted: float = -1.453
    tucked: float = -0.2

    def words(self) -> NDArray[np.float64]:
        """The weights in the order of their names, as kernels take them."""
        results: list[float] = []
        for name in self.__struct_fields__:
            value = getattr(self, name)
            results += value if isinstance(value, tuple) else [value]
        return np.array(results, np.float64)

    @classmethod
    def of(cls, words: Sequence[float]) -> Weights:
        """The weights that have these `words()`."""
        left = iter(words)
        values: dict[str, float | tuple[float, ...]] = {}
        for name in cls.__struct_fields__:
            usual = getattr(DEFAULT, name)
            values[name] = tuple(next(left) for _ in usual) if isinstance(usual, tuple) else next(left)
        return msgspec.convert(values, cls)


DEFAULT = Weights()


def place_of(name: str) -> int:
    """Return where a weight, or the first of several, lies among `words()`."""
    names = Weights.__struct_fields__
    sizes = [len(value) if isinstance(value := getattr(DEFAULT, each), tuple) else 1 for each in names]
    return sum(sizes[: names.index(name)])
