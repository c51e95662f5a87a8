"""Another program that is talked to line by line. No wait is without a limit, and nothing of it outlives its end."""

from __future__ import annotations

import contextlib
import os
import signal
import subprocess
import threading
from collections.abc import Callable, Sequence
from typing import IO

GOODBYE = 0.5  # seconds to end by itself after the last word
GROUPS = os.name == "posix"  # children of the program are ended with it


class RunningProgram:
    """A program from its start to its end. A thread hands each of its lines to `hear`.

    `hear` gets at most `longest` bytes at a time and says False to hear no more; `end` is called when there
    is nothing more to hear. What the program prints on stderr is dropped.
    """

    def __init__(
        self, words: Sequence[str], longest: int, hear: Callable[[bytes], bool], end: Callable[[], object]
    ) -> None:
        """Start it. Raises `OSError`."""
        self._process = subprocess.Popen(
            words,
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.DEVNULL,
            start_new_session=GROUPS,
        )
        assert self._process.stdout is not None
        reading = (self._process.stdout, longest, hear, end)
        threading.Thread(target=_read, args=reading, daemon=True).start()

    def send(self, line: bytes) -> bool:
        """Write a line; False where nobody is there to read it."""
        assert self._process.stdin is not None
        try:
            self._process.stdin.write(line + b"\n")
            self._process.stdin.flush()
        except (OSError, ValueError):
            return False
        return True

    def ended(self) -> str:
        """How a program ended that no longer listens or speaks, to be read after its name."""
        try:
            status = self._process.wait(GOODBYE)
        except subprocess.TimeoutExpired:
            return "closed its input or output"
        return f"was ended by signal {-status}" if status < 0 else f"ended with status {status}"

    def close(self, goodbye: bytes) -> None:
        """Say a last line, wait a moment, then end the program and what it has started."""
        process = self._process
        self.send(goodbye)
        with contextlib.suppress(OSError):
            if process.stdin:
                process.stdin.close()
        with contextlib.suppress(subprocess.TimeoutExpired):
            process.wait(GOODBYE)
        with contextlib.suppress(ProcessLookupError, PermissionError):
            if GROUPS:
                os.killpg(process.pid, signal.SIGKILL)
            else:
                process.kill()
        process.wait()
        if process.stdout:
            process.stdout.close()


def _read(stream: IO[bytes], longest: int, hear: Callable[[bytes], bool], end: Callable[[], object]) -> None:
    with contextlib.suppress(OSError, ValueError):
        while line := stream.readline(longest):
            if not hear(line):
                break
    end()
