"""A model of four-wide: residual cells, randomizer, hold, previews, reach, and how many lines clear."""

from __future__ import annotations

from dataclasses import dataclass
from math import comb, perm
from typing import Literal, get_args

from game.errors import BadInput
from game.tetris.four_wide.well import LINES, REACHES, STARTS, Lines, Reach

Randomizer = Literal["random", "bag"]
RANDOMIZERS: tuple[Randomizer, ...] = get_args(Randomizer)
MOST_PREVIEWS = 6


@dataclass(frozen=True)
class Model:
    """One four-wide game. Raises `BadInput` for what there is not.

    `residual` is the number of cells of the start field; `random` draws each piece by itself, `bag` shuffles
    bags of seven; `previews` pieces are seen beyond the current one.
    """

    residual: int = 3
    randomizer: Randomizer = "bag"
    hold: bool = True
    previews: int = 3
    reach: Reach = "srs"
    lines: Lines = "one"

    def __post_init__(self) -> None:
        _one_of("residual cells", self.residual, tuple(STARTS))
        _one_of("randomizer", self.randomizer, RANDOMIZERS)
        _one_of("previews", self.previews, tuple(range(MOST_PREVIEWS + 1)))
        _one_of("rules", self.reach, REACHES)
        _one_of("lines", self.lines, LINES)

    @property
    def start(self) -> int:
        """The start field."""
        return STARTS[self.residual]

    @property
    def holds(self) -> int:
        """Number of pieces that may be in hold: the hold is always full, or there is none."""
        return 7 if self.hold else 1

    @property
    def sequences(self) -> int:
        """The number of states of queue and bag that can be reached."""
        k = self.previews
        if self.randomizer == "random":
            return int(7**k)
        return sum(comb(7, d) * perm(d, min(k, d)) * perm(7, max(0, k - d)) for d in range(1, 8))

    @property
    def name(self) -> str:
        """A short name, also of files: `3-bag-hold-4-srs-one`."""
        held = "hold" if self.hold else "nohold"
        return f"{self.residual}-{self.randomizer}-{held}-{self.previews}-{self.reach}-{self.lines}"


def _one_of(what: str, value: object, known: tuple[object, ...]) -> None:
    if value not in known:
        raise BadInput(f"{what} {value!r} is unknown; known: {', '.join(map(str, known))}")
