"""A film that is made beside the window, by a process of its own (see `gui.film`)."""

from __future__ import annotations

import importlib
import subprocess
import threading
from dataclasses import dataclass
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

import msgspec

from ai import child
from game import places
from game.errors import BadInput, KibitzError, NotSaved
from game.record import Chapter, Record, write_record
from game.showcase import Showcase

VIDEOS = (".mp4", ".webm")
FILM_SIZE = (960, 540)  # pixels
ENDINGS = (".gif", ".png", *VIDEOS)
_PROGRAM = "import sys; from gui.film import make; make(*sys.argv[1:])"
TOLD_EACH = 10  # frames between two words of the child


class FilmReport(msgspec.Struct, frozen=True):
    """How far a film is: frames of a twenty-fifth of a second. `error` says why it was not made."""

    done: int = 0
    total: int = 0
    finished: bool = False
    error: str | None = None


@dataclass(frozen=True)
class FilmOrder:
    """A film to make: of `record`, into `file`, from `start` to `end` in seconds."""

    record: Record
    file: Path
    start: float
    end: float
    theme: str


_REPORTS = msgspec.json.Decoder(FilmReport)


def can_film(kind: str) -> str:
    """Why there can be no film of this kind (`gif`, `mp4`, …), as a sentence; empty where there can."""
    try:
        if f".{kind}" in VIDEOS:
            ffmpeg()
    except BadInput as error:
        return f"{error}."
    return ""


class Filming:
    """A child process that makes one film. `poll` never waits; `stop` ends it, and no file is left."""

    def __init__(self, order: FilmOrder) -> None:
        self._order = order
        self._lock = threading.Lock()
        self._report = FilmReport()
        self._process: subprocess.Popen[str] | None = None
        self._stopped = False

    def start(self) -> None:
        """Begin."""
        threading.Thread(target=self._run, name="film", daemon=True).start()

    def poll(self) -> FilmReport:
        """How far it is."""
        with self._lock:
            return self._report

    def stop(self) -> None:
        """End it."""
        with self._lock:
            self._stopped = True
            if self._process is not None:
                self._process.kill()

    def _run(self) -> None:
        order, error = self._order, None
        try:
            reason = places.prepare(order.file.parent)
            if reason is not None:
                raise NotSaved(reason)
            with TemporaryDirectory(prefix="kibitz-film-") as folder:
                game = Path(folder, "game.kibitz")
                write_record(game, order.record)
                words = (str(game), str(order.file), str(order.start), str(order.end), order.theme)
                with self._lock:
                    if self._stopped:
                        return
                    self._process = child.start(_PROGRAM, *words)
                error = self._listen(self._process)
        except (KibitzError, OSError) as failure:
            error = str(failure)
        with self._lock:
            self._report = msgspec.structs.replace(self._report, finished=True, error=error)

    def _listen(self, process: subprocess.Popen[str]) -> str | None:
        with process:
            for report in child.told(process.stdout, _REPORTS):
                if report.error is not None:
                    return report.error
                with self._lock:
                    self._report = report
        return None if process.returncode == 0 else "its process was ended"


def ffmpeg() -> Any:
    """The library that brings the program along. Raises `BadInput` where it is not installed."""
    try:
        return importlib.import_module("imageio_ffmpeg")
    except ImportError:
        raise BadInput(
            "MP4 and WebM need imageio-ffmpeg (pip install imageio-ffmpeg); .gif and .png need nothing"
        ) from None


def whole_game(record: Record) -> Showcase:
    """A game without chapters as a showcase of one."""
    title = record.title or " – ".join(seat.name for seat in record.seats)
    chapters = record.chapters or (Chapter(0, "The game"),)
    return Showcase(title, msgspec.structs.replace(record, title=title, chapters=chapters, cursor=0))
