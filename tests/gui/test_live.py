"""Guideline Tetris in real time in the window: ticks, keys, pauses, ends, and what is kept."""

from __future__ import annotations

import random
from collections.abc import Iterator
from pathlib import Path

import pygame
import pytest

from ai.practice.orders import MistakeReport
from game import library
from game.practice.collection import Collection
from game.record import read_record
from game.tetris.guideline import Placement
from game.tetris.guideline.real_time import Replay, buttons_of
from gui.play.advice_feed import JUDGE
from gui.play.live_plan import Plan
from gui.scenes.help import HelpScene
from gui.scenes.practice.problem import ProblemScene
from tests.gui.driving import Window
from tests.gui.live_playing import (
    ALONE,
    SPRINT,
    VERSUS,
    WATCH,
    DroppingRoom,
    count_down,
    down,
    drop_pieces,
    play_on,
    sit_down,
    start,
    tap,
    up,
)
from tests.judging import blame

# -- ticks --

SCRIPT = (
    (3, pygame.K_LEFT, 9), (15, pygame.K_UP, 3), (24, pygame.K_SPACE, 3), (39, pygame.K_RIGHT, 18),
    (48, pygame.K_z, 6), (63, pygame.K_SPACE, 3), (84, pygame.K_c, 3), (90, pygame.K_LEFT, 24),
    (93, pygame.K_DOWN, 15), (120, pygame.K_SPACE, 3), (141, pygame.K_RIGHT, 30), (147, pygame.K_UP, 3),
    (180, pygame.K_SPACE, 6), (210, pygame.K_LEFT, 3), (216, pygame.K_RIGHT, 12), (240, pygame.K_SPACE, 3),
)  # fmt: skip
LAST = 300
BUTTONS = {
    pygame.K_LEFT: "left", pygame.K_RIGHT: "right", pygame.K_UP: "cw", pygame.K_z: "ccw",
    pygame.K_SPACE: "hard", pygame.K_DOWN: "soft", pygame.K_c: "hold",
}  # fmt: skip


def uneven() -> Iterator[float]:
    """Frames of very different lengths that meet at every twentieth of a second."""
    chance = random.Random(3)
    while True:
        cuts = sorted(chance.uniform(0, 0.05) for _ in range(chance.randrange(4)))
        yield from (after - before for before, after in zip((0.0, *cuts), (*cuts, 0.05), strict=True))


def even(rate: float) -> Iterator[float]:
    while True:
        yield 1 / rate


@pytest.mark.parametrize(
    "frames", [even(20), even(60), even(144), uneven()], ids=["20", "60", "144", "uneven"]
)
def test_the_same_buttons_give_the_same_game_at_any_frame_rate(
    table: Window, frames: Iterator[float]
) -> None:
    scene = start(table, SPRINT)
    replay = scene.match.replay
    presses = [(tick, key, True) for tick, key, _ in SCRIPT]
    events = sorted(presses + [(tick + held, key, False) for tick, key, held in SCRIPT])
    while replay.ticks < LAST:
        while events and events[0][0] <= replay.ticks:
            _, key, pressed = events.pop(0)
            (down if pressed else up)(key)
        for event in pygame.event.get():
            scene.handle(event)
        scene.update(next(frames))
    wanted = Replay(replay.setup)
    for tick in range(LAST):
        wanted.tick((buttons_of(BUTTONS[key] for at, key, held in SCRIPT if at <= tick < at + held),))
    assert wanted.count == 5
    assert replay.at(LAST).digest() == wanted.game.digest()


def test_a_key_shows_in_the_next_frame(table: Window) -> None:
    scene = start(table, SPRINT)
    table.frame(3)
    before = scene.match.seats[0].pose
    down(pygame.K_LEFT)
    table.frame()
    assert scene.match.seats[0].pose.x == before.x - 1


def test_a_tap_between_two_frames_counts_once(table: Window) -> None:
    scene = start(table, SPRINT)
    table.frame(3)
    before = scene.match.seats[0].pose
    down(pygame.K_RIGHT)
    up(pygame.K_RIGHT)
    table.frame(30)
    assert scene.match.seats[0].pose.x == before.x + 1


def taps(seconds: float, gap: float, count: int) -> list[tuple[float, bool]]:
    """Return the times at which a key goes down and comes up again, so often."""
    begins = [number * (seconds + gap) for number in range(count)]
    return [(at, down) for begin in begins for at, down in ((begin, True), (begin + seconds, False))]


@pytest.mark.parametrize("rate", [144, 60, 15])
@pytest.mark.parametrize(
    ("pressed", "columns"),
    [(taps(0.008, 0.004, 2), 2), (taps(0.045, 0.008, 4), 4), (taps(0.02, 0.002, 4), 4)],
    ids=["two of 8 ms", "four of 45 ms", "four of 20 ms"],
)
def test_every_tap_is_a_column_at_any_frame_rate(
    table: Window, rate: int, pressed: list[tuple[float, bool]], columns: int
) -> None:
    scene = start(table, SPRINT)
    table.frame(3)
    before, now = scene.match.seats[0].pose.x, 0.0
    while now < 0.5:
        for at, is_down in pressed:
            if now < at + 1e-9 <= now + 1 / rate:
                (down if is_down else up)(pygame.K_RIGHT)
        now += 1 / rate
        table.frame(1, 1 / rate)
    assert scene.match.seats[0].pose.x == before + columns


def test_two_taps_during_a_freeze_are_two_columns(table: Window) -> None:
    scene = start(table, SPRINT)
    table.frame(3)
    before = scene.match.seats[0].pose.x
    for _ in range(2):
        down(pygame.K_RIGHT)
        up(pygame.K_RIGHT)
    table.frame(1, 0.15)
    table.frame(30)
    assert scene.match.seats[0].pose.x == before + 2


def test_what_is_pressed_before_the_game_begins_is_not_done_in_it(table: Window) -> None:
    scene = sit_down(table, SPRINT)
    while scene.match.phase != "counting":
        table.frame()
    tap(table, pygame.K_LEFT, pygame.K_LEFT, pygame.K_SPACE)
    count_down(table, scene)
    table.frame(3)
    assert scene.match.replay.count == 0
    assert not any(
        any(scene.match.replay.buttons_at(tick)[0]) for tick in range(1, scene.match.replay.ticks + 1)
    )


def test_a_key_that_repeats_by_itself_is_one_press(table: Window) -> None:
    scene = start(table, SPRINT)
    table.frame(3)
    for _ in range(5):
        down(pygame.K_SPACE)
        table.frame(12)
    assert scene.match.replay.count == 1


def test_two_keys_of_one_button_are_held_until_both_are_let_go(table: Window) -> None:
    scene = start(table, SPRINT)
    table.context.change("keys.left", "left or q")
    scene.entered()
    table.frame(3)
    down(pygame.K_LEFT)
    down(pygame.K_q)
    table.frame(2)
    up(pygame.K_LEFT)
    table.frame(40)
    assert scene.match.replay.buttons_at(scene.match.replay.ticks) == (bytes((1,)),)
    up(pygame.K_q)
    table.frame(2)
    assert scene.match.replay.buttons_at(scene.match.replay.ticks) == (bytes(1),)


def test_keys_of_the_piece_move_no_focus_while_it_falls(table: Window) -> None:
    scene = start(table, SPRINT)
    table.frame(3)
    before = scene.targets.focus
    tap(table, pygame.K_LEFT, pygame.K_RIGHT, pygame.K_DOWN, pygame.K_UP)
    assert scene.targets.focus == before
    tap(table, pygame.K_p)
    table.walk_to("leave")


def test_an_arrow_that_is_held_while_the_game_is_lost_moves_nothing_in_the_dialog(table: Window) -> None:
    scene = start(table, SPRINT)
    down(pygame.K_RIGHT)
    while not scene.match.game.over:
        tap(table, pygame.K_SPACE)
    for _ in range(30):  # the keyboard repeats what is held, and somebody drops a piece more
        down(pygame.K_RIGHT)
        tap(table, pygame.K_SPACE)
        table.frame(1, 0.1)
    assert scene.settled
    assert scene.targets.focus == "again"
    table.press("enter")
    assert table.scene is scene
    assert scene.match.replay.ticks == 0, "Enter begins again"


def test_the_pause_key_does_nothing_once_the_game_is_over(table: Window) -> None:
    scene = start(table, SPRINT)
    while not scene.match.game.over:
        tap(table, pygame.K_SPACE)
    replay = scene.match.replay
    for _ in range(10):
        tap(table, pygame.K_p)
        table.frame(1, 0.1)
    assert scene.settled
    assert scene.match.replay is replay
    assert "play" not in scene.targets.names()


def test_the_keyboard_stays_in_the_pause(table: Window) -> None:
    scene = start(table, SPRINT)
    tap(table, pygame.K_p)
    for key in (pygame.K_UP, pygame.K_UP, pygame.K_RIGHT, pygame.K_RIGHT, pygame.K_UP, pygame.K_TAB):
        tap(table, key)
        assert scene.targets.focus in ("go on", "anew", "back", "new", "set", "leave")


def test_the_mouse_plays_the_piece(table: Window) -> None:
    scene = start(table, SPRINT)
    table.frame(3)
    geometry, seat = scene.geometries[0], scene.match.seats[0]
    first = seat.piece
    table.move(geometry.middle(0, 10))
    table.frame(30)
    pose = seat.pose
    assert first is not None
    assert min(x for x, _ in Placement(first, *pose).cells) == 0, "it has gone to the pointer"
    pygame.event.post(pygame.event.Event(pygame.MOUSEWHEEL, x=0, y=-1))
    table.frame(4)
    assert seat.pose.orientation == (pose.orientation + 1) % 4
    table.click((geometry.hold_sign[0] + 8, geometry.hold_sign[1] + 8))
    table.frame(3)
    assert seat.hold == first
    table.click(geometry.middle(8, 10))
    table.frame(30)
    landed = scene.wells[0].landing
    assert landed is not None
    columns = [x for x, _ in landed.placement.cells]
    assert abs((min(columns) + max(columns)) / 2 - 8) <= 1, "dropped once it was over the column"
    assert scene.match.replay.count == 1


# -- beginning and standing still --


def test_it_counts_down_and_nothing_falls_before_that(table: Window) -> None:
    scene = sit_down(table, SPRINT)
    seen = []
    while scene.match.phase != "playing":
        seen += [word for word in table.texts if word in ("1", "2", "3")]
        assert scene.match.replay.ticks == 0
        table.frame()
    assert list(dict.fromkeys(seen)) == ["3", "2", "1"]


def test_the_countdown_waits_for_an_engine(table: Window) -> None:
    scene = sit_down(table, VERSUS)
    scene.restart()
    room = table.room
    assert isinstance(room, DroppingRoom)
    room.mute.add("seat-1")
    scene.restart()
    room.unheard.clear()
    table.frame(60)
    assert scene.match.phase == "preparing"
    assert "Getting ready …" in table.texts


def test_escape_pauses_and_escape_again_leaves_with_the_game_kept(table: Window) -> None:
    scene = start(table, SPRINT)
    drop_pieces(table, scene, 3)
    table.press("escape")
    assert (scene.match.phase, table.scene) == ("paused", scene)
    ticks = scene.match.replay.ticks
    table.frame(30)
    assert scene.match.replay.ticks == ticks
    table.press("escape")
    assert table.scene is scene.back
    assert table.autosaved().live == scene.match.replay


def test_what_was_pressed_before_the_pause_in_the_same_frame_is_played(table: Window) -> None:
    scene = start(table, SPRINT)
    table.frame(3)
    for key in (pygame.K_LEFT, pygame.K_LEFT, pygame.K_SPACE, pygame.K_p):
        down(key)
        up(key)
    table.frame()
    replay = scene.match.replay
    assert scene.match.phase == "paused"
    assert replay.count == 1
    assert table.autosaved().live == replay
    table.frame(3)
    assert scene.match.replay.ticks == replay.ticks


def test_a_window_that_loses_the_keyboard_pauses_and_lets_go_of_everything(table: Window) -> None:
    scene = start(table, SPRINT)
    table.frame(3)
    down(pygame.K_LEFT)
    table.frame(2)
    pygame.event.post(pygame.event.Event(pygame.WINDOWFOCUSLOST))
    table.frame()
    assert scene.match.phase == "paused"
    tap(table, pygame.K_p)
    count_down(table, scene)
    table.frame(3)
    assert scene.match.replay.buttons_at(scene.match.replay.ticks) == (bytes(1),)


def test_engines_that_are_watched_do_not_stop_when_nobody_looks(table: Window) -> None:
    scene = start(table, WATCH)
    pygame.event.post(pygame.event.Event(pygame.WINDOWFOCUSLOST))
    table.frame(2)
    assert scene.match.phase == "playing"


def test_help_stops_the_game_and_it_waits_there(table: Window) -> None:
    scene = start(table, SPRINT)
    table.press("?", shift=True)
    assert isinstance(table.scene, HelpScene)
    table.press("escape")
    assert (table.scene, scene.match.phase) == (scene, "paused")


# -- beginning anew --


def test_a_key_begins_anew_at_once_with_other_pieces(table: Window) -> None:
    scene = start(table, Plan("sprint", ALONE))
    drop_pieces(table, scene, 2)
    before = scene.match.replay
    tap(table, pygame.K_r)
    assert scene.match.replay is not before
    assert scene.match.replay.ticks == 0
    assert scene.match.replay.setup.starts[0].queue != before.setup.starts[0].queue


def test_a_game_that_got_somewhere_goes_to_the_shelf_when_another_is_begun(table: Window) -> None:
    scene = start(table, Plan("free", ALONE, hints=False))
    drop_pieces(table, scene, 10)
    first = scene.match.replay
    tap(table, pygame.K_r)
    count_down(table, scene)
    drop_pieces(table, scene, 1)
    scene.left()
    table.context.autosave.flush()
    (saved,) = library.saved_games()
    assert read_record(saved.path).live == first
    assert table.autosaved().live == scene.match.replay


def test_a_game_that_is_over_is_on_the_shelf_and_the_slot_is_free(table: Window) -> None:
    scene = start(table, WATCH)
    play_on(scene, 120, 0.1)
    scene.left()
    table.context.autosave.flush()
    (saved,) = library.saved_games()
    assert read_record(saved.path).live == scene.match.replay
    assert table.autosaves() == []


def test_the_game_is_on_disk_while_it_goes_on(table: Window) -> None:
    scene = start(table, VERSUS)
    play_on(scene, 8)
    record = table.autosaved()
    assert record.live is not None
    assert 120 <= record.live.ticks <= scene.match.replay.ticks
    assert [seat.name for seat in record.seats] == ["You", "Dropper"]
    assert record.live == scene.match.replay.cut(record.live.ticks)


def test_a_home_that_cannot_be_written_is_told_and_the_game_goes_on(table: Window, home: Path) -> None:
    home.mkdir()
    (home / "data").write_text("in the way")
    scene = start(table, SPRINT)
    drop_pieces(table, scene, 1)
    play_on(scene, 8)
    table.context.autosave.flush()
    table.frame(30)
    assert scene.match.phase == "playing"
    assert "cannot be written" in " ".join(
        table.texts
    )  # the path is as long as it is, and the line may break


# -- the end, and practice --


@pytest.mark.usefixtures("home")
@pytest.mark.parametrize("by_mouse", [False, True])
def test_mistakes_are_practised_from_the_end_of_a_game(table: Window, by_mouse: bool) -> None:
    scene = start(table, VERSUS)
    table.room.mute.add(JUDGE)
    while not scene.match.game.over:
        tap(table, pygame.K_SPACE)
    table.frame(60)
    judge = scene.judge
    assert judge is not None
    assert judge.moves == scene.match.seats[0].state.tally.placed
    assert any(text.startswith("Judging, 1 of ") for text in table.texts)
    assert [moves for role, moves in table.room.asked if role == JUDGE] == [()]
    table.press("m")
    assert "still being judged" in table.context.word()
    for ply in (1, 3):
        better = next(
            each
            for each in judge.session.position_at(ply).legal_moves()
            if each != judge.session.moves[ply].text
        )
        blame(judge.session, ply, 3.0, better, "attack")
    table.frame(2)
    assert "Practise these 2" in table.texts
    if by_mouse:
        table.click_on("practise")
    else:
        table.press("m")
    order = table.room.orders["mistakes"]
    assert [ply for ply, _ in order.mistakes] == [1, 3]
    assert order.setup == judge.session.position_at(0).setup
    made = Collection.of_user().decks[1].problems[0]
    table.room.reports("mistakes", MistakeReport(looked=2, problems=(made,), done=True))
    table.frame(2)
    assert isinstance(table.scene, ProblemScene)


def test_a_game_of_engines_has_nobody_to_practise(table: Window) -> None:
    scene = start(table, WATCH)
    play_on(scene, 400)
    table.frame(60)
    assert scene.match.phase == "over"
    assert scene.judge is None
