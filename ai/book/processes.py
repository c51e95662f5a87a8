"""Units done by several processes of this machine. A unit whose process is lost is done again by another one."""

from __future__ import annotations

import contextlib
import importlib
import logging
import os
import platform
import re
import threading
import time
import warnings
from collections import deque
from collections.abc import Iterator
from queue import Empty, SimpleQueue
from types import TracebackType
from typing import Any

from ai.book.units import GIVEN, done, stamp, title_of
from ai.child import Answering, ProcessLost
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


# Units done by a Dask cluster: a scheduler and workers on any machines that have the same version of this program.
#
# Dask is only needed where this is used (`pip install -e ".[cluster]"`). It sends functions by pickle: a cluster is to
# be trusted as one's own machine is. A unit whose worker is lost is given to another one by the scheduler.

INSTALL = 'python3 -m pip install -e ".[cluster]"'
CONNECT_SECONDS = 10.0
WORKER_SECONDS = 60.0  # how long a cluster may be without any worker
AHEAD = 4  # units that are given to the scheduler for each thread of its workers
_ADDRESS = re.compile(r"(?:(?:tcp|tls|wss?)://)?(?:[\w.-]+|\[[\da-fA-F:.]+\]):[0-9]{1,5}")
_LOOK = 2.0  # seconds without news after which the workers are counted


def do_unit(unit: bytes, wanted: str) -> bytes:
    """Return the result of a unit, computed on a worker.

    Raises `BadInput` where another version of the program would do it.
    """
    if stamp() != wanted:
        raise BadInput(
            f"{platform.node() or 'a worker'} has another version of this program; "
            "every machine of the cluster needs the same"
        )
    return done(unit)


class Cluster:
    """A crew behind an address. Raises `BadInput` where Dask or the cluster is not there."""

    def __init__(self, address: str, seconds: float = CONNECT_SECONDS) -> None:
        try:
            distributed: Any = importlib.import_module("distributed")
        except ImportError:
            raise BadInput(f"--dask needs Dask, which is not installed; {INSTALL} installs it") from None
        if not _ADDRESS.fullmatch(address):
            raise BadInput(f"{address[:100]!r} is not an address of a scheduler; tcp://HOST:PORT is one")
        logging.getLogger("distributed").setLevel(logging.CRITICAL)  # what is wrong is said here, in a line
        self.address = address
        self._client = _connected(distributed, address, seconds)

    def __enter__(self) -> Cluster:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        with contextlib.suppress(Exception):  # it may have gone
            self._client.close(timeout=CONNECT_SECONDS)

    def wait_for(self, workers: int, seconds: float = WORKER_SECONDS) -> None:
        """Wait until there are so many workers. Raises `TimeoutError`."""
        self._client.wait_for_workers(workers, timeout=seconds)

    def __call__(self, units: list[bytes]) -> Iterator[tuple[int, bytes]]:
        waiting, running = deque(range(len(units))), dict[Any, int]()
        finished: SimpleQueue[Any] = SimpleQueue()
        last_seen = time.monotonic()
        room = AHEAD * self._threads()
        while waiting or running:
            while waiting and len(running) < max(room, 1):
                number = waiting.popleft()
                future = self._client.submit(do_unit, units[number], stamp(), pure=False)
                running[future] = number
                future.add_done_callback(finished.put)
            with contextlib.suppress(Empty):
                future = finished.get(timeout=_LOOK)
                number = running.pop(future)
                yield number, self._result(future, units[number])
                continue
            room = AHEAD * self._threads()
            if room:
                last_seen = time.monotonic()
            elif time.monotonic() - last_seen > WORKER_SECONDS:
                raise KibitzError(
                    f"the cluster at {self.address} has no worker; what is done is kept, "
                    "and the same command goes on from there"
                )

    def _threads(self) -> int:
        """Return the number of units the workers can do at the same time."""
        try:
            return sum(self._client.nthreads().values())
        except (OSError, ValueError, TimeoutError):
            raise KibitzError(f"the scheduler at {self.address} has gone; what is done is kept") from None

    def _result(self, future: Any, unit: bytes) -> bytes:
        if future.status == "finished":
            result: bytes = future.result(timeout=CONNECT_SECONDS)
            return result
        if future.status == "error":
            error = future.exception(timeout=CONNECT_SECONDS)
            if isinstance(error, BadInput):
                raise error
            reason = " ".join(str(error).split())[:200] or type(error).__name__
        else:
            reason = "the scheduler has forgotten it"
        raise KibitzError(f"{title_of(unit)} cannot be done on the cluster: {reason}")


def _connected(distributed: Any, address: str, seconds: float) -> Any:
    """A client of the scheduler. Raises `BadInput`, soon also where something answers that is no scheduler."""
    results: list[Any] = []

    def connect() -> None:
        try:
            with warnings.catch_warnings():
                warnings.simplefilter("ignore")  # that versions differ: the workers look at ours
                results.append(distributed.Client(address, timeout=seconds, set_as_default=False))
        except Exception as error:
            results.append(error)

    attempt = threading.Thread(target=connect, daemon=True)
    attempt.start()
    attempt.join(1.5 * seconds)
    client = results[0] if results else TimeoutError("what is there does not speak to Dask")
    if isinstance(client, Exception):
        reason = str(client).partition("\n")[0][:200]
        raise BadInput(f"no Dask scheduler answers at {address!r}: {reason}")
    return client
