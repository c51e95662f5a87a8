from itertools import pairwise

import pytest

from game.errors import BadInput
from game.tetris.guideline.real_time import (
    HANDLINGS,
    INFINITE,
    ButtonState,
    Handling,
    TickClock,
    buttons_of,
    names_of,
)
from game.tetris.guideline.real_time.handling import (
    ALL,
    CW,
    FAR,
    HARD,
    LEFT,
    MOST_CHANGES,
    RIGHT,
    AutoShift,
    pack,
    unpack,
)

BOTH = LEFT | RIGHT


def tick(auto: AutoShift, *states: int, before: int = 0, paused: bool = False) -> int:
    """The shifts of a tick with these states of the buttons."""
    pushed = fresh = 0
    for held in states:
        pressed, before = held & ~before, held
        pushed, fresh = pushed + auto.change(held, pressed), fresh | pressed
    return pushed + auto.repeat(fresh, paused)


def shifts(handling: Handling, *held: int) -> list[int]:
    auto = AutoShift(handling)
    return [tick(auto, now, before=before) for before, now in pairwise((0, *held))]


@pytest.mark.parametrize(
    ("handling", "held", "pushed"),
    [  # what is held in each tick, and the shifts of the last of them
        # a direction held shifts once, waits ten ticks and repeats every second one
        (Handling(167, 33), [RIGHT] * 16, [1, 0, 0, 0, 0, 0, 0, 0, 0, 0, 1, 0, 1, 0, 1, 0]),
        # without a rate it goes to the wall
        (Handling(50, 0), [LEFT] * 5, [-1, 0, 0, -FAR, -FAR]),
        (Handling(0, 0), [LEFT] * 2, [-1, -FAR]),
        # the second direction rules while it is held
        (Handling(50, 17), [*[LEFT] * 5, BOTH, BOTH], [-1, 0, 0, -1, -1, 1, 0]),
        # letting it go returns to the first with its own charge: no tap, no new wait, or the rest of it
        (Handling(50, 17), [*[LEFT] * 5, BOTH, *[LEFT] * 3], [1, -1, -1, -1]),
        (Handling(83, 17), [LEFT, LEFT, BOTH, *[LEFT] * 4], [-1, 0, 1, 0, 0, -1, -1]),
        # letting the first go leaves the second its charge
        (Handling(50, 17), [LEFT, LEFT, BOTH, RIGHT, RIGHT, RIGHT], [-1, 0, 1, 0, 0, 1]),
        # a direction pressed again begins anew
        (Handling(50, 17), [*[LEFT] * 5, 0, *[LEFT] * 4], [-1, 0, 0, -1]),
        # both pressed in one moment push nowhere
        (Handling(17, 17), [*[BOTH] * 4, RIGHT], [0, 0, 0, 0, 1]),
    ],
)
def test_directions_push_when_they_should(handling: Handling, held: list[int], pushed: list[int]) -> None:
    assert shifts(handling, *held)[-len(pushed) :] == pushed


def test_a_rate_between_ticks_is_kept_on_average() -> None:
    pushed = shifts(Handling(17, 20), *[LEFT] * 62)  # 1.2 ticks a shift
    assert pushed[0] == -1
    assert sum(pushed[1:]) == -(1 + 60 * 10 // 12)
    assert max(map(abs, pushed)) == 1
    assert sum(shifts(Handling(17, 8), *[LEFT] * 11)) == -(1 + 19)  # two a tick


def test_left_and_right_are_alike() -> None:
    held = [LEFT] * 9 + [BOTH] * 3 + [LEFT] * 4 + [0] + [RIGHT] * 9 + [BOTH] * 2 + [LEFT] * 5
    mirrored = [each & ~BOTH | (LEFT if each & RIGHT else 0) | (RIGHT if each & LEFT else 0) for each in held]
    one, other = shifts(Handling(83, 33), *held), shifts(Handling(83, 33), *mirrored)
    assert one == [-each for each in other]


def test_while_repeating_pauses_a_tap_still_counts() -> None:
    auto = AutoShift(Handling(17, 17))
    ticks = ((0, LEFT, True), (LEFT, LEFT, True), (LEFT, LEFT, False), (LEFT, RIGHT, True))
    pushed = [tick(auto, held, before=before, paused=paused) for before, held, paused in ticks]
    assert pushed == [-1, 0, -1, 1]


def test_a_press_within_a_tick_begins_its_own_auto_shift() -> None:
    auto = AutoShift(Handling(50, 17))
    for before in (0, LEFT, LEFT, LEFT):
        tick(auto, LEFT, before=before)
    assert tick(auto, 0, LEFT, before=LEFT) == -1, "released and pressed again: one column, no repeat"
    assert [tick(auto, LEFT, before=LEFT) for _ in range(3)] == [0, 0, -1]
    assert tick(auto, 0, LEFT, 0, LEFT, 0, before=LEFT) == -2


def test_of_two_directions_pressed_in_a_tick_the_last_one_rules() -> None:
    auto = AutoShift(Handling(17, 17))
    assert tick(auto, LEFT, BOTH) == 0, "a column to the left and back"
    assert tick(auto, BOTH, before=BOTH) == 1
    assert tick(auto, LEFT, before=BOTH) == -1


@pytest.mark.parametrize("text", [*HANDLINGS, "120/0/inf/17/on", "0/17/22.5/0/off"])
def test_a_handling_is_its_text(text: str) -> None:
    handling = Handling.parse(text)
    assert Handling.parse(str(handling)) == handling


def test_the_presets_are_those_of_the_games() -> None:
    assert HANDLINGS["cold-clear-fast"].soft_drop == INFINITE
    assert shifts(HANDLINGS["cold-clear"], *[LEFT] * 14).count(-1) == 4  # after 9 ticks, then every 2
    assert shifts(HANDLINGS["cold-clear-fast"], *[LEFT] * 9)[8] == -FAR


@pytest.mark.parametrize(
    "text", ["", "x", "1001/0/20/0/on", "0/0/0/0/on", "0/0/401/0/on", "0/0/nan/0/on", "0/0/20/0"]
)
def test_an_impossible_handling_is_refused(text: str) -> None:
    with pytest.raises(BadInput):
        Handling.parse(text)


def test_buttons_have_names() -> None:
    assert names_of(buttons_of(["cw", "left"])) == ("left", "cw")
    assert len(names_of(ALL)) == 8
    with pytest.raises(BadInput, match="'jump' is not a button"):
        buttons_of(["jump"])


def test_runs_of_buttons_are_one_text_for_one_game() -> None:
    ticks = [b"\x00"] * 31 + [b"\x41"] * 2 + [b"\x01", b"\x00\x01"]
    assert pack(ticks) == "00:31 41:2 01:1 0001:1"
    assert unpack(pack(ticks), len(ticks)) == ticks
    wrongs = ("00:31", "00:40", "00:0 01:35", "00:30 00:5", "0:35", "00:35 ", "G0:35", "00:035", "001:35")
    for wrong in (*wrongs, "0101:35", "00" + "0100" * 16 + ":35"):
        with pytest.raises(BadInput):
            unpack(wrong, len(ticks))


def test_presses_and_releases_keep_their_order_and_none_is_lost() -> None:
    pad = ButtonState()
    pad.press(CW)
    pad.release(CW)
    pad.press(LEFT)
    assert [pad.take(), pad.take()] == [bytes((CW, 0, LEFT)), bytes((LEFT,))]
    pad.press(HARD)
    pad.release(HARD)
    pad.release(LEFT)
    assert pad.take() == bytes((LEFT | HARD,)), "what comes after a hard drop is for the next piece"
    assert pad.take() == bytes((LEFT, 0))
    for _ in range(2 * MOST_CHANGES):
        pad.press(CW)
        pad.release(CW)
    assert [len(pad.take()) for _ in range(5)] == [MOST_CHANGES] * 4 + [1]
    pad.press(LEFT)
    pad.clear()
    assert pad.take() == bytes(1)


def test_every_frame_rate_brings_sixty_ticks_a_second() -> None:
    for frames in (24, 30, 60, 75, 144, 165, 240, 1000):
        beat = TickClock()
        assert sum(beat.due(1 / frames) for _ in range(10 * frames)) == 600
    slow, stalled = TickClock(0.25), TickClock()
    assert sum(slow.due(0.01) for _ in range(400)) == 60
    assert (stalled.due(5.0), stalled.due(1 / 60)) == (8, 1)
