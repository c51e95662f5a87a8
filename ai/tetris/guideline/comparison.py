"""Two placements compared by playing on: the same pieces come after both, and the attack that follows is counted.

Behind each placement the engine plays two bags, piece by piece, as a strong player would: it sees what the player sees,
and chooses anew once another piece is in sight. Pieces not seen yet are drawn from the bag as the player may expect
them, several times, and both placements get the same draws. Garbage waits as the player sees it. A search's own score
for a field is nothing a player could count; attack is.

How strong the player is stays the same, whatever the budget: that buys draws. With 80 nodes a piece, or one plan for
all pieces in sight, the same two placements differed by two rows from budget to budget, which no spread of draws shows.

Apart from `judge`: what this game brings to a review.
"""

from __future__ import annotations

from dataclasses import replace
from typing import cast

from ai.engine import Limit
from ai.review.verdict import CONFIDENCE, Comparison, Judge, Slices, degree
from ai.tetris.guideline.stacker.engine import NODES_A_FIELD, Stacker
from ai.tetris.guideline.stacker.search import BeamSearch
from game.advice import Advice
from game.position import Position
from game.review import AHEAD, DEGREES, THRESHOLDS, Unit
from game.tetris.guideline import Placement, State

NODES = 6_000  # of each placement that is played on with: some millisecond
A_DRAW = 3_300  # of the budget
LEAST_DRAWS, ENOUGH = 4, 12  # draws in any case, and before a placement that does no harm is left at that
LOST = 10.0  # rows of attack that a lost game counts for
LONG_SEARCH, NEAR = 640_000, 1.5  # nodes of the search that has to agree, and by how much of its score


class PlayingOn:
    """Plays a position on for two bags, each piece by a search of its own."""

    def __init__(self) -> None:
        self._search = BeamSearch()

    def attack(self, start: State, move: str, seed: int) -> float:
        """The rows of attack of two bags from `start` on, `move` first; a loss costs `LOST`.

        `seed` tells which pieces come behind those that are in sight.
        """
        state = drawn(start.put(Placement.parse(move.rstrip("!"))), seed)
        while state.tally.placed - start.tally.placed < AHEAD:
            at = None
            if not state.halted:
                self._search.look_at(state.view(0), clears=NODES // NODES_A_FIELD)
                self._search.run(NODES)
                at = self._search.first()
            if at is None and state.over:
                return self._won(start, state) - LOST * (state.ending not in ("goal", "no pieces"))
            at = at or state.placements[0]
            state = state.lock(at, held=at.piece != state.piece)  # kernels and rules agree on what can be
        return self._won(start, state)

    @staticmethod
    def _won(start: State, state: State) -> float:
        return float(state.tally.attack - start.tally.attack)


class GuidelineJudge(Judge):
    """Rows of attack in the next two bags."""

    def __init__(self) -> None:
        self._playing = PlayingOn()

    def unit(self, position: Position) -> Unit:
        return "attack"

    def advise(self, position: Position, budget: int, seed: int) -> Advice:
        *_, last = Stacker(seed=seed).think(position.view(0), Limit(iterations=budget))
        return last

    def compare(self, position: Position, better: str, played: str, budget: int, seed: int) -> Slices:
        view, differences = cast(State, position).view(0), list[float]()
        for draw in range(max(LEAST_DRAWS, budget // A_DRAW)):
            ours, theirs = (
                self._playing.attack(view, move, (seed << 20) + draw) for move in (better, played)
            )
            differences.append(ours - theirs)
            yield
            if draw >= ENOUGH and _is_harmless(Comparison.of_samples(differences, grain=1.0)):
                break
        return Comparison.of_samples(differences, grain=1.0)

    def stands_by(self, position: Position, played: str, budget: int, seed: int) -> bool:
        """Whether a long search puts it first, or so little behind that search and comparison do not agree.

        As long whatever the budget: so it takes a part in nothing that a longer review finds out.
        """
        choices = self.advise(position, LONG_SEARCH, seed).choices
        own = next((each for each in choices if each.move.rstrip("!") == played.rstrip("!")), None)
        return own is not None and choices[0].score - own.score <= NEAR


def _is_harmless(found: Comparison) -> bool:
    """Whether more draws would hardly make it a mistake, so that they can be saved."""
    most = found.cost + CONFIDENCE * found.error
    return most < THRESHOLDS["attack"][1] and degree(found, "attack") not in DEGREES


def drawn(state: State, seed: int) -> State:
    """The position with pieces drawn behind those that the player sees."""
    queue = state.view(0).queue
    return replace(state, queue=queue if queue.kind == "list" else replace(queue, seed=seed % (1 << 63)))
