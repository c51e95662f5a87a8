"""Games in real time to try things on: buttons by chance, and whole games by placements."""

import random
from collections.abc import Sequence
from itertools import pairwise

from game.tetris.guideline import Field, Placement, State
from game.tetris.guideline.real_time import Event, Handling, Seat, Setup, TargetController, Timing
from game.tetris.guideline.real_time.handling import ALL, HARD


def seat_of(
    handling: Handling | str = "guideline", timing: Timing | str = "cold-clear", **rules: str
) -> Seat:
    handling = Handling.parse(handling) if isinstance(handling, str) else handling
    timing = Timing.parse(timing) if isinstance(timing, str) else timing
    return Seat(State.open(rules), timing, handling)


def hold_for(seat: Seat, buttons: int, ticks: int = 1) -> list[Event]:
    return [event for _ in range(ticks) for event in seat.tick(buttons)]


def mashing(seed: int, ticks: int, hard: int = 40) -> list[int]:
    """Buttons by chance, each held for some ticks; a hard drop about every `hard` ticks."""
    dice, held, results = random.Random(seed), 0, []
    for _ in range(ticks):
        if dice.random() < 0.2:
            held = dice.randrange(ALL + 1) & dice.randrange(ALL + 1) & ~HARD
        results.append(held | (HARD if dice.random() < 1 / hard else 0))
    return results


def some_placement(state: State, dice: random.Random) -> Placement | None:
    """A low one, or a spin where there is one."""
    spins = [at for at in state.placements if at.spin]
    low = sorted(state.placements, key=lambda at: (at.y, at))[:10]
    wanted = spins if spins and dice.random() < 0.5 else low
    return dice.choice(wanted) if wanted else None


def tidy_placement(state: State) -> Placement | None:
    """One that leaves a low and closed stack, the more rows at once the better."""
    return min(state.placements, key=lambda at: _untidiness(state.field, at), default=None)


def _untidiness(field: Field, at: Placement) -> tuple[int, Placement]:
    after, rows = field.place(*at[:4])
    heights = after.heights
    steps = sum(abs(left - right) for left, right in pairwise(heights))
    return 40 * (sum(heights) - after.cells) + 4 * steps + sum(heights) - 8 * rows**2, at


def play_by_placements(seat: Seat, controller: TargetController, placements: Sequence[Placement]) -> int:
    """The ticks that a controller needs to lock a piece at each of these, one after the other."""
    before = seat.now
    for at in placements:
        controller.aim(seat, at)
        while not controller.waits(seat) and not seat.over:
            seat.tick(controller.buttons(seat))
    return seat.now - before


VERSUS = Setup.of({"queue": "seven_bag:5"}, "tetr.io", ("tetr.io", "cold-clear-fast"))
