"""The simplest engine: it looks at what each placement leaves, one piece at a time, in plain Python.

It needs no kernel and no compiling: an opponent for beginners, and the measure that the search is held against.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import cast

from ai.engine import Advice, Choice, Limit
from ai.tetris.guideline.stacker.features import features_of, reward_of, value_of
from ai.tetris.guideline.stacker.weights import DEFAULT, Weights
from game.position import Position
from game.tetris.guideline import Clear, Placement, State
from game.tetris.guideline.pieces import T


class Greedy:
    """One placement deep. The score of a choice is in rows of attack, higher is better."""

    def __init__(self, weights: Weights = DEFAULT, seed: int | None = None) -> None:
        """`seed` is there since every engine takes one; nothing here is left to chance."""
        self.weights = weights

    def think(self, view: Position, limit: Limit) -> Iterator[Advice]:
        """Yield every placement once, best first."""
        state = cast(State, view)
        if state.over:
            yield Advice((), "rule", 0.0, done=True)
            return
        found = [(self._worth(state, at), at) for at in state.placements]
        found.sort(key=lambda each: (-each[0], each[1]))
        choices = tuple(Choice(str(at), worth, f"{worth:+z.1f}") for worth, at in found)
        yield Advice(choices, "rule", choices[0].score, True, {"nodes": float(len(found)), "depth": 1.0})

    def _worth(self, state: State, at: Placement) -> float:
        """What the placement and the field after it are worth; rows that wait to come up are not looked at."""
        landed = state.field.landed(*at[:4])
        field, rows = landed.cleared(), len(landed.full_rows)
        clear = Clear(rows, at.spin, state.chain, state.combo, bool(rows) and not field.height)
        attack = state.table.table.attack(clear)
        after = state.choices[at.piece]
        t_known = T in (after.hold, *after.queue.listed)
        value = value_of(features_of(field), self.weights, clear.next_chain > 0, t_known)
        return value + reward_of(state.field, at, clear, attack, self.weights)
