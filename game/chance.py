"""Chance that is part of the record: the same seed gives the same game on every machine."""

from __future__ import annotations

import random
from math import floor

# The one source of chance in the rules: numbers that anyone can draw again, from a seed and a number.

_GAMMA, _WORD = 0x9E3779B97F4A7C15, (1 << 64) - 1


def splitmix64(seed: int, number: int) -> int:
    """Output `number` (from 0) of the splitmix64 generator with this seed: 0 to 2^64 - 1."""
    z = (seed + (number + 1) * _GAMMA) & _WORD
    z = ((z ^ z >> 30) * 0xBF58476D1CE4E5B9) & _WORD
    z = ((z ^ z >> 27) * 0x94D049BB133111EB) & _WORD
    return z ^ z >> 31


class Minstd:
    """The random numbers of TETR.IO, from 0 up to 1; `skipped` of them are left out. The same seed gives the same."""

    MODULUS = 2147483647
    _FACTOR = 16807

    def __init__(self, seed: int, skipped: int = 0) -> None:
        first = seed % self.MODULUS or self.MODULUS - 1
        self.state = first * pow(self._FACTOR, skipped, self.MODULUS) % self.MODULUS

    def __call__(self) -> float:
        self.state = self._FACTOR * self.state % self.MODULUS
        return (self.state - 1) / (self.MODULUS - 1)

    def below(self, bound: int) -> int:
        """A whole number from 0 up to `bound`, without it."""
        return floor(self() * bound)

    def shuffle(self, items: list[int]) -> list[int]:
        """Shuffle in place, from the end."""
        for i in range(len(items) - 1, 0, -1):
            j = self.below(i + 1)
            items[i], items[j] = items[j], items[i]
        return items


# Seeds that a person can read aloud and type again.

SEEDS = 1_000_000_000


def any_seed() -> int:
    """A seed drawn by chance: 1 to `SEEDS` - 1. The one number here that differs each time."""
    return random.randrange(1, SEEDS)
