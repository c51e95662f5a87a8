"""The seven pieces, their rotations and their numbers, in the order of Joakim Tengstrand's programs.

A piece is its number, 0 to 6 for I Z S J L T O (his numbers less one). The cells of a rotation are (x, y) in
its bounding box, x to the right and y **down**, top left is (0, 0):

    I ####   Z ##.   S .##   J ###   L ###   T ###   O ##
              .##   ##.   ..#   #..   .#.   ##
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import Literal

from game.chance import splitmix64
from game.errors import BadInput

PIECES = "IZSJLTO"
Cells = tuple[tuple[int, int], ...]


def _cells(text: str) -> Cells:
    """The cells of `00 10 11 21`: x and y of each, a digit each."""
    return tuple((int(cell[0]), int(cell[1])) for cell in text.split())


SHAPES: tuple[tuple[Cells, ...], ...] = tuple(
    tuple(_cells(rotation) for rotation in rotations)
    for rotations in (
        ("00 10 20 30", "00 01 02 03"),
        ("00 10 11 21", "10 01 11 02"),
        ("10 20 01 11", "00 01 11 12"),
        ("00 10 20 21", "00 10 01 02", "00 01 11 21", "10 11 02 12"),
        ("00 10 20 01", "00 01 02 12", "20 01 11 21", "00 10 11 12"),
        ("00 10 20 11", "00 01 11 02", "10 01 11 21", "10 01 11 12"),
        ("00 10 01 11",),
    )
)
WIDTHS = tuple(tuple(max(x for x, _ in cells) + 1 for cells in rotations) for rotations in SHAPES)
HEIGHTS = tuple(tuple(max(y for _, y in cells) + 1 for cells in rotations) for rotations in SHAPES)
# by piece and rotation: the rows of the bounding box from the top, bit x of a row is its column x
MASKS = tuple(
    tuple(
        tuple(sum(1 << x for x, row in cells if row == y) for y in range(height))
        for cells, height in zip(rotations, heights, strict=True)
    )
    for rotations, heights in zip(SHAPES, HEIGHTS, strict=True)
)


def letter(piece: int) -> str:
    """The letter of a piece 0 to 6."""
    return PIECES[piece]


def piece_of(letter: str) -> int:
    """The number of the piece with this letter, small or capital. Raises `BadInput`."""
    result = PIECES.find(letter.upper()) if len(letter) == 1 else -1
    if result < 0:
        raise BadInput(f"{letter[:20]!r} is not a piece; the pieces are I O T L J S Z")
    return result


def cells_at(piece: int, rotation: int, x: int, y: int) -> Cells:
    """The four cells (column, row) of a piece whose bounding box has its top left at (x, y)."""
    return tuple((x + column, y + row) for column, row in SHAPES[piece][rotation])


# Which piece comes next: streams of pieces that anyone can draw again from a short text.
#
# `uniform:SEED`       each piece of a splitmix64 by its number, so none before it has to be drawn; `@N`: from number N
# `tengstrand:STATE`   the generator of Joakim Tengstrand's programs, with the state it is in
# `list:TIOSZLJ`       the pieces of a list, which ends

Kind = Literal["uniform", "tengstrand", "list"]

MOST_LISTED = 10_000
_MULTIPLIER, _INCREMENT, _MODULUS = 1_664_525, 1_013_904_223, 1 << 32


def game_seed(seed: int, number: int) -> int:
    """The seed of game `number` (from 0) in a series of games: 0 to 2^63 - 1."""
    return splitmix64(seed, number) >> 1


def uniform_piece(seed: int, number: int) -> int:
    """Piece `number` (from 0) of `uniform:SEED`, 0 to 6. One chance in 2^32 apart, all seven come alike."""
    return ((splitmix64(seed, number) >> 32) * len(PIECES)) >> 32


def tengstrand_state(state: int, steps: int) -> int:
    """The state of the author's generator after `steps` draws: seed * 1664525 + 1013904223 mod 2^32 each."""
    factor, summand = _MULTIPLIER, _INCREMENT
    while steps:  # a step is a linear map; maps of 1, 2, 4, .. steps are squared and put together
        if steps & 1:
            state = (state * factor + summand) % _MODULUS
        summand = (summand * factor + summand) % _MODULUS
        factor = factor * factor % _MODULUS
        steps >>= 1
    return state


@dataclass(frozen=True)
class Pieces:
    """A stream of pieces from a place in it on; nothing changes when it is looked at.

    `seed` belongs to `uniform` and is 0 to 2^64 - 1, or is the state of `tengstrand`, 0 to 2^32 - 1; `first` is
    the number of the next piece of `uniform`; `listed` are the pieces of a list that are still to come.
    """

    kind: Kind = "uniform"
    seed: int = 1
    first: int = 0
    listed: tuple[int, ...] = ()

    @classmethod
    def parse(cls, text: str) -> Pieces:
        """The stream of `uniform:SEED[@N]`, `tengstrand:STATE` or `list:TIOSZLJ`. Raises `BadInput`."""
        kind, _, rest = text.strip().partition(":")
        if kind == "list":
            return cls.of([piece_of(each) for each in rest])
        if kind == "tengstrand" and re.fullmatch(r"[0-9]{1,10}", rest):
            return cls("tengstrand", _within(int(rest), _MODULUS, "state of the author's generator"))
        numbers = re.fullmatch(r"([0-9]{1,20})(?:@([0-9]{1,20}))?", rest) if kind == "uniform" else None
        if not numbers:
            raise BadInput(
                f"{text[:60]!r} names no pieces; write uniform:SEED, uniform:SEED@N, tengstrand:STATE or "
                "list:TIOSZLJ"
            )
        seed = _within(int(numbers[1]), 1 << 64, "seed")
        return cls("uniform", seed, _within(int(numbers[2] or 0), 1 << 63, "number of a piece"))

    @classmethod
    def of(cls, listed: list[int] | tuple[int, ...]) -> Pieces:
        """The stream that is a list of pieces 0 to 6. Raises `BadInput` for more than `MOST_LISTED`."""
        if len(listed) > MOST_LISTED:
            raise BadInput(f"a list of {len(listed):,} pieces is too long; at most {MOST_LISTED:,} are read")
        return cls("list", 0, 0, tuple(listed))

    def __str__(self) -> str:
        if self.kind == "list":
            return "list:" + "".join(map(letter, self.listed))
        return f"{self.kind}:{self.seed}" + (f"@{self.first}" if self.first else "")

    def piece(self, n: int = 0) -> int | None:
        """The piece that comes after `n` others, 0 to 6; None where the list has ended."""
        if self.kind == "list":
            return self.listed[n] if n < len(self.listed) else None
        if self.kind == "tengstrand":
            return tengstrand_state(self.seed, n + 1) % len(PIECES)
        return uniform_piece(self.seed, self.first + n)

    def after(self, n: int = 1) -> Pieces:
        """The stream once `n` pieces are drawn."""
        if self.kind == "list":
            return Pieces.of(self.listed[n:])
        if self.kind == "tengstrand":
            return Pieces("tengstrand", tengstrand_state(self.seed, n))
        return Pieces("uniform", self.seed, self.first + n)


def _within(number: int, end: int, what: str) -> int:
    if number >= end:
        raise BadInput(f"{number} is too large a {what}; it goes from 0 to {end - 1}")
    return number
