"""Cost of a game in real time: ticks, looking at any piece of it, aiming a hand, and keeping it.

Method: CPU seconds of this process, one core. One minute is played first, which is not timed: two seats at three
pieces a second, each placement the tidiest of all (few holes, even, many rows at once), by a hand with the engine's
handling under the timing of Cold Clear's fast set. Its buttons are then played again; that is what is timed. Where
nothing is held, a piece only falls and locks. The figure of a seek is the slowest of all pieces.
"""

from __future__ import annotations

import time
from collections.abc import Sequence
from itertools import pairwise

from bench.row import Row, rate
from game.record import Record, Seat, format_record
from game.tetris.guideline import Placement, State
from game.tetris.guideline.real_time import GAME, TICKS, Game, Replay, Setup, TargetController
from game.tetris.guideline.real_time.handling import Input

NAME = "guideline-ticks"
ABOUT = "ticks of guideline Tetris in real time a CPU second, seeking in a game, and the size of its record"

SETUP = Setup.of({"queue": "seven_bag:8"}, "cold-clear-fast", ("engine", "engine"))
PACE = 3.0


def run(quick: bool) -> list[Row]:
    """The figures; with `quick` from ten seconds of play."""
    seconds, runs = (10, 3) if quick else (60, 5)
    replay = _played(seconds)
    played = [replay.buttons_at(tick) for tick in range(1, replay.ticks + 1)]
    share = len(format_record(_record(replay))) * 60 / (replay.ticks / TICKS)
    return [
        Row("ticks of a seat, played", rate(lambda: _again(played), 0.2, runs), "ticks a CPU second", 60_000),
        Row(
            "ticks of a seat, nothing held",
            rate(lambda: _again([(0, 0)] * 600), 0.2, runs),
            "ticks a CPU second",
        ),
        Row("looking at a piece, slowest", _slowest_look(replay), "CPU ms", note=f"of {replay.count} pieces"),
        Row("a minute of two seats in a record", share / 1000, "kB"),
    ]


def _played(seconds: int) -> Replay:
    replay, hands = Replay(SETUP), (TargetController(PACE), TargetController(PACE))
    while replay.ticks < seconds * TICKS and not replay.game.over:
        seats = replay.game.seats
        for hand, seat in zip(hands, seats, strict=True):
            if hand.waits(seat) and seat.state.placements:
                hand.aim(seat, _tidiest(seat.state))
        replay.tick([hand.buttons(seat) for hand, seat in zip(hands, seats, strict=True)])
    return replay


def _tidiest(state: State) -> Placement:
    return min(state.placements, key=lambda at: untidiness(state, at))


def untidiness(state: State, at: Placement) -> int:
    """Return the badness of the field after a placement: holes, steps and height, less the rows that went.

    Lower is better.
    """
    after, rows = state.field.place(*at[:4])
    heights = after.heights
    steps = sum(abs(left - right) for left, right in pairwise(heights))
    return 40 * (sum(heights) - after.cells) + 4 * steps + sum(heights) - 8 * rows**2


def _again(buttons: Sequence[tuple[Input | int, ...]]) -> int:
    game = Game(SETUP)
    for held in buttons:
        game.tick(held)
    return len(buttons) * len(game.seats)


def _slowest_look(replay: Replay) -> float:
    slowest = 0.0
    for ply in range(replay.count + 1):
        start = time.process_time()
        replay.position(ply)
        slowest = max(slowest, time.process_time() - start)
    return 1000 * slowest


def _record(replay: Replay) -> Record:
    return Record(game=GAME, rules=replay.rules, seats=(Seat("left"), Seat("right")), live=replay)
