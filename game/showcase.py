"""Showcases: records with chapters and stored advice, made to be watched. Nothing thinks while one runs."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path

import msgspec

from game.errors import BadInput, BadRecord
from game.record import DEFAULT_PACE, SUFFIX, Chapter, Record, read_record
from game.session import Session

FOLDER = Path(__file__).resolve().parents[1] / "assets" / "showcases"

# how long a chapter waits before its first move, so that its caption can be read
READING_FLOOR, READING_CEILING = 1.5, 12.0
SECONDS_PER_LETTER = 1 / 18  # an unhurried reader takes in about 18 letters a second
LAST_LOOK = 2.0  # the last position stays this long


@dataclass(frozen=True)
class Moment:
    """From `seconds` on, the position at `ply` is shown, in `chapter` (None before the first one)."""

    seconds: float
    ply: int
    chapter: Chapter | None


@dataclass(frozen=True)
class Showcase:
    """A record with the times at which it is shown; `name` is its file's name without the ending."""

    name: str
    record: Record

    @property
    def title(self) -> str:
        return self.record.title

    @property
    def game(self) -> str:
        return self.record.game

    @cached_property
    def moments(self) -> tuple[Moment, ...]:
        """What is shown when, ascending, the first at 0 seconds. A chapter begins with time to read it."""
        shown: list[Moment] = []
        now, chapter = 0.0, None
        for ply in range(len(self.record.moves) + 1):
            here = [each for each in self.record.chapters if each.ply == ply]
            for chapter in here:
                shown.append(Moment(now, ply, chapter))
                now += reading_time(chapter)
            if not here:
                shown.append(Moment(now, ply, chapter))
            now += self.record.pace / 1000
        return tuple(shown)

    @cached_property
    def seconds(self) -> float:
        """How long it takes at normal speed."""
        last = self.moments[-1]
        pause = reading_time(last.chapter) if last.chapter and last.chapter.ply == last.ply else 0.0
        return last.seconds + pause + LAST_LOOK

    @cached_property
    def chapter_times(self) -> tuple[tuple[float, Chapter], ...]:
        """The chapters with the seconds at which they begin."""
        starts: dict[Chapter, float] = {}
        for moment in self.moments:
            if moment.chapter is not None:
                starts.setdefault(moment.chapter, moment.seconds)
        return tuple((seconds, chapter) for chapter, seconds in starts.items())

    def at(self, seconds: float) -> Moment:
        """The moment that is shown `seconds` after the start; the first or last one beyond the ends."""
        times = [moment.seconds for moment in self.moments]
        return self.moments[max(0, bisect_right(times, seconds) - 1)]

    def when(self, ply: int) -> float:
        """The seconds at which the position at `ply` is first shown; the end's for a ply beyond the last."""
        return next((m.seconds for m in self.moments if m.ply >= ply), self.moments[-1].seconds)


def reading_time(chapter: Chapter) -> float:
    """The seconds that a chapter waits for its reader, by the length of title and caption."""
    letters = len(chapter.title) + len(chapter.caption)
    return max(READING_FLOOR, min(READING_CEILING, letters * SECONDS_PER_LETTER))


def names(folder: Path = FOLDER) -> tuple[str, ...]:
    """The names of all showcases in `folder`, sorted; none if there is no such folder."""
    return tuple(sorted(path.stem for path in folder.glob(f"*{SUFFIX}")))


def load(name: str, folder: Path = FOLDER) -> Showcase:
    """The showcase called `name`. Raises `BadInput` for an unknown name, `BadRecord` for a bad file."""
    known = names(folder)
    if name not in known:
        raise BadInput(f"there is no showcase {name[:80]!r}; known: {', '.join(known) or 'none'}")
    return Showcase(name, read_record(folder / f"{name}{SUFFIX}"))


def load_all(folder: Path = FOLDER) -> tuple[tuple[Showcase, ...], tuple[str, ...]]:
    """All showcases that can be shown, by name, and a sentence for each file that cannot."""
    found: list[Showcase] = []
    problems: list[str] = []
    for name in names(folder):
        try:
            found.append(load(name, folder))
        except BadRecord as error:
            problems.append(str(error))
    return tuple(found), tuple(problems)


def compose(
    session: Session, title: str, chapters: Sequence[Chapter], created: str, pace: int = DEFAULT_PACE
) -> Record:
    """The record of `session` as a showcase from its first position; its opinions come along.

    Raises `BadInput` without a title, without a chapter at ply 0, for a chapter beyond the game, or for
    two chapters at one ply.
    """
    plies = [chapter.ply for chapter in chapters]
    if not title or plies[:1] != [0]:
        raise BadInput("a showcase needs a title and a chapter at ply 0")
    if plies != sorted(set(plies)) or plies[-1] > session.length:
        raise BadInput(f"the chapters of a showcase have ascending plies up to {session.length}")
    record = session.record(created)
    return msgspec.structs.replace(record, title=title, chapters=tuple(chapters), cursor=0, pace=pace)
