"""The lines of a record: which there are, in which order they stand, and how they are sealed.

A file is UTF-8 text, one JSON object a line, each line ended by a line feed:

    {"format":"kibitz","version":1,"game":"zuniq","rules":{"dots":"6x6"},"seats":[…],…}     always first
    {"line":"digest","ply":0,"state":"90c1…"}               at every 8th ply and at the last one
    {"line":"chapter","ply":0,"title":"…","caption":"…"}
    {"line":"advice","ply":0,"advice":{"choices":[…],"source":"search","value":0.61}}
    {"line":"move","text":"C3h","ms":1840}
    …                                                       what belongs to a ply stands before its move
    {"line":"cursor","ply":12}                              where the player is; later moves wait for redo
    {"line":"end","sha256":"…"}                             over all bytes before this line

A run, which is one game of very many pieces, has stretches in place of moves: the board where each begins, and
its placements packed. What belongs to a ply stands before its stretch; only the first and the last ply have
digests:

    {"line":"stretch","ply":4096,"count":2048,"board":".x.xx…/xx.xx…","columns":"0aX…"}

A game in real time has ticks: the buttons that each seat held, ten seconds a line, the pieces that locked then, and
the digest of the game after them. Its plies are the pieces that have locked, in all seats:

    {"line":"ticks","tick":600,"count":600,"buttons":["00:31 01:9…"],"locks":[[41,0]…],"state":"90c1…"}
"""

from __future__ import annotations

import hashlib
from collections.abc import Iterable, Iterator, Mapping
from operator import itemgetter
from typing import Annotated, TypeAlias

import msgspec
from msgspec import Meta

from game.record.values import (
    Chapter,
    Line,
    Move,
    Name,
    Note,
    Pace,
    Ply,
    Record,
    Rule,
    Seat,
    Seconds,
    Seed,
    Title,
)
from game.tetris.classic.run import Stretch
from game.tetris.guideline.real_time import Replay, Ticks

FORMAT, VERSION = "kibitz", 1
DIGEST_EVERY = 8  # plies; between two of them a wrong state cannot hide for long
MAX_BYTES = 8 << 20
MAX_LINE = 256 << 10
END = b'{"line":"end","sha256":'


class Header(
    msgspec.Struct,
    frozen=True,
    forbid_unknown_fields=True,
    omit_defaults=True,
    tag_field="format",
    tag=FORMAT,
):
    """The first line: everything about a game but its course."""

    version: int
    game: Name
    rules: Annotated[dict[Name, Rule], Meta(max_length=32)]
    seats: Annotated[tuple[Seat, ...], Meta(min_length=1, max_length=8)]
    seed: Seed
    title: Title
    created: Name
    pace: Pace
    video: Seconds | None = None


class Digest(Line, frozen=True, tag="digest"):
    """The digest of the state at `ply`."""

    ply: Ply
    state: Name


class Cursor(Line, frozen=True, tag="cursor"):
    """The ply where the player is."""

    ply: Ply


Entry: TypeAlias = Move | Stretch | Ticks | Note | Chapter | Digest | Cursor

_ENCODER = msgspec.json.Encoder(order="deterministic")
HEADER = msgspec.json.Decoder(Header)
ENTRY: msgspec.json.Decoder[Entry] = msgspec.json.Decoder(Entry)


def header(record: Record) -> Header:
    """The first line of `record`."""
    return Header(
        version=VERSION,
        game=record.game,
        rules=record.rules,
        seats=record.seats,
        seed=record.seed,
        title=record.title,
        created=record.created,
        pace=record.pace,
        video=record.video or None,
    )


def entries(record: Record, digests: Mapping[int, str]) -> Iterator[Entry]:
    """All lines of `record` between header and end, in their one order; `digests` by ply."""
    placed: list[tuple[tuple[int, int], Entry]] = []
    placed += [((ply, 0), Digest(ply, digests.get(ply, ""))) for ply in digest_plies(record)]
    placed += [((chapter.ply, 1), chapter) for chapter in record.chapters if chapter.ply <= record.length]
    placed += [((note.ply, 2), note) for note in record.notes if note.ply <= record.length]
    placed += [((ply, 3), move) for ply, move in enumerate(record.moves)]
    if record.run is not None:
        placed += [((each.ply + each.count - 1, 3), each) for each in record.run.stretches()]
    if record.live is not None:
        placed += _placed_ticks(record.live)
    yield from (entry for _, entry in sorted(placed, key=itemgetter(0)))
    yield Cursor(record.cursor)


def _placed_ticks(live: Replay) -> Iterator[tuple[tuple[int, int], Entry]]:
    """The lines of a game in real time; one without a lock stands behind the one before it."""
    ply = 0
    for each in live.stretches():
        ply += len(each.locks)
        yield (max(0, ply - 1), 3), each


def digest_plies(record: Record) -> tuple[int, ...]:
    """The plies at which the file of `record` holds the digest of the state, ascending."""
    last = record.length
    by_move = record.run is None and record.live is None
    plies = range(0, last, DIGEST_EVERY) if by_move else range(min(last, 1))
    return (*plies, last)


def encode(value: Header | Entry) -> bytes:
    """The line of `value` without its line feed, equal for equal values.

    The value goes through its own type once, so that limits are checked and 30 seconds become 30.0.
    Raises `msgspec.MsgspecError` or `ValueError`.
    """
    line = _ENCODER.encode(value)
    return _ENCODER.encode(HEADER.decode(line) if isinstance(value, Header) else ENTRY.decode(line))


def seal(lines: Iterable[bytes]) -> bytes:
    """The file of these lines, header first, with the end line that vouches for them."""
    body = b"".join(line + b"\n" for line in lines)
    return body + end(body)


def end(body: bytes) -> bytes:
    """The last line of a file whose earlier lines are `body`."""
    return b'%s"%s"}\n' % (END, hashlib.sha256(body).hexdigest().encode())
