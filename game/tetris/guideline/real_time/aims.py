"""What a game in real time is played for, and how it stands towards that: time, points, room above the stack.

Everything is counted from the game so far; nothing is searched.
"""

from __future__ import annotations

from collections.abc import Sequence
from math import ceil, sqrt
from statistics import fmean
from typing import NamedTuple

from game.tetris.guideline.field import COLUMNS, VISIBLE
from game.tetris.guideline.real_time.handling import TICKS
from game.tetris.guideline.real_time.seat import Seat, spans

LEAST = 5  # pieces, before which nothing is projected
_CELLS = 4  # of a piece


class Projection(NamedTuple):
    """What comes of a game that goes on as it did, and the standard error of that."""

    value: float
    error: float


def projected(parts: Sequence[float], more: float) -> Projection | None:
    """What `more` parts come to if they are like those so far; None while there are too few of them.

    The error has two sources: how much the parts to come vary, and how well their mean is known.
    """
    if len(parts) < LEAST:
        return None
    count, mean = len(parts), fmean(parts)
    varies = sum((each - mean) ** 2 for each in parts) / (count - 1)
    return Projection(more * mean, sqrt(varies * (more + more * more / count)))


class Sprint(NamedTuple):
    """A race to a number of rows. `pieces` are the fewest that can still clear them.

    `finish` is in seconds from the start, if all further pieces are needed for rows and take as long as those so far.
    `wasted` are the pieces placed beyond the fewest that a clean board needs, `keys` those pressed in vain; the seconds
    are what they took, at the mean time of a piece and of a key.
    """

    pieces: int
    finish: Projection | None
    wasted: int
    wasted_seconds: float
    keys: int
    keys_seconds: float


def fewest_pieces(rows: int, cells: int) -> int:
    """The fewest pieces that can clear `rows` rows of a field with `cells` filled cells."""
    return max(0, ceil((rows * COLUMNS - cells) / _CELLS))


def sprint_of(seat: Seat, goal: int, locks: Sequence[int]) -> Sprint:
    """How a sprint to `goal` rows stands; `locks` are the ticks in which the seat's pieces have locked."""
    tally, taken = seat.state.tally, spans(tuple(locks))
    start = seat.state.first or seat.state
    cells = sum(map(int.bit_count, seat.state.field.rows))
    pieces = fewest_pieces(goal - (tally.cleared - start.tally.cleared), cells)
    rest, now = projected(taken, pieces), seat.now / TICKS
    last = locks[-1] / TICKS if locks else 0.0
    finish = None if rest is None else Projection(max(now, last + rest.value), rest.error)
    least = fewest_pieces(goal, sum(map(int.bit_count, start.field.rows)))
    wasted = max(0, len(taken) + pieces - least)
    each, key = (fmean(taken) if taken else 0.0), (now / seat.keys if seat.keys else 0.0)
    return Sprint(pieces, finish, wasted, wasted * each, seat.faults, seat.faults * key)


def room_of(seat: Seat) -> int:
    """The rows that can come up before the stack, with those that wait, stands over the visible rows; below 0 too."""
    return VISIBLE - seat.state.field.height - seat.garbage.waiting
