"""Downstack races: rows of garbage to dig away, alone beside the engine's figure, or against an engine."""

from __future__ import annotations

from typing import cast

import pytest

from ai.engine import Limit
from ai.practice.race import GAMES, RaceReport, RaceWork
from ai.tetris.guideline.stacker.digging import pieces_to_dig
from ai.tetris.guideline.stacker.engine import Stacker
from ai.work import KeptEngines
from game.tetris import bests
from game.tetris.guideline import Placement, State
from game.tetris.guideline.real_time import Seat, TargetController
from gui import destinations as to
from gui.play.engine_room import Reported
from gui.play.live_plan import Plan, plan_of
from gui.scenes.live.scene import LiveScene
from gui.scenes.new_game import NewGameScene
from gui.scenes.practice.scene import PracticeScene
from tests.gui.conftest import WholeWindow
from tests.gui.driving import Window
from tests.gui.live_playing import ALONE, DROPPER, start
from tests.gui.test_new_game_guideline import Begun, begun, opened

__all__ = ["begun"]


def race(rows: int, seed: int = 3, **more: str) -> Plan:
    rules = {"dig": str(rows), "cheese": str(min(rows, 10)), "messiness": "100", **more}
    return Plan("dig", ALONE, rules, seed=seed, cheese=min(rows, 10))


@pytest.mark.parametrize("rows", [3, 14])
def test_as_many_rows_come_as_are_to_be_dug(rows: int) -> None:
    """Played by the digger to the goal: all rows were garbage, and none is left."""
    state = race(rows).start()
    came, digger = state.garbage_rows, Stacker(seed=1)
    while not state.over:
        *_, advice = digger.think(state.view(0), Limit(iterations=1_500))
        state = cast(State, state.play(advice.choices[0].move))
        assert state.garbage_rows <= min(rows, 10)
    assert state.ending == "goal"
    assert came + state.tally.risen == state.dug == rows
    assert state.garbage_rows == 0


def test_what_is_dug_counts_when_the_game_is_opened_again() -> None:
    state = race(6).start()
    digger = Stacker(seed=1)
    while state.dug < 2:
        *_, advice = digger.think(state.view(0), Limit(iterations=1_500))
        state = cast(State, state.play(advice.choices[0].move))
    again = State.open(state.here())
    assert (again.dug, again.over) == (state.dug, False)
    assert again.garbage_rows == state.garbage_rows


def test_the_figure_of_the_engine_is_that_of_its_best_game() -> None:
    setup = race(6).start().here()
    work = RaceWork.orders(setup=setup)
    reports = list(RaceWork.carry_out(work, KeptEngines("ai.registry:create")))
    assert sorted({each.games for each in reports}) == list(range(GAMES + 1))
    figures = [each.pieces for each in reports if each.pieces is not None]
    assert figures == sorted(figures, reverse=True)
    assert reports[-1].done
    start_of_race = State.open(setup)
    assert len(list(pieces_to_dig(start_of_race, 1_000, 200))) >= 5
    assert RaceWork(work).flaw(reports[-1]) is None
    assert RaceWork(work).flaw(RaceReport(games=1, pieces=0)) is not None


class Hand(TargetController):
    """Plays the placements that the digger likes."""

    def __init__(self) -> None:
        super().__init__(None)
        self._digger, self._about = Stacker(seed=1), -1

    def look(self, seat: Seat) -> None:
        placed = seat.state.tally.placed
        if self._about == placed or not self.waits(seat) or seat.over:
            return
        self._about = placed
        *_, advice = self._digger.think(seat.view(), Limit(iterations=1_500))
        self.aim(seat, Placement.parse(advice.choices[0].move), None)


@pytest.mark.usefixtures("home")
def test_a_race_alone_ends_with_both_figures_and_the_best_result(table: Window) -> None:
    plan = race(4, seed=0)
    scene = start(table, plan)
    (generation,) = [number for role, number in table.room._generation.items() if role == "race"]
    table.room._events.append(Reported("race", generation, RaceReport(games=8, pieces=9, done=True), 0.1))
    scene.match.controllers = (Hand(),)
    for _ in range(8_000):
        if scene.match.phase == "over":
            break
        scene.update(1 / 60)
    assert scene.match.game.winner == 0
    table.frame(60)
    pieces = scene.match.seats[0].state.tally.placed
    assert any(f"{pieces} pieces; the engine needs 9." in each for each in table.texts)
    (best,) = bests.read().of("dig", 4)
    assert (best.pieces, best.rows) == (pieces, 4)
    assert bests.read().of("dig", 5) == ()
    again = plan_of(scene._record())
    assert (again.mode, again.dig, again.cheese) == ("dig", 4, 4)


def test_the_first_who_has_dug_all_rows_wins(table: Window) -> None:
    plan = Plan("dig", (*ALONE, DROPPER), dict(race(2).rules) | {"multiplier": "0"}, seed=5, cheese=2)
    scene = start(table, plan)
    assert [seat.state.field for seat in scene.match.seats] == [plan.start().field] * 2
    scene.match.controllers = (Hand(), scene.match.controllers[1])
    for _ in range(8_000):
        if scene.match.phase == "over":
            break
        scene.update(1 / 60)
    assert scene.match.game.winner == 0
    assert scene.match.seats[1].garbage.waiting == 0
    table.frame(60)
    assert {"Garbage rows", "Pieces/row"} <= set(table.texts)
    assert not any(each.startswith("Attack") for each in table.texts), "nothing is sent in a race"
    assert plan_of(scene._record()).mode == "dig"


def test_a_race_is_chosen_in_new_game_by_mouse_alone(window: WholeWindow, begun: Begun) -> None:
    page = opened(window, "dig")
    page.click_on("dig more")
    page.click_on("start")
    page = opened(window, "dig")
    page.click_on("against 1")
    page.click_on("start")
    alone, contest = begun
    assert isinstance(alone, Plan)
    assert isinstance(contest, Plan)
    assert (alone.mode, alone.dig, alone.cheese, len(alone.players)) == ("dig", 12, 10, 1)
    assert (contest.mode, len(contest.players), contest.rules["multiplier"]) == ("dig", 2, "0")
    assert alone.start().garbage_rows == 10


@pytest.mark.usefixtures("home", "small")
def test_a_race_begins_in_practice_by_keyboard_alone(window: WholeWindow) -> None:
    page = window(lambda context: context.scene(to.Practice(), context.scene(to.Home())))
    assert isinstance(page.scene, PracticeScene)
    page.press("r")
    assert isinstance(page.scene, NewGameScene)
    page.press("enter")
    assert isinstance(page.scene, LiveScene)
    assert page.scene.plan.mode == "dig"
