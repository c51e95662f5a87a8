"""A round in real time played on beside what happened: the same pieces, the same garbage at the same time."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pygame
import pytest

from game import showcase
from game.guided.live_takeover import LiveTakeover
from game.record import Record, Seat
from game.tetris.guideline import Placement
from game.tetris.guideline.real_time import HANDLINGS, Replay, TargetController
from game.tetris.guideline.real_time.game import Setup
from game.tetris.guideline.real_time.handling import HARD
from game.tetris.tetrio import read, replay_of
from game.tetris.tetrio.course import session_of
from gui import destinations as to
from gui.play.live_plan import record_of
from gui.scenes.live.scene import LiveScene
from gui.scenes.live_replay import ReplayScene
from gui.scenes.tetrio.round import RoundScene
from tests.game.tetris.tetrio.sample import FILE as SAMPLE
from tests.gui.driving import Window
from tests.gui.live_playing import count_down, tap

DUEL = "stacker-duel"


def duel() -> Record:
    return showcase.load(DUEL).record


def lock_of(replay: Replay, seat: int, least: int) -> int:
    """A tick in which a piece of the seat locks, not before `least`."""
    return next(each.tick for each in replay.locks if each.seat == seat and each.tick >= least)


@pytest.mark.parametrize("seat", [0, 1])
def test_the_same_buttons_bring_the_same_game_with_the_garbage_of_the_other_side(seat: int) -> None:
    replay = duel().live
    assert replay is not None
    tick = lock_of(replay, seat, 900)
    alone = replay.alone(tick, seat, HANDLINGS["engine"])
    assert alone.setup.arrivals[0], "the other side sends rows"
    assert Setup.open(alone.setup.named()) == alone.setup
    risen = 0
    for number in range(tick + 1, replay.ticks + 1):
        alone.tick((replay.buttons_at(number)[seat],))
        if number % 60 == 0 or number == replay.ticks:
            mine, theirs = alone.game.seats[0].state, replay.at(number).seats[seat].state
            assert mine.field == theirs.field
            assert mine.garbage.waiting == theirs.garbage.waiting
            risen = mine.tally.risen
    assert risen > 0
    assert alone.game.over  # when the round was
    middle = lock_of(alone, 0, alone.ticks // 2)
    again = alone.alone(middle, 0, HANDLINGS["engine"])
    while again.ticks < alone.ticks - middle:
        again.tick(alone.buttons_at(middle + again.ticks + 1))
    mine, theirs = again.game.seats[0].state, alone.game.seats[0].state
    assert mine.field == theirs.field, "a try of a try has the garbage of the round, too"
    assert mine.garbage.waiting == theirs.garbage.waiting


def playing(window: Window) -> LiveScene:
    assert isinstance(window.scene, LiveScene)
    return window.scene


@pytest.fixture
def watched(window: Callable[..., Window], tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Window:
    """The showcase of a duel, a while before its end."""
    monkeypatch.setenv("KIBITZ_HOME", str(tmp_path))
    shown: Window = window(lambda context: ReplayScene(context, context.scene(to.Home()), duel()))
    assert isinstance(shown.scene, ReplayScene)
    replay = shown.scene.replay
    shown.scene.head.seek(lock_of(replay, 0, replay.ticks - 500))
    return shown


def test_a_round_is_played_on_beside_what_happened_and_tried_again_by_keyboard_alone(watched: Window) -> None:
    replay = watched.scene.replay  # type: ignore[attr-defined]
    tick = watched.scene.head.at  # type: ignore[attr-defined]
    watched.press("1", "p")
    scene = playing(watched)
    assert scene.takeover is not None
    count_down(watched, scene)
    for _ in range(4):
        watched.frame(20)
        tap(watched, pygame.K_SPACE)
    now = scene.match.game.now
    then, begin = replay.at(tick + now).seats[0].state, replay.at(tick).seats[0].state
    assert scene.takeover.then(now).tally.attack == then.tally.attack - begin.tally.attack
    assert scene.takeover.then(now).field == then.field
    assert "Then" in watched.texts
    while scene.match.phase != "over":
        scene.update(1 / 60)
    watched.frame(60)
    better = scene.takeover.better(scene.match.game)
    words = {1: "You did better than what happened.", 0: "You did as well as what happened."}
    assert words.get(better, "What happened was better.") in watched.texts
    first = scene.match.replay
    watched.press("r")
    again = playing(watched)
    assert again is scene
    assert scene.match.replay is not first
    assert scene.match.replay.setup == first.setup
    assert scene.takeover.best(0) is not None
    watched.frame(5)
    assert "Best" in watched.texts


def test_the_best_try_is_remembered_and_a_try_is_taken_up_again(watched: Window) -> None:
    watched.click_on("take over")
    scene = playing(watched)
    count_down(watched, scene)
    watched.frame(10)
    tap(watched, pygame.K_SPACE)
    field = scene.match.seats[0].state.field
    watched.press("escape", "escape")
    watched.frame(2)
    (path,) = watched.autosaves()
    watched.scene.go(to.Continue(path))
    watched.frame(2)
    again = playing(watched)
    assert again.takeover is not None
    assert again.match.seats[0].state.field == field
    assert again.match.replay.setup == scene.match.replay.setup
    assert scene.takeover is not None
    assert again.takeover.past.tick == scene.takeover.past.tick
    replay = duel().live
    assert replay is not None
    other = LiveTakeover.of(replay, scene.takeover.past.tick, scene.takeover.past.seat)  # type: ignore[union-attr]
    best = other.best(10**6)
    assert best is not None
    assert best.field == field


def test_a_better_try_takes_the_place_of_a_worse_one(watched: Window) -> None:
    """Without any piece but dropped ones a seat is lost sooner than by the engine's own buttons."""
    replay = watched.scene.replay  # type: ignore[attr-defined]
    tick = watched.scene.head.at  # type: ignore[attr-defined]
    takeover = LiveTakeover.of(replay, tick, 0)
    bad, good = (takeover.try_again(HANDLINGS["engine"]) for _ in range(2))
    while not bad.game.over:
        bad.tick((HARD if bad.game.now % 20 == 0 else 0,))
    for number in range(tick + 1, replay.ticks + 1):
        good.tick((replay.buttons_at(number)[0],))
    assert takeover.take(bad)
    assert takeover.take(good)
    assert not takeover.take(bad)
    assert takeover.better(good.game) == 0
    best = LiveTakeover.of(replay, tick, 0).best(10**6)
    assert best is not None
    assert best.field == good.game.seats[0].state.field


def test_a_game_alone_goes_on_behind_its_end_where_the_comparison_stops(
    window: Callable[..., Window], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A player who left after a few pieces; the try is compared with that and then goes on."""
    monkeypatch.setenv("KIBITZ_HOME", str(tmp_path))
    replay = Replay(Setup.of({"queue": "seven_bag:3", "garbage": "1"}, "guideline", ["guideline"]))
    for number in range(120):
        replay.tick((HARD if number % 30 == 29 else 0,))
    record = record_of(replay, (Seat("Ann"),))
    shown: Window = window(lambda context: ReplayScene(context, context.scene(to.Home()), record))
    assert isinstance(shown.scene, ReplayScene)
    shown.scene.head.seek(replay.ticks - 30)
    shown.press("p")
    scene = playing(shown)
    assert scene.takeover is not None
    count_down(shown, scene)
    shown.frame(10)
    tap(shown, pygame.K_SPACE)
    shown.frame(30)
    assert scene.match.game.now > scene.takeover.end
    assert scene.match.phase == "playing"
    at_end = scene.compared
    assert at_end.now == scene.takeover.end
    assert any(each.endswith("you play on. R tries again.") for each in shown.texts)
    assert "It ended here, and you play on." in shown.texts
    tap(shown, pygame.K_SPACE)
    shown.frame(5)
    assert scene.match.replay.count == 2
    assert scene.compared is at_end
    best = scene.takeover.best(10**6)
    assert best is not None
    assert best.tally.placed == 1, "what was played behind the end is no part of the try"
    shown.press("r")
    assert playing(shown).match.game.now == 0


@pytest.mark.parametrize("number", [0, 1])
def test_a_round_of_tetrio_comes_with_its_own_garbage_to_the_hole(number: int) -> None:
    """The player's placements at their ticks bring the player's fields, piece by piece."""
    one = replay_of(read(SAMPLE).rounds[0][number])
    takeover = LiveTakeover.of_round(one, session_of(one), one.length // 3)
    replay, hand = takeover.try_again(HANDLINGS["engine"]), TargetController()
    moves, locks = takeover.past.moves, takeover.past.locks  # type: ignore[union-attr]
    known = 0
    while known < len(moves):
        seat = replay.game.seats[0]
        if hand.waits(seat):
            hand.aim(seat, Placement.parse(moves[known]))
            hand._due = locks[known]
        replay.tick((hand.buttons(seat),))
        placed = replay.game.seats[0].state.tally.placed
        if placed > known:
            known = placed
            assert replay.game.seats[0].state.field == takeover.then(locks[known - 1]).field
    assert known > 20
    assert replay.game.seats[0].state.tally.risen > 0
    assert takeover.better(replay.game) == 0


def test_a_round_of_tetrio_is_played_on_and_a_try_taken_up_again(
    window: Callable[..., Window], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("KIBITZ_HOME", str(tmp_path))
    rounds = [replay_of(each) for each in read(SAMPLE).rounds[0]]
    shown: Window = window(lambda context: RoundScene(context, context.scene(to.Home()), rounds, "round 1"))
    assert isinstance(shown.scene, RoundScene)
    shown.scene.head.seek(900)
    shown.press("2")
    shown.click_on("play on")
    scene = playing(shown)
    count_down(shown, scene)
    shown.frame(10)
    tap(shown, pygame.K_SPACE)
    shown.frame(5)
    assert "Then" in shown.texts
    field = scene.match.seats[0].state.field
    shown.press("escape", "escape")
    shown.frame(2)
    (path,) = shown.autosaves()
    shown.scene.go(to.Continue(path))
    shown.frame(2)
    again = playing(shown)
    assert again.takeover is not None
    assert again.match.seats[0].state.field == field
    best = again.takeover.best(10**6)
    assert best is not None
    assert best.field == field
    shown.scene.go(RoundScene(shown.context, shown.context.scene(to.Home()), rounds, "round 1"))
    shown.frame(2)
    shown.press("end", "p")
    assert isinstance(shown.scene, RoundScene), "there is nothing to play on behind the end"
    assert "The round is over here. Go back a piece to play on." in shown.texts
