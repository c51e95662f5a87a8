"""A controller of classic Tetris behind the interface of every engine: it ranks placements, and plays on by itself."""

from __future__ import annotations

import time
from collections.abc import Iterator, Sequence
from typing import cast

import msgspec

from ai.engine import Choice, Limit, RunOrder, Stretch
from ai.review.verdict import Comparison, Judge, Slices
from ai.tetris.classic.controllers import find_controller
from ai.tetris.classic.games import Series, stretches
from ai.tetris.classic.linear import LINEAR
from ai.tetris.classic.play import Player, RankedMove, judged_moves, ranked_moves
from game.advice import Advice, Source, Unit, Worth
from game.errors import BadInput
from game.facts import ClassicFacts
from game.games import open_position
from game.position import Position
from game.tetris.classic import State

SPEAK_SECONDS = 0.03


class ControllerEngine:
    """One controller. `levels` is how many pieces it looks ahead; None: as many as are shown.

    The worth of a choice is its equity: any number, lower is better. Raises `BadInput` for an unknown name. It has no
    use for a `seed`.
    """

    def __init__(self, controller: str, levels: int | None = None, seed: int | None = None) -> None:
        self.controller = find_controller(controller).name
        self.levels = levels

    def think(self, view: Position, limit: Limit) -> Iterator[Advice]:
        """Yield every legal placement, best first: at once as the pieces shown tell, then level by level."""
        state = cast(State, view)
        if state.over:
            yield Advice((), "rule", done=True, evidence=(ClassicFacts(evaluator=self.controller),))
            return
        began = time.perf_counter()
        known = 1 if state.next is None else 2
        deepest = max(known, self.levels or known)
        advice = self._advice(ranked_moves(state, self.controller, known), known, done=known == deepest)
        yield advice
        for level in range(known + 1, deepest + 1):
            results, spoken = list[RankedMove](), time.perf_counter()
            for move in judged_moves(state, self.controller, level):
                results.append(move)
                now = time.perf_counter()
                if limit.seconds is not None and now - began >= limit.seconds:
                    yield msgspec.structs.replace(advice, done=True)
                    return
                if now - spoken >= SPEAK_SECONDS:
                    spoken = now
                    yield advice
            advice = self._advice(sorted(results, key=_worth), level, done=level == deepest)
            yield advice

    def run(self, order: RunOrder) -> Iterator[Stretch]:
        """Play on from where `order` says, some thirty stretches a second. Raises `BadInput`."""
        start = open_position(order.game, order.rules)
        if not isinstance(start, State):
            raise BadInput(f"{self.controller} plays classic Tetris, not {order.game[:40]!r}")
        series = Series(
            Player(self.controller, start.rules, self.levels),
            start,
            order.seed,
            number=order.number,
            placed=order.placed,
            cleared=order.cleared,
        )
        return stretches(series, order)

    def _advice(self, results: Sequence[RankedMove], levels: int, *, done: bool) -> Advice:
        choices = tuple(_choice(move) for move in results)
        hole = worth_of_a_hole(self.controller)
        facts = ClassicFacts(evaluator=self.controller, levels=float(levels), hole=hole)
        source: Source = "rule" if levels == 1 else "search"
        return Advice(choices, source, choices[0].worth, done, (facts,))


def _choice(move: RankedMove) -> Choice:
    """A move as text, with its equity."""
    return Choice(f"{move.rotation},{move.x},{move.y}", Worth("equity", move.equity))


def _worth(move: RankedMove) -> tuple[float, int, int, int]:
    """Return the sort key of moves: the best equity first, then by rotation, x and y."""
    return move.equity, move.rotation, move.x, move.y


_COVERED_ROW = 7.0  # of Tengstrand's on 10 columns: 6.94 where both rows lack one cell, up to 10


def worth_of_a_hole(controller: str) -> float:
    """About what it costs to cover an empty cell: the measure of what a bad move gives away, above 0."""
    weights = LINEAR.get(controller)
    if weights is None:
        return _COVERED_ROW
    turns = 2 * (weights.row_transitions + weights.column_transitions)
    return max(1.0, -(weights.holes + weights.rows_with_holes + weights.hole_depth + turns))


# Two placements of classic Tetris compared: by the equity of the rule that judges them, with the next piece known.

RULE = "tengstrand-1.1"  # the evaluator whose equity is told


class ClassicJudge(Judge):
    """Equity: what a rule thinks of the board, lower is better. It knows no error."""

    def unit(self, position: Position) -> Unit:
        return "equity"

    def advise(self, position: Position, budget: int, seed: int) -> Advice:
        *_, last = ControllerEngine(RULE).think(position.view(0), Limit(iterations=budget))
        return last

    def doubt(self, position: Position, advice: Advice) -> float | None:
        return 0.0

    def compare(self, position: Position, better: str, played: str, budget: int, seed: int) -> Slices:
        yield
        equity = {each.move: each.worth.value for each in self.advise(position, budget, seed).choices}
        return (
            Comparison(equity[played] - equity[better], of=worth_of_a_hole(RULE))
            if played in equity
            else None
        )
