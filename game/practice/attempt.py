"""An attempt at a problem as it goes: the moves played so far, and what each of them was found to be."""

from __future__ import annotations

from typing import Literal

import msgspec

from game.advice import Worth
from game.facts import Evidence

Grade = Literal["right", "fine", "wrong", "on"]


class Answer(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True, omit_defaults=True):
    """The judgement on the last move that was tried.

    `right` and `fine` end a problem that is solved, `wrong` one that is not. `on`: so far it holds, and a problem that
    is played to the end goes on, with the `replies` of the other side played first. `cost` is what the move gives away,
    where that is known; `line` the play that follows it, for a wrong move its refutation; `better` all moves that were
    right in its place, the best known first; `reason` the evidence.
    """

    grade: Grade
    cost: Worth | None = None
    line: tuple[str, ...] = ()
    better: tuple[str, ...] = ()
    replies: tuple[str, ...] = ()
    reason: tuple[Evidence, ...] = ()
