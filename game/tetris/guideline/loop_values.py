"""Perfect clears in a row: what is left over behind a clear, and how many more will follow on it with best play.

A clear of ten pieces ends with a piece held and some letters left of the bag. From there the next clear starts, with
the same number of letters left every seventh time. The values are means over the pieces that will be seen. They stand
in `assets/clears/loop-values-5.json` and `-6.json`, by the pieces that are seen, made by
`ai/tetris/guideline/loop_solver.py`.
"""

from __future__ import annotations

from functools import cache, cached_property, lru_cache
from pathlib import Path
from typing import NamedTuple

import msgspec
import numpy as np
from numpy.typing import NDArray

from game import places, saving
from game.errors import BadInput
from game.tetris.guideline.pieces import PIECES

KINDS = len(PIECES)
FULL_BAG = (1 << KINDS) - 1
LETTERS_LEFT = (6, 3, 7, 4, 1, 5, 2)  # of the bag, where clears 1 to 7 start; then so again
SEEN = 6  # pieces, the two to choose from counted
SOLVED = (5, SEEN)  # numbers of them for which values come with the program
MOST_BYTES = 4 << 20  # of the file


class Leftover(NamedTuple):
    """State behind a clear: the piece held, and the letters (bits) left of the bag."""

    held: int
    left: int

    def __str__(self) -> str:
        return (
            f"{PIECES[self.held]}|{''.join(PIECES[each] for each in range(KINDS) if self.left >> each & 1)}"
        )

    @classmethod
    def parse(cls, text: str) -> Leftover:
        """Read what is left as people write it, `S|SZO`. Raises `BadInput`."""
        held, _, left = text.strip().upper().partition("|")
        letters = [PIECES.find(each) for each in left]
        if (
            len(held) != 1
            or held not in PIECES
            or min(letters, default=-1) < 0
            or len({*letters}) < len(letters)
        ):
            raise BadInput(
                f"{text[:40]!r} is not what a clear leaves: write the piece held, |, and the letters left of the "
                "bag: S|SZO"
            )
        return cls(PIECES.index(held), sum(1 << each for each in letters))


class Cycle(msgspec.Struct, frozen=True):
    """A clear of the seven after which the bags begin anew: its starts, and what best play makes of them.

    `ends` [start, start of the next clear]: the orders of the ten letters, of `orders`, that lead there. `values` are
    the clears in a row from each start on, this one included.
    """

    clear: int
    orders: int
    starts: tuple[str, ...]
    values: tuple[float, ...]
    ends: tuple[tuple[int, ...], ...]


class _File(msgspec.Struct, frozen=True):
    see: int
    clears: tuple[Cycle, ...]


class LoopValues:
    """The clears that follow in a row, by what is left."""

    def __init__(self, see: int, clears: tuple[Cycle, ...]) -> None:
        """`see` pieces are seen, the two to choose from counted."""
        self.see, self.clears = see, clears
        names = [name for each in clears for name in each.starts]
        self.numbers = {Leftover.parse(name): number for number, name in enumerate(names)}
        self.values: NDArray[np.float64] = np.array([value for each in clears for value in each.values])

    def value(self, left: Leftover) -> float:
        """The clears in a row that start with what is left, as a mean."""
        return float(self.values[self.numbers[left]])

    @staticmethod
    def left_before(clear: int) -> int:
        """Return how many letters of the bag are left where a clear starts, 1 or more."""
        return LETTERS_LEFT[(clear - 1) % len(LETTERS_LEFT)]

    @property
    def first(self) -> float:
        """The same from the empty board on, where nothing is held yet: the first piece is as good as held."""
        return float(self.values[self.firsts].mean())

    @property
    def firsts(self) -> list[int]:
        """The starts that the empty board is like: the first piece held, and the other letters of its bag to come."""
        return [self.numbers[Leftover(held, FULL_BAG & ~(1 << held))] for held in range(KINDS)]

    @cached_property
    def transitions(self) -> NDArray[np.float64]:
        """The chance to make a clear from each start (row) and to be at each start then."""
        result = np.zeros((len(self.numbers),) * 2)
        row, sizes = 0, [len(each.starts) for each in self.clears]
        begins = np.cumsum([0, *sizes])
        for number, each in enumerate(self.clears):
            then = (number + 1) % len(self.clears)
            for ends in each.ends:
                result[row, begins[then] : begins[then + 1]] = np.array(ends) / each.orders
                row += 1
        return result

    def chances(self, most: int) -> NDArray[np.float64]:
        """The chance of each start to make so many more clears at least, [clears, start], for 0 up to `most`."""
        results = np.ones((most + 1, len(self.numbers)))
        for clears in range(1, most + 1):
            results[clears] = self.transitions @ results[clears - 1]
        return results


class _Clear(msgspec.Struct, frozen=True):
    """Orders of the ten letters with which best play makes a later clear for itself, by start."""

    orders: int
    starts: dict[str, int]


@lru_cache(maxsize=1)
def chances_alone() -> dict[Leftover, float]:
    """The chance of each start's clear with best play for it alone."""
    data = saving.load(places.shipped("assets", "clears", "later-clears.json"), MOST_BYTES)
    return {
        Leftover.parse(name): orders / each.orders
        for each in msgspec.json.decode(data, type=dict[str, _Clear]).values()
        for name, orders in each.starts.items()
    }


@cache
def loop_values(see: int = SEEN) -> LoopValues:
    """The values that come with the program for so many pieces seen, one of `SOLVED`."""
    return values_in(places.shipped("assets", "clears", f"loop-values-{see}.json"))


def values_in(path: Path) -> LoopValues:
    """The values in a file. Raises `BadInput` for another one."""
    try:
        file = msgspec.json.decode(saving.load(path, MOST_BYTES), type=_File)
    except (OSError, msgspec.DecodeError) as error:
        raise BadInput(f"{path} has no values of clears in a row: {error}") from error
    return LoopValues(file.see, file.clears)


def save_values(path: Path, clears: tuple[Cycle, ...], see: int = SEEN) -> None:
    """Write values that can be read by `values_in`."""
    saving.save(path, msgspec.json.encode(_File(see, clears)))
