"""The names of engines, as records, settings and command lines have them.

Those of classic Tetris are its controllers (`ai.tetris.classic.controllers`).
"""

from __future__ import annotations

from typing import Final

KIBITZ: Final = "kibitz"
STACKER: Final = "stacker"
FOUR_WIDE: Final = "four-wide"
MOBILITY: Final = "mobility"
PARTNER: Final = "partner"
GREEDY: Final = "greedy"
PLAYOUTS: Final = "playouts"
RANDOM: Final = "random"
OUTSIDE: Final = "outside"
REVIEWER: Final = "reviewer"  # judges moves in every game; nobody plays against it
