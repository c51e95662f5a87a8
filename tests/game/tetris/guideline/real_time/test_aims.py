"""Progress of a game in real time towards its aim, and a seat of it piece by piece: all counted again."""

from __future__ import annotations

from math import ceil, sqrt
from statistics import mean, stdev

import pytest

from game.record import Seat
from game.tetris.guideline import State
from game.tetris.guideline.real_time import (
    TICKS,
    Replay,
    Setup,
    TargetController,
    projected,
    room_of,
    sprint_of,
)
from game.tetris.guideline.real_time.course import session_of


@pytest.fixture(scope="module")
def played() -> Replay:
    """Twenty seconds of two players, one of whom sends the other rows."""
    replay = Replay(Setup.of({"queue": "seven_bag:5", "garbage": "5"}, "guideline", ("engine",) * 2))
    hands = [TargetController(2.0), TargetController(3.0)]
    for _ in range(20 * TICKS):
        for seat, hand in zip(replay.game.seats, hands, strict=True):
            if hand.waits(seat):
                hand.aim(seat, min(seat.view().placements, key=lambda at: (at.y, at.x)))
        replay.tick([hand.buttons(seat) for seat, hand in zip(replay.game.seats, hands, strict=True)])
    return replay


def test_a_sprint_is_projected_from_its_own_pieces(played: Replay) -> None:
    locks = [lock.tick for lock in played.locks if lock.seat == 0]
    seat, taken = played.game.seats[0], []
    for before, after in zip([0, *locks], locks, strict=False):
        taken.append((after - before) / TICKS)
    sprint = sprint_of(seat, 40, locks)
    cells = sum(seat.state.field.filled(x, y) for x in range(10) for y in range(40))
    left = ceil((10 * (40 - seat.state.tally.cleared) - cells) / 4)
    assert sprint.pieces == left
    assert sprint.finish is not None
    assert sprint.finish.value == pytest.approx(locks[-1] / TICKS + left * mean(taken))
    assert sprint.finish.error == pytest.approx(stdev(taken) * sqrt(left + left**2 / len(taken)))
    assert sprint.wasted == max(0, len(taken) + left - 100)
    assert sprint.keys == seat.faults


def test_nothing_is_projected_from_too_few_pieces() -> None:
    assert projected([1.0, 2.0], 10) is None


def test_the_room_above_a_stack_counts_what_waits(played: Replay) -> None:
    for tick in range(0, played.ticks, 100):
        for seat in played.at(tick).seats:
            highest = max(
                (y for x in range(10) for y in range(40) if seat.state.field.filled(x, y)), default=-1
            )
            assert room_of(seat) == 20 - (highest + 1) - sum(batch.rows for batch in seat.garbage.batches)


@pytest.mark.parametrize("number", [0, 1])
def test_a_seat_piece_by_piece_has_the_same_fields(played: Replay, number: int) -> None:
    session = session_of(played, number, Seat("You"))
    own = [lock.tick for lock in played.locks if lock.seat == number]
    assert session.length == len(own)
    for ply, tick in enumerate(own, 1):
        position = session.position_at(ply)
        assert isinstance(position, State)
        assert position.field == played.at(tick).seats[number].state.field
