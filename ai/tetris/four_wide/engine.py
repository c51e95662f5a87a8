"""The four-wide policy behind the face of every engine: each placement with the clears still to come."""

from __future__ import annotations

from collections.abc import Iterator
from typing import cast

from ai.engine import Advice, Choice, Limit
from ai.tetris.four_wide import mobility
from ai.tetris.four_wide.policy import Policy
from ai.tetris.four_wide.shelf import Shelf
from game.position import Position
from game.tetris.four_wide.state import State, move_of

PATIENCE = 0.5  # seconds between two words while a policy is being made


class FourWide:
    """The optimum. The score of a choice is the number of clears to come, its own included.

    A policy that is not there yet is made at first use where that takes seconds; larger ones are made on
    demand, and until then the one with most previews that there is has to do: its values are those of a
    player who sees that much.
    """

    def __init__(self, seed: int | None = None) -> None:
        self._shelf = Shelf()

    def think(self, view: Position, limit: Limit) -> Iterator[Advice]:
        """Yield what can be said at once, now and then while a policy is being made, and what it says then."""
        state = cast(State, view)
        if state.over:
            yield Advice((), "rule", 0.0, done=True)
            return
        while self._shelf.prepare(state.model) and not self._shelf.failed(state.model):
            yield self._opinion(state, done=False)
            self._shelf.wait(PATIENCE)
        yield self._opinion(state, done=True)

    def _opinion(self, state: State, *, done: bool) -> Advice:
        policy = self._shelf.nearest(state.model)
        return by_mobility(state, done=done) if policy is None else advice_of(state, policy, done=done)


def advice_of(state: State, policy: Policy, *, done: bool = True) -> Advice:
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
    if policy.model != state.model:
        facts["simplified"] = 1.0  # an estimate for the game that is played
    return Advice(choices, "policy", choices[0].score, done=done, facts=facts)


def label_of(value: float) -> str:
    """A number of clears to come, as it is read."""
    return f"{value:.0f}" if value >= 99.5 else f"{value:.1f}"


def by_mobility(state: State, *, done: bool) -> Advice:
    """What the player without a table would do; it scores the clears that are in sight, and no more is known."""
    drop = mobility.choose(state)
    if drop is None:
        return Advice((), "rule", 0.0, done=done)
    clears = mobility.in_sight(state, drop)
    return Advice(
        (Choice(move_of(drop), float(clears), f"{clears} in sight"),), "rule", float(clears), done=done
    )


class Mobility:
    """The baseline behind the face of every engine."""

    def __init__(self, seed: int | None = None) -> None:
        pass

    def think(self, view: Position, limit: Limit) -> Iterator[Advice]:
        """Yield its one choice."""
        yield by_mobility(cast(State, view), done=True)
