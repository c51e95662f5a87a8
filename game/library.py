"""The user's saved games: the folder of those kept by name, and the one of those that are being played.

Nothing here stops the program: a folder that cannot be written, or a file that cannot be believed, is told
in a sentence.
"""

from __future__ import annotations

import re
import time
from collections.abc import Iterator, Sequence
from contextlib import suppress
from dataclasses import dataclass
from datetime import datetime
from pathlib import Path

import msgspec

from game import saving
from game.errors import BadRecord, NotSaved
from game.places import data_dir, prepare
from game.record import SUFFIX, Record, glance, read_record, write_record
from game.transfer import MOST_TITLE

MOST_COPIES = 1000


@dataclass(frozen=True)
class Saved:
    """A saved file, looked at without replaying it; `reason` says why it cannot be opened.

    `record` is None exactly if there is a reason. `changed` is the file's time in seconds.
    """

    path: Path
    changed: float
    record: Record | None
    reason: str = ""

    @property
    def began(self) -> float:
        """When the game began, in seconds; of a file that does not say so, the time of the file."""
        created = self.record.created if self.record is not None else ""
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


def store(path: Path, record: Record) -> None:
    """Put `record` at `path`, whose folder is made. Raises `NotSaved`, or `BadRecord` for what is no game."""
    reason = prepare(path.parent)
    if reason:
        raise NotSaved(reason)
    write_record(path, record)


def keep(record: Record) -> Path:
    """The file among the saved games that now holds `record`, named by game and date.

    What was kept of the same game earlier on is replaced. Raises `NotSaved`, or `BadRecord` for a record that is no
    game.
    """
    path = games_dir() / file_name(record.game, record.created)
    earlier = map(_look, (path, *path.parent.glob(f"{path.stem}-*{SUFFIX}")))
    same = (each.path for each in earlier if each.record is not None and begins(each.record, record))
    path = next(same, None) or _free(path)
    store(path, record)
    return path


def begins(old: Record, new: Record) -> bool:
    """Whether `old` is the beginning of the game in `new`, or all of it, so that nothing is lost without it."""
    same = all(getattr(old, each) == getattr(new, each) for each in ("game", "rules", "seats", "created"))
    if not (same and old.created and (old.run is None) == (new.run is None)):
        return False
    if old.run is not None:
        return old.length <= new.length
    if old.live is not None and new.live is not None:
        try:
            return new.live.cut(min(old.live.ticks, new.live.ticks)) == old.live
        except BadRecord:
            return False
    return old.live is new.live and _has_lines(new, old)


def _has_lines(new: Record, old: Record) -> bool:
    """Whether every line of `old` was played in `new`, too."""
    known: dict[tuple[int, str], int] = {}
    for node, text, number in _steps(new):
        known[node, text] = number
    same = {0: 0}  # positions of the old record by those of the new one
    for node, text, number in _steps(old):
        found = known.get((same[node], text))
        if found is None:
            return False
        same[number] = found
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
    paths: list[Path] = []
    for folder in folders or (games_dir(),):
        try:
            paths += folder.glob(f"*{SUFFIX}")
        except OSError:
            continue
    return tuple(sorted(map(_look, paths), key=lambda saved: (-saved.began, saved.path.name)))


def _look(path: Path) -> Saved:
    try:
        changed = path.stat().st_mtime
    except OSError:
        changed = 0.0
    try:
        return Saved(path, changed, glance(path))
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
