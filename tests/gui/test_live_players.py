"""Players of games in real time in the window: engines, programs from outside, the coach.

Against the clock; going on.
"""

from __future__ import annotations

import re
from dataclasses import replace
from pathlib import Path

import pygame
import pytest

from game import library
from game.advice import Advice, Choice, Worth
from game.facts import BookFacts, KnownFacts
from game.tetris import bests
from game.tetris.four_wide.standing import walled
from game.tetris.guideline import State, letter
from game.tetris.guideline.real_time import HANDLINGS, Replay, room_of
from game.tetris.guideline.real_time import Game as LiveGame
from game.tetris.guideline.real_time.handling import HARD, HOLD
from gui.games.guideline.book_status import crossing
from gui.play.engine_room import Reported
from gui.play.live_plan import Plan, Player, plan_of, record_of
from gui.scenes.home import HomeScene
from gui.scenes.live.match import Coach
from gui.scenes.live.scene import LiveScene
from gui.scenes.live.words import KINDS
from tests.gui.driving import FRAME, Window
from tests.gui.live_playing import (
    ALONE,
    DROPPER,
    SPRINT,
    VERSUS,
    WATCH,
    DroppingRoom,
    count_down,
    drop_pieces,
    play_on,
    start,
    tap,
)

# -- engines --


def test_an_engine_plays_its_seat_at_its_pace(table: Window) -> None:
    scene = start(table, VERSUS)
    play_on(scene, 5)
    placed = scene.match.seats[1].state.tally.placed
    assert 18 <= placed <= 20  # four a second
    assert scene.match.seats[0].state.tally.placed == 0


def test_the_person_may_sit_on_either_side(table: Window) -> None:
    scene = start(table, Plan("versus", (DROPPER, Player()), seed=7))
    table.frame(3)
    before = scene.match.seats[1].pose
    tap(table, pygame.K_LEFT)
    assert scene.match.seats[1].pose.x == before.x - 1
    table.frame(60)
    assert scene.match.seats[0].state.tally.placed > 0


def test_two_engines_can_be_watched_to_the_end_and_the_card_names_the_winner(table: Window) -> None:
    scene = start(table, WATCH)
    play_on(scene, 120, 0.1)
    table.wait(1)
    assert scene.match.game.winner is not None
    name = WATCH.players[scene.match.game.winner].name
    assert f"{name} wins" in table.texts
    table.click_on("again")
    assert (scene.match.phase, scene.match.replay.ticks) == ("preparing", 0)


def test_an_engine_that_fails_is_asked_again_and_then_the_game_ends_in_order(table: Window) -> None:
    scene = start(table, VERSUS)
    drop_pieces(table, scene, 1)
    room = table.room
    assert isinstance(room, DroppingRoom)
    room.mute.add("seat-1")
    table.frame(30)
    room.fails("seat-1")
    table.frame(30)
    assert scene.match.phase == "playing"
    assert any("Dropper ended by itself" in word for word in table.texts)
    room.fails("seat-1")
    table.frame(2)
    table.wait(1)
    assert scene.match.phase == "over"
    assert "The game was stopped" in table.texts
    assert "Dropper cannot play on. The game ends here and is saved." in " ".join(table.texts)
    assert table.autosaved().live == scene.match.replay


def test_a_game_that_ends_before_its_first_piece_is_not_said_to_be_kept(table: Window) -> None:
    scene = start(table, VERSUS)
    room = table.room
    assert isinstance(room, DroppingRoom)
    room.mute.add("seat-1")
    for _ in range(2):
        room.fails("seat-1")
        table.frame(2)
    table.wait(1)
    assert scene.match.phase == "over"
    assert "Dropper cannot play on. The game ends here." in table.texts
    assert table.autosaves() == []


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
    assert scene.match.engines[1].hand.waits(scene.match.seats[1])


@pytest.mark.parametrize(
    ("command", "name"),
    [
        ("'/opt/my bots/cc' --fast", "cc"), ("python3.11 -u bots/drop.py 7", "drop.py"),
        ("cold-clear-2", "cold-clear-2"),
        ("/usr/bin/env node bot.js", "bot.js"), ("python3", "python3"), ("'unclosed", "'unclosed"),
        ("", "another program"),
    ],
)  # fmt: skip
def test_a_program_is_called_as_its_file_is(command: str, name: str) -> None:
    assert Player.outside(command).name == name


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


def test_engines_leave_with_the_person_and_wait_through_a_look_at_the_help(table: Window) -> None:
    start(table, VERSUS)
    room = table.room
    assert isinstance(room, DroppingRoom)
    table.press("?", shift=True)
    table.press("escape")
    assert room.dismissed == []
    table.press("escape")
    assert room.dismissed == ["seat-1"]


# -- the coach --


def test_the_coach_speaks_on_the_board_until_h_is_pressed(table: Window) -> None:
    scene = start(table, Plan("free", ALONE, hints=True, seed=7))
    table.frame(3)
    assert scene._seat_state(0, 3).marks
    tap(table, pygame.K_h)
    assert not scene._seat_state(0, 3).marks
    assert scene.match.phase == "playing"


def test_a_sprint_is_told_its_time_until_h_is_pressed(table: Window) -> None:
    scene = start(table, Plan("sprint", ALONE, hints=True, seed=7))
    drop_pieces(table, scene, 7)
    assert "Finish at this pace" in table.texts
    assert str(scene.match.sprint().pieces) in table.texts
    assert scene.coach is None, "it is told of its time, not where to place"
    table.press("h")
    table.frame()
    assert "Finish at this pace" not in table.texts


def test_watching_says_what_engines_are_up_to(table: Window) -> None:
    scene = start(table, replace(WATCH, hints=True))
    play_on(scene, 3.0)
    table.frame()
    messages = [line for line in table.texts if "oom for" in line]
    assert len(messages) == 2
    rows = [int(match[1]) for line in messages if (match := re.search(r"oom for (\d+) row", line))]
    assert rows == [room_of(seat) for seat in scene.match.seats]
    assert any(scene._seat_state(number, 3).marks for number in (0, 1))


def test_no_coach_helps_against_the_clock_or_somebody(table: Window) -> None:
    for plan in (SPRINT, VERSUS, Plan("ultra", ALONE, hints=True)):
        scene = start(table, plan)
        table.frame(3)
        assert scene.coach is None
        assert not any(role == "kibitzer" for role, _ in table.room.questions)  # type: ignore[attr-defined]


# -- against the clock --


def finish_sprint(table: Window, scene: LiveScene) -> None:
    """Let the sprint be over with its goal, as if forty rows had been cleared."""
    seat = scene.match.seats[0]
    seat.state = replace(seat.state, tally=seat.state.tally._replace(cleared=40, placed=100))
    seat.give_up("goal")
    table.frame(2)
    table.wait(1)


def test_the_best_times_are_kept_and_ranked(table: Window) -> None:
    scene = start(table, Plan("sprint", ALONE))
    table.frame(90)
    finish_sprint(table, scene)
    first = bests.read().sprint
    assert [best.ticks for best in first] == [scene.match.game.now]
    assert "Your best so far." in table.texts
    tap(table, pygame.K_r)
    count_down(table, scene)
    table.frame(120)
    finish_sprint(table, scene)
    assert len(bests.read().sprint) == 2
    assert bests.read().sprint[0] == first[0]
    assert any(word.startswith("Number 2 of your results") for word in table.texts)


def test_a_game_with_chosen_pieces_or_from_the_middle_is_no_best(table: Window) -> None:
    scene = start(table, SPRINT)
    finish_sprint(table, scene)
    scene = start(table, Plan("sprint", ALONE))
    taken = LiveScene(table.context, scene, scene.plan, scene.match.replay.cut(0))
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
    assert "does not hold best results" in " ".join(table.texts)
    finish_sprint(table, scene)
    assert bests.path().read_text() == '{"sprint": [{"ticks": -4}]}'


def test_ultra_ends_after_two_minutes_with_its_points(table: Window) -> None:
    scene = start(table, Plan("ultra", ALONE, rules={"gravity": "0g"}, timing="lock=1000000 rows=0"))
    play_on(scene, 121, 0.1)
    table.wait(1)
    assert scene.match.game.now == 7200
    assert "0 points" in table.texts


# -- going on --


def test_a_record_says_by_what_plan_another_game_like_it_is_played(table: Window) -> None:
    bot = Player.outside("/opt/cc --fast", 3.0)
    booked = Player("Stacker", "stacker", "club", book="bt-loop,okey-dpc")
    well = Plan("free", ALONE, {"board": walled(3, 0x7, 12).short, "hold": "T"}, "fourteen_bag")
    versus = (Plan("versus", (bot, Player())), Plan("versus", (booked, Player())))
    for plan in (replace(SPRINT, seed=0), Plan("ultra", ALONE), Plan("free", ALONE, level=5), well, *versus):
        setup = plan.setup(HANDLINGS["guideline"])
        record = record_of(Replay(setup), tuple(player.seat() for player in plan.players))
        again = plan_of(record, ["/opt/other", "/opt/cc --fast"])
        assert (again.mode, again.trial, again.fair) == (plan.mode, plan.trial, plan.fair)
        assert [(each.command, each.book) for each in again.players] == [
            (each.command, each.book) for each in plan.players
        ]
        other = again.setup(HANDLINGS["guideline"])
        assert other.timing == setup.timing
        for now, then in zip(other.starts, setup.starts, strict=True):
            assert (now.rules, now.field, now.hold) == (then.rules, then.field, then.hold)
            assert now.queue.kind == then.queue.kind
            assert now.queue != then.queue, "other pieces"


def test_a_contest_that_was_taken_over_begins_anew_from_an_empty_board() -> None:
    start = State.open({"goal": "40", "board": "XXXX......", "cleared": "9"})
    late = replace(SPRINT.setup(HANDLINGS["guideline"]), starts=(start,))
    again = plan_of(record_of(Replay(late), (Player().seat(),), book="burnt"))
    assert again.book == "", "there is no such book"
    assert (again.trial, again.fair) == ("sprint", True)


def test_a_game_that_was_left_goes_on_where_it_stood(table: Window) -> None:
    scene = start(table, SPRINT)
    drop_pieces(table, scene, 3)
    table.press("escape", "escape")
    record = table.autosaved()
    assert record.live is not None
    again = LiveScene(table.context, scene.back, SPRINT, record.live, record.created)
    table.app.show(again)
    assert again.match.seats[0].state == scene.match.seats[0].state
    count_down(table, again)
    drop_pieces(table, again, 1)
    again.left()
    stored = table.autosaved()
    assert stored.live is not None
    assert stored.live.count == 4
    assert library.saved_games() == ()


def test_home_leads_back_into_the_game_that_was_left(table: Window) -> None:
    scene = start(table, VERSUS)
    drop_pieces(table, scene, 3)
    table.press("escape", "escape")
    assert any(word.startswith("Versus, piece") for word in table.texts)
    table.click_on("continue")
    again = table.scene
    assert isinstance(again, LiveScene)
    assert again.match.seats[0].state == scene.match.seats[0].state
    assert again.plan.players[1].name == "Dropper"
    count_down(table, again)


def test_a_free_game_that_is_continued_has_its_book_again(table: Window) -> None:
    scene = start(table, Plan("free", ALONE, hints=True, book="bt-loop", seed=7))
    drop_pieces(table, scene, 1)
    table.press("escape", "escape")
    table.click_on("continue")
    again = table.scene
    assert isinstance(again, LiveScene)
    count_down(table, again)
    table.frame(3)
    room = table.room
    assert isinstance(room, DroppingRoom)
    asked = [question for role, question in room.questions if role == "kibitzer"]
    assert {question.options["book"] for question in asked} == {"bt-loop"}


def test_a_contest_under_way_is_left_for_a_new_game_once_that_is_confirmed(table: Window) -> None:
    scene = start(table, VERSUS)
    drop_pieces(table, scene, 1)
    table.press("escape", "n")
    assert table.scene is scene
    assert "Press N again to leave this match. Games keeps it." in table.texts
    table.press("n")
    assert table.scene.name == "new_game"
    table.press("escape")
    assert table.scene is scene
    assert scene.match.phase == "paused"


def test_a_broken_game_that_was_left_is_told_and_set_aside(table: Window) -> None:
    scene = start(table, SPRINT)
    drop_pieces(table, scene, 3)
    table.app.show(scene.back)
    (path,) = table.autosaves()
    path.write_bytes(path.read_bytes()[:-40])
    table.app.show(HomeScene(table.context))
    table.frame(2)
    if "continue" in table.scene.targets.names():
        table.click_on("continue")
        assert isinstance(table.scene, HomeScene)
    assert "continue" not in table.scene.targets.names()


def test_a_fresh_replay_and_the_one_of_the_scene_agree(table: Window) -> None:
    scene = start(table, VERSUS)
    table.frame(120)
    played = scene.match.replay
    again = Replay(played.setup)
    for tick in range(1, played.ticks + 1):
        again.tick(played.buttons_at(tick))
    assert again.game.digest() == played.game.digest()
    assert pytest.approx(played.ticks / 60, abs=0.05) == FRAME * 120


# -- opening books --


def test_an_opponent_looks_into_its_book_and_says_once_if_it_cannot(table: Window) -> None:
    booked = replace(DROPPER, book="bt-loop")
    scene = start(table, Plan("versus", (Player(), booked), seed=7))
    table.frame(3)
    room = table.room
    assert isinstance(room, DroppingRoom)
    asked = [question for role, question in room.questions if role == "seat-1"]
    assert asked
    assert asked[-1].options["book"] == "bt-loop"
    player = scene.match.engines[1]
    followed = Advice((), "book", None, evidence=(BookFacts(title="BT Loop"),))
    left = Advice((), "search", None, evidence=(KnownFacts(book_silent="rows are waiting to come up"),))
    for advice in (followed, left):
        player.hear(Reported("seat-1", player._generation, advice, 0.1), scene.match.seats[1])
        table.frame()
    assert "Left BT Loop: rows are waiting" in " ".join(table.texts)
    scene.match.kinds[1].update(KINDS)  # many rows of clears do not push it out
    table.frame()
    assert "Left BT Loop: rows are waiting" in " ".join(table.texts)
    for _ in range(2):
        broken = Advice((), "search", None, evidence=(KnownFacts(trouble="x.kbook: not a complete book"),))
        player.hear(Reported("seat-1", player._generation, broken, 0.1), scene.match.seats[1])
    assert [word for word in table.context.notices if "not a complete book" in word] == [
        "x.kbook: not a complete book; Dropper goes on without it."
    ]


def test_the_coach_keeps_to_the_book_when_its_move_is_by_hold() -> None:
    seat = LiveGame(Plan("free", ALONE, seed=1).setup(HANDLINGS["guideline"])).seats[0]
    while seat.piece is None:
        seat.tick(0)
    room = DroppingRoom()
    coach = Coach(room, 1.0, print, {"book": "bt-loop", "well": True, "compare": True})  # type: ignore[arg-type]
    held = letter(seat.previews[0])
    choices = (
        Choice(f"{held} north 1 0 none", Worth("order", 1.0), known=Worth("chance", 0.778)),
        Choice(f"{letter(seat.piece)} north 4 0 none", Worth("order", 2.0)),
    )
    known = Advice(choices, "book", Worth("order", 1.0), evidence=(BookFacts(title="BT Loop"),))
    coach.look(seat)
    coach.hear(Reported("kibitzer", room._generation["kibitzer"], known, 0.1))
    seat.tick(HOLD)
    coach.look(seat)
    assert coach.advice is not None
    assert [choice.move for choice in coach.advice.choices] == [choices[0].move]
    assert len(room.questions) == 1  # it need not be asked again
    while not seat.state.tally.placed or seat.piece is None:
        seat.tick(HARD if seat.piece is not None else 0)
    coach.look(seat)
    assert coach.advice is None
    assert room.questions[-1][1].options["book"] == "bt-loop"
    assert crossing(coach.before, Advice((), "search", None, evidence=(KnownFacts(book_silent="why"),))) == (
        "Left BT Loop",
        "why",
    )
