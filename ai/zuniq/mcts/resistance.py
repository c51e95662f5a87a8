"""What to play where every move loses: the move after which the smallest share of the answers wins."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from ai.zuniq.mcts.prover import SLICE
from ai.zuniq.solver import Solver
from game.zuniq.state import State

MOST_NODES = 100_000  # positions that the solver expands for one move to be found, some 0.3 s


class Resistance:
    """Weighs the moves of a lost position, in slices; `hardest` is the best wall so far, None at first.

    `order` names the moves, the most promising first: of equals the earlier one stays, and where positions are
    too many the later ones are not looked at.
    """

    def __init__(self, state: State, solver: Solver, order: Sequence[int]) -> None:
        self.hardest: int | None = None
        self.nodes = 0
        self._solver = solver
        self._work = self._weigh(state, order)

    def run(self, slices: int) -> bool:
        """Whether all is weighed, or as much as may be, after so many more slices of the solver's work."""
        until = self.nodes + slices * SLICE
        while self.nodes < until:
            if next(self._work, True) or self.nodes >= MOST_NODES:
                return True
        return False

    def _weigh(self, state: State, order: Sequence[int]) -> Iterator[bool]:
        """Yield False after every answer, and within long ones."""
        most = -1.0
        for wall in order:
            after = state.draw(wall)
            errors = 0
            for answer in after.legal:
                counted = 0
                for won in self._solver.wins_slices(after.draw(answer), SLICE):
                    self.nodes += self._solver.nodes - counted
                    counted = self._solver.nodes
                    errors += won is True
                    yield False
            if errors > most * len(after.legal):
                most, self.hardest = errors / len(after.legal), wall
