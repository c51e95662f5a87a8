"""What knowledge beside search looks like: it answers at once, or is silent and may say why."""

from __future__ import annotations

from typing import Protocol

from game.advice import Advice, Choice, Source
from game.tetris.guideline import State

Facts = dict[str, float | str]
SILENT = "silent"  # the fact that says why nothing is known here: a short clause for a person
PREPARING = "preparing"  # the fact that says what is being made, so that asking again may bring more


class Knowledge(Protocol):
    """Something that knows the moves of some positions and says nothing about all others."""

    def look(self, state: State) -> Advice:
        """Advice on what a player may see of a game under way: known choices best first, or none.

        `source` is "book" or "policy". A choice's label is what the knowledge says the move is worth; its score is
        not looked at. Without choices the fact `silent` may say why.
        """
        ...


def known(source: Source, choices: tuple[Choice, ...], facts: Facts) -> Advice:
    """The advice of one who knows."""
    return Advice(choices, source, choices[0].score, done=True, facts=facts)


def silent(source: Source, why: str, facts: Facts | None = None) -> Advice:
    """The advice of one who knows nothing here; `why` as in `SILENT`, empty for no reason worth telling.

    The reason stands under `book silent` or `policy silent`, too: others may be silent for other reasons.
    """
    said: Facts = {**(facts or {}), SILENT: why, f"{source} {SILENT}": why} if why else dict(facts or {})
    return Advice((), source, 0.0, done=True, facts=said)
