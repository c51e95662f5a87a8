"""A round in real time played on beside what happened: the same pieces, the same garbage at the same time."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pygame
import pytest

from game import showcase
from game.guided.takeover import LiveTakeover
from game.record import Record
from game.tetris.guideline.real_time import HANDLINGS, Replay
from game.tetris.guideline.real_time.game import Setup
from game.tetris.guideline.real_time.handling import HARD
from gui import destinations as to
from gui.scenes.live.scene import LiveScene
from gui.scenes.live_replay import ReplayScene
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
    other = LiveTakeover.of(scene.takeover.round, scene.takeover.past.tick, scene.takeover.past.seat)
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
