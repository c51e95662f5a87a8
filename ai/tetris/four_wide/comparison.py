"""Two placements of four-wide compared: by the solved game, where it is solved for this player.

Apart from `judge`: what this game brings to a review.
"""

from __future__ import annotations

from ai.engine import Limit
from ai.review.verdict import Comparison, Judge, Slices
from ai.tetris.four_wide.engine import FourWide
from game.advice import Advice
from game.position import Position
from game.review import Unit


class FourWideJudge(Judge):
    """Clears to come on average."""

    def __init__(self) -> None:
        self._engine = FourWide()

    def unit(self, position: Position) -> Unit:
        return "clears"

    def advise(self, position: Position, budget: int, seed: int) -> Advice:
        *_, last = self._engine.think(position.view(0), Limit())
        return last

    def compare(self, position: Position, better: str, played: str, budget: int, seed: int) -> Slices:
        yield
        said = self.advise(position, budget, seed)
        clears = {each.move: each.score for each in said.choices}
        if said.source != "policy" or played not in clears:
            return None
        return Comparison(clears[better] - clears[played], of=max(1e-9, clears[better]))
