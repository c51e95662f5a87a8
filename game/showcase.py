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
from typing import NamedTuple

import msgspec

from game import places
from game.errors import BadInput, BadRecord
from game.record import DEFAULT_PACE, SUFFIX, Chapter, Record, glance, read_record
from game.session import Session
from game.tetris.guideline.real_time import TICKS

FOLDER = places.shipped("assets", "showcases")

# of a run: the pieces shown one by one after a chapter has begun and before the next one does, and how long all
# between them take together
LOOK_ON, LOOK_AHEAD = 20, 10
FLIGHT = 6.0

# how long the game waits where a chapter begins or a remark stands, so that it can be read
READING_FLOOR, READING_CEILING = 1.5, 12.0
SECONDS_PER_LETTER = 1 / 18  # an unhurried reader takes in about 18 letters a second
LAST_LOOK = 2.0  # the last position stays this long
_NEARLY = 1e-6  # of a piece: what rounding may cost


@dataclass(frozen=True)
class Moment:
    """From `seconds` on, the position at `ply` is shown, in `chapter` (None before the first one)."""

    seconds: float
    ply: int
    chapter: Chapter | None


class TourPart(NamedTuple):
    """A part of the tour through a run: from `first` to `last` in `seconds`, evenly, or in `flight`."""

    start: float
    seconds: float
    first: int
    last: int
    chapter: Chapter | None
    flight: bool = False

    def at(self, seconds: float) -> int:
        """The ply that is shown so long after the start of the tour."""
        part = min(1.0, max(0.0, (seconds - self.start) / self.seconds))
        return self.first + floor(
            (self.last - self.first) * (_eased(part) if self.flight else part) + _NEARLY
        )

    def when(self, ply: int) -> float:
        """The seconds at which `ply` is first shown, which lies on this leg."""
        if ply <= self.first:
            return self.start
        part = (ply - self.first) / (self.last - self.first)
        return self.start + self.seconds * (_uneased(part) if self.flight else part)


def _eased(part: float) -> float:
    """How far a flight is, 0 to 1: it gains speed for one half, and loses it for the other."""
    return 2 * part**2 if part < 0.5 else 1 - 2 * (1 - part) ** 2


def _uneased(part: float) -> float:
    """When a flight is so far, 0 to 1."""
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
    def moments(self) -> tuple[Moment, ...]:
        """What is shown when, ascending, the first at 0 seconds. A chapter and a remark get time to be read.

        A run has no moments: its pieces are too many to be told one by one. It has `legs`. A game in real time
        takes the time it took.
        """
        shown: list[Moment] = []
        read, chapter = 0.0, None  # seconds for reading so far
        for ply in range(self.record.length + 1):
            chapter = self._begins.get(ply, chapter)
            shown.append(Moment(self._played(ply) + read, ply, chapter))
            read += self._pause(ply)
        return tuple(shown)

    def remark(self, ply: int) -> str:
        """What is said of the position at `ply` alone; empty where nothing is."""
        return self._remarks.get(ply, "")

    @cached_property
    def _remarks(self) -> dict[int, str]:
        return {each.ply: each.text for chapter in self.record.chapters for each in chapter.remarks}

    @cached_property
    def _begins(self) -> dict[int, Chapter]:
        return {chapter.ply: chapter for chapter in self.record.chapters}

    def _played(self, ply: int) -> float:
        """The seconds from the start of the game to a ply, without any for reading."""
        live = self.record.live
        if self.through:
            return ply * max(0.0, self.record.video - LAST_LOOK) / max(1, self.record.length)
        return ply * self.record.pace / 1000 if live is None else live.tick_of(ply) / TICKS

    def _pause(self, ply: int) -> float:
        """The seconds for which the game waits at `ply` until all that is new there has been read."""
        chapter, remark = self._begins.get(ply), self.remark(ply)
        if self.through or (chapter is None and not remark):
            return 0.0
        return reading_time(chapter, remark)

    def tick_at(self, seconds: float) -> int:
        """The tick of a game in real time that is shown; it stands still while a chapter is read."""
        live, moment = self.record.live, self.at(seconds)
        if live is None:
            raise BadInput("only a game in real time has ticks")
        since = seconds - moment.seconds - self._pause(moment.ply)
        tick = live.tick_of(moment.ply) + max(0, floor(since * TICKS + _NEARLY))
        following = live.tick_of(moment.ply + 1) if moment.ply < live.count else live.ticks
        return min(tick, following)

    @cached_property
    def legs(self) -> tuple[TourPart, ...]:
        """The tour through a run: where something is told time to read, some pieces at its pace, and a flight on.

        From the last of these places on it flies to the end.
        """
        legs: list[TourPart] = []
        now, chapter, step = 0.0, None, self.record.pace / 1000
        stops = sorted({*self._begins, *self._remarks})
        for ply, after in zip_longest(stops, stops[1:], fillvalue=self.record.length):
            chapter = self._begins.get(ply, chapter)
            for leg in (
                TourPart(0.0, self._pause(ply), ply, ply, chapter),
                *_legs(chapter, ply, after, step),
            ):
                legs.append(leg._replace(start=now))
                now += leg.seconds
        return tuple(legs)

    @cached_property
    def seconds(self) -> float:
        """How long it takes at normal speed."""
        if self.record.run is not None:
            return self.legs[-1].start + self.legs[-1].seconds + LAST_LOOK
        last, live = self.moments[-1], self.record.live
        pause = self._pause(last.ply)
        rest = 0.0 if live is None else (live.ticks - live.tick_of(last.ply)) / TICKS
        return last.seconds + pause + rest + LAST_LOOK

    @cached_property
    def chapter_times(self) -> tuple[tuple[float, Chapter], ...]:
        """The chapters with the seconds at which they begin."""
        starts: dict[Chapter, float] = {}
        shown: Sequence[Moment | TourPart] = self.moments if self.record.run is None else self.legs
        for each, seconds in zip(shown, self._starts, strict=True):
            if each.chapter is not None:
                starts.setdefault(each.chapter, seconds)
        return tuple((seconds, chapter) for chapter, seconds in starts.items())

    @cached_property
    def _starts(self) -> tuple[float, ...]:
        if self.record.run is not None:
            return tuple(leg.start for leg in self.legs)
        return tuple(moment.seconds for moment in self.moments)

    def at(self, seconds: float) -> Moment:
        """The moment that is shown `seconds` after the start; the first or last one beyond the ends."""
        number = max(0, bisect_right(self._starts, seconds) - 1)
        if self.record.run is None:
            return self.moments[number]
        leg = self.legs[number]
        return Moment(seconds, leg.at(seconds), leg.chapter)

    def moment(self, text: str) -> float:
        """The seconds of a moment written as every list shows it: `1:12`. Raises `BadInput`."""
        found = re.fullmatch(r"([0-9]{1,4}):([0-5][0-9])", text)
        seconds = 60 * int(found[1]) + int(found[2]) if found else -1
        if not 0 <= seconds <= self.seconds:
            whole = minutes(self.seconds)
            raise BadInput(
                f"{self.title} has no moment {text[:40]!r}; write one from 0:00 to {whole}, such as 0:30"
            )
        return float(seconds)

    def when(self, ply: int) -> float:
        """The seconds at which the position at `ply` is first shown; the end's for a ply beyond the last."""
        if self.record.run is not None:
            return next((leg.when(ply) for leg in self.legs if leg.last >= ply), self.seconds)
        return next((m.seconds for m in self.moments if m.ply >= ply), self.moments[-1].seconds)


def _legs(chapter: Chapter | None, begin: int, end: int, step: float) -> Iterator[TourPart]:
    """The tour from `begin` to `end`, with `step` seconds a piece where each is shown; all starts are 0."""
    one_by_one = end - begin <= LOOK_ON + LOOK_AHEAD + FLIGHT / step
    far, near = (end, end) if one_by_one else (begin + LOOK_ON, end - LOOK_AHEAD)
    if far > begin:
        yield TourPart(0.0, (far - begin) * step, begin, far, chapter)
    if near > far:
        yield TourPart(0.0, FLIGHT, far, near, chapter, flight=True)
    if end > near:
        yield TourPart(0.0, (end - near) * step, near, end, chapter)


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


def load(name: str, folder: Path = FOLDER) -> Showcase:
    """The showcase called `name`. Raises `BadInput` for an unknown name, `BadRecord` for a bad file."""
    known = names(folder)
    if name not in known:
        raise BadInput(f"there is no showcase {name[:80]!r}; known: {', '.join(known) or 'none'}")
    return Showcase(name, read_record(folder / f"{name}{SUFFIX}"))


def load_all(folder: Path = FOLDER) -> tuple[tuple[Showcase, ...], tuple[str, ...]]:
    """All showcases by name, and a sentence for each file that is none; moves are tried where one is opened."""
    found: list[Showcase] = []
    problems: list[str] = []
    for name in names(folder):
        try:
            found.append(Showcase(name, _glance(folder / f"{name}{SUFFIX}")))
        except BadRecord as error:
            problems.append(str(error))
    return tuple(found), tuple(problems)


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

    Raises `BadInput` as `told`.
    """
    return told(session.record(created), title, chapters, pace, video)


def told(
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
