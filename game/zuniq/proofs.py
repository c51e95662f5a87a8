"""Proofs about the positions of a game: who wins them, and what follows of other positions from that.

Walls are drawn in turn and whoever draws the last one wins. So a position is won by the side to move if some wall leads
to a lost one, and lost if every wall leads to a won one. A proof of one position therefore tells of the positions
before it and of those after it:

    a wall leads to a lost position          this position is won
    every wall leads to a won position       this position is lost
    this position is lost                    every wall leads to a won position
    it is won, all walls but one lose        that one leads to a lost position

The walls that are drawn tell a position, whatever their order: another line that comes to them is proved as well.
"""

from __future__ import annotations

from collections.abc import Mapping

from game.advice import Proof
from game.zuniq.state import State

Walls = frozenset[int]
_OTHER: dict[Proof, Proof] = {"win": "loss", "loss": "win"}


class Proofs:
    """Results for the side to move, by the walls that are drawn. All positions are of one board.

    Results are drawn from each other where they meet in a position that the game has come to (`meet`).
    """

    def __init__(self) -> None:
        self._known: dict[Walls, Proof] = {}
        self._met: dict[Walls, State] = {}

    def of(self, state: State) -> Proof | None:
        """The result for the side to move, where it is known."""
        return self._known.get(state.drawn)

    def of_wall(self, state: State, wall: int) -> Proof | None:
        """Return the result of drawing `wall` for the side that draws it, if it is known."""
        after = self._known.get(state.drawn | {wall})
        return None if after is None else _OTHER[after]

    def meet(self, state: State) -> set[Walls]:
        """Take in a position of the game; returns those of which more is known now, as `learn` does."""
        if state.drawn in self._met:
            return set()
        self._met[state.drawn] = state
        return self._follow([state.drawn])

    def learn(self, state: State, own: Proof | None, walls: Mapping[int, Proof]) -> set[Walls]:
        """Take in a result for the side to move in `state`, and results of walls for the side that draws them.

        Returns the positions of the game of which, or of whose walls, more is known now.
        """
        results = {state.drawn | {wall}: _OTHER[proof] for wall, proof in walls.items()}
        if own is not None:
            results[state.drawn] = own
        return self._follow(self._enter(results))

    def _enter(self, results: Mapping[Walls, Proof]) -> list[Walls]:
        """Keep results; returns those that are new."""
        new = [walls for walls in results if walls not in self._known]
        self._known.update((walls, results[walls]) for walls in new)
        return new

    def _follow(self, new: list[Walls]) -> set[Walls]:
        """Draw conclusions in every position that is new or comes before a new one, until there are no more."""
        touched = set[Walls]()
        while new:
            walls = new.pop()
            for place in (walls, *(walls - {wall} for wall in walls)):
                state = self._met.get(place)
                if state is not None:
                    touched.add(place)
                    new += self._enter(self._conclusions(state))
        return touched

    def _conclusions(self, state: State) -> dict[Walls, Proof]:
        """The results that follow in one position, known ones included."""
        own = self._known.get(state.drawn)
        after = {walls: self._known.get(walls) for walls in (state.drawn | {wall} for wall in state.legal)}
        unknown = [walls for walls, proof in after.items() if proof is None]
        if "loss" in after.values():
            return {state.drawn: "win"}
        if own == "loss" or not unknown:
            return {state.drawn: "loss", **dict.fromkeys(unknown, "win")}
        if own == "win" and len(unknown) == 1:
            return {unknown[0]: "loss"}
        return {}
