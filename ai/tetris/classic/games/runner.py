"""Long runs for the window: game after game in compiled code, told in stretches some thirty times a second."""

from __future__ import annotations

import time
from collections.abc import Iterator
from dataclasses import dataclass, field

from ai.engine import MOST_PIECES, RunOrder, Stretch
from ai.tetris.classic.games.series import Pace, Series

STRETCH_SECONDS = 1 / 30
LEG_SECONDS = 0.01  # how long compiled code may keep control, as far as one piece allows


@dataclass
class _Draft:
    """A stretch while it is being played."""

    game: int
    first: int
    columns: bytearray = field(default_factory=bytearray)
    tucks: bytearray = field(default_factory=bytearray)
    marks: bytearray = field(default_factory=bytearray)
    finished: list[tuple[int, int]] = field(default_factory=list)


def stretches(series: Series, order: RunOrder) -> Iterator[Stretch]:
    """What `series` plays by `order`, in order, the last with `done`; some thirty a second."""
    series.go(0)
    series.cpu = 0.0  # what was compiled just now is not play
    pace, left = Pace(LEG_SECONDS, MOST_PIECES), order.pieces
    done = False
    while not done:
        draft, before = _Draft(series.number, series.placed), series.cpu
        room = MOST_PIECES if left is None else min(MOST_PIECES, left)
        ended = _play(series, draft, room, pace)
        if left is not None:
            left -= len(draft.columns)
        done = ended or left == 0
        yield _stretch(series, draft, series.cpu - before, done)


def _play(series: Series, draft: _Draft, room: int, pace: Pace) -> bool:
    """Fill `draft` for a thirtieth of a second, or with `room` pieces; whether the pieces have ended."""
    until = time.perf_counter() + STRETCH_SECONDS
    while True:
        if series.over:
            ended = series.ended
            draft.finished.append(series.finish())
            if ended:
                return True
        left = room - len(draft.columns)
        if left <= 0 or (draft.columns and time.perf_counter() >= until):
            return False
        leg = series.go(min(left, pace.pieces))
        pace.note(len(leg.columns), series.cpu)
        draft.columns += leg.columns
        draft.tucks += leg.tucks
        draft.marks += leg.marks


def _stretch(series: Series, draft: _Draft, cpu: float, done: bool) -> Stretch:
    return Stretch(
        game=draft.game,
        first=draft.first,
        columns=bytes(draft.columns),
        tucks=bytes(draft.tucks) if any(draft.tucks) else b"",
        finished=tuple(draft.finished),
        placed=series.placed,
        cleared=series.cleared,
        rules=series.here(),
        cpu=cpu,
        marks=bytes(draft.marks),
        done=done,
    )
