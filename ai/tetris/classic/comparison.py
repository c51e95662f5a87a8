"""Two placements of classic Tetris compared: by the equity of the rule that judges them, with the next piece known.

Apart from `judge`: what this game brings to a review.
"""

from __future__ import annotations

from ai.engine import Limit
from ai.review.verdict import Comparison, Judge, Slices
from ai.tetris.classic.engine import ControllerEngine, worth_of_a_hole
from game.advice import Advice
from game.position import Position
from game.review import Unit

RULE = "tengstrand-1.1"  # the evaluator whose equity is told


class ClassicJudge(Judge):
    """Equity: what a rule thinks of the board, lower is better. It knows no error."""

    def unit(self, position: Position) -> Unit:
        return "equity"

    def advise(self, position: Position, budget: int, seed: int) -> Advice:
        *_, last = ControllerEngine(RULE).think(position.view(0), Limit(iterations=budget))
        return last

    def compare(self, position: Position, better: str, played: str, budget: int, seed: int) -> Slices:
        yield
        equity = {each.move: each.score for each in self.advise(position, budget, seed).choices}
        return (
            Comparison(equity[played] - equity[better], of=worth_of_a_hole(RULE))
            if played in equity
            else None
        )
