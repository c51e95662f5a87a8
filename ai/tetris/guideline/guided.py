"""An engine that also says how its piece gets there: found by a kernel beside the window, not by the window."""

from __future__ import annotations

from collections.abc import Iterator
from typing import cast

import msgspec

from ai.engine import Advice, Engine, Limit
from ai.tetris.guideline.moves import shortest_path
from game.facts import PathFacts
from game.position import Position
from game.tetris.guideline import Placement, State


class Guided:
    """The engine inside, whose last word has `PathFacts` where its best choice can be reached."""

    def __init__(self, engine: Engine) -> None:
        self._engine = engine

    def think(self, view: Position, limit: Limit) -> Iterator[Advice]:
        """Yield what the engine inside yields."""
        for advice in self._engine.think(view, limit):
            yield _shown(cast(State, view), advice) if advice.done and advice.choices else advice


def _shown(state: State, advice: Advice) -> Advice:
    at, table = Placement.parse(advice.choices[0].move), state.table
    way = shortest_path(state.field, at, table.kicks, table.start, table.gravity, table.spins)
    if way is None:
        return advice
    return msgspec.structs.replace(advice, facts={**advice.facts, **PathFacts(way=" ".join(way)).told()})
