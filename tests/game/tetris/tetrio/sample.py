"""Makes the match that comes along: two simple players under the rules of private rooms, with garbage between them.

`python -m tests.game.tetris.tetrio.sample` writes `assets/replays/kibitz.ttrm.gz`. Every key is pressed by this
program, every figure is counted by our own engine.
"""

from __future__ import annotations

import gzip
from collections.abc import Iterator
from itertools import pairwise
from pathlib import Path
from random import Random

import msgspec

from game.tetris.guideline.field import Field
from game.tetris.guideline.pieces import I
from game.tetris.tetrio import Engine, Handling, Match, Options, Player, play, write
from game.tetris.tetrio.engine import (
    CLOCKWISE,
    COUNTERCLOCKWISE,
    HALF_TURN,
    HARD_DROP,
    HOLD,
    LEFT,
    RIGHT,
    SHAPES,
    Arrival,
    Event,
    Garbage,
    Key,
)

FILE = Path(__file__).parents[4] / "assets" / "replays" / "kibitz.ttrm.gz"
ROOM = Options(
    allow180=True, b2bchaining=True, b2bcharge_base=3, allclear_b2b_sends=True, allclear_b2b_dupes=False,
    nolockout=True, gmargin=7200, gincrease=0.0035, garbagemargin=10800, garbageincrease=0.008, hasgarbage=True,
    handling=Handling(arr=2, das=10, dcd=0, sdf=20),
)  # fmt: skip
_TURNS = {0: (), 1: (CLOCKWISE,), 2: (HALF_TURN,), 3: (COUNTERCLOCKWISE,)}
_LONGEST = 60 * 60 * 3


class Hand:
    """A player who stacks for tetrises beside an open column; `care` from 0 to 1 is how often the best is taken."""

    def __init__(self, name: str, gameid: int, seed: int, care: float, pace: float) -> None:
        self.name, self.care, self.pace = name, care, pace
        self.options = msgspec.structs.replace(ROOM, gameid=gameid, seed=seed)
        self.engine = Engine(self.options)
        self.random = Random(seed * 1000 + gameid)
        self.events: list[Event] = []
        self.waiting: list[Event] = []
        self.next = 40.0
        self.reported = 0  # own attacks that the other has been told of
        self.seen = 0  # the other's attacks that have arrived

    def tick(self) -> list[Event]:
        """The events of the next tick: what arrives, then keys once a piece has been thought about."""
        frame = self.engine.counter
        now = [event for event in self.waiting if event.frame == frame]
        for event in now:
            if isinstance(event, Garbage):
                self.seen = max(self.seen, event.iid)
        if frame >= self.next:
            now += self._keys(frame)
            self.next = frame + 60 / self.pace * self.random.uniform(0.6, 1.4)
        self.events += now
        self.engine.tick(now)
        return now

    def _keys(self, frame: int) -> Iterator[Event]:
        results = sorted(self._placements(), key=lambda each: each[0], reverse=True)
        _, keys = results[0 if self.random.random() < self.care else min(2, len(results) - 1)]
        for number, key in enumerate((*keys, HARD_DROP)):
            subframe = min(0.9, round(0.1 * number, 1))
            yield Key(frame, key, True, subframe)
            yield Key(frame, key, False, subframe)

    def _placements(self) -> Iterator[tuple[float, tuple[int, ...]]]:
        engine = self.engine
        other = engine.queue[engine.drawn] if engine.held is None else engine.held
        field = Field(tuple(engine.board))
        for piece, first in ((engine.piece, ()), (other, (HOLD,))):
            for turned in range(4):
                shape = SHAPES[piece][turned]
                left, right = min(dx for dx, _ in shape), max(dx for dx, _ in shape)
                for x in range(-left, 10 - right):
                    steps = (RIGHT,) * (x - 4) if x >= 4 else (LEFT,) * (4 - x)
                    worth = _worth(field, piece, [(x + dx, dy) for dx, dy in shape])
                    yield worth, (*first, *_TURNS[turned], *steps)


def _worth(field: Field, piece: int, cells: list[tuple[int, int]]) -> float:
    """Return the quality of a field after a drop.

    Few holes, flat, the right column open unless four rows go at once.
    """
    heights = [max((y + 1 for y in range(24) if field.rows[y] >> x & 1), default=0) for x in range(10)]
    rise = max(heights[x] - dy for x, dy in cells)
    rows = list(field.rows)
    for x, dy in cells:
        rows[rise + dy] |= 1 << x
    after = Field(tuple(rows))
    full, after = len(after.full_rows), after.cleared()
    tops = [max((y + 1 for y in range(26) if after.rows[y] >> x & 1), default=0) for x in range(10)]
    holes = sum(not after.rows[y] >> x & 1 for x in range(10) for y in range(tops[x]))
    bumps = sum(abs(a - b) for a, b in pairwise(tops[:9]))
    high = max(tops) > 12
    well = 0.0 if high else 2.5 * any(x == 9 for x, _ in cells) * (full < 4)
    spared = 1.0 * (piece == I and full < 4 and not high)
    return (
        6.0 * (full == 4)
        + (1.2 if high else -0.6) * (0 < full < 4)
        - 4.0 * holes
        - 0.35 * bumps
        - well
        - spared
        - (0.25 * max(tops))
    )


def round_of(seed: int) -> list[Player]:
    """A round of two of them, played to its end."""
    hands = (Hand("Ada", 1, seed, 0.97, 1.9), Hand("Bob", 2, seed, 0.93, 1.8))
    while not any(hand.engine.over for hand in hands) and hands[0].engine.counter < _LONGEST:
        for hand, other in (hands, hands[::-1]):
            hand.tick()
            for placed in hand.engine.placements[-1:]:
                if hand.reported < hand.engine.attacks and placed.tick == hand.engine.now:
                    _send(hand, other)
    frames = hands[0].engine.counter + 1 if hands[0].engine.over else hands[1].engine.counter + 1
    return [_player(hand, frames) for hand in hands]


def _send(hand: Hand, other: Hand) -> None:
    for iid, rows in hand.engine.ledger:
        if iid > hand.reported:
            frame = hand.engine.counter + 12
            other.waiting += [Garbage(frame, iid, iid, hand.seen, rows), Arrival(frame + 8, iid)]
    hand.reported = hand.engine.attacks


def _player(hand: Hand, frames: int) -> Player:
    events = [event for event in hand.events if event.frame < frames]
    outcome = play(hand.options, events, frames)
    player = Player(
        hand.name, hand.options, events, frames, outcome.stats, {}, outcome.reason, outcome.reason == "winner"
    )
    player.figures = outcome.rates
    return player


def main() -> None:
    """Write the file."""
    match = Match(19, [round_of(seed) for seed in (11, 12, 13, 14, 15)], "2026-11-23T12:00:00.000Z")
    FILE.parent.mkdir(exist_ok=True)
    FILE.write_bytes(gzip.compress(write(match), mtime=0))


if __name__ == "__main__":
    main()
