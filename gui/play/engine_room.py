"""The engine room: worker processes by role, each with one order, watched and replaced.

The window orders work and looks into the room once a frame; neither ever waits. Every order has a generation
number, and no report of an older one comes out. Every report is checked first. A worker that raises, hangs, dies or
reports nonsense is replaced, with a sentence for the person, and begins again with what is left of its order.
"""

from __future__ import annotations

import atexit
import logging
import multiprocessing
import queue
import signal
import threading
import time
from collections.abc import Hashable
from contextlib import suppress
from dataclasses import dataclass
from multiprocessing import resource_tracker
from multiprocessing.connection import Connection
from multiprocessing.context import SpawnProcess
from typing import Any, Literal, Self

import msgspec

from ai.messages import (
    MESSAGE_BYTES,
    Activity,
    Do,
    FromWorker,
    Heartbeat,
    Quit,
    Stop,
    Taken,
    ToWorker,
    WorkerReport,
    one_line,
    pack,
    read_report,
    unpack,
)
from ai.work import Work
from ai.worker import ENGINES, serve
from game.errors import BadInput

# The window's line to one worker process: everything that may take its time happens in two threads here.
#
# The writer starts the process and hands on the newest order; the reader takes in what the worker says and
# sees its end. The frame only looks into a queue. Neither thread touches anything of the window.

_EXIT_SECONDS = 0.3  # how long a process whose pipe has closed may take to be gone


@dataclass(frozen=True)
class WorkerLost:
    """The process is gone; `reason` says how, as the end of a sentence that begins with the engine."""

    reason: str


class WorkerLine:
    """A worker process, started at once in the background, that uses the maker of engines named `engines`."""

    def __init__(self, engines: str) -> None:
        self._engines = engines
        self._orders: queue.SimpleQueue[ToWorker | None] = queue.SimpleQueue()
        self._news: dict[type, FromWorker | WorkerLost] = {}
        self._counted: list[WorkerReport] = []  # reports of which none may be left out
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
        """True if the process is gone, and the threads with it."""
        return not self._writer.is_alive()

    def post(self, order: ToWorker) -> None:
        """Give `order` to the worker, in place of older orders that it has not been given yet."""
        self._orders.put(order)

    def news(self) -> list[FromWorker | WorkerLost]:
        """Messages since the last call; after a `WorkerLost` nothing comes.

        First the newest beat, since a worker beats before it does anything else; then the reports that count, all in
        order; then the newest message of each other kind.
        """
        if not (self._news or self._counted):
            return []
        with self._lock:
            news, self._news = self._news, {}
            counted, self._counted = self._counted, []
        beat = news.pop(Heartbeat, None)
        return [*([beat] if beat is not None else []), *counted, *news.values()]

    def kill(self) -> None:
        """End the process without asking; returns at once. Nothing in a worker needs saving."""
        with self._lock:
            self._doomed = True
            if self._process is not None:
                self._process.kill()

    def wait(self, seconds: float) -> bool:
        """Return True if the process is gone, waiting at most so long."""
        self._writer.join(max(0.0, seconds))
        return self.gone

    def _tell(self, message: FromWorker | WorkerLost) -> None:
        """Keep `message` as the newest of its kind, so that a window that looks away loses no memory.

        Every report that counts is kept: a worker that nobody thanks sends only a few.
        """
        with self._lock:
            if isinstance(message, WorkerReport) and message.number:
                if self._counted and self._counted[0].generation != message.generation:
                    self._counted.clear()
                self._counted.append(message)
            else:
                self._news.pop(type(message), None)
                self._news[type(message)] = message

    # -- the writer: it lives as long as the process, since Linux counts the thread that starts a process
    #    as its parent, whose end the worker is not to survive --

    def _write(self) -> None:
        try:
            pipe, process = self._start()
        except Exception as error:
            self._tell(WorkerLost(f"could not be started ({one_line(str(error))})"))
            return
        reader = threading.Thread(target=self._read, args=(pipe, process), name="worker-reader", daemon=True)
        reader.start()
        while (order := self._newest_order()) is not None:
            with suppress(OSError):  # the reader sees the end too, and says so
                pipe.send_bytes(pack(order))
        reader.join()
        pipe.close()

    def _newest_order(self) -> ToWorker | None:
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
            reason = None if process.exitcode is not None else "sent something unreadable, or nothing more"
        process.kill()
        process.join()
        self._tell(WorkerLost(reason or _ending(process.exitcode)))
        self._orders.put(None)


def _shield_from_ctrl_c() -> None:
    """Block the signal in this thread: a worker inherits that, and needs it until it ignores the signal."""
    if hasattr(signal, "pthread_sigmask"):
        resource_tracker.ensure_running()  # every spawn wants it, and its own start unblocks the signal
        signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGINT})


def _ending(status: int | None) -> str:
    """Return how a process with exit `status` has ended."""
    if status is not None and status < 0:
        with suppress(ValueError):
            return f"was killed by the system ({signal.Signals(-status).name})"
        return f"was killed by the system (signal {-status})"
    return "ended by itself" if not status else f"ended by itself with status {status}"


_LOG = logging.getLogger("kibitz.engines")
TRIES = 3  # failures in a row after which a question is given up
CLOSING_SECONDS = 0.9
_POLITE_SECONDS = 0.25  # how long a worker may take to leave by itself when the room closes
_BLINK_SECONDS = 0.25  # a longer pause between two polls is the window's own and no worker's fault

RoleState = Literal["absent", "starting"] | Activity


@dataclass(frozen=True)
class Timeouts:
    """Seconds without progress after which a worker counts as hung; compiling a kernel may take long.

    `resting`: seconds without a question after which a worker ends, which frees some 200 MB.
    """

    thinking: float = 10.0
    warming: float = 180.0
    resting: float = 300.0


@dataclass(frozen=True)
class Reported:
    """A report on the order of `generation`, without a flaw; `seconds` of work used so far, compiling not counted."""

    role: str
    generation: int
    report: Any
    seconds: float = 0.0


@dataclass(frozen=True)
class WorkerFailure:
    """A worker has failed; `clause` says how and what was done, behind the name of the engine.

    `final`: its order ends here.
    """

    role: str
    generation: int | None
    clause: str
    final: bool = False

    def of(self, name: str) -> str:
        """The failure in a sentence or two about the engine called `name`."""
        return f"{name} {self.clause}"

    @property
    def sentence(self) -> str:
        """The same about an engine that needs no name."""
        return self.of("The engine")


@dataclass(frozen=True)
class WorkerReady:
    """The worker of `role` has been started, for the first time or in place of another."""

    role: str


Event = Reported | WorkerFailure | WorkerReady


@dataclass
class _Order:
    """Work under way; `taken` counts the reports that the window has of the present worker."""

    generation: int
    work: Work[Any, Any]
    taken: int = 0

    def message(self) -> Do:
        """The order for a worker that knows nothing of it yet."""
        self.taken = 0
        return Do(self.generation, self.work.kind, msgspec.msgpack.encode(self.work.order))


class EngineRoom:
    """All workers of a window. `engines` names the maker of engines, see `ai.worker.serve`."""

    def __init__(self, timeouts: Timeouts | None = None, engines: str = ENGINES) -> None:
        self._timeouts = timeouts or Timeouts()
        self._engines = engines
        self._workers: dict[str, _RoleWorker] = {}
        self._leaving: list[WorkerLine] = []
        self._warm: set[str] = set()  # the games on which a worker has answered
        self._generation = 0
        self._reported = 0
        self._watched = 0.0  # seconds during which somebody was looking
        self._polled = time.monotonic()
        self._closed = False
        atexit.register(self.close)

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def begin(self, role: str, work: Work[Any, Any]) -> int:
        """The generation under which the worker of `role` now does `work` and nothing older."""
        if self._closed:
            raise RuntimeError("the engine room is closed")
        self._generation += 1
        if role not in self._workers:
            self._workers[role] = _RoleWorker(role, self._engines, self._timeouts, self._leaving, self._warm)
        self._workers[role].give(_Order(self._generation, work), self._watched)
        return self._generation

    def poll(self) -> list[Event]:
        """Events since the last call: of each role the newest report, or each one where each counts."""
        now = time.monotonic()
        self._watched += min(now - self._polled, _BLINK_SECONDS)
        self._polled = now
        self._leaving[:] = [line for line in self._leaving if not line.gone]
        for role in [role for role, post in self._workers.items() if post.rests(self._watched)]:
            self.dismiss(role)
        events = [event for post in self._workers.values() for event in post.poll(self._watched)]
        self._reported += len(events)
        return events

    @property
    def pulse(self) -> Hashable:
        """Something that differs whenever anything has happened here that may be shown."""
        posts = tuple((role, post.state, post.is_warming) for role, post in self._workers.items())
        return self._reported, self._generation, posts

    def stop(self, role: str) -> None:
        """Have `role` stop thinking or playing. Its worker stays a while, with all that its engine has learnt."""
        if role in self._workers:
            self._workers[role].stop()

    def dismiss(self, role: str) -> None:
        """End the worker of `role`, which frees its tables."""
        if post := self._workers.pop(role, None):
            post.leave()

    def state(self, role: str) -> RoleState:
        """Return the state of the worker of `role`."""
        return self._workers[role].state if role in self._workers else "absent"

    def is_warming(self, role: str) -> bool:
        """Return True if an engine is started or compiled for `role`: never again once any has answered on its game."""
        return role in self._workers and self._workers[role].is_warming

    def pids(self) -> tuple[int, ...]:
        """The numbers of all worker processes that may be alive."""
        lines = [post.line for post in self._workers.values() if post.line] + self._leaving
        return tuple(line.pid for line in lines if line.pid is not None and not line.gone)

    def close(self) -> None:
        """End every worker: ask, then kill, within a second; a busy system ends them later. May be called again."""
        self._closed = True
        atexit.unregister(self.close)
        began = time.monotonic()
        lines = [post.line for post in self._workers.values() if post.line]
        for line in lines:
            line.post(Quit())
        lines += self._leaving
        self._workers, self._leaving = {}, []
        for line in lines:
            line.wait(began + _POLITE_SECONDS - time.monotonic())
        for line in lines:
            line.kill()
        for line in lines:
            line.wait(began + CLOSING_SECONDS - time.monotonic())


class _RoleWorker:
    """One role: its worker, its order, and how long the worker has been without progress."""

    def __init__(
        self, role: str, engines: str, timeouts: Timeouts, leaving: list[WorkerLine], warm: set[str]
    ) -> None:
        """`leaving` and `warm` are the room's own: workers on their way out, and games that are warm."""
        self.line: WorkerLine | None = None
        self._warm = warm
        self._role = role
        self._engines = engines
        self._timeouts = timeouts
        self._leaving = leaving
        self._order: _Order | None = None
        self._failures = 0
        self._beat: Heartbeat | None = None
        self._progress = 0.0
        self._busy = 0.0  # when it last had something to do
        self._asked: float | None = None  # when its process was started; None once that has answered

    @property
    def state(self) -> RoleState:
        if self.line is None:
            return "absent"
        return self._beat.activity if self._beat else "starting"

    @property
    def is_warming(self) -> bool:
        cold = self._order is not None and self._order.work.game not in self._warm
        return cold and self.state in ("starting", "warming")

    def give(self, order: _Order, now: float) -> None:
        self._order = order
        self._failures = 0
        self._progress = self._busy = now
        if self.line is None:
            self._start(now)
        else:
            self.line.post(order.message())

    def stop(self) -> None:
        self._order = None
        if self.line:
            self.line.post(Stop())

    def leave(self) -> None:
        """Let the worker go; the room waits for its end when it closes."""
        if self.line:
            self.line.kill()
            self._leaving.append(self.line)
        self.line = None
        self._beat = None

    def rests(self, now: float) -> bool:
        """Return True if nothing has been asked for long."""
        if self._order is not None:
            self._busy = now
        return now - self._busy > self._timeouts.resting

    def poll(self, now: float) -> list[Event]:
        line, events = self.line, list[Event]()
        if line is None:
            return events
        for report in line.news():
            if self.line is not line:  # an earlier report has cost the worker its place
                break
            events += self._take(report, now)
        if self.line is line and any(isinstance(event, Reported) for event in events):
            self._thank(line)
        if self.line is line and (silence := now - self._progress) > self._allowed():
            events += self._replace(f"made no progress for {silence:.0f} s", now)
        return events

    def _start(self, now: float) -> None:
        self.line = WorkerLine(self._engines)
        self._beat = None
        self._asked = time.monotonic()
        self._progress = now
        if self._order:
            self.line.post(self._order.message())

    def _allowed(self) -> float:
        fresh = self._beat is None or not self._beat.generation  # it has not even begun its first order
        warming = fresh or self.state == "warming"
        return self._timeouts.warming if warming else self._timeouts.thinking

    def _take(self, message: FromWorker | WorkerLost, now: float) -> list[Event]:
        if isinstance(message, Heartbeat):
            return self._take_beat(message, now)
        if isinstance(message, WorkerLost):
            return self._replace(message.reason, now)
        order = self._order
        if order is None or message.generation != order.generation:
            return []
        if isinstance(message, WorkerReport):
            return self._take_report(message, order, now)
        if message.hopeless:
            return self._give_up(f"cannot answer: {message.reason}")
        return self._replace(f"failed: {message.reason}", now)

    def _take_beat(self, beat: Heartbeat, now: float) -> list[Event]:
        """A beat is progress if something has changed, or if there is nothing to do."""
        resting = self._order is None and beat.activity == "idle"
        if beat != self._beat or resting:
            self._progress = now
        first, self._beat = self._beat is None, beat
        return [WorkerReady(self._role)] if first else []

    def _take_report(self, details: WorkerReport, order: _Order, now: float) -> list[Event]:
        work = order.work
        try:
            report = unpack(details.report, work.reports)
        except BadInput:
            return self._replace("sent something unreadable", now)
        if flaw := work.flaw(report):
            return self._replace(one_line(flaw), now)
        self._progress = now
        self._warm.add(work.game)
        self._note_first(work.game)
        work.take(report)
        order.taken += 1
        if work.every:  # what was reported is done for good
            self._failures = 0
        if report.done:
            self._finish()
        return [Reported(self._role, order.generation, report, details.seconds)]

    def _thank(self, line: WorkerLine) -> None:
        """Let the worker go on: without this it stays a few reports ahead of the window and waits."""
        if self._order is not None and self._order.work.every:
            line.post(Taken(self._order.generation, self._order.taken))

    def _note_first(self, game: str) -> None:
        """Log how long the first report of a process took."""
        if self._asked is not None:
            _LOG.info("%s: first report on %s after %.1f s", self._role, game, time.monotonic() - self._asked)
            self._asked = None

    def _finish(self) -> None:
        self._order = None
        self._failures = 0

    def _replace(self, what: str, now: float) -> list[Event]:
        """A new worker for one that has failed, with the same order; nobody at all after `TRIES` failures."""
        self.leave()
        self._failures += 1
        text = what if what.endswith((".", "…")) else f"{what}."
        _LOG.warning("%s: The engine %s (failure %d)", self._role, text, self._failures)
        if self._failures < TRIES:
            self._start(now)
            done = f"started again and {self._order.work.again}" if self._order else "started again"
            generation = self._order.generation if self._order else None
            return [WorkerFailure(self._role, generation, f"{text} It was {done}.")]
        if self._order:
            return self._give_up(f"{text} It has failed {TRIES} times and is not asked again.")
        return [WorkerFailure(self._role, None, f"{text} It is started again when it is next asked.")]

    def _give_up(self, clause: str) -> list[Event]:
        generation = self._order.generation if self._order else None
        self._order = None
        return [WorkerFailure(self._role, generation, clause, final=True)]
