"""A program that speaks the Tetris Bot Protocol, kept at arm's length: it may be slow, mad, or dead."""

from __future__ import annotations

import queue
import shlex
import shutil
import time

import msgspec

from ai.program import RunningProgram
from game.errors import BadInput, KibitzError
from game.tetris.guideline.tbp import Message

START_UP = 20.0  # seconds until `ready`: loading, compiling
GRACE = 0.5  # seconds for an answer to `suggest`; Battletris counts more as giving up
LONGEST_LINE = 1 << 18  # bytes; some hundred moves are 20,000
MOST_UNREAD = 1_000  # messages; whoever says more unasked does not wait for its turn


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
            self._program = RunningProgram(words, LONGEST_LINE, self._hear, lambda: self._messages.put(None))
        except OSError as error:
            raise PeerFailed(f"could not be started: {error.strerror}") from None
        try:
            self._agree(rules)
        except PeerFailed:
            self.close()
            raise

    def say(self, message: Message) -> None:
        """Send a message. Raises `PeerFailed` where nobody is there to read it."""
        if not self._program.send(msgspec.json.encode(message)):
            raise PeerFailed(self._program.ended())

    def suggestion(self, seconds: float = GRACE) -> Message:
        """What it answers to `suggest` within `seconds`. Raises `PeerFailed`."""
        self._forget_unasked()
        self.say({"type": "suggest"})
        return self._wait_for("suggestion", seconds)

    def close(self) -> None:
        """Say `quit`, wait a moment, then end the program and what it has started."""
        self._program.close(msgspec.json.encode({"type": "quit"}))

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
                raise PeerFailed(f"said no {kind!r} within {seconds:.3g} s{junk}") from None
            if message is None:
                raise PeerFailed(self._program.ended())
            if message["type"] in (kind, or_else):
                return message

    def _forget_unasked(self) -> None:
        """Skip what was said before it was asked for."""
        while not self._messages.empty():
            if self._messages.get() is None:
                raise PeerFailed(self._program.ended())

    def _hear(self, line: bytes) -> bool:
        """Keep a message; False once far more was said than asked for."""
        message = _message(line)
        if message is not None:
            self._messages.put(message)
        else:
            self._junk += 1
        return self._messages.qsize() <= MOST_UNREAD and self._junk <= MOST_UNREAD


def _message(line: bytes) -> Message | None:
    """The message of a line: an object with a type; None for anything else."""
    try:
        found = msgspec.json.decode(line)
    except (msgspec.MsgspecError, RecursionError, ValueError):
        return None
    return found if isinstance(found, dict) and isinstance(found.get("type"), str) else None
