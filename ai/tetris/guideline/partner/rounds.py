"""Rounds of partners without a clock on the wall: alone under garbage as real rounds send it, or against each other.

Pieces are placed one by one, each at the moment at which a person at that speed would lock it, so that whoever is
faster places more of them. The rules are those of the rounds from which the habits come.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from random import Random
from typing import NamedTuple

from ai.tetris.guideline.partner.engine import Partner
from ai.tetris.guideline.partner.fitting import Played, piece_of
from ai.tetris.guideline.partner.judging import Judged
from game.tetris.guideline import Placement, State
from game.tetris.guideline.habits import Habit, circumstances_of

RULES: Mapping[str, str] = {
    "kicks": "srs+", "start": "21", "attack": "tetr.io", "cap": "8", "messiness": "0", "change": "100"
}  # fmt: skip
TICKS = 60
TRAVEL = 20  # ticks until rows that were sent can rise
LONGEST = 300 * TICKS  # of a round of two; then nobody has lost
ALONE = 65 * TICKS  # of a round alone: real ones take that long on the mean


class Turn(NamedTuple):
    """A piece of a round: the position in which it was chosen, the placement, and the seconds that it took."""

    state: State
    at: Placement
    seconds: float
    judged: Judged


class _Side:
    """A partner in a round: its position, and the tick in which its next piece locks."""

    def __init__(self, partner: Partner, queue: int, seed: int) -> None:
        self.state = State.open(
            {**RULES, "queue": f"seven_bag:{queue}", "garbage": str(seed % (1 << 30) + 1)}
        )
        self.turns: list[Turn] = []
        self.due = 0.0  # the tick of the next lock
        self._partner, self._chance = partner, Random(seed)
        self._turn: Turn | None = None
        self.choose()

    def choose(self) -> None:
        """Choose what comes next, and when it locks; nothing where the round is lost."""
        self._turn = None
        at, judged = (None, None) if self.state.halted else self._partner.decide(self.state)
        if at is not None and judged is not None:
            seconds = self._partner.habit.seconds(circumstances_of(self.state, at), self._chance)
            self._turn = Turn(self.state, at, seconds, judged)
            self.due += seconds * TICKS

    @property
    def lost(self) -> bool:
        return self._turn is None

    def lock(self) -> tuple[int, ...]:
        """Place the piece; the packets that it sends."""
        assert self._turn is not None
        self.turns.append(self._turn)
        at = self._turn.at
        self.state = self.state.lock(at, at.piece != self.state.piece, int(self.due))
        assert self.state.last is not None
        packets = self.state.last.packets
        self.choose()
        return packets

    def receive(self, rows: int, tick: float) -> None:
        self.state = self.state.receive(rows, int(tick) + TRAVEL)


def alone(partner: Partner, seed: int) -> list[Turn]:
    """A round under garbage as real rounds of this speed send it, to its end or as long as real ones."""
    side = _Side(partner, seed, seed)
    packets = garbage(partner.habit, Random(seed + 1))
    tick, rows = next(packets)
    while not side.lost and side.due < ALONE:
        while tick <= side.due:
            side.receive(rows, tick)
            tick, rows = next(packets)
        side.lock()
    return side.turns


def garbage(habit: Habit, chance: Random) -> Iterator[tuple[float, int]]:
    """Yield the packets that real rounds of this speed send: the tick and the rows of each, without end."""
    sent = habit.habits.sent
    sizes = range(1, len(sent.sizes) + 1)
    mean = sum(size * count for size, count in zip(sizes, sent.sizes, strict=True)) / sum(sent.sizes)
    most = max(sent.course)
    packets = most * habit.habits.rows.amount(habit.pace).value / mean / (60 * TICKS)  # a tick
    tick = 0.0
    while True:
        tick += chance.expovariate(packets)
        if chance.random() * most < sent.factor(tick / TICKS):
            yield tick, chance.choices(sizes, sent.sizes)[0]


class Duel(NamedTuple):
    """A round of two: the winner, 0 or 1, None where nobody lost; the turns of both."""

    winner: int | None
    turns: tuple[Sequence[Turn], Sequence[Turn]]


def duel(one: Partner, two: Partner, seed: int) -> Duel:
    """A round of two partners with the same pieces, who send each other garbage."""
    sides = [_Side(each, seed, 2 * seed + number) for number, each in enumerate((one, two))]
    while not any(side.lost for side in sides) and min(side.due for side in sides) < LONGEST:
        number = 0 if sides[0].due <= sides[1].due else 1
        tick = sides[number].due
        for rows in sides[number].lock():
            sides[1 - number].receive(rows, tick)
    losers = [side.lost for side in sides]
    winner = losers.index(False) if any(losers) and not all(losers) else None
    return Duel(winner, (sides[0].turns, sides[1].turns))


def as_played(turns: Sequence[Turn]) -> Played:
    """A round as those of people are counted, by the same classifier."""
    pieces = [piece_of(judged, state, at, seconds) for state, at, seconds, judged in turns]
    known = tuple(piece for piece in pieces if piece is not None)
    return Played(sum(turn.seconds for turn in turns), known, unjudged=len(turns) - len(known))
