"""The bags of TETR.IO, drawn with its random numbers.

`7-bag` is confirmed by real games, every other bag is from sources only.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator

from game.chance import Minstd
from game.tetris.guideline.bags import TETRIO_ORDER
from game.tetris.guideline.pieces import PIECES

_EXTRA = (3, 2, 1, 1)  # letters beyond the seven in the first bags of `7+x-bag`, later none


class Queue:
    """The pieces of a game in order. Every piece is numbered as in `PIECES`.

    `no_szo` turns the first bag until no S, Z or O comes first, as solo modes do (sources only).
    """

    def __init__(self, kind: str, seed: int, *, no_szo: bool = False) -> None:
        self._bags = _BAGS[kind](Minstd(seed))
        self.pieces = next(self._bags)
        if no_szo:
            while PIECES[self.pieces[0]] in "SZO":
                self.pieces.append(self.pieces.pop(0))

    def __getitem__(self, at: int) -> int:
        while at >= len(self.pieces):
            self.pieces += next(self._bags)
        return self.pieces[at]


def _seven(random: Minstd) -> Iterator[list[int]]:
    while True:
        yield random.shuffle([*TETRIO_ORDER])


def _fourteen(random: Minstd) -> Iterator[list[int]]:
    while True:
        yield random.shuffle([*TETRIO_ORDER, *TETRIO_ORDER])


def _seven_and(extra: int) -> Callable[[Minstd], Iterator[list[int]]]:
    def bags(random: Minstd) -> Iterator[list[int]]:
        while True:
            drawn = [TETRIO_ORDER[random.below(7)] for _ in range(extra)]
            yield random.shuffle([*TETRIO_ORDER, *drawn])

    return bags


def _seven_and_fewer(random: Minstd) -> Iterator[list[int]]:
    spare: list[int] = []
    bag = 0
    while True:
        wanted = _EXTRA[bag] if bag < len(_EXTRA) else 0
        if len(spare) < wanted:
            spare += random.shuffle([*TETRIO_ORDER])
        drawn, spare = spare[:wanted], spare[wanted:]
        yield random.shuffle([*TETRIO_ORDER, *drawn])
        bag += 1


def _pairs(random: Minstd) -> Iterator[list[int]]:
    while True:
        first, second, *_ = random.shuffle([*TETRIO_ORDER])
        yield random.shuffle([first, first, first, second, second, second])


def _classic(random: Minstd) -> Iterator[list[int]]:
    last = -1
    while True:
        drawn = random.below(8)
        if drawn in (7, last):
            drawn = random.below(7)
        last = drawn
        yield [TETRIO_ORDER[drawn]]


def _mayhem(random: Minstd) -> Iterator[list[int]]:
    while True:
        yield [TETRIO_ORDER[random.below(7)]]


_BAGS: dict[str, Callable[[Minstd], Iterator[list[int]]]] = {
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
