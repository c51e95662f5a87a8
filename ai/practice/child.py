"""Problems from files in a process of its own: an event a line on stdout, and an end when stdin is closed."""

from __future__ import annotations

import os
import time
from pathlib import Path

import msgspec

from ai import child
from ai.practice.job import Ended, Event, FileOrder, Judging
from game.errors import KibitzError
from game.practice.history import History

_EVERY = 0.2  # seconds between two signs of life


def main(words: list[str]) -> int:
    """Carry out the order; the exit status of the process."""
    if hasattr(os, "nice"):
        os.nice(15)  # whoever plays meanwhile comes first
    order = msgspec.json.decode(words[0], type=FileOrder)
    child.at_end_of_stdin()
    error = None
    try:
        from ai.practice.games import player_in, problems_from

        paths = [Path(path) for path in order.paths]
        history = History(Path(order.history)) if order.history else None
        known = set() if history is None else {each.key for each in history.reviewed}
        made = 0 if history is None else len(history.problems)
        last = 0.0
        player = player_in(paths, order.player)
        for event in problems_from(paths, player, lambda game: game.key in known, made):
            if not isinstance(event, Judging) or time.monotonic() - last > _EVERY:
                last = time.monotonic()
                _say(event)
    except (KibitzError, OSError, MemoryError) as reason:
        error = str(reason) or type(reason).__name__
    _say(Ended(error=error))
    return 0


def _say(event: Event | Ended) -> None:
    print(msgspec.json.encode(event).decode(), flush=True)
