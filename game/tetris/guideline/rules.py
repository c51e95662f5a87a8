"""The rules of one seat: what may be chosen before a game begins."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass

from game.errors import BadInput
from game.tetris.guideline.attack import MOST_MULTIPLIER, TABLES, AttackTable, table_of
from game.tetris.guideline.field import ROWS, Field
from game.tetris.guideline.garbage import (
    COLD_CLEAR,
    MOST_CHEESE,
    MOST_DIG,
    MOST_EVERY,
    MOST_OPENER,
    GarbageRules,
)
from game.tetris.guideline.movement import Gravity, Start, can_reach, gravity_of, reachable, start_of
from game.tetris.guideline.placement import Placement
from game.tetris.guideline.spins import SpinRule, spin_rule_of
from game.tetris.guideline.srs import System, system_of

MOST_PREVIEWS, MOST_ROWS, MOST_LEVEL = 6, 10_000, 99
DEFAULTS = {
    "previews": "5",
    "hold": "-",
    "kicks": "srs",
    "start": "19",
    "gravity": "0g",
    "spins": "t-spins",
    "attack": "cold-clear",
    "multiplier": "100",
    "cap": "10",
    "messiness": "30",
    "change": "-",
    "opener": "0",
    "blocking": "on",
    "cancelling": "on",
    "goal": "0",
    "level": "1",
    "cheese": "0",
    "wave": "0",
    "every": "0",
    "dig": "0",
}
# records that were written before do not know them
_LATER = ("spins", "multiplier", "change", "opener", "cheese", "wave", "every", "dig")


@dataclass(frozen=True)
class Rules:
    """The rules of a seat. Raises `BadInput` for numbers that are not possible.

    `previews`: pieces shown behind the current one, 1 to 6. `hold`: whether there is one. `kicks`, `start` and
    `gravity` as in `movement`, `spins` as in its module. `table` says what a clear sends, `garbage` how rows of the
    other side come up.
    `goal`: the rows to clear, 0 for a game without end. `level` multiplies points, 1 to 99.
    """

    previews: int = 5
    hold: bool = True
    kicks: System = "srs"
    start: Start = "19"
    gravity: Gravity = "0g"
    attack: AttackTable = TABLES["cold-clear"]
    garbage: GarbageRules = COLD_CLEAR
    goal: int = 0
    level: int = 1
    spins: SpinRule = "t-spins"

    def __post_init__(self) -> None:
        _check(self.previews, "number of previews", 1, MOST_PREVIEWS)
        _check(self.goal, "number of rows to clear", 0, MOST_ROWS)
        _check(self.level, "level", 1, MOST_LEVEL)

    @classmethod
    def open(cls, rules: Mapping[str, str]) -> Rules:
        """The rules by name; those not named are as in `DEFAULTS`, other names are left alone. Raises `BadInput`."""
        asked = {**DEFAULTS, **rules}
        return cls(
            number(asked, "previews", 1, MOST_PREVIEWS),
            asked["hold"] != "off",
            system_of(asked["kicks"]),
            start_of(asked["start"]),
            gravity_of(asked["gravity"]),
            table_of(asked["attack"]).times(number(asked, "multiplier", 0, MOST_MULTIPLIER)),
            GarbageRules(
                number(asked, "cap", 0, ROWS),
                number(asked, "messiness", 0, 100),
                _switch(asked, "blocking"),
                _switch(asked, "cancelling"),
                None if asked["change"] == "-" else number(asked, "change", 0, 100),
                number(asked, "opener", 0, MOST_OPENER),
                number(asked, "cheese", 0, MOST_CHEESE),
                number(asked, "wave", 0, ROWS),
                number(asked, "every", 0, MOST_EVERY),
                number(asked, "dig", 0, MOST_DIG),
            ),
            number(asked, "goal", 0, MOST_ROWS),
            number(asked, "level", 1, MOST_LEVEL),
            spin_rule_of(asked["spins"]),
        )

    def named(self) -> dict[str, str]:
        """All rules by name; `open` reads them. Those that came later are named only where they differ from before."""
        results = {
            "previews": str(self.previews),
            "hold": "-" if self.hold else "off",
            "kicks": self.kicks,
            "start": self.start,
            "gravity": self.gravity,
            "spins": self.spins,
            "attack": self.attack.name_in_records,
            "multiplier": str(self.attack.multiplier),
            "cap": str(self.garbage.cap),
            "messiness": str(self.garbage.messiness),
            "change": "-" if self.garbage.change is None else str(self.garbage.change),
            "opener": str(self.garbage.opener),
            "blocking": "on" if self.garbage.blocking else "off",
            "cancelling": "on" if self.garbage.cancelling else "off",
            "goal": str(self.goal),
            "level": str(self.level),
            "cheese": str(self.garbage.cheese),
            "wave": str(self.garbage.wave),
            "every": str(self.garbage.every),
            "dig": str(self.garbage.dig),
        }
        return {key: text for key, text in results.items() if key not in _LATER or text != DEFAULTS[key]}

    def placements(self, board: Field, piece: int) -> tuple[Placement, ...]:
        """Everywhere the piece can lock, sorted; empty where it cannot start."""
        return reachable(board, piece, self.kicks, self.start, self.gravity, self.spins)

    def allows(self, board: Field, at: Placement) -> bool:
        """Return True if the piece can lock there, in any of its equal forms."""
        return can_reach(board, at, self.kicks, self.start, self.gravity, self.spins)


def number(rules: Mapping[str, str], key: str, least: int, most: int) -> int:
    """The whole number of a rule. Raises `BadInput` for other texts and other numbers."""
    if not re.fullmatch(r"[0-9]{1,9}", rules[key]):
        raise BadInput(f"the rule {key!r} is a number from {least} to {most}, not {rules[key][:20]!r}")
    result = int(rules[key])
    _check(result, key, least, most)
    return result


def _check(result: int, what: str, least: int, most: int) -> None:
    if not least <= result <= most:
        raise BadInput(f"{result} is not possible as {what}; it goes from {least} to {most}")


def _switch(rules: Mapping[str, str], key: str) -> bool:
    if rules[key] not in ("on", "off"):
        raise BadInput(f"the rule {key!r} is 'on' or 'off', not {rules[key][:20]!r}")
    return rules[key] == "on"
