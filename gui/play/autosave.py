"""Saves games while they are played, in a thread: a slow disk never costs a frame.

Each window has a folder of its own below `autosave`, and in it a file for each game that can go on. A lock on the
folder, which the system drops when the window's process ends, however it ends, tells the games of another open window
from those that a closed or killed one has left. Only the latter can be continued here.
"""

from __future__ import annotations

from collections.abc import Callable
from concurrent.futures import Future, ThreadPoolExecutor
from contextlib import suppress
from datetime import UTC, datetime, timedelta
from pathlib import Path
from time import monotonic
from typing import IO

import msgspec

from game import library
from game.errors import BadInput, KibitzError, NotSaved
from game.library import Saved
from game.places import prepare
from game.record import MOST_PLAYERS, SUFFIX, Played, Record, record_of
from game.saving import lock
from gui.play.run_plan import title_of

LOCK = "window.lock"
SANDBOX = "sandbox"  # the name of the file with the sandbox's board
_MOST_WINDOWS = 100
_ELSEWHERE = "Another window has continued this game."
_DATE = "%Y-%m-%dT%H:%M:%SZ"
_Work = Callable[[], str | None]  # returns what is to be said


def now() -> str:
    """The time as records write it: UTC to the second."""
    return datetime.now(UTC).strftime(_DATE)


def _later(created: str) -> str:
    """A second later."""
    return (datetime.fromisoformat(created) + timedelta(seconds=1)).strftime(_DATE)


class Autosave:
    """The games that one window plays, on disk. `seconds` is how long the last one took to write."""

    def __init__(self) -> None:
        self.seconds = 0.0
        self._thread: ThreadPoolExecutor | None = None
        self._running: Future[str | None] | None = None
        self._waiting: dict[object, _Work] = {}
        self._notices: list[str] = []
        self._own: Path | None = None
        self._lock: IO[bytes] | None = None
        self._newest = ""

    # -- games that are played --

    def begin(self) -> str:
        """Return the time at which a new game begins, for its record.

        No other game of this window has the same time.
        """
        self._newest = max(now(), _later(self._newest)) if self._newest else now()
        return self._newest

    def save(self, game: Record | Played) -> None:
        """Save a game as it is now; of several states that wait, only the newest is written."""
        self._put_game(record_of(game), lambda path: library.store(path, game))

    def finish(self, game: Record | Played) -> None:
        """Move a game that is over or given up to the saved games: those that stay can be continued."""

        def move(path: Path) -> None:
            library.keep(game)
            path.unlink(missing_ok=True)

        self._put_game(record_of(game), move)

    def drop(self, record: Record) -> None:
        """Forget a game."""
        self._put_game(record, lambda path: path.unlink(missing_ok=True))

    def save_board(self, record: Record) -> None:
        """Save the board of the sandbox."""
        self._put_file(f"{SANDBOX}{SUFFIX}", lambda path: library.store(path, record))

    def keep(self, build: Callable[[], Record]) -> None:
        """Put a game that may be long among the saved ones; `poll` says where it is."""

        def work() -> str:
            record = build()
            what = "race" if record.race else "game"
            return f"The {what} is saved as {library.keep(record).name}. Games lists it."

        self._put(object(), work)

    def put_away(self, build: Callable[[], Record]) -> None:
        """Keep a run that may be long: it can be continued, or if its game is over it is among the saved ones."""

        def work() -> None:
            record = build()
            path = self._folder() / library.file_name(record.game, record.created)
            if record.run_over:
                library.keep(record)
                path.unlink(missing_ok=True)
            else:
                library.store(path, record)

        self._put(object(), work)

    # -- games that can be continued --

    def games(self) -> list[Saved]:
        """The games that can be continued here, the one that was played last first."""
        saved_games = library.saved_games(*self._folders()[0])
        return sorted(
            (each for each in saved_games if each.path.stem != SANDBOX), key=lambda each: -each.changed
        )

    def board(self) -> Record | None:
        """The board of the sandbox that was saved last; None where there is none that can be read."""
        saved_games = [each for each in library.saved_games(*self._folders()[0]) if each.path.stem == SANDBOX]
        return max(saved_games, key=lambda each: each.changed).record if saved_games else None

    def take(self, path: Path) -> Record:
        """The game at `path`, which from now on is one of this window. Raises `NotSaved` or `BadInput`."""
        if path.parent not in self._folders()[0]:
            raise BadInput(_ELSEWHERE)
        record, reason = library.load(path)
        if record is None:
            raise BadInput(reason or _ELSEWHERE)
        own = self._folder() / library.file_name(record.game, record.created)
        if path != own:
            while own.exists():  # two windows may have begun a game in the same second
                record = msgspec.structs.replace(record, created=_later(record.created))
                own = own.with_name(library.file_name(record.game, record.created))
            try:
                path.rename(own)
            except OSError:
                raise BadInput(_ELSEWHERE) from None
        return record

    def race_of(self, record: Record) -> Record:
        """The race of which `record` is one run, where each has a file of its own, as one file; else the record."""
        runs, played = [record], {record.run.controller} if record.run is not None else set()
        for saved in self.games() if record.seed and not record.race else ():
            other = saved.record if saved.head is not None and saved.head.course == "run" else None
            if other is None or other.run is None or other.race or other.seed != record.seed:
                continue
            if other.run.controller not in played and len(runs) < MOST_PLAYERS:
                played.add(other.run.controller)
                runs.append(self.take(saved.path))
        if len(runs) == 1:
            return record
        first, *others = sorted(runs, key=lambda each: each.created)
        race = msgspec.structs.replace(first, race=tuple(others))
        race = msgspec.structs.replace(race, title=title_of(race))
        library.store(self._folder() / library.file_name(first.game, first.created), race)
        for each in others:
            self.drop(each)
        return race

    def another_window(self) -> bool:
        """Return True if another window is open on the same saved games; from now on, others see this one."""
        with suppress(NotSaved):
            self._folder()
        return self._folders()[1]

    def path(self, game: str, created: str) -> Path | None:
        """The file of a game of this window; None where nothing has been saved yet."""
        self.flush()
        return self._own / library.file_name(game, created) if self._own is not None else None

    def _folder(self) -> Path:
        """The folder of this window, claimed when it is first asked for. Raises `NotSaved`."""
        for number in range(1, _MOST_WINDOWS):
            if self._own is not None:
                return self._own
            folder = library.autosave_dir() / str(number)
            reason = prepare(folder)
            if reason:
                raise NotSaved(reason)
            self._lock = lock(folder / LOCK)
            self._own = folder if self._lock is not None else None
        raise NotSaved(f"Too many windows are open: no folder in {library.autosave_dir()} is free.")

    def _folders(self) -> tuple[list[Path], bool]:
        """The folders whose games can be continued here, all of them on disk, and whether another window is open."""
        self.flush()
        numbered = [path for path in library.autosave_dir().glob("*/") if path.name.isdigit()]
        others = [path for path in numbered if path != self._own]
        free = [path for path in others if _is_free(path)]
        own = [self._own] if self._own is not None else []
        return [*own, *free, library.autosave_dir()], len(free) < len(others)

    # -- writing --

    @property
    def busy(self) -> bool:
        """True if something is being written."""
        return self._running is not None

    def _put_game(self, record: Record, work: Callable[[Path], None]) -> None:
        self._put_file(library.file_name(record.game, record.created), work)

    def _put_file(self, name: str, work: Callable[[Path], None]) -> None:
        self._put(name, lambda: work(self._folder() / name))

    def _put(self, key: object, work: _Work) -> None:
        """Have something done; what waits under the same key is no longer needed."""
        self._waiting[key] = work
        self._start()

    def _start(self) -> None:
        if self._waiting and self._running is None:
            self._thread = self._thread or ThreadPoolExecutor(1, thread_name_prefix="autosave")
            self._running = self._thread.submit(self._do, self._waiting.pop(next(iter(self._waiting))))

    def _do(self, work: _Work) -> str | None:
        began = monotonic()
        try:
            return work()
        except KibitzError as error:
            return str(error)
        except OSError as error:
            return f"{error.filename} cannot be removed: {error.strerror or error}."
        finally:
            self.seconds = monotonic() - began

    def _collect(self, running: Future[str | None]) -> None:
        sentence, self._running = running.result(), None
        self._notices += [sentence] if sentence else []
        self._start()

    def poll(self) -> list[str]:
        """Return errors in saving since the last call, and the places of kept games."""
        while self._running is not None and self._running.done():
            self._collect(self._running)
        messages, self._notices = self._notices, []
        return messages

    def flush(self) -> None:
        """Wait until everything is on disk."""
        while self._running is not None:
            self._collect(self._running)

    def close(self) -> None:
        """Wait until everything is on disk, and leave the games to other windows."""
        self.flush()
        if self._thread is not None:
            self._thread.shutdown()
        if self._lock is not None:
            self._lock.close()
        self._thread = self._lock = self._own = None


def _is_free(folder: Path) -> bool:
    """Return True if no open window has this folder."""
    file = lock(folder / LOCK)
    if file is not None:
        file.close()
    return file is not None
