"""Exact results that take minutes or hours: searches side by side, and results kept in a file to go on from.

All searches of one question share one table. The first begins at the root. The others look at the way from the root
to where it is, and take on what it will have to do later: in a position that seems lost every move must be refuted, so
they begin with the last move there. What they find, the first one finds in the table.

Results that took `WORTH_KEEPING` positions or more go into a file (`ai.zuniq.results`). A later run enters them into
its table first, so what is lost by a stop are small searches only. The same file guides `ai.zuniq.check`, which
believes none of it.
"""

from __future__ import annotations

import shutil
import threading
import time
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import msgspec
import numpy as np

from ai.memory import free_memory
from ai.zuniq.endgame.expand import (
    COUNT,
    KEEP_FROM,
    KEY,
    LEVEL,
    NEXT,
    NODES,
    OPEN,
    PARITY,
    RESULT,
    STORED,
    TAKEN,
    UNKNOWN,
    WIN,
    Workspace,
    new_workspace,
)
from ai.zuniq.endgame.search import begin, remember, search
from ai.zuniq.results import KeptResults, Solution, SolvedPosition, pack, shipped_rows, unpack
from ai.zuniq.topology import Words, board_of, open_walls, topology
from game.errors import BadInput
from game.zuniq import Grid, State

WORTH_KEEPING = 1_000  # positions expanded for a result, some 2 ms
SLICE_NODES = 50_000  # some 0.1 s
LOOK_SECONDS = 0.1
DEEPEST_HELP = 16  # levels below the root at which others help
HELP_SLICES = 200  # slices after which a helper looks for something else: 10^7 positions

WORD = 8  # bytes of a table's entry
SMALLEST_TABLE, LARGEST_TABLE = 16, 34  # powers of two
LEAST = WORD << SMALLEST_TABLE
BASE_BYTES = 200_000_000  # of a process with its kernels


class Progress(msgspec.Struct, frozen=True):
    """Progress of a search: positions, seconds of CPU of all runs so far, and results kept.

    `path` counts, from the root on, the moves tried at each position on the way, and those there are. Once the
    `winner`, a seat, is known, it is still to be found which other moves win.
    """

    nodes: int
    seconds: float
    stored: int
    path: tuple[tuple[int, int], ...]
    winner: int | None


class LongSolver:
    """Solves positions of one board with several searches; `results` is what it goes on from and adds to.

    `memory` is in bytes, for the table; `workers` searches run side by side, each in a thread. With `shipped`, what
    comes with Kibitz for this board is known from the start, too.
    """

    def __init__(
        self,
        grid: Grid,
        memory: int,
        workers: int = 1,
        results: KeptResults | None = None,
        *,
        shipped: bool = False,
    ) -> None:
        self.grid = grid
        self.results = results
        self._topology = topology(grid)
        first = new_workspace(grid.walls, table_bits(memory))
        others = (new_workspace(grid.walls, 1)._replace(table=first.table) for _ in range(workers - 1))
        self._workspaces: list[Workspace] = [first, *others]
        self._results: list[Words] = []
        self._winner: int | None = None
        self._in_work: set[int] = set()  # keys of the positions that helpers solve
        for workspace in self._workspaces:
            workspace.control[KEEP_FROM] = WORTH_KEEPING
        self._spent = 0 if results is None else results.nodes
        self._spent_seconds = 0.0 if results is None else results.seconds
        self._started = time.process_time()
        none: Words = np.zeros((0, 2), np.int64)
        for rows in (none if results is None else results.rows, shipped_rows(grid) if shipped else none):
            for row in rows:
                board, taken, parity, won, _ = unpack(row)
                remember(self._topology, first, board, taken, parity, int(won))

    @property
    def progress(self) -> Progress:
        """Progress of the work."""
        frames, last = self._workspaces[0].frames, int(self._workspaces[0].control[LEVEL])
        path = tuple((int(frames[k, NEXT]), int(frames[k, COUNT])) for k in range(last))
        held = sum(len(rows) for rows in self._results)
        return Progress(self.nodes, self.seconds, held, path, self._winner)

    @property
    def nodes(self) -> int:
        """The positions expanded, those of earlier runs included."""
        return self._spent + sum(int(workspace.control[NODES]) for workspace in self._workspaces)

    @property
    def seconds(self) -> float:
        """The seconds of CPU, those of earlier runs included."""
        return self._spent_seconds + time.process_time() - self._started

    def solve(self, state: State, look: Callable[[Progress], bool]) -> SolvedPosition | None:
        """The exact result of `state`; None once `look`, called ten times a second, says to stop."""
        known = self.results and self.results.answers.get(str(state))
        if known:
            return known
        answer = self._solve(state, look)
        if answer is not None and self.results is not None and self.results.path.exists():
            self.keep(answer)
        return answer

    def keep(self, answer: SolvedPosition | None = None) -> int:
        """Write what is worth it into the file, and return how many results that were."""
        if self.results is None:
            return 0
        for workspace in self._workspaces:
            self._gather(workspace)
        rows = np.concatenate([np.zeros((0, 2), np.int64), *self._results])
        self._results = []
        if answer is None:
            answer = SolvedPosition("", Solution(0, (), self.nodes), self.seconds)
        self.results.add(rows, answer)
        return len(rows)

    def _solve(self, state: State, look: Callable[[Progress], bool]) -> SolvedPosition | None:
        self._winner = None
        won = self._wins(state, look)
        if won is None:
            return None
        winner = self._winner = state.to_move if won else 1 - state.to_move
        winning: list[str] = []
        for move in state.legal_moves() if won else ():
            answered = self._wins(state.play(move), look)
            if answered is None:
                return None
            if not answered:
                winning.append(move)
        return SolvedPosition(str(state), Solution(winner, tuple(winning), self.nodes), self.seconds)

    def _wins(self, state: State, look: Callable[[Progress], bool]) -> bool | None:
        """Return True if the side to move wins; None if `look` stops the search."""
        first, *others = self._workspaces
        self._spent += int(first.control[NODES])
        begin(self._topology, first, *board_of(state), 0)
        over = threading.Event()
        with ThreadPoolExecutor(len(self._workspaces)) as pool:
            main = pool.submit(self._lead, first, over)
            helping = [pool.submit(self._help, workspace, first, over) for workspace in others]
            try:
                while not over.wait(LOOK_SECONDS):
                    if look(self.progress):
                        break
            finally:
                over.set()
        for each in helping:
            each.result()
        return bool(first.control[RESULT] == WIN) if main.result() else None

    def _lead(self, workspace: Workspace, over: threading.Event) -> bool:
        """Search from the root; whether that came to its end."""
        is_found = False
        try:
            while not is_found and not over.is_set():
                is_found = search(self._topology, workspace, SLICE_NODES)
                if workspace.control[STORED] > len(workspace.fields) // 2:
                    self._gather(workspace)
        finally:
            over.set()
        return is_found

    def _help(self, workspace: Workspace, first: Workspace, over: threading.Event) -> None:
        """Solve what `first` will come to later, one position after the other."""
        while not over.is_set():
            self._spent += int(workspace.control[NODES])
            workspace.control[NODES] = 0
            target = self._target(workspace, first)
            if target is None:
                over.wait(LOOK_SECONDS)
                continue
            level, key = target
            self._in_work.add(key)
            for _ in range(HELP_SLICES):
                done = search(self._topology, workspace, SLICE_NODES)
                if workspace.control[STORED] > len(workspace.fields) // 2:
                    self._gather(workspace)
                if done or over.is_set() or int(first.control[LEVEL]) < level:
                    break
            self._in_work.discard(key)

    def _target(self, workspace: Workspace, first: Workspace) -> tuple[int, int] | None:
        """Begin, in `workspace`, at a position that `first` has still to refute: its level and key; None without one.

        What is read while `first` goes on may belong to two positions. Then `workspace` solves a position that does
        not occur, and its true result is stored under that position's own key.
        """
        levels = min(int(first.control[LEVEL]), DEEPEST_HELP)
        tried = [int(first.frames[level, NEXT]) for level in range(levels)]
        # from there on every second position seems lost
        lost = 0 if sum(tried[::2]) >= sum(tried[1::2]) else 1
        for level in range(lost, levels, 2):
            for child in range(int(first.frames[level, COUNT]) - 1, tried[level], -1):
                row = first.children[level, child].copy()
                board = int(row[OPEN]), int(row[TAKEN]), int(row[PARITY])
                if begin(self._topology, workspace, *board) == UNKNOWN:
                    key = int(workspace.frames[0, KEY])
                    if key not in self._in_work:
                        return level, key
        return None

    def _gather(self, workspace: Workspace) -> None:
        count = int(workspace.control[STORED])
        if count:
            self._results.append(pack(workspace.fields[:count].copy()))
            workspace.control[STORED] = 0


def table_bits(memory: int) -> int:
    """The largest power of two of entries that fits into so many bytes."""
    return max(SMALLEST_TABLE, min(LARGEST_TABLE, (memory // WORD).bit_length() - 1))


def bytes_wanted(state: State) -> int:
    """The memory of a table in which `state` is solved well; with less it takes more work.

    5 * 10^4 positions were expanded with 24 open walls, 4 * 10^5 with 27, 1.5 * 10^6 with 31, more than 10^8 with 38.
    """
    return WORD << min(28, max(SMALLEST_TABLE, round(19 + 0.75 * (open_walls(state) - 24))))


def bytes_kept(state: State) -> int:
    """The most that the file of results may come to, from what 4x5 and 4x6 dots took."""
    return bytes_wanted(state) // 16


def demand_room(state: State, path: Path, memory: int | None, wanted: int) -> int:
    """The bytes for the table: `memory`, the wish, or else `wanted`, or what of it suits the machine.

    Raises `BadInput` where the wish or the smallest table do not fit into memory, or the file onto the disk.
    """
    free = free_memory()
    wanted = WORD << table_bits(wanted if memory is None else memory)
    if free is not None:
        room = free - BASE_BYTES
        if memory is None:
            wanted = min(wanted, WORD << table_bits(max(0, room) // 2))
        if wanted > room:
            fits = (
                f"{(WORD << table_bits(room)) / 1e6:,.0f} MB would fit" if room >= LEAST else "none would fit"
            )
            raise BadInput(
                f"a table of {wanted / 1e6:,.0f} MB needs {(wanted + BASE_BYTES) / 1e6:,.0f} MB of memory, "
                f"{free / 1e6:,.0f} MB are free; {fits}"
            )
    folder = next(each for each in path.absolute().parents if each.exists())
    left, needed = shutil.disk_usage(folder).free, bytes_kept(state)
    if left < needed:
        raise BadInput(
            f"up to {needed / 1e6:,.0f} MB are kept in {path.parent}, where {left / 1e6:,.0f} MB are free; "
            "set KIBITZ_HOME to a folder with more room"
        )
    return wanted
