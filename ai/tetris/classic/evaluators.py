"""The numbers of Tengstrand's evaluators, laid out for one size of board.

Version 1.1 (2001-02) has hand-made tables; 1.2 to 1.4 are formulas with the same shape. Source: the programs
of Joakim Tengstrand (github tengstrand/tetrisanalyzer) and his description of 1.1 of February 2011.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from functools import lru_cache
from itertools import accumulate

from game.errors import BadInput

Numbers = tuple[float, ...]

EVALUATORS = ("tengstrand-1.1", "tengstrand-1.2", "tengstrand-1.3", "tengstrand-1.4")

HEIGHTS = (
    7.0,
    7.0,
    2.5,
    2.2,
    1.8,
    1.3,
    1.0,
    0.9,
    0.7,
    0.6,
    0.5,
    0.4,
    0.3,
    0.25,
    0.2,
    0.15,
    0.1,
    0.1,
    0.1,
    0.1,
    0.1,
    0.09,
)
FILLED = (0.0, 0.0, 0.0, 0.1, 0.2, 0.3, 0.4, 0.5, 0.6, 0.553)
WIDTHS = (0.0, 4.25, 2.39, 3.1, 2.21, 2.05, 1.87, 1.52, 1.34, 1.18, 1.0)
UNEQUAL = (0.0, 0.5, 1.19, 2.3, 3.1, 4.6, 5.6)
EQUAL = (0.0, 0.42, 1.05, 2.2, 3.1, 4.6, 5.6)

LATER_WIDTHS = (0.0, 4.978, 2.38, 3.01, 2.21, 2.05, 1.87, 1.52, 1.34, 1.18)
LATER_UNEQUAL = (0.0, 0.5, 1.19, 2.35, 3.1, 4.6)
LATER_EQUAL = (0.0, 0.42, 1.05, 2.22, 3.06, 4.6)
EMPTY_12 = (0.533, 0.6)  # row factors by empty cells, from one on
EMPTY_13 = (0.46, 0.51, 0.5, 0.40)
FULL_ROW = 1.0  # no game reaches a full row; a board that is only looked at may hold one: it hides nothing
FLOOR_WIDTH = 2.8  # 1.4: two columns at the left border, level with each other


@dataclass(frozen=True)
class Evaluator:
    """The tables of one evaluator on boards of `width` columns and `height` rows."""

    name: str
    width: int
    height: int
    heights: (
        Numbers  # [height + 1] by the row of a column's topmost filled cell; `height` for an empty column
    )
    rows: Numbers  # [width + 1] by the number of filled cells in a row
    widths: Numbers  # [width + 1] by the width of an area
    unequal: Numbers  # [height + 1] by the height of an area between walls that differ
    equal: Numbers  # [height + 1] the same between walls that are equally high
    weights: Numbers  # [height] what a hollow row, and an area that begins in this row, are multiplied by
    floor: float  # the width factor of two level columns at the left border
    every_leaf: bool  # whether blocked starts are counted after every move, or only after those near the top


@lru_cache(maxsize=64)
def evaluator(name: str, width: int, height: int) -> Evaluator:
    """The evaluator `name` for this size; BadInput where there is none of that name."""
    if name not in EVALUATORS:
        raise BadInput(f"There is no evaluator “{name}”; there are {', '.join(EVALUATORS)}.")
    return _first(width, height) if name == "tengstrand-1.1" else _later(name, width, height)


def _first(width: int, height: int) -> Evaluator:
    widths = WIDTHS + tuple(round((1 / WIDTHS[9]) ** n, 2) for n in range(1, width - 9))
    return Evaluator(
        name="tengstrand-1.1",
        width=width,
        height=height,
        heights=((7.0,) * (height - 21) + HEIGHTS)[: height + 1],
        rows=(*((0.0,) * (width - 10) + FILLED)[-width:], FULL_ROW),
        widths=widths[: width + 1],
        unequal=_lengthened(UNEQUAL, 1.0, height),
        equal=_lengthened(EQUAL, 1.0, height),
        weights=(1.0,) * height,
        floor=widths[2],
        every_leaf=False,
    )


def _later(name: str, width: int, height: int) -> Evaluator:
    empty = EMPTY_12 if name == "tengstrand-1.2" else EMPTY_13
    weighted = name == "tengstrand-1.4"
    by_empty = _continued(empty, lambda factor: factor * 0.85, width)
    return Evaluator(
        name=name,
        width=width,
        height=height,
        heights=_continued((7.0, 2.5), lambda factor: factor * 0.81, height + 1),
        rows=(*reversed(by_empty), FULL_ROW),
        widths=_lengthened(LATER_WIDTHS, -0.16, width),
        unequal=_lengthened(LATER_UNEQUAL, 1.1, height),
        equal=_lengthened(LATER_EQUAL, 1.1, height),
        weights=tuple(1.4 - 0.02 * y if weighted else 1.0 for y in range(height)),
        floor=FLOOR_WIDTH if weighted else LATER_WIDTHS[2],
        every_leaf=True,
    )


def _continued(begun: Numbers, further: Callable[[float], float], count: int) -> Numbers:
    """`begun`, and then `further` of the one before, `count` numbers in all."""
    rest = accumulate(range(count - len(begun)), lambda last, _: further(last), initial=begun[-1])
    return (*begun[:-1], *rest)[:count]


def _lengthened(begun: Numbers, step: float, last: int) -> Numbers:
    """`begun`, and then `step` more each time, for 0 to `last`."""
    return _continued(begun, lambda factor: factor + step, last + 1)
