"""Exact results of positions near the end: the winner, all winning moves, and a line that shows the win."""

from __future__ import annotations

from collections.abc import Generator, Iterable, Iterator

from ai.zuniq.endgame.expand import NODES, RESULT, UNKNOWN, WIN, new_workspace
from ai.zuniq.endgame.search import begin, remember, search
from ai.zuniq.results import Solution, shipped_rows, unpack
from ai.zuniq.topology import MOST_OPEN, WORD_WALLS, Patch, board_of, patch, topology
from game.zuniq import Grid, State

TABLE_BITS = 22  # 2^22 words, 32 MB
SLICE_NODES = 10_000  # some 20 ms
_NOTHING = topology(Grid(2, 2))  # until a wide board has been looked at


def solve(state: State, table_bits: int = TABLE_BITS) -> Solution:
    """The exact result of `state`, however long it takes."""
    return Solver(state.grid, table_bits).solve(state)


class Solver:
    """An exact search for one size of board. It keeps what it has found for later positions.

    The table has 2^`table_bits` words of 8 bytes and never grows; what is proved stays true however often
    it is written over. Work in slices may be dropped at any time; only one question is worked on at a time.
    On boards of more than `WORD_WALLS` walls it solves positions with at most `MOST_OPEN` open ones.
    """

    def __init__(self, grid: Grid, table_bits: int = TABLE_BITS, *, shipped: bool = False) -> None:
        """With `shipped`, what comes with Kibitz for this board is known from the start."""
        self.grid = grid
        self._patch: Patch | None = None
        self._topology = topology(grid) if grid.walls <= WORD_WALLS else _NOTHING
        self._workspace = new_workspace(min(grid.walls, MOST_OPEN), table_bits)
        self._spent = 0
        if shipped:
            self.remember(unpack(row)[:4] for row in shipped_rows(grid))

    def sharing_table(self) -> Solver:
        """Another solver of this board, for a thread of its own; both write into one table, a word at a time.

        Not for boards of more than `WORD_WALLS` walls, which number the walls of their positions anew.
        """
        other = Solver(self.grid, 1)
        other._workspace = other._workspace._replace(table=self._workspace.table)
        return other

    def remember(self, results: Iterable[tuple[int, int, int, bool]]) -> None:
        """Enter results into the table: boards that fit into words, parities of loose moves, whether they are won."""
        for board, taken, parity, won in results:
            remember(self._topology, self._workspace, board, taken, parity, int(won))

    @property
    def nodes(self) -> int:
        """The positions expanded for the present question so far."""
        return self._spent + int(self._workspace.control[NODES])

    def solve(self, state: State) -> Solution:
        """The exact result of `state` with all winning moves."""
        return next(solution for solution in self.solve_slices(state) if solution is not None)

    def known(self, state: State) -> bool | None:
        """Return True if the side to move wins, where the table has that already; the present question is dropped."""
        board = self._board_of(state)
        result = begin(self._topology, self._workspace, *board, 0)
        return None if result == UNKNOWN else result == WIN

    def wins(self, state: State) -> bool:
        """Return True if the side to move wins; much less work than to find all winning moves."""
        return next(won for won in self.wins_slices(state) if won is not None)

    def line(self, state: State) -> tuple[str, ...]:
        """Moves to the end of the game in which the winning side wins against all resistance.

        Every move of the winner is a winning one. The loser, whose moves all lose, draws the wall that leaves
        the most answers.
        """
        return next(moves for moves in self.line_slices(state) if moves is not None)

    def solve_slices(self, state: State, nodes: int = SLICE_NODES) -> Iterator[Solution | None]:
        """Yield None after every `nodes` positions expanded, and the solution at the end."""
        self._start()
        won = yield from self._search(state, nodes)
        winning = []
        for move in state.legal_moves() if won else ():
            if not (yield from self._search(state.play(move), nodes)):
                winning.append(move)  # noqa: PERF401 - a comprehension cannot pass on the stops
        yield Solution(state.to_move if won else 1 - state.to_move, tuple(winning), self.nodes)

    def wins_slices(self, state: State, nodes: int = SLICE_NODES) -> Iterator[bool | None]:
        """Yield None after every `nodes` positions expanded, then whether the side to move wins."""
        self._start()
        yield (yield from self._search(state, nodes))

    def line_slices(self, state: State, nodes: int = SLICE_NODES) -> Iterator[tuple[str, ...] | None]:
        """Yield None after every `nodes` positions expanded, then the line."""
        self._start()
        won = yield from self._search(state, nodes)
        moves: list[str] = []
        while state.winner is None:
            if won:
                move = yield from self._winning_move(state, nodes)
            else:
                move = max(state.legal_moves(), key=lambda name: len(state.play(name).legal))
            moves.append(move)
            state = state.play(move)
            won = not won
        yield tuple(moves)

    def _board_of(self, state: State) -> tuple[int, int]:
        """The board of `state` as the tables number it, which for a wide board may be made anew here."""
        if self.grid.walls <= WORD_WALLS:
            return board_of(state)
        if self._patch is None or not self._patch.covers(state):
            self._patch = patch(state)
            self._topology = self._patch.tables
            self._workspace.table[:] = (
                0  # results are known by the numbers of the walls, which are others now
            )
            self._workspace.units[:] = 0
        return self._patch.board_of(state)

    def _start(self) -> None:
        self._spent = 0
        self._workspace.control[NODES] = 0

    def _winning_move(self, state: State, nodes: int) -> Generator[None, None, str]:
        """The first winning move of a position that is won."""
        for move in state.legal_moves():
            if not (yield from self._search(state.play(move), nodes)):
                return move
        raise AssertionError("a won position has a winning move")

    def _search(self, state: State, nodes: int) -> Generator[None, None, bool]:
        """Return True if the side to move wins, with a stop after every `nodes` positions expanded."""
        self._spent = self.nodes
        board = self._board_of(state)
        begin(self._topology, self._workspace, *board, 0)
        while not search(self._topology, self._workspace, nodes):
            yield
        return bool(self._workspace.control[RESULT] == WIN)
