"""An opinion on a position, as engines give it, the window shows it and records keep it."""

from __future__ import annotations

from typing import Literal

import msgspec

Source = Literal["book", "table", "policy", "search", "rule"]
Proof = Literal["win", "loss"]


class Choice(msgspec.Struct, frozen=True, omit_defaults=True, forbid_unknown_fields=True):
    """One move an engine has an opinion on.

    `move` is the game's own text; `score` is in the game's own unit (Zuniq: the mover's chance of winning,
    0 to 1); `share` is this move's part of the engine's attention, 0 to 1; `proof` is set where the result
    is certain; `line` is the play expected to follow, `move` not included.
    """

    move: str
    score: float
    label: str
    share: float = 0.0
    proof: Proof | None = None
    line: tuple[str, ...] = ()


class Advice(msgspec.Struct, frozen=True, omit_defaults=True, forbid_unknown_fields=True):
    """An engine's opinion: `choices` best first, where it comes from, whether more is to come, and why.

    `value` is the score of the position for the seat to move, in the game's own unit. `facts` is what a
    person may want to see (iterations, iterations a second, nodes, depth, …).
    """

    choices: tuple[Choice, ...]
    source: Source
    value: float
    done: bool = False
    facts: dict[str, float | str] = {}

    @property
    def effort(self) -> float:
        """How much thinking is behind it: iterations, or nodes; 0 where nothing is said."""
        count = self.facts.get("iterations", self.facts.get("nodes"))
        return float(count) if isinstance(count, float | int) else 0.0

    @property
    def proven(self) -> bool:
        """Whether the result of the position is certain."""
        return bool(self.choices) and self.choices[0].proof is not None
