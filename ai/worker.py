"""What runs in a worker process: one engine at a time, asked and interrupted through a pipe.

An engine is asked about a position, or sent on a long run. Three threads share the work. The main thread
thinks. The listener takes orders, so that a newer one is seen between two slices, and ends the process when
the pipe closes, which it does however the window ends. The pulse sends a beat several times a second, with a
count that only thinking makes grow.
"""

from __future__ import annotations

import os
import signal
import sys
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import suppress
from importlib import import_module
from multiprocessing.connection import Connection
from typing import NoReturn

import msgspec

from ai.engine import Advice, Engine, Limit, RunOrder, Stretch
from ai.messages import (
    MESSAGE_BYTES,
    STRETCHES_AHEAD,
    Activity,
    AdviceFound,
    Answer,
    Ask,
    Failed,
    Go,
    Heartbeat,
    Order,
    Played,
    Question,
    Quit,
    Report,
    Seek,
    Taken,
    one_line,
    pack,
    read_order,
)
from game.errors import BadInput, KibitzError
from game.position import Position, open_position

ENGINES = "ai.registry:create"
Job = Ask | Go | Seek

BEAT_SECONDS = 0.2
SHOW_SECONDS = 0.015  # least time between two answers: a window draws sixty times a second
GRACE_SECONDS = 1.0  # how far beyond its limit an engine may think before its last word is taken as final


def serve(pipe: Connection, engines: str = ENGINES) -> None:
    """Answer the questions that come through `pipe` until it closes; never returns.

    `engines` names the maker of engines as `module:function`; it is called with the engine's name, its
    level (or None), the game, and the question's options by name.
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
        self._order: Order | None = None
        self._taken = Taken(0, 0)
        self._current = CurrentEngine(engines)
        self._last_game = LastGame()
        self._compiler = Compiler(self._compiled)
        self._generation = 0
        self._activity: Activity = "idle"
        self._steps = 0

    def run(self) -> NoReturn:
        """Start listening and beating, then think whenever there is something to think about."""
        threading.Thread(target=self._listen, name="listener", daemon=True).start()
        threading.Thread(target=self._pulse, name="pulse", daemon=True).start()
        while True:
            self._follow(self._next_job())

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

    def _send(self, report: Report) -> None:
        packed = pack(report)
        try:
            with self._sending:
                self._pipe.send_bytes(packed)
        except OSError:
            os._exit(0)  # nobody is left to tell

    # -- the thinker --

    def _next_job(self) -> Job:
        with self._bell:
            self._bell.wait_for(lambda: isinstance(self._order, Job))
            job, self._order = self._order, None
        assert isinstance(job, Job)
        return job

    def _outdated(self) -> bool:
        return self._order is not None

    def _follow(self, job: Job) -> None:
        self._generation = job.generation
        self._become("warming")
        try:
            if isinstance(job, Ask):
                self._answer(job)
            elif isinstance(job, Go):
                self._go(job)
            else:
                self._seek(job)
        except BaseException as error:  # an engine that calls sys.exit() has failed like any other
            self._send(Failed(job.generation, describe(error)))
        self._become("idle")

    def _become(self, activity: Activity) -> None:
        self._activity = activity
        self._beat()

    def _answer(self, ask: Ask) -> None:
        question = ask.question
        try:
            view = self._last_game.view(question)
            engine = self._current.engine(question)
        except KibitzError as error:
            self._refuse(ask, error)
            return
        self._compiler.watch()
        self._become("thinking")
        self._stream(ask, engine.think(view, question.limit))

    def _go(self, job: Go) -> None:
        try:
            stretches = _run(self._current.engine(job.order), job.order)
        except KibitzError as error:
            self._refuse(job, error)
            return
        self._compiler.watch()
        self._become("thinking")
        self._stream_run(job, stretches)

    def _seek(self, job: Seek) -> None:
        from ai.tetris.guideline.clear_finder import seek

        self._compiler.watch()
        self._become("thinking")
        shown = float("-inf")
        for clears in seek(job.search):
            self._steps += 1
            if self._outdated():
                return
            if clears.done or time.perf_counter() - shown >= SHOW_SECONDS:
                shown = time.perf_counter()
                self._send(AdviceFound(job.generation, clears))

    def _refuse(self, job: Ask | Go, error: KibitzError) -> None:
        self._send(Failed(job.generation, one_line(str(error)), hopeless=True))

    def _stream(self, ask: Ask, thoughts: Iterator[Advice]) -> None:
        """Send what is thought until the last word, or until a newer order makes it worthless."""
        stopwatch = Stopwatch(self._compiler)
        shown = float("-inf")
        try:
            for advice in thoughts:
                self._steps += 1
                if self._outdated():
                    return
                seconds = stopwatch.seconds()
                if _overdue(ask.question.limit, seconds):
                    advice = msgspec.structs.replace(advice, done=True)
                if advice.done or time.perf_counter() - shown >= SHOW_SECONDS:
                    shown = time.perf_counter()
                    self._send(Answer(ask.generation, advice, seconds))
                if advice.done:
                    return
            raise BadInput("it stopped without an answer")
        finally:
            _close(thoughts)

    def _stream_run(self, job: Go, stretches: Iterator[Stretch]) -> None:
        """Send every stretch in order, and wait with the next one where the window cannot keep up."""
        try:
            for count, stretch in enumerate(stretches, 1):
                self._steps += 1
                if self._outdated():
                    return
                self._send(Played(job.generation, stretch))
                if stretch.done:
                    return
                self._wait_for_the_window(job.generation, count)
            raise BadInput("it stopped without an answer")
        finally:
            _close(stretches)

    def _wait_for_the_window(self, generation: int, count: int) -> None:
        """Return when few enough stretches are on their way, or when they are worth nothing any more."""
        with self._bell:
            while not self._outdated() and count - self._taken_of(generation) >= STRETCHES_AHEAD:
                self._bell.wait(BEAT_SECONDS)
                self._steps += 1  # whoever waits for the window does not hang

    def _taken_of(self, generation: int) -> int:
        return self._taken.count if self._taken.generation == generation else 0

    def _compiled(self) -> None:
        self._steps += 1
        self._beat()


class CurrentEngine:
    """The engine of this process, kept with all it has learnt until another one is asked.

    Only one: its tables may hold more than a hundred megabytes.
    """

    def __init__(self, engines: str) -> None:
        self._maker = engines
        self._create: Callable[..., Engine] | None = None
        self._name = b""
        self._engine: Engine | None = None

    def engine(self, question: Question | RunOrder) -> Engine:
        """The engine that `question` names. Raises `BadInput` and whatever else making it raises."""
        name = msgspec.msgpack.encode((question.game, question.engine, question.level, question.options))
        if self._engine is None or name != self._name:
            self._engine = None  # its tables go before new ones come
            self._engine = self._made(question)
            self._name = name
        return self._engine

    def _made(self, question: Question | RunOrder) -> Engine:
        if self._create is None:
            self._create = _named(self._maker)
        return self._create(question.engine, question.level, question.game, **question.options)


class LastGame:
    """The game that was asked about last, so that a question about its next position plays one move only."""

    def __init__(self) -> None:
        self._start: tuple[str, dict[str, str]] | None = None
        self._moves: list[str] = []
        self._positions: list[Position] = []  # after so many of the moves

    def view(self, question: Question) -> Position:
        """What the asked seat may know. Raises `IllegalMove` and `BadInput`."""
        start = (question.game, question.rules)
        if start != self._start:
            self._positions = [open_position(*start)]
            self._start, self._moves = start, []
        known = 0
        while (
            known < min(len(self._moves), len(question.moves)) and self._moves[known] == question.moves[known]
        ):
            known += 1
        del self._moves[known:], self._positions[known + 1 :]
        for move in question.moves[known:]:
            self._positions.append(self._positions[-1].play(move))
            self._moves.append(move)
        position = self._positions[-1]
        if not 0 <= question.seat < len(position.seats):
            raise BadInput(f"seat {question.seat} of {len(position.seats)}")
        return position.view(question.seat)


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
        """Whether numba is compiling or loading just now."""
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
    """What numba tells of one kind of event."""

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


def _overdue(limit: Limit, seconds: float) -> bool:
    """Whether an engine has forgotten its limit."""
    return limit.seconds is not None and seconds > limit.seconds + GRACE_SECONDS


def _run(engine: Engine, order: RunOrder) -> Iterator[Stretch]:
    """What `engine` plays by itself. Raises `BadInput`."""
    run = getattr(engine, "run", None)
    if run is None:
        raise BadInput(f"{order.engine} cannot play on by itself")
    stretches: Iterator[Stretch] = run(order)
    return stretches


def _close(slices: Iterator[object]) -> None:
    """Let what an engine does come to its end, where it is a generator."""
    close = getattr(slices, "close", None)
    if close is not None:
        close()


def _named(maker: str) -> Callable[..., Engine]:
    """The function that `module:function` names."""
    module, _, function = maker.partition(":")
    create: Callable[..., Engine] = getattr(import_module(module), function)
    return create


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
