"""Two placements compared by playing on: the same pieces come after both, and the attack that follows is counted.

The pieces in sight are placed as a search behind each of the two finds best, perfect clears included. What is not seen
yet is drawn from the bag as the player may expect it, several times, and both lines get the same draws. Garbage waits
as the player sees it. A search's own score for a field is nothing a player could count; attack is.

Apart from `judge`: what this game brings to a review.
"""

from __future__ import annotations

from dataclasses import replace
from typing import cast

from ai.engine import Limit
from ai.review.verdict import Comparison, Slices
from ai.tetris.guideline.stacker.engine import NODES_A_FIELD, Stacker
from ai.tetris.guideline.stacker.search import MOST_FIELDS, BeamSearch
from game.advice import Advice
from game.position import Position
from game.review import AHEAD, Unit
from game.tetris.guideline import Placement, State

NODES = 80  # a placement: many draws played quickly tell more than a few played well
A_DRAW = 1_250  # of the budget
LEAST_DRAWS = 4
LOST = 10.0  # rows of attack that a lost game counts for


class PlayingOn:
    """Plays a position on for two bags: what is in sight by one search, then piece by piece by short ones."""

    def __init__(self) -> None:
        self._search = BeamSearch()

    def in_sight(self, view: State, move: str, nodes: int) -> State:
        """The position once `move` and the pieces in sight behind it are placed, by a search of so many nodes."""
        state = view.put(Placement.parse(move.rstrip("!")))
        if state.over:
            return state
        self._search.look_at(state, clears=min(MOST_FIELDS, nodes // NODES_A_FIELD))
        self._search.run(nodes)
        found = self._search.found()
        for at in (found[0].at, *found[0].line) if found else ():
            if not state.halted:
                state = _locked(state, at)
        return state

    def attack(self, start: State, state: State, seed: int) -> float:
        """The rows of attack of two bags from `start` on, of which `state` is a later position; a loss costs `LOST`.

        `seed` tells which pieces come behind those that are in sight.
        """
        state = drawn(state, seed)
        while state.tally.placed - start.tally.placed < AHEAD:
            at = None
            if not state.halted:
                self._search.look_at(state.view(0), clears=0)
                self._search.run(NODES)
                at = self._search.first()
            if at is None and state.over:
                return self._won(start, state) - LOST * (state.ending not in ("goal", "no pieces"))
            state = _locked(state, at or state.placements[0])
        return self._won(start, state)

    @staticmethod
    def _won(start: State, state: State) -> float:
        return float(state.tally.attack - start.tally.attack)


def _locked(state: State, at: Placement) -> State:
    """Kernels and rules agree on what is possible."""
    return state.lock(at, held=at.piece != state.piece)


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
        view = cast(State, position).view(0)
        behind: list[State] = []
        for move in (better, played):
            behind.append(self._playing.in_sight(view, move, budget // 2))
            yield
        differences: list[float] = []
        for draw in range(max(LEAST_DRAWS, budget // A_DRAW)):
            ours, theirs = (self._playing.attack(view, state, (seed << 20) + draw) for state in behind)
            differences.append(ours - theirs)
            yield
        return Comparison.of_samples(differences)


def drawn(state: State, seed: int) -> State:
    """The position with pieces drawn behind those that the player sees."""
    queue = state.view(0).queue
    return replace(state, queue=queue if queue.kind == "list" else replace(queue, seed=seed % (1 << 63)))
