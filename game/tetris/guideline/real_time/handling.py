"""Handling: how held buttons become shifts and soft drops. Said in milliseconds, counted in ticks of 1/60 s.

A tick is all the time there is: whoever holds the same buttons in the same ticks plays the same game, however
often a screen is drawn.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from math import inf

from game.errors import BadInput
from game.tetris.guideline.real_time.buttons import LEFT, RIGHT

TICKS = 60  # a second
INFINITE = inf  # the soft drop factor that goes straight to the floor; menus often write 41
FAR = 10  # shifts that lead to the wall from anywhere
MOST_MS, MOST_FACTOR = 1000, 400

_TEXT = re.compile(r"([0-9]{1,4})/([0-9]{1,4})/([0-9]{1,3}(?:\.[0-9])?|inf)/([0-9]{1,4})/(on|off)")


@dataclass(frozen=True)
class Handling:
    """How buttons feel. Raises `BadInput` for numbers that are not possible.

    `das`: delayed auto shift, ms that a direction is held until it repeats. `arr`: auto repeat rate, ms a shift, 0
    for straight to the wall. `soft_drop`: how many times as fast as gravity, in tenths, or `INFINITE`. `cut`: ms for
    which repeating pauses once a piece has started or turned. `initial`: a turn or hold pressed before a piece
    starts, and still held then, works as it starts.
    """

    das: int = 167
    arr: int = 33
    soft_drop: float = 20.0
    cut: int = 0
    initial: bool = True

    def __post_init__(self) -> None:
        for name, ms in (("das", self.das), ("arr", self.arr), ("cut", self.cut)):
            if not 0 <= ms <= MOST_MS:
                raise BadInput(f"{ms} ms are not possible as {name}; it goes from 0 to {MOST_MS}")
        if self.soft_drop != INFINITE and not 1 <= self.soft_drop <= MOST_FACTOR:
            raise BadInput(
                f"a soft drop factor of {self.soft_drop} is not possible; "
                f"it goes from 1 to {MOST_FACTOR}, or is inf"
            )

    @classmethod
    def parse(cls, text: str) -> Handling:
        """The handling of `das/arr/factor/cut/initial`, such as `167/33/20/0/on`. Raises `BadInput`."""
        if text in HANDLINGS:
            return HANDLINGS[text]
        match = _TEXT.fullmatch(text)
        if not match:
            known = ", ".join(HANDLINGS)
            raise BadInput(f"{text[:40]!r} is no handling; write 167/33/20/0/on or one of {known}")
        return cls(int(match[1]), int(match[2]), float(match[3]), int(match[4]), match[5] == "on")

    def __str__(self) -> str:
        switch = "on" if self.initial else "off"
        return f"{self.das}/{self.arr}/{self.soft_drop:.4g}/{self.cut}/{switch}"

    @property
    def cut_ticks(self) -> int:
        """The ticks for which repeating pauses."""
        return -(-_tenths(self.cut) // 10)


# Puyo Puyo Tetris by the ticks of Cold Clear's client (9, 2, 2 a row at a gravity of 45 a row; fast 8, 0, 0), TETR.IO
# by its defaults (10, 2, 6); the guideline's soft drop is 20 times as fast as gravity
HANDLINGS = {
    "guideline": Handling(),
    "cold-clear": Handling(150, 33, 22.5, initial=False),
    "cold-clear-fast": Handling(133, 0, INFINITE, initial=False),
    "tetr.io": Handling(167, 33, 6),
    "engine": Handling(17, 17, 45, initial=False),  # a shift a tick for as long as it is held, no hand shakes
}


def _tenths(ms: int) -> int:
    """Milliseconds in tenths of a tick, rounded: 167 ms are 100, ten ticks."""
    return (ms * 6 + 5) // 10


class AutoShift:
    """Which way the piece is pushed, and how often, from the two directions held.

    Each direction counts the ticks it has been held, by itself. The one pressed last rules; when it is let go, the
    other goes on with the charge it has. Both pressed in the same tick push nowhere.
    """

    __slots__ = ("_arr", "_das", "left", "right")

    def __init__(self, handling: Handling) -> None:
        self._das, self._arr = _tenths(handling.das), _tenths(handling.arr)
        self.left = self.right = 0  # ticks held

    def tick(self, held: int, paused: bool = False) -> int:
        """The shifts of this tick: to the left below 0, to the right above; `FAR` of them for to the wall."""
        left = self.left = self.left + 1 if held & LEFT else 0
        right = self.right = self.right + 1 if held & RIGHT else 0
        if left == right:
            return 0
        if left and (not right or left < right):
            return -self._shifts(left, paused)
        return self._shifts(right, paused)

    def copy(self) -> AutoShift:
        """An equal one that counts by itself."""
        other = object.__new__(AutoShift)
        other._das, other._arr, other.left, other.right = self._das, self._arr, self.left, self.right
        return other

    def _shifts(self, count: int, paused: bool) -> int:
        if count == 1:
            return 1
        if paused:
            return 0
        return min(FAR, self._repeats(count) - self._repeats(count - 1)) if self._arr else self._wall(count)

    def _repeats(self, count: int) -> int:
        """The shifts of auto repeat in the first `count` ticks."""
        charge = 10 * (count - 1) - self._das
        return 1 + charge // self._arr if charge >= 0 and count > 1 else 0

    def _wall(self, count: int) -> int:
        return FAR if 10 * (count - 1) >= self._das else 0
