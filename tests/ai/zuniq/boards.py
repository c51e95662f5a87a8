"""Boards for the kernels' tests: random ones, and all that can follow from one."""

from collections.abc import Iterator
from random import Random

import numpy as np

from ai.zuniq.bridges import WORK, draw, find_bridges, legal_walls
from ai.zuniq.topology import board_of, topology, wall_numbers
from game.zuniq import Grid, State
from tests.known import vectors

Board = tuple[int, int]


KNOWN = vectors("zuniq_positions")


def random_state(grid: Grid, plies: int, chance: Random) -> State:
    state = State.start(grid)
    for _ in range(plies):
        if not state.legal:
            break
        state = state.draw(chance.choice(state.legal))
    return state


class Kernels:
    """The bridge search with its scratch, for one grid."""

    def __init__(self, grid: Grid) -> None:
        self.grid = topology(grid)
        self.far = np.zeros(grid.walls, dtype=np.int64)
        self.work = np.zeros(WORK, dtype=np.int64)
        self.bridges = self.blocks = 0

    def look(self, board: Board) -> list[int]:
        """The legal walls; `bridges`, `blocks`, `far` and `work` are those of `board` from now on."""
        self.bridges, self.blocks = find_bridges(self.grid, board[0], self.far, self.work)
        return wall_numbers(legal_walls(board[0], board[1], self.bridges, self.far))

    def draw(self, board: Board, wall: int) -> Board:
        """The board after `wall`; `board` must be the one last looked at."""
        return draw(self.grid, board[0], board[1], wall, self.bridges, self.far)


class Future:
    """All boards that can follow from a board, and who wins them by trying everything."""

    def __init__(self, grid: Grid, board: Board) -> None:
        self.kernels = Kernels(grid)
        self.wins: dict[Board, bool] = {}
        self._try(board)

    def _try(self, board: Board) -> bool:
        if board not in self.wins:
            answers = [self._try(child) for _, child in list(self.children(board))]
            self.wins[board] = not all(answers)
        return self.wins[board]

    def children(self, board: Board) -> Iterator[tuple[int, Board]]:
        walls = self.kernels.look(board)
        yield from [(wall, self.kernels.draw(board, wall)) for wall in walls]


# Small empty boards, and boards with few moves left: dots, random moves played.
PLAYED = [("2x2", 0), ("2x5", 0), ("3x3", 0), ("3x5", 12), ("4x6", 20), ("5x5", 21), *[("6x6", 32)] * 4]

# Boards with dead regions of four cells in the upper corners, 1 to 4 being taken. Each region hangs on an inner
# cell; the one loose move is in the left region on the first board of a pair, in the right one on the second.
CORNERS = "B1h B2h B2v B4h B5h B5v C2h C4h"
LOOSE_LEFT, LOOSE_RIGHT = "A2v", "A5v"
RESTS = ["C3v C4v C5v C6v D2h D3v D4h E4h F4h", "C4v D2h D2v D3v D4h D5v D6v E2h E2v E3h E4v F1h"]


def open_board(names: str, taken: int) -> Board:
    """The large board on which just the walls of these names are open."""
    return sum(1 << Grid().wall(name) for name in names.split()), taken


PAIRS = [
    (
        open_board(f"{CORNERS} {LOOSE_LEFT} {rest}", 0b11110),
        open_board(f"{CORNERS} {LOOSE_RIGHT} {rest}", 0b11110),
    )
    for rest in RESTS
]
FUTURES = len(PLAYED) + 2 * len(PAIRS)


def future_of(number: int) -> Future:
    """One of the futures above, 0 to `FUTURES` - 1."""
    if number >= len(PLAYED):
        return Future(Grid(), [board for pair in PAIRS for board in pair][number - len(PLAYED)])
    size, plies = PLAYED[number]
    state = random_state(Grid.parse(size), plies, Random(2021 + number))
    return Future(state.grid, board_of(state))
