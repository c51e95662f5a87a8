"""Exact results for the moves of one position, in slices between those of the tree search."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from ai.zuniq.solver import Solver
from game.zuniq.state import State

SLICE = 1_000  # positions that the solver expands at a time, some 3 ms


class Prover:
    """Solves what each move of a position leads to, the most promising move first.

    The solver's table stays from one position to the next: what was proved, or nearly proved, of earlier
    ones helps with later ones.
    """

    def __init__(self, state: State, table_bits: int) -> None:
        self._bits = table_bits
        self.solver = Solver(state.grid, table_bits)
        self.look_at(state)

    def look_at(self, state: State) -> None:
        """Turn to another position."""
        if state.grid != self.solver.grid:
            self.solver = Solver(state.grid, self._bits)
        self._state = state
        self._open = set(state.legal)
        self._wall = -1
        self._work: Iterator[bool | None] = iter(())
        self.nodes = 0

    def run(self, slices: int, order: Sequence[int]) -> tuple[int, bool] | None:
        """A move whose result was found now, and whether it wins; None if none was.

        `order` names the walls worth looking at, best first; a wall that was begun is finished first.
        """
        for _ in range(slices):
            if self._wall not in self._open and not self._begin(order):
                return None
            replies_win = next(self._work)
            self.nodes += SLICE
            if replies_win is not None:
                self._open.remove(self._wall)
                return self._wall, not replies_win
        return None

    def _begin(self, order: Sequence[int]) -> bool:
        self._wall = next((wall for wall in order if wall in self._open), -1)
        if self._wall < 0:
            return False
        self._work = self.solver.wins_slices(self._state.draw(self._wall), SLICE)
        return True
