"""Two walls compared: the positions behind them are searched anew, each by itself, as often as the other.

In both it is the other player's turn, so that both are valued by the same function. Near the end both are solved.

Apart from `judge`: what this game brings to a review.
"""

from __future__ import annotations

from collections.abc import Generator
from typing import cast

from ai.engine import Limit
from ai.review.verdict import Comparison, Slices
from ai.zuniq.engine import Kibitz, analyse
from ai.zuniq.solver import Solver
from ai.zuniq.topology import MOST_OPEN, open_walls
from game.advice import Advice
from game.position import Position
from game.review import Unit
from game.zuniq import State

SEARCHES = 4  # independent ones behind each wall: their spread is the error
PROVED_FROM = 30  # open walls: from there on the rest can mostly be solved
PROOF_NODES = 400_000  # most behind a wall, less than a second
TABLE_BITS = 20
SOLVED_WALLS = 32  # boards of so many walls are judged by proofs alone, from the first wall on


class ZuniqJudge:
    """Chances to win. It keeps what it has solved."""

    def __init__(self) -> None:
        self._solver: Solver | None = None

    def unit(self, position: Position) -> Unit:
        return "win"

    def advise(self, position: Position, budget: int, seed: int) -> Advice:
        *_, last = Kibitz(seed=seed).think(position, Limit(iterations=budget))
        return last

    def compare(self, position: Position, better: str, played: str, budget: int, seed: int) -> Slices:
        state = cast(State, position)
        each = max(1, budget // (2 * SEARCHES))
        ours = yield from self._chances(state, better.rstrip("!"), each, seed)
        theirs = yield from self._chances(state, played.rstrip("!"), each, seed)
        if len(ours) == len(theirs) == 1:
            return Comparison(ours[0] - theirs[0])
        pairs = zip(ours * (SEARCHES // len(ours)), theirs * (SEARCHES // len(theirs)), strict=True)
        return Comparison.of_samples([one - other for one, other in pairs])

    def _chances(
        self, state: State, move: str, iterations: int, seed: int
    ) -> Generator[None, None, list[float]]:
        """The mover's chance to win after a wall, by each search; a single one where it is proved."""
        after = state.play(move)
        wins = yield from self._wins(after)
        if wins is not None:
            return [float(not wins)]
        found: list[float] = []
        for number in range(SEARCHES):
            yield
            best = analyse(after, iterations, seed + number).choices[0]
            if best.proven is not None:
                return [1.0 - best.win_rate]
            found.append(1.0 - best.win_rate)
        return found

    def _wins(self, state: State) -> Generator[None, None, bool | None]:
        """Whether the side to move wins; None where that is not soon solved."""
        if state.winner is not None:
            return state.winner == state.to_move
        whole = state.grid.walls <= SOLVED_WALLS
        if not whole and (len(state.legal_moves()) > PROVED_FROM or open_walls(state) > MOST_OPEN):
            return None
        if self._solver is None or self._solver.grid != state.grid:
            self._solver = Solver(state.grid, TABLE_BITS, shipped=True)
        for won in self._solver.wins_slices(state):
            yield
            if won is not None or (self._solver.nodes > PROOF_NODES and not whole):
                return won
        return None
