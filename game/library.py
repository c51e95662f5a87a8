"""The user's saved games: the folder of those kept by name, and the one of those that are being played.

Nothing here stops the program: a folder that cannot be written, or a file that cannot be believed, is told
in a sentence.
"""

from __future__ import annotations

import os
import re
import sqlite3
import time
import zlib
from collections import deque
from collections.abc import Iterable, Iterator, Sequence
from contextlib import closing, suppress
from dataclasses import dataclass, replace
from datetime import datetime
from functools import cached_property
from pathlib import Path
from threading import RLock, Thread
from typing import Literal, NamedTuple

import msgspec

from game import saving
from game.errors import BadRecord, NotSaved
from game.places import cache_dir, data_dir, prepare
from game.record import (
    MOST_TITLE,
    SUFFIX,
    Head,
    Played,
    Record,
    glance,
    read_head,
    read_record,
    record_of,
    write_record,
)

MOST_COPIES = 1000

Result = Literal["won", "lost", "drawn", "over", "unfinished"]


class Summary(msgspec.Struct, frozen=True, array_like=True):
    """A game in a list: its length and how it ended, in words, and which `result` that is for the person.

    `over` is that of a game without a person, or without a winner, that has come to its end.
    """

    length: str
    ending: str
    result: Result

    @property
    def words(self) -> str:
        """`29 walls, you won`; of a game in real time `you win, 90 pieces`."""
        return ", ".join(each for each in (self.length, self.ending) if each)


@dataclass(frozen=True)
class Saved:
    """A saved file as lists know it; `reason` says why it cannot be opened.

    `head` is None where not even that can be read. `changed` is the file's time in seconds. `summary` is known once
    the game was opened. `held` is the record of a game that stands in no file.
    """

    path: Path
    changed: float
    head: Head | None
    reason: str = ""
    summary: Summary | None = None
    held: Record | None = None

    @classmethod
    def of(cls, path: Path, record: Record) -> Saved:
        """A game that is at hand, as if it were saved at `path`."""
        return cls(path, 0.0, Head.of(record), held=record)

    @property
    def record(self) -> Record | None:
        """The whole game without its moves tried, read anew each time; None where it cannot be read."""
        if self.held is not None or self.head is None:
            return self.held
        try:
            return glance(self.path)
        except BadRecord:
            return None

    @cached_property
    def began(self) -> float:
        """Time at which the game began, in seconds; of a file that does not say so, the time of the file."""
        created = self.head.created if self.head is not None else ""
        return datetime.fromisoformat(created).timestamp() if created else self.changed


def games_dir() -> Path:
    """The folder of the games kept by name."""
    return data_dir() / "games"


def autosave_dir() -> Path:
    """The folder of the games that are being played, with a folder in it for each window."""
    return data_dir() / "autosave"


def file_name(game: str, created: str) -> str:
    """The name of a game's file: what is played, and when it began."""
    return f"{game}-{re.sub(r'[^0-9]', '', created) or 'game'}{SUFFIX}"


def store(path: Path, game: Record | Played) -> None:
    """Put `game` at `path`, whose folder is made. Raises `NotSaved`, or `BadRecord` for what is no game."""
    reason = prepare(path.parent)
    if reason:
        raise NotSaved(reason)
    write_record(path, game)
    index().forget(path)


def keep(game: Record | Played) -> Path:
    """The file among the saved games that now holds `game`, named by game and date.

    What was kept of the same game earlier on is replaced. Raises `NotSaved`, or `BadRecord` for a record that is no
    game.
    """
    record = record_of(game)
    path = games_dir() / file_name(record.game, record.created)
    earlier = map(_glanced, (path, *path.parent.glob(f"{path.stem}-*{SUFFIX}")))
    same = (before for before, old in earlier if old is not None and begins(old, record))
    path = next(same, None) or _free(path)
    store(path, game)
    return path


def begins(old: Record, new: Record) -> bool:
    """Return True if `old` is the beginning of the game in `new`, or all of it, so that nothing is lost without it."""
    same = all(getattr(old, each) == getattr(new, each) for each in ("game", "rules", "seats", "created"))
    if not (same and old.created and (old.run is None) == (new.run is None)):
        return False
    if old.run is not None:
        earlier, later = (old, *old.race), (new, *new.race)
        return old.players == new.players and all(
            before.rules == after.rules and before.length <= after.length
            for before, after in zip(earlier, later, strict=True)
        )
    if old.live is not None and new.live is not None:
        try:
            return new.live.cut(min(old.live.ticks, new.live.ticks)) == old.live
        except BadRecord:
            return False
    return old.live is new.live and _has_lines(new, old)


def _has_lines(new: Record, old: Record) -> bool:
    """Return True if every line of `old` was played in `new`, too."""
    known: dict[tuple[int, str], int] = {}
    for node, text, number in _steps(new):
        known[node, text] = number
    same = {0: 0}  # positions of the old record by those of the new one
    for node, text, number in _steps(old):
        result = known.get((same[node], text))
        if result is None:
            return False
        same[number] = result
    return True


def _steps(record: Record) -> Iterator[tuple[int, str, int]]:
    """Every move of a record: the number of the position before it, its text, the number of the one after."""
    after = 0
    for begin, moves in [(0, record.moves), *((each.node, each.moves) for each in record.variations)]:
        before = begin
        for move in moves:
            after += 1
            yield before, move.text, after
            before = after


@dataclass(frozen=True)
class Deleted:
    """Games that were deleted: where each was, and where it is now, until it is restored or `KEPT_DAYS` old."""

    moved: tuple[tuple[Path, Path], ...]

    def restore(self) -> None:
        """Put all of them back. Raises `NotSaved` for the first that cannot be."""
        for before, now in self.moved:
            if before.exists():
                raise NotSaved(f"{before.name} cannot be restored: there is another file of this name.")
            _move(now, before)


def copy(paths: Sequence[Path], folder: Path) -> None:
    """Copy games to a folder, which is made. Files of the same name stay there. Raises `NotSaved`."""
    reason = prepare(folder)
    if reason:
        raise NotSaved(reason)
    for path in paths:
        try:
            data, there = path.read_bytes(), folder / path.name
            if not (there.is_file() and there.read_bytes() == data):
                saving.save(_free(there), data)
        except OSError as error:
            raise NotSaved(f"{path} cannot be copied: {error.strerror or error}.") from None


KEPT_DAYS = 30


def delete(paths: Sequence[Path]) -> Deleted:
    """Delete games, in a way that can be undone. Raises `NotSaved`; what was deleted before that is put back."""
    folder = data_dir() / "deleted"
    reason = prepare(folder)
    if reason:
        raise NotSaved(reason)
    _purge(folder)
    moved: list[tuple[Path, Path]] = []
    try:
        for path in paths:
            aside = _free(folder / path.name)
            _move(path, aside)
            moved.append((path, aside))
    except NotSaved:
        Deleted(tuple(moved)).restore()
        raise
    return Deleted(tuple(moved))


def _move(path: Path, to: Path) -> None:
    try:
        to.parent.mkdir(parents=True, exist_ok=True)
        path.rename(to)
    except OSError as error:
        raise NotSaved(f"{path} cannot be moved: {error.strerror or error}.") from None


def _purge(folder: Path) -> None:
    """Remove for good what was deleted long ago: the time of a file's last change of place."""
    before = time.time() - KEPT_DAYS * 86400
    for each in folder.glob(f"*{SUFFIX}"):
        with suppress(OSError):
            if each.stat().st_ctime < before:
                each.unlink()


def rename(path: Path, title: str) -> None:
    """Give the game at `path` a title; an empty one takes it away. Raises `KibitzError`."""
    write_record(path, msgspec.structs.replace(read_record(path), title=title.strip()[:MOST_TITLE]))
    index().forget(path)


def load(path: Path) -> tuple[Record | None, str | None]:
    """The game at `path`, and a sentence where there is something to say.

    No file: `(None, None)`. A bad one is set aside under another name, never deleted: `(None, reason)`.
    """
    try:
        if not path.exists():
            return None, None
        return read_record(path), None
    except BadRecord as error:
        return None, f"{error} {_set_aside(path)}"
    except OSError as error:
        return None, f"{path} cannot be read: {error.strerror or error}."


def saved_games(*folders: Path) -> tuple[Saved, ...]:
    """All games in these folders, by default those kept by name: the one that began last is first.

    Those that cannot be opened are among them, with the reason.
    """
    if not folders:
        return index().look(None)
    generator = ((folder, *each) for folder in folders for each in (_scan(folder) or {}).items())
    return _ordered(_read(*each) for each in generator)


def _ordered(games: Iterable[Saved]) -> tuple[Saved, ...]:
    return tuple(sorted(games, key=lambda saved: (-saved.began, saved.path.name)))


def _glanced(path: Path) -> tuple[Path, Record | None]:
    """A file with its record; None where it is none."""
    try:
        return path, glance(path)
    except BadRecord:
        return path, None


class _Stamp(NamedTuple):
    """The size of a file and its times in nanoseconds: of its content, and of all that is known of it.

    The second one tells a file that was replaced by one as large with the time of the old one.
    """

    size: int
    modified: int
    changed: int


def _scan(folder: Path) -> dict[str, _Stamp] | None:
    """The games in a folder by name; None where there is none that can be read."""
    stamps: dict[str, _Stamp] = {}
    try:
        with os.scandir(folder) as entries:
            for each in entries:
                if each.name.endswith(SUFFIX):
                    stamps[each.name] = _stamp_of(each)
    except OSError:
        return None
    return stamps


def _stamp_of(file: os.DirEntry[str]) -> _Stamp:
    try:
        status = file.stat() if os.name != "nt" else os.stat(file.path)
    except OSError:
        return _Stamp(0, 0, 0)
    return _Stamp(status.st_size, status.st_mtime_ns, status.st_ctime_ns)


class _Entry(msgspec.Struct, frozen=True, array_like=True):
    """The index's entry for a file."""

    head: Head | None
    reason: str = ""
    summary: Summary | None = None

    def saved(self, path: Path, stamp: _Stamp) -> Saved:
        return Saved(path, stamp.modified / 1e9, self.head, self.reason, self.summary)


_ENTRY = msgspec.msgpack.Decoder(_Entry)
_INDEX = "library.sqlite"
_VERSION = 1  # of the index; raised with everything that an entry says
_TABLE = """CREATE TABLE IF NOT EXISTS games (folder BLOB, name BLOB, size INTEGER, modified INTEGER,
changed INTEGER, checksum INTEGER, entry BLOB, PRIMARY KEY (folder, name)) WITHOUT ROWID"""
_DAMAGED = (sqlite3.SQLITE_CORRUPT, sqlite3.SQLITE_NOTADB, sqlite3.SQLITE_ERROR)
_PATIENCE = 1.0  # seconds for which another window may be writing
_AT_ONCE = 32  # files that are read without a word
_EVERY = 0.5  # seconds between two looks at what was read beside the window


class Index:
    """Index of the games in a folder, so that none has to be opened; its file can be made again.

    The games' own files are the truth: an entry counts as long as its file is as it was when it was read. Where the
    index cannot be read or written, it is as good as empty, and what this process has read is kept in memory.
    Windows may share it; each holds it open only while it reads or writes. All methods may be called in any thread.
    """

    def __init__(self, folder: Path, file: Path) -> None:
        self.folder, self.file = folder, file
        self.changes = 0  # counts whenever `games` become others
        self._games: tuple[Saved, ...] | None = ()
        self._unread: deque[tuple[str, _Stamp]] = deque()
        self._in_hand = 0  # files that were read and are not among the games yet
        self._known: dict[str, tuple[_Stamp, Saved]] = {}
        self._loaded = False
        self._lock = RLock()
        self._reader: Thread | None = None

    @property
    def games(self) -> tuple[Saved, ...]:
        """Those that are known, the one that began last first."""
        with self._lock:
            if self._games is None:
                self._games = _ordered(saved for _, saved in self._known.values())
            return self._games

    @property
    def unread(self) -> int:
        """The number of files that are still to be read."""
        with self._lock:
            return len(self._unread) + self._in_hand

    def look(self, most: int | None = _AT_ONCE) -> tuple[Saved, ...]:
        """See what is in the folder now, and read at most so many files (None: all) that are new or have changed.

        `read_on` reads the others.
        """
        with self._lock:
            if not self._loaded:
                self._load()
            stamps = _scan(self.folder)
            gone = [name for name in self._known if stamps is None or name not in stamps]
            for name in gone:
                del self._known[name]
            files = (stamps or {}).items()
            new = [each for each in files if each[0] not in self._known or self._known[each[0]][0] != each[1]]
            for name, _ in new:
                self._known.pop(name, None)
            new.sort(key=lambda each: -each[1].modified)
            now, self._unread = new[:most], deque(new[most:] if most is not None else ())
            if gone or new:
                self._changed()
            read = [(name, stamp, _read(self.folder, name, stamp)) for name, stamp in now]
            self._put(read)
        self._write(read, gone if stamps is not None else ())
        return self.games

    def read_on(self) -> None:
        """Read the files that are left in a thread, the newest first."""
        with self._lock:
            if self._unread and (self._reader is None or not self._reader.is_alive()):
                self._reader = Thread(target=self._read_all, name="library", daemon=True)
                self._reader.start()

    def _read_all(self) -> None:
        read: list[tuple[str, _Stamp, Saved]] = []
        due = time.monotonic() + _EVERY
        while True:
            with self._lock:
                self._in_hand = len(read)
                following = self._unread.popleft() if self._unread else None
                self._in_hand += following is not None
            if following is not None:
                read.append((*following, _read(self.folder, *following)))
            if following is None or time.monotonic() > due:
                with self._lock:
                    self._in_hand = 0
                    self._put(read)
                self._write(read, ())
                read, due = [], time.monotonic() + _EVERY
            if following is None:
                return

    def tell(self, saved: Saved, summary: Summary | None, reason: str = "") -> None:
        """Take what opening a game has shown: its summary, or the reason why it cannot be opened."""
        name = saved.path.name
        with self._lock:
            stamp, now = self._known.get(name, (None, None))
            if stamp is None or now is None or now.path != saved.path or now.changed != saved.changed:
                return
            details = replace(now, summary=summary, reason=reason or now.reason)
            self._known[name] = (stamp, details)
            self._games = None
        self._write([(name, stamp, details)], ())

    def forget(self, path: Path) -> None:
        """Read a file again when it is asked for next: it was written just now."""
        with self._lock:
            if path.parent == self.folder and self._known.pop(path.name, None) is not None:
                self._changed()

    def _put(self, read: Sequence[tuple[str, _Stamp, Saved]]) -> None:
        for name, stamp, saved in read:
            self._known[name] = (stamp, saved)
        if read:
            self._changed()

    def _changed(self) -> None:
        self._games = None
        self.changes += 1

    # -- the file --

    def _load(self) -> None:
        """Take what the file knows; one that is damaged is removed, and made again by what is written next."""
        self._loaded = True
        if not self.file.exists():
            return
        try:
            with closing(self._open()) as base, base:
                rows = base.execute(
                    "SELECT name, size, modified, changed, checksum, entry FROM games WHERE folder = ?",
                    (os.fsencode(self.folder),),
                ).fetchall()
        except sqlite3.Error as error:
            self._give_up(error)
            return
        for name, size, modified, changed, checksum, data in rows:
            try:
                if zlib.crc32(data) == checksum:
                    stamp = _Stamp(size, modified, changed)
                    text = os.fsdecode(name)
                    self._known[text] = (stamp, _ENTRY.decode(data).saved(self.folder / text, stamp))
            except (msgspec.MsgspecError, TypeError, ValueError):
                continue
        self._changed()

    def _write(self, read: Sequence[tuple[str, _Stamp, Saved]], gone: Sequence[str]) -> None:
        """Put entries into the file, and take those out whose games are gone. Where it cannot be: it is a cache."""
        if not read and not gone:
            return
        folder, rows = os.fsencode(self.folder), []
        for name, stamp, saved in read:
            with suppress(UnicodeError):  # a reason with a name that is no text is read again each time
                data = msgspec.msgpack.encode(_Entry(saved.head, saved.reason, saved.summary))
                rows.append((folder, os.fsencode(name), *stamp, zlib.crc32(data), data))
        for _ in range(2):  # again where the file was damaged and has been removed
            try:
                with closing(self._open()) as base, base:
                    base.executemany("REPLACE INTO games VALUES (?, ?, ?, ?, ?, ?, ?)", rows)
                    left = ((folder, os.fsencode(name)) for name in gone)
                    base.executemany("DELETE FROM games WHERE folder = ? AND name = ?", left)
                return
            except sqlite3.Error as error:
                if not self._give_up(error):
                    return

    def _open(self) -> sqlite3.Connection:
        """The file, made where it is missing or of another version. Raises `sqlite3.Error`."""
        if self.file.is_absolute():
            with suppress(OSError):
                self.file.parent.mkdir(parents=True, exist_ok=True)
        base = sqlite3.connect(self.file, timeout=_PATIENCE)
        try:
            base.execute("PRAGMA synchronous = OFF")
            if base.execute("PRAGMA user_version").fetchone()[0] != _VERSION:
                base.execute("BEGIN IMMEDIATE")
                if (
                    base.execute("PRAGMA user_version").fetchone()[0] != _VERSION
                ):  # no other window was faster
                    base.execute("DROP TABLE IF EXISTS games")
                    base.execute(_TABLE)
                    base.execute(f"PRAGMA user_version = {_VERSION}")
                base.commit()
        except sqlite3.Error:
            base.close()
            raise
        return base

    def _give_up(self, error: Exception) -> bool:
        """Remove a damaged file; whether that was the trouble."""
        if (getattr(error, "sqlite_errorcode", 0) & 0xFF) not in _DAMAGED:
            return False
        try:
            self.file.unlink(missing_ok=True)
        except OSError:
            return False
        return True


_indexes: dict[tuple[Path, Path], Index] = {}


def index() -> Index:
    """The index of the games kept by name."""
    place = (games_dir(), cache_dir() / _INDEX)
    if place not in _indexes:
        _indexes.clear()
        _indexes[place] = Index(*place)
    return _indexes[place]


def _read(folder: Path, name: str, stamp: _Stamp) -> Saved:
    """Return a game's line in a list, read from the file itself."""
    path = folder / name
    changed = stamp.modified / 1e9
    try:
        return Saved(path, changed, read_head(path))
    except BadRecord as error:
        return Saved(path, changed, None, str(error))


def _set_aside(path: Path) -> str:
    """Rename a bad file to a free name ending in `.bad`; what was done, as a sentence."""
    try:
        aside = _free(path.with_name(f"{path.name}.bad"))
        path.rename(aside)
    except (OSError, NotSaved):
        return "It could not be set aside and stays where it is."
    return f"It was set aside as {aside.name}."


def _free(path: Path) -> Path:
    """`path`, or the first of its numbered neighbours that does not exist. Raises `NotSaved`."""
    stem, _, ending = path.name.partition(".")
    for number in range(1, MOST_COPIES):
        candidate = path if number == 1 else path.with_name(f"{stem}-{number}.{ending}")
        if not candidate.exists():
            return candidate
    raise NotSaved(f"{path.parent} holds too many files called {stem}.")
