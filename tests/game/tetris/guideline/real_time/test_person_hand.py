"""The hand of somebody who errs like a person: it reaches every place, key by key and in its own time."""

from __future__ import annotations

import random
from itertools import pairwise

from game.tetris.guideline import State
from game.tetris.guideline.habits import shipped
from game.tetris.guideline.real_time import TICKS, PersonHand
from tests.game.tetris.guideline.real_time.play import hold_for, seat_of, some_placement

RULES = {"kicks": "srs+", "start": "21", "queue": "seven_bag:4"}
PACE = 1.4


def test_it_brings_every_piece_where_it_is_wanted_key_by_key() -> None:
    dice = random.Random(3)
    seat, state = seat_of("engine", "guideline", **RULES), State.open(RULES)
    hand = PersonHand(shipped().at(PACE), random.Random(5))
    presses, locks = list[int](), [0]
    while (at := some_placement(state, dice)) is not None and state.tally.placed < 30:
        state = state.put(at)
        hand.aim(seat, at)
        while not hand.waits(seat):
            before, held = seat.before, hand.buttons(seat)
            assert (held & ~before).bit_count() <= 1  # never two keys in one tick
            if held & ~before:
                presses.append(seat.now)
            hold_for(seat, held)
        assert not hand.lost
        assert seat.state == state
        locks.append(seat.now)
    assert state.tally.placed > 20
    assert len({after - before for before, after in pairwise(presses)}) > 8  # not by a metronome
    assert len({after - before for before, after in pairwise(locks)}) > 10


def test_its_pace_is_the_one_that_it_has() -> None:
    habit, dice = shipped().at(PACE), random.Random(1)
    # people spin, hold and are in danger so often that all of it comes to the mean factor
    usual = [habit.seconds((), dice) for _ in range(4_000)]
    mean = sum(usual) / len(usual) * habit.habits.haste
    scatter = habit.habits.scatter.value
    assert abs(mean * PACE / 2.718281828 ** (scatter**2 / 2) - 1) < 0.05
    assert min(usual) > 1 / TICKS
