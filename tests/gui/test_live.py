"""Guideline Tetris in real time in the window: ticks, keys, pauses, ends, and what is kept."""

from __future__ import annotations

import random
from collections.abc import Iterator
from pathlib import Path

import pygame
import pytest

from game import library
from game.record import read_record
from game.tetris import bests
from game.tetris.guideline.real_time import GAME, HANDLINGS, Replay, buttons_of
from gui.scenes.help import HelpScene
from gui.scenes.home import HomeScene
from gui.scenes.live.plan import Plan, Player, plan_of
from gui.scenes.live.ring.keeping import record_of
from gui.scenes.live.scene import LiveScene
from tests.gui.conftest import WholeWindow
from tests.gui.driving import FRAME, Window
from tests.gui.live_playing import (
    ALONE,
    DROPPER,
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

SPRINT = Plan("sprint", ALONE, seed=7)
VERSUS = Plan("versus", (Player(), DROPPER), seed=7)
WATCH = Plan("versus", (DROPPER, Player("Other", "stacker", "club", pace=3.0)), seed=7)


@pytest.fixture
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("KIBITZ_HOME", str(tmp_path))
    return tmp_path


@pytest.fixture
def table(window: WholeWindow, home: Path, small: object) -> Window:
    """A window with a home of its own."""
    return window(HomeScene)


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
    replay = scene.bout.replay
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
    before = scene.bout.seats[0].pose
    down(pygame.K_LEFT)
    table.frame()
    assert scene.bout.seats[0].pose.x == before.x - 1


def test_a_tap_between_two_frames_counts_once(table: Window) -> None:
    scene = start(table, SPRINT)
    table.frame(3)
    before = scene.bout.seats[0].pose
    down(pygame.K_RIGHT)
    up(pygame.K_RIGHT)
    table.frame(30)
    assert scene.bout.seats[0].pose.x == before.x + 1


def test_a_key_that_repeats_by_itself_is_one_press(table: Window) -> None:
    scene = start(table, SPRINT)
    table.frame(3)
    for _ in range(5):
        down(pygame.K_SPACE)
        table.frame(12)
    assert scene.bout.replay.count == 1


def test_two_keys_of_one_button_are_held_until_both_are_let_go(table: Window) -> None:
    scene = start(table, SPRINT)
    table.salon.change("keys.left", "left or q")
    scene.entered()
    table.frame(3)
    down(pygame.K_LEFT)
    down(pygame.K_q)
    table.frame(2)
    up(pygame.K_LEFT)
    table.frame(40)
    assert scene.bout.replay.buttons_at(scene.bout.replay.ticks) == (1,)
    up(pygame.K_q)
    table.frame(2)
    assert scene.bout.replay.buttons_at(scene.bout.replay.ticks) == (0,)


def test_keys_of_the_piece_move_no_focus_while_it_falls(table: Window) -> None:
    scene = start(table, SPRINT)
    table.frame(3)
    before = scene.targets.focus
    tap(table, pygame.K_LEFT, pygame.K_RIGHT, pygame.K_DOWN, pygame.K_UP)
    assert scene.targets.focus == before
    tap(table, pygame.K_p)
    table.walk_to("leave")


# -- beginning and standing still --


def test_it_counts_down_and_nothing_falls_before_that(table: Window) -> None:
    scene = sit_down(table, SPRINT)
    seen = []
    while scene.bout.phase != "playing":
        seen += [word for word in table.said if word in ("1", "2", "3")]
        assert scene.bout.replay.ticks == 0
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
    assert scene.bout.phase == "preparing"
    assert "Getting ready …" in table.said


def test_escape_pauses_and_escape_again_leaves_with_the_game_kept(table: Window) -> None:
    scene = start(table, SPRINT)
    drop_pieces(table, scene, 3)
    table.press("escape")
    assert (scene.bout.phase, table.scene) == ("paused", scene)
    ticks = scene.bout.replay.ticks
    table.frame(30)
    assert scene.bout.replay.ticks == ticks
    table.press("escape")
    assert table.scene is scene.back
    assert read_record(library.autosave_path(GAME)).live == scene.bout.replay


def test_a_window_that_loses_the_keyboard_pauses_and_lets_go_of_everything(table: Window) -> None:
    scene = start(table, SPRINT)
    table.frame(3)
    down(pygame.K_LEFT)
    table.frame(2)
    pygame.event.post(pygame.event.Event(pygame.WINDOWFOCUSLOST))
    table.frame()
    assert scene.bout.phase == "paused"
    tap(table, pygame.K_p)
    count_down(table, scene)
    table.frame(3)
    assert scene.bout.replay.buttons_at(scene.bout.replay.ticks) == (0,)


def test_engines_that_are_watched_do_not_stop_when_nobody_looks(table: Window) -> None:
    scene = start(table, WATCH)
    pygame.event.post(pygame.event.Event(pygame.WINDOWFOCUSLOST))
    table.frame(2)
    assert scene.bout.phase == "playing"


def test_help_stops_the_game_and_it_waits_there(table: Window) -> None:
    scene = start(table, SPRINT)
    table.press("?", shift=True)
    assert isinstance(table.scene, HelpScene)
    table.press("escape")
    assert (table.scene, scene.bout.phase) == (scene, "paused")


# -- beginning anew --


def test_a_key_begins_anew_at_once_with_other_pieces(table: Window) -> None:
    scene = start(table, Plan("sprint", ALONE))
    drop_pieces(table, scene, 2)
    before = scene.bout.replay
    tap(table, pygame.K_r)
    assert scene.bout.replay is not before
    assert scene.bout.replay.ticks == 0
    assert scene.bout.replay.setup.starts[0].queue != before.setup.starts[0].queue


def test_a_game_that_got_somewhere_goes_to_the_shelf_when_another_is_begun(table: Window) -> None:
    scene = start(table, Plan("free", ALONE, hints=False))
    drop_pieces(table, scene, 10)
    first = scene.bout.replay
    scene.created = scene.keeper._created = "2026-11-20T10:00:00Z"
    tap(table, pygame.K_r)
    count_down(table, scene)
    drop_pieces(table, scene, 1)
    scene.left()
    (kept,) = library.saved_games()
    assert read_record(kept.path).live == first
    assert read_record(library.autosave_path(GAME)).live == scene.bout.replay


def test_a_game_that_is_over_is_on_the_shelf_and_the_slot_is_free(table: Window) -> None:
    scene = start(table, WATCH)
    play_on(scene, 120, 0.1)
    scene.left()
    (kept,) = library.saved_games()
    assert read_record(kept.path).live == scene.bout.replay
    assert not library.autosave_path(GAME).exists()


def test_the_game_is_on_disk_while_it_goes_on(table: Window) -> None:
    scene = start(table, VERSUS)
    play_on(scene, 8)
    for each in scene.keeper._writing:
        each.result()
    kept = read_record(library.autosave_path(GAME))
    assert kept.live is not None
    assert 120 <= kept.live.ticks <= scene.bout.replay.ticks
    assert [seat.name for seat in kept.seats] == ["You", "Dropper"]
    assert kept.live == scene.bout.replay.cut(kept.live.ticks)


def test_a_home_that_cannot_be_written_is_told_and_the_game_goes_on(table: Window, home: Path) -> None:
    (home / "data").write_text("in the way")
    scene = start(table, SPRINT)
    play_on(scene, 8)
    table.frame(30)
    assert scene.bout.phase == "playing"
    assert any("cannot be written" in word for word in table.said)


# -- engines --


def test_an_engine_plays_its_seat_at_its_pace(table: Window) -> None:
    scene = start(table, VERSUS)
    play_on(scene, 5)
    placed = scene.bout.seats[1].state.tally.placed
    assert 18 <= placed <= 20  # four a second
    assert scene.bout.seats[0].state.tally.placed == 0


def test_the_person_may_sit_on_either_side(table: Window) -> None:
    scene = start(table, Plan("versus", (DROPPER, Player()), seed=7))
    table.frame(3)
    before = scene.bout.seats[1].pose
    tap(table, pygame.K_LEFT)
    assert scene.bout.seats[1].pose.x == before.x - 1
    table.frame(60)
    assert scene.bout.seats[0].state.tally.placed > 0


def test_two_engines_can_be_watched_to_the_end_and_the_card_names_the_winner(table: Window) -> None:
    scene = start(table, WATCH)
    play_on(scene, 120, 0.1)
    table.wait(1)
    assert scene.bout.game.winner is not None
    name = WATCH.players[scene.bout.game.winner].name
    assert f"{name} wins" in table.said
    table.click_on("again")
    assert (scene.bout.phase, scene.bout.replay.ticks) == ("preparing", 0)


def test_an_engine_that_fails_is_asked_again_and_then_the_game_ends_in_order(table: Window) -> None:
    scene = start(table, VERSUS)
    drop_pieces(table, scene, 1)
    room = table.room
    assert isinstance(room, DroppingRoom)
    room.mute.add("seat-1")
    table.frame(30)
    room.fails("seat-1")
    table.frame(30)
    assert scene.bout.phase == "playing"
    assert any("Dropper ended by itself" in word for word in table.said)
    room.fails("seat-1")
    table.frame(2)
    table.wait(1)
    assert scene.bout.phase == "over"
    assert "The game was stopped" in table.said
    assert any("Dropper cannot play on" in word for word in table.said)
    for each in scene.keeper._writing:
        each.result()
    assert read_record(library.autosave_path(GAME)).live == scene.bout.replay


def test_what_an_engine_says_about_an_older_piece_moves_nothing(table: Window) -> None:
    scene = start(table, VERSUS)
    room = table.room
    assert isinstance(room, DroppingRoom)
    table.frame(60)
    room.mute.add("seat-1")
    table.frame(60)
    asked = room._generation["seat-1"]
    room._generation["seat-1"] = asked - 1
    room.says("seat-1", "I north 4 0")
    table.frame(2)
    assert scene.bout.engines[1].hand.waits(scene.bout.seats[1])


def test_a_program_from_outside_does_not_run_while_nobody_plays(table: Window) -> None:
    bot = Player.outside("'/opt/my bots/cc' --fast", 3.0)
    assert bot.name == "cc"
    scene = start(table, Plan("versus", (Player(), bot), seed=7))
    room = table.room
    assert isinstance(room, DroppingRoom)
    (question,) = {question.options["command"] for role, question in room.questions if role == "seat-1"}
    assert question == "'/opt/my bots/cc' --fast"
    table.press("escape", "escape")
    assert table.scene is scene.back
    assert room.dismissed == ["seat-1"]


# -- the coach --


def test_the_coach_speaks_on_the_board_until_h_is_pressed(table: Window) -> None:
    scene = start(table, Plan("free", ALONE, hints=True, seed=7))
    table.frame(3)
    assert scene._look(0).marks
    tap(table, pygame.K_h)
    assert not scene._look(0).marks
    assert scene.bout.phase == "playing"


def test_no_coach_helps_against_the_clock_or_somebody(table: Window) -> None:
    for plan in (SPRINT, VERSUS, Plan("ultra", ALONE, hints=True)):
        scene = start(table, plan)
        table.frame(3)
        assert scene.coach is None
        assert not any(role == "kibitzer" for role, _ in table.room.questions)  # type: ignore[attr-defined]


# -- against the clock --


def finish_sprint(table: Window, scene: LiveScene) -> None:
    """Let the sprint be over with its goal, as if forty rows had been cleared."""
    from dataclasses import replace

    seat = scene.bout.seats[0]
    seat.state = replace(seat.state, tally=seat.state.tally._replace(cleared=40, placed=100))
    seat.give_up("goal")
    table.frame(2)
    table.wait(1)


def test_the_best_times_are_kept_and_ranked(table: Window) -> None:
    scene = start(table, Plan("sprint", ALONE))
    table.frame(90)
    finish_sprint(table, scene)
    first = bests.read().sprint
    assert [best.ticks for best in first] == [scene.bout.game.now]
    assert "Your best so far." in table.said
    tap(table, pygame.K_r)
    count_down(table, scene)
    table.frame(120)
    finish_sprint(table, scene)
    assert len(bests.read().sprint) == 2
    assert bests.read().sprint[0] == first[0]
    assert any(word.startswith("Your number 2") for word in table.said)


def test_a_game_with_chosen_pieces_or_from_the_middle_is_no_best(table: Window) -> None:
    scene = start(table, SPRINT)
    finish_sprint(table, scene)
    scene = start(table, Plan("sprint", ALONE))
    taken = LiveScene(table.salon, scene, scene.plan, scene.bout.replay.cut(0))
    table.app.show(taken)
    count_down(table, taken)
    finish_sprint(table, taken)
    assert bests.read().sprint == ()


def test_a_list_of_best_times_that_cannot_be_believed_is_told_and_left_alone(
    table: Window, home: Path
) -> None:
    bests.path().parent.mkdir(parents=True)
    bests.path().write_text('{"sprint": [{"ticks": -4}]}')
    scene = start(table, Plan("sprint", ALONE))
    assert any("does not hold best results" in word for word in table.said)
    finish_sprint(table, scene)
    assert bests.path().read_text() == '{"sprint": [{"ticks": -4}]}'


def test_ultra_ends_after_two_minutes_with_its_points(table: Window) -> None:
    scene = start(table, Plan("ultra", ALONE, rules={"gravity": "0g"}, timing="lock=1000000 rows=0"))
    play_on(scene, 121, 0.1)
    table.wait(1)
    assert scene.bout.game.now == 7200
    assert "0 points" in table.said


# -- going on --


def test_a_record_says_by_what_plan_another_game_like_it_is_played(table: Window) -> None:
    bot = Player.outside("/opt/cc --fast", 3.0)
    for plan in (SPRINT, Plan("ultra", ALONE), Plan("free", ALONE, level=5), Plan("versus", (bot, Player()))):
        setup = plan.setup(HANDLINGS["guideline"])
        record = record_of(Replay(setup), tuple(player.seat() for player in plan.players))
        again = plan_of(record, ["/opt/other", "/opt/cc --fast"])
        assert (again.mode, again.trial, again.fair) == (plan.mode, plan.trial, True)
        assert [player.command for player in again.players] == [player.command for player in plan.players]
        other = again.setup(HANDLINGS["guideline"])
        assert other.timing == setup.timing
        assert other.starts[0].table == setup.starts[0].table


def test_a_game_that_was_left_goes_on_where_it_stood(table: Window) -> None:
    scene = start(table, SPRINT)
    drop_pieces(table, scene, 3)
    table.press("escape", "escape")
    record = read_record(library.autosave_path(GAME))
    assert record.live is not None
    again = LiveScene(table.salon, scene.back, SPRINT, record.live, record.created)
    table.app.show(again)
    assert again.bout.seats[0].state == scene.bout.seats[0].state
    count_down(table, again)
    drop_pieces(table, again, 1)
    again.left()
    kept = read_record(library.autosave_path(GAME))
    assert kept.live is not None
    assert kept.live.count == 4
    assert library.saved_games() == ()


def test_home_leads_back_into_the_game_that_was_left(table: Window) -> None:
    scene = start(table, VERSUS)
    drop_pieces(table, scene, 3)
    table.press("escape", "escape")
    assert any(word.startswith("Tetris, piece") for word in table.said)
    table.click_on("continue")
    again = table.scene
    assert isinstance(again, LiveScene)
    assert again.bout.seats[0].state == scene.bout.seats[0].state
    assert again.plan.players[1].name == "Dropper"
    count_down(table, again)


def test_a_broken_game_that_was_left_is_told_and_set_aside(table: Window) -> None:
    scene = start(table, SPRINT)
    drop_pieces(table, scene, 3)
    scene.left()
    path = library.autosave_path(GAME)
    path.write_bytes(path.read_bytes()[:-40])
    table.app.show(HomeScene(table.salon))
    table.frame(2)
    if "continue" in table.scene.targets.names():
        table.click_on("continue")
        assert isinstance(table.scene, HomeScene)
    assert "continue" not in table.scene.targets.names()


def test_a_fresh_replay_and_the_one_of_the_scene_agree(table: Window) -> None:
    scene = start(table, VERSUS)
    table.frame(120)
    played = scene.bout.replay
    again = Replay(played.setup)
    for tick in range(1, played.ticks + 1):
        again.tick(played.buttons_at(tick))
    assert again.game.digest() == played.game.digest()
    assert pytest.approx(played.ticks / 60, abs=0.05) == FRAME * 120
