"""The bags of TETR.IO, drawn with its random numbers.

`7-bag` is confirmed by real games, every other bag is from sources only.
"""

from __future__ import annotations

from collections.abc import Callable

from game.chance import Minstd
from game.tetris.guideline.bags import TETRIO_ORDER
from game.tetris.guideline.pieces import PIECES

_EXTRA = (3, 2, 1, 1)  # letters beyond the seven in the first bags of `7+x-bag`, later none


class Queue:
    """The pieces of a game in order. Every piece is numbered as in `PIECES`.

    `random` draws the bags. `no_szo` turns the first bag until no S, Z or O comes first, as solo modes do.
    """

    def __init__(self, kind: str, seed: int, *, no_szo: bool = False) -> None:
        self.random = Minstd(seed)
        self.bags = 0
        self.spare: list[int] = []  # letters that `7+x-bag` adds to the next bags
        self.pieces: list[int] = []
        self._draw = _BAGS[kind]
        self.draw_bag()
        if no_szo:
            while PIECES[self.pieces[0]] in "SZO":
                self.pieces.append(self.pieces.pop(0))

    def __getitem__(self, at: int) -> int:
        while at >= len(self.pieces):
            self.draw_bag()
        return self.pieces[at]

    def draw_bag(self) -> None:
        """Add one more bag."""
        self.pieces += self._draw(self)
        self.bags += 1


def _seven(queue: Queue) -> list[int]:
    return queue.random.shuffle([*TETRIO_ORDER])


def _fourteen(queue: Queue) -> list[int]:
    return queue.random.shuffle([*TETRIO_ORDER, *TETRIO_ORDER])


def _seven_and(extra: int) -> Callable[[Queue], list[int]]:
    def bag(queue: Queue) -> list[int]:
        drawn = [TETRIO_ORDER[queue.random.below(7)] for _ in range(extra)]
        return queue.random.shuffle([*TETRIO_ORDER, *drawn])

    return bag


def _seven_and_fewer(queue: Queue) -> list[int]:
    wanted = _EXTRA[queue.bags] if queue.bags < len(_EXTRA) else 0
    if len(queue.spare) < wanted:
        queue.spare += queue.random.shuffle([*TETRIO_ORDER])
    drawn, queue.spare = queue.spare[:wanted], queue.spare[wanted:]
    return queue.random.shuffle([*TETRIO_ORDER, *drawn])


def _pairs(queue: Queue) -> list[int]:
    first, second, *_ = queue.random.shuffle([*TETRIO_ORDER])
    return queue.random.shuffle([first, first, first, second, second, second])


def _classic(queue: Queue) -> list[int]:
    drawn = queue.random.below(8)
    if drawn == 7 or TETRIO_ORDER[drawn] in queue.pieces[-1:]:
        drawn = queue.random.below(7)
    return [TETRIO_ORDER[drawn]]


def _mayhem(queue: Queue) -> list[int]:
    return [TETRIO_ORDER[queue.random.below(7)]]


_BAGS: dict[str, Callable[[Queue], list[int]]] = {
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
