"""Building or verifying in a process of its own: an event a line on stdout, and an end when stdin is closed."""

from __future__ import annotations

import contextlib
import os
import threading
from collections.abc import Generator
from pathlib import Path

import msgspec

from ai import child
from ai.bridge.tables.index import Strain
from ai.bridge.tables.job import Built, Done, Ended, Event
from game.errors import KibitzError

PATIENCE = 5.0  # seconds that a step may go on when all is to end


class Order(msgspec.Struct, frozen=True):
    """Order for a build in `folder`, with these strains: make these levels, or verify.

    Verified are `sample` entries of each level there is, None for all.
    """

    folder: str
    verify: bool = False
    levels: tuple[int, ...] = ()
    strains: tuple[Strain, ...] = ()
    sample: int | None = None


def main(words: list[str]) -> int:
    """Carry out the order; the exit status of the process."""
    if hasattr(os, "nice"):
        os.nice(10)  # a window that is open meanwhile comes first
    order = msgspec.json.decode(words[0], type=Order)
    left = threading.Event()
    child.at_end_of_stdin(left.set, PATIENCE)  # the window has gone, or wants no more
    error = None
    try:
        with contextlib.closing(_events(order)) as events:
            for event in events:
                _say(event)
                if left.is_set():
                    return 1
    except (KibitzError, OSError, MemoryError) as reason:
        error = str(reason) or type(reason).__name__
    _say(Ended(error))
    return 0


def _events(order: Order) -> Generator[Event, None, None]:
    from ai.bridge.tables.folder import Folder

    folder = Folder(Path(order.folder))
    if order.verify:
        from ai.bridge.tables.build import verify

        yield from verify(folder, order.sample, strains=order.strains)
        return
    from ai.bridge.tables.build import build

    for event in build(folder, order.levels, order.strains):
        yield Done(event) if isinstance(event, Built) else event


def _say(event: Event) -> None:
    print(msgspec.json.encode(event).decode(), flush=True)
