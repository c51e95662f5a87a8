"""The work of a job in a process of its own: a word a line on stdout, and an end when stdin is closed."""

from __future__ import annotations

import contextlib
import os
import sys
import threading
from typing import Any

import msgspec

from ai.tetris.four_wide import work
from ai.tetris.four_wide.lengths import lasting
from ai.tetris.four_wide.lengths.chain import lasting_of
from ai.tetris.four_wide.lengths.job import Word
from ai.tetris.four_wide.policy import Policy
from game.errors import BadTable, KibitzError
from game.tetris.four_wide.model import Model


def main(words: list[str]) -> int:
    """Solve the model of the order where it is not solved, and derive its lengths; the exit status."""
    if hasattr(os, "nice"):
        os.nice(10)  # a window that is open meanwhile comes first
    fields: dict[str, Any] = msgspec.json.decode(words[0])
    threading.Thread(target=_watch, daemon=True).start()
    try:
        model = Model(**fields)
        policy = _policy(model)
        found = lasting_of(policy, lambda step, _: _say(Word("lengths", step)))
        lasting.keep(model, found)
    except (KibitzError, OSError, MemoryError) as error:
        _say(Word("done", error=str(error) or type(error).__name__))
        return 1
    _say(Word("done"))
    return 0


def _policy(model: Model) -> Policy:
    path = work.file_of(model)
    with contextlib.suppress(BadTable):  # a damaged one is made anew
        if path.exists():
            return Policy.read(path)
    work.build(model, lambda number, _: _say(Word("solve", number)))
    return Policy.read(path)


def _watch() -> None:
    """Leave at once where the window has gone, or wants no more; files are written whole or not at all."""
    with contextlib.suppress(OSError, ValueError):
        while sys.stdin.buffer.read(1):
            pass
    os._exit(1)


def _say(word: Word) -> None:
    print(msgspec.json.encode(word).decode(), flush=True)
