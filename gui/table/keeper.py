"""Saves the game while it is played, beside the window's own thread: a slow disk never costs a frame."""

from __future__ import annotations

from collections.abc import Sequence
from concurrent.futures import Future, ThreadPoolExecutor
from datetime import UTC, datetime

from game import library
from game.errors import KibitzError
from game.position import Position
from game.record import Record
from game.session import Session


class Keeper:
    """Autosaves one game; of several records that wait, only the newest is written.

    `created` tells games apart: another game that is still in the slot goes to the shelf first.
    """

    def __init__(self, created: str) -> None:
        self._thread = ThreadPoolExecutor(1, thread_name_prefix="keeper")
        self._running: Future[str | None] | None = None
        self._waiting: tuple[Record, Sequence[Position]] | None = None
        self._created = created
        self._slot_is_ours = False

    def keep(self, session: Session) -> None:
        """Save the game as it is now, as soon as the one before is on disk."""
        self._waiting = (session.record(self._created), session.positions)
        self._start()

    def _start(self) -> None:
        if self._waiting is not None and self._running is None:
            record, states = self._waiting
            self._waiting = None
            self._running = self._thread.submit(self._save, record, states)

    def _save(self, record: Record, states: Sequence[Position]) -> str | None:
        if not self._slot_is_ours:
            reason = _shelve_another(record)
            if reason:
                return reason
            self._slot_is_ours = True
        return library.autosave(record, states)

    def poll(self) -> str | None:
        """The reason why the last save failed, once; None while all is well."""
        if self._running is None or not self._running.done():
            return None
        reason = self._running.result()
        self._running = None
        self._start()
        return reason

    def close(self) -> str | None:
        """Wait until the newest state is on disk; the reason if it could not be written."""
        reason = None
        while self._running is not None:
            reason = self._running.result()
            self._running = None
            self._start()
        self._thread.shutdown()
        return reason


def _shelve_another(record: Record) -> str | None:
    """Put the game in the slot on the shelf if it is another one than `record`; the reason if that fails."""
    there, _ = library.resume(record.game)
    if there is None or not there.moves or there.created == record.created:
        return None
    try:
        library.keep(there)
    except KibitzError as error:
        return f"The game before could not be kept, so this one is not saved either: {error}"
    return None


def now() -> str:
    """The time as records write it: UTC to the second."""
    return datetime.now(UTC).strftime("%Y-%m-%dT%H:%M:%SZ")
