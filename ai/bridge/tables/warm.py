"""What to call so that the kernel that builds tables is compiled: once, with the types that are used."""

from __future__ import annotations

from collections.abc import Callable

import numpy as np

from ai.bridge.tables.build import NOTHING, ranks
from ai.bridge.tables.fill import fill, new_scratch
from ai.bridge.tables.index import combinations
from ai.bridge.tables.inner import inner
from ai.bridge.tables.shape import shape


def _warm_tables() -> None:
    lengths = combinations(1, "trump")[0]
    known = shape(1, "trump", lengths), ranks(), inner(lengths[-1])
    fill(1, 1, *known, NOTHING, np.zeros(2, np.uint8), new_scratch())


STEPS: list[tuple[str, Callable[[], None]]] = [("Honeymoon bridge: tables", _warm_tables)]
