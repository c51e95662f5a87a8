"""The one source of chance in the rules: numbers that anyone can draw again, from a seed and a number."""

from __future__ import annotations

_GAMMA, _WORD = 0x9E3779B97F4A7C15, (1 << 64) - 1


def splitmix64(seed: int, number: int) -> int:
    """Output `number` (from 0) of the splitmix64 generator with this seed: 0 to 2^64 - 1."""
    z = (seed + (number + 1) * _GAMMA) & _WORD
    z = ((z ^ z >> 30) * 0xBF58476D1CE4E5B9) & _WORD
    z = ((z ^ z >> 27) * 0x94D049BB133111EB) & _WORD
    return z ^ z >> 31
