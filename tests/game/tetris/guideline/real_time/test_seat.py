from collections.abc import Callable

import pytest

from game.errors import BadInput
from game.tetris.guideline import Placement, State
from game.tetris.guideline.movement import Pose
from game.tetris.guideline.pieces import I, O, T
from game.tetris.guideline.real_time import (
    HANDLINGS,
    TIMINGS,
    Handling,
    Seat,
    Setup,
    Statistics,
    Timing,
    spans,
)
from game.tetris.guideline.real_time.handling import CW, FLIP, HARD, HOLD, LEFT, NONE, RIGHT, SOFT
from tests.game.tetris.guideline.real_time.play import hold_for, mashing, seat_of

SLOT = "xx.x....xx/xxx...xxxx/xxxx.xxxxx"  # for a T-spin double


def test_a_piece_starts_in_the_first_tick_and_falls_a_row_in_45() -> None:
    seat = seat_of(queue="list:TIO")
    assert [event.kind for event in seat.tick(NONE)] == ["start"]
    assert (seat.piece, seat.pose, seat.floor) == (T, Pose(0, 4, 19), 0)
    assert seat.previews == (I, O)
    hold_for(seat, NONE, 43)
    assert seat.pose.y == 19
    hold_for(seat, NONE)
    assert seat.pose.y == 18


def states(*held: int) -> bytes:
    """The input of a tick in which the buttons become these, one state after the other."""
    return bytes(held)


def test_presses_within_a_tick_count_one_by_one_in_their_order() -> None:
    seat = seat_of(queue="list:TIO")
    hold_for(seat, NONE)
    x = seat.pose.x
    seat.tick(states(LEFT, NONE, LEFT, NONE))
    assert seat.pose.x == x - 2
    seat.tick(states(RIGHT, RIGHT | CW, RIGHT, NONE, CW, NONE))
    assert (seat.pose.x, seat.pose.orientation, seat.keys) == (x - 1, 2, 5)
    y = seat.pose.y
    for _ in range(9):
        seat.tick(states(SOFT, NONE))
    assert seat.pose.y < y, "a soft drop that is let go within the tick lasts for the tick"


def test_a_shift_behind_a_hard_drop_does_not_move_the_piece_that_dropped() -> None:
    for order, columns in (((LEFT, HARD | LEFT), 1), ((HARD, HARD | LEFT), 0)):
        seat = seat_of(queue="list:TIO")
        hold_for(seat, NONE)
        x = seat.pose.x
        landing = next(event.landing for event in seat.tick(states(*order)) if event.landing is not None)
        assert landing.placement.x == x - columns


def test_what_is_pressed_while_a_direction_repeats_comes_before_its_wall() -> None:
    """Held to the wall, then a tap back in the tick of a turn."""
    seat = seat_of("cold-clear-fast", Timing(rows=0), queue="list:TIO")
    hold_for(seat, LEFT, 20)
    assert seat.pose.x == 1
    seat.tick(states(NONE, RIGHT, NONE, RIGHT, NONE))
    assert seat.pose.x == 3
    seat.tick(states(LEFT, NONE, LEFT))
    assert seat.pose.x == 1
    hold_for(seat, NONE)
    assert seat.pose.x == 1


def test_the_soft_drop_is_a_factor_of_gravity() -> None:
    seat = seat_of("cold-clear", queue="list:TIO")  # two ticks a row
    hold_for(seat, SOFT, 20)
    assert seat.pose.y == 9
    seat = seat_of("cold-clear-fast", queue="list:TIO")
    hold_for(seat, SOFT)
    assert seat.pose.y == 0
    assert seat.piece is not None


def test_a_piece_on_the_floor_locks_after_the_delay() -> None:
    seat = seat_of("cold-clear-fast", queue="list:TIO")
    hold_for(seat, SOFT)
    assert hold_for(seat, NONE, 29) == []
    assert [event.kind for event in hold_for(seat, NONE)] == ["lock"]
    assert (seat.now, seat.piece) == (31, None)


def shifts_until(seat: Seat, done: Callable[[], bool], ticks: int) -> int:
    """Return how often the piece was shifted to and fro, every so many ticks, before it was `done`."""
    for moves in range(100):
        if done():
            return moves
        hold_for(seat, LEFT if moves % 2 else RIGHT)
        hold_for(seat, NONE, ticks - 1)
    raise AssertionError("the piece moves for ever")


def test_a_move_starts_the_delay_again_fifteen_times() -> None:
    seat = seat_of("cold-clear-fast", Timing(spawn=99), queue="list:TIO")
    hold_for(seat, SOFT)
    assert shifts_until(seat, lambda: seat.piece is None, 20) == 16
    assert seat.state.last is not None
    again = seat_of("cold-clear-fast", Timing(spawn=99, moves=0), queue="list:TIO")
    hold_for(again, SOFT)
    assert shifts_until(again, lambda: again.piece is None, 20) == 2


def test_a_new_lowest_row_gives_the_moves_back() -> None:
    seat = seat_of("cold-clear-fast", Timing(rows=0), queue="list:TIO", board="xxxxxxx.../xxxxxxx...")
    hold_for(seat, SOFT)
    assert seat.pose.y == 2
    assert shifts_until(seat, lambda: seat.lock_left < 0.5, 10) == 16  # the last one gained nothing
    for _ in range(3):
        hold_for(seat, RIGHT)
        hold_for(seat, NONE)
    hold_for(seat, RIGHT | SOFT)
    assert seat.pose == Pose(0, 8, 0)
    assert seat.lock_left > 0.9
    hold_for(seat, NONE, 20)
    hold_for(seat, CW)
    assert seat.lock_left > 0.9  # a move counts again


def test_moves_in_the_air_win_no_time_once_they_are_used_up() -> None:
    """A piece that climbs by kicks for ever would never lock."""
    seat = seat_of("cold-clear-fast", Timing(spawn=99, moves=3), queue="list:TIO")
    hold_for(seat, SOFT)
    while seat.piece is not None and seat.now < 1000:
        hold_for(seat, (CW, NONE)[seat.now % 2])
    assert seat.now < 150


def test_a_hard_drop_locks_at_once_and_only_once_a_press() -> None:
    seat = seat_of(timing="cold-clear-fast", queue="list:TIO")
    kinds = [event.kind for event in hold_for(seat, HARD, 5)]
    assert kinds == ["start", "drop", "lock", "start"]


def test_delays_come_before_the_next_piece_and_more_after_a_clear() -> None:
    seat = seat_of(queue="list:OOI", board="xxxx..xxxx")
    events = hold_for(seat, HARD)
    assert [event.kind for event in events] == ["start", "drop", "lock", "clear"]
    assert hold_for(seat, NONE, 7 + 35) == []
    assert [event.kind for event in hold_for(seat, NONE)] == ["start"]
    hold_for(seat, HARD)
    assert len(hold_for(seat, NONE, 8)) == 1


def test_a_shift_charges_before_the_piece_starts() -> None:
    seat = seat_of("cold-clear-fast", queue="list:TTT", timing=Timing(spawn=20))
    hold_for(seat, HARD)
    hold_for(seat, LEFT, 20)
    assert seat.piece is None
    hold_for(seat, LEFT)
    assert seat.pose.x == 1


def test_the_cut_pauses_what_was_charged() -> None:
    seat = seat_of(Handling(100, 0, 20, cut=50), queue="list:TTT", timing=Timing(spawn=20))
    hold_for(seat, HARD)
    hold_for(seat, LEFT, 21)
    assert seat.pose.x == 4
    hold_for(seat, LEFT, 2)
    assert seat.pose.x == 4
    hold_for(seat, LEFT)
    assert seat.pose.x == 1


def tap(seat: Seat, *buttons: int) -> None:
    for button in buttons:
        hold_for(seat, button)
        hold_for(seat, NONE)


def test_keys_that_were_not_needed_are_faults() -> None:
    seat = seat_of(timing="cold-clear-fast", queue="list:TIOLJSZTIO")
    tap(seat, NONE, LEFT, LEFT, RIGHT, HARD)  # one to the left
    assert (seat.faults, seat.wasted) == (2, (3, 1))
    tap(seat, LEFT, HARD)
    assert (seat.faults, seat.wasted) == (2, None), "as few as can be"
    tap(seat, FLIP, HARD)
    assert seat.wasted == (2, 0), "a half turn counts as two; an O stands as it did"
    tap(seat, LEFT, LEFT, HOLD, RIGHT, HARD)
    assert seat.wasted is None, "keys for a piece that was put away do not count"
    tap(seat, SOFT, LEFT, RIGHT, LEFT, HARD)
    assert seat.wasted is None, "whoever lowers a piece has reasons"
    assert Statistics.of(seat).faults == seat.faults == 4


def test_hold_works_once_a_piece() -> None:
    seat = seat_of(queue="list:TIOL")
    hold_for(seat, HOLD)
    assert (seat.piece, seat.hold, seat.previews) == (I, T, (O, 3))
    hold_for(seat, NONE)
    assert hold_for(seat, HOLD) == []
    hold_for(seat, HARD)
    assert (seat.state.hold, seat.state.piece) == (T, O)
    assert seat.state.last.held


def test_holding_for_an_equal_piece_takes_two_from_the_queue() -> None:
    seat = seat_of(queue="list:TTOI")
    hold_for(seat, HOLD)
    assert (seat.piece, seat.hold) == (T, T)
    asked = State.open(seat.view().here())
    assert (asked.choices.keys(), asked.previews) == ({T}, (O, I))
    hold_for(seat, HARD)
    assert (seat.state.hold, seat.state.piece) == (T, O)


def test_a_turn_or_hold_pressed_early_works_as_the_piece_starts() -> None:
    for initial, orientation, piece in ((True, 1, O), (False, 0, I)):
        seat = seat_of(Handling(initial=initial), queue="list:TIOL")
        hold_for(seat, HARD)
        hold_for(seat, CW | HOLD, 8)
        assert (seat.pose.orientation, seat.piece) == (orientation, piece)


def test_a_spin_is_kept_by_a_drop_of_no_rows() -> None:
    seat = seat_of("cold-clear-fast", queue="list:TI", board=SLOT)
    hold_for(seat, CW)
    hold_for(seat, SOFT)
    items = hold_for(seat, CW)
    assert [event.kind for event in items] == ["spin"]
    items = hold_for(seat, HARD)
    events = [(event.kind, event.number) for event in items]
    assert events == [("drop", 0), ("lock", 0), ("clear", 2), ("send", 4)]
    assert seat.state.last.placement == Placement.parse("T south 4 1 full")
    stats = Statistics.of(seat)
    assert (stats.pieces, stats.rows, stats.attack_a_piece, stats.tally.spins) == (1, 2, 4.0, 1)
    assert stats.keys_a_piece == 4
    assert stats.attack_a_minute == pytest.approx(4 * 3600 / 4)


def test_at_20g_a_piece_is_on_the_floor_at_once() -> None:
    seat = seat_of(queue="list:TI", gravity="20g", board="x........./xx........")
    hold_for(seat, NONE)
    assert seat.pose == Pose(0, 4, 0)
    hold_for(seat, LEFT)
    hold_for(seat, NONE)
    assert hold_for(seat, LEFT) == []  # the stack is in the way


@pytest.mark.parametrize(
    ("rules", "ending", "placed"),
    [
        ({"queue": "list:OT", "board": "/".join(["...xxx...."] * 19)}, "block out", 1),
        ({"queue": "list:OTI", "board": "/".join(["xxxxxxx..."] * 20)}, "lock out", 0),
        ({"queue": "list:OOO", "board": "xxxx..xxxx", "goal": "1"}, "goal", 1),
    ],
)
def test_a_hard_drop_may_end_the_game(rules: dict[str, str], ending: str, placed: int) -> None:
    seat = seat_of(**rules)
    assert seat.ending is None
    assert hold_for(seat, HARD)[-1].kind == "end"
    assert (seat.ending, seat.state.tally.placed) == (ending, placed)


def test_a_list_of_pieces_ends_with_the_one_in_hold() -> None:
    seat = seat_of(queue="list:TI", timing="cold-clear-fast")
    for held in (HOLD, NONE, HARD, NONE, NONE, HARD):
        hold_for(seat, held)
    assert (seat.ending, seat.state.tally.placed, seat.state.hold) == ("no pieces", 2, None)


def test_an_idle_game_tops_out_by_itself() -> None:
    seat = seat_of(timing="cold-clear-fast", queue="seven_bag:3")
    hold_for(seat, NONE, 60 * 180)
    assert seat.ending in ("block out", "lock out")


def test_the_seconds_of_each_piece() -> None:
    assert spans((30, 90, 120)) == (0.5, 1.0, 0.5)


def test_levels_fall_faster_and_faster() -> None:
    speeds = [timing.rows / timing.ticks for level in range(1, 21) if (timing := Timing().at_level(level))]
    assert speeds[0] == pytest.approx(1 / 60)
    assert speeds == sorted(speeds)
    assert speeds[19] > 1


@pytest.mark.parametrize("name", TIMINGS)
def test_a_timing_is_its_text(name: str) -> None:
    assert Timing.parse(str(TIMINGS[name])) == TIMINGS[name]


@pytest.mark.parametrize("text", ["ticks=0", "spawn=-1", "spawn=1 spawn=1", "fall=3", "7", "lock=9999999"])
def test_an_impossible_timing_is_refused(text: str) -> None:
    with pytest.raises(BadInput):
        Timing.parse(text)


def test_a_setup_is_its_rules() -> None:
    setup = Setup.of({"goal": "40", "hold": "T", "board": SLOT}, "tetr.io", ("tetr.io", "100/0/inf/0/on"))
    again = Setup.open(setup.named())
    assert again == setup
    assert again.named() == setup.named()
    assert again.handlings[1] != HANDLINGS["tetr.io"]
    assert Setup.open({}).starts == (State.open({}),)
    for wrong in ({"up": ""}, {"right": ""}, {"left": "goal"}, {"left": "goal=1 goal=1"}, {"left": "goal=x"}):
        with pytest.raises(BadInput):
            Setup.open(wrong)


WILD = [
    {"queue": "uniform:1", "garbage": "4+3+3+3+3", "cap": "2", "blocking": "off"},
    {"queue": "list:TTIOSZLJTTTTIIOSZLJ", "hold": "T", "kicks": "srs+180", "start": "21"},
    {"gravity": "20g", "kicks": "srs+", "board": SLOT},
    {"hold": "off", "previews": "1", "goal": "3", "board": SLOT},
]


@pytest.mark.parametrize("rules", WILD)
@pytest.mark.parametrize("handling", ["tetr.io", "0/0/inf/0/on", "engine"])
def test_whatever_is_pressed_the_piece_is_where_it_can_be(rules: dict[str, str], handling: str) -> None:
    for seed in range(2):
        seat = seat_of(handling, Timing(spawn=3, clear=5, rows=1 + 2 * seed, ticks=4), **rules)
        for held in mashing(seed, 700, 20):
            before = seat.state
            events = seat.tick(held)
            if seat.over:
                break
            if seat.piece is not None:
                field = seat.state.field
                assert field.fits(seat.piece, *seat.pose)
                assert field.drop(seat.piece, *seat.pose) == seat.floor
                assert 0 < seat.lock_left <= 1
            locked = [event.landing for event in events if event.landing]
            assert len(locked) == seat.state.tally.placed - before.tally.placed
            for landing in locked:
                filled = before.field.cells + 4 - 10 * len(landing.rows) + 9 * len(landing.up)
                assert seat.state.field.cells == filled
                assert before.rules.allows(landing.field, landing.placement)
        assert seat.state.tally.placed > 2
