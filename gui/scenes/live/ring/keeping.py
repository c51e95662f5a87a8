"""Games on disk while they are played: written beside the window's thread, whole each time, a few times a minute."""

from __future__ import annotations

from concurrent.futures import Future, ThreadPoolExecutor
from functools import partial
from time import monotonic

from game import library
from game.errors import KibitzError
from game.record import Record, Seat
from game.tetris.guideline.real_time import GAME, Replay

EVERY = 5.0  # seconds of play between two saves, at least
MARK = 120  # ticks; a replay knows each such moment, and is cut there for nothing
KEPT_FROM = 10  # pieces: a game of fewer that is begun anew leaves no trace on the shelf
_SHARE = 20.0  # a save may take this part of the time between two


def record_of(replay: Replay, seats: tuple[Seat, ...], title: str = "", created: str = "") -> Record:
    """A game in real time as a record, opened at its end."""
    return Record(
        game=GAME,
        rules=replay.rules,
        seats=seats,
        live=replay,
        cursor=replay.count,
        title=title,
        created=created,
    )


class LiveKeeper:
    """Autosaves the games of one scene, one after the other: `begin` says which one comes now."""

    def __init__(self) -> None:
        self._thread: ThreadPoolExecutor | None = None
        self._writing: list[Future[str | None]] = []
        self._seats: tuple[Seat, ...] = ()
        self._title = self._created = ""
        self._saved = 0  # ticks in the last save
        self._due = EVERY  # seconds until the next
        self._took = 0.0
        self._ours = ""  # `created` of the game that is in the slot, once it is one of these

    def begin(self, seats: tuple[Seat, ...], title: str, created: str, saved: int = 0) -> None:
        """Another game, of which `saved` ticks are on disk already; `created` tells it from the others."""
        self._seats, self._title, self._created = seats, title, created
        self._saved, self._due = saved, EVERY

    def pass_time(self, replay: Replay, seconds: float) -> list[str]:
        """Save the game now and then while it grows; returns why saves have failed."""
        self._due -= seconds
        if self._due <= 0 and not self._writing and replay.ticks - self._saved >= MARK:
            self._due = max(EVERY, _SHARE * self._took)
            self._save(replay, replay.ticks // MARK * MARK)
        return self._results([each for each in self._writing if each.done()])

    def keep(self, replay: Replay) -> None:
        """Save the game as it stands, as soon as what is being written is on disk."""
        if replay.ticks > self._saved and replay.count:
            self._save(replay, replay.ticks)

    def finish(self, replay: Replay) -> None:
        """Put a game that is over on the shelf: only games that can go on are in the slot."""
        if replay.count:
            self._save(replay, replay.ticks, over=True)

    def close(self) -> list[str]:
        """Wait until all is on disk; returns why something could not be saved."""
        reasons = self._results(list(self._writing))
        if self._thread is not None:
            self._thread.shutdown()
            self._thread = None
        return reasons

    def _save(self, replay: Replay, tick: int, *, over: bool = False) -> None:
        self._saved = tick
        self._thread = self._thread or ThreadPoolExecutor(1, thread_name_prefix="keeper")
        record = record_of(replay.cut(tick), self._seats, self._title, self._created)
        self._writing.append(self._thread.submit(partial(self._write, record, over)))

    def _results(self, done: list[Future[str | None]]) -> list[str]:
        self._writing = [each for each in self._writing if each not in done]
        reasons = [reason for each in done if (reason := each.result())]
        if reasons:
            self._saved = 0
        return reasons

    def _write(self, record: Record, over: bool) -> str | None:
        began = monotonic()
        if self._ours != record.created:
            reason = _clear_slot(record)
            if reason:
                return reason
            self._ours = record.created
        reason = _shelve(record) if over else library.autosave(record)
        self._took = monotonic() - began
        return reason


def _clear_slot(record: Record) -> str | None:
    """Put the game in the slot on the shelf if it is another one than `record`; the reason if that fails."""
    there, _ = library.resume(GAME)
    if there is None or there.created == record.created:
        return None
    reason = _shelve(there)
    return f"The game before could not be kept, so this one is not saved either: {reason}" if reason else None


def _shelve(record: Record) -> str | None:
    """Move a game from the slot to the shelf; one that has hardly begun just goes. The reason if that fails."""
    try:
        if record.length >= KEPT_FROM:
            library.keep(record)
        library.autosave_path(GAME).unlink(missing_ok=True)
    except KibitzError as error:
        return str(error)
    except OSError as error:
        return f"{library.autosave_path(GAME)} cannot be taken away: {error.strerror or error}."
    return None
