"""The four-wide policy behind the face of every engine: each placement with the clears still to come."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from typing import cast

from ai.engine import Advice, Choice, Limit
from ai.tetris.four_wide import mobility, work
from ai.tetris.four_wide.policy import Policy
from ai.tetris.four_wide.solving.size import QUICK
from game.errors import BadTable
from game.position import Position
from game.tetris.four_wide.model import Model
from game.tetris.four_wide.state import State, move_of


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
            if found is None and previews <= QUICK[model.residual]:
                work.build(nearest)
                found = self._ready(nearest)
            if found is not None:
                return found
        return None


def advice_of(state: State, policy: Policy) -> Advice:
    """What a policy says of every placement there is; one that clears no line ends the combo and is worth 0."""
    previews, current = policy.model.previews, state.piece
    assert current is not None
    queue, rest = state.previews[:previews], state.bag_rest(previews)
    options = policy.options(state.field, current, state.hold, queue, rest)
    worth = {(option.piece, option.field): option.value for option in options}
    useful = set(state.useful)
    scored = [(worth[drop.piece, drop.after] if drop in useful else 0.0, drop) for drop in state.placements]
    scored.sort(key=lambda each: -each[0])
    choices = tuple(Choice(move_of(drop), value, label_of(value)) for value, drop in scored)
    facts: dict[str, float | str] = {"previews": float(previews), "error": policy.error}
    return Advice(choices, "policy", choices[0].score, done=True, facts=facts)


def label_of(value: float) -> str:
    """A number of clears to come, as it is read."""
    return f"{value:.0f}" if value >= 99.5 else f"{value:.1f}"


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
