"""Digging in a race: what the next pieces can clear of the garbage counts for more than the attack they send.

Of boards of 10 rows with a hole in another column each, the search alone needs some 60 pieces, with this some 34.
"""

from __future__ import annotations

from collections.abc import Generator, Sequence

from ai.tetris.guideline.exact import ExactSearch
from ai.tetris.guideline.stacker.search import BeamSearch, RootMove
from game.tetris.guideline import State

SEEN = 3  # pieces for which everything is tried: 3 ms
WORTH = 8.0  # rows of attack that a row of garbage counts for; the best of 1, 2, 4, 8 and 20 in 16 games
_SLACK = 9  # rows: so many fewer a placement may clear and still have its worth told


class Digger:
    """Orders the placements of a search by what can be dug behind them."""

    def __init__(self) -> None:
        self._exact = ExactSearch()

    def order(self, state: State, moves: Sequence[RootMove]) -> list[RootMove]:
        """The placements with the rows that can be dug in their worth, the best first."""
        if state.garbage.waiting:
            return list(moves)
        rows = self._exact.most(state, SEEN, "garbage", state.garbage_rows, _SLACK)
        worth = [each._replace(value=each.value + WORTH * rows.get(each.at, 0)) for each in moves]
        return sorted(worth, key=lambda each: -each.value)


def pieces_to_dig(start: State, nodes: int, most: int) -> Generator[int, None, int | None]:
    """Yield the pieces placed so far; the result is in how many a game by this rule reaches its goal.

    It is None if it needs more than `most`.
    """
    search, digger, state = BeamSearch(), Digger(), start
    for number in range(1, most + 1):
        view = state.view(0)
        search.look_at(view, clears=0)
        search.run(nodes)
        moves = digger.order(view, search.moves())
        if not moves:
            return None
        state = state.lock(moves[0].at, held=moves[0].at.piece != state.piece)
        if state.halted:
            return number if state.halted == "goal" else None
        yield number
    return None
