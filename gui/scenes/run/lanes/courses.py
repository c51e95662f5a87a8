"""Races that were played before, in a file: what pictures show without an engine."""

from __future__ import annotations

import zlib
from collections.abc import Iterable
from pathlib import Path

import msgspec

from ai.engine import Stretch
from game import atomic
from game.errors import BadRecord
from gui.scenes.run.lanes.plan import Plan

_MOST = 1 << 22  # bytes, unpacked


class Course(msgspec.Struct, frozen=True):
    """All that one controller has played, in one stretch."""

    controller: str
    played: Stretch


class Race(msgspec.Struct, frozen=True):
    """The courses of several controllers on the same pieces."""

    rules: dict[str, str]
    seed: int
    courses: tuple[Course, ...]

    @property
    def plan(self) -> Plan:
        """The plan that all have followed."""
        return Plan(tuple(course.controller for course in self.courses), self.rules, self.seed)


def joined(stretches: Iterable[Stretch]) -> Stretch:
    """Stretches that follow each other as one, wherever the clock has cut them."""
    whole, *others = stretches
    for each in others:
        tucks = _tucks(whole) + _tucks(each) if whole.tucks or each.tucks else b""
        whole = msgspec.structs.replace(
            each,
            game=whole.game,
            first=whole.first,
            columns=whole.columns + each.columns,
            tucks=tucks,
            marks=whole.marks + each.marks,
            finished=whole.finished + each.finished,
        )
    return msgspec.structs.replace(whole, cpu=0.0)


def _tucks(stretch: Stretch) -> bytes:
    return stretch.tucks or bytes(len(stretch.columns))


def write_race(path: Path, race: Race) -> None:
    """Keep a race."""
    atomic.write(path, zlib.compress(msgspec.msgpack.encode(race), 9))


def read_race(path: Path) -> Race:
    """A race that was kept. Raises `BadRecord`."""
    try:
        unpacked = zlib.decompressobj().decompress(path.read_bytes(), _MOST)
        return msgspec.msgpack.decode(unpacked, type=Race)
    except (OSError, zlib.error, msgspec.MsgspecError) as error:
        raise BadRecord(f"{path.name} is no race: {error}.") from None
