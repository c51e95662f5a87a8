"""Habits of people who play: how often they slip, how long they take for a piece, which garbage they send.

They are counted in replays (`ai.tetris.guideline.partner.fitting`) and ship as a small file of figures, each with its
interval of 95 %. Rounds are counted in bands by pieces a second; what an engine plays by is a line through all rounds.
"""

from __future__ import annotations

import math
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from random import Random
from typing import Any, Literal, NamedTuple

import msgspec
import yaml

from game import places
from game.errors import BadInput
from game.saving import load, save
from game.tetris.guideline.placement import NO_SPIN, Placement
from game.tetris.guideline.slips import KINDS, Kind
from game.tetris.guideline.state import State

VERSION = 1
_MOST_BYTES = 1 << 20
_LOADER = getattr(yaml, "CSafeLoader", yaml.SafeLoader)
FALLS = -2  # the power by which costly slips become seldom: likelier than an exponential, by far
_TWO_SIDES = 1.959964  # standard errors of an interval of 95 %


class Figure(msgspec.Struct, frozen=True):
    """A figure with its interval of 95 %."""

    value: float
    low: float
    high: float

    @classmethod
    def of(cls, value: float, error: float) -> Figure:
        """A figure with this standard error."""
        return cls(value, value - _TWO_SIDES * error, value + _TWO_SIDES * error)

    @classmethod
    def share(cls, count: float, of: float, much: float | None = None) -> Figure:
        """A share that was counted; the interval by Wilson's score.

        `much`: how many independent cases they are worth, where they come in groups.
        """
        if not of:
            return cls(0.0, 0.0, 1.0)
        share, cases = count / of, of if much is None else much
        square = _TWO_SIDES**2 / cases
        middle = share + square / 2
        half = _TWO_SIDES * math.sqrt((share * (1 - share) + square / 4) / cases)
        return cls(share, max(0.0, (middle - half) / (1 + square)), min(1.0, (middle + half) / (1 + square)))

    def holds(self, value: float) -> bool:
        """Return True if a value lies within the interval."""
        return self.low <= value <= self.high


class Line(msgspec.Struct, frozen=True):
    """A figure that goes with speed: a straight line over the logarithm of pieces a second, fitted to all rounds.

    At the speed `centre` it is `height`; `variances` are those of height and slope, and their covariance.
    """

    centre: float
    height: float
    slope: float
    variances: tuple[float, float, float]

    def share(self, pace: float) -> Figure:
        """The share at a speed; the line is that of its log-odds."""
        return Figure(*(1 / (1 + math.exp(-each)) for each in self._at(pace)))

    def amount(self, pace: float) -> Figure:
        """The amount at a speed; the line is that of its logarithm."""
        return Figure(*map(math.exp, self._at(pace)))

    def _at(self, pace: float) -> tuple[float, float, float]:
        x = math.log(pace / self.centre)
        of_height, of_slope, both = self.variances
        figure = Figure.of(
            self.height + self.slope * x, math.sqrt(max(0.0, of_height + 2 * x * both + x * x * of_slope))
        )
        return figure.value, figure.low, figure.high


class Situation(NamedTuple):
    """Things that make a slip likely: few fine placements, garbage that waits, a high stack, and that it looks good.

    `tempting` goes from 1, where somebody who plans further would take it, towards 0.
    """

    fine: int
    waiting: bool
    danger: bool
    tempting: float


class Odds(msgspec.Struct, frozen=True):
    """Chance of a slip where one is possible, by speed and situation: the log-odds are a sum.

    At the speed `centre`, with one fine placement and nothing else that holds they are the first of `terms`; the others
    are those of the logarithm of speed, the logarithm of the number of fine placements, waiting garbage, a high stack,
    and how tempting the slip is. `covariance` is that of the terms, row by row.
    """

    centre: float
    terms: tuple[float, ...]
    covariance: tuple[tuple[float, ...], ...]

    def factors(self, pace: float, situation: Situation) -> tuple[float, ...]:
        """By what each term is multiplied."""
        fine, waiting, danger, tempting = situation
        return 1.0, math.log(pace / self.centre), math.log(fine), float(waiting), float(danger), tempting

    def share(self, pace: float, situation: Situation) -> float:
        """The share of such positions in which the slip happens."""
        height = sum(a * b for a, b in zip(self.terms, self.factors(pace, situation), strict=True))
        return 1 / (1 + math.exp(-height))


class Slips(msgspec.Struct, frozen=True):
    """Slips of one kind: `rate` is their share of the positions in which one is possible.

    `odds` say in which of these they happen: where they are greater than `usual`, their mean over the positions of the
    engine, a slip is that much likelier. `spread`: of all slips of the kind one that costs that many rows of attack
    more is taken four times as seldom, by the plan of somebody who sees all pieces.
    """

    rate: Line
    odds: Odds
    usual: Line
    spread: float

    def weight(self, worse: float) -> float:
        """The weight of a slip that costs so much more than the least one, which has a weight of 1."""
        return (1 + worse / self.spread) ** FALLS


class Count(msgspec.Struct, frozen=True):
    """A share as it was counted in a band, among so many `chances`."""

    share: Figure
    chances: int


class Band(msgspec.Struct, frozen=True):
    """Counts of rounds of `low` to `high` pieces a second, `pace` on the mean.

    `slipping`: the share of pieces that are slips; `seconds`: the median of a piece; `rows` of garbage sent a minute.
    """

    low: float
    high: float
    pace: float
    rounds: int
    pieces: int
    slips: dict[Kind, Count]
    slipping: Figure
    seconds: Figure
    rows: Figure


Circumstance = Literal["hold", "spin", "danger", "waiting"]


class Effects(msgspec.Struct, frozen=True):
    """By which factor a piece takes longer where it is held, spun, above a high stack, or with garbage waiting."""

    hold: Figure
    spin: Figure
    danger: Figure
    waiting: Figure

    def factor(self, *circumstances: Circumstance) -> float:
        """The factor where all these hold."""
        figures: list[Figure] = [getattr(self, each) for each in circumstances]
        return math.prod(each.value for each in figures)


DANGER = 12  # rows from which on a stack is high


def circumstances_of(state: State, at: Placement) -> tuple[Circumstance, ...]:
    """Return what makes a piece slow or fast: the hold, a spin, a high stack, garbage that waits."""
    holds: dict[Circumstance, bool] = {
        "hold": at.piece != state.piece,
        "spin": at.spin != NO_SPIN,
        "danger": state.field.height >= DANGER,
        "waiting": state.garbage.waiting > 0,
    }
    return tuple(name for name, is_so in holds.items() if is_so)


class Keys(msgspec.Struct, frozen=True):
    """Timing of keys within a piece: the share of its time before the first one, its deviation, and that of gaps.

    `scatter` is the standard deviation of the logarithm of the time between two keys.
    """

    first: Figure
    deviation: float
    scatter: float

    def first_share(self, chance: Random) -> float:
        """The share of a piece's time before its first key."""
        return min(0.95, max(0.02, chance.gauss(self.first.value, self.deviation)))

    def uneven(self, chance: Random) -> float:
        """The factor of a time between two keys."""
        return math.exp(chance.gauss(0.0, self.scatter))


PART = 5.0  # seconds of a round in which garbage is counted by itself


class Sent(msgspec.Struct, frozen=True):
    """Garbage as real rounds send it: how often packets of 1, 2, 3... rows come, and how often a hole moves.

    `moves` is the share of packets whose hole is in another column than that of the one before, `breaks` that of rows
    within a packet. `course`: by how much the rows of each `PART` seconds from the start on differ from those of the
    whole round, as a factor; the last one holds to the end.
    """

    sizes: tuple[int, ...]
    moves: Figure
    breaks: Figure
    course: tuple[float, ...] = (1.0,)

    def factor(self, seconds: float) -> float:
        """The factor at a time of the round."""
        return self.course[min(int(seconds / PART), len(self.course) - 1)]


class Source(msgspec.Struct, frozen=True):
    """Source of the figures, and the way in which placements were judged."""

    files: int
    rounds: int
    pieces: int
    sight: int
    nodes: int
    clear: float


class Habits(msgspec.Struct, frozen=True):
    """All figures. The bands are what was counted, from the slowest rounds to the fastest; the lines go through it.

    Seconds for a piece are distributed log-normally, `scatter` is
    the standard deviation of their logarithm, and `haste` the mean of the factor by which circumstances and scatter
    lengthen a piece.
    """

    version: int
    source: Source
    bands: tuple[Band, ...]
    slips: dict[Kind, Slips]
    slipping: Line
    effects: Effects
    scatter: Figure
    haste: float
    keys: Keys
    rows: Line
    sent: Sent

    @property
    def counted(self) -> tuple[float, float]:
        """The speeds between which rounds were counted; beyond them the lines only go on."""
        return self.bands[0].pace, self.bands[-1].pace

    def at(self, pace: float) -> Habit:
        """The habits at a speed."""
        return Habit(self, pace)


@dataclass(frozen=True)
class Habit:
    """Habits at one speed, `pace` in pieces a second."""

    habits: Habits
    pace: float

    @property
    def slipping(self) -> Figure:
        """The share of pieces that are slips of any kind."""
        return self.habits.slipping.share(self.pace)

    @property
    def is_counted(self) -> bool:
        """True if rounds of this speed were counted."""
        low, high = self.habits.counted
        return low <= self.pace <= high

    def rate(self, kind: Kind) -> Figure:
        """The share of positions in which a slip of a kind happens, where one is possible."""
        return self.habits.slips[kind].rate.share(self.pace)

    def odds(self, kind: Kind, situation: Situation) -> float:
        """The odds of a slip of a kind in a position like this, by the situation alone."""
        return self.habits.slips[kind].odds.share(self.pace, situation)

    def usual(self, kind: Kind) -> float:
        """The mean of `odds` that is to be expected."""
        return self.habits.slips[kind].usual.share(self.pace).value

    def seconds(self, circumstances: tuple[Circumstance, ...], chance: Random) -> float:
        """The seconds for one piece, drawn; none is more than three deviations from the median."""
        habits, lot = self.habits, max(-3.0, min(3.0, chance.gauss(0.0, 1.0)))
        return (
            habits.effects.factor(*circumstances)
            * math.exp(lot * habits.scatter.value)
            / self.pace
            / habits.haste
        )


def parse(data: bytes, name: str) -> Habits:
    """The figures in a file. Raises `BadInput` with the file's name."""
    try:
        habits = msgspec.convert(yaml.load(data, _LOADER), Habits, strict=False)
    except (yaml.YAMLError, msgspec.ValidationError, UnicodeDecodeError, RecursionError, ValueError):
        raise BadInput(
            f"{name} holds no habits of people; `kibitz tetris slips FOLDER -o FILE` writes them"
        ) from None
    if habits.version != VERSION or not habits.bands or set(habits.slips) != {*KINDS}:
        raise BadInput(
            f"{name} holds habits of another version; `kibitz tetris slips FOLDER -o FILE` writes them anew"
        )
    return habits


def write(habits: Habits, path: Path) -> None:
    """Save the figures, with five digits each. Raises `NotSaved`."""
    head = "# How people slip, how fast they play, what they send: `kibitz tetris slips FOLDER -o FILE` makes this.\n"
    text = yaml.safe_dump(plain(habits), sort_keys=False, default_flow_style=None, width=120)
    save(path, (head + text).encode())


def plain(habits: Habits) -> Any:
    """The figures as lists, dictionaries and numbers, as they are saved and printed."""
    return _rounded(msgspec.to_builtins(habits))


def _rounded(value: object) -> object:
    if isinstance(value, dict):
        return {key: _rounded(each) for key, each in value.items()}
    if isinstance(value, list | tuple):
        return [_rounded(each) for each in value]
    return float(f"{value:.5g}") if isinstance(value, float) else value


@cache
def shipped() -> Habits:
    """The figures that come with the program. Raises `BadInput`."""
    path = places.shipped("assets", "partner", "habits.yaml")
    return parse(load(path, _MOST_BYTES), str(path))
