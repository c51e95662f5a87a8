"""Compiling every kernel ahead of time, in processes of their own, with progress that a window can poll.

Games that share no kernels are compiled beside each other, the one a person has chosen before all others. A
damaged cache can kill the process that loads it. It is a child that dies then: the folder is emptied and all is
begun once more; if that fails as well, the program goes on without a cache.
"""

from __future__ import annotations

import os
import threading
import time
from collections import deque
from collections.abc import Callable

import msgspec

from ai.child import Job
from ai.compiled import cache
from ai.compiled.child import NOT_KEPT, Step, groups, kernels_of, module_of, serves
from game.games import game_of

_PROGRAM = (
    "import json, sys; from ai.compiled import child; sys.exit(child.compile_all(json.loads(sys.argv[1])))"
)
_STEPS = msgspec.json.Decoder(Step)
MOST_AT_ONCE = 4  # children: each takes some 300 MB


class Summary(msgspec.Struct, frozen=True):
    """Result of a finished warm-up: the kernels there are, the seconds it took, the bytes of code kept."""

    kernels: int
    seconds: float
    bytes: int


class Progress(msgspec.Struct, frozen=True):
    """Progress of a warm-up: the kernels that are ready, their number in all, what they are for that are in work.

    `modules` says for each module with kernels what share of them is ready, `chosen` which game a person waits for.
    `error` is a sentence; the program can be
    used all the same.
    """

    done: int = 0
    total: int = 0
    name: str = ""
    finished: bool = False
    error: str | None = None
    modules: dict[str, float] = {}
    chosen: str = ""

    @property
    def share(self) -> float:
        """Share of the chosen game that is ready; where none is, or it is ready, how far all are. 0 to 1."""
        if self._waits_for_chosen:
            return self.share_of(self.chosen)
        return self.done / self.total if self.total else 0.0

    @property
    def words(self) -> str:
        """The same for a person."""
        if self._waits_for_chosen:
            return self.words_of(self.chosen)
        return f"Preparing {'other' if self.chosen else 'all'} games: {int(100 * self.share)} %"

    @property
    def _waits_for_chosen(self) -> bool:
        return bool(self.chosen) and self.share_of(self.chosen) < 1.0

    def share_of(self, game: str) -> float:
        """Return the share of the kernels of `game` that is ready, 0 to 1."""
        module = module_of(game)
        return 1.0 if self.finished or module is None else self.modules.get(module, 0.0)

    def words_of(self, game: str) -> str:
        """The same for a person: `Preparing Guideline: 40 %`."""
        return f"Preparing {game_of(game).title}: {int(100 * self.share_of(game))} %"


class Compiling(Job[Step, str | None]):
    """The kernels of some modules, compiled in one process. Its progress is the reason why that failed, if it did."""

    patience = 0.0  # what is compiled is kept, and there is nothing else to put away
    explains = True

    def __init__(self, modules: tuple[str, ...], tell: Callable[[tuple[str, ...], Step], None]) -> None:
        """`tell` is called with the modules and each step."""
        super().__init__(_PROGRAM, modules, _STEPS, None)
        self.modules, self._tell = modules, tell

    def _after(self, document: Step) -> None:
        self._tell(self.modules, document)

    def _end(self, error: str) -> str | None:
        return error or None


class WarmUp:
    """A warm-up under way in child processes. `poll` never waits; `stop` ends it; a second try is its own."""

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._progress = Progress()
        self._summary: Summary | None = None
        self._jobs: dict[tuple[str, ...], Compiling] = {}
        self._ready: dict[tuple[str, ...], Step] = {}
        self._totals: dict[str, int] = {}  # kernels by module
        self._waiting: deque[tuple[str, ...]] = deque()
        self._errors: deque[str] = deque()
        self._workers: list[threading.Thread] = []
        self._game: str | None = None
        self._stopped = False
        self._full = False
        self._thread = threading.Thread(target=self._run, name="warm-up", daemon=True)

    def start(self) -> None:
        """Begin."""
        self._thread.start()

    def poll(self) -> Progress:
        """Return the progress at this moment."""
        with self._lock:
            return self._progress

    def wait(self, seconds: float | None = None) -> Progress:
        """Return the progress when it is finished, or after `seconds`."""
        self._thread.join(seconds)
        return self.poll()

    @property
    def summary(self) -> Summary | None:
        """Summary of the work, once it is finished without an error."""
        with self._lock:
            return self._summary

    def stop(self) -> None:
        """End the children at once; what they had compiled is kept."""
        with self._lock:
            self._stopped = True
        self._kill()
        if self._thread.is_alive():
            self._thread.join()

    def prefer(self, game: str) -> None:
        """A person has chosen `game`: begin with its kernels now, and let what is compiled for others give way."""
        with self._lock:
            if game == self._game or self._progress.finished:
                return
            self._game = game
            self._progress = msgspec.structs.replace(self._progress, chosen=game)
            for modules, job in self._jobs.items():
                if not serves(modules, game):
                    job.give_way()
            chosen = next((modules for modules in self._waiting if serves(modules, game)), None)
            if chosen is None:
                return
            self._waiting.remove(chosen)
            self._work_in_thread(chosen)  # one process more than cores, for as long as others are at work

    def _run(self) -> None:
        started = time.perf_counter()
        error = self._try_once()
        if error and not self._stopped and not self._full:
            cache.drop()
            error = self._try_once()
        if error and not self._stopped and not self._full:
            cache.switch_off()
            error = f"Compiling ahead of time failed twice ({error}); engines compile when they start."
        if not error and not self._stopped:
            self._complete(time.perf_counter() - started)
        self._note(finished=True, name="", error=None if self._stopped else error)

    def _complete(self, seconds: float) -> None:
        cache.prune()
        cache.note_complete()
        with self._lock:
            self._summary = Summary(self._progress.total, round(seconds, 3), cache.size())

    def _try_once(self) -> str | None:
        """Run a child for each group to its end; the reason where one failed, as half a sentence."""
        with self._lock:
            self._ready.clear()
            self._errors.clear()
            results = groups()
            self._totals = {module: kernels_of([module]) for modules in results for module in modules}
            self._progress = Progress(total=sum(map(kernels_of, results)), chosen=self._game or "")
            self._waiting = deque(sorted(results, key=lambda modules: not serves(modules, self._game)))
            for _ in range(min(len(self._waiting), os.cpu_count() or 1, MOST_AT_ONCE)):
                self._work_in_thread(self._waiting.popleft())
        while (worker := self._next_worker()) is not None:
            worker.join()
        return self._errors[0] if self._errors else None

    def _work_in_thread(self, modules: tuple[str, ...]) -> None:
        worker = threading.Thread(target=self._work, args=(modules,), name="warm-up child", daemon=True)
        self._workers.append(worker)
        worker.start()

    def _next_worker(self) -> threading.Thread | None:
        with self._lock:
            return self._workers.pop() if self._workers else None

    def _work(self, modules: tuple[str, ...] | None) -> None:
        """Compile these modules, then others for as long as any wait."""
        while modules is not None and not self._errors and not self._stopped:
            error = self._compile(modules)
            if error:
                self._errors.append(error)
                self._kill()  # all is begun once more: what the others do is in vain
            with self._lock:
                modules = self._waiting.popleft() if self._waiting else None

    def _compile(self, modules: tuple[str, ...]) -> str | None:
        with self._lock:
            if self._stopped:
                return "stopped"
            self._jobs[modules] = job = Compiling(modules, self._take)
            if self._game is not None and not serves(modules, self._game):
                job.give_way()
        job.run()
        self._full = job.status == NOT_KEPT or self._full
        return job.poll()

    def _take(self, modules: tuple[str, ...], step: Step) -> None:
        """Add up what the children say."""
        with self._lock:
            self._ready[modules] = step
            done = sum(each.done for each in self._ready.values())
            shares = {
                module: ready / total
                for each in self._ready.values()
                for module, ready in each.modules.items()
                if (total := self._totals.get(module))
            }
        self._note(done=done, name=step.name, modules=shares)

    def _kill(self) -> None:
        with self._lock:
            for job in self._jobs.values():
                job.stop()

    def _note(self, **changes: object) -> None:
        with self._lock:
            self._progress = msgspec.structs.replace(self._progress, **changes)


def start_warm_up() -> WarmUp:
    """Begin to compile everything beside the running program."""
    running = WarmUp()
    running.start()
    return running


def warm_up(progress: Callable[[int, int, str], None] | None = None) -> WarmUp:
    """Compile everything and wait for it; `progress(done, total, name)` is called from time to time."""
    running, details = WarmUp(), Progress()
    try:
        running.start()
        while not details.finished:
            now = running.wait(0.1)
            if progress is not None and now != details:
                progress(now.done, now.total, now.name)
            details = now
    finally:
        running.stop()  # also when interrupted: no child may be left behind
    return running
