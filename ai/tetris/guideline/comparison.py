"""Two placements compared by playing on: the same pieces come after both, and the attack that follows is counted.

What is not seen yet is drawn from the bag as the player may expect it, several times, and both lines get the same
draws. A search's own score for a field is nothing a player could count; attack is.

Apart from `judge`: what this game brings to a review.
"""

from __future__ import annotations

from dataclasses import replace
from typing import cast

from ai.engine import Limit
from ai.review.verdict import Comparison, Slices
from ai.tetris.guideline.stacker.engine import Stacker
from ai.tetris.guideline.stacker.search import BeamSearch
from game.advice import Advice
from game.position import Position
from game.review import AHEAD, Unit
from game.tetris.guideline import Placement, State

NODES = 80  # a placement: many draws played quickly tell more than a few played well
A_DRAW = 1_250  # of the budget
LEAST_DRAWS = 4
LOST = 10.0  # rows of attack that a lost game counts for


class PlayingOn:
    """Plays a position on for two bags, placement by placement, by short searches of its own."""

    def __init__(self) -> None:
        self._search = BeamSearch()

    def attack(self, start: State, move: str) -> float:
        """The rows of attack of a placement and of those that follow it, two bags in all; a loss costs `LOST`."""
        state = start.put(Placement.parse(move.rstrip("!")))
        for _ in range(AHEAD - 1):
            at = None
            if not state.halted:
                self._search.look_at(state.view(0), clears=0)
                self._search.run(NODES)
                at = self._search.first()
            if at is None and state.over:
                return self._won(start, state) - LOST * (state.ending != "goal")
            at = at or state.placements[0]
            state = state.lock(
                at, held=at.piece != state.piece
            )  # kernels and rules agree on what is possible
        return self._won(start, state)

    @staticmethod
    def _won(start: State, state: State) -> float:
        return float(state.tally.attack - start.tally.attack)


class GuidelineJudge:
    """Rows of attack in the next two bags."""

    def __init__(self) -> None:
        self._playing = PlayingOn()

    def unit(self, position: Position) -> Unit:
        return "attack"

    def advise(self, position: Position, budget: int, seed: int) -> Advice:
        *_, last = Stacker(seed=seed).think(position.view(0), Limit(iterations=budget))
        return last

    def compare(self, position: Position, better: str, played: str, budget: int, seed: int) -> Slices:
        state = cast(State, position)
        differences: list[float] = []
        for draw in range(max(LEAST_DRAWS, budget // A_DRAW)):
            start = drawn(state, (seed << 20) + draw)
            ours, theirs = (self._playing.attack(start, move) for move in (better, played))
            differences.append(ours - theirs)
            yield
        return Comparison.of_samples(differences)


def drawn(state: State, seed: int) -> State:
    """The position with pieces drawn behind those that the player sees."""
    queue = state.view(0).queue
    return replace(state, queue=queue if queue.kind == "list" else replace(queue, seed=seed % (1 << 63)))
