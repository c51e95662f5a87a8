"""The simple players as engines. All three stages: a call by rule, a card by greed or chance, perfect play."""

from __future__ import annotations

import secrets
from collections.abc import Iterator
from random import Random
from typing import cast

from ai.bridge.engines import play_stage
from ai.bridge.engines.levels import FULL
from ai.bridge.engines.rules_of_thumb import call_by_rule, greedy_card, random_card
from ai.bridge.solver.solver import Solver
from ai.bridge.tables.folder import ready_levels
from ai.engine import Advice, Choice, Limit
from game.bridge import State, observe
from game.bridge.cards import card_name
from game.position import Position

EVEN = 0.5  # they have no opinion on who is ahead


class Simple:
    """Greedy in the exchange, or random."""

    def __init__(self, *, greedy: bool, seed: int | None = None) -> None:
        self._greedy = greedy
        self._luck = Random(secrets.randbits(63) if seed is None else seed)
        self._solver = Solver()

    def think(self, view: Position, limit: Limit) -> Iterator[Advice]:
        """Yield one advice, the move to play first."""
        state = cast(State, view)
        if state.over:
            yield Advice((), "rule", EVEN, done=True)
        elif state.stage == "play":
            self._solver.levels = ready_levels()
            yield play_stage.advise(state, self._solver, FULL, self._luck)
        else:
            first = self._move(state)
            rest = tuple(move for move in state.legal_moves() if move != first)
            choices = tuple(
                Choice(move, EVEN, "rule" if self._greedy else "random") for move in (first, *rest)
            )
            yield Advice(choices, "rule", EVEN, done=True)

    def _move(self, state: State) -> str:
        seen = observe(state)
        if state.stage == "auction":
            return call_by_rule(seen)
        return card_name(greedy_card(seen) if self._greedy else random_card(seen, self._luck))
