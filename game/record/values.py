"""A game as a value: who played what, and what was said about it."""

from __future__ import annotations

from typing import Annotated, Literal, TypeAlias

import msgspec
from msgspec import Meta

from game.advice import Advice
from game.tetris.classic.run import Run
from game.tetris.guideline.real_time import Replay
from game.words import counted

SUFFIX = ".kibitz"
DEFAULT_PACE = 800

# what a file may hold; checked when it is read and when it is written
Name: TypeAlias = Annotated[str, Meta(max_length=80)]
Title: TypeAlias = Annotated[str, Meta(max_length=200)]
Caption: TypeAlias = Annotated[str, Meta(max_length=4000)]
MoveText: TypeAlias = Annotated[str, Meta(min_length=1, max_length=40)]
Rule: TypeAlias = Annotated[str, Meta(max_length=12_000)]  # a board of text rows, a list of pieces
Ply: TypeAlias = Annotated[int, Meta(ge=0, le=10**8)]
Millis: TypeAlias = Annotated[int, Meta(ge=0, le=10**10)]
Pace: TypeAlias = Annotated[int, Meta(ge=20, le=60_000)]
Seconds: TypeAlias = Annotated[float, Meta(ge=0, le=3600)]
Seed: TypeAlias = Annotated[int, Meta(ge=0, le=2**63 - 1)]
Budget: TypeAlias = Annotated[float, Meta(ge=0, le=1e6)]
Kind = Literal["human", "engine"]


class Seat(msgspec.Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """Who sits in a seat: a person, or `engine` at `level`; `seconds` for the whole game, None: no limit."""

    name: Name
    kind: Kind = "human"
    engine: Name = ""
    level: Name = ""
    seconds: Budget | None = None


class Line(msgspec.Struct, frozen=True, forbid_unknown_fields=True, tag_field="line"):
    """Base of all lines between header and end: the first key says which kind it is."""


class Move(Line, frozen=True, tag="move", omit_defaults=True):
    """A move in the game's own text, and the milliseconds its player used."""

    text: MoveText
    ms: Millis = 0


class Note(Line, frozen=True, tag="advice"):
    """The opinion that was shown on the position at `ply`."""

    ply: Ply
    advice: Advice


class Chapter(Line, frozen=True, tag="chapter"):
    """A part of a showcase: it begins at `ply`; the caption is what a reader is told there."""

    ply: Ply
    title: Title
    caption: Caption = ""


class Record(msgspec.Struct, frozen=True, kw_only=True):
    """A game from its start, with what was said about it.

    `moves` holds all moves, those undone included; a very long game has a `run` instead, one in real time is
    `live`, and neither has moves.
    `cursor` is the ply where the player is. `notes` and `chapters` are in the order of their plies, at most one
    note a ply. `created` is UTC as `2026-11-20T09:30:00Z` or empty; `pace` is the time a showcase gives each
    move, in milliseconds; `video` the length of the video that it tells again, in seconds, 0 for none.
    """

    game: str
    rules: dict[str, str]
    seats: tuple[Seat, ...]
    moves: tuple[Move, ...] = ()
    run: Run | None = None
    live: Replay | None = None
    cursor: int = 0
    notes: tuple[Note, ...] = ()
    chapters: tuple[Chapter, ...] = ()
    seed: int = 0
    title: str = ""
    created: str = ""
    pace: int = DEFAULT_PACE
    video: float = 0.0

    @property
    def length(self) -> int:
        """The number of moves, those undone included; of a run or a game in real time the pieces that locked."""
        course = self.run or self.live
        return len(self.moves) if course is None else course.count

    @property
    def extent(self) -> str:
        """The length in words: `40 moves`, `1,800,000 pieces`."""
        word = "move" if self.run is None and self.live is None else "piece"
        return counted(self.length, word)
