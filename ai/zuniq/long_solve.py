"""Exact results that take minutes or hours: searches side by side, and results kept in a file to go on from.

All searches of one question share one table. The first begins at the root. The others look at the way from the root
to where it is, and take on what it will have to do later: in a position that seems lost every move must be refuted, so
they begin with the last move there. What they find, the first one finds in the table.

Results that took `KEEP_FROM` positions or more go into a file. A later run enters them into its table first, so what is
lost by a stop are small searches only. The same file guides `ai.zuniq.check`, which believes none of it.

    file    MAGIC, 16 bytes with the size of the board, then blocks
    block   uint32 kind (see `_RESULTS`, `_ANSWER`) | uint32 bytes | uint32 CRC-32 of the payload | payload
    result  two int64:  open walls          | 0..26 taken | 27 parity | 28 won | 32..38 wall + 1 | 40..45 log2 of work |

A block that is damaged ends what is read; the next run cuts the file there and finds the rest again.
"""

from __future__ import annotations

import os
import struct
import threading
import time
import zlib
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import msgspec
import numpy as np

from ai.zuniq.endgame.expand import (
    COUNT,
    KEEP_FROM,
    KEPT,
    KEPT_WALL,
    KEY,
    LEVEL,
    NEXT,
    NODES,
    OPEN,
    PARITY,
    RESULT,
    TAKEN,
    UNKNOWN,
    VALUE,
    WIN,
    WORK_DONE,
    Workspace,
    new_desk,
)
from ai.zuniq.endgame.search import begin, begin_beside, remember, search
from ai.zuniq.solver import Solution
from ai.zuniq.topology import Words, board_of, topology
from game import saving
from game.errors import BadInput
from game.zuniq import Grid, State

MAGIC = b"KIBITZ ZUNIQ 1\n\0"
_RESULTS, _ANSWER = 1, 2  # kinds of blocks
_BLOCK = struct.Struct("<III")
_TITLE = 16  # bytes of the size of the board
MOST_BYTES = 1 << 33  # of a file that is read
LONGEST_BLOCK = 1 << 24

WORTH_KEEPING = 1_000  # positions expanded for a result, some 2 ms
SLICE_NODES = 50_000  # some 0.1 s
LOOK_SECONDS = 0.1
DEEPEST_HELP = 16  # levels below the root at which others help
HELP_SLICES = 200  # slices after which a helper looks for something else: 10^7 positions

WORD = 8  # bytes of a table's entry
SMALLEST_TABLE, LARGEST_TABLE = 16, 34  # powers of two
BASE_BYTES = 200_000_000  # of a process with its kernels


class Progress(msgspec.Struct, frozen=True):
    """How far a search has come: positions, seconds of CPU of all runs so far, and results kept.

    `path` counts, from the root on, the moves tried at each position on the way, and those there are.
    """

    nodes: int
    seconds: float
    kept: int
    path: tuple[tuple[int, int], ...]


class Answer(msgspec.Struct, frozen=True):
    """A finished question: the position as `str(State)`, the solution, and the CPU seconds of all runs."""

    position: str
    solution: Solution
    seconds: float


class KeptResults:
    """The file of results of one board. Raises `BadInput` where it cannot be read or written."""

    def __init__(self, path: Path, grid: Grid) -> None:
        self.path = path
        self.grid = grid
        self.rows = np.zeros((0, 2), np.int64)
        self.answers: dict[str, Answer] = {}
        self.nodes = 0  # of all runs, as far as they are in the file
        self.seconds = 0.0
        self._sound = 0  # bytes
        if path.exists():
            self._read(saving.load(path, MOST_BYTES))

    def _read(self, data: bytes) -> None:
        title = self._title()
        if data[: len(title)] != title:
            raise BadInput(f"{self.path} holds no results of {self.grid} dots; remove it to begin anew")
        rows, at = [], len(title)
        while at + _BLOCK.size <= len(data):
            kind, size, checksum = _BLOCK.unpack_from(data, at)
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
        answer = msgspec.msgpack.decode(payload, type=Answer)
        self.nodes, self.seconds = answer.solution.nodes, answer.seconds
        if answer.position:
            self.answers[answer.position] = answer

    def _title(self) -> bytes:
        return MAGIC + str(self.grid).encode().ljust(_TITLE, b"\0")

    def add(self, rows: Words, answer: Answer) -> None:
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
    """Which rows are boards of this size: kernels read no others."""
    sizes = rows[:, 1] & _SIZES
    return (rows[:, 0] >= 0) & (rows[:, 0] < 1 << grid.walls) & (sizes < 2 << grid.cells) & (rows[:, 1] >= 0)


_SIZES = (1 << 27) - 1
_PARITY_AT, _WON_AT, _WALL_AT, _WORK_AT = 27, 28, 32, 40


def _pack(kept: Words) -> Words:
    """Two words for each result that a search has kept."""
    work = np.log2(np.maximum(kept[:, WORK_DONE], 1)).astype(np.int64)
    rest = kept[:, TAKEN] | kept[:, PARITY] << _PARITY_AT | (kept[:, VALUE] == WIN).astype(np.int64) << _WON_AT
    rest |= (kept[:, KEPT_WALL] + 1) << _WALL_AT | work << _WORK_AT
    return np.stack([kept[:, OPEN], rest], axis=1)


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


class LongSolver:
    """Solves positions of one board with several searches; `results` is what it goes on from and adds to.

    `memory` is in bytes, for the table; `workers` searches run side by side, each in a thread.
    """

    def __init__(self, grid: Grid, memory: int, workers: int = 1, results: KeptResults | None = None) -> None:
        self.grid = grid
        self.results = results
        self._topology = topology(grid)
        first = new_desk(grid.walls, table_bits(memory))
        others = (new_desk(grid.walls, 1)._replace(table=first.table) for _ in range(workers - 1))
        self._desks: list[Workspace] = [first, *others]
        self._kept: list[Words] = []
        self._in_work: set[int] = set()  # keys of the positions that helpers solve
        for desk in self._desks:
            desk.control[KEEP_FROM] = WORTH_KEEPING
        self._spent = 0 if results is None else results.nodes
        self._spent_seconds = 0.0 if results is None else results.seconds
        self._started = time.process_time()
        if results is not None:
            for row in results.rows:
                open_walls, taken, parity, won, _ = unpack(row)
                remember(self._topology, first, open_walls, taken, parity, int(won))

    @property
    def progress(self) -> Progress:
        """How far the work is."""
        frames, last = self._desks[0].frames, int(self._desks[0].control[LEVEL])
        path = tuple((int(frames[k, NEXT]), int(frames[k, COUNT])) for k in range(last))
        kept = sum(len(rows) for rows in self._kept)
        return Progress(self.nodes, self.seconds, kept, path)

    @property
    def nodes(self) -> int:
        """The positions expanded, those of earlier runs included."""
        return self._spent + sum(int(desk.control[NODES]) for desk in self._desks)

    @property
    def seconds(self) -> float:
        """The seconds of CPU, those of earlier runs included."""
        return self._spent_seconds + time.process_time() - self._started

    def solve(self, state: State, look: Callable[[Progress], bool]) -> Answer | None:
        """The exact result of `state`; None once `look`, called ten times a second, says to stop."""
        known = self.results and self.results.answers.get(str(state))
        if known:
            return known
        answer = self._solve(state, look)
        if answer is not None and self.results is not None and self.results.path.exists():
            self.keep(answer)
        return answer

    def keep(self, answer: Answer | None = None) -> int:
        """Write what is worth it into the file, and return how many results that were."""
        if self.results is None:
            return 0
        for desk in self._desks:
            self._gather(desk)
        rows = np.concatenate([np.zeros((0, 2), np.int64), *self._kept])
        self._kept = []
        if answer is None:
            answer = Answer("", Solution(0, (), self.nodes), self.seconds)
        self.results.add(rows, answer)
        return len(rows)

    def _solve(self, state: State, look: Callable[[Progress], bool]) -> Answer | None:
        won = self._wins(state, look)
        winning: list[str] = []
        for move in state.legal_moves() if won else ():
            answered = self._wins(state.play(move), look)
            if answered is None:
                return None
            if not answered:
                winning.append(move)
        if won is None:
            return None
        winner = state.to_move if won else 1 - state.to_move
        return Answer(str(state), Solution(winner, tuple(winning), self.nodes), self.seconds)

    def _wins(self, state: State, look: Callable[[Progress], bool]) -> bool | None:
        """Whether the side to move wins; None if `look` stops the search."""
        first, *others = self._desks
        self._spent += int(first.control[NODES])
        begin(self._topology, first, *board_of(state))
        over = threading.Event()
        with ThreadPoolExecutor(len(self._desks)) as pool:
            main = pool.submit(self._lead, first, over)
            helping = [pool.submit(self._help, desk, first, over) for desk in others]
            try:
                while not over.wait(LOOK_SECONDS):
                    if look(self.progress):
                        break
            finally:
                over.set()
        for each in helping:
            each.result()
        return bool(first.control[RESULT] == WIN) if main.result() else None

    def _lead(self, desk: Workspace, over: threading.Event) -> bool:
        """Search from the root; whether that came to its end."""
        found = False
        try:
            while not found and not over.is_set():
                found = search(self._topology, desk, SLICE_NODES)
                if desk.control[KEPT] > len(desk.kept) // 2:
                    self._gather(desk)
        finally:
            over.set()
        return found

    def _help(self, desk: Workspace, first: Workspace, over: threading.Event) -> None:
        """Solve what `first` will come to later, one position after the other."""
        while not over.is_set():
            self._spent += int(desk.control[NODES])
            desk.control[NODES] = 0
            target = self._target(desk, first)
            if target is None:
                over.wait(LOOK_SECONDS)
                continue
            level, key = target
            self._in_work.add(key)
            for _ in range(HELP_SLICES):
                done = search(self._topology, desk, SLICE_NODES)
                if desk.control[KEPT] > len(desk.kept) // 2:
                    self._gather(desk)
                if done or over.is_set() or int(first.control[LEVEL]) < level:
                    break
            self._in_work.discard(key)

    def _target(self, desk: Workspace, first: Workspace) -> tuple[int, int] | None:
        """Begin, in `desk`, at a position that `first` has still to refute: its level and key; None if there is none.

        What is read while `first` goes on may belong to two positions. Then `desk` solves a position that does
        not occur, and its true result is stored under that position's own key.
        """
        levels = min(int(first.control[LEVEL]), DEEPEST_HELP)
        tried = [int(first.frames[level, NEXT]) for level in range(levels)]
        lost = 0 if sum(tried[::2]) >= sum(tried[1::2]) else 1  # from there on every second position seems lost
        for level in range(lost, levels, 2):
            for child in range(int(first.frames[level, COUNT]) - 1, tried[level], -1):
                row = first.children[level, child].copy()
                board = int(row[OPEN]), int(row[TAKEN]), int(row[PARITY])
                if begin_beside(self._topology, desk, *board) == UNKNOWN:
                    key = int(desk.frames[0, KEY])
                    if key not in self._in_work:
                        return level, key
        return None

    def _gather(self, desk: Workspace) -> None:
        count = int(desk.control[KEPT])
        if count:
            self._kept.append(_pack(desk.kept[:count].copy()))
            desk.control[KEPT] = 0


def table_bits(memory: int) -> int:
    """The largest power of two of entries that fits into so many bytes."""
    return max(SMALLEST_TABLE, min(LARGEST_TABLE, (memory // WORD).bit_length() - 1))


def bytes_wanted(open_walls: int) -> int:
    """The memory of a table in which a board with so many open walls is solved well; half does, with more work.

    Measured: 10^6 positions with 24 walls, some 1.6 times as many with each wall more.
    """
    bits = min(30, max(20, round(17 + 0.68 * (open_walls - 20))))
    return WORD << bits


