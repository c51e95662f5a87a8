"""Units done by several processes of this machine. A unit whose process is lost is done again by another one."""

from __future__ import annotations

import contextlib
import os
import threading
import time
from collections import deque
from collections.abc import Iterator
from queue import SimpleQueue

from ai.book.units import GIVEN, done, stamp, title_of
from ai.child import Answering, ProcessLost
from ai.cluster import Cluster, Task, demand
from ai.compiled import cache
from game.errors import BadInput, KibitzError

MOST_LOSSES = 3  # of processes over one unit
MOST_JOBS = 256
PATIENCE = 2.0  # seconds of work in this process before it is worth a thought to start others
STARTING = 4.0  # seconds of work that must be left for each process to be started
_EXIT_SECONDS = 5.0
_PROGRAM = "from ai.book.units import main; main()"


class Processes:
    """A crew of so many processes. Raises `KibitzError` for a unit that cannot be done."""

    def __init__(self, jobs: int) -> None:
        if not 1 <= jobs <= MOST_JOBS:
            raise BadInput(f"{jobs} processes are not possible; 1 to {MOST_JOBS} are")
        self.jobs = jobs

    def __call__(self, units: list[bytes]) -> Iterator[tuple[int, bytes]]:
        cache.ensure()  # the processes find the compiled kernels where this one has them
        shift = _Shift(units)
        workers = [_Worker(shift) for _ in range(min(self.jobs, len(units)))]
        try:
            for worker in workers:
                worker.start()
            for _ in units:
                given = shift.given.get()
                if isinstance(given, Exception):
                    raise given
                yield given
        finally:
            shift.waiting.clear()
            for worker in workers:
                worker.stop()


def sensibly(units: list[bytes]) -> Iterator[tuple[int, bytes]]:
    """In this process; by all cores as soon as so much is left that starting processes is worth it."""
    started = time.monotonic()
    for number, unit in enumerate(units):
        spent, left = time.monotonic() - started, len(units) - number
        jobs = min(cores(), left)
        if number and jobs > 1 and spent > PATIENCE and spent / number * left > STARTING * jobs:
            crew = Processes(jobs)
            yield from ((number + later, result) for later, result in crew(units[number:]))
            return
        yield number, done(unit)


def cores() -> int:
    """Return the number of processors this process may use."""
    allowed = getattr(os, "sched_getaffinity", None)
    return len(allowed(0)) if allowed else os.cpu_count() or 1


class _Shift:
    """Work that all workers share: the numbers of units that wait, what is given back, processes lost by unit."""

    def __init__(self, units: list[bytes]) -> None:
        self.units = units
        self.waiting = deque(range(len(units)))
        self.given: SimpleQueue[tuple[int, bytes] | Exception] = SimpleQueue()
        self._losses = [0] * len(units)

    def lose(self, number: int, how: str) -> None:
        """Have a unit done again, if it was not lost too often."""
        self._losses[number] += 1
        if self._losses[number] < MOST_LOSSES:
            self.waiting.appendleft(number)
            return
        self.given.put(
            KibitzError(
                f"{title_of(self.units[number])} cannot be done: "
                f"{MOST_LOSSES} processes were lost over it, the last one {how}"
            )
        )


class _Worker(threading.Thread):
    """One process at a time, and the units that it does."""

    def __init__(self, shift: _Shift) -> None:
        super().__init__(daemon=True)
        self._shift, self._stopped = shift, False
        self._process = Answering(_PROGRAM)

    def run(self) -> None:
        try:
            while self._shift.waiting and not self._stopped:
                with contextlib.suppress(IndexError):  # another worker was faster
                    self._do(self._shift.waiting.popleft())
        except Exception as error:  # whatever it is, who waits for the unit has to hear of it
            self._shift.given.put(error)
        self._process.end()

    def _do(self, number: int) -> None:
        try:
            answer = self._process.ask(self._shift.units[number])
        except OSError as error:
            self._shift.given.put(
                KibitzError(f"no process can be started: {error.strerror or error}; --jobs 1 needs none")
            )
            return
        except ProcessLost as lost:
            if not self._stopped:
                self._shift.lose(number, str(lost))
            return
        if answer[:1] == GIVEN:
            self._shift.given.put((number, answer[1:]))
        else:
            title = title_of(self._shift.units[number])
            self._shift.given.put(KibitzError(f"{title}: {answer[1:].decode(errors='replace')}"))

    def stop(self) -> None:
        """Have the process end, also in the middle of a unit."""
        self._stopped = True
        self._process.end()
        if self.ident is not None:
            self.join(_EXIT_SECONDS)


# On a cluster.


def do_unit(unit: bytes, wanted: str) -> bytes:
    """Return the result of a unit, computed on a worker.

    Raises `BadInput` where another version of the program would do it.
    """
    demand(stamp() == wanted)
    return done(unit)


def on_cluster(address: str) -> Cluster:
    """A crew behind an address. Raises `BadInput` where Dask or the cluster is not there."""
    return Cluster(address, Task(do_unit, stamp(), title_of))
