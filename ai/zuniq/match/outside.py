"""A program that speaks the CodeCup protocol, kept at arm's length: it may be slow, mad, or dead."""

from __future__ import annotations

import contextlib
import queue
import shutil
import time
from collections.abc import Sequence

import msgspec

from ai.program import RunningProgram
from game.errors import BadInput

LONGEST_LINE = 200  # bytes; whoever writes more without a line end talks nonsense
START_UP = 20.0  # seconds before the first answer that cost nothing: loading, compiling


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
        self._program: RunningProgram | None = None
        self._trouble = ""
        try:
            self._program = RunningProgram(program.words, LONGEST_LINE, self._hear, self._end)
        except OSError as error:
            self._trouble = f"the program could not be started: {error.strerror}"

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
        return self._program is not None and self._program.send(line.encode())

    def _ended(self) -> str:
        """What is to be said of a program that no longer speaks."""
        assert self._program is not None
        return f"the program {self._program.ended()}"

    def close(self) -> None:
        """Say `Quit`, wait a moment, then end the program and what it has started."""
        if self._program is not None:
            self._program.close(b"Quit")

    def _hear(self, line: bytes) -> bool:
        """Keep a line; more than fits is a program that does not wait for its turn."""
        if self._lines.full():
            return False
        self._lines.put(line)
        return True

    def _end(self) -> None:
        with contextlib.suppress(queue.Full):
            self._lines.put_nowait(None)
