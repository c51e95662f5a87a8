"""Child processes: a `Job` tells how far it is, one JSON document a line; one that is `Answering` is asked. No numba.

Whatever the process that has started it comes to, a child ends with it: its stdin is a pipe that closes then.
"""

from __future__ import annotations

import os
import subprocess
import sys
import threading
import time
from abc import ABC, abstractmethod
from collections import deque
from collections.abc import Callable, Iterator
from contextlib import suppress
from pathlib import Path
from typing import IO, BinaryIO, ClassVar, Generic, TypeVar

import msgspec

from ai.compiled import cache, sources
from game import saving

T = TypeVar("T")
Progress = TypeVar("Progress")

_LOADED = time.monotonic()

ENDED = "the process that worked on it was ended"


def start(program: str, *arguments: str, stderr: int = subprocess.DEVNULL) -> subprocess.Popen[str]:
    """A process of the `program`, a line of Python, with `arguments`. Raises `OSError` where none can be started."""
    return subprocess.Popen(
        [sys.executable, "-c", program, *arguments],
        cwd=sources.ROOT,
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=stderr,
        text=True,
        encoding="utf-8",
        errors="replace",
    )


def documents_of(pipe: IO[str] | None, decoder: msgspec.json.Decoder[T]) -> Iterator[T]:
    """The documents of a child as they come, to its end; a library that prints is no reason to stop."""
    for line in pipe or ():
        try:
            yield decoder.decode(line)
        except msgspec.MsgspecError:
            continue


class Job(ABC, Generic[T, Progress]):
    """Work in a child process, beside a running window. Nothing here waits but `wait` and `run`.

    The child ends as well when this process is gone. A subclass says where the work stands after each document. A child
    that is stopped has `patience` seconds to leave by itself; then it is killed. Where it `explains` itself, its last
    line on stderr says why it has failed. `status` is that of a process that has ended.
    """

    patience: ClassVar[float] = 5.0
    explains: ClassVar[bool] = False

    def __init__(
        self, program: str, order: object, documents: msgspec.json.Decoder[T], first: Progress
    ) -> None:
        """`program` gets `order` as a JSON document; `first` is where the work stands before it begins."""
        self._program, self._order, self._documents = program, msgspec.json.encode(order).decode(), documents
        self._progress = first  # only the thread sets it from now on
        self._lock = threading.Lock()  # of the three below; never held while a process starts
        self._process: subprocess.Popen[str] | None = None
        self._stopped = self._gives_way = False
        self.status: int | None = None
        self._thread = threading.Thread(target=self.run, name="job", daemon=True)

    def start(self) -> None:
        """Begin; where no process can be started, that is the error it ends with."""
        self._thread.start()

    def poll(self) -> Progress:
        """Return the progress at this moment."""
        return self._progress

    def wait(self, seconds: float | None = None) -> Progress:
        """Return the progress when it is finished, or after `seconds`."""
        self._thread.join(seconds)
        return self.poll()

    def stop(self) -> None:
        """Have it end, which `poll` tells. What is finished stays."""
        with self._lock:
            self._stopped = True
            if self._process is not None:
                self._dismiss(self._process)

    def give_way(self) -> None:
        """Have it run only where others leave time."""
        with self._lock:
            self._gives_way = True
            if self._process is not None:
                _lower(self._process.pid)

    def _dismiss(self, process: subprocess.Popen[str]) -> None:
        assert process.stdin is not None
        with suppress(OSError, ValueError):
            process.stdin.close()
        killer = threading.Timer(self.patience, process.kill)
        killer.daemon = True
        killer.start()

    def run(self) -> None:
        """Do the work to its end; in a thread of its own, that is what `start` begins."""
        error = ENDED
        try:
            if not self._stopped:
                cache.ensure()
                error = self._listen(self._started())
        except OSError as reason:
            error = f"no process could be started: {reason.strerror or reason}"
        self._progress = self._end(error)

    def _started(self) -> subprocess.Popen[str]:
        if self.explains:
            return start(self._program, self._order, stderr=subprocess.PIPE)
        return start(self._program, self._order)

    def _listen(self, process: subprocess.Popen[str]) -> str:
        """Take in what the child says to its end; the reason why it has ended, as half a sentence."""
        with process:
            with self._lock:
                self._process = process
                if self._gives_way:
                    _lower(process.pid)
                if self._stopped:
                    self._dismiss(process)
            last_words = _LastWords(process.stderr)
            for document in documents_of(process.stdout, self._documents):
                self._progress = self._after(document)
            self.status = process.wait()
            return _reason(self.status, last_words.text()) if self.explains else ENDED

    @abstractmethod
    def _after(self, document: T) -> Progress:
        """Return the progress after this report of the child."""

    @abstractmethod
    def _end(self, error: str) -> Progress:
        """Return the progress at the end; `error` says why it ended, if the child has not said that itself."""


class ProcessLost(Exception):
    """A process has ended before it gave what it was asked for; says how."""


class Answering:
    """A process of a `program` that answers one message after another, and a new one where it was lost.

    Ctrl-C does not reach it; it ends with this one.
    """

    def __init__(self, program: str) -> None:
        self._program = program
        self._process: subprocess.Popen[bytes] | None = None

    def ask(self, message: bytes) -> bytes:
        """The answer to a message. Raises `ProcessLost`, and `OSError` where no process can be started."""
        if self._process is None:
            self._process = self._started()
        process = self._process
        assert process.stdin is not None
        assert process.stdout is not None
        answer = None
        with suppress(OSError, ValueError):  # a pipe that is broken or closed
            send(process.stdin, message)
            answer = receive(process.stdout)
        if answer:
            return answer
        self._process = None
        status = _ended(process)
        raise ProcessLost(f"by signal {-status}" if status < 0 else f"with status {status}")

    def end(self) -> None:
        """End the process, also in the middle of an answer."""
        process, self._process = self._process, None
        if process is not None:
            _ended(process)

    def _started(self) -> subprocess.Popen[bytes]:
        return subprocess.Popen(
            [sys.executable, "-c", self._program],
            cwd=sources.ROOT,
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.DEVNULL,
            start_new_session=True,
        )


def _ended(process: subprocess.Popen[bytes]) -> int:
    """End a process, if it has not ended yet; its status."""
    if process.poll() is None:
        process.kill()
    with suppress(OSError), process:
        pass
    return process.wait()


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


def _reason(status: int, last_words: str) -> str:
    """Empty for a process that has done what it should."""
    if status == 0:
        return ""
    return (
        f"killed by signal {-status}"
        if status < 0
        else last_words.removeprefix("warning: ") or f"status {status}"
    )


def _lower(process: int) -> None:
    if hasattr(os, "setpriority"):
        with suppress(OSError):  # it may be over
            os.setpriority(os.PRIO_PROCESS, process, 19)


# -- within a child, and wherever a thread waits for stdin --


def process_started() -> float:
    """Return the time at which this process was started, by the clock of `time.monotonic`.

    Where no system tells, when this was loaded.
    """
    with suppress(OSError, ValueError, IndexError, AttributeError):
        ticks = int(Path("/proc/self/stat").read_text().rpartition(")")[2].split()[19])
        age = time.clock_gettime(time.CLOCK_BOOTTIME) - ticks / os.sysconf("SC_CLK_TCK")
        return time.monotonic() - age
    return _LOADED


def at_end_of_stdin(leave: Callable[[], object] = lambda: None, seconds: float = 0.0) -> None:
    """Once the process that has started this one closes its stdin, or is gone, call `leave` in a thread, and end.

    At the latest that is `seconds` later, whatever is being done then.
    """

    def wait() -> None:
        with suppress(OSError):
            while os.read(0, 1 << 16):
                pass
        leave()
        time.sleep(seconds)
        end_at_once(1)

    threading.Thread(target=wait, name="end-of-stdin", daemon=True).start()


def end_at_once(status: int) -> None:
    """End this process from any thread, whatever the others do; files that are not whole yet are removed."""
    saving.abandon()
    os._exit(status)


def stdin_for_a_thread() -> BinaryIO:
    """Stdin for a thread that may still wait for input when the process ends.

    A thread that waits holds the lock of its stream, and the interpreter aborts the process where that is
    `sys.stdin`, which it closes at the end. Nobody closes this one.
    """
    return open(0, "rb", closefd=False)


# -- messages of bytes, each with its length before it --

_LENGTH = 8


def send(pipe: IO[bytes], message: bytes) -> None:
    """A message with its length before it. Raises `OSError`."""
    pipe.write(len(message).to_bytes(_LENGTH, "little") + message)
    pipe.flush()


def receive(pipe: IO[bytes]) -> bytes | None:
    """The next message, None at the end of them."""
    head = pipe.read(_LENGTH)
    length = int.from_bytes(head, "little")
    message = pipe.read(length) if len(head) == _LENGTH else b""
    return message if len(head) == _LENGTH and len(message) == length else None
