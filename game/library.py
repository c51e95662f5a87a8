"""The user's saved games: one slot a game that follows the play, and a shelf of games kept by name.

Nothing here stops the program: a folder that cannot be written, or a file that cannot be believed, is told
in a sentence.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from game.errors import BadRecord, KibitzError, NotSaved
from game.places import data_dir, prepare
from game.position import Position
from game.record import SUFFIX, Record, glance, read_record, write_record

MOST_COPIES = 1000


@dataclass(frozen=True)
class Saved:
    """A file on the shelf, looked at without replaying it; `reason` says why it cannot be opened.

    `record` is None exactly if there is a reason. `changed` is the file's time in seconds, for sorting.
    """

    path: Path
    changed: float
    record: Record | None
    reason: str = ""


def games_dir() -> Path:
    """The folder of the games kept by name."""
    return data_dir() / "games"


def autosave_path(game: str) -> Path:
    """The slot that follows the play of `game`."""
    return data_dir() / "autosave" / f"{game}{SUFFIX}"


def autosave(record: Record, states: Sequence[Position] | None = None) -> str | None:
    """None once the game is in its slot; otherwise the reason why it could not be saved."""
    try:
        _store(autosave_path(record.game), record, states)
    except KibitzError as error:
        return str(error)
    return None


def keep(record: Record, states: Sequence[Position] | None = None) -> Path:
    """The new file on the shelf that holds `record`, named by game and date.

    Raises `NotSaved`, or `BadRecord` for a record that is no game.
    """
    date = re.sub(r"[^0-9]", "", record.created)
    path = _free(games_dir() / f"{record.game}-{date or 'game'}{SUFFIX}")
    _store(path, record, states)
    return path


def resume(game: str) -> tuple[Record | None, str | None]:
    """The game in the slot of `game`, and a sentence where there is something to say.

    No slot: `(None, None)`. A bad one is set aside under another name, never deleted: `(None, reason)`.
    """
    path = autosave_path(game)
    try:
        if not path.exists():
            return None, None
        return read_record(path), None
    except BadRecord as error:
        return None, f"{error} {_set_aside(path)}"
    except OSError as error:
        return None, f"{path} cannot be read: {error.strerror or error}."


def saved_games(folder: Path | None = None) -> tuple[Saved, ...]:
    """All files on the shelf, newest first, those that cannot be opened with the reason."""
    try:
        paths = list((folder or games_dir()).glob(f"*{SUFFIX}"))
    except OSError:
        paths = []
    return tuple(sorted(map(_look, paths), key=lambda saved: (-saved.changed, saved.path.name)))


def _look(path: Path) -> Saved:
    try:
        changed = path.stat().st_mtime
    except OSError:
        changed = 0.0
    try:
        return Saved(path, changed, glance(path))
    except BadRecord as error:
        return Saved(path, changed, None, str(error))


def _store(path: Path, record: Record, states: Sequence[Position] | None) -> None:
    reason = prepare(path.parent)
    if reason:
        raise NotSaved(reason)
    write_record(path, record, states)


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
