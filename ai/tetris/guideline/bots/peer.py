"""A program that speaks the Tetris Bot Protocol, kept at arm's length: it may be slow, mad, or dead."""

from __future__ import annotations

import contextlib
import os
import queue
import shlex
import shutil
import signal
import subprocess
import threading
import time
from typing import IO

import msgspec

from game.errors import BadInput, KibitzError
from game.tetris.guideline.tbp import Message

START_UP = 20.0  # seconds until `ready`: loading, compiling
GRACE = 0.5  # seconds for an answer to `suggest`; Battletris counts more as giving up
GOODBYE = 0.5  # seconds to end by itself after `quit`
LONGEST_LINE = 1 << 18  # bytes; some hundred moves are 20,000
MOST_UNREAD = 1_000  # messages; whoever says more unasked does not wait for its turn
GROUPS = os.name == "posix"  # children of the program are ended with it


class PeerFailed(KibitzError):
    """A program that gave no usable answer; the message says what happened, to be read after its name."""


def words_of(command: str) -> tuple[str, ...]:
    """The words of a command line whose program exists. Raises `BadInput`."""
    try:
        words = tuple(shlex.split(command))
    except ValueError as error:
        raise BadInput(f"the command {command[:60]!r} cannot be read: {error}") from None
    if not words or shutil.which(words[0]) is None:
        raise BadInput(f"{(words[0] if words else command)[:60]!r} is no program that can be started")
    return words


class Peer:
    """One such program from its start to its end. No wait is without a limit; what makes no sense is skipped.

    `name` is what it calls itself once it has said so.
    """

    def __init__(self, words: tuple[str, ...], rules: Message) -> None:
        """Start it and agree on the rules. Raises `PeerFailed`."""
        self.name = words[0]
        self._messages: queue.Queue[Message | None] = queue.Queue()
        self._junk = 0
        try:
            self._process = subprocess.Popen(
                words,
                stdin=subprocess.PIPE,
                stdout=subprocess.PIPE,
                stderr=subprocess.DEVNULL,
                start_new_session=GROUPS,
            )
        except OSError as error:
            raise PeerFailed(f"could not be started: {error.strerror}") from None
        assert self._process.stdout is not None
        threading.Thread(target=self._read, args=(self._process.stdout,), daemon=True).start()
        try:
            self._agree(rules)
        except PeerFailed:
            self.close()
            raise

    def say(self, message: Message) -> None:
        """Send a message. Raises `PeerFailed` where nobody is there to read it."""
        assert self._process.stdin is not None
        try:
            self._process.stdin.write(msgspec.json.encode(message) + b"\n")
            self._process.stdin.flush()
        except (OSError, ValueError):
            raise PeerFailed(self._ended()) from None

    def suggestion(self, seconds: float = GRACE) -> Message:
        """What it answers to `suggest` within `seconds`. Raises `PeerFailed`."""
        self._forget_unasked()
        self.say({"type": "suggest"})
        return self._wait_for("suggestion", seconds)

    def close(self) -> None:
        """Say `quit`, wait a moment, then end the program and what it has started."""
        process = self._process
        with contextlib.suppress(PeerFailed):
            self.say({"type": "quit"})
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

    # -- inside --

    def _agree(self, rules: Message) -> None:
        """Hear `info`, send the rules, hear `ready`."""
        ends = time.monotonic() + START_UP
        info = self._wait_for("info", START_UP)
        self.name = str(info.get("name", self.name))[:40]
        self.say(rules)
        answer = self._wait_for("ready", max(GRACE, ends - time.monotonic()), or_else="error")
        if answer["type"] == "error":
            raise PeerFailed(f"refused the rules: {str(answer.get('reason'))[:60]!r}")

    def _wait_for(self, kind: str, seconds: float, or_else: str = "") -> Message:
        """The next message of this type, or of the other one; all others are skipped. Raises `PeerFailed`."""
        ends = time.monotonic() + seconds
        while True:
            try:
                message = self._messages.get(timeout=max(0.0, ends - time.monotonic()))
            except queue.Empty:
                junk = f", but {self._junk} lines that are no messages" if self._junk else ""
                raise PeerFailed(f"said no {kind!r} within {seconds:g} s{junk}") from None
            if message is None:
                raise PeerFailed(self._ended())
            if message["type"] in (kind, or_else):
                return message

    def _forget_unasked(self) -> None:
        """Skip what was said before it was asked for."""
        while not self._messages.empty():
            if self._messages.get() is None:
                raise PeerFailed(self._ended())

    def _ended(self) -> str:
        try:
            status = self._process.wait(GOODBYE)
        except subprocess.TimeoutExpired:
            return "closed its input or output"
        return f"was ended by signal {-status}" if status < 0 else f"ended with status {status}"

    def _read(self, stream: IO[bytes]) -> None:
        """Pass messages on until the stream ends, or until far more was said than asked for."""
        with contextlib.suppress(OSError, ValueError):
            while line := stream.readline(LONGEST_LINE):
                message = _message(line)
                if message is not None:
                    self._messages.put(message)
                else:
                    self._junk += 1
                if self._messages.qsize() > MOST_UNREAD or self._junk > MOST_UNREAD:
                    break
        self._messages.put(None)


def _message(line: bytes) -> Message | None:
    """The message of a line: an object with a type; None for anything else."""
    try:
        found = msgspec.json.decode(line)
    except (msgspec.MsgspecError, RecursionError, ValueError):
        return None
    return found if isinstance(found, dict) and isinstance(found.get("type"), str) else None
