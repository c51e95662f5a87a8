"""The four-wide policy behind the face of every engine: each placement with the clears still to come."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from typing import cast

from ai.engine import Advice, Choice, Limit
from ai.tetris.four_wide import mobility, work
from ai.tetris.four_wide.policy import Option, Policy
from game.errors import BadTable
from game.position import Position
from game.tetris.four_wide.model import Model
from game.tetris.four_wide.state import State, move_of
from game.tetris.four_wide.well import Drop

QUICK = 5  # previews, with three residual cells: solved in seconds, so at first use


class FourWide:
    """The optimum. The score of a choice is the number of clears to come, its own included.

    A policy that is not there yet is made at first use where that takes seconds; larger ones are made on
    demand, and until then the one with most previews that there is has to do: its values are those of a
    player who sees that much.
    """

    def __init__(self, seed: int | None = None) -> None:
        self._policies: dict[Model, Policy] = {}

    def think(self, view: Position, limit: Limit) -> Iterator[Advice]:
        """Yield what the quick player thinks where a policy has to be made first, then what the policy says."""
        state = cast(State, view)
        if state.over:
            yield Advice((), "rule", 0.0, done=True)
            return
        policy = self._ready(state.model)
        if policy is None:
            yield by_mobility(state, done=False)
            policy = self._made(state.model)
        yield by_mobility(state, done=True) if policy is None else advice_of(state, policy)

    def _ready(self, model: Model) -> Policy | None:
        """The policy of a model, from memory or from its file."""
        if model not in self._policies:
            path = work.file_of(model)
            if path.exists():
                try:
                    self._policies[model] = Policy.read(path)
                except BadTable:
                    return None  # it is made anew
        return self._policies.get(model)

    def _made(self, model: Model) -> Policy | None:
        """A policy that can be had in seconds: the model's own, or that of one with fewer previews."""
        for previews in range(model.previews, -1, -1):
            nearest = replace(model, previews=previews)
            found = self._ready(nearest)
            if found is None and model.residual == 3 and previews <= QUICK:
                work.build(nearest)
                found = self._ready(nearest)
            if found is not None:
                return found
        return None


def advice_of(state: State, policy: Policy) -> Advice:
    """What a policy says of every useful placement; of those that leave the same field the first is named."""
    previews = policy.model.previews
    current = state.piece
    assert current is not None
    queue, rest = state.previews[:previews], state.bag_rest(previews)
    options = policy.options(state.field, current, state.hold, queue, rest)
    choices = tuple(_choice(_drop_of(state, option), option) for option in options)
    facts: dict[str, float | str] = {
        "previews": float(previews),
        "error": policy.error,
        "rules": state.model.reach,
    }
    return Advice(choices, "policy", choices[0].score, done=True, facts=facts)


def _choice(drop: Drop, option: Option) -> Choice:
    return Choice(move_of(drop), option.value, f"{option.value:.1f}", proof=None)


def _drop_of(state: State, option: Option) -> Drop:
    return next(drop for drop in state.useful if drop.piece == option.piece and drop.after == option.field)


def by_mobility(state: State, *, done: bool) -> Advice:
    """What the player without a table would do."""
    drop = mobility.choose(state)
    choices = () if drop is None else (Choice(move_of(drop), 0.0, "rule"),)
    return Advice(choices, "rule", 0.0, done=done)


class Mobility:
    """The baseline behind the face of every engine."""

    def __init__(self, seed: int | None = None) -> None:
        pass

    def think(self, view: Position, limit: Limit) -> Iterator[Advice]:
        """Yield its one choice."""
        yield by_mobility(cast(State, view), done=True)
