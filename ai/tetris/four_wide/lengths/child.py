"""The work of a job in a process of its own: a word a line on stdout, and an end when stdin is closed."""

from __future__ import annotations

import os
import threading
from math import log10
from typing import Any

import msgspec

from ai import child
from ai.tetris.four_wide import catalogue
from ai.tetris.four_wide.lengths import lasting
from ai.tetris.four_wide.lengths.chain import lasting_of
from ai.tetris.four_wide.lengths.job import Word
from ai.tetris.four_wide.policy import Policy
from ai.tetris.four_wide.solving.size import bytes_to_work_out, demand_memory
from game.errors import KibitzError
from game.tetris.four_wide.model import Model

_COARSE, _FINE = 10.0, 1e-10  # changes at which solving begins, and at which it is nearly done
_STOPPING = threading.Event()
_PATIENCE = 20.0  # seconds that a sweep may go on when all is to end


class _Stopped(Exception):
    """The window has gone, or wants no more."""


def main(words: list[str]) -> int:
    """Solve the model of the order where it is not solved, and derive its lengths; the exit status."""
    if hasattr(os, "nice"):
        os.nice(10)  # a window that is open meanwhile comes first
    fields: dict[str, Any] = msgspec.json.decode(words[0])
    child.at_end_of_stdin(_STOPPING.set, _PATIENCE)
    try:
        model = Model(**fields)
        demand_memory(model, bytes_to_work_out)
        policy = _policy(model)
        found = lasting_of(policy, lambda step, _: _say(Word("lengths", step)))
        lasting.keep(model, found)
        _say(Word("done"))
    except _Stopped:
        return 1
    except (KibitzError, OSError, MemoryError) as error:
        _say(Word("done", error=str(error) or type(error).__name__))
        return 1
    return 0


def _policy(model: Model) -> Policy:
    if policy := catalogue.read(model):  # a damaged one is made anew
        return policy
    share = 0.0

    def told(number: int, change: float) -> None:
        nonlocal share
        share = max(share, min(1.0, log10(_COARSE / max(change, _FINE)) / log10(_COARSE / _FINE)))
        _say(Word("solve", number, share=share))

    catalogue.build(model, told)
    return Policy.read(catalogue.file_of(model))


def _say(word: Word) -> None:
    if _STOPPING.is_set():
        raise _Stopped
    print(msgspec.json.encode(word).decode(), flush=True)
