"""A seat of a game in real time piece by piece: to be judged and looked back at like any game without a clock."""

from __future__ import annotations

from collections.abc import Sequence

from game.errors import IllegalMove
from game.record import Seat
from game.session import Session
from game.tetris.guideline.field import FULL_ROW
from game.tetris.guideline.garbage import Garbage, RecordedGarbage
from game.tetris.guideline.real_time.replay import Replay
from game.tetris.guideline.state import Landing, State


def session_of(replay: Replay, number: int, seat: Seat, title: str = "") -> Session:
    """The pieces of seat `number` as a game of one player, at its end, with the garbage that came and its holes.

    It ends before a piece that the rules without a clock do not know: one that has locked above the visible rows.
    """
    placed = _placed(replay, number)
    garbage = [
        RecordedGarbage(waiting, tuple((FULL_ROW ^ row).bit_length() - 1 for row in landing.up))
        for waiting, landing in placed
    ]
    start = replay.setup.starts[number]
    rules = {**start.here(), "garbage": str(Garbage.of_game(garbage))}
    session = Session(State.open(rules), (seat,), title=title)
    for _, landing in placed:
        try:
            session.play(str(landing.placement))
        except IllegalMove:
            break
    return session


def _placed(replay: Replay, number: int) -> Sequence[tuple[int, Landing]]:
    """By piece of a seat: the rows that waited before it locked, and what it did."""
    game, results = replay.at(0), list[tuple[int, Landing]]()
    for tick in range(1, replay.ticks + 1):
        waiting = game.seats[number].garbage.waiting
        events = game.tick(replay.buttons_at(tick))[number]
        results += [
            (waiting, each.landing) for each in events if each.kind == "lock" and each.landing is not None
        ]
    return results
