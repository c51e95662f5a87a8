"""Child processes that tell how far they are: one JSON document a line on stdout. Loads no numba.

Whatever the process that has started it comes to, a child ends with it: its stdin is a pipe that closes then.
"""

from __future__ import annotations

import os
import subprocess
import sys
import threading
import time
from abc import ABC, abstractmethod
from collections.abc import Callable, Iterator
from contextlib import suppress
from typing import IO, BinaryIO, ClassVar, Generic, TypeVar

import msgspec

from ai.compiled import cache, sources
from game import saving

T = TypeVar("T")
Progress = TypeVar("Progress")

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
    """Work in a child process, beside a running window. Nothing here waits but `wait`.

    The child ends as well when this process is gone. A subclass says where the work stands after each document.
    """

    patience: ClassVar[float] = (
        5.0  # seconds for a child that is stopped to leave by itself; then it is killed
    )

    def __init__(
        self, program: str, order: object, documents: msgspec.json.Decoder[T], first: Progress
    ) -> None:
        """`program` gets `order` as a JSON document; `first` is where the work stands before it begins."""
        self._program, self._order, self._documents = program, msgspec.json.encode(order).decode(), documents
        self._progress = first  # only the thread sets it from now on
        self._lock = threading.Lock()  # of the two below; never held while a process starts
        self._process: subprocess.Popen[str] | None = None
        self._stopped = False
        self._thread = threading.Thread(target=self._run, name="job", daemon=True)

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

    def _dismiss(self, process: subprocess.Popen[str]) -> None:
        assert process.stdin is not None
        with suppress(OSError, ValueError):
            process.stdin.close()
        killer = threading.Timer(self.patience, process.kill)
        killer.daemon = True
        killer.start()

    def _run(self) -> None:
        error = ENDED
        try:
            if not self._stopped:
                cache.ensure()
                self._listen(start(self._program, self._order))
        except OSError as reason:
            error = f"no process could be started: {reason.strerror or reason}"
        self._progress = self._end(error)

    def _listen(self, process: subprocess.Popen[str]) -> None:
        """Take in what the child says to its end."""
        with process:
            with self._lock:
                self._process = process
                if self._stopped:
                    self._dismiss(process)
            for document in documents_of(process.stdout, self._documents):
                self._progress = self._after(document)

    @abstractmethod
    def _after(self, document: T) -> Progress:
        """Return the progress after this report of the child."""

    @abstractmethod
    def _end(self, error: str) -> Progress:
        """Return the progress at the end; `error` says why it ended, if the child has not said that itself."""


# -- within a child, and wherever a thread waits for stdin --


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
