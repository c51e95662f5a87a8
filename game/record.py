"""The one file format for saved games, replays and showcases (`.kibitz`); `lines.py` shows how it looks."""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from datetime import datetime
from itertools import islice, pairwise, zip_longest
from operator import itemgetter
from pathlib import Path
from typing import Annotated, Literal, NamedTuple, TypeAlias, TypeVar

import msgspec
from msgspec import Meta

from game.advice import Advice
from game.errors import BadInput, BadRecord, IllegalMove
from game.games import open_position
from game.old_advice import OldAdvice
from game.position import Position
from game.referee import Referee
from game.saving import load, save, without_mark
from game.tetris.classic import State
from game.tetris.classic.run import STRETCH, InvalidRun, Progress, Run, Stretch, misplaced
from game.tetris.guideline.real_time import TICKS_A_LINE, InvalidTicks, Moment, Replay, Ticks, fault_of
from game.words import counted

# A game as a value: who played what, and what was said about it.

SUFFIX = ".kibitz"
DEFAULT_PACE = 800
MOST_TITLE = 200  # letters

# what a file may hold; checked when it is read and when it is written
Name: TypeAlias = Annotated[str, Meta(max_length=80)]
Title: TypeAlias = Annotated[str, Meta(max_length=MOST_TITLE)]
Caption: TypeAlias = Annotated[str, Meta(max_length=4000)]
MoveText: TypeAlias = Annotated[str, Meta(min_length=1, max_length=40)]
Rule: TypeAlias = Annotated[str, Meta(max_length=12_000)]  # a board of text rows, a list of pieces
Ply: TypeAlias = Annotated[int, Meta(ge=0, le=10**8)]
Millis: TypeAlias = Annotated[int, Meta(ge=0, le=10**10)]
Pace: TypeAlias = Annotated[int, Meta(ge=20, le=60_000)]
Seconds: TypeAlias = Annotated[float, Meta(ge=0, le=3600)]
Seed: TypeAlias = Annotated[int, Meta(ge=0, le=2**63 - 1)]
Rows: TypeAlias = Annotated[int, Meta(ge=0, le=10**12)]
Games: TypeAlias = Annotated[int, Meta(ge=1, le=10**12)]
Budget: TypeAlias = Annotated[float, Meta(ge=0, le=1e6)]
Books: TypeAlias = Annotated[str, Meta(max_length=400)]  # nine names of 40 letters, as in the settings
Kind = Literal["human", "engine"]


class Seat(msgspec.Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """Player in a seat: a person, or `engine` at `level`; `seconds` for the whole game, None: no limit.

    `book`: the opening books that the engine of a game in real time looks into first, by name, commas between them.
    """

    name: Name
    kind: Kind = "human"
    engine: Name = ""
    level: Name = ""
    seconds: Budget | None = None
    book: Books = ""


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


class Remark(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A text about the position at `ply` alone; it goes when the game goes on."""

    ply: Ply
    text: Caption


class ChapterEvent(msgspec.Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """The event of a chapter: from `ply` on its `moves` are shown slowly, each in `slow` milliseconds.

    Before them the game waits for `hold` milliseconds, or until the chapter has been read where that is 0. Behind them
    the result stands for `rest` milliseconds.
    """

    ply: Ply
    moves: Annotated[int, Meta(ge=1, le=50)] = 1
    hold: Millis = 0
    slow: Pace = 3000
    rest: Millis = 2500


class OldNote(Line, frozen=True, tag="advice"):
    """A note of a file of version 1 to 4."""

    ply: Ply
    advice: OldAdvice


class Chapter(Line, frozen=True, tag="chapter", omit_defaults=True):
    """A part of a showcase: it begins at `ply`; the caption holds for all of it, a remark for one of its positions.

    The last of its positions is that with which the next chapter begins.
    """

    ply: Ply
    title: Title
    caption: Caption = ""
    remarks: tuple[Remark, ...] = ()
    event: ChapterEvent | None = None

    def sentence(self, ply: int) -> str:
        """The remark on the position at `ply`; empty where there is none."""
        return next((remark.text for remark in self.remarks if remark.ply == ply), "")


class Variation(msgspec.Struct, frozen=True):
    """A line that left another one: its moves, and what was said behind each of them, by ply.

    `node` is the position that it leaves. Positions are numbered as they come: 0 is the start, then the main line's,
    which are its plies, then those of the variations before this one.
    """

    node: int
    moves: tuple[Move, ...]
    notes: tuple[Note, ...] = ()


class Record(msgspec.Struct, frozen=True, kw_only=True):
    """A game from its start, with what was said about it.

    `moves` holds all moves of the main line, those undone included; a very long game has a `run` instead, one in real
    time is `live`, and neither has moves. `variations` are what else was played, in the order of the positions that
    they leave. The player is at ply `cursor` of the line that ends with variation number `line`, counted from 1; of
    the main line where that is 0. `notes` and `chapters` are those of the main line, in the order of their plies, at
    most one note a ply. `created` is UTC as `2026-11-20T09:30:00Z` or empty; `pace` is the time a showcase gives each
    move, in milliseconds; `video` the length of the video that it tells again, in seconds, 0 for none.
    `public`: nothing in it is kept from anybody before it is over, as in a game that was read from a text.
    `book`: the opening books that the coach of a game in real time looks into, by name, commas between them.
    `earlier`: of a run the games of its series before it, as rows and how many had so many, ascending.
    `race`: of a race the runs of the other players, in their order.
    """

    game: str
    rules: dict[str, str]
    seats: tuple[Seat, ...]
    moves: tuple[Move, ...] = ()
    variations: tuple[Variation, ...] = ()
    line: int = 0
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
    public: bool = False
    book: str = ""
    earlier: tuple[tuple[int, int], ...] = ()
    race: tuple[Record, ...] = ()

    @property
    def players(self) -> tuple[Seat, ...]:
        """Everybody who plays: the seats of the game, of a race those of all its runs."""
        return (*self.seats, *(seat for each in self.race for seat in each.seats))

    @property
    def run_over(self) -> bool:
        """True if it is a run that has come to its end; of a race, if all have."""
        return all(
            each.run is not None and each.run.position(each.length).over for each in (self, *self.race)
        )

    @property
    def length(self) -> int:
        """The moves of the main line, those undone included; of a run or a game in real time the pieces that locked."""
        course = self.run or self.live
        return len(self.moves) if course is None else course.count

    @property
    def begins(self) -> tuple[int, ...]:
        """The ply at which each variation leaves its line. Raises `BadRecord` where one leaves a later one."""
        plies = list(range(len(self.moves) + 1))
        results: list[int] = []
        for each in self.variations:
            if not 0 <= each.node < len(plies):
                raise BadRecord("A variation leaves a position that does not come before it.")
            results.append(plies[each.node])
            plies += range(results[-1] + 1, results[-1] + 1 + len(each.moves))
        return tuple(results)

    @property
    def chosen_length(self) -> int:
        """The moves of the line that the player is on. Raises `BadRecord` as `begins`."""
        return (
            self.begins[self.line - 1] + len(self.variations[self.line - 1].moves)
            if self.line
            else self.length
        )

    @property
    def course(self) -> Course:
        """The kind of its course: moves, a run, or real time."""
        return "run" if self.run is not None else "live" if self.live is not None else "moves"

    @property
    def unit(self) -> str:
        """The noun that its length counts: moves or pieces."""
        return _UNITS[self.course]

    @property
    def extent(self) -> str:
        """The length in words: `40 moves`, `1,800,000 pieces`."""
        return counted(self.length, self.unit)


Course = Literal["moves", "run", "live"]
_UNITS: dict[Course, str] = {"moves": "move", "run": "piece", "live": "piece"}
LISTED_RULES = (
    "dots",
    "match",
    "size",
    "goal",
    "dig",
    "timing",
)  # what lists tell of the rules; never cards or a seed


class Head(msgspec.Struct, frozen=True, array_like=True):
    """A game without its course, for lists of games: `length` is that of the record, `rules` those of `LISTED_RULES`.

    `seats` are all its players.
    """

    game: str
    rules: dict[str, str]
    seats: tuple[Seat, ...]
    course: Course
    length: int
    title: str = ""
    created: str = ""

    @classmethod
    def of(cls, record: Record) -> Head:
        """The head of a record that is at hand."""
        return cls(
            record.game,
            _rule_facts(record.rules),
            record.players,
            record.course,
            record.length,
            record.title,
            record.created,
        )

    @property
    def unit(self) -> str:
        """The noun that its length counts, as that of a record."""
        return _UNITS[self.course]


def _rule_facts(rules: Mapping[str, str]) -> dict[str, str]:
    """The rules that lists tell; in real time the goal is a word of the left seat's."""
    words = (word.partition("=") for word in rules.get("left", "").split())
    known = {key: text for key, _, text in words} | dict(rules)
    return {each: known[each] for each in LISTED_RULES if each in known}


# The lines of a record: which there are, in which order they stand, and how they are sealed.
#
# A file is UTF-8 text, one JSON object a line, each line ended by a line feed:
#
#     {"format":"kibitz","version":1,"game":"zuniq","rules":{"dots":"6x6"},"seats":[…],…}     always first
#     {"line":"digest","ply":0,"state":"90c1…"}               at every 8th ply and at the last one
#     {"line":"chapter","ply":0,"title":"…","caption":"…","remarks":[{"ply":0,"text":"…"}],"event":{"ply":3}}
#     {"line":"advice","ply":0,"advice":{"choices":[…],"source":"search","worth":["win",0.61,0.0]}}
#     {"line":"move","text":"C3h","ms":1840}
#     …                                                       what belongs to a ply stands before its move
#     {"line":"cursor","ply":12}                              where the player is; later moves wait for redo
#     {"line":"end","sha256":"…"}                             over all bytes before this line
#
# Version 2 has variations between the main line and the cursor. Each begins with the number of the position that it
# leaves; what belongs to a ply stands behind the move that leads there; its last ply has a digest, and every 8th one.
# The cursor names the line whose ply it is, if it is not the main one. What has no variation is written as version 1:
#
#     {"line":"variation","node":12}
#     {"line":"move","text":"D4v"}
#     {"line":"digest","ply":13,"state":"77ab…"}
#     {"line":"advice","ply":13,"advice":{…}}
#     {"line":"cursor","ply":13,"variation":1}
#
# A run, which is one game of very many pieces, has stretches in place of moves: the board where each begins, and
# its placements packed. What belongs to a ply stands before its stretch; only the first and the last ply have
# digests:
#
#     {"line":"stretch","ply":4096,"count":2048,"board":".x.xx…/xx.xx…","columns":"0aX…"}
#
# A game in real time has ticks: the buttons that each seat held, ten seconds a line, the pieces that locked then, and
# the digest of the game after them. Its plies are the pieces that have locked, in all seats:
#
#     {"line":"ticks","tick":600,"count":600,"buttons":["00:31 01:9…"],"locks":[[41,0]…],"state":"90c1…"}
#
# Since version 3 the buttons of a tick may be several states in their order: `010001:1` is left pressed, released and
# pressed again in one tick. Games in real time are written as version 3. What has remarks or events is written as
# version 4.
#
# Since version 5 advice is as in `advice.py`, before as in `old_advice.py`. Games with advice are written as version 5,
# and so is a run with games before it: its first line has their results, `"earlier":[[71,1],[80,2]]`.
#
# A race is written as version 6. Its file has the record of each player, one behind the other, each with its own
# first and last line. The first line of all says how many follow, `"race":2`.
#
# A game with an engine that has a book of its own is written as version 7, `"seats":[{"book":"bt-loop",…},…]`. Before,
# the titles of the books that come with Kibitz stood behind the engine's name: `Stacker with BT Loop, Perfect Clear`.

FORMAT, VERSION = "kibitz", 7  # the newest; the oldest is 1
RACES = 6  # the first version with them
BOOKS_OF_SEATS = 7  # the same
OLD_TITLES = {  # of books behind the names of engines, before there were books of seats
    "BT Loop": "bt-loop",
    "Hachispin + DPC": "hachispin-dpc",
    "New DT Cannon": "new-dt",
    "Okey Cannon + DPC": "okey-dpc",
    "Perfect Clear": "perfect-clear",
}
OLD_ADVICE = 4  # the last version with it
MOST_PLAYERS = 4  # of a race
DIGEST_EVERY = 8  # plies; between two of them a wrong state cannot hide for long
MAX_BYTES = 8 << 20
MAX_LINE = 256 << 10
MOST_EARLIER = 10_000  # different numbers of rows
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
    public: bool = False
    book: Books = ""
    earlier: Annotated[tuple[tuple[Rows, Games], ...], Meta(max_length=MOST_EARLIER)] = ()
    race: Annotated[int, Meta(ge=0, lt=MOST_PLAYERS)] = 0


class Digest(Line, frozen=True, tag="digest"):
    """The digest of the state at `ply`."""

    ply: Ply
    state: Name


class Cursor(Line, frozen=True, tag="cursor", omit_defaults=True):
    """The ply where the player is, on the main line or on that of a variation, counted from 1."""

    ply: Ply
    variation: Ply = 0


class VariationStart(Line, frozen=True, tag="variation"):
    """A variation begins: it leaves the position with this number."""

    node: Ply


Entry: TypeAlias = Move | Stretch | Ticks | Note | Chapter | Digest | Cursor | VariationStart
OldEntry: TypeAlias = Move | Stretch | Ticks | OldNote | Chapter | Digest | Cursor | VariationStart
Digests: TypeAlias = Mapping[int, Mapping[int, str]]  # by line, 0 the main one, and by ply

_ENCODER = msgspec.json.Encoder(order="deterministic")
HEADER = msgspec.json.Decoder(Header)
ENTRY: msgspec.json.Decoder[Entry] = msgspec.json.Decoder(Entry)
OLD_ENTRY: msgspec.json.Decoder[OldEntry] = msgspec.json.Decoder(OldEntry)


def header(record: Record) -> Header:
    """The first line of `record`."""
    return Header(
        version=_version(record),
        game=record.game,
        rules=record.rules,
        seats=record.seats,
        seed=record.seed,
        title=record.title,
        created=record.created,
        pace=record.pace,
        video=record.video or None,
        public=record.public,
        book=record.book,
        earlier=record.earlier,
        race=len(record.race),
    )


def _seat_with_books(seat: Seat) -> Seat:
    """An engine's seat of a record of version 1 to 6: the titles of books behind its name become their names."""
    name, _, titles = seat.name.partition(" with ")
    books = [OLD_TITLES.get(title, "") for title in titles.split(", ")]
    return (
        msgspec.structs.replace(seat, name=name, book=",".join(books))
        if seat.kind == "engine" and all(books)
        else seat
    )


def _version(record: Record) -> int:
    """The oldest version of the format that has all that is in `record`."""
    if any(seat.book or _seat_with_books(seat) is not seat for seat in record.seats):
        return BOOKS_OF_SEATS
    if record.race:
        return RACES
    if record.earlier or record.notes or any(each.notes for each in record.variations):
        return 5
    if any(chapter.remarks or chapter.event is not None for chapter in record.chapters):
        return 4
    return 3 if record.live is not None else 2 if record.variations else 1


def entries(record: Record, digests: Digests) -> Iterator[Entry]:
    """All lines of `record` between header and end, in their one order. Raises `BadRecord` as `Record.begins`."""
    placed: list[tuple[tuple[int, int], Entry]] = []
    placed += [((ply, 0), Digest(ply, digests.get(0, {}).get(ply, ""))) for ply in digest_plies(record)]
    placed += [((chapter.ply, 1), chapter) for chapter in record.chapters if chapter.ply <= record.length]
    placed += [((note.ply, 2), note) for note in record.notes if note.ply <= record.length]
    placed += [((ply, 3), move) for ply, move in enumerate(record.moves)]
    if record.run is not None:
        placed += [((each.ply + each.count - 1, 3), each) for each in record.run.stretches()]
    if record.live is not None:
        placed += _placed_ticks(record.live)
    yield from (entry for _, entry in sorted(placed, key=itemgetter(0)))
    for number, (begin, variation) in enumerate(zip(record.begins, record.variations, strict=True), 1):
        yield VariationStart(variation.node)
        placed = [((ply, 0), move) for ply, move in enumerate(variation.moves, begin + 1)]
        states = digests.get(number, {})
        placed += [((ply, 1), Digest(ply, states.get(ply, ""))) for ply in _plies_of(begin, variation)]
        last = begin + len(variation.moves)
        placed += [((note.ply, 2), note) for note in variation.notes if begin < note.ply <= last]
        yield from (entry for _, entry in sorted(placed, key=itemgetter(0)))
    yield Cursor(record.cursor, record.line)


def _plies_of(begin: int, variation: Variation) -> list[int]:
    """The plies of a variation that have digests, ascending."""
    last = begin + len(variation.moves)
    return [ply for ply in range(begin + 1, last + 1) if ply == last or ply % DIGEST_EVERY == 0]


def _placed_ticks(live: Replay) -> Iterator[tuple[tuple[int, int], Entry]]:
    """The lines of a game in real time; one without a lock stands behind the one before it."""
    ply = 0
    for each in live.stretches():
        ply += len(each.locks)
        yield (max(0, ply - 1), 3), each


def digest_plies(record: Record) -> tuple[int, ...]:
    """The plies of the main line at which the file of `record` holds the digest of the state, ascending."""
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


# Reading a record without trusting it: each fault is one `BadRecord` with file, line and reason.

T = TypeVar("T")
At: TypeAlias = Callable[[int], Position]


class Played(NamedTuple):
    """A record and its positions.

    `at` is the position of the main line at any ply. `lines` are all positions: those of the main line, then those
    behind the moves of each variation. A run has too many of them, and a game in real time moves between them, so that
    they are asked one by one: they have no `lines`.
    """

    record: Record
    at: At
    lines: Sequence[Sequence[Position]] = ()

    @classmethod
    def of(cls, record: Record, lines: Sequence[Sequence[Position]]) -> Played:
        """A record whose positions the caller has already."""
        return cls(record, lines[0].__getitem__, lines)


def record_of(game: Record | Played) -> Record:
    """The record of a game, with its positions or without."""
    return game.record if isinstance(game, Played) else game


class Verdict(msgspec.Struct, frozen=True):
    """Result of checking the moves of a record: `first_bad_move` counts from 1, None where all moves fit."""

    game: str
    moves: int
    ok: bool
    first_bad_move: int | None = None
    reason: str = ""


def read_record(path: Path | str) -> Record:
    """The record in the file at `path`, with every move and digest checked. Raises `BadRecord`."""
    return read_played(path).record


def parse_record(data: bytes, name: str) -> Record:
    """The record that `data` holds, checked as by `parse_played`. Raises `BadRecord`."""
    return parse_played(data, name).record


def read_played(path: Path | str) -> Played:
    """The record in the file at `path` with its positions, every move and digest checked. Raises `BadRecord`."""
    return parse_played(_load(path), str(path))


def parse_played(data: bytes, name: str) -> Played:
    """The record that `data` holds, and its positions; `name` is what messages call it. Raises `BadRecord`.

    Of a run only its beginning and its end are tried; what lies between is tried where it is looked at, or by
    `verify`. A game in real time is played to its end.
    """
    played, *others = map(_played, _parts(data, name, Draft))
    if not others:
        return played
    return played._replace(record=_race([played.record, *map(record_of, others)]))


def _played(draft: Draft) -> Played:
    """The game of a draft, its moves and advice tried. Raises `BadRecord`."""
    played, fault = _replay(draft.record, draft.digests)
    if fault:
        raise draft.bad(draft.place(fault.kind, fault.ply, fault.line), fault.reason)
    draft.check_advice(played)
    return played


def _race(records: Sequence[Record]) -> Record:
    """The record of a race of these runs."""
    return msgspec.structs.replace(records[0], race=tuple(records[1:]))


def glance(path: Path | str) -> Record:
    """The record in the file at `path`, its form and checksum checked but not its moves: for lists of games.

    Raises `BadRecord`.
    """
    return _race([draft.record for draft in _parts(_load(path), str(path), Draft)])


def read_head(path: Path | str) -> Head:
    """The head of the record in the file at `path`, whose checksum fits. Raises `BadRecord`.

    Much cheaper than `glance`: what the single lines mean, and their order, show when the game is opened.
    """
    head, *others = [form.head() for form in _parts(_load(path), str(path), Form)]
    return msgspec.structs.replace(
        head, seats=(*head.seats, *(seat for each in others for seat in each.seats))
    )


def verify(data: bytes, name: str, progress: Progress | None = None) -> Verdict:
    """Return True if the moves in `data` are a game. Raises `BadRecord` where the file itself, or a variation, is bad.

    Where a digest differs, the bad move is the one after which the states are first known to differ; a
    start that differs counts as move 1. `progress(done, total)` counts the pieces of a run.
    """
    verdicts = [_verdict(draft, progress) for draft in _parts(data, name, Draft)]
    return next((verdict for verdict in verdicts if not verdict.ok), verdicts[0])


def _verdict(draft: Draft, progress: Progress | None) -> Verdict:
    """Result of checking the moves of one record of a file."""
    game, moves = draft.record.game, draft.record.length
    played, fault = _replay(draft.record, draft.digests)
    fault = _play_run(draft.record, progress) or fault
    if fault and fault.line:
        raise draft.bad(draft.place(fault.kind, fault.ply, fault.line), fault.reason)
    if fault:
        return Verdict(game, moves, False, max(1, fault.move(draft.record)), fault.reason)
    draft.check_advice(played)
    return Verdict(game, moves, True)


def verify_file(path: Path | str, progress: Progress | None = None) -> Verdict:
    """`verify` for the file at `path`."""
    return verify(_load(path), str(path), progress)


def positions(record: Record) -> list[Position]:
    """The states of `record` from the start to the last move kept. Raises `BadRecord` for an illegal move.

    A run has too many of them, and a game in real time moves between them: they are asked one by one.
    """
    if record.run is not None or record.live is not None:
        raise BadRecord(f"A game of {record.extent} is not laid out position by position.")
    return list(play(record).lines[0])


def play(record: Record) -> Played:
    """The record with its positions. Raises `BadRecord` for an illegal move; of a run, where it is asked there."""
    played, fault = _replay(record, {})
    if fault:
        raise BadRecord(fault.reason)
    return played


def _load(path: Path | str) -> bytes:
    try:
        return load(Path(path), MOST_PLAYERS * MAX_BYTES)
    except BadInput as error:
        raise BadRecord(str(error)) from None


# -- the course of the game --


class _Fault(NamedTuple):
    """The error at `ply`: with the move that leads there, or with the digest; 0 is the start itself.

    Of ticks it is the tick instead. `line` is 0 for the main line, else the number of a variation.
    """

    ply: int
    reason: str
    kind: type[Move | Digest | Stretch | Ticks] = Move
    line: int = 0

    def move(self, record: Record) -> int:
        """The number of the first bad move."""
        if self.kind is not Ticks or record.live is None:
            return self.ply
        return min(record.length, record.live.ply_at(self.ply - 1) + 1)


def _replay(record: Record, digests: Digests) -> tuple[Played, _Fault | None]:
    """The record with its positions, as far as they can be reached, and what stopped them."""
    try:
        start = open_position(record.game, record.rules)
    except BadInput as error:
        return Played(record, _nowhere), _Fault(0, str(error))
    fault = _check_start(record, start)
    if record.run is not None:
        return Played(record, record.run.position), fault or _check_run(record.run, digests.get(0, {}))
    if record.live is not None:
        return Played(record, record.live.position), fault or _check_live(record.live, digests.get(0, {}))
    results, fault = _play_lines(record, start, digests) if fault is None else ([[start]], fault)
    return Played.of(record, results), fault


def _play_lines(
    record: Record, start: Position, digests: Digests
) -> tuple[list[list[Position]], _Fault | None]:
    """The states of the main line with the start, then those behind the moves of each variation."""
    main, fault = _follow(start, 0, record.moves, 0)
    results = [[start, *main]]
    fault = fault or _check_digests(results[0].__getitem__, digests.get(0, {}))
    nodes = list(results[0])
    for number, (begin, variation) in enumerate(zip(record.begins, record.variations, strict=True), 1):
        if fault:
            break
        states, fault = _follow(nodes[variation.node], begin, variation.moves, number)
        nodes += states
        results.append(states)
        if not fault:
            own = dict(enumerate(states, begin + 1))
            fault = _check_digests(own.__getitem__, digests.get(number, {}), number)
    return results, fault


def _follow(
    start: Position, begin: int, moves: Sequence[Move], line: int
) -> tuple[list[Position], _Fault | None]:
    """The states behind each of the moves that are played from `start`, at ply `begin`, and the one that is illegal."""
    states: list[Position] = []
    at = start
    for ply, move in enumerate(moves, begin + 1):
        try:
            at = at.play(move.text)
        except IllegalMove as error:
            return states, _Fault(ply, f"move {ply} is illegal: {error}", line=line)
        states.append(at)
    return states, None


def _nowhere(ply: int) -> Position:
    raise BadRecord(f"there is no position at ply {ply}")


def _check_run(run: Run, digests: Mapping[int, str]) -> _Fault | None:
    try:
        return _check_digests(run.position, digests)
    except InvalidRun as error:
        return _Fault(error.ply, str(error), Stretch)


def _check_live(live: Replay, digests: Mapping[int, str]) -> _Fault | None:
    try:
        live.prove()
        return _check_digests(live.position, digests)
    except InvalidTicks as error:
        return _Fault(error.tick, str(error), Ticks)


def _play_run(record: Record, progress: Progress | None) -> _Fault | None:
    """The first piece of a run that does not fit; None for a good run, and for any other game."""
    try:
        if record.run is not None:
            record.run.verify(progress)
    except InvalidRun as error:
        return _Fault(error.ply, str(error), Stretch)
    return None


def _check_start(record: Record, state: Position) -> _Fault | None:
    if state.setup != record.rules:
        return _Fault(0, f"the rules of this {record.game} are {state.setup}, not {record.rules}")
    if len(state.seats) != len(record.seats):
        return _Fault(0, f"{record.game} has {len(state.seats)} seats, not {len(record.seats)}")
    return None


def _check_digests(at: At, digests: Mapping[int, str], line: int = 0) -> _Fault | None:
    for ply, digest in sorted(digests.items()):
        if at(ply).digest() != digest:
            return _Fault(ply, f"the position at ply {ply} is not the one that was saved", Digest, line)
    return None


# -- the form of the file --


_SEALED, _OPENING = b'"}\n', b'{"format":"kibitz"'  # how a record ends, and how it begins
_JOINT = _SEALED + _OPENING
_MOVE = b'{"line":"move"'
_BESIDE = tuple(b'{"line":"%s"' % each for each in (b"advice", b"digest", b"chapter", b"cursor"))


class Form:
    """A file whose size, version, checksum and first line are good. Raises `BadRecord`."""

    def __init__(self, data: bytes, name: str) -> None:
        self.name = name
        data = without_mark(data)
        body = self._body(data)
        self._check_version(body[0])
        self._check_end(data, body)
        self.header = self._decode(1, body[0], HEADER)
        if self._version < BOOKS_OF_SEATS:
            if any(seat.book for seat in self.header.seats):
                raise self.bad(1, f"in a record of version {self._version} no engine has a book of its own")
            seats = tuple(map(_seat_with_books, self.header.seats))
            self.header = msgspec.structs.replace(self.header, seats=seats)
        if not _is_date(self.header.created):
            raise self.bad(1, f"{self.header.created!r} is not a date such as 2026-11-20T09:30:00Z")
        self._lines = body[1:-1]  # between the first and the last one

    def entry(self, place: int) -> Entry:
        """Return the entry in line `place`, counted from 1."""
        line = self._lines[place - 2]
        if self._version > OLD_ADVICE:
            return self._decode(place, line, ENTRY)
        entry = self._decode(place, line, OLD_ENTRY)
        return Note(entry.ply, entry.advice.on(self.header.game)) if isinstance(entry, OldNote) else entry

    def head(self) -> Head:
        """The game without its course. Only those lines are read that tell how long it is."""
        course: Course = "moves"
        length = 0
        for place, line in enumerate(self._lines, 2):
            if line.startswith(_MOVE):
                length += 1
                continue
            if line.startswith(_BESIDE):
                continue
            entry = self.entry(place)
            if isinstance(entry, VariationStart):
                break
            if isinstance(entry, Move):  # in an order of words that no program writes
                length += 1
            elif isinstance(entry, Stretch):
                course, length = "run", length + entry.count
            elif isinstance(entry, Ticks):
                course, length = "live", length + len(entry.locks)
        facts, header = _rule_facts(self.header.rules), self.header
        return Head(header.game, facts, header.seats, course, length, header.title, header.created)

    def bad(self, place: int, reason: str) -> BadRecord:
        """The error for line `place`, counted from 1."""
        return BadRecord(f"{self.name}, line {place}: {reason.rstrip('.')}.")

    def _body(self, data: bytes) -> list[bytes]:
        """The lines of the file, at least one."""
        if len(data) > MAX_BYTES:
            raise BadRecord(f"{self.name} is larger than {MAX_BYTES:,} bytes.")
        if not data:
            raise BadRecord(f"{self.name} is empty.")
        body = data.split(b"\n")
        for place, line in enumerate(body, 1):
            if len(line) > MAX_LINE:
                raise self.bad(place, f"the line is longer than {MAX_LINE:,} bytes")
        return body if body[-1] else body[:-1]

    def _check_version(self, first: bytes) -> None:
        try:
            mark = msgspec.json.decode(first, type=_Mark)
        except (ValueError, RecursionError):
            raise self.bad(1, "this is not a Kibitz record") from None
        if not 1 <= mark.version <= VERSION:
            raise self.bad(1, f"the record has version {mark.version}; this program reads 1 to {VERSION}")
        self._version = mark.version

    def _check_end(self, data: bytes, body: Sequence[bytes]) -> None:
        last = body[-1] + b"\n"
        if len(body) < 2 or not last.startswith(END) or not data.endswith(b"\n"):
            raise self.bad(len(body), "the end is missing; the file was cut off or something follows its end")
        if last != end(data[: -len(last)]):
            raise self.bad(len(body), "the checksum does not fit; the file was damaged or changed")

    def _decode(self, place: int, line: bytes, decoder: msgspec.json.Decoder[T]) -> T:
        try:
            return decoder.decode(line)
        except UnicodeDecodeError:
            raise self.bad(place, "the line is not UTF-8 text") from None
        except RecursionError:
            raise self.bad(place, "the line is nested too deeply") from None
        except msgspec.MsgspecError as error:
            raise self.bad(place, f"the line cannot be read: {error}") from None


F = TypeVar("F", bound=Form)


def _parts(data: bytes, name: str, kind: type[F]) -> list[F]:
    """The records of a file in good form: those of all players of a race, else one. Raises `BadRecord`."""
    first, *others = data.split(_JOINT)
    if len(others) >= MOST_PLAYERS:
        raise BadRecord(f"{name} has {len(others) + 1:,} records; a race has at most {MOST_PLAYERS} players.")
    form = kind(first + _SEALED if others else first, name)
    if form.header.race != len(others):
        reason = (
            f"this record is followed by {len(others)} others, and its first line says {form.header.race}"
        )
        raise form.bad(1, reason if form.header.race else "something follows its end")
    forms = [form]
    for number, part in enumerate(others, 2):
        sealed = _SEALED if number <= len(others) else b""
        forms.append(kind(_OPENING + part + sealed, f"{name}, player {number}"))
        if forms[-1].header.race:
            raise forms[-1].bad(1, "a race within a race")
    return forms


class Draft(Form):
    """A file in good form, its lines in order, whose moves are still to be tried. Raises `BadRecord`."""

    def __init__(self, data: bytes, name: str) -> None:
        super().__init__(data, name)
        self.entries = [self.entry(place) for place in range(2, len(self._lines) + 2)]
        starts = [at for at, entry in enumerate(self.entries) if isinstance(entry, VariationStart)]
        self._starts = [0, *starts]  # of the lines, in the entries
        bounds = pairwise([*self._starts, len(self.entries)])
        self._parts = [self.entries[first:last] for first, last in bounds]
        self.digests: Digests = {
            line: {entry.ply: entry.state for entry in part if isinstance(entry, Digest)}
            for line, part in enumerate(self._parts)
        }
        self.record = self._gather(self.header)
        self._check_order()

    def place(self, kind: type[Entry], ply: int, line: int = 0) -> int:
        """The line of the move or stretch that leads to `ply` (ticks: to that tick), or of another entry at `ply`.

        In the part of variation number `line`, or of the main line where that is 0.
        """
        part, first = self._parts[line], self._starts[line] + 2
        if kind in _LENGTHS:
            ply -= self.record.begins[line - 1] if line else 0
            moves = (place for place, entry in enumerate(part, first) if isinstance(entry, kind))
            return next(islice(moves, (ply - 1) // _LENGTHS[kind], None)) if ply else 1
        return next(
            place
            for place, entry in enumerate(part, first)
            if isinstance(entry, kind)
            and not isinstance(entry, Move | Ticks | VariationStart)
            and entry.ply == ply
        )

    def check_advice(self, game: Played) -> None:
        """Raise `BadRecord` for advice that cannot belong to its position."""
        for note in self.record.notes:
            try:
                played = [move.text for move in self.record.moves[note.ply : note.ply + 1]]
                flaw = Referee(game.at(note.ply), played).flaw(note.advice)
            except InvalidRun as error:
                raise self.bad(self.place(Stretch, error.ply), str(error)) from None
            if flaw:
                raise self.bad(self.place(Note, note.ply), f"the advice {flaw}")
        variations = zip(self.record.begins, self.record.variations, game.lines[1:], strict=True)
        for line, (begin, variation, states) in enumerate(variations, 1):
            for note in variation.notes:
                place = note.ply - begin
                played = [move.text for move in variation.moves[place : place + 1]]
                flaw = Referee(states[place - 1], played).flaw(note.advice)
                if flaw:
                    raise self.bad(self.place(Note, note.ply, line), f"the advice {flaw}")

    def _gather(self, header: Header) -> Record:
        self._check_kinds()
        cursor = self.entries[-1] if self.entries else None
        main = self._parts[0]
        record = Record(
            game=header.game,
            rules=header.rules,
            seats=header.seats,
            moves=tuple(entry for entry in main if isinstance(entry, Move)),
            variations=tuple(map(_variation, self._parts[1:])),
            line=cursor.variation if isinstance(cursor, Cursor) else 0,
            run=self._run(header),
            live=self._live(header),
            cursor=cursor.ply if isinstance(cursor, Cursor) else -1,
            notes=tuple(entry for entry in main if isinstance(entry, Note)),
            chapters=tuple(entry for entry in self.entries if isinstance(entry, Chapter)),
            seed=header.seed,
            title=header.title,
            created=header.created,
            pace=header.pace,
            video=header.video or 0.0,
            public=header.public,
            book=header.book,
            earlier=self._earlier(header),
        )
        if header.race and self._version < RACES:
            raise self.bad(1, f"a record of version {self._version} has no race")
        if header.race and record.run is None:
            raise self.bad(1, "only runs race")
        self._check_nodes(record)
        self._check_chapters(record)
        if record.line > len(record.variations) or not 0 <= record.cursor <= record.chosen_length:
            raise self.bad(
                len(self.entries) + 1, "the last line before the end must be a cursor within the game"
            )
        return record

    def _check_kinds(self) -> None:
        """Raise `BadRecord` for variations where there can be none, and for what no variation has."""
        for line, part in enumerate(self._parts[1:], 1):
            place = self._starts[line] + 2
            if self._version < 2:
                raise self.bad(place, "a record of version 1 has no variations")
            if any(isinstance(entry, Stretch | Ticks) for entry in self._parts[0]):
                raise self.bad(place, "only a game of moves has variations")
            for at, entry in enumerate(part, place):
                if isinstance(entry, Stretch | Ticks | Chapter):
                    raise self.bad(at, "a variation has moves, digests and advice only")

    def _check_nodes(self, record: Record) -> None:
        """Raise `BadRecord` for a variation that leaves no position, or repeats what was played there."""
        count, last = len(record.moves) + 1, 0
        played = {(node, move.text) for node, move in enumerate(record.moves)}
        for line, variation in enumerate(record.variations, 1):
            place = self._starts[line] + 2
            if not variation.moves:
                raise self.bad(place, "a variation has no moves")
            if not last <= variation.node < count:
                raise self.bad(place, "a variation leaves a position that does not come before it in order")
            nodes = [variation.node, *range(count, count + len(variation.moves))]
            if (variation.node, variation.moves[0].text) in played:
                raise self.bad(place, "a variation begins with a move that was played there already")
            played |= {(node, move.text) for node, move in zip(nodes, variation.moves, strict=False)}
            last, count = variation.node, count + len(variation.moves)

    def _check_chapters(self, record: Record) -> None:
        """Raise `BadRecord` for a chapter beyond the game, and for a remark or an event that is not within its own."""
        places = (place for place, entry in enumerate(self.entries, 2) if isinstance(entry, Chapter))
        ends = [*(chapter.ply for chapter in record.chapters), record.length][1:]
        for place, chapter, end in zip(
            places, record.chapters, ends, strict=False
        ):  # no end without a chapter
            if chapter.ply > record.length:
                reason = f"a chapter begins at ply {chapter.ply}, and the game ends at ply {record.length}"
                raise self.bad(place, reason)
            if (chapter.remarks or chapter.event is not None) and self._version < 4:
                what = "remarks" if chapter.remarks else "events"
                raise self.bad(place, f"a record of version {self._version} has no {what}")
            plies = [remark.ply for remark in chapter.remarks]
            outside = next((ply for ply in plies if not chapter.ply <= ply <= end), None)
            if outside is not None:
                reason = f"a remark is on ply {outside}, and its chapter has the plies {chapter.ply} to {end}"
                raise self.bad(place, reason)
            if plies != sorted(set(plies)):
                raise self.bad(place, "the remarks of a chapter have ascending plies")
            event, last = chapter.event, min(end, record.length)
            if event is not None and not chapter.ply <= event.ply <= last - event.moves:
                reason = (
                    f"an event from ply {event.ply} to {event.ply + event.moves} is outside of its chapter"
                )
                raise self.bad(place, f"{reason}, which has {chapter.ply} to {last}")

    def _run(self, header: Header) -> Run | None:
        """The run of the stretches, if there are any."""
        stretches = tuple(entry for entry in self.entries if isinstance(entry, Stretch))
        if not stretches:
            return None
        wrong = misplaced(stretches)
        if wrong is not None:
            reason = f"a run has its {STRETCH} pieces a stretch one after the other, only the last is shorter"
            raise self.bad(self.place(Stretch, wrong * STRETCH + 1), reason)
        if any(isinstance(entry, Move) for entry in self.entries):
            raise self.bad(self.place(Stretch, 1), "a game has moves or stretches, not both")
        start = self._opened(header)
        if not isinstance(start, State):
            raise self.bad(self.place(Stretch, 1), f"a game of {header.game} has moves, not stretches")
        return Run.packed(start, stretches, header.seats[0].engine)

    def _earlier(self, header: Header) -> tuple[tuple[int, int], ...]:
        """The results of the games before a run."""
        rows = [each for each, _ in header.earlier]
        if rows and self._version < 5:
            raise self.bad(1, f"a record of version {self._version} has no earlier games")
        if rows and not any(isinstance(entry, Stretch) for entry in self.entries):
            raise self.bad(1, "only a run has earlier games")
        if any(second <= first for first, second in pairwise(rows)):
            raise self.bad(1, "the rows of earlier games ascend")
        return header.earlier

    def _live(self, header: Header) -> Replay | None:
        """The game in real time of the ticks, if there are any."""
        ticks = tuple(entry for entry in self.entries if isinstance(entry, Ticks))
        if not ticks:
            return None
        if any(isinstance(entry, Move | Stretch) for entry in self.entries):
            raise self.bad(self.place(Ticks, 1), "a game has moves or ticks, not both")
        start = self._opened(header)
        if not isinstance(start, Moment):
            raise self.bad(self.place(Ticks, 1), f"a game of {header.game} has moves, not ticks")
        fault = fault_of(ticks, len(start.seats))
        if fault:
            raise self.bad(self.place(Ticks, fault[0] * TICKS_A_LINE + 1), fault[1])
        early = next((each for each in ticks if each.ordered), None) if self._version < 3 else None
        if early is not None:
            reason = f"in a record of version {self._version} buttons do not change within a tick"
            raise self.bad(self.place(Ticks, early.tick + 1), reason)
        return Replay.packed(start.live.setup, ticks)

    def _opened(self, header: Header) -> Position:
        try:
            return open_position(header.game, header.rules)
        except BadInput as error:
            raise self.bad(1, str(error)) from None

    def _check_order(self) -> None:
        expected = entries(self.record, self.digests)
        for place, (entry, wanted) in enumerate(zip_longest(self.entries, expected), 2):
            if entry != wanted:
                raise self.bad(place, "a line is missing, doubled or out of its order here")
        items = [self.record.notes, *(each.notes for each in self.record.variations)]
        for line, notes in enumerate(items):
            twice = next((one.ply for one, other in pairwise(notes) if one.ply == other.ply), None)
            if twice is not None:
                raise self.bad(self.place(Note, twice, line) + 1, f"ply {twice} has advice twice")


# pieces or ticks a line, of the lines that bring a game on
_LENGTHS: dict[type[Entry], int] = {Move: 1, Stretch: STRETCH, Ticks: TICKS_A_LINE}


def _variation(part: Sequence[Entry]) -> Variation:
    """The variation that these lines of a file hold, the first of which says what it leaves."""
    first = part[0]
    assert isinstance(first, VariationStart)
    moves = tuple(entry for entry in part if isinstance(entry, Move))
    return Variation(first.node, moves, tuple(entry for entry in part if isinstance(entry, Note)))


class _Mark(msgspec.Struct, tag_field="format", tag=FORMAT):
    """As much of the first line as any version of the format has."""

    version: int


def _is_date(text: str) -> bool:
    if not text:
        return True
    try:
        return datetime.strptime(text, "%Y-%m-%dT%H:%M:%SZ").strftime("%Y-%m-%dT%H:%M:%SZ") == text
    except ValueError:
        return False


# A record as bytes, and bytes as a file.


def write_record(path: Path | str, game: Record | Played) -> None:
    """Save `game` at `path`, wholly or not at all. Raises `NotSaved`, or `BadRecord` as `format_record`."""
    save(Path(path), format_record(game))


def format_record(game: Record | Played) -> bytes:
    """The file that holds `game`; the same record always gives the same bytes.

    Raises `BadRecord` for what could not be read again: a move or an advice that is illegal, a note on a ply that the
    game does not have, a text too long. Of a run only its beginning and its end are tried.
    """
    played = game if isinstance(game, Played) else play(game)
    return b"".join(map(_format, (played, *map(play, played.record.race))))


def _format(played: Played) -> bytes:
    """The file of one record, without the others of its race."""
    record = played.record
    digests = {0: {ply: played.at(ply).digest() for ply in digest_plies(record)}}
    lines = zip(record.begins, record.variations, played.lines[1:], strict=True)
    for line, (begin, variation, states) in enumerate(lines, 1):
        digests[line] = {ply: states[ply - begin - 1].digest() for ply in _plies_of(begin, variation)}
    try:
        encoded = [encode(header(record))]
        encoded += [encode(entry) for entry in entries(record, digests)]
    except (msgspec.MsgspecError, ValueError) as error:
        raise BadRecord(f"This game cannot be written: {error}.") from None
    data = seal(encoded)
    draft = Draft(data, "this game")
    if draft.record != msgspec.structs.replace(record, race=()):
        raise BadRecord(
            "This game cannot be written: a note or a chapter is out of order or belongs to no ply."
        )
    draft.check_advice(played)
    return data


__all__ = [
    "DEFAULT_PACE",
    "SUFFIX",
    "Chapter",
    "ChapterEvent",
    "Head",
    "Move",
    "Note",
    "Played",
    "Record",
    "Remark",
    "Seat",
    "Variation",
    "Verdict",
    "format_record",
    "glance",
    "parse_played",
    "parse_record",
    "play",
    "positions",
    "read_head",
    "read_played",
    "read_record",
    "record_of",
    "verify",
    "verify_file",
    "write_record",
]
