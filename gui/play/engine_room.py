"""The engine room: worker processes by role, each with one question, run or search, watched and replaced.

The window asks and looks into the room once a frame; neither ever waits. Every question and run has a
generation number, and no answer of an older one comes out. Every answer is checked first. A worker that
raises, hangs, dies or answers nonsense is replaced, with a sentence for the person, and asked again; a run
goes on after the last stretch that came out.
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
from dataclasses import dataclass, field
from multiprocessing import resource_tracker
from multiprocessing.connection import Connection
from multiprocessing.context import SpawnProcess
from typing import ClassVar, Literal, Self

from ai.engine import Advice, Referee, RunOrder, Stretch, flaw_of_stretch
from ai.messages import (
    MESSAGE_BYTES,
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
    Stop,
    Taken,
    one_line,
    pack,
    read_report,
)
from ai.tetris.guideline.clear_search import Clears, ClearSearch, flaw_of_clears
from ai.worker import ENGINES, serve
from game.errors import BadInput
from game.position import Position

# What a worker can be busy with, from the window's side: one question, one long run, or one search.


@dataclass
class Asked:
    """A question that is open; its answers are checked by the rules."""

    generation: int
    question: Question
    referee: Referee
    again: ClassVar = "asked once more"

    @property
    def game(self) -> str:
        """The game that is asked about."""
        return self.question.game

    def order(self) -> Ask:
        """What to tell a worker that knows nothing of it yet."""
        return Ask(self.generation, self.question)

    def flaw(self, answer: Answer) -> str | None:
        """What is wrong with `answer`, to be read after "the engine"; None if nothing is."""
        return self.referee.flaw(answer.advice)


@dataclass
class Running:
    """A long run under way: `left` is what is to be played after the stretches that were taken."""

    generation: int
    left: RunOrder
    taken: int = field(default=0, init=False)
    again: ClassVar = "plays on"

    @property
    def game(self) -> str:
        """The game that is played."""
        return self.left.game

    def order(self) -> Go:
        """What to tell a worker that knows nothing of it yet: the run from where it was last seen."""
        self.taken = 0
        return Go(self.generation, self.left)

    def flaw(self, played: Played) -> str | None:
        """What is wrong with the next stretch, to be read after "the engine"; None if nothing is."""
        return flaw_of_stretch(played.stretch, self.left)

    def take(self, stretch: Stretch) -> None:
        """Believe a stretch without a flaw: the run goes on after it whatever happens to its worker."""
        self.left = self.left.after(stretch)
        self.taken += 1


@dataclass
class Seeking:
    """A search for perfect clears under way."""

    generation: int
    search: ClearSearch
    again: ClassVar = "searches once more"
    game: ClassVar = "tetris"

    def order(self) -> Seek:
        """What to tell a worker that knows nothing of it yet."""
        return Seek(self.generation, self.search)

    def flaw(self, found: AdviceFound) -> str | None:
        """What is wrong with what it has found, to be read after "the engine"; None if nothing is."""
        return flaw_of_clears(found.clears)


Job = Asked | Running | Seeking


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
        self._orders: queue.SimpleQueue[Order | None] = queue.SimpleQueue()
        self._news: dict[type, Report | WorkerLost] = {}
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

    def news(self) -> list[Report | WorkerLost]:
        """What has come since the last call; after a `WorkerLost` nothing comes.

        First the newest beat, since a worker beats before it does anything else; then the stretches of the newest run,
        all in order; then the newest report of each other kind.
        """
        if not (self._news or self._played):
            return []
        with self._lock:
            news, self._news = self._news, {}
            played, self._played = self._played, []
        beat = news.pop(Heartbeat, None)
        return [*([beat] if beat is not None else []), *played, *news.values()]

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

    def _tell(self, report: Report | WorkerLost) -> None:
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
            self._tell(WorkerLost(f"could not be started ({one_line(str(error))})"))
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
    """How a process with exit `status` has ended."""
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
class Thought:
    """Advice on the question of `generation`, legal and in range; `seconds` of thinking used so far."""

    role: str
    generation: int
    advice: Advice
    seconds: float


@dataclass(frozen=True)
class RunStretch:
    """The next stretch of the run of `generation`."""

    role: str
    generation: int
    stretch: Stretch


@dataclass(frozen=True)
class SearchFound:
    """What the search of `generation` has found up to now; its ways are still to be played by the rules."""

    role: str
    generation: int
    clears: Clears


@dataclass(frozen=True)
class WorkerFailure:
    """A worker has failed; `sentence` says how and what was done. `final`: its question or run ends here."""

    role: str
    generation: int | None
    sentence: str
    final: bool = False


@dataclass(frozen=True)
class WorkerReady:
    """The worker of `role` has been started, for the first time or in place of another."""

    role: str


Event = Thought | RunStretch | SearchFound | WorkerFailure | WorkerReady


class EngineRoom:
    """All workers of a window. `engines` names the maker of engines, see `ai.worker.serve`."""

    def __init__(self, timeouts: Timeouts | None = None, engines: str = ENGINES) -> None:
        self._timeouts = timeouts or Timeouts()
        self._engines = engines
        self._workers: dict[str, _RoleWorker] = {}
        self._leaving: list[WorkerLine] = []
        self._warm: set[str] = set()  # the games on which a worker has answered
        self._generation = 0
        self._told = 0
        self._watched = 0.0  # seconds during which somebody was looking
        self._polled = time.monotonic()
        self._closed = False
        atexit.register(self.close)

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def ask(self, role: str, question: Question, position: Position) -> int:
        """The generation under which the worker of `role` now thinks about `question` and nothing older.

        `position` is the one that `question` is about; answers are checked against it.
        """
        return self._give(role, Asked(self._next_generation(), question, Referee(position)))

    def run(self, role: str, order: RunOrder) -> int:
        """The generation under which the worker of `role` now plays by itself, and does nothing older."""
        return self._give(role, Running(self._next_generation(), order))

    def seek(self, role: str, search: ClearSearch) -> int:
        """The generation under which the worker of `role` now looks for perfect clears, and does nothing older."""
        return self._give(role, Seeking(self._next_generation(), search))

    def _next_generation(self) -> int:
        if self._closed:
            raise RuntimeError("the engine room is closed")
        self._generation += 1
        return self._generation

    def _give(self, role: str, job: Job) -> int:
        if role not in self._workers:
            self._workers[role] = _RoleWorker(role, self._engines, self._timeouts, self._leaving, self._warm)
        self._workers[role].give(job, self._watched)
        return job.generation

    def poll(self) -> list[Event]:
        """What has happened since the last call: at most one thought a role, the newest; every stretch."""
        now = time.monotonic()
        self._watched += min(now - self._polled, _BLINK_SECONDS)
        self._polled = now
        self._leaving[:] = [line for line in self._leaving if not line.gone]
        for role in [role for role, post in self._workers.items() if post.rests(self._watched)]:
            self.dismiss(role)
        events = [event for post in self._workers.values() for event in post.poll(self._watched)]
        self._told += len(events)
        return events

    @property
    def pulse(self) -> Hashable:
        """Something that differs whenever anything has happened here that may be shown."""
        posts = tuple((role, post.state, post.is_warming) for role, post in self._workers.items())
        return self._told, self._generation, posts

    def stop(self, role: str) -> None:
        """Have `role` stop thinking or playing. Its worker stays a while, with all that its engine has learnt."""
        if role in self._workers:
            self._workers[role].stop()

    def dismiss(self, role: str) -> None:
        """End the worker of `role`, which frees its tables."""
        if post := self._workers.pop(role, None):
            post.leave()

    def state(self, role: str) -> RoleState:
        """What the worker of `role` is doing."""
        return self._workers[role].state if role in self._workers else "absent"

    def is_warming(self, role: str) -> bool:
        """Whether an engine is started or compiled for `role`: never again once any has answered on its game."""
        return role in self._workers and self._workers[role].is_warming

    def pids(self) -> tuple[int, ...]:
        """The numbers of all worker processes that may be alive."""
        lines = [post.line for post in self._workers.values() if post.line] + self._leaving
        return tuple(line.pid for line in lines if line.pid is not None and not line.gone)

    def close(self) -> None:
        """End every worker: ask, then kill. All are gone within a second. May be called again."""
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
    """One role: its worker, its job, and how long the worker has been without progress."""

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
        self._job: Job | None = None
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
        cold = self._job is not None and self._job.game not in self._warm
        return cold and self.state in ("starting", "warming")

    def give(self, job: Job, now: float) -> None:
        self._job = job
        self._failures = 0
        self._progress = self._busy = now
        if self.line is None:
            self._start(now)
        else:
            self.line.post(job.order())

    def stop(self) -> None:
        self._job = None
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
        """Whether nothing has been asked for long."""
        if self._job is not None:
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
        if self.line is line and any(isinstance(event, RunStretch) for event in events):
            self._thank(line)
        if self.line is line and (silence := now - self._progress) > self._allowed():
            events += self._replace(f"made no progress for {silence:.0f} s", now)
        return events

    def _start(self, now: float) -> None:
        self.line = WorkerLine(self._engines)
        self._beat = None
        self._asked = time.monotonic()
        self._progress = now
        if self._job:
            self.line.post(self._job.order())

    def _allowed(self) -> float:
        fresh = self._beat is None or not self._beat.generation  # it has not even begun its first job
        warming = fresh or self.state == "warming"
        return self._timeouts.warming if warming else self._timeouts.thinking

    def _take(self, report: Report | WorkerLost, now: float) -> list[Event]:
        if isinstance(report, Heartbeat):
            return self._take_beat(report, now)
        if isinstance(report, WorkerLost):
            return self._replace(report.reason, now)
        job = self._job
        if job is None or report.generation != job.generation:
            return []
        if isinstance(report, Answer) and isinstance(job, Asked):
            return self._take_answer(report, job, now)
        if isinstance(report, Played) and isinstance(job, Running):
            return self._take_stretch(report, job, now)
        if isinstance(report, AdviceFound) and isinstance(job, Seeking):
            return self._take_found(report, job, now)
        if not isinstance(report, Failed):
            return self._replace("answered a question it was not asked", now)
        if report.hopeless:
            return self._give_up(f"The engine cannot answer: {report.reason}")
        return self._replace(f"failed: {report.reason}", now)

    def _take_beat(self, beat: Heartbeat, now: float) -> list[Event]:
        """A beat is progress if something has changed, or if there is nothing to do."""
        resting = self._job is None and beat.activity == "idle"
        if beat != self._beat or resting:
            self._progress = now
        first, self._beat = self._beat is None, beat
        return [WorkerReady(self._role)] if first else []

    def _take_answer(self, answer: Answer, asked: Asked, now: float) -> list[Event]:
        if flaw := asked.flaw(answer):
            return self._replace(one_line(flaw), now)
        self._progress = now
        self._warm.add(asked.game)
        self._note_first(asked.game)
        if answer.advice.done:
            self._finish()
        return [Thought(self._role, asked.generation, answer.advice, answer.seconds)]

    def _take_stretch(self, played: Played, running: Running, now: float) -> list[Event]:
        if flaw := running.flaw(played):
            return self._replace(one_line(flaw), now)
        self._progress = now
        self._failures = 0
        self._warm.add(running.game)
        running.take(played.stretch)
        if played.stretch.done:
            self._finish()
        return [RunStretch(self._role, running.generation, played.stretch)]

    def _take_found(self, found: AdviceFound, seeking: Seeking, now: float) -> list[Event]:
        if flaw := seeking.flaw(found):
            return self._replace(one_line(flaw), now)
        self._progress = now
        self._warm.add(seeking.game)
        if found.clears.done:
            self._finish()
        return [SearchFound(self._role, seeking.generation, found.clears)]

    def _thank(self, line: WorkerLine) -> None:
        """Let the worker play on: without this it stays a few stretches ahead of the window and waits."""
        if isinstance(self._job, Running):
            line.post(Taken(self._job.generation, self._job.taken))

    def _note_first(self, game: str) -> None:
        """Log how long the first answer of a process took."""
        if self._asked is not None:
            _LOG.info("%s: first advice on %s after %.1f s", self._role, game, time.monotonic() - self._asked)
            self._asked = None

    def _finish(self) -> None:
        self._job = None
        self._failures = 0

    def _replace(self, what: str, now: float) -> list[Event]:
        """A new worker for one that has failed, with the same job; nobody at all after `TRIES` failures."""
        self.leave()
        self._failures += 1
        said = f"The engine {what}{'' if what.endswith(('.', '…')) else '.'}"
        _LOG.warning("%s: %s (failure %d)", self._role, said, self._failures)
        if self._failures < TRIES:
            self._start(now)
            done = f"started again and {self._job.again}" if self._job else "started again"
            generation = self._job.generation if self._job else None
            return [WorkerFailure(self._role, generation, f"{said} It was {done}.")]
        if self._job:
            return self._give_up(f"{said} It has failed {TRIES} times and is not asked again.")
        return [WorkerFailure(self._role, None, f"{said} It is started again when it is next asked.")]

    def _give_up(self, sentence: str) -> list[Event]:
        generation = self._job.generation if self._job else None
        self._job = None
        return [WorkerFailure(self._role, generation, sentence, final=True)]
