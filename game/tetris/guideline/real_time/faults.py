"""Faults of finesse: pieces that took more keys than needed, and the fewest that bring them to their places."""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from game.tetris.guideline.finesse import Key, cost_of, keys_to
from game.tetris.guideline.placement import Placement
from game.tetris.guideline.real_time.handling import INFINITE
from game.tetris.guideline.real_time.replay import Replay
from game.tetris.guideline.real_time.seat import Seat
from game.tetris.guideline.state import State


class Fault(NamedTuple):
    """A piece that was placed `at` its place with `used` keys, on the board of `before`, and the `fewest` that do."""

    before: State
    at: Placement
    used: int
    fewest: tuple[Key, ...]


def fault_of(before: State, seat: Seat) -> Fault | None:
    """The fault of the piece that a seat placed last, from the state `before`; None where no key was in vain.

    The fewest keys are those on the board as it is, with the handling of the seat: a soft drop that is at the floor at
    once cannot stop halfway.
    """
    landing = seat.state.last
    if seat.wasted is None or landing is None:
        return None
    at, table = landing.placement, before.rules
    sonic = seat.handling.soft_drop == INFINITE
    fewest = keys_to(before.field, at, table.kicks, table.start, table.spins, sonic=sonic)
    used, _ = seat.wasted
    return Fault(before, at, used, fewest) if fewest is not None and cost_of(fewest) < used else None


def faults_in(replay: Replay, number: int) -> Iterator[tuple[int, Fault]]:
    """The faults of a seat of a game, each with the tick in which its piece locked."""
    game = replay.at(0)
    for tick in range(1, replay.ticks + 1):
        seat = game.seats[number]
        before = seat.state
        events = game.tick(replay.buttons_at(tick))[number]
        fault = fault_of(before, seat) if any(each.kind == "lock" for each in events) else None
        if fault is not None:
            yield tick, fault
