"""The random numbers of TETR.IO (MINSTD) and the bags that are drawn with them.

`7-bag` is confirmed by real games, every other bag is from sources only.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from math import floor

from game.tetris.guideline.pieces import PIECES

_MODULUS = 2147483647
_LETTERS = "ZLOSIJT"  # the order before a shuffle
_PIECES = tuple(PIECES.index(letter) for letter in _LETTERS)
_EXTRA = (3, 2, 1, 1)  # letters beyond the seven in the first bags of `7+x-bag`, later none


class Random:
    """A stream of numbers from 0 up to 1; the same seed gives the same numbers."""

    def __init__(self, seed: int) -> None:
        self.state = seed % _MODULUS or _MODULUS - 1

    def __call__(self) -> float:
        self.state = 16807 * self.state % _MODULUS
        return (self.state - 1) / (_MODULUS - 1)

    def below(self, bound: int) -> int:
        """A whole number from 0 up to `bound`, without it."""
        return floor(self() * bound)

    def shuffle(self, items: list[int]) -> list[int]:
        """Shuffle in place, from the end."""
        for i in range(len(items) - 1, 0, -1):
            j = self.below(i + 1)
            items[i], items[j] = items[j], items[i]
        return items


class Queue:
    """The pieces of a game in order. Every piece is numbered as in `PIECES`.

    `no_szo` turns the first bag until no S, Z or O comes first, as solo modes do (sources only).
    """

    def __init__(self, kind: str, seed: int, *, no_szo: bool = False) -> None:
        self._bags = _BAGS[kind](Random(seed))
        self.pieces = next(self._bags)
        if no_szo:
            while PIECES[self.pieces[0]] in "SZO":
                self.pieces.append(self.pieces.pop(0))

    def __getitem__(self, at: int) -> int:
        while at >= len(self.pieces):
            self.pieces += next(self._bags)
        return self.pieces[at]


def _seven(random: Random) -> Iterator[list[int]]:
    while True:
        yield random.shuffle([*_PIECES])


def _fourteen(random: Random) -> Iterator[list[int]]:
    while True:
        yield random.shuffle([*_PIECES, *_PIECES])


def _seven_and(extra: int) -> Callable[[Random], Iterator[list[int]]]:
    def bags(random: Random) -> Iterator[list[int]]:
        while True:
            drawn = [_PIECES[random.below(7)] for _ in range(extra)]
            yield random.shuffle([*_PIECES, *drawn])

    return bags


def _seven_and_fewer(random: Random) -> Iterator[list[int]]:
    spare: list[int] = []
    bag = 0
    while True:
        wanted = _EXTRA[bag] if bag < len(_EXTRA) else 0
        if len(spare) < wanted:
            spare += random.shuffle([*_PIECES])
        drawn, spare = spare[:wanted], spare[wanted:]
        yield random.shuffle([*_PIECES, *drawn])
        bag += 1


def _pairs(random: Random) -> Iterator[list[int]]:
    while True:
        first, second, *_ = random.shuffle([*_PIECES])
        yield random.shuffle([first, first, first, second, second, second])


def _classic(random: Random) -> Iterator[list[int]]:
    last = -1
    while True:
        drawn = random.below(8)
        if drawn in (7, last):
            drawn = random.below(7)
        last = drawn
        yield [_PIECES[drawn]]


def _mayhem(random: Random) -> Iterator[list[int]]:
    while True:
        yield [_PIECES[random.below(7)]]


_BAGS: dict[str, Callable[[Random], Iterator[list[int]]]] = {
    "7-bag": _seven,
    "14-bag": _fourteen,
    "7+1-bag": _seven_and(1),
    "7+2-bag": _seven_and(2),
    "7+x-bag": _seven_and_fewer,
    "pairs": _pairs,
    "classic": _classic,
    "total mayhem": _mayhem,
}
BAGS = tuple(_BAGS)
