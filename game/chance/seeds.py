"""Seeds that a person can read aloud and type again."""

from __future__ import annotations

import random

SEEDS = 1_000_000_000


def any_seed() -> int:
    """A seed drawn by chance: 1 to `SEEDS` - 1. The one number here that differs each time."""
    return random.randrange(1, SEEDS)
