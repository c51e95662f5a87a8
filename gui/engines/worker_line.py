"""The window's line to one worker process: everything that may take its time happens in two threads here.

The writer starts the process and hands on the newest order; the reader takes in what the worker says and
sees its end. The frame only looks into a queue. Neither thread touches anything of the window.
"""

from __future__ import annotations

import multiprocessing
import queue
import signal
import threading
from contextlib import suppress
from dataclasses import dataclass
from multiprocessing import resource_tracker
from multiprocessing.connection import Connection
from multiprocessing.context import SpawnProcess

from ai.messages import MESSAGE_BYTES, Order, Played, Quit, Report, one_line, pack, read_report
from ai.worker import serve
from game.errors import BadInput

_EXIT_SECONDS = 0.3  # how long a process whose pipe has closed may take to be gone


@dataclass(frozen=True)
class Lost:
    """The process is gone; `reason` says how, as the end of a sentence that begins with the engine."""

    reason: str


class WorkerLine:
    """A worker process, started at once in the background, that uses the maker of engines named `engines`."""

    def __init__(self, engines: str) -> None:
        self._engines = engines
        self._orders: queue.SimpleQueue[Order | None] = queue.SimpleQueue()
        self._news: dict[type, Report | Lost] = {}
        self._played: list[Played] = []
        self._lock = threading.Lock()
        self._process: SpawnProcess | None = None
        self._doomed = False
        self._writer = threading.Thread(target=self._write, name="worker-writer", daemon=True)
        self._writer.start()

    @property
    def pid(self) -> int | None:
        """The number of the process; None until it is started."""
        return self._process.pid if self._process else None

    @property
    def gone(self) -> bool:
        """Whether the process is gone, and the threads with it."""
        return not self._writer.is_alive()

    def post(self, order: Order) -> None:
        """Give `order` to the worker, in place of older orders that it has not been given yet."""
        self._orders.put(order)

    def news(self) -> list[Report | Lost]:
        """What has come since the last call: the stretches of the newest run, all in order, then the newest
        report of each other kind. After a `Lost` nothing comes.
        """
        if not (self._news or self._played):
            return []
        with self._lock:
            news, self._news = self._news, {}
            played, self._played = self._played, []
        return [*played, *news.values()]

    def kill(self) -> None:
        """End the process without asking; returns at once. Nothing in a worker needs saving."""
        with self._lock:
            self._doomed = True
            if self._process is not None:
                self._process.kill()

    def wait(self, seconds: float) -> bool:
        """Whether the process is gone, waiting at most so long."""
        self._writer.join(max(0.0, seconds))
        return self.gone

    def _tell(self, report: Report | Lost) -> None:
        """Keep `report` as the newest of its kind, so that a window that looks away loses no memory.

        Of a run every stretch is kept: a worker that nobody answers sends only a few.
        """
        with self._lock:
            if isinstance(report, Played):
                if self._played and self._played[0].generation != report.generation:
                    self._played.clear()
                self._played.append(report)
            else:
                self._news.pop(type(report), None)
                self._news[type(report)] = report

    # -- the writer: it lives as long as the process, since Linux counts the thread that starts a process
    #    as its parent, whose end the worker is not to survive --

    def _write(self) -> None:
        try:
            pipe, process = self._start()
        except Exception as error:
            self._tell(Lost(f"could not be started ({one_line(str(error))})"))
            return
        reader = threading.Thread(target=self._read, args=(pipe, process), name="worker-reader", daemon=True)
        reader.start()
        while (order := self._newest_order()) is not None:
            with suppress(OSError):  # the reader sees the end too, and says so
                pipe.send_bytes(pack(order))
        reader.join()
        pipe.close()

    def _newest_order(self) -> Order | None:
        order = self._orders.get()
        while order is not None and not isinstance(order, Quit) and not self._orders.empty():
            order = self._orders.get()
        return order

    def _start(self) -> tuple[Connection, SpawnProcess]:
        """Start the process. Spawned, never forked: a fork would copy the window's threads' locks."""
        context = multiprocessing.get_context("spawn")
        ours, theirs = context.Pipe(duplex=True)
        process = context.Process(target=serve, args=(theirs, self._engines), name="engine", daemon=True)
        _shield_from_ctrl_c()
        process.start()
        theirs.close()
        with self._lock:
            self._process = process
            if self._doomed:
                process.kill()
        return ours, process

    # -- the reader --

    def _read(self, pipe: Connection, process: SpawnProcess) -> None:
        reason: str | None = None
        try:
            while True:
                self._tell(read_report(pipe.recv_bytes(MESSAGE_BYTES)))
        except BadInput:
            reason = "sent something unreadable"
        except (EOFError, OSError):  # the end, or a length beyond what is allowed
            process.join(_EXIT_SECONDS)
            reason = None if process.exitcode is not None else "sent something unreadable or nothing more"
        process.kill()
        process.join()
        self._tell(Lost(reason or _ending(process.exitcode)))
        self._orders.put(None)


def _shield_from_ctrl_c() -> None:
    """Block the signal in this thread: a worker inherits that, and needs it until it ignores the signal."""
    if hasattr(signal, "pthread_sigmask"):
        resource_tracker.ensure_running()  # every spawn wants it, and its own start unblocks the signal
        signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGINT})


def _ending(status: int | None) -> str:
    """How a process with exit `status` has ended."""
    if status is not None and status < 0:
        with suppress(ValueError):
            return f"was killed by the system ({signal.Signals(-status).name})"
        return f"was killed by the system (signal {-status})"
    return "ended by itself" if not status else f"ended by itself with status {status}"
