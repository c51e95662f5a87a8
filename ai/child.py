"""Child processes that tell how far they are: one JSON document a line on stdout. Loads no numba.

Whatever the process that has started it comes to, a child ends with it: its stdin is a pipe that closes then.
"""

from __future__ import annotations

import os
import subprocess
import sys
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import suppress
from typing import IO, BinaryIO, TypeVar

import msgspec

from ai.compiled import sources
from game import saving

T = TypeVar("T")


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


def told(pipe: IO[str] | None, decoder: msgspec.json.Decoder[T]) -> Iterator[T]:
    """The documents of a child as they come, to its end; a library that prints is no reason to stop."""
    for line in pipe or ():
        try:
            yield decoder.decode(line)
        except msgspec.MsgspecError:
            continue


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
