"""Queues of opening books that a person was asked: which went wrong, and the line that was left, in one file."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import msgspec
from msgspec import Meta

from game.errors import BadInput
from game.places import data_dir
from game.saving import load, save
from game.tetris.guideline.openers.position import MIRRORED

_MOST_BYTES = 4_000_000
_MOST = 2_000  # queues that are remembered

Piece = Annotated[int, Meta(ge=0, le=6)]
Pieces = Annotated[tuple[Piece, ...], Meta(max_length=100)]
MoveText = Annotated[str, Meta(min_length=1, max_length=40)]


class Asked(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A queue of a book at the beginning of one of its stages, and whether all moves were right at first."""

    book: Annotated[str, Meta(max_length=100)]
    stage: Annotated[str, Meta(max_length=200)]
    pieces: Pieces
    right: bool

    @property
    def key(self) -> tuple[str, str, Pieces]:
        """The same for every try."""
        return self.book, self.stage, self.pieces


class Line(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A line that was left: its queue, all pieces that had come into sight behind it, and the moves made so far."""

    book: Annotated[str, Meta(max_length=100)]
    stage: Annotated[str, Meta(max_length=200)]
    pieces: Pieces
    letters: Pieces = ()
    moves: Annotated[tuple[MoveText, ...], Meta(max_length=100)] = ()
    wrong: Annotated[int, Meta(ge=0, le=10_000)] = 0


class LiveLine(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A line that is played in real time: when its game was created, and what it is a line of."""

    created: Annotated[str, Meta(max_length=40)]
    book: Annotated[str, Meta(max_length=100)]
    stage: Annotated[str, Meta(max_length=200)]


class Training(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """All of it, the queue that was asked last at the end."""

    asked: Annotated[tuple[Asked, ...], Meta(max_length=_MOST)] = ()
    line: Line | None = None
    live: LiveLine | None = None
    version: Annotated[int, Meta(ge=1, le=1)] = 1

    def with_asked(self, asked: Asked) -> Training:
        """The same after a queue was asked to its end."""
        others = [each for each in self.asked if each.key != asked.key]
        return msgspec.structs.replace(self, asked=(*others, asked)[-_MOST:], line=None)

    def of(self, book: str, stage: str, *, wrong: bool = False) -> list[Asked]:
        """The queues that were asked of a stage, those that wait longest first; or only those that went wrong."""
        return [
            each
            for each in self.asked
            if (each.book, each.stage) == (book, stage) and not (wrong and each.right)
        ]


def mirrored(pieces: tuple[int, ...]) -> tuple[int, ...]:
    """The same queue in the mirror."""
    return tuple(MIRRORED[each] for each in pieces)


def path() -> Path:
    """The file in the user's data."""
    return data_dir() / "guided" / "openers.json"


def read() -> Training:
    """The training so far; empty where there is no file. Raises `BadInput` for one that cannot be read."""
    if not path().exists():
        return Training()
    try:
        return msgspec.json.decode(load(path(), _MOST_BYTES), type=Training)
    except (msgspec.MsgspecError, UnicodeDecodeError):
        raise BadInput(f"{path()} is damaged: it holds no openers. They begin anew.") from None


def line_in_real_time(created: str) -> LiveLine | None:
    """The line whose game was created at this time; None where it is another one, or not known."""
    try:
        line = read().live
    except BadInput:
        return None
    return line if line is not None and line.created == created else None


def write(training: Training) -> None:
    """Remember it. Raises `NotSaved`."""
    save(path(), msgspec.json.encode(training))
