"""Problems out of games and replays, made in a process of its own while the window is open, also in other scenes.

A folder of replays may be watched (settings, `practice.folder`): the new ones are judged at low priority. Which player
of the replays is the person is asked once.
"""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from ai.practice.job import FileJob, Looked, Progress
from game.config import Practice
from game.errors import KibitzError, NotSaved
from game.practice.history import History
from game.saving import load
from game.tetris.tetrio import parse
from game.tetris.tetrio.file import SUFFIXES
from game.words import counted
from gui.context import AppContext
from gui.play.job import ProcessJob

_LOOK_EVERY = 10.0  # seconds between two looks at the watched folder
_MOST_BYTES = 12 << 20
_AT_ONCE = 200  # files that one process gets: an order is an argument of it
_MOST_ASKED = 3  # replays that are read to know the players


class FilePractice:
    """Files on their way to problems. `notices` are sentences for the person, `changes` counts what was added."""

    def __init__(self, history: History) -> None:
        self.history = history
        self.job: ProcessJob[tuple[tuple[Path, ...], str], Progress] = ProcessJob(self._work)
        self.notices: list[str] = []
        self.changes = 0
        self._taken = 0
        self._reported = 0
        self._waiting: list[Path] = []
        self._seen: dict[Path, tuple[int, int]] = {}  # size and time of the watched files that were looked at
        self._look_at = 0.0
        self._quiet = False  # whether the files come from the watched folder

    def _work(self, order: tuple[tuple[Path, ...], str]) -> FileJob:
        paths, player = order
        return FileJob(paths, player, self.history.file)

    @property
    def busy(self) -> bool:
        """True while files are looked at."""
        return self.job.busy

    @property
    def words(self) -> str:
        """The progress of the work; empty where there is none."""
        report = self.job.report
        if not self.busy or report is None:
            return ""
        judging = report.judging
        made = f"{counted(report.problems, 'problem')} so far" if report.problems else "no problem yet"
        if judging is None:
            return f"Reading games, {made}"
        return f"{judging.title}: {judging.done} of {judging.moves} moves, {made}"

    def start(self, paths: Sequence[Path], player: str) -> None:
        """Make problems of these files, after those that are under way."""
        self._quiet = False
        self._waiting += paths
        for path in paths:
            self._is_new(path)  # so that the watch does not come to it again
        self._next(player)

    def stop(self) -> None:
        """End the work; what was made so far stays."""
        self._waiting.clear()
        self.job.stop()

    def look_after(self, context: AppContext) -> None:
        """Take what the process has made, and look for new files in the watched folder once engines are ready."""
        if self.job.busy or self.job.report is not None:
            self._take()
        for sentence in self.notices:
            context.notify(sentence)
        self.notices.clear()
        if context.is_ready("tetris"):
            self._watch(context.config.practice, context.now())

    def _watch(self, chosen: Practice, now: float) -> None:
        if chosen.folder and chosen.player and not self.busy and now >= self._look_at:
            self._look_at = now + _LOOK_EVERY
            new = self._new_files(Path(chosen.folder).expanduser())
            if new:
                self._quiet = True
                self._waiting += new
        if self._waiting and not self.busy:
            self._next(chosen.player)

    def _next(self, player: str) -> None:
        if self._waiting and not self.busy:
            paths, self._waiting = tuple(self._waiting[:_AT_ONCE]), self._waiting[_AT_ONCE:]
            self._taken = self._reported = 0
            self.job.start((paths, player))

    def _take(self) -> None:
        ended = self.job.poll()
        report = ended or self.job.report
        if report is None:
            return
        for looked in report.looked[self._taken :]:
            self._keep(looked)
        self._taken = len(report.looked)
        for sentence in report.unread[self._reported :]:
            self.notices.append(sentence)
        self._reported = len(report.unread)
        if ended is None:
            return
        if ended.error:
            self.notices.append(f"{ended.error[0].upper()}{ended.error[1:].rstrip('.')}.")
        elif not self._quiet or ended.problems:
            games = counted(len(ended.looked), "game")
            self.notices.append(f"{counted(ended.problems, 'problem')} from {games}, in Practice.")
        self.job.stop()

    def _keep(self, looked: Looked) -> None:
        try:
            self.history.add(looked.problems, looked.reviewed)
        except NotSaved as error:
            self.notices.append(str(error))
        self.changes += 1

    def _new_files(self, folder: Path) -> list[Path]:
        """The replays in the folder that are new since the last look."""
        try:
            paths = sorted(each for each in folder.iterdir() if each.name.casefold().endswith(SUFFIXES))
        except OSError:
            return []
        return [path for path in paths if self._is_new(path)]

    def _is_new(self, path: Path) -> bool:
        """Return True if a file was not looked at as it is now."""
        try:
            status = path.stat()
        except OSError:
            return False
        stamp = (status.st_size, status.st_mtime_ns)
        before, self._seen[path] = self._seen.get(path), stamp
        return before != stamp


def players_in(paths: Sequence[Path]) -> tuple[str, ...]:
    """The players of the first replays among files, sorted; empty without a replay that can be read."""
    names: set[str] = set()
    read = 0
    for path in paths:
        if not path.name.casefold().endswith(SUFFIXES):
            continue
        try:
            match = parse(load(path, _MOST_BYTES))
        except KibitzError:
            continue
        names |= {player.name for players in match.rounds for player in players if player.name}
        read += 1
        if read == _MOST_ASKED:
            break
    return tuple(sorted(names, key=str.casefold))


def files_in(path: Path) -> list[Path]:
    """A file, or the games and replays of a folder. Raises `OSError`."""
    if not path.is_dir():
        return [path]
    endings = (*SUFFIXES, ".kibitz")
    return sorted(each for each in path.iterdir() if each.name.casefold().endswith(endings))
