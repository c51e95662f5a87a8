"""The buttons of a player: the only input of a game in real time. A byte says which of them are held in a tick."""

from __future__ import annotations

import re
from collections.abc import Iterable
from itertools import groupby

from game.errors import BadInput

NAMES = ("left", "right", "soft", "hard", "cw", "ccw", "flip", "hold")
LEFT, RIGHT, SOFT, HARD, CW, CCW, FLIP, HOLD = (1 << bit for bit in range(len(NAMES)))
NONE, ALL = 0, (1 << len(NAMES)) - 1

_RUN = re.compile(r"([0-9a-f]{2}):([1-9][0-9]{0,5})")


def buttons_of(names: Iterable[str]) -> int:
    """The byte with these buttons held. Raises `BadInput` for a name that is no button."""
    held = NONE
    for name in names:
        if name not in NAMES:
            raise BadInput(f"{name[:20]!r} is no button; they are {', '.join(NAMES)}")
        held |= 1 << NAMES.index(name)
    return held


def names_of(held: int) -> tuple[str, ...]:
    """The names of the buttons held."""
    return tuple(name for bit, name in enumerate(NAMES) if held >> bit & 1)


def pack(ticks: Iterable[int]) -> str:
    """The buttons of successive ticks as run lengths: `00:31 41:2` is nothing for 31 ticks, then 41 for two.

    A run is two hex digits, the bits of `LEFT` to `HOLD`, and a number of ticks.
    """
    return " ".join(f"{held:02x}:{sum(1 for _ in same)}" for held, same in groupby(ticks))


def unpack(text: str, count: int) -> bytes:
    """The `count` bytes that `pack` wrote. Raises `BadInput` for any other text, and for another count."""
    ticks = bytearray()
    for run in text.split(" ") if text else ():
        match = _RUN.fullmatch(run)
        if not match:
            raise BadInput(f"{run[:20]!r} is no run of buttons; write two hex digits and a count: 41:12")
        held, length = int(match[1], 16), int(match[2])
        if ticks and ticks[-1] == held:
            raise BadInput(f"the run {run} holds the same buttons as the one before it")
        if len(ticks) + length > count:
            raise BadInput(f"the runs of buttons are longer than their {count:,} ticks")
        ticks += bytes((held,)) * length
    if len(ticks) != count:
        raise BadInput(f"the runs of buttons last {len(ticks):,} ticks, not {count:,}")
    return bytes(ticks)


class Pad:
    """Presses and releases between two ticks, as the buttons of the next one: no tap is too short to count."""

    def __init__(self) -> None:
        self._down = self._tapped = NONE

    def press(self, button: int) -> None:
        self._down |= button
        self._tapped |= button

    def release(self, button: int) -> None:
        self._down &= ~button

    def clear(self) -> None:
        """Let go of everything, as when the window loses the keyboard."""
        self._down = self._tapped = NONE

    def take(self) -> int:
        """The buttons of the next tick."""
        held, self._tapped = self._down | self._tapped, NONE
        return held
