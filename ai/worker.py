"""The code of a worker process: one piece of work at a time, ordered and interrupted through a pipe.

Three threads share it. The main thread carries the order out. The listener takes orders, so that a newer one is seen
between two slices, and ends the process when the pipe closes, which it does however the window ends. The pulse sends a
beat several times a second, with a count that only progress makes grow.
"""

from __future__ import annotations

import os
import signal
import sys
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import suppress
from multiprocessing.connection import Connection
from typing import Any, NoReturn

import msgspec

from ai.book.work import BookWork
from ai.messages import (
    MESSAGE_BYTES,
    REPORTS_AHEAD,
    Activity,
    Do,
    Failed,
    FromWorker,
    Heartbeat,
    Quit,
    Stop,
    Taken,
    WorkerReport,
    one_line,
    pack,
    read_order,
    unpack,
)
from ai.practice.race import RaceWork
from ai.practice.work import Answering, ClearMaking, MistakeWork
from ai.tetris.guideline.building_work import BuildingWork
from ai.tetris.guideline.clear_work import ClearWork
from ai.tetris.guideline.setup_work import SetupWork
from ai.work import KeptEngines, Playing, Report, Thinking, Work
from game.errors import BadInput, KibitzError

ENGINES = "ai.registry:create"
WORK: dict[str, type[Work[Any, Any]]] = {
    work.kind: work
    for work in (
        Thinking,
        Playing,
        ClearWork,
        SetupWork,
        BuildingWork,
        Answering,
        MistakeWork,
        ClearMaking,
        RaceWork,
        BookWork,
    )
}

BEAT_SECONDS = 0.2
SHOW_SECONDS = 0.015  # least time between two reports: a window draws sixty times a second


def serve(pipe: Connection, engines: str = ENGINES) -> None:
    """Carry out the orders that come through `pipe` until it closes; never returns.

    `engines` names the maker of engines as `module:function`; it is called with the engine's name, its
    level (or None), the game, and the order's options by name.
    """
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # Ctrl-C in the terminal is for the window to answer
    _die_with_the_window()
    _give_way()
    Worker(pipe, engines).run()


class Worker:
    """The state of a worker process: the order to follow next, and what the beats tell."""

    def __init__(self, pipe: Connection, engines: str) -> None:
        self._pipe = pipe
        self._sending = threading.Lock()
        self._bell = threading.Condition()
        self._order: Do | Stop | None = None
        self._taken = Taken(0, 0)
        self._engines = KeptEngines(engines)
        self._compiler = Compiler(self._compiled)
        self._generation = 0
        self._activity: Activity = "idle"
        self._steps = 0

    def run(self) -> NoReturn:
        """Start listening and beating, then carry out whatever is ordered."""
        threading.Thread(target=self._listen, name="listener", daemon=True).start()
        threading.Thread(target=self._pulse, name="pulse", daemon=True).start()
        while True:
            self._follow(self._next())

    # -- the listener and the pulse --

    def _listen(self) -> None:
        try:
            while not isinstance(order := read_order(self._pipe.recv_bytes(MESSAGE_BYTES)), Quit):
                with self._bell:
                    if isinstance(order, Taken):
                        self._taken = order
                    else:
                        self._order = order
                    self._bell.notify()
        finally:
            os._exit(0)  # at once: the engine may be deep in a kernel, and nothing here needs saving

    def _pulse(self) -> None:
        while True:
            self._beat()
            time.sleep(BEAT_SECONDS)

    def _beat(self) -> None:
        compiling = self._activity == "thinking" and self._compiler.running
        if (
            compiling
        ):  # it takes minutes on a busy machine, also to wait for another process that compiles the same
            self._steps += 1
        self._send(Heartbeat(self._generation, "warming" if compiling else self._activity, self._steps))

    def _send(self, report: FromWorker) -> None:
        packed = pack(report)
        try:
            with self._sending:
                self._pipe.send_bytes(packed)
        except OSError:
            os._exit(0)  # nobody is left to tell

    # -- the thinker --

    def _next(self) -> Do:
        with self._bell:
            self._bell.wait_for(lambda: isinstance(self._order, Do))
            order, self._order = self._order, None
        assert isinstance(order, Do)
        return order

    def _outdated(self) -> bool:
        return self._order is not None

    def _follow(self, order: Do) -> None:
        self._generation = order.generation
        self._become("warming")
        try:
            self._carry_out(order)
        except BaseException as error:  # an engine that calls sys.exit() has failed like any other
            self._send(Failed(order.generation, describe(error)))
        self._become("idle")

    def _become(self, activity: Activity) -> None:
        self._activity = activity
        self._beat()

    def _carry_out(self, order: Do) -> None:
        try:
            work = WORK[order.kind]
            asked = unpack(order.order, work.orders)
            reports = work.carry_out(asked, self._engines)
        except KibitzError as error:
            self._send(Failed(order.generation, one_line(str(error)), hopeless=True))
            return
        self._compiler.watch()
        self._become("thinking")
        try:
            self._stream(order.generation, work, reports, work.latest(asked))
        finally:
            if close := getattr(reports, "close", None):  # it is a generator
                close()

    def _stream(
        self, generation: int, work: type[Work[Any, Any]], reports: Iterator[Report], latest: float | None
    ) -> None:
        """Send what is reported until the last word, or until a newer order makes it worthless."""
        stopwatch = Stopwatch(self._compiler)
        shown, sent = float("-inf"), 0
        for report in reports:
            self._steps += 1
            if self._outdated():
                return
            seconds, now = stopwatch.seconds(), time.perf_counter()
            done = report.done or (latest is not None and seconds > latest)
            if work.every or done or now - shown >= SHOW_SECONDS:
                shown, sent = now, sent + 1
                if done is not report.done:
                    report = msgspec.structs.replace(report, done=True)  # type: ignore[type-var]
                self._send(
                    WorkerReport(
                        generation, sent if work.every else 0, msgspec.msgpack.encode(report), seconds
                    )
                )
            if done:
                return
            if work.every:
                self._wait_for_the_window(generation, sent)
        raise BadInput("it stopped without an answer")

    def _wait_for_the_window(self, generation: int, count: int) -> None:
        """Return when few enough reports are on their way, or when they are worth nothing any more."""
        with self._bell:
            while not self._outdated() and count - self._taken_of(generation) >= REPORTS_AHEAD:
                self._bell.wait(BEAT_SECONDS)
                self._steps += 1  # whoever waits for the window does not hang

    def _taken_of(self, generation: int) -> int:
        return self._taken.count if self._taken.generation == generation else 0

    def _compiled(self) -> None:
        self._steps += 1
        self._beat()


class Compiler:
    """Knows when numba compiles or loads a kernel, so that this counts neither as hanging nor as thinking.

    Loading counts as well: on a busy machine the kernels of an engine may take longer than a worker may be silent.
    """

    def __init__(self, tell: Callable[[], None]) -> None:
        self._tell = tell
        self._watching = False
        self._depth = 0
        self._since = 0.0
        self._seconds = 0.0

    def watch(self) -> None:
        """Listen to numba's compiler from now on, if an engine has brought numba in."""
        if self._watching or "numba" not in sys.modules:
            return
        from numba.core import event

        # numba holds its lock to compile a kernel, and to load one that was compiled before
        event.register("numba:compiler_lock", _listener(event.Listener, self.begin, self.end))  # type: ignore[no-untyped-call]
        self._watching = True

    @property
    def running(self) -> bool:
        """True if numba is compiling or loading just now."""
        return self._depth > 0

    def seconds(self) -> float:
        """Seconds of wall time spent in compiling and loading since the process began."""
        return self._seconds + (time.perf_counter() - self._since if self.running else 0.0)

    def begin(self) -> None:
        """A kernel is being compiled or loaded; kernels that call kernels nest."""
        self._depth += 1
        if self._depth == 1:
            self._since = time.perf_counter()
            self._tell()

    def end(self) -> None:
        """A kernel is ready."""
        self._depth -= 1
        if self._depth == 0:
            self._seconds += time.perf_counter() - self._since
            self._tell()


def _listener(base: type, begin: Callable[[], None], end: Callable[[], None]) -> object:
    """Return the context in which numba reports one kind of event."""

    class Ear(base):  # type: ignore[misc]  # numba, and with it the base class, is imported late
        def on_start(self, event: object) -> None:
            begin()

        def on_end(self, event: object) -> None:
            end()

    return Ear()


class Stopwatch:
    """Wall time from now on, without the time spent in compiling."""

    def __init__(self, compiler: Compiler) -> None:
        self._compiler = compiler
        self._began = time.perf_counter() - compiler.seconds()

    def seconds(self) -> float:
        """Seconds of thinking so far."""
        return time.perf_counter() - self._began - self._compiler.seconds()


def describe(error: BaseException) -> str:
    """`error` as one line for a person: the sentence of our own errors, else the type and the text."""
    with suppress(Exception):  # an error may even fail to say what it is
        if text := one_line(str(error)):
            return text if isinstance(error, KibitzError) else one_line(f"{type(error).__name__}: {text}")
    return type(error).__name__


def _die_with_the_window() -> None:
    """Have Linux kill this process with the window's, even while a C call keeps the listener from running."""
    if sys.platform != "linux":
        return
    with suppress(OSError, AttributeError, ImportError):
        import ctypes

        set_death_signal = 1  # PR_SET_PDEATHSIG of prctl(2)
        ctypes.CDLL(None).prctl(set_death_signal, signal.SIGKILL)


def _give_way() -> None:
    """Let the window's frames go first where processes share a core."""
    if hasattr(os, "nice"):
        with suppress(OSError):
            os.nice(5)
