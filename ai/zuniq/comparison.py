"""Two walls compared: the positions behind them are searched anew, each by itself, as often as the other.

In both it is the other player's turn, so that both are valued by the same function. Near the end both are solved.

Apart from `judge`: what this game brings to a review.
"""

from __future__ import annotations

from collections.abc import Generator
from math import hypot, sqrt
from typing import cast

from ai.engine import Limit
from ai.review.verdict import Comparison, Judge, Slices
from ai.zuniq.engine import Kibitz, analyse
from ai.zuniq.solver import Solver
from ai.zuniq.topology import MOST_OPEN, open_walls
from game.advice import Advice
from game.position import Position
from game.review import Unit
from game.zuniq import State

SEARCHES = 4  # independent ones behind each wall: their spread is a part of the error
PROVED_FROM = 36  # open walls: from there on the rest is mostly solved within a second
PROOF_NODES = 600_000  # behind a wall, about a second; more where the budget is larger
PROOFS_AN_ITERATION = 20
PATIENCE = 2  # times as many for one wall, once the other one is proved
TABLE_BITS = 20
SOLVED_WALLS = 32  # boards of so many walls are judged by proofs alone, from the first wall on
BIAS = (
    0.03  # what searches have in common: two walls at the normal budget and at eight times it differ so much
)


class ZuniqJudge(Judge):
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
        most, each = max(PROOF_NODES, PROOFS_AN_ITERATION * budget), max(1, budget // (2 * SEARCHES))
        after = [state.play(move.rstrip("!")) for move in (better, played)]
        first = yield from self._wins(after[0], most)
        proved = [first, (yield from self._wins(after[1], most))]
        if (proved[0] is None) != (proved[1] is None):
            late = proved.index(None)
            proved[late] = yield from self._wins(after[late], PATIENCE * most)
        chances: list[list[float]] = []
        for behind, won in zip(after, proved, strict=True):
            chances.append([float(not won)] if won is not None else (yield from _chances(behind, each, seed)))
        return _compared(*chances)

    def _wins(self, state: State, most: int) -> Generator[None, None, bool | None]:
        """Whether the side to move wins; None where that is not solved with `most` positions."""
        if state.winner is not None:
            return state.winner == state.to_move
        whole = state.grid.walls <= SOLVED_WALLS
        if not whole and (len(state.legal_moves()) > PROVED_FROM or open_walls(state) > MOST_OPEN):
            return None
        if self._solver is None or self._solver.grid != state.grid:
            self._solver = Solver(state.grid, TABLE_BITS, shipped=True)
        for won in self._solver.wins_slices(state):
            yield
            if won is not None or (self._solver.nodes > most and not whole):
                return won
        return None


def _chances(after: State, iterations: int, seed: int) -> Generator[None, None, list[float]]:
    """The chance to win of who has just moved, by each search; a single one where it is proved."""
    found: list[float] = []
    for number in range(SEARCHES):
        yield
        best = analyse(after, iterations, seed + number).choices[0]
        if best.proven is not None:
            return [1.0 - best.win_rate]
        found.append(1.0 - best.win_rate)
    return found


def _compared(ours: list[float], theirs: list[float]) -> Comparison:
    """Two walls by their chances; a single chance is proved.

    Where one is proved and the other one is not, that one is still won or lost: its chance is as uncertain as a throw.
    """
    if len(ours) == len(theirs) == 1:
        return Comparison(ours[0] - theirs[0])
    count = max(len(ours), len(theirs))
    pairs = zip(ours * (count // len(ours)), theirs * (count // len(theirs)), strict=True)
    found = Comparison.of_samples([one - other for one, other in pairs])
    common = BIAS
    if len(ours) != len(theirs):
        chance = sum(ours if len(ours) == count else theirs) / count
        common = sqrt(chance * (1 - chance))
    return found._replace(error=hypot(found.error, common))
