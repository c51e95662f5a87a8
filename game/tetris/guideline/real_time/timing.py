"""The clock of a game in real time: gravity, delays and limits, all in ticks of 1/60 s."""

from __future__ import annotations

import re
from dataclasses import dataclass, fields, replace

from game.errors import BadInput
from game.tetris.guideline.real_time.handling import TICKS

MOST_TICKS = 10**6
MOST_LEVEL = 20


@dataclass(frozen=True)
class Timing:
    """How fast a game runs. Raises `BadInput` for numbers that are not possible.

    `spawn`: ticks between a lock and the next piece; `clear`: added to it where rows went. `lock`: ticks on the floor
    until a piece locks; `moves`: how often a shift or turn starts them again. Gravity is `rows` in `ticks`; 0 rows
    for none. `travel`: ticks until rows sent can come up on the other side. `limit`: ticks until the game ends, 0 for
    no end.
    """

    spawn: int = 7
    clear: int = 35
    lock: int = 30
    moves: int = 15
    rows: int = 1
    ticks: int = 45
    travel: int = 0
    limit: int = 0

    def __post_init__(self) -> None:
        for each in fields(self):
            number = getattr(self, each.name)
            least = 1 if each.name == "ticks" else 0
            if not least <= number <= MOST_TICKS:
                raise BadInput(
                    f"{number} is not possible as {each.name}; it goes from {least} to {MOST_TICKS:,}"
                )

    @classmethod
    def parse(cls, text: str) -> Timing:
        """The timing of `spawn=7 clear=35 …`, or of a name; what is not said is as in `cold-clear`.

        Raises `BadInput`.
        """
        if text in TIMINGS:
            return TIMINGS[text]
        known = {each.name for each in fields(cls)}
        said: dict[str, int] = {}
        for word in text.split():
            match = re.fullmatch(r"([a-z]+)=([0-9]{1,9})", word)
            if not match or match[1] not in known or match[1] in said:
                raise BadInput(
                    f"{word[:30]!r} is no timing; write name=ticks with one of {', '.join(sorted(known))}"
                )
            said[match[1]] = int(match[2])
        return cls(**said)

    def __str__(self) -> str:
        return " ".join(f"{each.name}={getattr(self, each.name)}" for each in fields(self))

    def at_level(self, level: int) -> Timing:
        """With the guideline's gravity of a level 1 to 20: (0.8 - 0.007 (level - 1)) ^ (level - 1) seconds a row."""
        if not 1 <= level <= MOST_LEVEL:
            raise BadInput(f"level {level} is not possible; it goes from 1 to {MOST_LEVEL}")
        seconds: float = (0.8 - 0.007 * (level - 1)) ** (level - 1)
        return replace(self, rows=1000, ticks=max(1, round(1000 * TICKS * seconds)))


# Cold Clear's two sets, the second its fast one; a second a row and the short delays of many guideline games;
# TETR.IO: gravity 0.02 rows a tick, no delays, rows travel for a third of a second
TIMINGS = {
    "guideline": Timing(spawn=6, clear=20, ticks=60),
    "cold-clear": Timing(),
    "cold-clear-fast": Timing(spawn=0, clear=0),
    "tetr.io": Timing(spawn=0, clear=0, ticks=50, travel=20),
}
