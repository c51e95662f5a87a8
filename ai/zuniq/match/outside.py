"""A program that speaks the CodeCup protocol, kept at arm's length: it may be slow, mad, or dead."""

from __future__ import annotations

import contextlib
import os
import queue
import shutil
import signal
import subprocess
import threading
import time
from collections.abc import Sequence
from typing import IO

import msgspec

from game.errors import BadInput

LONGEST_LINE = 200  # bytes; whoever writes more without a line end talks nonsense
START_UP = 20.0  # seconds before the first answer that cost nothing: loading, compiling
GOODBYE = 0.5  # seconds to end by itself after `Quit`
GROUPS = os.name == "posix"  # children of the program are ended with it


class Program(msgspec.Struct, frozen=True):
    """A command that exists: its words, and the text it was given as."""

    words: tuple[str, ...]
    text: str

    @classmethod
    def find(cls, words: Sequence[str], text: str) -> Program:
        """The program of a command line. Raises `BadInput` if there is none such."""
        if not words or shutil.which(words[0]) is None:
            name = words[0] if words else text
            raise BadInput(
                f"{name[:60]!r} is neither a player of this house (kibitz, playouts, random) "
                "nor a program that can be started"
            )
        return cls(tuple(words), text)


class OutsidePlayer:
    """One game of one program. `ask` never raises and never waits longer than the clock allows."""

    def __init__(self, program: Program, seconds: float) -> None:
        self._left = seconds
        self._budget = seconds
        self._free = START_UP
        self._lines: queue.Queue[bytes | None] = queue.Queue(maxsize=100)
        self._process: subprocess.Popen[bytes] | None = None
        try:
            self._process = subprocess.Popen(
                program.words,
                stdin=subprocess.PIPE,
                stdout=subprocess.PIPE,
                stderr=subprocess.DEVNULL,
                start_new_session=GROUPS,
            )
        except OSError as error:
            self._trouble = f"the program could not be started: {error.strerror}"
            return
        self._trouble = ""
        assert self._process.stdout is not None
        threading.Thread(target=_read, args=(self._process.stdout, self._lines), daemon=True).start()

    def ask(self, line: str) -> tuple[str, str]:
        """The program's answer to `line`, or an empty answer and what went wrong."""
        started = time.monotonic()
        if self._trouble or not self._send(line):
            return "", self._trouble or self._ended()
        try:
            answer = self._lines.get(timeout=max(0.0, self._left) + self._free)
        except queue.Empty:
            return "", f"no answer within the {self._budget:g} s of its game"
        spent = time.monotonic() - started
        self._left -= max(0.0, spent - self._free)
        self._free = 0.0
        if answer is None:
            return "", self._ended()
        if self._left < 0:
            return "", f"its {self._budget:g} s are used up"
        return answer.decode("utf-8", "replace").strip(), ""

    def _send(self, line: str) -> bool:
        assert self._process is not None
        assert self._process.stdin is not None
        try:
            self._process.stdin.write(line.encode() + b"\n")
            self._process.stdin.flush()
        except OSError:
            return False
        return True

    def _ended(self) -> str:
        """What is to be said of a program that has closed its output."""
        assert self._process is not None
        try:
            status = self._process.wait(GOODBYE)
        except subprocess.TimeoutExpired:
            return "the program closed its output"
        if status < 0:
            return f"the program was ended by signal {-status}"
        return f"the program ended with status {status}"

    def close(self) -> None:
        """Say `Quit`, wait a moment, then end the program and what it has started."""
        process = self._process
        if process is None:
            return
        self._send("Quit")
        with contextlib.suppress(OSError):
            if process.stdin:
                process.stdin.close()
        with contextlib.suppress(subprocess.TimeoutExpired):
            process.wait(GOODBYE)
        _end(process)
        if process.stdout:
            process.stdout.close()


def _end(process: subprocess.Popen[bytes]) -> None:
    """Kill the process group, or the process where there are no groups, and collect it."""
    with contextlib.suppress(ProcessLookupError, PermissionError):
        if GROUPS:
            os.killpg(process.pid, signal.SIGKILL)
        else:
            process.kill()
    process.wait()


def _read(stream: IO[bytes], lines: queue.Queue[bytes | None]) -> None:
    """Pass lines on until the stream ends; more than fits is a program that does not wait for its turn."""
    with contextlib.suppress(OSError, ValueError):
        while line := stream.readline(LONGEST_LINE):
            if lines.full():
                break
            lines.put(line)
    with contextlib.suppress(queue.Full):
        lines.put_nowait(None)
