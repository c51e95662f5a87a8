"""A position weighed with a counted budget: the same numbers on every run with the same seed."""

from __future__ import annotations

import msgspec

from ai.engine import Limit
from ai.zuniq.engine import Kibitz
from ai.zuniq.mcts.search import SearchSettings
from game.advice import Proof
from game.zuniq.state import State


class AnalysedMove(msgspec.Struct, frozen=True):
    """One legal move: visits, the mover's chance of winning (0 to 1), and `proven` where it is certain."""

    move: str
    visits: int
    win_rate: float
    proven: Proof | None


class Analysis(msgspec.Struct, frozen=True):
    """What a search found: its iterations, the positions it holds, and all legal moves, best first."""

    iterations: int
    nodes: int
    choices: tuple[AnalysedMove, ...]


def analyse(state: State, iterations: int, seed: int = 0, settings: SearchSettings | None = None) -> Analysis:
    """The search's opinion on `state` after at most `iterations`; fewer if the result is proven before."""
    engine = Kibitz(settings=settings, seed=seed)
    for _ in engine.think(state, Limit(iterations=iterations)):
        pass
    if state.winner is not None:
        return Analysis(0, 0, ())
    search = engine.search
    choices = tuple(
        AnalysedMove(
            state.grid.names[each.wall],
            each.visits,
            each.value if each.proof is None else float(each.proof == "win"),
            each.proof,
        )
        for each in search.found()
    )
    return Analysis(search.iterations, search.nodes, choices)
