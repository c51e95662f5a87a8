"""Compiling every kernel ahead of time, in a process of its own, with progress that a window can poll.

A damaged cache can kill the process that loads it. It is the child that dies then: the folder is emptied
and the child started once more; if that fails as well, the program goes on without a cache.

The child writes one JSON document a line on stdout: a `Step` before each kernel it compiles, and a
`Summary` at the end.
"""

from __future__ import annotations

import importlib
import os
import subprocess
import sys
import threading
import time
from collections import deque
from collections.abc import Callable
from typing import IO

import msgspec

from ai import cache, sources

Steps = list[tuple[str, Callable[[], None]]]


class Step(msgspec.Struct, frozen=True, tag="step"):
    """The kernels that are ready, their number in all, and what they are for that are in work."""

    done: int
    total: int
    name: str


class Summary(msgspec.Struct, frozen=True, tag="summary"):
    """What a finished warm-up did: the kernels there are, the seconds it took, the bytes of code kept."""

    kernels: int
    seconds: float
    bytes: int


class Progress(msgspec.Struct, frozen=True):
    """Where a warm-up stands. `error` is a sentence; the program can be used all the same."""

    done: int = 0
    total: int = 0
    name: str = ""
    finished: bool = False
    error: str | None = None


def steps() -> Steps:
    """Every kernel of every game with a way of compiling it: the `STEPS` of each `warm.py` below `ai/`.

    A step is named as a person knows what it is for: `Zuniq: tree search`.
    """
    files = sorted((sources.ROOT / "ai").rglob("warm.py"))
    modules = [".".join(file.relative_to(sources.ROOT).with_suffix("").parts) for file in files]
    return [step for module in modules for step in importlib.import_module(module).STEPS]


# -- the child --


def child() -> int:
    """Compile everything in this process and report on stdout; the exit status of the process."""
    if hasattr(os, "nice"):
        os.nice(5)  # a window that is open meanwhile comes first
    started = time.perf_counter()
    everything = steps()
    from ai.kernel import DECLARED, ready, watch

    doing = ""

    def tell() -> None:
        _say(Step(ready(), len(DECLARED), doing))

    watch(lambda _kernel: tell())
    for name, compile_it in everything:
        doing = name
        tell()
        compile_it()
        cache.seal()
    cache.seal(complete=True)
    cache.prune()
    _say(Summary(len(DECLARED), round(time.perf_counter() - started, 3), cache.size()))
    return 0


def _say(line: Step | Summary) -> None:
    print(msgspec.json.encode(line).decode(), flush=True)


# -- the parent --


class WarmUp:
    """A warm-up under way in a child process. `poll` never waits; `stop` ends it; a second try is its own."""

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._progress = Progress()
        self._summary: Summary | None = None
        self._process: subprocess.Popen[str] | None = None
        self._stopped = False
        self._thread = threading.Thread(target=self._run, name="warm-up", daemon=True)

    def start(self) -> None:
        """Begin."""
        self._thread.start()

    def poll(self) -> Progress:
        """Where it stands now."""
        with self._lock:
            return self._progress

    def wait(self, seconds: float | None = None) -> Progress:
        """Where it stands when it is finished, or after `seconds`."""
        self._thread.join(seconds)
        return self.poll()

    @property
    def summary(self) -> Summary | None:
        """What was done, once it is finished without an error."""
        with self._lock:
            return self._summary

    def stop(self) -> None:
        """End the child at once; what it had compiled is kept."""
        with self._lock:
            self._stopped = True
            if self._process is not None:
                self._process.kill()
        if self._thread.is_alive():
            self._thread.join()

    def _run(self) -> None:
        error = self._try_once()
        if error and not self._stopped:
            cache.drop()
            error = self._try_once()
        if error and not self._stopped:
            cache.switch_off()
            error = f"Compiling ahead of time failed twice ({error}); engines compile when they start."
        self._note(finished=True, error=None if self._stopped else error)

    def _try_once(self) -> str | None:
        """Run the child to its end; the reason where it failed, as half a sentence."""
        try:
            with self._lock:
                if self._stopped:
                    return "stopped"
                self._process = process = _start_child()
        except OSError as error:
            return f"no process could be started: {error.strerror or error}"
        with process:
            last_words = _LastWords(process.stderr)
            for line in process.stdout or ():
                self._take(line)
            return None if process.wait() == 0 else _reason(process.returncode, last_words.text())

    def _take(self, line: str) -> None:
        try:
            said = msgspec.json.decode(line, type=Step | Summary)
        except msgspec.MsgspecError:
            return  # a library that prints is no reason to stop
        if isinstance(said, Step):
            self._note(done=said.done, total=said.total, name=said.name)
        else:
            with self._lock:
                self._summary = said
            self._note(done=said.kernels, total=said.kernels, name="")

    def _note(self, **changes: object) -> None:
        with self._lock:
            self._progress = msgspec.structs.replace(self._progress, **changes)


class _LastWords:
    """Reads a pipe to its end so that the writer never waits, and keeps the last lines."""

    def __init__(self, pipe: IO[str] | None) -> None:
        self._lines: deque[str] = deque(maxlen=5)
        self._thread = threading.Thread(target=self._read, args=(pipe,), daemon=True)
        self._thread.start()

    def _read(self, pipe: IO[str] | None) -> None:
        self._lines.extend(line.strip() for line in pipe or () if line.strip())

    def text(self) -> str:
        self._thread.join()
        return self._lines[-1] if self._lines else ""


def _start_child() -> subprocess.Popen[str]:
    return subprocess.Popen(
        [sys.executable, "-c", "import ai.warmup, sys; sys.exit(ai.warmup.child())"],
        cwd=sources.ROOT,
        stdin=subprocess.DEVNULL,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        encoding="utf-8",
        errors="replace",
    )


def _reason(status: int, last_words: str) -> str:
    if status < 0:
        return f"killed by signal {-status}"
    return last_words or f"status {status}"


def start_warm_up() -> WarmUp:
    """Begin to compile everything beside the running program."""
    running = WarmUp()
    running.start()
    return running


def warm_up(progress: Callable[[int, int, str], None] | None = None) -> WarmUp:
    """Compile everything and wait for it; `progress(done, total, name)` is called from time to time."""
    running, told = WarmUp(), Progress()
    try:
        running.start()
        while not told.finished:
            now = running.wait(0.1)
            if progress is not None and now != told:
                progress(now.done, now.total, now.name)
            told = now
    finally:
        running.stop()  # also when interrupted: no child may be left behind
    return running


def is_warm() -> bool:
    """Whether every kernel was compiled before and is still whole. Loads no numba."""
    return cache.ensure().complete
