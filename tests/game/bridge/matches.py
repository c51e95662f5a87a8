"""Matches by chance, for tests that hold at every move of one."""

import random
from collections.abc import Iterator

from game.bridge import State


def states(seed: int, **rules: str) -> Iterator[State]:
    """The states of a match of random moves, claims and their answers among them; low bids, so that deals differ."""
    dice, state = random.Random(seed), State.open({"deals": f"random:{seed}", **rules})
    yield state
    while not state.over:
        state = state.play(by_chance(state, dice))
        yield state


def by_chance(state: State, dice: random.Random) -> str:
    """A move that is legal, mostly a card or one of the lower calls."""
    if state.claims() and dice.random() < 0.02:
        return state.claims()[int(dice.random() * len(state.claims()))]
    moves = state.legal_moves()
    return moves[int(dice.random() * (min(5, len(moves)) if state.stage == "auction" else len(moves)))]
