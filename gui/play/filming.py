"""A film that is made beside the window, by a process of its own (see `gui.film`)."""

from __future__ import annotations

import importlib
from bisect import bisect_right
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import TYPE_CHECKING, Any

import msgspec

from ai import child
from game import places
from game.errors import BadInput, KibitzError, NotSaved
from game.record import Chapter, Record, read_record, write_record
from game.secrecy import secrecy_of
from game.showcase import Showcase
from game.tetris.guideline.real_time import TICKS
from game.tetris.tetrio import Match, Round, read, replay, write
from game.tetris.tetrio.file import KNOWN_VERSIONS
from gui import destinations as to
from gui.play.players import player_name

if TYPE_CHECKING:
    from gui.context import AppContext, Film, Scene

VIDEOS = (".mp4", ".webm")
FILM_SIZE = (960, 540)  # pixels
ENDINGS = (".gif", ".png", *VIDEOS)
REPORT_EVERY = 10  # frames between two reports of the child


class FilmReport(msgspec.Struct, frozen=True):
    """Progress of a film: frames of a twenty-fifth of a second. `error` says why it was not made."""

    done: int = 0
    total: int = 0
    finished: bool = False
    error: str | None = None


class GameFilm:
    """The film of a showcase, or of a game."""

    def __init__(self, shown: Showcase | Record) -> None:
        self.shown = shown if isinstance(shown, Showcase) else whole_game(shown)

    @property
    def seconds(self) -> float:
        return self.shown.seconds

    def when(self, place: int) -> float:
        return self.shown.when(self.shown.place(place))

    def place_at(self, seconds: float) -> int:
        return self.shown.ply(self.shown.at(seconds))

    def scene(self, context: AppContext) -> Scene:
        return context.scene(to.Show(self.shown), context.scene(to.Home()))

    def write(self, folder: Path) -> Path:
        path = folder / "game.kibitz"
        write_record(path, self.shown.record)
        return path


class RoundFilm:
    """The film of a round of TETR.IO, as fast as it was played: the wells of all players. `detail` names the round."""

    def __init__(self, rounds: Sequence[Round], detail: str) -> None:
        self.rounds, self.detail = list(rounds), detail
        placed = (placed.tick for one in rounds for placed in one.outcome.placements)
        self._locked = sorted((tick + 1) / TICKS for tick in placed)

    @property
    def seconds(self) -> float:
        return max(one.length for one in self.rounds) / TICKS

    def when(self, place: int) -> float:
        return self._locked[place - 1] if 0 < place <= len(self._locked) else 0.0

    def place_at(self, seconds: float) -> int:
        return bisect_right(self._locked, seconds)

    def scene(self, context: AppContext) -> Scene:
        return context.scene(to.TetrioRound(self.rounds, self.detail, film=True), context.scene(to.Home()))

    def write(self, folder: Path) -> Path:
        path = folder / f"{self.detail}.ttrm"
        path.write_bytes(write(Match(KNOWN_VERSIONS[-1], [[one.player for one in self.rounds]])))
        return path


def film_of(shown: Showcase | Record | Film) -> Film:
    """The film of anything that can be filmed."""
    return GameFilm(shown) if isinstance(shown, Showcase | Record) else shown


def read_film(path: Path) -> Film:
    """Return the film that `Film.write` has written. Raises `KibitzError`."""
    if path.suffix == ".ttrm":
        return RoundFilm(replay(read(path))[0], path.stem)
    return GameFilm(read_record(path))


@dataclass(frozen=True)
class FilmOrder:
    """A film to make: of `film`, into `file`, from `start` to `end` in seconds."""

    film: Film
    file: Path
    start: float
    end: float
    theme: str


_REPORTS = msgspec.json.Decoder(FilmReport)


def can_film(kind: str) -> str:
    """Return why no film of this kind (`gif`, `mp4`, …) can be made, as a sentence; empty where there can."""
    try:
        if f".{kind}" in VIDEOS:
            ffmpeg()
    except BadInput as error:
        return f"{error}."
    return ""


class FilmWork(msgspec.Struct, frozen=True):
    """Order to the child process: the order, with the file that `Film.write` has written."""

    game: str
    file: str
    start: float
    end: float
    theme: str


class Filming(child.Job[FilmReport, FilmReport]):
    """A child process that makes one film; where it is stopped no file is left."""

    def __init__(self, order: FilmOrder) -> None:
        super().__init__(
            "import sys; from gui.film import make; make(sys.argv[1])", None, _REPORTS, FilmReport()
        )
        self._film = order

    def run(self) -> None:
        made = self._film
        try:
            reason = places.prepare(made.file.parent)
            if reason is not None:
                raise NotSaved(reason)
            with TemporaryDirectory(prefix="kibitz-film-") as folder:
                game = str(made.film.write(Path(folder)))
                work = FilmWork(game, str(made.file), made.start, made.end, made.theme)
                self._order = msgspec.json.encode(work).decode()
                super().run()
        except (KibitzError, OSError) as failure:
            self._progress = self._end(str(failure))

    def _after(self, document: FilmReport) -> FilmReport:
        return document

    def _end(self, error: str) -> FilmReport:
        if self._progress.finished:
            return self._progress
        return msgspec.structs.replace(self._progress, finished=True, error=error)


def ffmpeg() -> Any:
    """The library that brings the program along. Raises `BadInput` where it is not installed."""
    try:
        return importlib.import_module("imageio_ffmpeg")
    except ImportError:
        raise BadInput(
            "MP4 and WebM need imageio-ffmpeg (pip install imageio-ffmpeg); .gif and .png need nothing"
        ) from None


def whole_game(record: Record) -> Showcase:
    """A game without chapters as a showcase of one. Raises `BadInput` for one that hides something from its players."""
    secrecy = secrecy_of(record)
    if secrecy is not None and secrecy.why:
        raise BadInput(f"A film shows all cards. {secrecy.why}")
    title = record.title or " – ".join(map(player_name, record.seats))
    chapters = record.chapters or (Chapter(0, "The game"),)
    return Showcase(title, msgspec.structs.replace(record, title=title, chapters=chapters, cursor=0))
