"""Handling: how held buttons become shifts and soft drops. Said in milliseconds, counted in ticks of 1/60 s.

A tick is all the time there is: the same buttons, pressed and released in the same order in the same ticks, play the
same game, however often a screen is drawn.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import dataclass, fields, replace
from itertools import groupby, pairwise
from math import inf
from typing import TypeAlias

from game.errors import BadInput

# The buttons of a player: the only input of a game in real time. A byte says which of them are held.

NAMES = ("left", "right", "soft", "hard", "cw", "ccw", "flip", "hold")
LEFT, RIGHT, SOFT, HARD, CW, CCW, FLIP, HOLD = (1 << bit for bit in range(len(NAMES)))
NONE, ALL = 0, (1 << len(NAMES)) - 1

# The input of a tick: the buttons held after each press and release within it, in their order, a byte each. Where
# nothing changes it is one byte, as it is for an engine, which holds the same buttons through a tick.
Input: TypeAlias = bytes
MOST_CHANGES = 32  # of the buttons in a tick; more of them wait for the next one

_RUN = re.compile(rf"((?:[0-9a-f]{{2}}){{1,{MOST_CHANGES}}}):([1-9][0-9]{{0,5}})")


def buttons_of(names: Iterable[str]) -> int:
    """The byte with these buttons held. Raises `BadInput` for a name that is no button."""
    held = NONE
    for name in names:
        if name not in NAMES:
            raise BadInput(f"{name[:20]!r} is not a button; they are {', '.join(NAMES)}")
        held |= 1 << NAMES.index(name)
    return held


def names_of(held: int) -> tuple[str, ...]:
    """The names of the buttons held."""
    return tuple(name for bit, name in enumerate(NAMES) if held >> bit & 1)


def pack(ticks: Iterable[Input]) -> str:
    """The buttons of successive ticks as run lengths: `00:31 41:2` is nothing for 31 ticks, then 41 for two.

    A run is two hex digits, the bits of `LEFT` to `HOLD`, and a number of ticks. Where buttons change within a tick
    there are two digits for each change: in `010001:1` left is pressed, released and pressed again.
    """
    return " ".join(f"{held.hex()}:{sum(1 for _ in same)}" for held, same in groupby(ticks))


def unpack(text: str, count: int) -> list[Input]:
    """The `count` inputs that `pack` wrote. Raises `BadInput` for any other text, and for another count."""
    ticks: list[Input] = []
    for run in text.split(" ") if text else ():
        match = _RUN.fullmatch(run)
        if not match:
            raise BadInput(f"{run[:20]!r} is not a run of buttons; write two hex digits and a count: 41:12")
        held, length = bytes.fromhex(match[1]), int(match[2])
        if ticks and ticks[-1] == held:
            raise BadInput(f"the run {run} holds the same buttons as the one before it")
        if any(before == after for before, after in pairwise(held)):
            raise BadInput(f"the run {run} changes nothing between two of its states")
        if len(ticks) + length > count:
            raise BadInput(f"the runs of buttons are longer than their {count:,} ticks")
        ticks += [held] * length
    if len(ticks) != count:
        raise BadInput(f"the runs of buttons last {len(ticks):,} ticks, not {count:,}")
    return ticks


class ButtonState:
    """Presses and releases in their order, as the input of the ticks to come: none is merged, none is lost."""

    def __init__(self) -> None:
        self._down = self._before = NONE  # held now; held at the end of the last tick
        self._changes: list[int] = []  # what was held after each change since then

    def press(self, button: int) -> None:
        self._become(self._down | button)

    def release(self, button: int) -> None:
        self._become(self._down & ~button)

    def _become(self, held: int) -> None:
        if held != self._down:
            self._down = held
            self._changes.append(held)

    def clear(self) -> None:
        """Let go of everything, as when the window loses the keyboard."""
        self._down = NONE
        self.settle()

    def settle(self) -> None:
        """Forget what was pressed and released before the game goes on; what is still held counts."""
        self._before = NONE
        self._changes = [self._down] if self._down else []

    @property
    def waiting(self) -> bool:
        """True if something was pressed or released that no tick has taken yet."""
        return bool(self._changes)

    def take(self) -> Input:
        """The input of the next tick. It ends with a hard drop: what comes after that is for the next piece."""
        taken = 1
        while taken < len(self._changes) and taken < MOST_CHANGES and not self._drops(taken - 1):
            taken += 1
        states, self._changes = self._changes[:taken], self._changes[taken:]
        self._before = states[-1] if states else self._before
        return bytes(states or (self._before,))

    def _drops(self, number: int) -> bool:
        """Return True if this change is the press of a hard drop."""
        before = self._changes[number - 1] if number else self._before
        return bool(self._changes[number] & ~before & HARD)


TICKS = 60  # a second
INFINITE = inf  # the soft drop factor that goes straight to the floor; menus often write 41
FAR = 10  # shifts that lead to the wall from anywhere
MOST_MS, MOST_FACTOR = 1000, 400

_TEXT = re.compile(r"([0-9]{1,4})/([0-9]{1,4})/([0-9]{1,3}(?:\.[0-9])?|inf)/([0-9]{1,4})/(on|off)")


@dataclass(frozen=True)
class Handling:
    """Handling of buttons. Raises `BadInput` for numbers that are not possible.

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
            raise BadInput(f"{text[:40]!r} is not a handling setting; write 167/33/20/0/on or one of {known}")
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
    """Direction in which the piece is pushed, and how often, from the two directions held.

    Each direction counts the ticks it has been held, by itself, anew with every press. The one pressed last rules;
    when it is let go, the other goes on with the charge it has. Both pressed in the same moment push nowhere.

    A tick is a `change` for each state of the buttons, and one `repeat`.
    """

    __slots__ = ("_arr", "_das", "last", "left", "right")

    def __init__(self, handling: Handling) -> None:
        self._das, self._arr = _tenths(handling.das), _tenths(handling.arr)
        self.left = self.right = 0  # ticks held
        self.last = NONE  # the direction pressed last; none for both

    def change(self, held: int, pressed: int) -> int:
        """The shift of the directions that are `pressed` now: -1 to the left, 1 to the right."""
        pressed &= LEFT | RIGHT
        self.left = 1 if pressed & LEFT else self.left if held & LEFT else 0
        self.right = 1 if pressed & RIGHT else self.right if held & RIGHT else 0
        if not pressed:
            return 0
        self.last = NONE if pressed == LEFT | RIGHT else pressed
        return {LEFT: -1, RIGHT: 1}.get(pressed, 0)

    def repeat(self, fresh: int, paused: bool = False) -> int:
        """The shifts of what is held, but for the `fresh` presses of this tick.

        They are below 0 to the left, and `FAR` of them for to the wall.
        """
        self.left += bool(self.left and not fresh & LEFT)
        self.right += bool(self.right and not fresh & RIGHT)
        if self.left == self.right:
            ruling = self.last if self.left else NONE
        else:
            ruling = LEFT if self.left and (not self.right or self.left < self.right) else RIGHT
        if paused or not ruling:
            return 0
        return -self._shifts(self.left) if ruling == LEFT else self._shifts(self.right)

    def copy(self) -> AutoShift:
        """An equal one that counts by itself."""
        other = object.__new__(AutoShift)
        for name in AutoShift.__slots__:
            setattr(other, name, getattr(self, name))
        return other

    def facts(self) -> tuple[int, ...]:
        """All that decides how it goes on: the ticks of both, and which rules where they are the same."""
        counts = self.left, self.right
        return (*counts, self.last) if self.left == self.right and self.left and self.last else counts

    def _shifts(self, count: int) -> int:
        if count == 1:
            return 0  # the press has shifted
        return min(FAR, self._repeats(count) - self._repeats(count - 1)) if self._arr else self._wall(count)

    def _repeats(self, count: int) -> int:
        """The shifts of auto repeat in the first `count` ticks."""
        charge = 10 * (count - 1) - self._das
        return 1 + charge // self._arr if charge >= 0 and count > 1 else 0

    def _wall(self, count: int) -> int:
        return FAR if 10 * (count - 1) >= self._das else 0


# The clock of a game in real time: gravity, delays and limits, all in ticks of 1/60 s.

MOST_TICKS = 10**6
MOST_LEVEL = 20


@dataclass(frozen=True)
class Timing:
    """Speed of a game. Raises `BadInput` for numbers that are not possible.

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
        answers: dict[str, int] = {}
        for word in text.split():
            match = re.fullmatch(r"([a-z]+)=([0-9]{1,9})", word)
            if not match or match[1] not in known or match[1] in answers:
                raise BadInput(
                    f"{word[:30]!r} is not a timing; write name=ticks with one of {', '.join(sorted(known))}"
                )
            answers[match[1]] = int(match[2])
        return cls(**answers)

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
