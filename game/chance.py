"""Chance that is part of the record: the same seed gives the same game on every machine."""

from __future__ import annotations

import random

# The one source of chance in the rules: numbers that anyone can draw again, from a seed and a number.

_GAMMA, _WORD = 0x9E3779B97F4A7C15, (1 << 64) - 1


def splitmix64(seed: int, number: int) -> int:
    """Output `number` (from 0) of the splitmix64 generator with this seed: 0 to 2^64 - 1."""
    z = (seed + (number + 1) * _GAMMA) & _WORD
    z = ((z ^ z >> 30) * 0xBF58476D1CE4E5B9) & _WORD
    z = ((z ^ z >> 27) * 0x94D049BB133111EB) & _WORD
    return z ^ z >> 31


# Seeds that a person can read aloud and type again.

SEEDS = 1_000_000_000


def any_seed() -> int:
    """A seed drawn by chance: 1 to `SEEDS` - 1. The one number here that differs each time."""
    return random.randrange(1, SEEDS)
