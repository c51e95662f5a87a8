"""Which piece comes next: streams of pieces that anyone can draw again from a short text.

`uniform:SEED`       each piece of a splitmix64 by its number, so none before it has to be drawn; `@N`: from number N
`tengstrand:STATE`   the generator of Joakim Tengstrand's programs, with the state it is in
`list:TIOSZLJ`       the pieces of a list, which ends
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import Literal

from game.chance.splitmix import splitmix64
from game.errors import BadInput
from game.tetris.classic.pieces import PIECES, letter, piece_of

Kind = Literal["uniform", "tengstrand", "list"]

MOST_LISTED = 10_000
_MULTIPLIER, _INCREMENT, _MODULUS = 1_664_525, 1_013_904_223, 1 << 32
_FORMS = "uniform:SEED, uniform:SEED@N, tengstrand:STATE or list:TIOSZLJ"


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
            raise BadInput(f"{text[:60]!r} names no pieces; write {_FORMS}")
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
