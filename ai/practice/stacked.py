"""Games of Kibitz's own stacker from which problems of guideline Tetris are taken."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from random import Random

from ai.tetris.guideline.stacker.search import BeamSearch
from game.tetris.guideline import State
from game.tetris.guideline.bags import Queue

NODES = 1_500  # of the search, a piece: a strong game still
STRAYING = (
    0.08  # share of the pieces for which one of the next best placements is taken, so that stacks get untidy
)
STRAYS = 4
IN_SIGHT = 6  # pieces of the queue that a problem lists: the current one and the previews


def game(start: State, pieces: int, chance: Random) -> Iterator[State]:
    """Positions of a game, one after each piece, as long as it goes on."""
    search, state = BeamSearch(), start
    for _ in range(pieces):
        if state.over:
            return
        search.look_at(state.view(0), clears=0)
        search.run(NODES)
        moves = search.moves()
        if not moves:
            return
        strays = chance.random() < STRAYING
        at = moves[chance.randrange(min(STRAYS, len(moves))) if strays else 0].at
        state = state.lock(at, held=at.piece != state.piece)
        yield state


def in_sight(state: State) -> State:
    """The position with the pieces that the player sees, and none behind them."""
    return replace(state, queue=Queue.of(state.queue.pieces(IN_SIGHT)), first=None, tally=State().tally)
