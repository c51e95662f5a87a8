"""The history of a person's practice: attempts, when each problem comes back, the own problems, the judged games.

All of it is one SQLite file, because two windows may write at once, a kill must lose nothing, and an attempt is one
row. Attempts are the truth: when a problem comes back follows from them by FSRS (package `fsrs`, without its random
part), so histories of two machines are merged by taking all attempts of both.

Nothing here stops practice. What cannot be written is held in memory and tried again with the next; a damaged file is
kept beside, and what can be read of it goes on. `notice` says such things in a sentence.
"""

from __future__ import annotations

import os
import secrets
import sqlite3
import time
from collections.abc import Callable, Collection, Iterable, Iterator, Sequence
from contextlib import closing, suppress
from datetime import UTC, datetime
from functools import cache
from pathlib import Path
from threading import RLock
from typing import Annotated, Literal, TypeAlias

import msgspec
from fsrs import Card, Rating, Scheduler
from msgspec import Meta

from game.errors import BadDeck, NotSaved
from game.places import data_dir, prepare
from game.practice.deck import MOST_BYTES, deck_of, sealed, unsealed
from game.practice.problem import Problem, Text
from game.saving import load, save
from game.words import counted

OUTCOMES = ("right", "fine", "wrong", "shown")
Outcome = Literal["right", "fine", "wrong", "shown"]
DAY = 86_400.0
QUICK, SLOW = 8.0, 90.0  # seconds: below is easy, above hard, for a problem of one move
_LONGER = 3.0  # times as long a problem that is played to the end may take
MISTAKES = "mistakes"  # the deck of the own problems

Seconds = Annotated[float, Meta(ge=0, le=1e11)]


class Attempt(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True, tag_field="line"):
    """One try at a problem, from its first sight to its end; `at` is seconds since 1970, UTC.

    `outcome` is that of the first try; `shown` where the person asked for the answer. `key` tells it from any other.
    """

    key: Annotated[str, Meta(pattern="^[0-9a-f]{16}$")]
    problem: Annotated[str, Meta(pattern="^[0-9a-f]{16}$")]
    deck: Annotated[str, Meta(max_length=40)]
    game: Annotated[str, Meta(max_length=20)]
    theme: Annotated[str, Meta(max_length=20)]
    at: Seconds
    outcome: Outcome
    hints: Annotated[int, Meta(ge=0, le=3)] = 0
    seconds: Seconds = 0.0
    long: bool = False

    @property
    def good(self) -> bool:
        """True if the answer held."""
        return self.outcome in ("right", "fine")

    @property
    def rating(self) -> Rating:
        """The grade for the scheduler, from what was tried, the hints and the time."""
        if not self.good:
            return Rating.Again
        pace = self.seconds / (_LONGER if self.long else 1.0)
        if self.hints or pace > SLOW:
            return Rating.Hard
        return Rating.Easy if pace < QUICK and self.outcome == "right" else Rating.Good


class Reviewed(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True, tag_field="line"):
    """A game or a replay whose moves were judged: the person's moves, and the mistakes by theme.

    `key` is the digest of the game, so that none counts twice; `at` is when it was played.
    """

    key: Annotated[str, Meta(pattern="^[0-9a-f]{16}$")]
    game: Annotated[str, Meta(max_length=20)]
    at: Seconds
    moves: Annotated[int, Meta(ge=0, le=10**7)]
    themes: dict[Annotated[str, Meta(max_length=20)], Annotated[int, Meta(ge=0, le=10**7)]] = {}
    title: Text = ""


class Own(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True, tag_field="line"):
    """One of the person's own problems, in an export."""

    problem: Problem
    added: Seconds


class Learned(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True, tag_field="line"):
    """Progress in a lesson, `key`: the step, from 0, and the moves played in its position.

    `done` stays once the lesson was finished, whatever is looked at again; `at` is seconds since 1970.
    """

    key: Annotated[str, Meta(pattern="^[a-z0-9-]{1,40}$")]
    step: Annotated[int, Meta(ge=0, le=1000)]
    at: Seconds
    moves: Annotated[tuple[Annotated[str, Meta(max_length=40)], ...], Meta(max_length=2000)] = ()
    done: bool = False


Line: TypeAlias = Attempt | Reviewed | Own | Learned


class ExportHeader(
    msgspec.Struct,
    frozen=True,
    kw_only=True,
    tag_field="format",
    tag="kibitz-practice",
    forbid_unknown_fields=True,
):
    """The first line of an export."""

    version: int
    lines: int


class Counts(msgspec.Struct, frozen=True):
    """The numbers of problems and attempts that were written or read."""

    problems: int
    attempts: int


def history_file() -> Path:
    """The file of this user's history."""
    return data_dir() / "practice" / "history.sqlite"


@cache
def _scheduler() -> Scheduler:
    """Intervals are whole days: a problem comes back on another day, never a minute later."""
    return Scheduler(learning_steps=(), relearning_steps=(), enable_fuzzing=False)


def scheduled(ratings: Iterable[tuple[float, Rating]]) -> Card | None:
    """The card after these ratings with their times; None without any."""
    card: Card | None = None
    for at, rating in ratings:
        moment = datetime.fromtimestamp(at, UTC)
        card, _ = _scheduler().review_card(card or Card(card_id=1, due=moment), rating, moment)
    return card


VERSION = 2  # the first one had no lessons
# `body` is a line as in an export, behind its own sum: SQLite notices damage of its pages, not of what is in them
_TABLES = (
    "CREATE TABLE IF NOT EXISTS attempts (key TEXT PRIMARY KEY, body BLOB NOT NULL)",
    "CREATE TABLE IF NOT EXISTS problems (key TEXT PRIMARY KEY, body BLOB NOT NULL)",
    "CREATE TABLE IF NOT EXISTS reviewed (key TEXT PRIMARY KEY, body BLOB NOT NULL)",
    "CREATE TABLE IF NOT EXISTS lessons (key TEXT PRIMARY KEY, body BLOB NOT NULL)",
)
_PATIENCE = 5.0  # seconds for which another window may write
_DAMAGED = (sqlite3.SQLITE_CORRUPT, sqlite3.SQLITE_NOTADB, sqlite3.SQLITE_ERROR)  # the last: other tables
_PAGE_SIZE, _PAGE_COUNT = slice(16, 18), slice(28, 32)  # bytes in the header of an SQLite file
_LEAST_ROW = 64  # bytes
_EXPORT_VERSION = 2  # the first one had no lessons
_MOST_ROWS = 1_000_000
_HEADER = msgspec.json.Decoder(ExportHeader)
_LINE = msgspec.json.Decoder(Line)
_TABLE_OF = {Attempt: "attempts", Reviewed: "reviewed", Own: "problems", Learned: "lessons"}


class History:
    """The attempts and problems of a person. All methods may be called in any thread."""

    def __init__(self, file: Path | None = None, known: Sequence[Line] = ()) -> None:
        """The history in `file`; what is `known` besides is not written."""
        self.file = file or history_file()
        self.notice = ""
        self.version = 0  # counts changes
        self._attempts: dict[str, Attempt] = {}
        self._problems: dict[str, tuple[float, Problem]] = {}
        self._reviewed: dict[str, Reviewed] = {}
        self._learned: dict[str, Learned] = {}
        self._pending: list[Line] = []
        self._cards: dict[str, Card] = {}
        self._tries: dict[str, list[tuple[float, Rating]]] = {}  # times and grades by problem
        self._lock = RLock()
        self._read_only = ""
        self.refresh()
        for line in known:
            self._know(line)
        self._schedule()

    # -- what is known --

    @property
    def attempts(self) -> tuple[Attempt, ...]:
        """All attempts in the order of time."""
        with self._lock:
            return tuple(sorted(self._attempts.values(), key=lambda each: each.at))

    @property
    def problems(self) -> tuple[Problem, ...]:
        """The own problems, the newest first."""
        with self._lock:
            return tuple(each for _, each in sorted(self._problems.values(), key=lambda each: -each[0]))

    @property
    def reviewed(self) -> tuple[Reviewed, ...]:
        """The judged games in the order in which they were played."""
        with self._lock:
            return tuple(sorted(self._reviewed.values(), key=lambda each: each.at))

    def learned(self, lesson: str) -> Learned | None:
        """Return the progress in a lesson; None for one that was never begun."""
        return self._learned.get(lesson)

    @property
    def lessons(self) -> tuple[Learned, ...]:
        """The progress in all lessons, in the order of time."""
        with self._lock:
            return tuple(sorted(self._learned.values(), key=lambda each: each.at))

    def problem(self, name: str) -> Problem | None:
        """The own problem of this name; None where there is none."""
        known = self._problems.get(name)
        return None if known is None else known[1]

    def knows_game(self, key: str) -> bool:
        """Return True if a game was judged before."""
        return key in self._reviewed

    def tried(self, problem: str) -> bool:
        """Return True if a problem was tried at least once."""
        return problem in self._cards

    def due(self, problem: str) -> float | None:
        """The time at which a problem comes back, in seconds since 1970; None for one that was never tried."""
        card = self._cards.get(problem)
        return None if card is None else card.due.timestamp()

    def comes_back(self, problem: str, *more: Rating, now: float | None = None) -> int:
        """The days until a problem comes back; `more`: if it were rated so whenever it does, the last interval."""
        with self._lock:
            tries = list(self._tries.get(problem, ()))
        for rating in more:
            card = scheduled(tries)
            tries.append((now or time.time() if card is None else card.due.timestamp(), rating))
        card = scheduled(tries)
        if card is None or card.last_review is None:
            return 0
        return max(1, round((card.due - card.last_review).total_seconds() / DAY))

    # -- what changes it --

    def record(self, attempt: Attempt) -> None:
        """Remember an attempt. Raises `NotSaved`; it is known all the same, and saved with the next."""
        self._take([attempt])
        self._flush()

    def add(
        self, problems: Sequence[Problem], reviewed: Reviewed | None = None, now: float | None = None
    ) -> int:
        """Take problems among the own ones, and the game they come from; how many are new. Raises `NotSaved`.

        A game that was judged before replaces what was known of it.
        """
        added = time.time() if now is None else now
        with self._lock:
            new = [each for each in problems if each.id not in self._problems]
            self._take([Own(problem=each, added=added) for each in new])
            if reviewed is not None:
                self._take([reviewed])
        self._flush()
        return len(new)

    def learn(self, learned: Learned) -> None:
        """Remember how far the person has come in a lesson. Raises `NotSaved`, as `record`."""
        self._take([learned])
        self._flush()

    def refresh(self) -> None:
        """Read the file again: another window may have written to it."""
        with self._lock:
            if not self.file.exists():
                return
            try:
                with closing(self._connected()) as base:
                    lines, bad = _lines_of(base)
            except sqlite3.Error as error:
                bad = _is_damage(error)
                if not bad:
                    self.notice = f"The history of practice cannot be read: {error}."
                    return
            except NotSaved as error:
                self.notice = str(error)
                return
            if bad:
                self._rescue()
                return
            for known in (self._attempts, self._problems, self._reviewed, self._learned):
                known.clear()
            for line in (*lines, *self._pending):
                self._know(line)
            self._schedule()

    def _take(self, lines: Sequence[Line]) -> None:
        with self._lock:
            for line in lines:
                self._know(line)
                self._pending.append(self._learned[line.key] if isinstance(line, Learned) else line)
            self._schedule({each.problem for each in lines if isinstance(each, Attempt)})

    def _know(self, line: Line) -> None:
        if isinstance(line, Attempt):
            self._attempts[line.key] = line
        elif isinstance(line, Reviewed):
            self._reviewed[line.key] = line
        elif isinstance(line, Learned):
            self._learned[line.key] = _furthest(self._learned.get(line.key), line)
        else:
            self._problems.setdefault(line.problem.id, (line.added, line.problem))

    def _schedule(self, only: Collection[str] | None = None) -> None:
        """Work out when each problem comes back, or `only` these."""
        self.version += 1
        tries: dict[str, list[tuple[float, Rating]]] = {}
        for each in self.attempts:
            if only is None or each.problem in only:
                tries.setdefault(each.problem, []).append((each.at, each.rating))
        cards = {problem: scheduled(ratings) for problem, ratings in tries.items()}
        known = {problem: card for problem, card in cards.items() if card is not None}
        if only is None:
            self._cards.clear()
            self._tries.clear()
        self._cards |= known
        self._tries |= tries

    # -- the file --

    def _flush(self) -> None:
        """Write what is not written yet. Raises `NotSaved`."""
        with self._lock:
            self._write(self._write_pending)
            self._pending.clear()

    def _write_pending(self, base: sqlite3.Connection) -> None:
        for line in self._pending:
            _put(base, line)

    def _write(self, change: Callable[[sqlite3.Connection], object]) -> None:
        """Make a change in one step, in a new file where the old one turns out to be damaged. Raises `NotSaved`."""
        reason = self._read_only or prepare(self.file.parent)
        if reason:
            raise NotSaved(f"Practice is not saved. {reason}")
        for last in (False, True):
            try:
                with closing(self._connected()) as base:
                    base.execute("BEGIN IMMEDIATE")
                    change(base)
                    base.execute("COMMIT")
                return
            except sqlite3.Error as error:
                if last or not _is_damage(error):
                    raise NotSaved(f"Practice is not saved: {error}.") from None
                self._rescue()

    def _connected(self) -> sqlite3.Connection:
        """The file with all its tables. Raises `sqlite3.Error`, or `NotSaved` for one of a newer version."""
        base = sqlite3.connect(self.file, timeout=_PATIENCE, isolation_level=None)
        try:
            version = base.execute("PRAGMA user_version").fetchone()[0]
            if version > VERSION:
                self._read_only = f"{self.file.name} was written by a newer Kibitz."
                raise NotSaved(f"Practice is not saved. {self._read_only}")
            if version < VERSION:
                base.execute("BEGIN IMMEDIATE")
                for table in _TABLES:
                    base.execute(table)
                base.execute(f"PRAGMA user_version = {VERSION}")
                base.execute("COMMIT")
        except BaseException:
            base.close()
            raise
        return base

    def _rescue(self) -> None:
        """Keep a damaged file beside, and go on with a new one of what can be read and what is known."""
        lines: list[Line] = []
        with suppress(sqlite3.Error, OSError), closing(_in_memory(self.file)) as base:
            lines = list(_readable(base, self.file.stat().st_size // _LEAST_ROW))
        aside = _free(self.file)
        try:
            os.replace(self.file, aside)
        except OSError as error:
            self._read_only = f"{self.file} is damaged and cannot be moved aside: {error.strerror}."
            self.notice = self._read_only
            return
        for line in lines:
            self._know(line)
        own = [Own(problem=each, added=added) for added, each in self._problems.values()]
        self._pending = [
            *own, *self._attempts.values(), *self._reviewed.values(), *self._learned.values()
        ]  # fmt: skip
        self._schedule()
        self.notice = (
            f"The history of practice was damaged and is kept as {aside.name}. "
            f"{counted(len(self._attempts), 'attempt')} and {counted(len(own), 'problem')} could be read."
        )
        with suppress(NotSaved):
            self._flush()

    # -- export and import --

    def export(self, path: Path) -> Counts:
        """Put all of it into a file that `import_from` reads on any machine. Raises `NotSaved`."""
        with self._lock:
            own = [Own(problem=each, added=added) for added, each in self._problems.values()]
            lines: list[Line] = [*own, *self.attempts, *self.reviewed, *self.lessons]
            counts = Counts(len(own), len(self._attempts))
        header = ExportHeader(version=_EXPORT_VERSION, lines=len(lines))
        save(path, sealed(header) + b"".join(sealed(each) for each in lines))
        return counts

    def import_from(self, path: Path) -> Counts:
        """Take what an export holds, or the problems of a deck as own ones; the numbers are of what is new.

        Raises `BadDeck`, `BadInput` or `NotSaved`. Nothing is taken of a file that is damaged.
        """
        data = load(path, MOST_BYTES)
        lines = _exported(data, path.name)
        if lines is None:
            deck = deck_of(data, path.name)
            if deck.damage:
                raise BadDeck(deck.damage)
            lines = [Own(problem=each, added=time.time()) for each in deck.problems]
        for line in lines:
            if isinstance(line, Own):
                line.problem.check()
        with self._lock:
            before = Counts(len(self._problems), len(self._attempts))
            self._take(lines)
            after = Counts(len(self._problems), len(self._attempts))
        self._flush()
        return Counts(after.problems - before.problems, after.attempts - before.attempts)


def new_key() -> str:
    """A key that no other attempt has."""
    return secrets.token_hex(8)


def _furthest(known: Learned | None, new: Learned) -> Learned:
    """The later of two, done if either is."""
    if known is None:
        return new
    later = max(known, new, key=lambda each: each.at)
    return msgspec.structs.replace(later, done=known.done or new.done)


def _exported(data: bytes, name: str) -> list[Line] | None:
    """The lines of an export; None for a file that is none. Raises `BadDeck` for a damaged one."""
    first, *rest = data.split(b"\n")
    head = unsealed(first)
    try:
        header = _HEADER.decode(b"" if head is None else head)
    except msgspec.MsgspecError:
        return None
    if header.version > _EXPORT_VERSION:
        raise BadDeck(f"{name} was made by a newer Kibitz.")
    results: list[Line] = []
    for number, line in enumerate(rest[:-1], 2):
        body = unsealed(line)
        try:
            if body is None:
                raise BadDeck(f"{name} is damaged at line {number}.")
            results.append(_LINE.decode(body))
        except msgspec.MsgspecError:
            raise BadDeck(f"{name}, line {number}, is nothing that practice knows.") from None
    if len(results) != header.lines or rest[-1:] != [b""]:
        raise BadDeck(f"{name} is not complete: {len(results)} of {header.lines} lines are there.")
    return results


def _put(base: sqlite3.Connection, line: Line) -> None:
    key = line.problem.id if isinstance(line, Own) else line.key
    known = "REPLACE" if isinstance(line, Reviewed | Learned) else "INSERT OR IGNORE"
    base.execute(f"{known} INTO {_TABLE_OF[type(line)]} VALUES (?, ?)", (key, sealed(line)))


def _line_of(data: bytes) -> Line | None:
    """The line of a row; None for a damaged one."""
    body = unsealed(data.rstrip(b"\n")) if isinstance(data, bytes) else None
    try:
        return None if body is None else _LINE.decode(body)
    except msgspec.MsgspecError:
        return None


def _lines_of(base: sqlite3.Connection) -> tuple[list[Line], bool]:
    """All that the file holds, and whether some of it is damaged. Raises `sqlite3.Error`."""
    rows = [row[0] for table in _TABLE_OF.values() for row in base.execute(f"SELECT body FROM {table}")]
    lines = [_line_of(row) for row in rows]
    return [line for line in lines if line is not None], None in lines


def _in_memory(file: Path) -> sqlite3.Connection:
    """A copy of a file with empty pages for those that were cut off, without which SQLite reads none of it."""
    data = file.read_bytes()
    pages = int.from_bytes(data[_PAGE_COUNT], "big") * int.from_bytes(data[_PAGE_SIZE], "big")
    base = sqlite3.connect(":memory:")
    base.deserialize(data.ljust(min(pages, MOST_BYTES), b"\0"))
    return base


def _readable(base: sqlite3.Connection, most: int) -> Iterator[Line]:
    """All rows of a damaged file that can still be read, one by one; it can have `most` at the most."""
    for table in _TABLE_OF.values():
        last = most
        with suppress(sqlite3.Error):
            last = base.execute(f"SELECT max(rowid) FROM {table}").fetchone()[0] or 0
        for number in range(1, min(last, _MOST_ROWS) + 1):
            row = None
            with suppress(sqlite3.Error):
                row = base.execute(f"SELECT body FROM {table} WHERE rowid = ?", (number,)).fetchone()
            line = None if row is None else _line_of(row[0])
            if line is not None:
                yield line


def _is_damage(error: sqlite3.Error) -> bool:
    return (getattr(error, "sqlite_errorcode", 0) & 0xFF) in _DAMAGED


def _free(path: Path) -> Path:
    """A name beside `path` that is not taken yet, ending in `.bad`."""
    number = 1
    while True:
        aside = path.with_name(f"{path.name}.{number}.bad" if number > 1 else f"{path.name}.bad")
        if not aside.exists():
            return aside
        number += 1
