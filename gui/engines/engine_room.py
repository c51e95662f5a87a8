"""The engine room: worker processes by role, each with one question, run or search, watched and replaced.

The window asks and looks into the room once a frame; neither ever waits. Every question and run has a
generation number, and no answer of an older one comes out. Every answer is checked first. A worker that
raises, hangs, dies or answers nonsense is replaced, with a sentence for the person, and asked again; a run
goes on after the last stretch that came out.
"""

from __future__ import annotations

import atexit
import time
from dataclasses import dataclass
from typing import Literal, Self

from ai.engine import Advice, RunOrder, Stretch
from ai.messages import (
    Activity,
    Answer,
    Beat,
    Failed,
    Found,
    Played,
    Question,
    Quit,
    Report,
    Stop,
    Taken,
    one_line,
)
from ai.soundness import Referee
from ai.tetris.guideline.clear_search import Clears, ClearSearch
from ai.worker import ENGINES
from game.position import Position
from gui.engines.jobs import Asked, Job, Running, Seeking
from gui.engines.worker_line import Lost, WorkerLine

TRIES = 3  # failures in a row after which a question is given up
CLOSING_SECONDS = 0.9
_POLITE_SECONDS = 0.25  # how long a worker may take to leave by itself when the room closes
_BLINK_SECONDS = 0.25  # a longer pause between two polls is the window's own and no worker's fault

RoleState = Literal["absent", "starting"] | Activity


@dataclass(frozen=True)
class Patience:
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
class Ran:
    """The next stretch of the run of `generation`."""

    role: str
    generation: int
    stretch: Stretch


@dataclass(frozen=True)
class Sought:
    """What the search of `generation` has found up to now; its ways are still to be played by the rules."""

    role: str
    generation: int
    clears: Clears


@dataclass(frozen=True)
class Trouble:
    """A worker has failed; `sentence` says how and what was done. `final`: its question or run ends here."""

    role: str
    generation: int | None
    sentence: str
    final: bool = False


@dataclass(frozen=True)
class Ready:
    """The worker of `role` has been started, for the first time or in place of another."""

    role: str


Event = Thought | Ran | Sought | Trouble | Ready


class EngineRoom:
    """All workers of a window. `engines` names the maker of engines, see `ai.worker.serve`."""

    def __init__(self, patience: Patience | None = None, engines: str = ENGINES) -> None:
        self._patience = patience or Patience()
        self._engines = engines
        self._posts: dict[str, _Post] = {}
        self._leaving: list[WorkerLine] = []
        self._generation = 0
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
        if role not in self._posts:
            self._posts[role] = _Post(role, self._engines, self._patience, self._leaving)
        self._posts[role].give(job, self._watched)
        return job.generation

    def poll(self) -> list[Event]:
        """What has happened since the last call: at most one thought a role, the newest; every stretch."""
        now = time.monotonic()
        self._watched += min(now - self._polled, _BLINK_SECONDS)
        self._polled = now
        self._leaving[:] = [line for line in self._leaving if not line.gone]
        for role in [role for role, post in self._posts.items() if post.rests(self._watched)]:
            self.dismiss(role)
        return [event for post in self._posts.values() for event in post.poll(self._watched)]

    def stop(self, role: str) -> None:
        """Have `role` stop thinking or playing. Its worker stays a while, with all that its engine has learnt."""
        if role in self._posts:
            self._posts[role].stop()

    def dismiss(self, role: str) -> None:
        """End the worker of `role`, which frees its tables."""
        if post := self._posts.pop(role, None):
            post.leave()

    def state(self, role: str) -> RoleState:
        """What the worker of `role` is doing."""
        return self._posts[role].state if role in self._posts else "absent"

    def pids(self) -> tuple[int, ...]:
        """The numbers of all worker processes that may be alive."""
        lines = [post.line for post in self._posts.values() if post.line] + self._leaving
        return tuple(line.pid for line in lines if line.pid is not None and not line.gone)

    def close(self) -> None:
        """End every worker: ask, then kill. All are gone within a second. May be called again."""
        self._closed = True
        atexit.unregister(self.close)
        began = time.monotonic()
        lines = [post.line for post in self._posts.values() if post.line]
        for line in lines:
            line.post(Quit())
        lines += self._leaving
        self._posts, self._leaving = {}, []
        for line in lines:
            line.wait(began + _POLITE_SECONDS - time.monotonic())
        for line in lines:
            line.kill()
        for line in lines:
            line.wait(began + CLOSING_SECONDS - time.monotonic())


class _Post:
    """One role: its worker, its job, and how long the worker has been without progress."""

    def __init__(self, role: str, engines: str, patience: Patience, leaving: list[WorkerLine]) -> None:
        self.line: WorkerLine | None = None
        self._role = role
        self._engines = engines
        self._patience = patience
        self._leaving = leaving
        self._job: Job | None = None
        self._failures = 0
        self._beat: Beat | None = None
        self._progress = 0.0
        self._busy = 0.0  # when it last had something to do

    @property
    def state(self) -> RoleState:
        if self.line is None:
            return "absent"
        return self._beat.activity if self._beat else "starting"

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
        return now - self._busy > self._patience.resting

    def poll(self, now: float) -> list[Event]:
        line, events = self.line, list[Event]()
        if line is None:
            return events
        for report in line.news():
            if self.line is not line:  # an earlier report has cost the worker its place
                break
            events += self._take(report, now)
        if self.line is line and any(isinstance(event, Ran) for event in events):
            self._thank(line)
        if self.line is line and (silence := now - self._progress) > self._allowed():
            events += self._replace(f"made no progress for {silence:.0f} s", now)
        return events

    def _start(self, now: float) -> None:
        self.line = WorkerLine(self._engines)
        self._beat = None
        self._progress = now
        if self._job:
            self.line.post(self._job.order())

    def _allowed(self) -> float:
        return self._patience.warming if self.state in ("starting", "warming") else self._patience.thinking

    def _take(self, report: Report | Lost, now: float) -> list[Event]:
        if isinstance(report, Beat):
            return self._take_beat(report, now)
        if isinstance(report, Lost):
            return self._replace(report.reason, now)
        job = self._job
        if job is None or report.generation != job.generation:
            return []
        if isinstance(report, Answer) and isinstance(job, Asked):
            return self._take_answer(report, job, now)
        if isinstance(report, Played) and isinstance(job, Running):
            return self._take_stretch(report, job, now)
        if isinstance(report, Found) and isinstance(job, Seeking):
            return self._take_found(report, job, now)
        if not isinstance(report, Failed):
            return self._replace("answered what it was not asked", now)
        if report.hopeless:
            return self._give_up(f"The engine cannot answer: {report.reason}")
        return self._replace(f"failed: {report.reason}", now)

    def _take_beat(self, beat: Beat, now: float) -> list[Event]:
        """A beat is progress if something has changed, or if there is nothing to do."""
        resting = self._job is None and beat.activity == "idle"
        if beat != self._beat or resting:
            self._progress = now
        first, self._beat = self._beat is None, beat
        return [Ready(self._role)] if first else []

    def _take_answer(self, answer: Answer, asked: Asked, now: float) -> list[Event]:
        if flaw := asked.flaw(answer):
            return self._replace(one_line(flaw), now)
        self._progress = now
        if answer.advice.done:
            self._finish()
        return [Thought(self._role, asked.generation, answer.advice, answer.seconds)]

    def _take_stretch(self, played: Played, running: Running, now: float) -> list[Event]:
        if flaw := running.flaw(played):
            return self._replace(one_line(flaw), now)
        self._progress = now
        self._failures = 0
        running.take(played.stretch)
        if played.stretch.done:
            self._finish()
        return [Ran(self._role, running.generation, played.stretch)]

    def _take_found(self, found: Found, seeking: Seeking, now: float) -> list[Event]:
        if flaw := seeking.flaw(found):
            return self._replace(one_line(flaw), now)
        self._progress = now
        if found.clears.done:
            self._finish()
        return [Sought(self._role, seeking.generation, found.clears)]

    def _thank(self, line: WorkerLine) -> None:
        """Let the worker play on: without this it stays a few stretches ahead of the window and waits."""
        if isinstance(self._job, Running):
            line.post(Taken(self._job.generation, self._job.taken))

    def _finish(self) -> None:
        self._job = None
        self._failures = 0

    def _replace(self, what: str, now: float) -> list[Event]:
        """A new worker for one that has failed, with the same job; nobody at all after `TRIES` failures."""
        self.leave()
        self._failures += 1
        said = f"The engine {what}{'' if what.endswith(('.', '…')) else '.'}"
        if self._failures < TRIES:
            self._start(now)
            done = f"started again and {self._job.again}" if self._job else "started again"
            generation = self._job.generation if self._job else None
            return [Trouble(self._role, generation, f"{said} It was {done}.")]
        if self._job:
            return self._give_up(f"{said} It has failed {TRIES} times and is not asked again.")
        return [Trouble(self._role, None, f"{said} It is started again when it is next asked.")]

    def _give_up(self, sentence: str) -> list[Event]:
        generation = self._job.generation if self._job else None
        self._job = None
        return [Trouble(self._role, generation, sentence, final=True)]
