"""Showcases: records with chapters and stored advice, made to be watched. Nothing thinks while one runs."""

from __future__ import annotations

import re
from bisect import bisect_right
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property, lru_cache
from itertools import zip_longest
from math import floor, sqrt
from pathlib import Path
from typing import Literal, NamedTuple

import msgspec

from game import places
from game.errors import BadInput, BadRecord
from game.record import DEFAULT_PACE, SUFFIX, Chapter, ChapterEvent, Record, glance, read_record
from game.session import Session
from game.tetris.guideline.real_time import TICKS

FOLDER = places.shipped("assets", "showcases")

# of a run: the pieces shown one by one after a chapter has begun and before the next one does, and how long all
# between them take together
LOOK_ON, LOOK_AHEAD = 20, 10
FLIGHT = 6.0

# how long the game waits where a chapter begins or a remark stands, so that it can be read
READING_FLOOR, READING_CEILING = 2.0, 12.0
SECONDS_PER_LETTER = 1 / 18  # an unhurried reader takes in about 18 letters a second
LAST_LOOK = 2.0  # the last position stays this long
_NEARLY = 1e-6  # of a piece: what rounding may cost

# How a part of a showcase goes: it waits to be read, shows a move slowly or what has come of it, goes on, or hurries.
Pace = Literal["hold", "slow", "rest", "run", "flight"]


class TourPart(NamedTuple):
    """A part of a showcase: from place `first` to `last` in `seconds`, evenly, or in a `flight`.

    Places are plies, or the ticks of a game in real time. A `slow` part shows the move that leads to its place.
    """

    start: float
    seconds: float
    first: int
    last: int
    chapter: Chapter | None
    pace: Pace = "run"

    def share(self, seconds: float) -> float:
        """Return the share of it that is over so long after the start of the showcase, 0 to 1."""
        return min(1.0, max(0.0, (seconds - self.start) / self.seconds)) if self.seconds else 1.0

    def at(self, seconds: float) -> int:
        """The place that is shown so long after the start of the showcase."""
        part = self.share(seconds)
        return self.first + floor(
            (self.last - self.first) * (_eased(part) if self.pace == "flight" else part) + _NEARLY
        )

    def when(self, place: int) -> float:
        """The seconds at which `place` is first shown, which lies on this part."""
        if place <= self.first:
            return self.start
        part = (place - self.first) / (self.last - self.first)
        return self.start + self.seconds * (_uneased(part) if self.pace == "flight" else part)

    @property
    def end(self) -> float:
        """The seconds at which the next part begins."""
        return self.start + self.seconds


def _eased(part: float) -> float:
    """Return the share of a flight that is done, 0 to 1: it gains speed for one half, and loses it for the other."""
    return 2 * part**2 if part < 0.5 else 1 - 2 * (1 - part) ** 2


def _uneased(part: float) -> float:
    """Return the time at which a flight has come so far, 0 to 1."""
    return sqrt(part / 2) if part < 0.5 else 1 - sqrt((1 - part) / 2)


@dataclass(frozen=True)
class Showcase:
    """A record with the times at which it is shown; `name` is its file's name without the ending.

    `through`: evenly and without a stop, in the time of the video that it tells again.
    """

    name: str
    record: Record
    through: bool = False

    @property
    def title(self) -> str:
        return self.record.title

    @property
    def game(self) -> str:
        return self.record.game

    @cached_property
    def parts(self) -> tuple[TourPart, ...]:
        """All of it, part after part from 0 seconds on. Each chapter has time to be read, and its event is slow."""
        parts: list[TourPart] = []
        now = 0.0
        for part in self._unplaced():
            parts.append(part._replace(start=now))
            now += part.seconds
        return tuple(parts)

    def _unplaced(self) -> Iterator[TourPart]:
        """The parts in their order; all starts are 0."""
        record, chapters = self.record, self.record.chapters
        length, pace = record.length, "run"
        yield from self._run(None, 0, chapters[0].ply if chapters else length)
        for chapter, after in zip_longest(chapters, chapters[1:]):
            for part in self._parts_of(chapter, after.ply if after else length):
                yield part
                pace = part.pace
        end = length if record.live is None else record.live.ticks
        final = chapters[-1] if chapters else None
        yield TourPart(0.0, LAST_LOOK, end, end, final, "run" if pace in ("run", "flight") else "rest")

    def _parts_of(self, chapter: Chapter, end: int) -> Iterator[TourPart]:
        """A chapter up to `end`: on to its event, time to read, the event, what has come of it, and on.

        Without an event it is read where it begins. A remark has its own time.
        """
        if self.through:
            yield from self._run(chapter, chapter.ply, end)
            return
        event, here, ahead, shown = chapter.event, chapter.ply, 0.0, -1
        read_at = chapter.ply if event is None else event.ply
        for stop in sorted({read_at, *(remark.ply for remark in chapter.remarks)}):
            if stop < here or stop == shown:
                continue
            for part in self._run(chapter, here, stop):
                yield part
                ahead += part.seconds
            remark, here, place = chapter.sentence(stop), stop, self.place(stop)
            if stop != read_at:
                yield TourPart(0.0, reading_time(None, remark), place, place, chapter, "hold")
            elif event is None:
                yield TourPart(0.0, reading_time(chapter, remark), place, place, chapter, "hold")
            else:
                unread = max(READING_FLOOR, reading_time(chapter, remark) - ahead)
                yield TourPart(0.0, event.hold / 1000 or unread, place, place, chapter, "hold")
                here = shown = min(event.ply + event.moves, end)
                yield from self._shown(chapter, event, here)
        yield from self._run(chapter, here, end)

    def _shown(self, chapter: Chapter, event: ChapterEvent, end: int) -> Iterator[TourPart]:
        """The event of a chapter up to `end`, slowly, and its result, until what is said of it has been read."""
        for ply in range(event.ply, end):
            # moves jump from ply to ply, and are shown in between; ticks go by
            first = self.place(ply if self.record.live else ply + 1)
            yield TourPart(0.0, event.slow / 1000, first, self.place(ply + 1), chapter, "slow")
        rest, remark = event.rest / 1000, chapter.sentence(end)
        rest = max(rest, reading_time(None, remark)) if remark else rest
        yield TourPart(0.0, rest, self.place(end), self.place(end), chapter, "rest")

    def _run(self, chapter: Chapter | None, begin: int, end: int) -> Iterator[TourPart]:
        """The way from a ply to another at the showcase's own pace; of a long run some pieces and a flight."""
        record, step = self.record, self.record.pace / 1000
        first, last = self.place(begin), self.place(end)
        if record.live is not None:
            last = record.live.ticks if end == record.length else last
            step = 1 / TICKS
        if self.through:
            step = max(0.0, record.video - LAST_LOOK) / max(1, record.length)
        far, near = last, last
        if record.run is not None and end - begin > LOOK_ON + LOOK_AHEAD + FLIGHT / step:
            far, near = begin + LOOK_ON, end - LOOK_AHEAD
        if far > first:
            yield TourPart(0.0, (far - first) * step, first, far, chapter)
        if near > far:
            yield TourPart(0.0, FLIGHT, far, near, chapter, "flight")
        if last > near:
            yield TourPart(0.0, (last - near) * step, near, last, chapter)

    def place(self, ply: int) -> int:
        """The place of a ply: itself, or in real time the tick in which its piece has locked."""
        return ply if self.record.live is None else self.record.live.tick_of(ply)

    def ply(self, place: int) -> int:
        """The ply that is reached at a place."""
        return place if self.record.live is None else self.record.live.ply_at(place)

    def spoken(self, seconds: float) -> int:
        """The ply of which is spoken: as long as a move is shown slowly the one before it."""
        part = self.part(seconds)
        if part.pace == "slow":
            return self.ply(part.first) if self.record.live else part.first - 1
        return self.ply(part.at(seconds))

    def remark(self, seconds: float) -> str:
        """Return the remark on the position that is shown; empty if there is none."""
        chapter = self.part(seconds).chapter
        return "" if chapter is None else chapter.sentence(self.spoken(seconds))

    @cached_property
    def seconds(self) -> float:
        """Length at normal speed, in seconds."""
        return self.parts[-1].end

    @cached_property
    def chapter_times(self) -> tuple[tuple[float, Chapter], ...]:
        """The chapters with the seconds at which they begin."""
        starts: dict[Chapter, float] = {}
        for part in self.parts:
            if part.chapter is not None:
                starts.setdefault(part.chapter, part.start)
        return tuple((seconds, chapter) for chapter, seconds in starts.items())

    @cached_property
    def _starts(self) -> tuple[float, ...]:
        return tuple(part.start for part in self.parts)

    def part(self, seconds: float) -> TourPart:
        """The part that is shown `seconds` after the start; the first or last one beyond the ends."""
        return self.parts[max(0, bisect_right(self._starts, seconds) - 1)]

    def at(self, seconds: float) -> int:
        """The place that is shown `seconds` after the start; the first or last one beyond the ends."""
        return self.part(seconds).at(seconds)

    def moment(self, text: str) -> float:
        """The seconds of a moment written as every list shows it: `1:12`. Raises `BadInput`."""
        match = re.fullmatch(r"([0-9]{1,4}):([0-5][0-9])", text)
        seconds = 60 * int(match[1]) + int(match[2]) if match else -1
        if not 0 <= seconds <= self.seconds:
            whole = minutes(self.seconds)
            raise BadInput(
                f"{self.title} has no moment {text[:40]!r}; write one from 0:00 to {whole}, such as 0:30"
            )
        return float(seconds)

    def when(self, place: int) -> float:
        """The seconds at which a place is first shown; the end's for a place beyond the last."""
        return next((part.when(place) for part in self.parts if part.last >= place), self.seconds)

    def settled(self, place: int) -> float:
        """The seconds from which on a place is shown at rest, the move that leads there being over."""
        part = next((part for part in self.parts if part.last >= place), None)
        if part is None:
            return self.seconds
        return part.end if part.pace == "slow" and self.record.live is None else part.when(place)


def minutes(seconds: float) -> str:
    """A length as every list of showcases and chapters shows it: `2:14`."""
    return f"{int(seconds) // 60}:{int(seconds) % 60:02d}"


def reading_time(chapter: Chapter | None, remark: str = "") -> float:
    """The seconds that a showcase waits for its reader: where `chapter` begins, where a remark stands, or both."""
    letters = len(remark) + (len(chapter.title) + len(chapter.caption) if chapter is not None else 0)
    return max(READING_FLOOR, min(READING_CEILING, letters * SECONDS_PER_LETTER))


def names(folder: Path = FOLDER) -> tuple[str, ...]:
    """The names of all showcases in `folder`, sorted; none if there is no such folder."""
    return tuple(sorted(path.stem for path in folder.glob(f"*{SUFFIX}")))


def of_book(book: str, folder: Path = FOLDER) -> str:
    """The name of the showcase in which an opening book plays: its own; empty where there is none."""
    return book if book in names(folder) else ""


def after(name: str, folder: Path = FOLDER) -> Showcase | None:
    """The showcase behind the one called `name`, the first one behind the last; None for a name that is not known."""
    showcases, _ = load_all(folder)
    known = [each.name for each in showcases]
    return showcases[(known.index(name) + 1) % len(showcases)] if name in known else None


def load(name: str, folder: Path = FOLDER) -> Showcase:
    """The showcase called `name`. Raises `BadInput` for an unknown name, `BadRecord` for a bad file."""
    known = names(folder)
    if name not in known:
        raise BadInput(f"there is no showcase {name[:80]!r}; known: {', '.join(known) or 'none'}")
    return Showcase(name, read_record(folder / f"{name}{SUFFIX}"))


def load_all(folder: Path = FOLDER) -> tuple[tuple[Showcase, ...], tuple[str, ...]]:
    """All showcases by name, and a sentence for each file that is none; moves are tried where one is opened."""
    showcases: list[Showcase] = []
    problems: list[str] = []
    for name in names(folder):
        try:
            showcases.append(Showcase(name, _glance(folder / f"{name}{SUFFIX}")))
        except BadRecord as error:
            problems.append(str(error))
    return tuple(showcases), tuple(problems)


def _glance(path: Path) -> Record:
    """The record in a file, read again only once the file has changed: home asks each time it is opened."""
    try:
        status = path.stat()
    except OSError:
        return glance(path)  # which says what is wrong
    return _glance_at(path, status.st_mtime_ns, status.st_size)


@lru_cache(maxsize=64)
def _glance_at(path: Path, _changed: int, _size: int) -> Record:
    return glance(path)


def compose(
    session: Session,
    title: str,
    chapters: Sequence[Chapter],
    created: str,
    pace: int = DEFAULT_PACE,
    video: float = 0.0,
) -> Record:
    """The record of `session` as a showcase from its first position; its opinions come along.

    Raises `BadInput` as `with_chapters`.
    """
    return with_chapters(session.record(created), title, chapters, pace, video)


def with_chapters(
    record: Record, title: str, chapters: Sequence[Chapter], pace: int = DEFAULT_PACE, video: float = 0.0
) -> Record:
    """The game of `record` as a showcase from its first position; `video` as in `Record`.

    Raises `BadInput` without a title, without a chapter at ply 0, for a chapter beyond the game, or for
    two chapters at one ply.
    """
    plies = [chapter.ply for chapter in chapters]
    if not title or plies[:1] != [0]:
        raise BadInput("a showcase needs a title and a chapter at ply 0")
    if plies != sorted(set(plies)) or plies[-1] > record.length:
        raise BadInput(f"the chapters of a showcase have ascending plies up to {record.length}")
    return msgspec.structs.replace(
        record, title=title, chapters=tuple(chapters), cursor=0, pace=pace, video=video
    )
