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
        self.solver = Solver(state.grid, table_bits, shipped=True)
        self.look_at(state)

    def look_at(self, state: State) -> None:
        """Turn to another position."""
        if state.grid != self.solver.grid:
            self.solver = Solver(state.grid, self._bits, shipped=True)
        self._state = state
        self._lost = self.solver.known(state) is False  # then so is every move, with no more work
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
        after = self._state.draw(self._wall)
        self._work = iter((True,)) if self._lost else self.solver.wins_slices(after, SLICE)
        return True


# What to play where every move loses: the move after which the smallest share of the answers wins.

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
