"""Choices before a match begins."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Literal, TypeVar, get_args

from game.errors import BadInput

Lead = Literal["loser", "winner", "declarer", "defender"]
Scoring = Literal["duplicate", "laws", "tricks"]
Unit = Literal["deals", "points"]
Bidding = Literal["on", "off", "stock"]
Choice = TypeVar("Choice", bound=str)

DEFAULTS = {
    "lead": "loser",
    "notrump": "on",
    "doubles": "off",
    "auction": "on",
    "match": "4 deals",
    "scoring": "duplicate",
    "vulnerable": "none",
}  # what a record means that does not name a rule; a new match names all of them
GERMAN_WHIST = {"auction": "stock", "lead": "winner", "scoring": "tricks"}  # these rules make that game
MOST_DEALS, MOST_POINTS = 10_000, 100_000
_MATCH = re.compile(r"([0-9]{1,6}) (deals?|points)")


@dataclass(frozen=True)
class Rules:
    """The rules of a match. Raises `BadInput` for a length that is not possible.

    `lead`: who leads to the play stage; `loser` and `winner` are those of the last trick of the exchange. `auction`
    `off`: the dealer is declarer at level 1 in his longest suit; `stock`: the first card of the stock names trumps
    and the dealer's opponent leads, as in German Whist. `length` counts deals or points. `scoring` is by the `laws` of
    duplicate bridge, with both players `vulnerable` or neither; `duplicate` is the rule of the original program, which
    had that name first; `tricks` gives ten points for each trick more than the other has.
    """

    lead: Lead = "loser"
    notrump: bool = True
    doubles: bool = False
    auction: Bidding = "on"
    length: int = 4
    unit: Unit = "deals"
    scoring: Scoring = "duplicate"
    vulnerable: bool = False

    def __post_init__(self) -> None:
        most = MOST_DEALS if self.unit == "deals" else MOST_POINTS
        if not 1 <= self.length <= most:
            raise BadInput(f"a match of {self.length} {self.unit} is not possible; it has 1 to {most}")
        if self.vulnerable and self.scoring != "laws":
            raise BadInput(
                "vulnerability counts only by the laws of duplicate bridge; set the rule 'scoring' to laws"
            )

    @classmethod
    def open(cls, rules: Mapping[str, str]) -> Rules:
        """The rules by name; those not named are as in `DEFAULTS`, other names are left alone. Raises `BadInput`."""
        asked = {**DEFAULTS, **rules}
        match = _MATCH.fullmatch(asked["match"])
        if not match:
            raise BadInput(
                f"the rule 'match' is a length such as '4 deals' or '500 points', not {asked['match'][:20]!r}"
            )
        return cls(
            lead=one_of(asked, "lead", get_args(Lead)),
            notrump=one_of(asked, "notrump", ("on", "off")) == "on",
            doubles=one_of(asked, "doubles", ("on", "off")) == "on",
            auction=one_of(asked, "auction", get_args(Bidding)),
            length=int(match[1]),
            unit="points" if match[2] == "points" else "deals",
            scoring=one_of(asked, "scoring", get_args(Scoring)),
            vulnerable=one_of(asked, "vulnerable", ("none", "both")) == "both",
        )

    @property
    def bids(self) -> bool:
        """True if a contract is bid for."""
        return self.auction == "on"

    def named(self) -> dict[str, str]:
        """All rules by name; `open` reads them. Vulnerability is named where there is any: older records know none."""
        named = {
            "lead": self.lead,
            "notrump": _switch(self.notrump),
            "doubles": _switch(self.doubles),
            "auction": self.auction,
            "match": f"{self.length} {self.unit}",
            "scoring": self.scoring,
        }
        return named | ({"vulnerable": "both"} if self.vulnerable else {})

    def ended(self, deals: int, points: tuple[int, int]) -> bool:
        """Return True if a match is over after so many finished deals and with these points."""
        return deals >= self.length if self.unit == "deals" else max(points) >= self.length


def one_of(rules: Mapping[str, str], key: str, allowed: tuple[Choice, ...]) -> Choice:
    """The text of a rule, which must be one of `allowed`. Raises `BadInput`."""
    result = next((each for each in allowed if each == rules[key]), None)
    if result is None:
        raise BadInput(f"the rule {key!r} is one of {', '.join(allowed)}, not {rules[key][:20]!r}")
    return result


def _switch(on: bool) -> str:
    return "on" if on else "off"
