"""Units of work done by a Dask cluster: a scheduler and workers on any machines that have the same version of Kibitz.

Dask is only needed where this is used (`pip install -e ".[cluster]"`). It sends functions by pickle: a cluster is to
be trusted as one's own machine is. A unit whose worker is lost is given to another one by the scheduler, or by us where
its result was lost.
"""

from __future__ import annotations

import contextlib
import importlib
import logging
import platform
import re
import threading
import time
import warnings
from collections import Counter, deque
from collections.abc import Callable, Iterator
from concurrent.futures import CancelledError
from queue import Empty, SimpleQueue
from types import TracebackType
from typing import Any, NamedTuple

from game.errors import BadInput, KibitzError

CONNECT_SECONDS = 10.0
WORKER_SECONDS = 60.0  # how long a cluster may be without any worker
TRIES = 3  # how often a unit whose result is lost is done again
AHEAD = 4  # units that are given to the scheduler for each thread of its workers
_ADDRESS = re.compile(r"(?:(?:tcp|tls|wss?)://)?(?:[\w.-]+|\[[\da-fA-F:.]+\]):[0-9]{1,5}")
_LOOK = 2.0  # seconds without news after which the workers are counted


class Task(NamedTuple):
    """A kind of work: `work` does a unit on a worker that has this `stamp`; `title` names one in errors."""

    work: Callable[[bytes, str], bytes]
    stamp: str
    title: Callable[[bytes], str]


def demand(same: bool) -> None:
    """Raise `BadInput` on a worker whose program is not the `same`."""
    if not same:
        raise BadInput(
            f"{platform.node() or 'a worker'} has another version of this program; "
            "every machine of the cluster needs the same"
        )


class Cluster:
    """The workers behind an address. Raises `BadInput` where Dask or the cluster is not there."""

    def __init__(self, address: str, task: Task, seconds: float = CONNECT_SECONDS) -> None:
        try:
            distributed: Any = importlib.import_module("distributed")
        except ImportError:
            raise BadInput(
                '--dask needs Dask, which is not installed; python3 -m pip install -e ".[cluster]" installs it'
            ) from None
        if not _ADDRESS.fullmatch(address):
            raise BadInput(f"{address[:100]!r} is not an address of a scheduler; tcp://HOST:PORT is one")
        logging.getLogger("distributed").setLevel(logging.CRITICAL)  # what is wrong is said here, in a line
        self.address, self._task = address, task
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
        """Yield the results of units with their numbers, in the order in which they come."""
        waiting, running, lost = deque(range(len(units))), dict[Any, int](), Counter[int]()
        finished: SimpleQueue[Any] = SimpleQueue()
        last_seen = time.monotonic()
        room = AHEAD * self._threads()
        while waiting or running:
            while waiting and len(running) < max(room, 1):
                number = waiting.popleft()
                future = self._client.submit(self._task.work, units[number], self._task.stamp, pure=False)
                running[future] = number
                future.add_done_callback(finished.put)
            with contextlib.suppress(Empty):
                future = finished.get(timeout=_LOOK)
                number = running.pop(future)
                result = self._result(future, units[number])
                if result is not None:
                    yield number, result
                elif lost[number] < TRIES:  # its worker died before it was fetched: another one does it
                    lost[number] += 1
                    waiting.appendleft(number)
                else:
                    raise self._failed(units[number], "the scheduler has forgotten it")
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

    def _result(self, future: Any, unit: bytes) -> bytes | None:
        """The result of a unit; None where it is lost."""
        if future.status == "finished":
            try:
                result: bytes = future.result(timeout=CONNECT_SECONDS)
            except (CancelledError, TimeoutError):
                return None
            return result
        if future.status != "error":
            return None
        error = future.exception(timeout=CONNECT_SECONDS)
        if isinstance(error, BadInput):
            raise error
        raise self._failed(unit, " ".join(str(error).split())[:200] or type(error).__name__)

    def _failed(self, unit: bytes, reason: str) -> KibitzError:
        return KibitzError(f"{self._task.title(unit)} cannot be done on the cluster: {reason}")


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
