"""A process that does units: each comes through stdin and goes out through stdout, its length before it.

An answer begins with a byte: whether what follows is what the unit gives, or a sentence that says why there is none.
The process ends when stdin is closed, which it is however the one that gives the units ends.
"""

from __future__ import annotations

import os
import threading
from queue import SimpleQueue
from typing import IO

from ai import child
from ai.book.work.unit import done
from game.errors import KibitzError

GIVEN, REFUSED = b"\x00", b"\x01"
_LENGTH = 8


def main() -> None:
    """Do units until there are no more; never returns."""
    answers = os.fdopen(os.dup(1), "wb")
    os.dup2(2, 1)  # a library that prints is no answer
    units: SimpleQueue[bytes] = SimpleQueue()
    threading.Thread(target=_listen, args=(units,), daemon=True).start()
    while True:
        send(answers, _answer(units.get()))


def _answer(unit: bytes) -> bytes:
    try:
        return GIVEN + done(unit)
    except (KibitzError, MemoryError, OSError, ValueError) as error:
        return REFUSED + (str(error) or type(error).__name__).encode()


def _listen(units: SimpleQueue[bytes]) -> None:
    """Take units in; the end of them is the end of the process, also in the middle of one."""
    stdin = child.stdin_for_a_thread()
    while (unit := receive(stdin)) is not None:
        units.put(unit)
    os._exit(0)


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
