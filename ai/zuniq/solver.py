"""Exact results of positions near the end: winner, winning moves, and a line that shows the win."""

from __future__ import annotations

from collections.abc import Iterator

import msgspec
from ai.zuniq.board import board_of
from ai.zuniq.endgame import NODES, RESULT, WIN, begin, new_desk, search
from ai.zuniq.topology import topology
from game.zuniq import Grid, State

TABLE_BITS = 22  # the table has 2^22 words, 32 MB
SLICE_NODES = 10_000  # some 20 ms


class Solution(msgspec.Struct, frozen=True):
    """The result with best play.

    `winner` is a seat; `winning_moves` are all winning moves of the side to move, in the order of the walls,
    empty where it has lost; `nodes` counts the positions expanded for this answer.
    """

    winner: int
    winning_moves: tuple[str, ...]
    nodes: int


def solve(state: State, table_bits: int = TABLE_BITS) -> Solution:
    """The exact result of `state`, however long it takes."""
    return Solver(state.grid, table_bits).solve(state)


class Solver:
    """An exact search for one size of board. It keeps what it has found for later positions.

    The table has 2^`table_bits` words of 8 bytes and never grows; what is proved stays true however often
    it is written over.
    """

    def __init__(self, grid: Grid, table_bits: int = TABLE_BITS) -> None:
        self.grid = grid
        self._topology = topology(grid)
        self._desk = new_desk(grid.walls, table_bits)

    def solve(self, state: State) -> Solution:
        """The exact result of `state` with all winning moves."""
        return next(found for found in self.solve_slices(state) if found is not None)

    def wins(self, state: State) -> bool:
        """Whether the side to move wins; the search stops at the first winning move."""
        return next(won for won in self.wins_slices(state) if won is not None)

    def solve_slices(self, state: State, nodes: int = SLICE_NODES) -> Iterator[Solution | None]:
        """Yield None after every `nodes` positions expanded, and the solution at the end.

        The generator may be dropped at any time, and the solver asked about another position meanwhile only
        after that; what it has found stays in the table.
        """
        won, spent = False, 0
        for result in self.wins_slices(state, nodes):
            if result is None:
                yield None
            else:
                won = result
        spent = int(self._desk.control[NODES])
        winning = []
        for move in state.legal_moves() if won else ():
            for result in self.wins_slices(state.play(move), nodes):
                if result is None:
                    yield None
                elif not result:
                    winning.append(move)
            spent += int(self._desk.control[NODES])
        yield Solution(state.to_move if won else 1 - state.to_move, tuple(winning), spent)

    def wins_slices(self, state: State, nodes: int = SLICE_NODES) -> Iterator[bool | None]:
        """Yield None after every `nodes` positions expanded, then whether the side to move wins."""
        begin(self._topology, self._desk, *board_of(state))
        while not search(self._topology, self._desk, nodes):
            yield None
        yield bool(self._desk.control[RESULT] == WIN)
