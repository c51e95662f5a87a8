"""Problems from files beside a running window, at low priority: started, asked how it goes, stopped. Loads no numba."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

import msgspec

from ai import child
from game.practice.history import Reviewed
from game.practice.problem import Problem

_PROGRAM = "import sys; from ai.practice.child import main; sys.exit(main(sys.argv[1:]))"


class FileOrder(msgspec.Struct, frozen=True):
    """The files to look at, the name of the person in replays, and the history that knows what was judged before."""

    paths: tuple[str, ...]
    player: str = ""
    history: str = ""


class Looked(msgspec.Struct, frozen=True, kw_only=True, tag="looked"):
    """A game was judged: what it adds to the history, the problems out of it, and how many mistakes gave none."""

    reviewed: Reviewed
    problems: tuple[Problem, ...]
    refused: int


class Unread(msgspec.Struct, frozen=True, kw_only=True, tag="unread"):
    """A file of which nothing can be used, with the reason as a sentence."""

    reason: str


class Judging(msgspec.Struct, frozen=True, kw_only=True, tag="judging"):
    """The work on a game goes on: its title, the moves judged, and how many there are."""

    title: str
    done: int
    moves: int


class Ended(msgspec.Struct, frozen=True, kw_only=True, tag="ended"):
    """The last word; `error` is a sentence."""

    error: str | None = None


Event = Looked | Unread | Judging
_EVENTS: msgspec.json.Decoder[Event | Ended] = msgspec.json.Decoder(Event | Ended)


class Progress(msgspec.Struct, frozen=True):
    """Progress of a job: the games that were judged, what is being judged, the sentences on files, how it ended."""

    looked: tuple[Looked, ...] = ()
    judging: Judging | None = None
    unread: tuple[str, ...] = ()
    finished: bool = False
    error: str | None = None

    @property
    def problems(self) -> int:
        """The problems made so far."""
        return sum(len(each.problems) for each in self.looked)


class FileJob(child.Job["Event | Ended", Progress]):
    """Work on the games in files."""

    def __init__(self, paths: Sequence[Path], player: str = "", history: Path | None = None) -> None:
        names = tuple(str(path.absolute()) for path in paths)
        order = FileOrder(names, player, "" if history is None else str(history.absolute()))
        super().__init__(_PROGRAM, order, _EVENTS, Progress())
        self._last: Ended | None = None

    def _after(self, document: Event | Ended) -> Progress:
        before = self.poll()
        if isinstance(document, Ended):
            self._last = document
            return before
        if isinstance(document, Looked):
            return msgspec.structs.replace(before, looked=(*before.looked, document), judging=None)
        if isinstance(document, Unread):
            return msgspec.structs.replace(before, unread=(*before.unread, document.reason))
        return msgspec.structs.replace(before, judging=document)

    def _end(self, error: str) -> Progress:
        why = self._last.error if self._last is not None else error
        return msgspec.structs.replace(
            self.poll(), finished=True, judging=None, error=None if self._stopped else why
        )
