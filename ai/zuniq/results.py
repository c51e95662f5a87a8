"""Files of results that took much work to find: boards, their winners, and the wall that wins.

    file    MAGIC and the size of the board in 16 bytes, then blocks
    block   uint32 kind (see `_RESULTS`, `_ANSWER`) | uint32 bytes | uint32 CRC-32 of the payload | payload
    result  two int64:  open walls          | 0..26 taken | 27 parity | 28 won | 32..38 wall + 1 | 40..45 log2 of work |

A result is one for the side to move. Parity is that of loose moves beside the board. A block that is damaged ends what
is read; whoever adds to the file cuts it there, and finds the rest again.

The solver keeps such files in the cache folder to go on from (`ai.zuniq.long_solve`), the check takes them for hints
(`ai.zuniq.check`), and those in `assets/zuniq/` let small boards be played without an error from the first wall on.
"""

from __future__ import annotations

import os
import struct
import zlib
from contextlib import suppress
from functools import lru_cache
from mmap import ACCESS_READ, mmap
from pathlib import Path

import msgspec
import numpy as np

from ai.zuniq.topology import WORD_WALLS, Words
from game import places, saving
from game.errors import BadInput
from game.zuniq import Grid, State
from game.zuniq.solved import solved

MAGIC = b"KIBITZ ZUNIQ 1\n\0"
_RESULTS, _ANSWER = 1, 2  # kinds of blocks
_BLOCK = struct.Struct("<III")
_TITLE = 16  # bytes of the size of the board
MOST_BYTES = 1 << 33  # of a file that is read
LONGEST_BLOCK = 1 << 24


class Solution(msgspec.Struct, frozen=True):
    """The result with best play.

    `winner` is a seat; `winning_moves` are all winning moves of the side to move, in the order of the walls,
    empty where it has lost; `nodes` counts the positions expanded for this answer.
    """

    winner: int
    winning_moves: tuple[str, ...]
    nodes: int


class SolvedPosition(msgspec.Struct, frozen=True):
    """A finished question: the position as `str(State)`, the solution, and the CPU seconds of all runs."""

    position: str
    solution: Solution
    seconds: float


class KeptResults:
    """The file of results of one board. Raises `BadInput` where it cannot be read or written."""

    @staticmethod
    def answers_in(path: Path, grid: Grid) -> dict[str, SolvedPosition]:
        """The finished questions alone: the results, which may be a thousand times as many, are passed over."""
        results = KeptResults(None, grid)
        with suppress(OSError, ValueError), path.open("rb") as file:  # no file yet, or an empty one
            results._read(mmap(file.fileno(), 0, access=ACCESS_READ), answers_only=True)
        return results.answers

    def __init__(self, path: Path | None, grid: Grid) -> None:
        """`path` None: nothing, and nowhere to keep it."""
        self.path = path or Path(os.devnull)
        self.grid = grid
        self.rows = np.zeros((0, 2), np.int64)
        self.answers: dict[str, SolvedPosition] = {}
        self.nodes = 0  # of all runs, as far as they are in the file
        self.seconds = 0.0
        self._sound = 0  # bytes
        if path is not None and path.exists():
            self._read(saving.load(path, MOST_BYTES))

    def _read(self, data: bytes | mmap, *, answers_only: bool = False) -> None:
        title = self._title()
        if len(data) < len(title) and title.startswith(data):
            return  # from a run that ended as it began
        if data[: len(title)] != title:
            raise BadInput(f"{self.path} holds no results of {self.grid} dots; remove it to start over")
        rows, at = [], len(title)
        while at + _BLOCK.size <= len(data):
            kind, size, checksum = _BLOCK.unpack_from(data, at)
            if answers_only and kind != _ANSWER and size <= LONGEST_BLOCK:
                at += _BLOCK.size + size
                continue
            payload = data[at + _BLOCK.size : at + _BLOCK.size + size]
            if size > LONGEST_BLOCK or len(payload) != size or zlib.crc32(payload) != checksum:
                break
            if kind == _RESULTS and size % 16 == 0:
                rows.append(np.frombuffer(payload, np.dtype("<i8")).reshape(-1, 2))
            elif kind == _ANSWER:
                self._take(payload)
            at += _BLOCK.size + size
        self._sound = at
        if rows:
            self.rows = np.concatenate(rows)
            self.rows = self.rows[_possible(self.rows, self.grid)]

    def _take(self, payload: bytes) -> None:
        try:
            answer = msgspec.msgpack.decode(payload, type=SolvedPosition)
        except msgspec.MsgspecError:  # whole, but written by another version
            return
        if answer.solution.winner not in (0, 1) or not set(answer.solution.winning_moves) <= set(
            self.grid.names
        ):
            return
        self.nodes, self.seconds = answer.solution.nodes, answer.seconds
        if answer.position:
            self.answers[answer.position] = answer

    def _title(self) -> bytes:
        return MAGIC + str(self.grid).encode().ljust(_TITLE, b"\0")

    def add(self, rows: Words, answer: SolvedPosition) -> None:
        """Write results and how far the work is; an answer without a position only counts the work."""
        payloads = [(_ANSWER, msgspec.msgpack.encode(answer))]
        step = LONGEST_BLOCK // 16
        payloads[:0] = [
            (_RESULTS, rows[at : at + step].astype("<i8").tobytes()) for at in range(0, len(rows), step)
        ]
        try:
            self.path.parent.mkdir(parents=True, exist_ok=True)
            with open(self.path, "r+b" if self._sound else "wb") as file:
                if self._sound:
                    file.truncate(self._sound)
                    file.seek(self._sound)
                else:
                    file.write(self._title())
                for kind, payload in payloads:
                    file.write(_BLOCK.pack(kind, len(payload), zlib.crc32(payload)) + payload)
                file.flush()
                os.fsync(file.fileno())
                self._sound = file.tell()
        except OSError as error:
            raise BadInput(f"{self.path} cannot be written: {error.strerror or error}") from None
        self.rows = np.concatenate([self.rows, rows])
        self.nodes, self.seconds = answer.solution.nodes, answer.seconds
        if answer.position:
            self.answers[answer.position] = answer


def _possible(rows: Words, grid: Grid) -> np.ndarray[tuple[int], np.dtype[np.bool_]]:
    """Return which rows are boards of this size: kernels read no others."""
    sizes = rows[:, 1] & _SIZES
    return (rows[:, 0] >= 0) & (rows[:, 0] < 1 << grid.walls) & (sizes < 2 << grid.cells) & (rows[:, 1] >= 0)


_SIZES = (1 << 27) - 1
_PARITY_AT, _WON_AT, _WALL_AT, _WORK_AT = 27, 28, 32, 40


def unpack(row: Words) -> tuple[int, int, int, bool, int]:
    """A result in a file: open walls, taken sizes, parity of loose moves, whether won, and the wall or -1."""
    rest = int(row[1])
    return (
        int(row[0]),
        rest & _SIZES,
        rest >> _PARITY_AT & 1,
        bool(rest >> _WON_AT & 1),
        (rest >> _WALL_AT & 127) - 1,
    )


def pack(stored: Words) -> Words:
    """Two words for each row of `Workspace.kept`."""
    # here, since only who searches needs numba, not who reads what is kept
    from ai.zuniq.endgame.expand import KEPT_WALL, OPEN, PARITY, TAKEN, VALUE, WIN, WORK_DONE

    work = np.log2(np.maximum(stored[:, WORK_DONE], 1)).astype(np.int64)
    rest = (
        stored[:, TAKEN]
        | stored[:, PARITY] << _PARITY_AT
        | (stored[:, VALUE] == WIN).astype(np.int64) << _WON_AT
    )
    rest |= (stored[:, KEPT_WALL] + 1) << _WALL_AT | work << _WORK_AT
    return np.stack([stored[:, OPEN], rest], axis=1)


def work_of(rows: Words) -> Words:
    """The logarithm, to the base of 2, of the positions that each result took."""
    work: Words = rows[:, 1] >> _WORK_AT & 63
    return work


def known_solution(state: State) -> Solution | None:
    """The solution of a position that was solved before, by this user or for Kibitz. Loads no kernel."""
    board = solved(state.grid) if state.ply == 0 else None
    if board is not None:
        return Solution(("white", "black").index(board.winner), board.winning_moves, board.nodes)
    solved_position = KeptResults.answers_in(results_path(state.grid), state.grid).get(str(state))
    return None if solved_position is None else solved_position.solution


def results_path(grid: Grid) -> Path:
    """Return the path of the results of a board."""
    return places.cache_dir() / "zuniq" / f"{grid}.results"


@lru_cache(maxsize=4)
def shipped_rows(grid: Grid) -> Words:
    """The results that come with Kibitz for a board, whichever way it lies; none for most boards."""
    lying = Grid(min(grid.rows, grid.columns), max(grid.rows, grid.columns))
    if grid.walls > WORD_WALLS:
        return np.zeros((0, 2), np.int64)
    path = places.shipped("assets", "zuniq", f"{lying}.results")
    rows = KeptResults(path, lying).rows
    return rows if lying == grid else _turned(rows, lying, grid)


def _turned(rows: Words, lying: Grid, grid: Grid) -> Words:
    """The same results on the board mirrored in its diagonal; the walls that win are left out."""
    number = {frozenset(grid.dots(wall)): wall for wall in range(grid.walls)}
    turned: Words = rows & np.array([0, ~(127 << _WALL_AT)])
    for wall in range(lying.walls):
        there = number[frozenset((column, row) for row, column in lying.dots(wall))]
        turned[:, 0] |= (rows[:, 0] >> wall & 1) << there
    return turned
