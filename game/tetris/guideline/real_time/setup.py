"""What a game in real time starts from: its clock, and for each seat the start position and the handling."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from game.errors import BadInput
from game.tetris.guideline.real_time.handling import Handling
from game.tetris.guideline.real_time.timing import Timing
from game.tetris.guideline.state import State

SIDES = ("left", "right")
GAME = "tetris-live"


@dataclass(frozen=True)
class Setup:
    """One player, or two who send each other garbage. Raises `BadInput` for another number."""

    timing: Timing
    starts: tuple[State, ...]
    handlings: tuple[Handling, ...]

    def __post_init__(self) -> None:
        if not 1 <= len(self.starts) <= len(SIDES) or len(self.starts) != len(self.handlings):
            raise BadInput("a game in real time has one player or two, each with a handling")

    @classmethod
    def of(
        cls, rules: Mapping[str, str], timing: str = "cold-clear", handlings: Sequence[str] = ("guideline",)
    ) -> Setup:
        """A game in which all seats, one a handling, have the same rules (`State.open`) and the same pieces.

        A goal of 40 rows is a sprint for one player, a race for two. Raises `BadInput`.
        """
        start = State.open(rules)
        return cls(Timing.parse(timing), (start,) * len(handlings), tuple(map(Handling.parse, handlings)))

    @classmethod
    def open(cls, rules: Mapping[str, str]) -> Setup:
        """The setup that `named` wrote; what is not said is as in `of`. Raises `BadInput`."""
        for key in rules:
            if key not in ("timing", *SIDES):
                raise BadInput(f"a game in real time has no rule {key!r}; its rules are timing, left, right")
        if SIDES[1] in rules and SIDES[0] not in rules:
            raise BadInput("a game in real time with a right seat needs a left one")
        seats = [_seat(rules[side]) for side in SIDES if side in rules] or [_seat("")]
        starts, handlings = zip(*seats, strict=True)
        return cls(Timing.parse(rules.get("timing", "cold-clear")), starts, handlings)

    def named(self) -> dict[str, str]:
        """All of it by name: `timing`, and by seat the rules of its `State` and its handling as `key=value`."""
        texts = {"timing": str(self.timing)}
        for side, start, handling in zip(SIDES, self.starts, self.handlings, strict=False):
            rules = start.here() | {"handling": str(handling)}
            texts[side] = " ".join(f"{key}={value}" for key, value in sorted(rules.items()))
        return texts


def _seat(text: str) -> tuple[State, Handling]:
    """Start and handling of one seat. Raises `BadInput`."""
    rules: dict[str, str] = {}
    for word in text.split():
        key, equals, value = word.partition("=")
        if not equals or key in rules:
            raise BadInput(f"{word[:40]!r} is no rule of a seat; write each once, as key=value")
        rules[key] = value
    handling = Handling.parse(rules.pop("handling", "guideline"))
    return State.open(rules), handling
