"""Sweeps over many like cases: some of them are drawn, always the same; `KIBITZ_TESTS=all` runs all."""

import os
from collections.abc import Sequence
from random import Random
from typing import TypeVar

Case = TypeVar("Case")

ALL = os.environ.get("KIBITZ_TESTS") == "all"


def drawn(cases: Sequence[Case], count: int) -> list[Case]:
    """So many of the cases, in their order."""
    if ALL or count >= len(cases):
        return list(cases)
    return [cases[number] for number in sorted(Random(1).sample(range(len(cases)), count))]
