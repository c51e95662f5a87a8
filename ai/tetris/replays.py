"""The rounds of TETR.IO replays in short: listed, played again, and looked up in the opening books.

`steps_of` does a match in this process, a step at a time; `Job` a folder of files in a child process, which keeps none
of their rounds. Loads no numba.
"""

from __future__ import annotations

import os
import sys
from collections import deque
from collections.abc import Iterator, Sequence
from contextlib import suppress
from pathlib import Path

import msgspec

from ai import child
from ai.book.stages import BookProgress, OpeningBook, opening_books, opening_of
from game.errors import BadInput
from game.tetris.guideline import State
from game.tetris.tetrio import Match, Result, Round, read, replay_of, replays_in, results_of
from game.tetris.tetrio.course import session_of

_LOOKED_AT = 60  # pieces of a round in which an opening is looked for


class Listed(msgspec.Struct, frozen=True, tag="listed"):
    """A file that was read: the names of the players of each round, or the `problem` why it cannot be read."""

    file: str
    rounds: list[list[str]] = []
    version: int = 0
    problem: str = ""


class Played(msgspec.Struct, frozen=True, tag="played"):
    """A round by its number in its file: the players' results, none where it could not be read again.

    `file` is empty outside of a folder; `openings` has for each player the book that was followed.
    """

    number: int
    file: str = ""
    results: list[Result] = []
    openings: list[BookProgress | None] = []


class Done(msgspec.Struct, frozen=True, tag="done"):
    """All files are done."""


Step = Listed | Played | Done


def steps_of(match: Match) -> Iterator[Played | None]:
    """Play the rounds of a match; None where a player of a round is done."""
    books = opening_books()
    for number, players in enumerate(match.rounds):
        done: list[Round] = []
        for player in players:
            done.append(replay_of(player))
            yield None
        yield _played("", number, done, books)


def _played(file: str, number: int, done: Sequence[Round], books: Sequence[OpeningBook]) -> Played:
    return Played(number, file, results_of(done), [_opening(one, books) for one in done])


def _opening(one: Round, books: Sequence[OpeningBook]) -> BookProgress | None:
    session = session_of(one, most=_LOOKED_AT)
    return opening_of([state for state in session.positions if isinstance(state, State)], books)


class FolderProgress(msgspec.Struct, frozen=True):
    """Progress of a folder: whether the child has ended, and a sentence on why it ended early."""

    finished: bool = False
    error: str | None = None


class Order(msgspec.Struct, frozen=True):
    """A folder, and the last file of it that is listed, and that is played: it is gone on with those behind."""

    folder: str
    listed: str = ""
    played: str = ""


class Job(child.Job[Step, FolderProgress]):
    """The files of a folder: the first one is played, then all are listed, then the others are played."""

    def __init__(self, order: Order) -> None:
        super().__init__(_PROGRAM, order, msgspec.json.Decoder(Step), FolderProgress())
        self._steps: deque[Listed | Played] = deque()

    def take(self) -> Iterator[Listed | Played]:
        """Return the steps since the last call."""
        while self._steps:
            yield self._steps.popleft()

    def _after(self, document: Step) -> FolderProgress:
        if isinstance(document, Done):
            return FolderProgress(finished=True)
        self._steps.append(document)
        return self.poll()

    def _end(self, error: str) -> FolderProgress:
        done = self.poll().finished or self._stopped
        return FolderProgress(finished=True, error=None if done else error)


_PROGRAM = "import sys; from ai.tetris.replays import main; sys.exit(main(sys.argv[1:]))"


def main(arguments: Sequence[str]) -> int:
    """Tell of the files of a folder, a step a line."""
    child.at_end_of_stdin()
    if hasattr(os, "nice"):
        os.nice(10)  # the window comes first
    for step in _of_folder(msgspec.json.decode(arguments[0], type=Order)):
        sys.stdout.buffer.write(msgspec.json.encode(step) + b"\n")
        sys.stdout.buffer.flush()
    return 0


def _of_folder(order: Order) -> Iterator[Step]:
    try:
        paths = replays_in(Path(order.folder))
    except BadInput:
        paths = []
    books = opening_books()
    listed = [path for path in paths if path.name <= order.listed]
    yield from _of_files(listed[:1], order.played, books)
    for path in paths[len(listed) :]:
        try:
            match = read(path)
        except BadInput as error:
            yield Listed(path.name, problem=str(error))
            continue
        names = [[player.name for player in players] for players in match.rounds]
        yield Listed(path.name, names, match.version)
    yield from _of_files(paths, max([order.played, *(path.name for path in listed[:1])]), books)
    yield Done()


def _of_files(paths: Sequence[Path], played: str, books: Sequence[OpeningBook]) -> Iterator[Played]:
    """Play the rounds of the files behind the one named `played`."""
    for path in paths:
        if path.name > played:
            with suppress(BadInput):  # it has gone meanwhile, or was never one
                for number, players in enumerate(read(path).rounds):
                    yield _played(path.name, number, [replay_of(player) for player in players], books)
