import random

import pytest

from game.tetris.guideline import Placement, State, path
from game.tetris.guideline.real_time import TICKS, TIMINGS, TargetController
from game.tetris.guideline.real_time.handling import HARD
from tests.game.tetris.guideline.real_time.play import hold_for, play_by_placements, seat_of, some_placement

GAMES = [
    ("cold-clear", "cold-clear", {}),
    ("cold-clear-fast", "engine", {"kicks": "srs+", "start": "21"}),
    ("cold-clear-fast", "cold-clear-fast", {"hold": "T", "queue": "uniform:9"}),
    ("tetr.io", "tetr.io", {"garbage": "3+4+2+7", "cap": "4", "queue": "fourteen_bag:2"}),
    ("guideline", "guideline", {"gravity": "20g"}),
]


@pytest.mark.parametrize(("timing", "handling", "rules"), GAMES)
def test_a_game_by_placements_is_that_of_the_rules(timing: str, handling: str, rules: dict[str, str]) -> None:
    for seed in range(2):
        dice = random.Random(seed)
        seat, state, controller = seat_of(handling, timing, **rules), State.open(rules), TargetController()
        while (at := some_placement(state, dice)) is not None and state.tally.placed < 60:
            state = state.put(at)
            play_by_placements(seat, controller, [at])
            assert not controller.lost
            assert seat.state == state
            assert seat.state.last.placement == at
        assert seat.ending == state.halted
        assert state.tally.placed > 8


def test_a_way_that_is_known_is_taken() -> None:
    board = "xx.x....xx/xxx...xxxx/xxxx.xxxxx"
    at = Placement.parse("T south 4 1 full")
    seat, controller = seat_of("engine", queue="list:TI", board=board), TargetController()
    controller.aim(seat, at, path(seat.state.field, at))
    while not controller.waits(seat):
        hold_for(seat, controller.buttons(seat))
    assert (seat.state.last.placement, controller.lost) == (at, False)
    assert seat.now < 30


def test_a_nonsense_way_is_not_taken() -> None:
    at = Placement.parse("T north 1 0")
    seat, controller = seat_of(queue="list:TI"), TargetController()
    controller.aim(seat, at, ("right", "teleport", "drop"))
    while not controller.waits(seat):
        hold_for(seat, controller.buttons(seat))
    assert (seat.state.last.placement, controller.lost) == (at, False)


def test_an_aim_that_comes_late_still_finds_a_way() -> None:
    at = Placement.parse("T south 4 1 full")
    seat, controller = (
        seat_of("cold-clear", queue="list:TI", board="xx.x....xx/xxx...xxxx/xxxx.xxxxx"),
        TargetController(),
    )
    hold_for(seat, 0, 45 * 12)
    assert seat.pose.y < 9
    controller.aim(seat, at, path(seat.state.field, at))
    while not controller.waits(seat):
        hold_for(seat, controller.buttons(seat))
    assert seat.state.last.placement == at


def test_what_cannot_be_reached_is_told_and_dropped() -> None:
    for wrong in ("T north 4 5", "I north 4 0", "L south 4 1 full"):
        seat, controller = seat_of(queue="list:TOI"), TargetController()
        controller.aim(seat, Placement.parse(wrong))
        while not controller.waits(seat):
            hold_for(seat, controller.buttons(seat))
        assert controller.lost
        assert seat.state.tally.placed == 1


@pytest.mark.parametrize("pace", [1.0, 2.5, 7.0])
def test_a_controller_keeps_to_its_pieces_a_second(pace: float) -> None:
    dice, seat, controller = random.Random(3), seat_of("engine", "cold-clear-fast"), TargetController(pace)
    for _ in range(14):
        at = some_placement(seat.state, dice)
        assert at is not None
        play_by_placements(seat, controller, [at])
    seconds = seat.now / TICKS
    assert 14 / seconds <= pace + 0.05
    assert 14 / seconds > 0.8 * pace


def test_a_controller_without_a_target_lets_go() -> None:
    seat, controller = seat_of(timing=TIMINGS["cold-clear-fast"]), TargetController()
    assert controller.waits(seat)
    assert controller.buttons(seat) == 0
    hold_for(seat, HARD)
    assert controller.buttons(seat) == 0
